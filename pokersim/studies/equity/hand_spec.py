"""What is known of a player's hand, and how it is written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.cards import UNKNOWN, parse_cards
from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.hand_range import is_hand_range

_WITH_DISCARDS = re.compile(r"(?P<held>[^()/]*)(?:\((?P<thrown>[^()/]*)\)|/(?P<away>[^()/]*))")


@dataclass(frozen=True)
class HandSpec:
    """What is known of a player's hand.

    Attributes
    ----------
    text
        As it was written.
    cards
        Ids of the cards he holds.
    discards
        Ids of the cards he throws, which nobody gets.
    kind
        The kind of hands his is, or empty.
    """

    text: str
    cards: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    kind: str = ""


def read_hand_spec(text: str, ranking: Ranking) -> HandSpec:
    """Read a player's hand.

    Parameters
    ----------
    text
        Cards, all of a hand or some; ``AhAd(9c6s3c)`` or ``AhAd/9c6s3c`` for cards held and
        thrown; ``any``; or a kind of hands, see :mod:`pokersim.rules.hand_range`.
    ranking
        The ruleset under which kinds mean something.

    Raises
    ------
    InputError, CardSyntaxError
        It is nothing of these.

    Examples
    --------
    >>> from pokersim.rules.compile.compiler import compile_ruleset
    >>> from pokersim.rules.loader import load_ruleset
    >>> standard = compile_ruleset(load_ruleset("standard"))
    >>> read_hand_spec("AhAd(9c6s3c)", standard).discards
    (28, 19, 4)
    """
    text = text.strip()
    if not text:
        raise InputError(_("a hand is empty: write 'any' for an unknown hand"))
    if text.lower() == "any":
        return HandSpec(text)
    if is_hand_range(text, ranking):
        return HandSpec(text, kind=text)
    split = _WITH_DISCARDS.fullmatch(text)
    if split is None and any(mark in text for mark in "()/"):
        problem = _(
            "'{text}': write discarded cards after those held, like AhAd(9c6s3c) or AhAd/9c6s3c"
        )
        raise InputError(problem.format(text=text))
    if split is None:
        return HandSpec(text, read_cards(text))
    if split["held"].strip().lower() == "any":
        problem = _("'{text}': 'any' is an unknown hand; name the cards that are gone with --dead")
        raise InputError(problem.format(text=text))
    thrown = split["thrown"] or split["away"] or ""
    return HandSpec(text, read_cards(split["held"]), read_cards(thrown))


def read_cards(text: str) -> tuple[int, ...]:
    """Read known cards, or none at all."""
    cards = tuple(int(card) for card in parse_cards(text)) if text.strip() else ()
    if UNKNOWN in cards:
        problem = _("'{text}': omit unknown cards; a whole unknown hand is 'any'")
        raise InputError(problem.format(text=text))
    return cards


def tell_jokers_apart(groups: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Give each joker of groups of cards an id of its own: each was read by itself.

    Raises
    ------
    InputError
        There are more than a deck can have.

    Examples
    --------
    >>> tell_jokers_apart([(52, 0), (52, 53)])
    [(52, 0), (53, 54)]
    """
    n_jokers = sum(card >= FIRST_JOKER for group in groups for card in group)
    if n_jokers > MAX_JOKERS:
        text = _("{n} jokers: a deck has at most {most}")
        raise InputError(text.format(n=n_jokers, most=MAX_JOKERS))
    numbers = iter(range(FIRST_JOKER, FIRST_JOKER + n_jokers))
    return [
        tuple(next(numbers) if card >= FIRST_JOKER else card for card in group) for group in groups
    ]
