"""Errors of the user: each names the problem, the place and the way out.

Every error that a user can cause is a :class:`PokersimError`.  The command line prints
``str(error)`` after ``Error:`` and exits with ``exit_code``; nothing here prints.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from pokersim.language import _, ngettext

WINDOW = 60
"""Characters of a long text that are shown around the place of an error."""


class PokersimError(Exception):
    """Anything that the user can fix."""

    exit_code = 2


class InputError(PokersimError):
    """A file or option value that can't be used."""


class StoreError(PokersimError):
    """A store of results that is damaged, not one, or of a newer version; it was not changed."""


class StoreUnusableError(StoreError):
    """A store that can't be read or written now: the disk is full, or it is not the user's."""


class ClusterError(PokersimError):
    """A cluster that can't be reached, can't count, or was lost."""


class TextError(PokersimError):
    """A problem at one place of a text; prints the text with carets under the place.

    Parameters
    ----------
    problem
        One line that says what is wrong.
    text
        The text as the user wrote it.
    start, length
        The place, in characters of ``text``; ``length`` is at least 1 when printed.
    way_out
        One line that says how to write it instead.

    Examples
    --------
    >>> print(TextError("'Aq' is not a card", "AsKdAq", 4, 2, "a card is a rank and a suit"))
    'Aq' is not a card
        AsKdAq
            ^^
      a card is a rank and a suit
    """

    def __init__(self, problem: str, text: str, start: int, length: int, way_out: str = "") -> None:
        super().__init__(problem, text, start, length, way_out)
        self.problem = problem
        self.text = text
        self.start = start
        self.length = length
        self.way_out = way_out

    def __str__(self) -> str:
        shown, carets = _underline(self.text, self.start, self.length)
        lines = [self.problem, "    " + shown, "    " + carets]
        if self.way_out:
            lines.append("  " + self.way_out)
        return "\n".join(lines)


class CardSyntaxError(TextError):
    """Something is not a card, or a card appears twice."""


class HandError(TextError):
    """The cards are cards, but not a hand: too few, too many, or not in this deck."""


class RulesetError(PokersimError):
    """A rules file with problems, all of them named at once.

    Parameters
    ----------
    origin
        The file or the name that was asked for.
    problems
        One line each: the key path, the problem, the nearest valid name.
    """

    def __init__(self, origin: str, problems: Sequence[str]) -> None:
        super().__init__(origin, tuple(problems))
        self.origin = origin
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return problems_text(self.origin, self.problems)


def problems_text(origin: str, problems: Sequence[str]) -> str:
    """Return how many problems a file has, and a line for each.

    >>> print(problems_text("my.toml", ["deck: is empty"]))
    my.toml has 1 problem
      deck: is empty
    """
    n = len(problems)
    title = ngettext("{file} has {n} problem", "{file} has {n} problems", n)
    return "\n".join([title.format(file=origin, n=n), *(f"  {line}" for line in problems)])


def nearest(name: str, valid: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the closest valid name, or an empty text.

    >>> nearest("skeeet", ["skeet", "blaze"])
    "; did you mean 'skeet'?"
    >>> nearest("zzz", ["skeet", "blaze"])
    ''
    """
    close = get_close_matches(name.lower(), list(valid), n=1, cutoff=0.6)
    return _("; did you mean '{name}'?").format(name=close[0]) if close else ""


def there_are(valid: Iterable[str]) -> str:
    """Return a line that lists the valid names."""
    return "\n  " + _("there are: {list}").format(list=", ".join(valid))


def _underline(text: str, start: int, length: int) -> tuple[str, str]:
    """Cut a window out of a text and draw carets under the place, on one line each."""
    start = min(max(start, 0), len(text))
    length = max(1, min(length, WINDOW))
    left = max(0, start - WINDOW // 2) if len(text) > WINDOW else 0
    right = min(len(text), max(left + WINDOW, start + length))
    before = _printable(text[left:start])
    place = _printable(text[start : min(start + length, right)])
    after = _printable(text[start + length : right])
    head = "..." if left else ""
    tail = "..." if right < len(text) else ""
    carets = " " * _width(head + before) + "^" * max(1, _width(place))
    return head + before + place + after + tail, carets


def _printable(text: str) -> str:
    """Show control characters and lone surrogates as a visible stand-in, one a character."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
