"""Writes a ruleset as the text of a file that the loader reads back to the same rules."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pokersim.cards import RANKS, card_text
from pokersim.constants import LANGUAGES
from pokersim.rules.deck import Deck
from pokersim.rules.loader import catalogue
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Combination, Ruleset


def ruleset_toml(ruleset: Ruleset, comment: str = "") -> str:
    """Return the text of a ruleset file, which takes its name from the file.

    Parameters
    ----------
    ruleset
        What to write; combinations that are not those of the catalogue are written out.
    comment
        Lines for the top.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> ruleset_toml(load_ruleset("four-flush")).splitlines()[-3:]
    ['    "one-pair",', '    "high-card",', ']']
    """
    head = {
        **{lang: ruleset.titles[lang] for lang in LANGUAGES if lang in ruleset.titles},
        **{key: text for key in ("source", "about") if (text := getattr(ruleset, key))},
        **_deck_words(ruleset.deck),
    }
    ranking = [f"    {_toml(combination.id)}," for combination in ruleset.ranking]
    lines = [*(f"# {line}" for line in comment.splitlines()), *_lines(head)]
    lines += ["ranking = [", *ranking, "]"]
    for combination in ruleset.ranking:
        if catalogue().get(combination.id) != combination:
            lines += ["", f"[combination.{combination.id}]", *_lines(_words(combination))]
    return "\n".join(lines) + "\n"


def _deck_words(deck: Deck) -> dict[str, Any]:
    """Return what a file says of a deck; nothing of what is the default."""
    usual = Deck(deck.ranks)
    words: dict[str, Any] = {"deck": _ranks(deck.ranks)} if usual != Deck() else {}
    if deck.ace_low != usual.ace_low:
        words["ace-low"] = deck.ace_low
    if deck.jokers:
        words["jokers"] = deck.jokers
    if deck.n_bugs:
        words["bug"] = deck.bug
    if deck.wild:
        words["wild"] = card_text(np.array(deck.wild, dtype=np.uint8)).split()
    if deck.by_hand:
        words["wild-by-hand"] = deck.by_hand
    for key in ("double_ace_flush", "natural_first"):
        if getattr(deck, key):
            words[key.replace("_", "-")] = True
    return words


def _words(combination: Combination) -> dict[str, Any]:
    """Return what a file says of a combination."""
    return {
        **{lang: list(texts) for lang, texts in combination.names.items()},
        **({"source": combination.source} if combination.source else {}),
        "pattern": _pattern_words(combination.pattern),
        "tie-break": combination.tie_break,
        "bug": combination.bug,
    }


def _pattern_words(pattern: Pattern) -> dict[str, Any]:
    words: dict[str, Any] = {}
    if pattern.counts is not None:
        words["counts"] = list(pattern.counts)
    for key in ("high", "low"):
        if getattr(pattern, key) is not None:
            words[key] = RANKS[getattr(pattern, key)]
    for key in ("contains", "among"):
        if getattr(pattern, key):
            words[key] = list(_ranks(getattr(pattern, key)))
    if pattern.between:
        words["between"] = [
            {"cards": b.cards, "above": RANKS[b.above], "below": RANKS[b.below]}
            for b in pattern.between
        ]
    if pattern.run is not None:
        run = pattern.run
        placed = {"wrap": True} if run.wrap else {"ace": run.ace, "open": run.open}
        words["run"] = {"length": run.length, "step": run.step, **placed}
    if pattern.suited is not None:
        words["suited"] = pattern.suited
    return words


def _ranks(ranks: Sequence[int]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def _lines(words: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in words.items()]


def _toml(value: Any) -> str:
    """Return a value as TOML has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_lines(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    # As json has it, but for a character that TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
