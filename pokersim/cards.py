"""How cards are written: text to card ids and back, and what to say about a mistake.

A card id is ``4 * rank + suit`` as ``uint8``: rank 0 is the deuce and 12 the ace, the suits
are clubs, diamonds, hearts, spades.  Jokers are 52 to 55, a card nobody has seen is 255.
This module knows the notation and nothing of what a hand is worth.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokersim.constants import FIRST_JOKER, MAX_JOKERS, N_CARDS, N_SUITS
from pokersim.errors import CardSyntaxError, HandError, TextError
from pokersim.language import N_, _, ngettext

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = 255

Cards = TypeVar("Cards", int, np.ndarray)

MAX_HAND = 2 * len(SUITS)
"""Cards of the largest hand: what two of each suit give a hand written without suits."""


def card_id(rank: int, suit: int) -> int:
    """Return the id of a card: ranks count from the deuce, 0, suits are clubs 0 to spades 3."""
    return N_SUITS * rank + suit


def rank_of(card: Cards) -> Cards:
    """Return the rank of a natural card, or of each card of an array.

    >>> rank_of(46), suit_of(46)
    (11, 2)
    """
    return card // N_SUITS


def suit_of(card: Cards) -> Cards:
    """Return the suit of a natural card, or of each card of an array."""
    return card % N_SUITS


_RANK_OF = {"10": RANKS.index("T")} | {
    sign: RANKS.index(letter)
    for upper, letter in zip(RANKS + "АКДВ", RANKS + "AKQJ", strict=True)  # the latter Cyrillic
    for sign in (upper, upper.lower())
}
_SUIT_OF = {
    sign: suit for suit, signs in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for sign in signs
}
_TEXT_OF = (
    {card_id(rank, suit): r + s for rank, r in enumerate(RANKS) for suit, s in enumerate(SUITS)}
    | {FIRST_JOKER + i: "Jo" for i in range(MAX_JOKERS)}
    | {UNKNOWN: "?"}
)

# Upper and lower case are spelled out: with re.IGNORECASE the Kelvin sign would be a king.
_RANK = f"(?P<rank>10|[{''.join(_RANK_OF).replace('10', '')}])"
_SUIT = f"(?P<suit>[{''.join(_SUIT_OF)}])[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]?"
# Blanks, commas and hyphens; then what looks like nothing (zero width space, byte order mark),
# and the soft hyphen, the dashes and the minus sign, which all look like a hyphen.
_SEPARATOR = r"[\s,\-\u200b\ufeff\u00ad\u2010-\u2015\u2212]"
_SEPARATORS = re.compile(f"{_SEPARATOR}*")
_PIECE = re.compile(rf"(?P<joker>[Jj][Oo](?:[Kk][Ee][Rr])?)|(?P<unknown>\?)|{_RANK}(?:{_SUIT})?")
_SUIT_FIRST = re.compile(rf"{_SUIT}(?:{_RANK}|(?!\w))")
_NUMBER = re.compile(f"(?P<number>1[1-4](?![0-9])|[01])(?:{_SUIT})?")
_LONGEST_QUOTE = 20
_WORD = re.compile(f"(?:(?!{_RANK}{_SUIT}|{_SEPARATOR}).){{1,{_LONGEST_QUOTE}}}")

_A_CARD = N_("a card is a rank (2-9 T J Q K A) followed by a suit (c d h s)")
_A_RANK = N_("a rank is one of 2-9 T J Q K A, or 10")
_BETWEEN_CARDS = N_("write blanks, commas or hyphens between cards, or nothing at all")
_WAY_OUT_OF_NUMBER = {
    "0": N_("write T or 10 for the ten"),
    "1": N_("write A for the ace"),
    "11": N_("write J for the jack"),
    "12": N_("write Q for the queen"),
    "13": N_("write K for the king"),
    "14": N_("write A for the ace"),
}
_TEN_OR_ACE = (
    N_("{letter!r} is a Cyrillic letter that looks like the ten and means the ace"),
    N_("write T or 10 for the ten, A for the ace"),
)
_CLUB = (
    N_("{letter!r} is a Cyrillic letter that looks like the club"),
    N_("write the c of the Latin alphabet, or ♣"),
)
_REFUSED = dict.fromkeys("\u0422\u0442", _TEN_OR_ACE) | dict.fromkeys("\u0421\u0441", _CLUB)
# Not read, because a text with one of these was hardly meant that way; but told what to write:
# Greek Alpha, Kappa, Tau; Cyrillic Je, O, Dze, Komi De, Shha; the heart of a telephone.
_LOOK_ALIKES = str.maketrans(
    "\u0391\u039a\u03a4\u0408\u0458\u041e\u043e\u0405\u0455\u0501\u04bb\u2764", "AKTJjOoSsdh♥"
)


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The cards of one hand, and whether the text said which suits they are.

    Parameters
    ----------
    cards
        ``uint8[size]``, card ids in the order written.
    assumed_suits
        The text named ranks alone, and the suits are made up: at most two of each.
    """

    cards: NDArray[np.uint8]
    assumed_suits: bool


def parse_cards(text: str) -> NDArray[np.uint8]:
    """Read cards written like ``"AsKd"``, ``"As Kd"`` or ``"A♠, 10♦"``.

    Parameters
    ----------
    text
        A rank and a suit for each card, in any case; blanks, commas, hyphens or nothing
        between.  ``Jo`` or ``Joker`` is a joker (the second one another), ``?`` an unknown card.

    Returns
    -------
    uint8[n]
        Card ids in the order written.

    Raises
    ------
    CardSyntaxError
        Something is not a card, or a card appears twice, or there is none.

    Examples
    --------
    >>> parse_cards("kh,10d Jo ?").tolist()
    [46, 33, 52, 255]
    >>> parse_cards("AsKdAq")
    Traceback (most recent call last):
    pokersim.errors.CardSyntaxError: 'Aq' is not a card
        AsKdAq
            ^^
      a card is a rank (2-9 T J Q K A) followed by a suit (c d h s)
    """
    cards = []
    for piece in _without_repeats(text, _pieces(text)):
        if piece.bare:
            raise _not_a_card(text, piece.start)
        cards.append(piece.card)
    return np.array(cards, dtype=np.uint8)


def read_hand(text: str, size: int = 5, *, jokers: int = 0) -> Hand:
    """Read one hand, with suits or as books print it, by ranks alone.

    A hand of ranks alone is read as of mixed suits: at most two cards of each, so it is
    never four to a flush, and always the same suits for the same ranks in any order.

    Parameters
    ----------
    text
        The cards as :func:`parse_cards` reads them, or a rank for each card.
    size
        Cards in the hand, 1 to 8.
    jokers
        Jokers in the deck.

    Returns
    -------
    Hand
        The cards in the order written, and whether their suits are assumed.

    Raises
    ------
    CardSyntaxError
        Something is not a card, a card appears twice, or only some cards have a suit.
    HandError
        A wrong number of cards, five of a rank, an unknown card, or a joker too many.

    Examples
    --------
    >>> hand = read_hand("K-J-10-9-8")
    >>> card_text(hand.cards), hand.assumed_suits
    ('Ks Jh Td 9c 8s', True)
    >>> read_hand("Kh Jh Th 9h")
    Traceback (most recent call last):
    pokersim.errors.HandError: 4 cards, but a hand has 5
        Kh Jh Th 9h
                 ^^
      write 1 more
    """
    if not 1 <= size <= MAX_HAND:
        raise ValueError(f"size is {size}, not 1 to {MAX_HAND}")
    pieces = list(_of_one_hand(text, jokers, _without_repeats(text, _pieces(text))))
    if len(pieces) != size:
        raise _wrong_number(text, pieces, size)
    cards = np.array([piece.card for piece in pieces], dtype=np.uint8)
    assumed_suits = any(piece.bare for piece in pieces)
    return Hand(_with_mixed_suits(cards) if assumed_suits else cards, assumed_suits)


def parse_rank(text: str) -> int:
    """Read one rank: ``"T"``, ``"10"``, ``"a"``.

    Parameters
    ----------
    text
        The rank and nothing else, in any case.

    Returns
    -------
    int
        0 for the deuce to 12 for the ace.

    Raises
    ------
    CardSyntaxError
        The text is not a rank.

    Examples
    --------
    >>> parse_rank("2"), parse_rank("10"), parse_rank("a")
    (0, 8, 12)
    """
    if text in _RANK_OF:
        return _RANK_OF[text]
    if text in _REFUSED:
        raise _refused(text, 0)
    problem = _("{text!r} is not a rank").format(text=text[:_LONGEST_QUOTE])
    way_out = _(_WAY_OUT_OF_NUMBER.get(text, _A_RANK))
    raise CardSyntaxError(problem if text else _("no rank"), text, 0, len(text), way_out)


def card_text(cards: ArrayLike) -> str:
    """Write cards in the order given.

    Parameters
    ----------
    cards
        ``uint8[n]`` card ids.

    Returns
    -------
    str
        Two characters for each card, ``Jo`` for a joker, ``?`` for an unknown card.

    Raises
    ------
    KeyError
        A number that is no card id.

    Examples
    --------
    >>> card_text([46, 33, 52, 255])
    'Kh Td Jo ?'
    """
    return " ".join(_TEXT_OF[int(card)] for card in np.asarray(cards))


def hand_text(cards: ArrayLike) -> str:
    """Write cards in canonical order: one text for one hand.

    Parameters
    ----------
    cards
        ``uint8[n]`` card ids.

    Returns
    -------
    str
        As :func:`card_text` of the cards in the order of :func:`canonical`.

    Examples
    --------
    >>> hand_text(parse_cards("8c Jo Td Jd 9s Kh"))
    'Kh Jd Td 9s 8c Jo'
    """
    return card_text(canonical(cards))


def canonical(cards: ArrayLike) -> NDArray[np.uint8]:
    """Sort the cards of each hand: rank descending, then spades, hearts, diamonds, clubs.

    Parameters
    ----------
    cards
        ``uint8[..., n]`` card ids, hands along the last axis.

    Returns
    -------
    uint8[..., n]
        A new array; jokers stand behind the other cards, unknown cards behind the jokers.

    Examples
    --------
    >>> canonical([[0, 52, 3], [48, 255, 51]]).tolist()
    [[3, 0, 52], [51, 48, 255]]
    """
    return _mirror(np.sort(_mirror(np.asarray(cards, dtype=np.uint8)), axis=-1))


def rank_text(rank: int) -> str:
    """Write one rank, 0 to 12, as one character.

    >>> rank_text(8)
    'T'
    """
    return RANKS[rank]


def ranks_text(ranks: Iterable[int]) -> str:
    """Write ranks with hyphens between, in the order given.

    >>> ranks_text([11, 9, 8, 7, 6])
    'K-J-T-9-8'
    """
    return "-".join(rank_text(rank) for rank in ranks)


def _mirror(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn the 52 cards upside down and leave the rest; doing it twice changes nothing."""
    return np.where(cards < N_CARDS, N_CARDS - 1 - cards, cards)


def _with_mixed_suits(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give suits to a hand that has only clubs and jokers.

    Suits go round spades, hearts, diamonds, clubs from the highest rank down.  Equal ranks
    stand side by side and are at most four, so they differ; eight cards are two of each suit.
    """
    mixed = cards.copy()
    for place, i in enumerate(np.argsort(_mirror(cards), kind="stable")):
        if cards[i] < N_CARDS:
            mixed[i] += len(SUITS) - 1 - place % len(SUITS)
    return mixed


class _Piece(NamedTuple):
    """One card as it stands in a text; ``bare`` is a rank alone, and then ``card`` its club."""

    start: int
    written: str
    card: int
    bare: bool

    @property
    def end(self) -> int:
        return self.start + len(self.written)

    @property
    def place(self) -> tuple[int, int]:
        """Start and length, as errors take them."""
        return self.start, len(self.written)


def _pieces(text: str) -> Iterator[_Piece]:
    """Cut a text into cards, one at a time: a long text costs no more than what is read of it."""
    place = suitless = _end_of_separators(text, 0)
    if place == len(text):
        raise CardSyntaxError(_("no cards"), text, 0, 1, _(_A_CARD))
    while place < len(text):
        match = _PIECE.match(text, place)
        if match is None:
            # What stands right behind a rank was to be its suit: 'Ax' is the piece, not 'x'.
            raise _not_a_card(text, suitless if _is_letter(text[place]) else place)
        piece = _piece(match)
        yield piece
        place = _end_of_separators(text, piece.end)
        suitless = piece.start if piece.bare and place == piece.end else place


def _end_of_separators(text: str, start: int) -> int:
    match = _SEPARATORS.match(text, start)
    return match.end() if match else start


def _piece(match: re.Match[str]) -> _Piece:
    if match["joker"]:
        card = FIRST_JOKER
    elif match["unknown"]:
        card = UNKNOWN
    else:
        card = card_id(_RANK_OF[match["rank"]], _SUIT_OF.get(match["suit"], 0))
    bare = match["rank"] is not None and match["suit"] is None
    return _Piece(match.start(), match[0], card, bare)


def _without_repeats(text: str, pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Give jokers their numbers; refuse more of a kind than a deck has, so any text ends soon."""
    counts: Counter[tuple[int, bool]] = Counter()
    for piece in pieces:
        kind = (piece.card, piece.bare)
        counts[kind] += 1
        if counts[kind] > _most_in_a_deck(piece):
            raise _once_too_often(text, piece)
        yield piece._replace(card=piece.card + counts[kind] - 1) if _is_joker(piece) else piece


def _is_joker(piece: _Piece) -> bool:
    return FIRST_JOKER <= piece.card < FIRST_JOKER + MAX_JOKERS


def _most_in_a_deck(piece: _Piece) -> int:
    if piece.bare:
        return len(SUITS)
    if piece.card == UNKNOWN:
        return N_CARDS + MAX_JOKERS
    return MAX_JOKERS if _is_joker(piece) else 1


def _of_one_hand(text: str, jokers: int, pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Refuse what may stand in a text but not in a hand; a joker goes with suits and without."""
    first = None
    for piece in pieces:
        if piece.card == UNKNOWN:
            way_out = _("write which card it is; a joker is Jo")
            raise HandError(_("unknown card '?' can't be ranked here"), text, *piece.place, way_out)
        if piece.card - FIRST_JOKER >= jokers:
            raise _one_joker_too_many(text, piece, jokers)
        if not _is_joker(piece):
            first = first or piece
            if piece.bare != first.bare:
                raise _half_with_suits(text, piece)
        yield piece


def _one_joker_too_many(text: str, piece: _Piece, jokers: int) -> HandError:
    problem = _("{card!r} is one too many: the deck has no joker")
    if jokers:
        problem = ngettext(
            "{card!r} is one too many: the deck has {n} joker",
            "{card!r} is one too many: the deck has {n} jokers",
            jokers,
        )
    way_out = _("write another card, or put it in the deck: --jokers {n}").format(n=jokers + 1)
    problem = problem.format(card=piece.written, n=jokers)
    return HandError(problem, text, *piece.place, way_out)


def _once_too_often(text: str, piece: _Piece) -> TextError:
    most = _most_in_a_deck(piece)
    card = _TEXT_OF[piece.card]
    same = piece.bare or piece.written == card
    name = repr(piece.written) if same else f"{piece.written!r} ({card})"
    problem = _("{card} appears twice, but a deck has only one")
    if most > 1:
        problem = _("{card} appears {n} times, but a deck has only {most}")
    error = HandError if piece.bare else CardSyntaxError
    problem = problem.format(card=name, n=most + 1, most=most)
    return error(problem, text, *piece.place, _("write another card, or leave it out"))


def _half_with_suits(text: str, piece: _Piece) -> CardSyntaxError:
    if piece.bare and _is_letter(text[piece.end : piece.end + 1]):
        return _not_a_card(text, piece.start)
    problem = _("{card!r} has a suit, the cards before it have none")
    if piece.bare:
        problem = _("{card!r} has no suit, the cards before it have one")
    way_out = _("write a suit with every card, or with none")
    return CardSyntaxError(problem.format(card=piece.written), text, *piece.place, way_out)


def _wrong_number(text: str, pieces: list[_Piece], size: int) -> HandError:
    """Point at the surplus cards, or at the last card when some are missing."""
    n, surplus = len(pieces), len(pieces) - size
    start, end = pieces[size if surplus > 0 else -1].start, pieces[-1].end
    problem = ngettext("{n} card, but a hand has {size}", "{n} cards, but a hand has {size}", n)
    way_out = _("write {n} more")
    if surplus > 0:
        way_out = ngettext("leave {n} card out", "leave {n} cards out", surplus)
    problem, way_out = problem.format(n=n, size=size), way_out.format(n=abs(surplus))
    return HandError(problem, text, start, end - start, way_out)


def _not_a_card(text: str, start: int) -> CardSyntaxError:
    """Say what is wrong with the piece of text that starts here, and what was probably meant."""
    bare_rank = _PIECE.match(text, start)
    behind_rank = bare_rank.end() if bare_rank else start
    if text[behind_rank : behind_rank + 1] in _REFUSED:
        return _refused(text, behind_rank)
    if meant := _meant(text, start):
        return meant
    if bare_rank:
        return _rank_without_suit(text, start, behind_rank)
    if number := _NUMBER.match(text, start):
        return _bad_piece(text, start, number.end(), _(_WAY_OUT_OF_NUMBER[number["number"]]))
    if suit := _SUIT_FIRST.match(text, start):
        card = card_id(_RANK_OF[suit["rank"] or "K"], _SUIT_OF[suit["suit"]])
        way_out = _("write the rank first, then its suit, like {card}").format(card=_TEXT_OF[card])
        return _bad_piece(text, start, suit.end(), way_out)
    if not _is_letter(text[start]):
        return _bad_piece(text, start, start + 1, _(_BETWEEN_CARDS))
    word = _WORD.match(text, start)
    return _bad_piece(text, start, word.end() if word else start + 1, _(_A_CARD))


def _rank_without_suit(text: str, start: int, end: int) -> CardSyntaxError:
    if _is_letter(text[end : end + 1]):
        length = len("10") if text.startswith("10", end) else 1
        return _bad_piece(text, start, end + length, _(_A_CARD))
    rank = text[start:end]
    way_out = _("write the suit right after the rank, like {rank}h").format(
        rank=rank_text(_RANK_OF[rank])
    )
    problem = _("{rank!r} has no suit")
    return CardSyntaxError(problem.format(rank=rank), text, start, end - start, way_out)


def _meant(text: str, start: int) -> CardSyntaxError | None:
    """Recognise fullwidth and other fancy forms, and letters of other alphabets."""
    for length in (len("Joker"), len("10h"), len("Th"), len("T")):
        written = text[start : start + length]
        plain = unicodedata.normalize("NFKC", written).translate(_LOOK_ALIKES)
        match = _PIECE.fullmatch(plain)
        if match and plain != written:
            piece = _piece(match)
            card = rank_text(rank_of(piece.card)) if piece.bare else _TEXT_OF[piece.card]
            way_out = _("write {card}, in plain Latin letters and digits").format(card=card)
            return _bad_piece(text, start, start + len(written), way_out)
    return None


def _bad_piece(text: str, start: int, end: int, way_out: str) -> CardSyntaxError:
    problem = _("{text!r} is not a card").format(text=text[start:end])
    return CardSyntaxError(problem, text, start, end - start, way_out)


def _refused(text: str, place: int) -> CardSyntaxError:
    problem, way_out = _REFUSED[text[place]]
    return CardSyntaxError(_(problem).format(letter=text[place]), text, place, 1, _(way_out))


def _is_letter(sign: str) -> bool:
    """Tell letters, digits and pictures, which a suit may be meant by, from punctuation."""
    return sign.isalnum() or (sign != "" and unicodedata.category(sign) == "So")
