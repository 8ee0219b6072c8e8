"""Kinds of hands in words: ``one-pair:JJ+``, ``class:big-tiger``, ``top:20%``, ``!flush``.

A kind is a set of strengths under one ruleset.  Its parts have commas between them and are
joined; a part behind ``!`` is taken away, from everything if nothing else is named.
"""

import re
from collections.abc import Sequence

import numpy as np

from pokersim.cards import RANKS
from pokersim.errors import InputError, nearest, there_are
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.loader import catalogue

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")


def is_hand_range(text: str, ranking: Ranking) -> bool:
    """Whether a text names a kind of hands rather than cards."""
    parts = [part.strip().lower() for part in text.split(",")]
    if any(":" in part or part.startswith("!") or part == "any" for part in parts):
        return text.strip().lower() != "any"
    # A combination that the ruleset leaves out is a kind too: of which there are no hands.
    names = [*(combination.id for combination in ranking.ranking), *catalogue()]
    return any(part in names or _is_slip(part, names) for part in parts)


def _is_slip(part: str, names: Sequence[str]) -> bool:
    """Whether a word was meant as the name of a combination: cards are never so much alike."""
    return bool(nearest(part, names))


def strengths_in_range(text: str, ranking: Ranking) -> np.ndarray:
    """Return ``bool[strengths + 1]``: which strengths are of a kind.

    Raises
    ------
    InputError
        A part means nothing under this ruleset, or no hand is of the kind.

    Examples
    --------
    >>> from pokersim.rules.compile.compiler import compile_ruleset
    >>> from pokersim.rules.loader import load_ruleset
    >>> standard = compile_ruleset(load_ruleset("standard"))
    >>> int(standard.hands[strengths_in_range("one-pair:JJ+", standard)].sum())
    337920
    """
    wanted = np.zeros(ranking.n_strengths + 1, dtype=bool)
    unwanted = wanted.copy()
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part.startswith("!"):
            unwanted |= _part(part[1:].strip(), ranking)
        else:
            wanted |= _part(part, ranking)
    if all(part.startswith("!") for part in parts):
        wanted[1:] = True
    wanted &= ~unwanted
    if not ranking.hands[wanted].any():
        problem = _("no hand is in the range '{range}' under '{name}'")
        raise InputError(problem.format(range=text, name=ranking.ruleset.name))
    return wanted


def _part(part: str, ranking: Ranking) -> np.ndarray:
    name, colon, rest = part.lower().partition(":")
    name, rest = name.strip(), "".join(rest.split()) if name != "class" else rest.strip()
    if not (rest if name == "class" else name):
        raise InputError(_("part of a hand range is empty: write a combination, like flush"))
    if name == "any" and not rest:
        return np.asarray(np.arange(ranking.n_strengths + 1) > 0)
    if name == "top":
        return _top(part, rest, ranking)
    if name == "class":
        return _of_combination(rest, ranking)
    found = _of_combination(name, ranking)
    return found & _with_ranks(part, rest, ranking) if colon else found


def _of_combination(name: str, ranking: Ranking) -> np.ndarray:
    names = [combination.id for combination in ranking.ranking]
    if name not in names:
        hint = there_are(names)
        if name not in catalogue():
            hint = nearest(name, names) or hint
        text = _("'{ruleset}' has no combination '{name}'")
        raise InputError(text.format(ruleset=ranking.ruleset.name, name=name) + hint)
    found = np.asarray(ranking.category == names.index(name))
    found[0] = False
    return found


def _top(part: str, rest: str, ranking: Ranking) -> np.ndarray:
    """Return the best strengths that together are at most such a share of all hands."""
    match = _PERCENT.fullmatch(rest)
    if match is None or not 0 < float(match[1]) <= 100:
        raise InputError(_("'{text}' is not a share of hands: write top:20%").format(text=part))
    from_above = np.cumsum(ranking.hands[::-1])[::-1]
    found = np.asarray(from_above <= ranking.hands.sum() * float(match[1]) / 100)
    found[0], found[-1] = False, True
    return found


def _with_ranks(part: str, rest: str, ranking: Ranking) -> np.ndarray:
    """Return the strengths whose tie-break begins with ranks, or with better ones behind ``+``."""
    text = rest.upper().replace("10", "T")
    or_better = text.endswith("+")
    ranks = list(dict.fromkeys(text.removesuffix("+")))
    if not ranks or any(rank not in RANKS for rank in ranks):
        problem = _("'{text}': write ranks after the colon, like JJ, KKQQ, AK or JJ+")
        raise InputError(problem.format(text=part))
    wanted = [RANKS.index(rank) for rank in ranks]
    found = np.zeros(ranking.n_strengths + 1, dtype=bool)
    for strength in range(1, ranking.n_strengths + 1):
        own = [RANKS.index(rank) for rank in ranking.tie_break(strength).split("-")]
        own = own[: len(wanted)]
        found[strength] = own >= wanted if or_better else own == wanted
    return found
