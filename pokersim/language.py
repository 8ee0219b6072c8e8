"""Texts and numbers in the language of the user.

A text is translated before its fields are filled in: ``_("{n} is not a seat").format(n=seat)``.
The translations are gettext catalogues, ``locale/<language>/LC_MESSAGES/pokersim.po``;
``python scripts/translations.py`` brings them up to date.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import ParamSpec, TypeVar

from pokersim.constants import LANGUAGES

P = ParamSpec("P")
T = TypeVar("T")

DOMAIN = "pokersim"
FOLDER = Path(__file__).parent / "locale"
ENGLISH = LANGUAGES[0]

_SEPARATORS = {
    "ru": str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ","}),
}
"""What separates thousands and decimals where it is not as in English."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the code of the language in use."""
    return _language.get()


def set_language(code: str) -> None:
    """Use a language from here on."""
    _language.set(code)


@contextmanager
def using(code: str) -> Iterator[None]:
    """Use a language in the body alone.

    >>> with using("ru"):
    ...     print(number(1234.5, ",.1f").split())
    ['1', '234,5']
    """
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def _(text: str) -> str:
    """Return a text in the language in use, or as it is if there is no translation."""
    return _catalogue(_language.get()).gettext(text) if text else text


def translated(text: str, code: str) -> str:
    """Return a text in a language that need not be the one in use."""
    with using(code):
        return _(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the text that goes with a number, in the language in use.

    >>> ngettext("{n} player", "{n} players", 3).format(n=3)
    '3 players'
    """
    return _catalogue(_language.get()).ngettext(one, many, n)


def N_(text: str) -> str:
    """Mark a text that is translated where it is printed; return it as it is."""
    return text


@dataclass(frozen=True)
class LaterText:
    """A text that is translated, and its fields filled in, each time it is printed.

    Attributes
    ----------
    text
        In English.
    fields
        By name; they may be such texts too.
    """

    text: str
    fields: Mapping[str, object]

    def __str__(self) -> str:
        return _(self.text).format(**self.fields)


def later(text: str, **fields: object) -> LaterText:
    """Return a text for a record that outlives the language in use.

    >>> str(later("Keep {what}", what=later("a pair")))
    'Keep a pair'
    """
    return LaterText(text, fields)


def in_english(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function with English in use: data are the same in every language."""
    with using(ENGLISH):
        return function(*args, **kwargs)


def number(value: float, spec: str = ",") -> str:
    """Format a number as the language in use writes it: ``1,234.5`` or ``1 234,5``."""
    return localized(format(value, spec))


def localized(digits: str) -> str:
    """Return the digits of one number with the separators of the language in use."""
    separators = _SEPARATORS.get(_language.get())
    return digits if separators is None else digits.translate(separators)


def percent(share: float) -> str:
    """Return a share as percent: ``95%``, ``99.9%``."""
    return f"{number(100 * share, 'g')}%"


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, FOLDER, [code], fallback=True)
