"""Draws without a model, advice for the draw, and files of hands."""

from io import BytesIO

import numpy as np

from pokersim.cards import parse_cards
from pokersim.kernels.choices import ALL_FLAGS, begin_walk, next_choices
from pokersim.kernels.enumerate import count_strengths
from pokersim.kernels.strength_index import MAX_SUITED_PATHS, suited_paths
from pokersim.report.formats.stream import rank_stream
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.studies.draw.holds import draw_rows, solve_policy
from pokersim.studies.draw.joint import HoldJob, exact_rows
from pokersim.studies.draw.rule_list import find_rule_list
from support.decks import playing, tables_for
from support.small_draws import rules_on

HANDS = b"""As Ks Qs Js Ts
9c9d9h9s10c

-
AKQJT
As As Ks Qs Js
Jo Kc Qc Jc 9c
not a hand
2c 3d 4h 5s 7c"""


def joint_draws() -> dict[str, np.ndarray]:
    """Count the draws of a hand against one opponent, and deal some to two."""
    rows = draw_rows(parse_cards("KcJdThTsQc"), rules_on("standard", "TJQK"), 1, "pat", [])
    exact = exact_rows(rows)
    hand = parse_cards("KcJdTh9sQc")
    sampled = HoldJob(tuple(draw_rows(hand, rules_on("soko", "9TJQK"), 2, "pat", [])), 2**64 - 1)
    n_hands = sampled.spot.deal.n_hands
    some = np.random.default_rng(1).integers(32, size=n_hands).astype(np.uint8)
    sampled.__dict__["holds"] = some
    return {
        "exact draws": np.array([(row.drawn, row.equity) for row in exact]),
        "sampled draws": sampled.count_chunk(7, 60).shares,
    }


def advice() -> dict[str, np.ndarray]:
    """Find a short list of rules for a small deck."""
    found = find_rule_list(solve_policy(rules_on("skeet", "QKA", 1, "orthodox"), 1), 2)
    return {"advice": np.array([found.cost])}


def streams() -> dict[str, np.ndarray]:
    """Rank a file of hands, with lines that are none, in three formats and on three decks."""
    found = {}
    for format, by_hand in (("table", "hole"), ("csv", ""), ("ndjson", "lowest")):
        deck, sink = Deck(jokers=1, by_hand=by_hand), BytesIO()
        rankings = [compile_ruleset(playing(name, deck)) for name in ("four-flush", "soko")]
        rank_stream(BytesIO(HANDS), sink, rankings, 5, format, lambda number, error: False)
        found[f"file as {format}"] = np.frombuffer(sink.getvalue(), dtype=np.uint8)
    return found


def counts() -> dict[str, np.ndarray]:
    """Count strengths of a hand under way, the lowest card wild."""
    deck = Deck(parse_deck("QKA").ranks, jokers=1, by_hand="lowest")
    rulesets = (playing("soko", deck), playing("standard", deck))
    tables = tables_for(rulesets, 5)
    longest = max(compile_ruleset(ruleset).n_strengths for ruleset in rulesets)
    by_strength = np.zeros((longest + 1, 2), dtype=np.int64)
    for size in (0, 3):
        held, left = deck.cards[-5 + size :], deck.cards[: 8 if size else 0]
        word = tables.start + tables.card_word[held].sum(dtype=np.uint64)
        bits = np.bitwise_or.reduce(tables.card_bit[held])
        count_strengths(left, size, word, bits, 1, tables, by_strength)
    walk = begin_walk(left, size, word, bits, True, ALL_FLAGS, tables)
    paths = np.zeros(MAX_SUITED_PATHS, dtype=np.int64)
    suits = (tables.state_row, tables.five_suited, tables.four_suited)
    n_paths = suited_paths(word, bits & tables.natural, suits, paths)
    return {
        "strengths, the lowest wild": by_strength,
        "hands of a walk": walk.hands[: next_choices(walk)],
        "paths of suits": paths[:n_paths],
    }


def results() -> dict[str, np.ndarray]:
    """Run these kernels on small decks."""
    return joint_draws() | advice() | streams() | counts()
