"""Orders of combinations against their own counts: what could stay, and whether any order is fair.

An order *agrees with its own counts* if no combination counts as more hands than one below it.
"""

from dataclasses import dataclass, replace

import numpy as np

from pokersim.rules.ruleset import Ruleset
from pokersim.studies.combination_sets import CombinationSets


@dataclass(frozen=True)
class FairOrder:
    """The order by rarity, if there is one.

    Attributes
    ----------
    order
        Numbers of combinations, the best first; None where no order agrees with its own counts.
    counts
        What each counts as in it, as far as it goes.
    stuck
        Where there is none: the combinations that stand one below the other in the last attempt,
        the lower counting less.
    """

    order: tuple[int, ...] | None
    counts: tuple[int, ...]
    stuck: tuple[int, int] | None = None


def find_fair_order(census: CombinationSets) -> FairOrder:
    """Find an order that agrees with its own counts, the last combination staying the last.

    The rarest comes first, then the rarest of what the hands left over make, and so on; of equals
    the one that stands higher.  If counts shrink on the way, no order at all agrees with its own:

    1. The more stands above a combination, the less it counts as.
    2. So in an order that agrees, each is the rarest of what is left when its turn comes: another
       that counts less now would count no more later, below one that counts more.
    3. Of equals any may be the next.  The others come later and still count as many, so that
       nobody in between has taken a hand of theirs; one that is put before those takes none of
       theirs either.

    Parameters
    ----------
    census
        What hands can be read as.
    """
    last = len(census.combinations) - 1
    order: list[int] = []
    counts: list[int] = []
    is_left = np.ones(len(census.weights), dtype=bool)
    while len(order) <= last:
        hands = census.weights[is_left] @ census.sets[is_left]
        rest = [number for number in range(last) if number not in order] or [last]
        number = min(rest, key=lambda number: int(hands[number]))
        if counts and hands[number] < counts[-1]:
            stuck = order[-1], number
            return FairOrder(None, (*counts, int(hands[number])), stuck)
        order.append(number)
        counts.append(int(hands[number]))
        is_left &= ~census.sets[:, number]
    return FairOrder(tuple(order), tuple(counts))


def fair_ruleset(ruleset: Ruleset, census: CombinationSets, fair: FairOrder) -> Ruleset:
    """Return a ruleset in the order found, without what its deck can't hold.

    Raises
    ------
    ValueError
        No order was found.
    """
    if fair.order is None:
        raise ValueError(f"no order of {ruleset.name!r} agrees with its own counts")
    by_rarity = {"en": "by rarity", "ru": "по редкости"}
    return replace(
        ruleset,
        titles={lang: f"{title}, {by_rarity[lang]}" for lang, title in ruleset.titles.items()},
        ranking=tuple(census.combinations[number] for number in fair.order),
        about=f"The combinations of '{ruleset.name}' in an order that agrees with its own counts.",
    )


def order_that_stays(counts: np.ndarray) -> list[int]:
    """Return the places of the most counts that only grow, the earliest places if there are more.

    >>> order_that_stays(np.array([40, 12, 624, 5, 700]))
    [0, 2, 4]
    """
    best: list[list[int]] = []
    for place in range(len(counts) - 1, -1, -1):
        follows = [chain for chain in best if counts[chain[0]] >= counts[place]]
        best.append([place, *min(follows, key=_longest_first, default=[])])
    return min(best, key=_longest_first)


def _longest_first(chain: list[int]) -> tuple[int, list[int]]:
    return -len(chain), chain
