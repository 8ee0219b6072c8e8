"""Is the order of a ruleset fair?  Place against rarity, for hands dealt and after the draw.

The words are defined in docs/audit.md; everything is decided by exact counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.studies.combination_sets import CombinationSets, dealt_sets, final_sets
from pokersim.studies.fair_order import order_that_stays

STAGES = ("dealt", "final")
VERDICTS = ("fair", "too-low", "too-high", "tied", "impossible", "paradox")
UNFAIR = ("too-low", "too-high", "paradox")


@dataclass(frozen=True)
class Move:
    """What changes if one combination moves to another place.

    Attributes
    ----------
    place
        Where it would stand, 1 the highest.
    hands
        What it would count as there, in the units of its row.
    other, other_hands
        In a paradox, the combination that stands against it, and what that would count as.
    """

    place: int
    hands: int
    other: Combination | None = None
    other_hands: int = 0


@dataclass(frozen=True)
class AuditRow:
    """What is to be said of the place of one combination.

    Attributes
    ----------
    ruleset, stage, combination
        Where it stands; the stage is ``dealt`` or ``final``, after the draw.
    place
        1 for the highest; None for what the deck can't hold.
    hands, total
        What counts as it, and all: hands dealt; after the draw, shares in units of
        :data:`pokersim.studies.combination_sets.SHARE_UNITS`.
    rarity_place
        1 and how many count less; equals share a place.
    verdict
        One of :data:`VERDICTS`.
    move
        The fair place of what is too low or too high; for a paradox, the move that shows it.
    equals
        Other combinations with the same count.
    """

    ruleset: Ruleset
    stage: str
    combination: Combination
    place: int | None
    hands: int
    total: int
    rarity_place: int | None
    verdict: str
    move: Move | None = None
    equals: tuple[Combination, ...] = ()

    @property
    def probability(self) -> float:
        """Share of all hands that count as it."""
        return self.hands / self.total


def audit(ruleset: Ruleset, stage: str = "dealt", n_cards: int = HAND_SIZE) -> list[AuditRow]:
    """Judge the place of every combination of a ruleset, best first; exact.

    Parameters
    ----------
    ruleset
        The rules.
    stage
        ``dealt``, or ``final``: after the draw, by the policy that is best against itself.
    n_cards
        Cards of a hand dealt, 5 to 7; the best five of them count.

    Raises
    ------
    InputError
        A draw with more than five cards, or with a deck that nobody can draw from.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> rows = audit(load_ruleset("skeet"))
    >>> [(r.verdict, r.move.place, r.move.hands) for r in rows if r.combination.id == "blaze"]
    [('too-low', 4, 768)]
    """
    if stage == "final" and n_cards != HAND_SIZE:
        text = _("only hands of five cards have a draw; omit --cards or use --stage dealt")
        raise InputError(text)
    census = final_sets(ruleset) if stage == "final" else dealt_sets(ruleset, n_cards)
    judged = iter(_judge(ruleset, stage, census))
    possible = {combination.id for combination in census.combinations}
    return [
        next(judged)
        if combination.id in possible
        else AuditRow(ruleset, stage, combination, None, 0, census.total, None, "impossible")
        for combination in ruleset.ranking
    ]


def _judge(ruleset: Ruleset, stage: str, census: CombinationSets) -> list[AuditRow]:
    """Judge what the deck can hold."""
    combinations = census.combinations
    counts = census.counts(range(len(combinations)))
    stays = order_that_stays(counts)
    verdicts = ["fair"] * len(combinations)
    moves: list[Move | None] = [None] * len(combinations)
    for number in range(len(combinations)):
        if number not in stays:
            verdicts[number], moves[number] = _judge_one(census, counts, number, stays)
    for number in stays:
        against = _paradox_beside(census, counts, number, stays, verdicts)
        if against is not None:
            verdicts[number], moves[number] = "paradox", against
    rows = []
    for number, combination in enumerate(combinations):
        others = np.flatnonzero(counts == counts[number])
        equals = tuple(combinations[other] for other in others if other != number)
        verdict = "tied" if verdicts[number] == "fair" and equals else verdicts[number]
        rows.append(
            AuditRow(
                ruleset,
                stage,
                combination,
                number + 1,
                int(counts[number]),
                census.total,
                1 + int((counts < counts[number]).sum()),
                verdict,
                moves[number],
                equals,
            )
        )
    return rows


def _judge_one(
    census: CombinationSets, counts: np.ndarray, number: int, stays: Sequence[int]
) -> tuple[str, Move]:
    """Return the verdict on a combination that is out of place, and where it belongs."""
    found = _fair_place(census, number, stays)
    if found is not None:
        return "too-low" if found.place <= number else "too-high", found
    against = [other for other in stays if _out_of_order(counts, number, other)]
    nearest = min(against, key=lambda other: abs(other - number))
    return "paradox", _past(census, number, nearest)


def _paradox_beside(
    census: CombinationSets,
    counts: np.ndarray,
    number: int,
    stays: Sequence[int],
    verdicts: Sequence[str],
) -> Move | None:
    """Return what shows that one that stays is a paradox too, against one that has no place."""
    for other in range(len(verdicts)):
        if verdicts[other] != "paradox" or not _out_of_order(counts, number, other):
            continue
        # What never counts is no reason to doubt others: leaving it out changes no hand.
        if other in stays or not counts[other]:
            continue
        rest = [k for k in stays if k != number and not _out_of_order(counts, k, other)]
        if _fair_place(census, number, sorted([*rest, other])) is None:
            return _past(census, number, other)
    return None


def _fair_place(census: CombinationSets, number: int, stays: Sequence[int]) -> Move | None:
    """Return the place at which what a combination counts there agrees with all that stays.

    Of several, the one with the fewest others against it, and of these the nearest.
    """
    found = []
    for place in range(len(census.combinations)):
        order = _moved(census, number, place)
        counts = census.counts(order)
        against = [
            other
            for at, other in enumerate(order)
            if (counts[other] > counts[number] if at < place else counts[other] < counts[number])
        ]
        if not set(against) & set(stays):
            move = Move(place + 1, int(counts[number]))
            found.append((len(against), abs(place - number), place, move))
    return min(found)[-1] if found else None


def _past(census: CombinationSets, number: int, other: int) -> Move:
    """Return what two combinations would count as if one moved past the other."""
    counts = census.counts(_moved(census, number, other))
    return Move(other + 1, int(counts[number]), census.combinations[other], int(counts[other]))


def _moved(census: CombinationSets, number: int, place: int) -> list[int]:
    order = [k for k in range(len(census.combinations)) if k != number]
    order.insert(place, number)
    return order


def _out_of_order(counts: np.ndarray, first: int, second: int) -> bool:
    return bool((counts[first] - counts[second]) * (first - second) < 0)
