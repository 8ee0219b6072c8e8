"""Says in words what a pattern asks for, from its own vocabulary."""

from collections.abc import Sequence

from pokersim.cards import rank_text
from pokersim.rules.pattern import Between, Pattern, RankRun

_SHAPES = {
    (1, 1, 1, 1, 1): "no pair",
    (2, 1, 1, 1): "two of one rank",
    (2, 2, 1): "two of one rank and two of another",
    (3, 1, 1): "three of one rank",
    (3, 2): "three of one rank and two of another",
    (4, 1): "four of one rank",
    (5,): "five of one rank",
}
_NAMES = dict(
    zip(
        "23456789TJQKA",
        "deuce three four five six seven eight nine ten jack queen king ace".split(),
        strict=True,
    )
)
_NUMBERS = ("no", "one", "two", "three", "four", "five")


def describe(pattern: Pattern) -> str:
    """Return what a hand must be, in words.

    Examples
    --------
    >>> from pokersim.rules.loader import catalogue
    >>> describe(catalogue()["big-tiger"].pattern)
    'no pair, king high, eight low'
    >>> describe(catalogue()["skip-straight"].pattern)
    'five in sequence, every other rank'
    """
    words = []
    if pattern.suited == 5:
        words.append("all of one suit")
    if pattern.suited == 4:
        words.append("four of one suit and one of another")
    if pattern.run is not None:
        words.append(_run(pattern.run))
    if pattern.counts is not None:
        words.append(_SHAPES[pattern.counts])
    if pattern.high is not None:
        words.append(f"{_name(pattern.high)} high")
    if pattern.low is not None:
        words.append(f"{_name(pattern.low)} low")
    if pattern.contains:
        words.append(f"with {_list(pattern.contains)}")
    words += [_between(word) for word in pattern.between]
    if pattern.among:
        words.append(f"nothing but {_list(pattern.among)}")
    return ", ".join(words) or "any hand"


def _run(run: RankRun) -> str:
    words = f"{_NUMBERS[run.length]} in sequence"
    if run.step == 2:
        words += ", every other rank"
    if run.wrap:
        words += " round the corner, the ace inside"
    if run.ace != "both":
        words += f", the ace {run.ace} only"
    if run.open:
        words += ", open at both ends"
    return words


def _between(word: Between) -> str:
    cards = "card" if word.cards == 1 else "cards"
    return (
        f"{_NUMBERS[word.cards]} {cards} between the {_name(word.above)} and the "
        f"{_name(word.below)}"
    )


def _list(ranks: Sequence[int]) -> str:
    texts = [rank_text(rank) for rank in sorted(ranks, reverse=True)]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def _name(rank: int) -> str:
    return _NAMES[rank_text(rank)]
