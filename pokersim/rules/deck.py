"""The pack of cards a game is played with, and which of its cards are wild."""

from dataclasses import dataclass, field, replace

import numpy as np

from pokersim.cards import RANKS, SUITS, card_text, hand_text, parse_cards, parse_rank
from pokersim.constants import FIRST_JOKER, MAX_JOKERS, N_RANKS, N_SUITS
from pokersim.errors import CardSyntaxError, InputError, nearest
from pokersim.language import N_, _, in_english, ngettext
from pokersim.rules.compile.classes import mask_of

_PACKS = {"52": RANKS, "36": RANKS[4:], "32": RANKS[5:]}
ACE = N_RANKS - 1

NO_ACE = N_("a bug is an ace, and the deck has none: a joker that is not a bug needs none")

MIN_CARDS = 5
"""The smallest pack from which a hand can be dealt."""

BUGS = ("", "orthodox", "special")
"""What jokers are: wild; an ace or what completes an orthodox straight or flush; or any special."""

BY_HAND = ("", "lowest", "hole")
"""What else is wild in each hand: nothing; its lowest rank; its first card, and their likes."""

NAMED_CARDS = {"one-eyed-jacks": "Js Jh", "suicide-king": "Kh", "deuces": "2c 2d 2h 2s"}
"""Names under which some wild cards are known."""


@dataclass(frozen=True)
class Deck:
    """Which cards there are, and what some of them may stand for.

    Attributes
    ----------
    ranks
        Rank ids, ascending; each in four suits.
    ace_low
        Whether sequences run over the ace below the lowest rank as well.
    jokers, bug
        How many jokers, 0 to 4, and what they are, see :data:`BUGS`.
    wild
        Card ids that are wild.
    by_hand
        What else is wild in each hand, see :data:`BY_HAND`: of the cards that are not wild
        already, the lowest rank of all the cards dealt to it (the ace is high), or the rank of
        its first card, the hole card.
    double_ace_flush
        Whether a wild card may copy a card of a flush.
    natural_first
        Whether of two hands alike the one with fewer wild cards wins.

    Raises
    ------
    InputError
        It has a bug, and no ace.
    """

    ranks: tuple[int, ...] = tuple(range(N_RANKS))
    ace_low: bool = True
    jokers: int = 0
    bug: str = ""
    wild: tuple[int, ...] = field(default=())
    by_hand: str = ""
    double_ace_flush: bool = False
    natural_first: bool = False

    def __post_init__(self) -> None:
        """Refuse a bug where there is no ace for it to be."""
        if self.n_bugs and ACE not in self.ranks:
            raise InputError(_(NO_ACE))

    @property
    def name(self) -> str:
        """The pack and its wild cards in English, as data have it: ``36 + 1 joker``."""
        return in_english(str, self)

    def __str__(self) -> str:
        """Return the pack and its wild cards, ``52``, ``36 + 1 joker``, ``52, 2c 2d 2h 2s wild``.

        What else differs from the default is said as well: ``36, ace high only``.
        """
        text = "".join(RANKS[rank] for rank in self.ranks)
        ranks = "-".join(text) if text.isdigit() and len(text) == 2 else text  # no number of cards
        words = [next((name for name, pack in _PACKS.items() if pack == text), ranks)]
        if self.n_bugs:
            words[0] += ngettext(" + {n} bug", " + {n} bugs", self.jokers).format(n=self.jokers)
        elif self.jokers:
            words[0] += ngettext(" + {n} joker", " + {n} jokers", self.jokers).format(n=self.jokers)
        if self.wild:
            cards = card_text(np.array(self.wild, dtype=np.uint8))
            words.append(_("{cards} wild").format(cards=cards))
        if self.by_hand == "lowest":
            words.append(_("lowest card wild"))
        if self.by_hand == "hole":
            words.append(_("hole card wild"))
        if not self.ace_low and ACE in self.ranks:
            words.append(_("ace high only"))
        if self.has_wild and self.double_ace_flush:
            words.append(_("double-ace flush"))
        if self.has_wild and self.natural_first:
            words.append(_("fewer wild cards win"))
        return ", ".join(words)

    @property
    def line(self) -> tuple[int, ...]:
        """The ranks as sequences run over them, the ace at both ends if it can be low."""
        if self.ace_low and ACE in self.ranks:
            return (ACE, *self.ranks)
        return self.ranks

    @property
    def cards(self) -> np.ndarray:
        """``uint8[n_cards]``: the ids of all cards, ascending, jokers last."""
        ranks = np.array(self.ranks, dtype=np.uint8)
        plain = (ranks[:, None] * len(SUITS) + np.arange(N_SUITS, dtype=np.uint8)).ravel()
        return np.concatenate([plain, np.arange(self.jokers, dtype=np.uint8) + FIRST_JOKER])

    @property
    def n_cards(self) -> int:
        """Cards in the pack, jokers included."""
        return len(self.ranks) * N_SUITS + self.jokers

    @property
    def suit_masks(self) -> tuple[int, ...]:
        """The ranks that are not wild in each suit, bit 0 the deuce."""
        masks = [mask_of(self.ranks)] * N_SUITS
        for card in self.wild:
            masks[card % N_SUITS] &= ~(1 << card // N_SUITS)
        return tuple(masks)

    @property
    def n_wild(self) -> int:
        """Cards that stand for any other."""
        return len(self.wild) + (0 if self.bug else self.jokers)

    @property
    def n_bugs(self) -> int:
        """Jokers that are bugs."""
        return self.jokers if self.bug else 0

    @property
    def most_wild(self) -> int:
        """The most cards of a hand that can stand for any other."""
        return self.n_wild + (N_SUITS if self.by_hand else 0)

    @property
    def has_wild(self) -> bool:
        """Whether any card stands for another."""
        return bool(self.most_wild or self.n_bugs)

    def text_of(self, cards: np.ndarray) -> str:
        """Return a hand as text in the canonical order; a hole card that matters stays first."""
        if self.by_hand == "hole":
            return f"{card_text(cards[:1])} {hand_text(cards[1:])}"
        return hand_text(cards)

    def wild_cards(self, cards: np.ndarray) -> np.ndarray:
        """Return ``bool[n, k]``: which cards of whole hands are wild, jokers apart.

        ``cards`` are ``uint8[n, k]`` ids in the order dealt.
        """
        wild = np.isin(cards, np.array(self.wild, dtype=np.uint8))
        plain = ~wild & (cards < FIRST_JOKER)
        ranks = np.where(plain, cards // N_SUITS, N_RANKS)
        if self.by_hand == "lowest":
            wild |= plain & (ranks == ranks.min(axis=1, keepdims=True))
        if self.by_hand == "hole":
            wild |= plain & (ranks == ranks[:, :1])
        return wild


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
    if text.strip().isdigit() and len(text.strip()) <= len("52"):
        problem = _(
            "'{text}' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'; a joker is "
            "--jokers 1"
        )
        raise InputError(problem.format(text=text))
    try:
        found = [parse_rank(piece) for piece in _pieces(text)]
    except CardSyntaxError as error:
        problem = _("'{text}' is not a deck: 52, 36, 32, or its ranks like '789TJQKA' ({problem})")
        raise InputError(problem.format(text=text, problem=error.problem)) from None
    if len(set(found)) != len(found):
        raise InputError(_("'{text}' is not a deck: a rank is listed twice").format(text=text))
    if len(found) * N_SUITS < MIN_CARDS:
        problem = _("'{text}' is not a deck: a hand of {n} can't be dealt from it")
        raise InputError(problem.format(text=text, n=MIN_CARDS))
    return Deck(tuple(sorted(found)))


def parse_wild(text: str, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Read which cards are wild: ranks, cards or a name, with commas between.

    Parameters
    ----------
    text
        ``2``, ``Js,Jh``, ``one-eyed-jacks``, ``2,Kh``.
    ranks
        The ranks of the deck.

    Examples
    --------
    >>> parse_wild("one-eyed-jacks", tuple(range(13)))
    (38, 39)
    """
    found: set[int] = set()
    for piece in text.replace(",", " ").split():
        try:
            found |= _wild_cards(piece.lower() if piece.lower() in NAMED_CARDS else piece)
        except CardSyntaxError:
            problem = _(
                "'{text}' is not a wild card: a rank ('2'), a card ('Js') or one of {list}{hint}"
            )
            raise InputError(
                problem.format(
                    text=piece, list=", ".join(NAMED_CARDS), hint=nearest(piece, NAMED_CARDS)
                )
            ) from None
    if not found:
        problem = _("no wild card is named: a rank ('2'), a card ('Js') or 'one-eyed-jacks'")
        raise InputError(problem)
    if max(found) >= FIRST_JOKER:
        problem = _("jokers are wild already: --jokers 2 (in a file: jokers = 2) sets how many")
        raise InputError(problem)
    missing = [card for card in found if card // N_SUITS not in ranks]
    if missing:
        cards = card_text(np.array(missing[:1], dtype=np.uint8))
        raise InputError(_("{cards} can't be wild: the deck has no such card").format(cards=cards))
    return tuple(sorted(found))


def _wild_cards(piece: str) -> set[int]:
    if piece in NAMED_CARDS:
        return {int(card) for card in parse_cards(NAMED_CARDS[piece])}
    if piece == "10" or len(piece) == 1:
        return {N_SUITS * parse_rank(piece) + suit for suit in range(N_SUITS)}
    return {int(card) for card in parse_cards(piece)}


def with_wild(deck: Deck, jokers: int | None, bug: str | None, wild: str | None) -> Deck:
    """Return a deck with other wild cards; ``None`` leaves what it has."""
    if jokers is not None:
        if not 0 <= jokers <= MAX_JOKERS:
            text = _("{n} jokers: a deck has 0 to {most}")
            raise InputError(text.format(n=jokers, most=MAX_JOKERS))
        deck = replace(deck, jokers=jokers)
    if bug is not None:
        if jokers == 0:
            raise InputError(_("a bug is a joker, and the deck has none: --jokers 1"))
        deck = replace(deck, bug=bug, jokers=deck.jokers or 1)
    if wild is not None:
        deck = replace(deck, wild=parse_wild(wild, deck.ranks))
    return deck


def _pieces(text: str) -> list[str]:
    spaced = text.replace("10", "T").replace(",", " ").replace("-", " ").split()
    return [rank for piece in spaced for rank in piece]
