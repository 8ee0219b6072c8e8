"""Rulesets written as files: read back, they are the same."""

import tomllib
from dataclasses import replace

from pokersim.rules.deck import Deck
from pokersim.rules.loader import catalogue, load_ruleset, parse_ruleset, shipped_names
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.rules.writer import ruleset_toml
from support.decks import DECKS, playing


def read_back(ruleset: Ruleset) -> Ruleset:
    """Read what is written of a ruleset."""
    return parse_ruleset(ruleset_toml(ruleset), "written.toml", ruleset.name)


def test_a_shipped_ruleset_is_read_back_the_same() -> None:
    for name in shipped_names():
        ruleset = load_ruleset(name)
        assert read_back(ruleset) == ruleset
        assert "[combination" not in ruleset_toml(ruleset), name


def test_every_deck_is_read_back_the_same() -> None:
    for deck in DECKS.values():
        ruleset = playing("skeet", deck)
        assert read_back(ruleset) == ruleset


def test_every_combination_is_read_back_the_same_under_a_name_of_its_own() -> None:
    for name, combination in catalogue().items():
        own = replace(combination, id=f"own-{name}")
        ruleset = replace(load_ruleset("standard"), ranking=(own, catalogue()["high-card"]))
        assert read_back(ruleset) == ruleset


def test_a_combination_changed_under_the_name_of_the_catalogue_is_written_out() -> None:
    changed = replace(catalogue()["blaze"], tie_break="cards")
    ruleset = replace(load_ruleset("standard"), ranking=(changed, catalogue()["high-card"]))
    table = tomllib.loads(ruleset_toml(ruleset))
    assert table["combination"]["blaze"]["tie-break"] == "cards"


def test_any_text_is_read_back_the_same() -> None:
    odd = 'A "quote", a \\ and \x7f, \t\n Ж'
    own = Combination("odd", {"en": (odd, "other")}, catalogue()["blaze"].pattern, source=odd)
    ruleset = Ruleset(
        "mine", {"en": odd, "ru": odd}, (own, catalogue()["high-card"]), Deck(), odd, odd
    )
    assert read_back(ruleset) == ruleset


def test_a_comment_stands_on_top() -> None:
    text = ruleset_toml(load_ruleset("standard"), "one\ntwo")
    assert text.startswith("# one\n# two\nen = ")
