"""What the tests of the rules share: the oracle's verdicts, a slow reader of patterns, TOML text.

The oracle of ``oracle.py`` knows the shipped combinations and 52 cards.  The slow reader
knows the words that combinations are written in, for any deck: one hand, one word at a time.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pokersim.cards import hand_text
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import rank_hands
from support import oracle
from support.kept import kept
from support.oracle import LETTERS, MAKES, RULESETS, TIE_BREAK, Hand, Key, classes, ranks

# --- the oracle's answers for every class ---------------------------------------------------------

TIE_DIGITS = 6
"""The most numbers in a tie-break of the oracle, each below 16."""


class Verdicts(NamedTuple):
    """What the oracle sees in one hand of each of the 134,459 classes."""

    hands: np.ndarray
    """``uint8[n, 5]``."""
    weights: np.ndarray
    """``int64[n]``: hands in the class."""
    makes: dict[str, np.ndarray]
    """``bool[n]`` by combination."""
    ties: dict[str, np.ndarray]
    """``int32[n]`` by combination: the tie-break of the hands that make it, as one number."""


@lru_cache(maxsize=1)
def verdicts() -> Verdicts:
    """Return the oracle's answer for every combination and every class."""
    found = kept("verdicts", all_verdicts, __file__, oracle.__file__)
    makes, ties = (dict(zip(MAKES, found[name], strict=True)) for name in ("makes", "ties"))
    return Verdicts(found["hands"], found["weights"], makes, ties)


def all_verdicts() -> dict[str, np.ndarray]:
    """Ask the oracle for every combination of every class."""
    listed = list(classes())
    makes = np.zeros((len(MAKES), len(listed)), dtype=bool)
    ties = np.zeros((len(MAKES), len(listed)), dtype=np.int32)
    for i, (hand, _) in enumerate(listed):
        for row, (name, is_made) in enumerate(MAKES.items()):
            if is_made(hand):
                makes[row, i] = True
                ties[row, i] = as_number(TIE_BREAK[name](hand))
    hands = np.array([hand for hand, _ in listed], dtype=np.uint8)
    weights = np.array([weight for _, weight in listed])
    return {"hands": hands, "weights": weights, "makes": makes, "ties": ties}


def as_number(key: Key) -> int:
    """Turn a tie-break into a number that compares like it."""
    assert len(key) <= TIE_DIGITS
    assert all(0 <= digit < 16 for digit in key)
    return sum(digit << 4 * (TIE_DIGITS - 1 - i) for i, digit in enumerate(key))


@lru_cache(maxsize=16)
def oracle_categories(ruleset: str) -> np.ndarray:
    """Return ``int64[n]``: the place in the ruleset that each class counts as, 0 the best."""
    matching = np.array([verdicts().makes[name] for name in RULESETS[ruleset]])
    return np.asarray(matching.argmax(axis=0))


@lru_cache(maxsize=16)
def oracle_strengths(ruleset: str) -> np.ndarray:
    """Return ``int64[n]``: all classes in the oracle's order, the worst 1, without gaps."""
    places = oracle_categories(ruleset)
    ties = np.array([verdicts().ties[name] for name in RULESETS[ruleset]])
    keys = ties[places, np.arange(len(places))] - (places << 4 * TIE_DIGITS)
    return np.asarray(np.unique(keys, return_inverse=True)[1] + 1)


@lru_cache(maxsize=16)
def kernel_strengths(ruleset: str) -> np.ndarray:
    """Return ``uint16[n]``: the strengths of the classes as the compiled kernel finds them."""
    return rank_hands(verdicts().hands, load_ruleset(ruleset))


def differences(ours: np.ndarray, theirs: np.ndarray) -> list[tuple[str, object, object]]:
    """Give the first few classes on which two verdicts differ, to be shown by a failing test."""
    rows = np.flatnonzero(ours != theirs)[:3]
    return [(hand_text(verdicts().hands[row]), ours[row], theirs[row]) for row in rows]


# --- the slow reader of patterns -----------------------------------------------------------------

Words = Mapping[str, Any]
"""A pattern as it stands in a file: ``{"no-pair": True, "high": "K", "low": "8"}``."""


class Entry(NamedTuple):
    """A combination to the slow reader."""

    name: str
    words: Words
    tie_break: str


def held_runs(run: Words, letters: Sequence[str], deck: str) -> list[str]:
    """Give the runs in a hand, each as letters from its first rank to the leading one."""
    return [found for found in runs_of(run, deck) if set(found) <= set(letters)]


def runs_of(run: Words, deck: str) -> Iterator[str]:
    """Give every run of a deck, whose ranks are letters in ascending order."""
    step, reach = run.get("step", 1), run.get("step", 1) * (run.get("length", 5) - 1)
    if run.get("wrap"):
        for first in range(len(deck)) if reach < len(deck) else ():
            found = "".join(deck[i % len(deck)] for i in range(first, first + reach + 1, step))
            if "A" in found[1:-1]:
                yield found
        return
    ace = run.get("ace", "both")
    line = deck.replace("A", "")
    line = ("A" if "A" in deck and ace != "high" else "") + line
    line = line + ("A" if "A" in deck and ace != "low" else "")
    for first in range(len(line) - reach):
        found = line[first : first + reach + 1 : step]
        grows = first - step >= 0 and first + reach + step < len(line)
        if len(set(found)) == len(found) and (grows or not run.get("open")):
            yield found


def lies_between(gap: Words, hand: Hand) -> bool:
    """Whether so many cards lie strictly between two ranks."""
    above, below = LETTERS.index(gap["above"]), LETTERS.index(gap["below"])
    n_between = sum(above < rank < below for rank in ranks(hand))
    return bool(n_between == gap["cards"])


def slowly_makes(words: Words, hand: Hand, deck: str) -> bool:
    """Whether a hand of five cards is all that the words say."""
    held = [LETTERS[rank] for rank in ranks(hand)]
    counts = Counter(held)
    checks: dict[str, Callable[[Any], bool]] = {
        "counts": lambda counted: sorted(counts.values()) == sorted(counted),
        "no-pair": lambda wanted: not wanted or len(counts) == 5,
        "high": lambda letter: held[0] == letter,
        "low": lambda letter: held[-1] == letter,
        "contains": lambda letters: set(letters) <= set(held),
        "between": lambda gaps: all(lies_between(gap, hand) for gap in gaps),
        "among": lambda letters: set(held) <= set(letters),
        "run": lambda run: held_runs(run, held, deck) != [],
        "suited": lambda n: max(Counter(card % 4 for card in hand).values()) == n,
    }
    return all(checks[word](value) for word, value in words.items())


def slow_tie(entry: Entry, hand: Hand, deck: str) -> Key:
    """Give what orders the hands of one combination; bigger is better."""
    held = Counter(ranks(hand))
    groups = tuple(sorted(held, key=lambda rank: (held[rank], rank), reverse=True))
    if entry.tie_break == "groups":
        return groups
    if entry.tie_break == "orthodox":
        shapes = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
        return (shapes.index(tuple(held[rank] for rank in groups)), *groups)
    if entry.tie_break == "run":
        letters = [LETTERS[rank] for rank in ranks(hand)]
        best = max(
            held_runs(entry.words["run"], letters, deck), key=lambda run: LETTERS.index(run[-1])
        )
        for letter in best:
            letters.remove(letter)
        return (LETTERS.index(best[-1]), *map(LETTERS.index, letters))
    if entry.tie_break == "suited":
        suits = Counter(card % 4 for card in hand)
        suited = tuple(card for card in hand if suits[card % 4] >= 4)
        return (*ranks(suited), *ranks(tuple(set(hand) - set(suited))))
    return ranks(hand)


def slow_category(ranking: Sequence[Entry], hand: Hand, deck: str) -> str:
    """Name the first entry that the hand makes."""
    return next(entry.name for entry in ranking if slowly_makes(entry.words, hand, deck))


def slow_key(ranking: Sequence[Entry], hand: Hand, deck: str) -> Key:
    """Give what orders all hands: the place of the category from the bottom, then its tie-break."""
    place = next(i for i, entry in enumerate(ranking) if slowly_makes(entry.words, hand, deck))
    return (len(ranking) - place, *slow_tie(ranking[place], hand, deck))


# --- TOML text --------------------------------------------------------------------------------


def toml(value: Any) -> str:
    """Write a value as TOML, tables in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        inner = ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items())
        return "{ " + inner + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def toml_file(table: Mapping[str, Any]) -> str:
    """Write a file, a key a line."""
    return "".join(f"{toml(key)} = {toml(value)}\n" for key, value in table.items())
