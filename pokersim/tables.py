"""What the compiler fills and the kernels read: arrays, and where in them a hand stands.

A *path* is one way to look at a hand, a row of ``values``.  Every hand has the path of its
multiset of ranks; a suit with enough cards adds paths for its ranks.  The strength of a hand is
the maximum over its paths.  Where the paths are does not depend on the rules, so rulesets are
ranked side by side as columns of one array.

    [ multisets ][ state x 8192 masks: five of a suit ][ state x 8192 x 15: four and a fifth ]

A *state* is how many wild cards and bugs a hand has; the fifth card is one of thirteen ranks,
a wild card or a bug.  Where four of a suit are never worse with a higher fifth card, which is so
unless a ruleset ranks them by more than the suit, each of these paths says the best that its
suit makes with that fifth card or a lower one, a wild one, or none: the highest is enough to look
at.  See :func:`pokersim.rules.scatter.in_order_of_fifths`.
"""

from typing import NamedTuple

import numpy as np

from pokersim.packing import N_RANKS, STATE_BITS, STATE_MASK

MAX_STRENGTHS = 65_535
"""Strengths are ``uint16``, and 0 means "no such hand"."""

N_MASKS = 1 << N_RANKS
N_FIFTHS = N_RANKS + 2
WILD_FIFTH, BUG_FIFTH = N_RANKS, N_RANKS + 1

MAX_SPECIALS = 32
"""Special combinations of all rulesets together that groups can tell apart."""

MAX_COMBINATIONS = 63
"""What a hand can be is kept in the bits of one word."""


class RankTables(NamedTuple):
    """Several rulesets as arrays that a kernel can take; a column of ``values`` each.

    Attributes
    ----------
    card_word, card_bit
        ``uint64[56]``: the two words of each card id, see :mod:`pokersim.packing`.
    wild_word, by_hand
        ``uint64``: the word of a card that is wild; ``int64``: what else is wild in each hand,
        an index into :data:`pokersim.rules.deck.BY_HAND`.
    natural
        ``uint64``: the bits of cards that are not wild.
    start
        ``uint64``: what the sum of the words of a hand starts from.
    mixer, mask, row_bits, row_start
        The perfect hash of keys: ``uint64`` each, and ``uint32[rows]``.
    state_row
        ``uint8[64]``: the number of each state, by wild cards and eight times bugs.
    five_suited, four_suited
        ``int64``: where these paths begin; the latter -1 where four of a suit make nothing.
    fifths_in_order
        ``int64``: whether a higher fifth card is never worse, under any of the rulesets.
    best_four
        ``uint16[64, rulesets]``: the most that four of a suit can be worth, by wild cards and
        eight times bugs; 0 where they make nothing.
    values
        ``uint16[paths, rulesets]``: strengths; 0 where a path says nothing.
    category
        ``uint8[strengths + 1, rulesets]``: place in the ranking, 0 the best.
    """

    card_word: np.ndarray
    card_bit: np.ndarray
    wild_word: np.uint64
    by_hand: np.int64
    natural: np.uint64
    start: np.uint64
    mixer: np.uint64
    mask: np.uint64
    row_bits: np.uint64
    row_start: np.ndarray
    state_row: np.ndarray
    five_suited: np.int64
    four_suited: np.int64
    fifths_in_order: np.int64
    best_four: np.ndarray
    values: np.ndarray
    category: np.ndarray


class States(NamedTuple):
    """The states of hands of a size from a deck, numbered.

    Attributes
    ----------
    n_wild, n_bugs
        The most wild cards and bugs that such a hand can have.
    """

    n_wild: int
    n_bugs: int

    @property
    def n(self) -> int:
        """How many states there are."""
        return (self.n_wild + 1) * (self.n_bugs + 1)

    def number(self, n_wild: np.ndarray, n_bugs: np.ndarray) -> np.ndarray:
        """Return ``int64[n]``: the number of each state."""
        return np.asarray(n_wild.astype(np.int64) + (self.n_wild + 1) * n_bugs.astype(np.int64))

    def rows(self) -> np.ndarray:
        """Return ``uint8[64]``: the number of each state, as a packed hand has it."""
        packed = np.arange(STATE_MASK + 1)
        wild, bugs = packed & ((1 << STATE_BITS) - 1), packed >> STATE_BITS
        inside = (wild <= self.n_wild) & (bugs <= self.n_bugs)
        return np.where(inside, self.number(wild, bugs), 0).astype(np.uint8)


class GroupTables(NamedTuple):
    """Which groups a hand belongs to.

    Attributes
    ----------
    special
        ``uint32[paths]``: one bit for each special combination that it can be read as, to be
        collected over all its paths.
    n_orthodox
        ``int64``: how many groups come before those of special combinations.
    share_index
        ``uint8[winners among the members + 1, winners + 1]``: number of the share of the pot
        that so many of so many winners take; equal shares have equal numbers.
    bits_set
        ``uint8[2 ** players]``: how many players a mask names.
    """

    special: np.ndarray
    n_orthodox: np.int64
    share_index: np.ndarray
    bits_set: np.ndarray


class ShowdownCounts(NamedTuple):
    """What a chunk of showdowns adds up to; all ``int64``.

    Attributes
    ----------
    dealt
        ``[rulesets, categories]``: hands dealt, by what they count as.
    winner
        ``[rulesets, categories]``: deals, by what the best hand counts as.
    changed
        ``[rulesets, shares]``: deals won by others than under the base ruleset, by the share of
        the pot that stays with those who win it there.
    group_base
        ``[groups, hands + 1, shares]``: deals in which so many hands of a group took such a
        share of the pot under the base ruleset.
    group_changed
        ``[rulesets, groups, hands + 1, shares, shares]``: of these, the deals with other winners
        than under the base, by the share under the base and under the ruleset.
    """

    dealt: np.ndarray
    winner: np.ndarray
    changed: np.ndarray
    group_base: np.ndarray
    group_changed: np.ndarray


class DrawTables(NamedTuple):
    """What every player throws, looked up by the number of his hand.

    Attributes
    ----------
    holds
        ``uint8[policies, hands]``: one bit a card kept, the lowest card first; see
        :mod:`pokersim.kernels.draw` for the numbers of hands.
    row
        ``int64[rulesets, players]``: the policy of each seat under each ruleset.
    """

    holds: np.ndarray
    row: np.ndarray


class GameCounts(NamedTuple):
    """What a chunk of games without betting adds up to; all ``int64``.

    Attributes
    ----------
    dealt, final
        ``[rulesets, categories]``: hands before and after the draw, by what they count as.
    winner, changed, group_base, group_changed
        As in :class:`ShowdownCounts`, of final hands; groups are of hands dealt.
    seat
        ``[rulesets, players, shares]``: deals of which a seat took such a share, if any.
    """

    dealt: np.ndarray
    final: np.ndarray
    winner: np.ndarray
    changed: np.ndarray
    group_base: np.ndarray
    group_changed: np.ndarray
    seat: np.ndarray


N_LOWEST = N_RANKS + 1
"""What the lowest rank of some cards can be: jokers alone have none, and count as above all."""


class Rows(NamedTuple):
    """Sets of cards that come together.

    Attributes
    ----------
    cards, word, bits
        ``uint64[rows]``: the cards of each set as bits by their number among those that may
        come, and the sums of their words.
    low, times
        ``uint8[rows]``: their lowest rank, and for how many sets alike they stand.
    """

    cards: np.ndarray
    word: np.ndarray
    bits: np.ndarray
    low: np.ndarray
    times: np.ndarray


class Spot(NamedTuple):
    """A point of a game from which cards are still to come, in stages.

    Attributes
    ----------
    cards
        ``uint8[m]``: the cards that may come, ascending.
    hand, bits
        ``uint64[players]``: what each player holds, start word included, and known common cards.
    owner, size
        ``int64[stages]``: who gets the cards of each stage, a player or behind them the board,
        and how many.
    alike
        ``bool[stages]``: whether a stage may be dealt for that of the player before.
    kind
        ``int64[stages]``: the row of ``allowed`` that a sampled hand must be in; 0 if any may be.
    allowed
        ``bool[kinds, strengths + 1]``: which strengths under the first ruleset are of a kind.
    row_from
        ``int64[stages, N_LOWEST + 1]``: the rows of a stage whose lowest rank is at least so
        high; a stage without rows has any cards that are left.
    rows
        The sets of cards that come together in a stage, in order of the lowest card.
    """

    cards: np.ndarray
    hand: np.ndarray
    bits: np.ndarray
    owner: np.ndarray
    size: np.ndarray
    alike: np.ndarray
    kind: np.ndarray
    allowed: np.ndarray
    row_from: np.ndarray
    rows: Rows


class EquityCounts(NamedTuple):
    """What the deals of a spot add up to; ``int64``.

    Attributes
    ----------
    winners
        ``[rulesets, 2 ** players]``: deals, by the set of winners.
    shown
        ``[rulesets, players, categories, 3]``: what each player shows, by how it ends for him:
        lost, split, won alone.
    """

    winners: np.ndarray
    shown: np.ndarray


class Outlook(NamedTuple):
    """What cards promise under a ruleset, for players who decide by shares of hands.

    Attributes
    ----------
    place
        ``int64[56]``: the place of each card id in the ascending deck.
    choose
        ``int64[57 * 6]``: n over k, at ``6 * n + k``.
    first
        ``int64[6]``: where in ``value`` the sets of each number of cards begin.
    value
        ``uint16``: by the number of a set of cards, what it promises.  In a draw game, of five
        cards, the share of the pot that their best hold is worth; in stud, of one to five, how
        many of all final hands theirs beats in the mean.
    share
        ``uint16[6 * 65536]``: by how many cards and value, the share of such sets with more.
    final
        ``uint16[strengths + 1]``: the share of final hands that are better, in a draw game.
    holds
        ``uint8[policies * hands]``: what each draw policy keeps, see
        :mod:`pokersim.kernels.draw`.
    """

    place: np.ndarray
    choose: np.ndarray
    first: np.ndarray
    value: np.ndarray
    share: np.ndarray
    final: np.ndarray
    holds: np.ndarray


class MoneyCounts(NamedTuple):
    """What a chunk of pots played for chips adds up to; all ``int64``.

    Chips won or lost are kept as histograms, not as sums of squares, which could overflow: a
    place for each number of chips, with that for 0 in the middle.

    Attributes
    ----------
    player, policy
        ``[rulesets, players, nets]`` and ``[rulesets, policies, nets]``: pots by what the player
        of a seat, or all players of a policy together, won or lost.
    player_change, policy_change
        The same with ``2 * nets - 1`` places: pots by how much more that is than under the base
        ruleset.
    pot
        ``[rulesets, nets]``: pots by their size when they were won.
    ends
        ``[rulesets, 6]``: hands passed on to the next deal, pots won unshown in each of four
        rounds, and pots shown down.
    stages
        ``[rulesets, 4, categories]``: hands dealt, hands complete with the last round to come,
        hands shown down, and pots won at the showdown, by what they count as.
    chips_won
        ``[rulesets, categories + 1]``: chips won at the showdown by what the winner holds, and
        behind them those won unshown.
    """

    player: np.ndarray
    policy: np.ndarray
    player_change: np.ndarray
    policy_change: np.ndarray
    pot: np.ndarray
    ends: np.ndarray
    stages: np.ndarray
    chips_won: np.ndarray
