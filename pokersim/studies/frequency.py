"""How often does each combination come up?  Exact, from the weights of hand classes."""

from dataclasses import dataclass

from pokersim.rules.compiler import Ranking, compile_ruleset
from pokersim.rules.ruleset import Combination, Ruleset


@dataclass(frozen=True)
class Frequency:
    """How often one combination of a ruleset is dealt in five cards.

    Attributes
    ----------
    ruleset, combination
        Where it stands.
    place
        1 for the highest combination of the ruleset.
    hands
        Hands that count as it.
    matching
        Hands that match its pattern, those that count as something higher included.
    total
        All hands of the deck.
    """

    ruleset: Ruleset
    combination: Combination
    place: int
    hands: int
    matching: int
    total: int

    @property
    def probability(self) -> float:
        """Share of all hands that count as it."""
        return self.hands / self.total

    @property
    def one_in(self) -> float | None:
        """One hand in so many counts as it; None if none does."""
        return self.total / self.hands if self.hands else None


def count_frequencies(ruleset: Ruleset) -> list[Frequency]:
    """Count the five-card hands of each combination, best first; exact.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> [(f.combination.id, f.hands) for f in count_frequencies(load_ruleset("standard"))][:2]
    [('straight-flush', 40), ('four-of-a-kind', 624)]
    """
    ranking = compile_ruleset(ruleset)
    hands = hands_by_place(ranking)
    matching = ranking.matching @ ranking.weights
    total = int(ranking.weights.sum())
    return [
        Frequency(ruleset, combination, place + 1, hands[place], int(matching[place]), total)
        for place, combination in enumerate(ranking.ranking)
    ]


def hands_by_place(ranking: Ranking) -> list[int]:
    """Return how many hands count as each combination, best first."""
    places = ranking.category[ranking.strengths]
    return [int(ranking.weights[places == place].sum()) for place in range(len(ranking.ranking))]
