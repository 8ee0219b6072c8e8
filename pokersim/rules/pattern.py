"""The words a combination is written in, and what they mean for arrays of hand classes.

Each word is one vectorised predicate; a pattern is the conjunction of its words.  One hand
is the case n = 1, compiling a ruleset the case n = all classes.  Nothing here knows a
combination by name.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokersim.cards import RANKS
from pokersim.constants import N_RANKS
from pokersim.rules.compile.classes import HandClasses, mask_bits, mask_of

ACE = N_RANKS - 1
MAX_CARDS = 5

ACE_PLACES = ("both", "high", "low")


@dataclass(frozen=True)
class RankRun:
    """Ranks in sequence.

    Attributes
    ----------
    length
        Cards in the run, 3 to 5; a shorter run leaves the other cards free.
    step
        1 for neighbours, 2 for every other rank.
    ace
        Where the ace stands: above the highest rank, below the lowest, or both.
    wrap
        The ace is inside the run instead (round the corner).
    open
        The run can be longer at both its ends.
    """

    length: int = 5
    step: int = 1
    ace: str = "both"
    wrap: bool = False
    open: bool = False


@dataclass(frozen=True)
class Between:
    """Exactly ``cards`` cards whose rank lies strictly between two ranks."""

    cards: int
    above: int
    below: int


@dataclass(frozen=True)
class Pattern:
    """What a hand must be; every word that is given must hold.

    Attributes
    ----------
    counts
        Rank counts, most first, exact: ``(3, 2)`` is a full house and no three of a kind.
    high, low
        The highest and the lowest rank; the ace is high.
    contains
        Ranks that must be there.
    between
        How many cards lie between two ranks.
    among
        The only ranks allowed.
    run
        Ranks in sequence.
    suited
        5: all of one suit; 4: four of one suit and a fifth of another.
    """

    counts: tuple[int, ...] | None = None
    high: int | None = None
    low: int | None = None
    contains: tuple[int, ...] = ()
    between: tuple[Between, ...] = ()
    among: tuple[int, ...] = ()
    run: RankRun | None = None
    suited: int | None = None

    @property
    def shows(self) -> bool:
        """Whether less than five cards can show it: rank counts alone, a four-flush, nothing."""
        return self in (Pattern(), Pattern(counts=self.counts), Pattern(suited=4))

    @property
    def names_ranks(self) -> bool:
        """Whether it says which ranks there are, and not only how many cards of a kind."""
        return self != Pattern(counts=self.counts, between=self.between, suited=self.suited)


def matches(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    """Return ``bool[n]``: which five-card classes are this pattern.

    Parameters
    ----------
    pattern, classes
        The words, and what they are held against.
    line
        The ranks of the deck as sequences run over them, see
        :attr:`pokersim.rules.deck.Deck.line`.
    """
    counts = classes.counts
    fits = np.ones(len(counts), dtype=bool)
    if pattern.counts is not None:
        fits &= _shapes(counts) == sum(n * n for n in pattern.counts)
    if pattern.suited is not None:
        fits &= classes.n_suited == pattern.suited
    for word in pattern.between:
        fits &= counts[:, word.above + 1 : word.below].sum(axis=1) == word.cards
    if pattern.names_ranks:
        fits &= _ranks_fit(pattern, classes.masks, line)
    return fits


def _ranks_fit(pattern: Pattern, masks: np.ndarray, line: tuple[int, ...]) -> np.ndarray:
    """Return ``bool[n]``: which ranks, as bits, are those of a pattern."""
    fits = np.ones(len(masks), dtype=bool)
    if pattern.high is not None:
        fits &= masks >> pattern.high == 1
    if pattern.low is not None:
        fits &= masks & -masks == 1 << pattern.low
    if pattern.contains:
        wanted = mask_of(pattern.contains)
        fits &= masks & wanted == wanted
    if pattern.among:
        fits &= masks & ~mask_of(pattern.among) == 0
    if pattern.run is not None:
        fits &= _lead(pattern.run, masks, line) >= 0
    return fits


def _shapes(counts: np.ndarray) -> np.ndarray:
    """Return ``int8[n]``: which rank counts five cards have, most first, as one number.

    The sum of squared counts grows in the orthodox order: 5 no pair, 7 one pair, 9 two pair,
    11 three, 13 full house, 17 four, 25 five of a kind.
    """
    return np.asarray(np.einsum("ij,ij->i", counts, counts))


def shows(pattern: Pattern, classes: HandClasses) -> np.ndarray:
    """Return ``bool[n]``: which classes of one to four cards show this pattern already.

    Cards not seen yet are taken to pair nothing, so only patterns of rank counts alone, the
    four-flush on its fourth card, and the empty pattern can show.
    """
    if not pattern.shows:
        return np.zeros(len(classes.counts), dtype=bool)
    fits = np.ones(len(classes.counts), dtype=bool)
    if pattern.counts is not None:
        groups = np.sort(np.where(classes.counts > 1, classes.counts, 0), axis=1)[:, ::-1]
        wanted = _padded(tuple(n for n in pattern.counts if n > 1))
        fits &= (groups[:, :MAX_CARDS] == wanted).all(axis=1)
    if pattern.suited is not None:
        fits &= classes.n_suited == pattern.suited
    return fits


def runs(run: RankRun, line: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the rank mask and the leading rank of every such run in a deck, lowest first.

    >>> [RANKS[lead] for mask, lead in runs(RankRun(wrap=True), tuple(range(13)))]
    ['2', '3', '4']
    """
    if run.wrap:
        return _wrapped_runs(run, tuple(sorted(set(line))))
    if run.ace == "high" and line[0] == ACE:
        line = line[1:]
    if run.ace == "low" and line[-1] == ACE:
        line = line[:-1]
    reach = (run.length - 1) * run.step
    found = []
    for top in range(reach, len(line)):
        bottom = top - reach
        if run.open and (top + run.step >= len(line) or bottom < run.step):
            continue
        members = tuple(line[bottom : top + 1 : run.step])
        if len(set(members)) == run.length:
            found.append((mask_of(members), line[top]))
    return found


def _wrapped_runs(run: RankRun, ranks: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the runs with the ace neither first nor last, the ranks laid in a circle."""
    if ACE not in ranks or (run.length - 1) * run.step >= len(ranks):
        return []
    found = []
    for top in range(len(ranks)):
        members = tuple(ranks[top - i * run.step] for i in range(run.length))
        if ACE in members[1:-1]:
            found.append((mask_of(members), members[0]))
    return found


def _lead(run: RankRun, masks: np.ndarray, line: tuple[int, ...]) -> np.ndarray:
    """Return ``int64[n]``: the leading rank of the best run in each hand, -1 for none."""
    lead = np.full(len(masks), -1, dtype=np.int64)
    for mask, top in runs(run, line):
        lead[(masks & mask == mask) & (lead < top)] = top
    return lead


# Tie-breaks.  A key holds up to five digits of four bits, rank + 1, the most telling first,
# so that keys compare like the ranks they spell; whatever stands above them only orders.

_DIGIT = 4
_DIGITS_MASK = (1 << _DIGIT * MAX_CARDS) - 1


def tie_key_text(key: int) -> str:
    """Spell the ranks of a tie-break key.

    >>> tie_key_text(0xDC)
    'A-K'
    """
    digits = f"{key & _DIGITS_MASK:x}".strip("0")
    return "-".join(RANKS[int(digit, 16) - 1] for digit in digits)


def _card_by_card(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    return _digits(classes.counts)


def _by_groups(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    keys = np.zeros(len(classes.counts), dtype=np.int64)
    for size in range(MAX_CARDS, 0, -1):
        keys = _append_ranks(keys, classes.counts == size)
    # A pattern may have hands of several shapes: their first ranks must stand in the same digit.
    missing = MAX_CARDS - (classes.counts > 0).sum(axis=1)
    return np.asarray(keys << _DIGIT * missing)


def _orthodox(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    shapes = _shapes(classes.counts).astype(np.int64)
    return np.asarray((shapes << _DIGIT * MAX_CARDS) | _by_groups(pattern, classes, line))


def _by_run(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    run = pattern.run
    assert run is not None, "the loader admits this tie-break with a run only"
    lead = _lead(run, classes.masks, line)
    rest = classes.counts.copy()
    for mask, top in runs(run, line):
        rest[lead == top] -= mask_bits(np.array([mask]))[0].astype(np.int8)
    return _digits(rest, lead + 1)


def _by_suited(pattern: Pattern, classes: HandClasses, line: tuple[int, ...]) -> np.ndarray:
    suited = mask_bits(classes.suited)
    return _digits(classes.counts - suited, _digits(suited))


TieBreak = Callable[[Pattern, HandClasses, tuple[int, ...]], np.ndarray]

TIE_BREAKS: dict[str, TieBreak] = {
    "cards": _card_by_card,
    "groups": _by_groups,
    "orthodox": _orthodox,
    "run": _by_run,
    "suited": _by_suited,
}
"""By name: ``(pattern, classes, line of the deck) -> int64[n]``, bigger wins."""


def _digits(counts: np.ndarray, keys: np.ndarray | None = None) -> np.ndarray:
    """Append every card, highest rank first, to keys."""
    if keys is None:
        keys = np.zeros(len(counts), dtype=np.int64)
    for rank in range(N_RANKS - 1, -1, -1):
        for copy in range(int(counts[:, rank].max(initial=0))):
            keys = np.where(counts[:, rank] > copy, (keys << _DIGIT) | (rank + 1), keys)
    return keys


def _append_ranks(keys: np.ndarray, present: np.ndarray) -> np.ndarray:
    """Append each rank once, highest first, where it is present."""
    for rank in range(N_RANKS - 1, -1, -1):
        keys = np.where(present[:, rank], (keys << _DIGIT) | (rank + 1), keys)
    return keys


def _padded(counts: tuple[int, ...]) -> np.ndarray:
    return np.array(counts + (0,) * (MAX_CARDS - len(counts)))
