"""What every command does with ``-r``: load the rulesets, and tell what the deck leaves out."""

from collections.abc import Sequence
from dataclasses import replace

from pokersim.cards import Hand, hand_text, rank_of
from pokersim.cli.shared.options import DeckChoice
from pokersim.cli.shared.output import message
from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import parse_deck, with_wild
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset


def load_all(names: Sequence[str], choice: DeckChoice | None = None) -> tuple[Ruleset, ...]:
    """Load rulesets by name or path, and play them with another deck where one is asked for.

    Raises
    ------
    InputError, RulesetError
        One of them can't be loaded or played so, or two have the same name.
    """
    rulesets = tuple(_with_deck(load_ruleset(name), choice or DeckChoice()) for name in names)
    seen: set[str] = set()
    for ruleset in rulesets:
        if ruleset.name in seen:
            text = _("ruleset '{name}' is named twice; give one of them a new name")
            raise InputError(text.format(name=ruleset.name))
        seen.add(ruleset.name)
    return rulesets


def load_again(names: Sequence[str], choice: DeckChoice) -> tuple[Ruleset, ...]:
    """Load rulesets as :func:`load_all`; repeated ones get a number after their name.

    Raises
    ------
    InputError, RulesetError
        As there; two of the same name are not the same rules.
    """
    first = dict.fromkeys(names)
    loaded = dict(zip(first, load_all(tuple(first), choice), strict=True))
    return tuple(
        replace(loaded[name], name=f"{loaded[name].name} ({again})") if again > 1 else loaded[name]
        for name, again in ((name, names[: i + 1].count(name)) for i, name in enumerate(names))
    )


def _with_deck(ruleset: Ruleset, choice: DeckChoice) -> Ruleset:
    deck = ruleset.deck
    if choice.deck is not None:
        ranks = parse_deck(choice.deck).ranks
        kept = tuple(card for card in deck.wild if rank_of(card) in ranks)
        bug = "" if choice.jokers == 0 else deck.bug
        deck = replace(deck, ranks=ranks, wild=kept, bug=bug)
    return play_with(ruleset, with_wild(deck, choice.jokers, choice.bug, choice.wild))


def notes_of(rulesets: Sequence[Ruleset]) -> list[str]:
    """Return what compiling has to say: what the deck can't hold, what never counts."""
    return [f"{rules.name}: {note}" for rules in rulesets for note in compile_ruleset(rules).notes]


def tell_of_long_counts(rulesets: Sequence[Ruleset], n_cards: int, quiet: bool) -> None:
    """Say before it starts that counting takes a while: hands of six or seven, a hole card wild."""
    if n_cards > HAND_SIZE and any(rules.deck.by_hand == "hole" for rules in rulesets):
        text = _("Counting all hands of {n} cards, any of them the hole card ...")
        message(text.format(n=n_cards), quiet)


def assumed(texts: Sequence[str], hands: Sequence[Hand]) -> list[str]:
    """Return which hands were written without suits, and how they are read."""
    note = _("'{text}' has no suits and is read as of mixed suits: {hand}")
    return [
        note.format(text=" ".join(text.split()), hand=hand_text(hand.cards))
        for text, hand in zip(texts, hands, strict=True)
        if hand.assumed_suits
    ]
