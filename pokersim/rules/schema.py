"""Reads parsed TOML into patterns, combinations and rulesets, collecting every problem.

A reader never stops at the first problem: it notes it with its key path and goes on, so
that one run of ``rules check`` shows all that is to be mended.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pokersim.cards import parse_rank
from pokersim.constants import LANGUAGES, MAX_JOKERS
from pokersim.errors import CardSyntaxError, InputError, RulesetError, nearest
from pokersim.language import _
from pokersim.rules.deck import ACE, BUGS, BY_HAND, NO_ACE, Deck, parse_deck, parse_wild
from pokersim.rules.pattern import ACE_PLACES, TIE_BREAKS, Between, Pattern, RankRun
from pokersim.rules.ruleset import Combination

COMBINATION_KEYS = (*LANGUAGES, "source", "pattern", "tie-break", "bug", "like")
COMBINATION_BUGS = ("orthodox", "special", "no")
PATTERN_KEYS = (
    "counts", "no-pair", "high", "low", "contains", "between", "among", "run", "suited",
)  # fmt: skip
RUN_KEYS = ("length", "step", "ace", "wrap", "open")
BETWEEN_KEYS = ("cards", "above", "below")


@dataclass
class Problems:
    """What is wrong with a file, a line each, in the order found."""

    lines: list[str] = field(default_factory=list)

    def add(self, path: str, problem: str) -> None:
        """Note a problem at a key path."""
        self.lines.append(f"{path}: {problem}")

    def unknown_keys(self, path: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        """Note every key that has no meaning here."""
        for key in table:
            if key not in known:
                hint = nearest(key, known) or _("; known: {list}").format(list=", ".join(known))
                self.add(key_path(path, key), _("unknown key{hint}").format(hint=hint))


@dataclass(frozen=True)
class Reader:
    """One TOML table at a key path; each method reads a key or notes what is wrong with it."""

    table: Mapping[str, Any]
    path: str
    problems: Problems

    def at(self, key: str) -> str:
        """Return the key path of a key."""
        return key_path(self.path, key)

    def fail(self, key: str, problem: str) -> None:
        """Note a problem with a key."""
        self.problems.add(self.at(key), problem)

    def text(self, key: str, default: str = "") -> str:
        """Read a text that says something."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            self.fail(key, _("{value} is not a text").format(value=shown(value)))
            return default
        if key in self.table and not value.strip():
            self.fail(key, _("is empty"))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts; a single text is a list of one."""
        value = self.table.get(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
            self.fail(key, _("{value} is not a list of texts").format(value=shown(value)))
            return ()
        return tuple(value)

    def truth(self, key: str, default: bool = False) -> bool:
        """Read true or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            self.fail(key, _("{value} is neither true nor false").format(value=shown(value)))
            return default
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """Read a whole number between two bounds."""
        if key not in self.table:
            return default
        value = self.table[key]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            text = _("{value} is not a whole number from {low} to {high}")
            self.fail(key, text.format(value=shown(value), low=low, high=high))
            return default
        return value

    def rank(self, key: str) -> int | None:
        """Read a rank such as ``"K"`` or ``"10"``."""
        if key not in self.table:
            return None
        return self._rank(key, self.table[key])

    def ranks(self, key: str) -> tuple[int, ...]:
        """Read a list of ranks without repeats."""
        if key not in self.table:
            return ()
        value = self.table[key]
        if not isinstance(value, list) or not value:
            self.fail(key, _("{value} is not a list of ranks").format(value=shown(value)))
            return ()
        found = [self._rank(f"{key}[{i}]", item) for i, item in enumerate(value)]
        ranks = [rank for rank in found if rank is not None]
        if len(set(ranks)) != len(ranks):
            self.fail(key, _("names a rank twice"))
        return tuple(sorted(ranks))

    def choice(self, key: str, valid: tuple[str, ...], default: str) -> str:
        """Read one of a few words."""
        value = self.text(key, default)
        if value in valid:
            return value
        if value.strip():
            hint = nearest(value, valid) or _("; one of {list}").format(list=", ".join(valid))
            self.fail(key, _("unknown word {value}{hint}").format(value=shown(value), hint=hint))
        return default

    def sub(self, key: str) -> "Reader | None":
        """Read a table inside this one."""
        if key not in self.table:
            return None
        value = self.table[key]
        if not isinstance(value, dict):
            self.fail(key, _("{value} is not a table").format(value=shown(value)))
            return None
        return Reader(value, self.at(key), self.problems)

    def _rank(self, key: str, value: object) -> int | None:
        try:
            if isinstance(value, str) or type(value) is int:
                return parse_rank(str(value))
        except CardSyntaxError as error:
            self.fail(key, f"{error.problem} (2-9 T J Q K A)")
            return None
        except ValueError:  # a hexadecimal number of thousands of digits
            pass
        self.fail(key, _("{value} is not a rank (2-9 T J Q K A)").format(value=shown(value)))
        return None


def parse_toml(text: str, origin: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises
    ------
    RulesetError
        The text is not TOML.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesetError(origin, [_("not TOML: nested too deep")]) from None
    except ValueError as error:  # a syntax error, or a number of thousands of digits
        raise RulesetError(origin, [_("not TOML: {error}").format(error=error)]) from None


def read_pattern(reader: Reader) -> Pattern:
    """Read the words of a pattern."""
    reader.problems.unknown_keys(reader.path, reader.table, PATTERN_KEYS)
    counts = _read_counts(reader)
    if reader.truth("no-pair"):
        if counts is not None:
            reader.fail("no-pair", _("means the same as counts; use one of them"))
        counts = (1, 1, 1, 1, 1)
    run = reader.sub("run")
    return Pattern(
        counts=counts,
        high=reader.rank("high"),
        low=reader.rank("low"),
        contains=reader.ranks("contains"),
        between=_read_between(reader),
        among=reader.ranks("among"),
        run=_read_run(run) if run else None,
        suited=reader.number("suited", 4, 5),
    )


def _read_counts(reader: Reader) -> tuple[int, ...] | None:
    value = reader.table.get("counts")
    if value is None:
        return None
    plain = isinstance(value, list) and all(type(n) is int and n > 0 for n in value)
    if not plain or sum(value) != 5:
        text = _("{value} is not a list of counts that add up to five cards")
        reader.fail("counts", text.format(value=shown(value)))
        return None
    return tuple(sorted(value, reverse=True))


def _read_run(reader: Reader) -> RankRun:
    reader.problems.unknown_keys(reader.path, reader.table, RUN_KEYS)
    run = RankRun(
        length=reader.number("length", 3, 5, 5) or 5,
        step=reader.number("step", 1, 2, 1) or 1,
        ace=reader.choice("ace", ACE_PLACES, "both"),
        wrap=reader.truth("wrap"),
        open=reader.truth("open"),
    )
    if run.wrap and (run.open or "ace" in reader.table):
        reader.fail("wrap", _("puts the ace inside the run; it excludes 'open' and 'ace'"))
    return run


def _read_between(reader: Reader) -> tuple[Between, ...]:
    value = reader.table.get("between", [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        reader.fail("between", _("{value} is not a list of tables").format(value=shown(value)))
        return ()
    found = []
    for i, item in enumerate(value):
        inner = Reader(item, reader.at(f"between[{i}]"), reader.problems)
        reader.problems.unknown_keys(inner.path, item, BETWEEN_KEYS)
        for key in BETWEEN_KEYS:
            if key not in item:
                inner.fail(key, _("is missing"))
        cards, above, below = inner.number("cards", 0, 5), inner.rank("above"), inner.rank("below")
        if above is not None and below is not None and above >= below:
            inner.fail("above", _("must be a lower rank than 'below'"))
        elif cards is not None and above is not None and below is not None:
            found.append(Between(cards, above, below))
    return tuple(found)


def read_combination(
    name: str, reader: Reader, known: Mapping[str, Combination | None]
) -> Combination | None:
    """Read one entry of a catalogue; ``like`` takes over what it does not say itself.

    Returns None where there is no telling the pattern; in ``known`` None stands for such ones.
    """
    reader.problems.unknown_keys(reader.path, reader.table, COMBINATION_KEYS)
    names = {lang: texts for lang in LANGUAGES if (texts := reader.texts(lang))}
    if "en" not in names:
        names["en"] = (name.replace("-", " ").title(),)
    source = reader.text("source")
    like = reader.text("like")
    if like.strip() and like not in known:
        text = _("unknown combination {value}{hint}")
        reader.fail("like", text.format(value=shown(like), hint=nearest(like, known)))
    base = known.get(like)
    pattern = _read_own_pattern(reader) or (base.pattern if base else None)
    default = base.tie_break if base else "groups"
    tie_break = reader.choice("tie-break", tuple(TIE_BREAKS), default)
    if pattern is None:
        return None
    _check_tie_break(reader, pattern, tie_break)
    bug = reader.choice("bug", COMBINATION_BUGS, base.bug if base else "special")
    return Combination(name, names, pattern, tie_break, bug, source)


def _read_own_pattern(reader: Reader) -> Pattern | None:
    """Read the pattern; None where there is none, or one with problems."""
    if not {"pattern", "like"} & reader.table.keys():
        text = _('is missing (or name a combination to start from: like = "...")')
        reader.fail("pattern", text)
    n_problems = len(reader.problems.lines)
    inner = reader.sub("pattern")
    pattern = read_pattern(inner) if inner else None
    return pattern if len(reader.problems.lines) == n_problems else None


def _check_tie_break(reader: Reader, pattern: Pattern, tie_break: str) -> None:
    """Note a tie-break that looks at a run or suited cards that the pattern has not."""
    if tie_break == "run" and pattern.run is None:
        reader.fail("tie-break", _("'run' needs a pattern with a run"))
    if tie_break == "suited" and pattern.suited is None:
        reader.fail("tie-break", _("'suited' needs a pattern with suited cards"))


def read_deck(reader: Reader) -> Deck:
    """Read the deck and its wild cards; 52 cards, none wild, where nothing is said."""
    deck = _read_pack(reader)
    bug = ""
    if "bug" in reader.table:
        bug = reader.choice("bug", BUGS[1:], BUGS[1])
    jokers = reader.number("jokers", 0, MAX_JOKERS, 1 if bug else 0) or 0
    if bug and not jokers:
        reader.fail("bug", _("a bug is a joker, and the deck has none"))
    if bug and ACE not in deck.ranks:
        reader.fail("bug", _(NO_ACE))
        bug = ""
    return replace(
        deck,
        ace_low=reader.truth("ace-low", True),
        jokers=jokers,
        bug=bug,
        wild=_read_wild(reader, deck),
        by_hand=_read_by_hand(reader),
        double_ace_flush=reader.truth("double-ace-flush"),
        natural_first=reader.truth("natural-first"),
    )


def _read_by_hand(reader: Reader) -> str:
    return reader.choice("wild-by-hand", BY_HAND[1:], "") if "wild-by-hand" in reader.table else ""


def _read_pack(reader: Reader) -> Deck:
    value = reader.table.get("deck", "52")
    try:
        if isinstance(value, str) or type(value) is int:
            return parse_deck(str(value))
    except InputError as error:
        reader.fail("deck", str(error))
        return Deck()
    except ValueError:  # a hexadecimal number of thousands of digits
        pass
    text = _("{value} is not a deck: 52, 36, 32, or its ranks")
    reader.fail("deck", text.format(value=shown(value)))
    return Deck()


def _read_wild(reader: Reader, deck: Deck) -> tuple[int, ...]:
    if "wild" not in reader.table:
        return ()
    value = reader.table["wild"]
    items = value if isinstance(value, list) else [value]
    if not all(isinstance(item, str) or type(item) is int for item in items):
        text = _("{value} is not a list of ranks and cards")
        reader.fail("wild", text.format(value=shown(value)))
        return ()
    try:
        return parse_wild(",".join(shown(i) if type(i) is int else i for i in items), deck.ranks)
    except InputError as error:
        reader.fail("wild", str(error))
        return ()


def key_path(path: str, key: str) -> str:
    """Return the path of a key, on one line whatever the key."""
    key = key if key and key.isprintable() else repr(key)
    return f"{path}.{key}" if path else key


def shown(value: object) -> str:
    """Quote a TOML value in a message, shortened."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of tables in one another
        return _("this value")
    return text if len(text) <= 40 else text[:37] + "..."
