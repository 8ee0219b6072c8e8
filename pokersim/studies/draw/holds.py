"""The draw: what each hold of a hand is worth, and the policy that is best against itself.

The model, which every answer names: the final hands of the opponents are independent draws from
one distribution, that of the final hands of the whole deck when everybody draws by a policy (or
stands pat).  For a hand in particular the distribution is that of the cards not seen.
"""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from pathlib import Path

import numpy as np

from pokersim.cards import card_text, hand_text, parse_cards
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_HOLDS
from pokersim.disk_cache import folder, load_arrays, save_arrays
from pokersim.errors import InputError
from pokersim.language import _, ngettext
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.sources import sources_digest
from pokersim.studies.frequency import tables_of
from pokersim.studies.rank import check_in_deck

MAX_OPPONENTS = 9
AGAINST = ("best", "pat")
"""How opponents draw: by the best policy, or not at all."""

MAX_ROUNDS = 50
SETTLED = 1e-9
"""A policy that can't be beaten by such a share of the pot is best against itself."""


@dataclass(frozen=True)
class DrawPolicy:
    """The best hold of every hand against opponents who hold by it as well.

    Attributes
    ----------
    ruleset, opponents
        What it was worked out for.
    holds
        ``uint8[hands]``: by the number of the hand, one bit a card kept, the lowest card first.
    shares
        ``float64[strengths + 1]``: how likely each final strength is when it is followed.
    value
        Expected share of the pot of a player who holds so against the final hands in
        ``shares``, in the model; what it has over ``1 / (opponents + 1)`` is what a best answer
        wins where the policy has not settled.
    rounds, residue
        Rounds until every hold was best against the others', and by how much the final
        distribution still moved in the last one (sum of absolute differences).
    settled
        Whether no other holds win 10^-9 of the pot more; if not, they go round in a circle.
    """

    ruleset: Ruleset
    opponents: int
    holds: np.ndarray
    shares: np.ndarray
    value: float
    rounds: int
    residue: float
    settled: bool


def share_of_pot(shares: np.ndarray, opponents: int) -> np.ndarray:
    """Return ``float64[strengths + 1]``: what each strength wins against independent opponents.

    Parameters
    ----------
    shares
        ``float64[strengths + 1]``: how likely each strength is for each of them.
    opponents
        How many; a pot is split among those who tie.
    """
    below = np.cumsum(shares) - shares
    up_to = below + shares
    # The mean of 1/(ties + 1) is an integral over where among the equals the hand falls:
    # (up_to^(n+1) - below^(n+1)) / ((n + 1) shares), written without the difference, which
    # would lose the digits of rare strengths.
    powers = [up_to**k * below ** (opponents - k) for k in range(opponents + 1)]
    return np.asarray(sum(powers) / (opponents + 1))


@dataclass(frozen=True)
class FinalFrequency:
    """How often a combination is dealt, and how often it is there after the draw.

    Attributes
    ----------
    ruleset, combination
        What is counted.
    dealt, final
        Probabilities of one player's hand; exact, the latter for one who holds by a policy.
    """

    ruleset: Ruleset
    combination: Combination
    dealt: float
    final: float


def final_frequencies(policy: DrawPolicy) -> list[FinalFrequency]:
    """Return how often each combination is there after the draw, best first; exact."""
    ranking = compile_ruleset(policy.ruleset)
    n = len(ranking.ranking)
    dealt = np.bincount(ranking.category[1:], ranking.hands[1:] / ranking.hands.sum(), n)
    final = np.bincount(ranking.category[1:], policy.shares[1:], n)
    return [
        FinalFrequency(policy.ruleset, combination, float(dealt[place]), float(final[place]))
        for place, combination in enumerate(ranking.ranking)
    ]


class Deal:
    """All five-card hands of some cards under a ruleset, numbered."""

    def __init__(self, ranking: Ranking, cards: np.ndarray) -> None:
        from pokersim.kernels.draw.holds import offsets, rank_all

        self.ranking = ranking
        self.cards = cards
        self.n = len(cards)
        self.n_hands = comb(self.n, HAND_SIZE)
        self.strengths = np.zeros(self.n_hands, dtype=np.uint16)
        rank_all(cards, tables_of(ranking.ruleset), self.strengths)
        self.n_subsets = int(offsets(self.n)[-1])

    @cached_property
    def counts(self) -> np.ndarray:
        """``int64[strengths + 1]``: how many hands have each strength."""
        return np.bincount(self.strengths, minlength=self.ranking.n_strengths + 1)

    @cached_property
    def dealt(self) -> np.ndarray:
        """``float64[strengths + 1]``: how likely each strength is dealt."""
        return self.counts / self.n_hands

    @cached_property
    def kinds(self) -> tuple[np.ndarray, np.ndarray]:
        """One hand of each that are alike up to suits, and how likely one of them is dealt."""
        from pokersim.kernels.draw.holds import signatures

        marks = np.zeros(self.n_hands, dtype=np.uint64)
        masks = self.ranking.deck.suit_masks
        group = np.array([masks.index(mask) for mask in masks])
        signatures(self.cards, group, marks)
        _, first, counts = np.unique(marks, return_index=True, return_counts=True)
        return first, counts / self.n_hands

    def sums(self, values: np.ndarray) -> np.ndarray:
        """Return ``float64[subsets]``: values of final strengths summed over supersets."""
        from pokersim.kernels.draw.holds import sum_subsets

        sums = np.zeros(self.n_subsets)
        sum_subsets(self.n, self.strengths, values, sums)
        return sums

    def holds(
        self, sums: np.ndarray, hands: np.ndarray, max_drawn: int = HAND_SIZE
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the best hold of each hand, and what it is worth."""
        from pokersim.kernels.draw.holds import best_holds

        holds, worth = np.zeros(len(hands), dtype=np.uint8), np.zeros(len(hands))
        parts = np.array_split(np.arange(len(hands)), 8)
        with ThreadPoolExecutor() as pool:
            list(
                pool.map(
                    lambda part: best_holds(
                        self.n,
                        sums,
                        hands[part[0] : part[-1] + 1],
                        holds[part[0] : part[-1] + 1],
                        worth[part[0] : part[-1] + 1],
                        max_drawn,
                    ),
                    [part for part in parts if len(part)],
                )
            )
        return holds, worth

    def final(self, hands: np.ndarray, weights: np.ndarray, holds: np.ndarray) -> np.ndarray:
        """Return ``float64[strengths + 1]``: how likely each final strength is."""
        from pokersim.kernels.draw.holds import final_shares

        shares = np.zeros(self.ranking.n_strengths + 1)
        final_shares(self.n, hands, weights, holds, self.strengths, shares)
        return np.maximum(shares, 0)


def stored_policy(
    ruleset: Ruleset, opponents: int = 1, max_drawn: int = HAND_SIZE
) -> DrawPolicy | None:
    """Return the policy kept on disk, if there is one."""
    arrays = load_arrays(_policy_file(ruleset, opponents, max_drawn), _POLICY_ARRAYS)
    if arrays is None:
        return None
    return DrawPolicy(
        ruleset,
        opponents,
        arrays["holds"],
        arrays["shares"],
        float(arrays["value"]),
        int(arrays["rounds"]),
        float(arrays["residue"]),
        bool(arrays["settled"]),
    )


def best_policy(ruleset: Ruleset, opponents: int = 1, max_drawn: int = HAND_SIZE) -> DrawPolicy:
    """Return the policy of :func:`solve_policy`, from disk if it is there."""
    check_drawable(ruleset, opponents)
    policy = stored_policy(ruleset, opponents, max_drawn)
    if policy is None:
        policy = solve_policy(ruleset, opponents, max_drawn)
        arrays = {name: np.asarray(getattr(policy, name)) for name in _POLICY_ARRAYS}
        save_arrays(_policy_file(ruleset, opponents, max_drawn), arrays, small=True)
    return policy


_POLICY_ARRAYS = ("holds", "shares", "value", "rounds", "residue", "settled")


def _policy_file(ruleset: Ruleset, opponents: int, max_drawn: int = HAND_SIZE) -> Path:
    content = f"{ruleset.digest} {opponents} {max_drawn} {sources_digest('studies.draw.holds')}"
    digest = hashlib.sha256(content.encode())
    return folder("policies") / f"{digest.hexdigest()[:24]}.npz"


@lru_cache(maxsize=8)
def solve_policy(ruleset: Ruleset, opponents: int = 1, max_drawn: int = HAND_SIZE) -> DrawPolicy:
    """Find the holds that are best when everybody holds so.

    Round by round every hand gets its best hold against the final hands of the round before,
    until nothing changes.  Nobody throws more than ``max_drawn`` cards.

    Raises
    ------
    InputError
        The ruleset has a wild hole card, or too many opponents for the deck.
    """
    check_drawable(ruleset, opponents)
    deal = Deal(compile_ruleset(ruleset), ruleset.deck.cards)
    hands, weights = deal.kinds
    shares, holds = deal.dealt, np.zeros(0, dtype=np.uint8)
    seen: set[bytes] = set()
    settled, rounds, residue = False, 0, 0.0
    while not settled and rounds < MAX_ROUNDS:
        rounds += 1
        sums = deal.sums(share_of_pot(shares, opponents))
        before, (holds, _) = holds, deal.holds(sums, hands, max_drawn)
        settled = np.array_equal(before, holds)
        after = deal.final(hands, weights, holds)
        residue, shares = float(np.abs(after - shares).sum()), after
        if not settled and holds.tobytes() in seen:
            break
        seen.add(holds.tobytes())
    values = share_of_pot(shares, opponents)
    every = np.arange(deal.n_hands)
    all_holds, worth = deal.holds(deal.sums(values), every, max_drawn)
    value = float(worth.mean())
    # Holds that go round in a circle because they are worth the same are as good as settled.
    settled = settled or value - 1 / (opponents + 1) < SETTLED
    return DrawPolicy(ruleset, opponents, all_holds, shares, value, rounds, residue, settled)


def check_drawable(ruleset: Ruleset, opponents: int) -> None:
    """Refuse what the draw can't be worked out for."""
    if ruleset.deck.by_hand == "hole":
        text = _("'{name}' has a wild hole card: there is none in draw poker")
        raise InputError(text.format(name=ruleset.name))
    most = min(MAX_OPPONENTS, ruleset.deck.n_cards // HAND_SIZE - 1)
    if most < 1:
        text = _("{n} cards are too few for two players to draw")
        raise InputError(text.format(n=ruleset.deck.n_cards))
    if not 1 <= opponents <= most:
        text = _("{n} opponents: the deck is enough for 1 to {most}")
        raise InputError(text.format(n=opponents, most=most))


@dataclass(frozen=True)
class HoldRow:
    """What one hold of a hand is worth.

    Attributes
    ----------
    ruleset, hand, hold, discard, drawn
        The rules, the hand, what is kept and thrown as text, how many cards are drawn.
    opponents, against
        How many, and how they draw: ``best`` or ``pat``.
    equity, stderr, method
        Share of the pot; its standard error, 0 where it is exact, None in a model; and ``model``,
        ``exact`` or ``sampled``.
    outcomes
        In how many ways the cards can come.
    classes
        Combination and in how many of them it is made, best first; exact.
    """

    ruleset: Ruleset
    hand: str
    hold: str
    discard: str
    drawn: int
    opponents: int
    against: str
    equity: float
    outcomes: int
    classes: tuple[tuple[Combination, int], ...]
    method: str = "model"
    stderr: float | None = None

    @property
    def cards(self) -> np.ndarray:
        """``uint8[5]``: the ids of the hand."""
        return parse_cards(self.hand)

    @property
    def kept(self) -> np.ndarray:
        """``uint8[k]``: the ids of what is kept."""
        return parse_cards(self.hold) if self.hold else np.zeros(0, dtype=np.uint8)


def draw_rows(
    cards: np.ndarray,
    ruleset: Ruleset,
    opponents: int = 1,
    against: str = "best",
    dead: Sequence[int] = (),
) -> list[HoldRow]:
    """Return all 32 holds of a hand, best first.

    Parameters
    ----------
    cards
        ``uint8[5]`` ids.
    ruleset
        The rules.
    opponents, against
        How many, and whether they draw by the best policy (``best``) or not at all (``pat``).
    dead
        Ids of other cards known to be gone.
    """
    from pokersim.kernels.draw.holds import count_draws

    live = unseen_cards(cards, ruleset, opponents, dead)
    if against not in AGAINST:
        text = _("opponents can't draw by '{name}'; one of {list}")
        raise InputError(text.format(name=against, list=", ".join(AGAINST)))
    ranking = compile_ruleset(ruleset)
    deal = Deal(ranking, live)
    values = share_of_pot(_final_shares(deal, opponents, against), opponents)
    rows = []
    for hold in range(N_HOLDS):
        kept = np.array([hold >> j & 1 for j in range(HAND_SIZE)], dtype=bool)
        drawn = HAND_SIZE - int(kept.sum())
        if drawn == HAND_SIZE:
            counts = deal.counts
        else:
            counts = np.zeros(ranking.n_strengths + 1, dtype=np.int64)
            count_draws(cards[kept], live, drawn, tables_of(ruleset), counts)
        made = np.bincount(ranking.category[1:], counts[1:], len(ranking.ranking)).astype(int)
        rows.append(
            HoldRow(
                ruleset=ruleset,
                hand=hand_text(cards),
                hold=hand_text(cards[kept]) if kept.any() else "",
                discard=hand_text(cards[~kept]) if drawn else "",
                drawn=drawn,
                opponents=opponents,
                against=against,
                equity=float(counts @ values) / int(counts.sum()),
                outcomes=int(counts.sum()),
                classes=tuple((c, int(n)) for c, n in zip(ranking.ranking, made, strict=True) if n),
            )
        )
    # What is worth the same must not be put in order by the last digit of a float.
    return sorted(rows, key=lambda row: (-round(row.equity, 11), row.drawn))


def unseen_cards(
    cards: np.ndarray, ruleset: Ruleset, opponents: int = 1, dead: Sequence[int] = ()
) -> np.ndarray:
    """Return ``uint8[n]``: the cards of the deck that can be drawn.

    Parameters
    ----------
    cards, ruleset, opponents, dead
        As for :func:`draw_rows`.

    Raises
    ------
    InputError, HandError
        No hand of the deck, dead cards that can't be, or too few cards left.
    """
    check_drawable(ruleset, opponents)
    if len(cards) != HAND_SIZE:
        n = len(cards)
        text = ngettext("{n} card, but a hand has {size}", "{n} cards, but a hand has {size}", n)
        raise InputError(text.format(n=n, size=HAND_SIZE))
    check_in_deck(cards, ruleset)
    twice = [card for card in dead if card in cards or list(dead).count(card) > 1]
    if twice:
        text = card_text(np.array(twice[:1], dtype=np.uint8))
        raise InputError(_("{cards} can't be in two places").format(cards=text))
    missing = [card for card in dead if card not in ruleset.deck.cards]
    if missing:
        text = card_text(np.array(missing[:1], dtype=np.uint8))
        problem = _("the deck of '{ruleset}' ({deck}) has no {cards} to be dead")
        if missing[0] >= FIRST_JOKER and ruleset.deck.jokers:
            problem = _("the deck of '{ruleset}' ({deck}) has no other {cards} to be dead")
        raise InputError(problem.format(ruleset=ruleset.name, deck=ruleset.deck, cards=text))
    live = ruleset.deck.cards[~np.isin(ruleset.deck.cards, [*cards, *dead])]
    # Their hands; and with one opponent as many again, for those who throw all five.
    needed = HAND_SIZE * max(opponents, 2)
    if len(live) < needed:
        problem = ngettext(
            "{n_left} cards are left: not enough for {n} opponent, who needs {needed}",
            "{n_left} cards are left: not enough for {n} opponents, who need {needed}",
            opponents,
        )
        raise InputError(problem.format(n_left=len(live), n=opponents, needed=needed))
    return live.astype(np.uint8)


def _final_shares(deal: Deal, opponents: int, against: str) -> np.ndarray:
    """Return how likely an opponent's final strengths are, his cards coming from a deal's."""
    if against == "pat":
        return deal.dealt
    every = np.arange(deal.n_hands)
    weights = np.full(deal.n_hands, 1 / deal.n_hands)
    policy = best_policy(deal.ranking.ruleset, opponents)
    return deal.final(every, weights, policy_holds(policy, deal.cards))


def policy_holds(policy: DrawPolicy, cards: np.ndarray) -> np.ndarray:
    """Return ``uint8[hands]``: what a policy holds of every hand of some cards of its deck.

    ``cards`` are ``uint8[m]`` ids, ascending.
    """
    from pokersim.kernels.draw.holds import numbers_in

    where = np.searchsorted(policy.ruleset.deck.cards, cards)
    numbers = np.zeros(comb(len(cards), HAND_SIZE), dtype=np.int64)
    numbers_in(where, numbers)
    return policy.holds[numbers]


def hold_of(policy: DrawPolicy, cards: np.ndarray) -> str:
    """Return the cards that the policy keeps of a hand ``uint8[5]``, as text."""
    place = {int(card): i for i, card in enumerate(policy.ruleset.deck.cards)}
    order = np.sort([place[int(card)] for card in cards])
    number = sum(comb(int(card), k) for k, card in enumerate(order, start=1))
    kept = [int(card) for j, card in enumerate(order) if policy.holds[number] >> j & 1]
    return card_text(policy.ruleset.deck.cards[kept][::-1])
