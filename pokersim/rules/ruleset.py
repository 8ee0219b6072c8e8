"""The records of a game's rules: a combination, and a ruleset that puts some in order."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property

from pokersim.language import language
from pokersim.rules.deck import Deck
from pokersim.rules.pattern import Pattern


@dataclass(frozen=True)
class Combination:
    """A named hand type.

    Attributes
    ----------
    id
        How files and options call it, ``big-tiger``.
    names
        By language, the one to print first.
    pattern
        What a hand must be.
    tie_break
        A name of :data:`pokersim.rules.pattern.TIE_BREAKS`.
    bug
        Whether a bug may complete it: ``orthodox``, ``special`` (where bugs complete special
        combinations too) or ``no``.
    source
        The document that describes it.
    """

    id: str
    names: Mapping[str, tuple[str, ...]] = field(hash=False)
    pattern: Pattern
    tie_break: str = "groups"
    bug: str = "special"
    source: str = ""

    def names_in(self, code: str = "") -> tuple[str, ...]:
        """Return the names in a language, by default the one in use; English if it has none."""
        return self.names.get(code or language()) or self.names["en"]

    def label(self, code: str = "") -> str:
        """Return the name to print."""
        return self.names_in(code)[0]


@dataclass(frozen=True)
class Ruleset:
    """Combinations in order, best first, and the deck they are made of.

    Attributes
    ----------
    name
        The shipped name or the stem of the user's file.
    titles
        By language.
    ranking
        Best first; the last is the combination that every hand makes.
    deck, source, about
        The pack, where the rules come from, and a sentence on them.
    """

    name: str
    titles: Mapping[str, str] = field(hash=False)
    ranking: tuple[Combination, ...]
    deck: Deck = field(default_factory=Deck)
    source: str = ""
    about: str = ""

    def title(self, code: str = "") -> str:
        """Return the title in a language, by default the one in use; English if it has none."""
        return self.titles.get(code or language()) or self.titles["en"]

    @cached_property
    def digest(self) -> str:
        """12 hex digits of what decides strengths: deck, patterns, tie-breaks and their order."""
        content = [
            asdict(self.deck),
            [(c.id, asdict(c.pattern), c.tie_break, c.bug) for c in self.ranking],
        ]
        text = json.dumps(content, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]
