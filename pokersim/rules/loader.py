"""Finds and reads rules files: the shipped catalogue and rulesets, and a user's own.

The one place that touches the disk for rules.  Both kinds are read by the same code; a
user's ruleset may define combinations of its own in the words of the catalogue.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pokersim.constants import HAND_SIZE, LANGUAGES
from pokersim.errors import InputError, RulesetError, nearest
from pokersim.language import _
from pokersim.rules.compile.classes import HandClasses, hand_classes
from pokersim.rules.deck import Deck
from pokersim.rules.pattern import matches
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.rules.schema import Problems, Reader, parse_toml, read_combination, read_deck, shown
from pokersim.table_layout import MAX_COMBINATIONS

_DATA = files("pokersim.rules") / "data"

DECK_KEYS = (
    "deck",
    "ace-low",
    "jokers",
    "bug",
    "wild",
    "wild-by-hand",
    "double-ace-flush",
    "natural-first",
)
RULESET_KEYS = ("name", *LANGUAGES, "source", "about", *DECK_KEYS, "ranking", "combination")

TOP = "five-of-a-kind"
"""The highest combination wherever a card is wild, unless the ranking places it otherwise."""

LAST = "high-card"
"""Every ranking ends in the combination that every hand makes."""

MAX_BYTES = 1 << 20
"""No rules file is near a megabyte; a larger one is something else."""

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Combination]:
    """Return every shipped combination by id, in the order of the file."""
    problems = Problems()
    text = (_DATA / "combinations.toml").read_text(encoding="utf-8")
    found = _read_combinations(tomllib.loads(text), "", problems, {})
    if problems.lines:
        raise RulesetError("combinations.toml", problems.lines)
    return {name: combination for name, combination in found.items() if combination}


@lru_cache(maxsize=1)
def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets: the standard one, then by name."""
    found = sorted(
        entry.name.removesuffix(".toml")
        for entry in (_DATA / "rulesets").iterdir()
        if entry.name.endswith(".toml")
    )
    return tuple(sorted(found, key=lambda name: name != "standard"))


def load_ruleset(name: str) -> Ruleset:
    """Load a shipped ruleset by name, or a ruleset file by path.

    Parameters
    ----------
    name
        ``cats-and-dogs``, or a path that ends in ``.toml`` or has a folder in it.

    Raises
    ------
    InputError
        There is no such ruleset, or the file can't be read.
    RulesetError
        The file has problems; all of them are named.

    Examples
    --------
    >>> [combination.id for combination in load_ruleset("standard").ranking][-2:]
    ['one-pair', 'high-card']
    """
    if not is_path(name):
        return _shipped(name)
    path = Path(name)
    return parse_ruleset(read_text(path), str(path), path.stem)


def is_path(name: str) -> bool:
    """Whether a name means a file: it ends in .toml or has a folder in it."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def ruleset_text(name: str) -> str:
    """Return the TOML text of a shipped ruleset."""
    if name not in shipped_names():
        hint = nearest(name, shipped_names())
        text = _(
            "there is no ruleset '{name}'{hint}\n"
            "  shipped: {list}\n"
            "  name a file of your own by its path, like ./thursday.toml"
        )
        raise InputError(text.format(name=name, hint=hint, list=", ".join(shipped_names())))
    return (_DATA / "rulesets" / f"{name}.toml").read_text(encoding="utf-8")


@lru_cache
def _shipped(name: str) -> Ruleset:
    return parse_ruleset(ruleset_text(name), name, name)


def parse_ruleset(text: str, origin: str, name: str) -> Ruleset:
    """Read the text of a ruleset file; ``name`` is used where it names itself not."""
    table = parse_toml(text, origin)
    problems = Problems()
    reader = Reader(table, "", problems)
    problems.unknown_keys("", table, RULESET_KEYS)
    deck = read_deck(reader)
    own = _own_combinations(reader, problems, deck)
    name = reader.text("name", name)
    titles = {lang: title for lang in LANGUAGES if (title := reader.text(lang))}
    ruleset = Ruleset(
        name=name,
        titles={"en": name, **titles},
        ranking=_read_ranking(reader, own),
        deck=deck,
        source=reader.text("source"),
        about=reader.text("about"),
    )
    if problems.lines:
        raise RulesetError(origin, problems.lines)
    return play_with(ruleset, ruleset.deck)


def play_with(ruleset: Ruleset, deck: Deck) -> Ruleset:
    """Return a ruleset played with another deck.

    Wild cards put five of a kind on top, where the ranking does not place it; without them
    nobody can have it, and it goes from there.

    >>> from pokersim.rules.deck import Deck
    >>> play_with(load_ruleset("standard"), Deck(jokers=1)).ranking[0].id
    'five-of-a-kind'
    """
    ranking = ruleset.ranking
    if deck.has_wild and all(combination.id != TOP for combination in ranking):
        ranking = (catalogue()[TOP], *ranking)
    if ruleset.deck.has_wild and not deck.has_wild and ranking[0].id == TOP:
        ranking = ranking[1:]
    return replace(ruleset, deck=deck, ranking=ranking)


def _own_combinations(
    reader: Reader, problems: Problems, deck: Deck
) -> dict[str, Combination | None]:
    """Read a file's own combinations: the readable ones by id, None for the others."""
    section = reader.sub("combination")
    if section is None:
        return {}
    found = _read_combinations(section.table, section.path, problems, catalogue())
    for key, combination in found.items():
        if key in catalogue():
            section.fail(key, _("is already a combination of the catalogue; choose another name"))
        elif not NAME.fullmatch(key):
            text = _("a combination's name has small letters, digits and hyphens: full-moon")
            section.fail(key, text)
        if combination is not None and not _can_occur(combination, deck):
            problems.add(f"{section.at(key)}.pattern", _("no hand matches it"))
    return found


def _read_combinations(
    table: Mapping[str, Any], path: str, problems: Problems, known: Mapping[str, Combination]
) -> dict[str, Combination | None]:
    """Read combinations by id; None stands for those that can't be read."""
    found: dict[str, Combination | None] = {}
    parent = Reader(table, path, problems)
    for key in table:
        reader = parent.sub(key)
        found[key] = read_combination(key, reader, {**known, **found}) if reader else None
    return found


def _read_ranking(reader: Reader, own: Mapping[str, Combination | None]) -> tuple[Combination, ...]:
    value = reader.table.get("ranking")
    if not isinstance(value, list) or not value:
        problem = _("{value} is not a list of combinations, best first")
        if value is None:
            problem = _("is missing: a list of combinations, best first")
        reader.fail("ranking", problem.format(value=shown(value)))
        return ()
    if len(value) > MAX_COMBINATIONS:
        text = _("lists {n} combinations; at most {most} fit")
        reader.fail("ranking", text.format(n=len(value), most=MAX_COMBINATIONS))
    known = {**catalogue(), **own}
    found: dict[str, Combination | None] = {}
    for i, item in enumerate(value):
        key = f"ranking[{i}]"
        if not isinstance(item, str):
            text = _("{value} is not the name of a combination")
            reader.fail(key, text.format(value=shown(item)))
        elif item in found:
            reader.fail(key, _("{value} appears twice").format(value=shown(item)))
        elif item not in known:
            text = _("unknown combination {value}{hint}")
            reader.fail(key, text.format(value=shown(item), hint=nearest(item, known)))
        else:
            found[item] = known[item]
    if value[-1] != LAST:
        text = _("the last must be '{name}', which every hand makes")
        reader.fail("ranking", text.format(name=LAST))
    return tuple(combination for combination in found.values() if combination is not None)


def _can_occur(combination: Combination, deck: Deck) -> bool:
    """Whether some hand of the deck or of 52 cards, or of wild cards, matches."""
    return any(
        matches(combination.pattern, _classes_with_wild(pack.ranks), pack.line).any()
        for pack in (deck, Deck())
    )


@lru_cache(maxsize=2)
def _classes_with_wild(ranks: tuple[int, ...]) -> HandClasses:
    return hand_classes(HAND_SIZE, ranks, most=HAND_SIZE)


def read_text(path: Path) -> str:
    """Read a rules file.

    Raises
    ------
    InputError
        There is no such file, it can't be read, or it is no text of a sensible size.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        close = nearest(path.name, [p.name for p in _siblings(path)])
        text = _("there is no file '{path}'{hint}")
        raise InputError(text.format(path=path, hint=close)) from None
    except OSError as error:
        text = _("can't read '{path}': {error}")
        raise InputError(text.format(path=path, error=error.strerror)) from None
    except ValueError as error:  # a null character
        text = _("can't read {path!r}: {error}")
        raise InputError(text.format(path=str(path), error=error)) from None
    if len(data) > MAX_BYTES:
        raise InputError(_("'{path}' is larger than a megabyte: not a ruleset").format(path=path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        text = _("'{path}' is not UTF-8 text (line {line})")
        raise InputError(text.format(path=path, line=line)) from None


def _siblings(path: Path) -> list[Path]:
    try:
        return [entry for entry in path.parent.iterdir() if entry.suffix == ".toml"]
    except OSError:
        return []
