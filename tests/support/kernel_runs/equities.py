"""Equities of small spots of every sort."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pokersim.kernels.random import draw_below, fill_words
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.studies.equity.equities import EquityJob
from support.equities import job_of

NAMES = ("standard", "cats-dogs-and-skeet", "soko")


def on_deck(ranks: str, *names: str, **more: Any) -> tuple[Any, ...]:
    """Return rulesets played with a deck."""
    deck = replace(parse_deck(ranks), **more)
    return tuple(play_with(load_ruleset(name), deck) for name in names)


def spots() -> Iterator[tuple[str, EquityJob]]:
    """Give small spots of every sort."""
    yield "pat", job_of("KsQsJdJh5c AcQd8d7d2d", rulesets=on_deck("52", *NAMES))
    yield "by strength", job_of("AsAhKdKcQc any", rulesets=on_deck("TJQKA", *NAMES))
    yield "after others", job_of("AsAhKdKc any", rulesets=on_deck("JQKA", "skeet"))
    yield "one by one", job_of("As Kd", "JcQcKc", rulesets=on_deck("JQKA", "skeet"))
    yield "kinds", job_of("AsAhKsQs one-pair:KK+", rulesets=on_deck("JQKA", *NAMES[:2]))
    yield "lists", job_of(["four-of-a-kind", "full-house"], rulesets=on_deck("QKA", "standard"))
    yield "jokers", job_of("AsAhKd KsQs9s9h", rulesets=on_deck("9QKA", *NAMES, jokers=2))
    yield "lowest", job_of("AsAhKd KsQs9s", rulesets=on_deck("9QKA", "standard", by_hand="lowest"))
    yield "boards", job_of("As any", "JcQcKcKd", rulesets=on_deck("JQKA", "soko"), dead="JdJh")
    yield "alike", job_of("any any any", "KcQcAcAdAh", rulesets=on_deck("QKA", "skeet"))
    yield "wide", job_of(["!full-house", "any,!four-of-a-kind"], rulesets=on_deck("QKA", "skeet"))
    yield "seven", job_of("AsAhKdQcJc KsQs9s9hTh", rulesets=on_deck("9TJQKA", "soko"), n_cards=7)


def results() -> dict[str, np.ndarray]:
    """Count every spot exactly and by a sample."""
    found = {}
    for name, job in spots():
        counts = [job.count_chunk(i, 1) for i in range(job.n_chunks)]
        sampled = job.sampled(2**64 - 1).count_chunk(7, 270)
        for field in ("winners", "shown"):
            found[f"{name}: exact {field}"] = sum(getattr(chunk, field) for chunk in counts)
            found[f"{name}: sampled {field}"] = getattr(sampled, field)
    words = np.zeros(60, dtype=np.uint64)
    fill_words(np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(0), words)
    found["draws"] = np.array(
        [
            draw_below(np.uint64(size), word)
            for size in (1, 2, 52, 56, 63, 64, 65, 4_096, 4_097, 2_598_960)
            for word in (*words, np.uint64(0), np.uint64(2**64 - 1))
        ]
    )
    return found
