"""The pack of cards a game is played with."""

from dataclasses import dataclass

import numpy as np

from pokersim.cards import RANKS, SUITS, parse_rank
from pokersim.errors import CardSyntaxError, InputError
from pokersim.rules.classes import N_SUITS, mask_of

_PACKS = {"52": RANKS, "36": RANKS[4:], "32": RANKS[5:]}

MIN_RANKS = 2
"""Two ranks are eight cards: the smallest pack from which a hand can be dealt at all."""


@dataclass(frozen=True)
class Deck:
    """Which cards there are: some ranks, each in four suits.

    Attributes
    ----------
    ranks
        Rank ids, ascending.
    """

    ranks: tuple[int, ...] = tuple(range(len(RANKS)))

    @property
    def name(self) -> str:
        """``52``, ``36``, ``32``, or the ranks themselves, as :func:`parse_deck` reads them."""
        text = "".join(RANKS[rank] for rank in self.ranks)
        ranks = "-".join(text) if text in _PACKS else text  # the deck of threes and sixes
        return next((name for name, pack in _PACKS.items() if pack == text), ranks)

    @property
    def cards(self) -> np.ndarray:
        """``uint8[4 * ranks]``: the ids of all cards, ascending."""
        ranks = np.array(self.ranks, dtype=np.uint8)
        return (ranks[:, None] * len(SUITS) + np.arange(N_SUITS, dtype=np.uint8)).ravel()

    @property
    def n_cards(self) -> int:
        """Cards in the pack."""
        return len(self.ranks) * N_SUITS

    @property
    def suit_masks(self) -> tuple[int, ...]:
        """The ranks of each suit, bit 0 the deuce."""
        return (mask_of(self.ranks),) * N_SUITS


def parse_deck(text: str) -> Deck:
    """Read ``52``, ``36``, ``32`` or a list of ranks.

    Examples
    --------
    >>> parse_deck("36").n_cards, parse_deck("9-10-J-Q-K-A").n_cards
    (36, 24)
    """
    ranks = _PACKS.get(text.strip())
    if ranks is not None:
        return Deck(tuple(RANKS.index(rank) for rank in ranks))
    try:
        found = [parse_rank(piece) for piece in _pieces(text)]
    except CardSyntaxError as error:
        raise InputError(
            f"'{text}' is not a deck: 52, 36, 32, or its ranks like '789TJQKA' ({error.problem})"
        ) from None
    if len(set(found)) != len(found):
        raise InputError(f"'{text}' is not a deck: a rank is listed twice")
    if len(found) < MIN_RANKS:
        raise InputError(f"'{text}' is not a deck: name at least {MIN_RANKS} ranks")
    return Deck(tuple(sorted(found)))


def _pieces(text: str) -> list[str]:
    spaced = text.replace("10", "T").replace(",", " ").replace("-", " ").split()
    return [rank for piece in spaced for rank in piece]
