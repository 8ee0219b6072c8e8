"""The whole draw policy as a short list of rules: the first that applies is followed.

A list is grown from a rule that applies to every hand.  Each step puts in the rule, and at the
place, that saves most of what the list loses against the policy.  Then each rule in turn is
taken out and the best one put in its stead.  The search looks at some of the hands; what the
list costs is worked out over all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokersim.cards import hand_text
from pokersim.constants import HAND_SIZE
from pokersim.language import LaterText
from pokersim.studies.draw.holds import DrawPolicy
from pokersim.studies.draw.rule_candidates import Hands, RuleCandidate, rule_candidates

MOST_RULES = 16
LEAST_SAVING = 1e-5
"""A rule that saves less of the pot, a hand, is not worth a line."""

PLAINNESS = 0.9
"""What a rule saves counts for so much less with each condition more that it has."""

SWEEPS = 2
SEARCHED = 8
"""Of so many hands the search looks at one."""

SAME = 1e-9
"""Holds whose worth differs by less are as good as each other."""


@dataclass(frozen=True)
class DrawRule:
    """One line of advice.

    Attributes
    ----------
    words
        What to keep, and of which hands.
    kept, thrown
        A hand that follows it, as text.
    share
        Share of all hands that follow it: no rule before it applies.
    agrees
        Share of these of which the policy keeps the same, or what is worth as much.
    cost
        Share of the pot that these lose on average.
    """

    words: LaterText
    kept: str
    thrown: str
    share: float
    agrees: float
    cost: float

    @property
    def text(self) -> str:
        """What to keep, and of which hands, in the language in use."""
        return str(self.words)


@dataclass(frozen=True)
class RuleList:
    """A list of rules, the first of which that applies is followed.

    Attributes
    ----------
    policy, rules
        What it stands for, and the rules in order; the last applies to every hand that is left.
    agrees, cost
        As of one rule, over all hands.
    """

    policy: DrawPolicy
    rules: tuple[DrawRule, ...]
    agrees: float
    cost: float


def find_rule_list(policy: DrawPolicy, most_rules: int = MOST_RULES) -> RuleList:
    """Find a short list of rules that loses little against a policy.

    Parameters
    ----------
    policy
        Of :func:`pokersim.studies.draw.holds.best_policy`; what a list costs is exact in its model.
    most_rules
        Rules at most.
    """
    hands = Hands(policy)
    every = rule_candidates(hands)
    chosen = [every[i] for i in _search(hands, every, most_rules)]
    rule, lost = _follow(chosen, hands.n)
    holds = np.zeros(hands.n, dtype=np.uint8)
    for candidate in reversed(chosen):
        holds[candidate.rows] = candidate.holds
    fits = hands.losses[np.arange(hands.n), holds] < SAME
    rules = []
    for i, candidate in enumerate(chosen):
        own = np.flatnonzero(rule == i)
        weights = hands.weights[own]
        usual = own[np.argmax(weights * fits[own])]
        kept = (holds[usual] >> np.arange(HAND_SIZE) & 1).astype(bool)
        cards = [hand_text(hands.cards[usual][part]) for part in (kept, ~kept)]
        share = float(weights.sum())
        agrees = float(np.average(fits[own], weights=weights))
        cost = float(lost[own].sum()) / share
        rules.append(DrawRule(candidate.words, cards[0], cards[1], share, agrees, cost))
    return RuleList(
        policy, tuple(rules), float(np.average(fits, weights=hands.weights)), float(lost.sum())
    )


def _follow(rules: Sequence[RuleCandidate], n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the rule that each of the hands follows, the first that applies, and what it loses."""
    rule, lost = np.zeros(n, dtype=np.int64), np.zeros(n)
    for i in range(len(rules) - 1, -1, -1):
        rule[rules[i].rows], lost[rules[i].rows] = i, rules[i].losses
    return rule, lost


def _search(hands: Hands, every: Sequence[RuleCandidate], most_rules: int) -> list[int]:
    """Return the candidates of the best list found."""
    some = [_thinned(candidate) for candidate in every]
    search = _Search(some, len(range(0, hands.n, SEARCHED)), most_rules)
    whole = [i for i, candidate in enumerate(every) if len(candidate.rows) == hands.n]
    best = min((search.grown([i]) for i in whole), key=search.cost)
    for _ in range(SWEEPS):
        for i in range(len(best) - 2, -1, -1):
            best = min(search.grown(best[:i] + best[i + 1 :], len(best)), best, key=search.cost)
        best = search.grown(best)
    best = search.sorted(best)
    rule, _ = _follow([every[i] for i in best], hands.n)
    return [best[i] for i in np.unique(rule)]


def _thinned(candidate: RuleCandidate) -> RuleCandidate:
    """Return a candidate that knows only some of the hands."""
    some = candidate.rows % SEARCHED == 0
    return RuleCandidate(
        candidate.family,
        candidate.words,
        candidate.conditions,
        candidate.rows[some] // SEARCHED,
        candidate.holds[some],
        candidate.losses[some] * SEARCHED,
    )


class _Search:
    """Lists of rules, as numbers of candidates, and how they get better."""

    def __init__(self, every: Sequence[RuleCandidate], n: int, most_rules: int) -> None:
        self.every = every
        self.n = n
        self.most_rules = most_rules

    def follow(self, rules: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Return the rule that each hand follows, and what it loses."""
        return _follow([self.every[i] for i in rules], self.n)

    def cost(self, rules: Sequence[int]) -> float:
        """Return the share of the pot that a list loses."""
        return float(self.follow(rules)[1].sum())

    def grown(self, rules: list[int], most_rules: int = 0) -> list[int]:
        """Return a list with rules put in while one is worth it, and the idle ones left out."""
        while len(rules) < (most_rules or self.most_rules):
            saving, place, candidate = self.best_step(rules)
            if saving < LEAST_SAVING:
                break
            rules = [*rules[:place], candidate, *rules[place:]]
            rules = [rules[i] for i in np.unique(self.follow(rules)[0])]
        return rules

    def best_step(self, rules: Sequence[int]) -> tuple[float, int, int]:
        """Return what the best new rule saves, where it goes, and the rule."""
        from pokersim.kernels.draw.rule_savings import sum_savings

        rule, lost = self.follow(rules)
        best = (0.0, 0, 0)
        savings = np.zeros(len(rules))
        for i, candidate in enumerate(self.every):
            sum_savings(candidate.rows, candidate.losses, rule, lost, savings)
            # Put before a rule, it takes hands from that one and from all behind it.
            from_here = np.cumsum(savings[::-1])[::-1] * PLAINNESS**candidate.conditions
            place = int(from_here.argmax())
            if from_here[place] > best[0]:
                best = (float(from_here[place]), place, i)
        return best

    def sorted(self, rules: list[int]) -> list[int]:
        """Return the list in the order of the families as far as that costs nothing."""
        for _ in rules:
            for i in range(len(rules) - 2):
                swapped = [*rules[:i], rules[i + 1], rules[i], *rules[i + 2 :]]
                before, after = (self.every[rules[j]].family for j in (i, i + 1))
                if after < before and self.cost(swapped) <= self.cost(rules) + SAME:
                    rules = swapped
        return rules
