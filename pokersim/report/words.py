"""What people read, in other languages: one table of texts, by the English one.

A text of the table may have fields in braces: ``{n}`` and what begins with ``n_`` are numbers,
others anything, which is looked up in turn but for the names in ``KEPT``.  The translation has
the same fields; where a word goes with a number, its three forms do:
``{n:игрок|игрока|игроков}``.  Thousands stand apart, as a comma would mean a fraction.
"""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any

ENGLISH = "en"

KEPT = ("name", "ruleset", "id", "other", "hand", "file", "line", "error")
"""Fields that hold names, and are the same in every language."""

_FIELD = re.compile(r"\{(\w+)\}")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_GAP = "\N{NO-BREAK SPACE}"


def say(text: str, language: str) -> str:
    """Return a text in a language; as it is where the table has none for it.

    Parameters
    ----------
    text
        In English, with its numbers and names filled in.
    language
        ``en``, or a language that there is a table for: ``ru``.

    Examples
    --------
    >>> say("Sampled", "en"), say("Place", "ru"), say("3 players", "ru")
    ('Sampled', 'Место', '3 игрока')
    """
    return text if language == ENGLISH else _translated(text, language)


def numbers_in(text: str, language: str) -> str:
    """Return a text with the thousands of its numbers parted as in a language.

    >>> print(numbers_in("1,098,240", "en"), numbers_in("52,000", "ru").split())
    1,098,240 ['52', '000']
    """
    return text if language == ENGLISH else _THOUSANDS.sub(_GAP, text)


@lru_cache(maxsize=4096)
def _translated(text: str, language: str, is_field: bool = False) -> str:
    """Return a text in a language; what stands alone may be a ruleset, named as a combination."""
    plain, patterns = _table(language)
    if text in plain:
        return plain[text]
    if is_field and text in _names(language):
        return _names(language)[text]
    for pattern, translation in patterns:
        found = pattern.fullmatch(text)
        if found:
            fields = {
                field: part if field in KEPT else _translated(part, language, is_field=True)
                for field, part in found.groupdict().items()
            }
            return _Forms().format(translation, **fields)
    return numbers_in(text, language)


@cache
def _table(language: str) -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """Return the texts without fields, and the patterns of those with some, in order."""
    text = (files("pokersim.report") / f"{language}.toml").read_text("utf-8")
    entries = {
        english: translation
        for section in tomllib.loads(text).values()
        for english, translation in section.items()
    }
    plain = {english: there for english, there in entries.items() if not _FIELD.search(english)}
    return plain, [
        (_pattern(english), translation)
        for english, translation in entries.items()
        if _FIELD.search(english)
    ]


@cache
def _names(language: str) -> dict[str, str]:
    """Return names as sentences have them: of combinations in small letters, of betting systems."""
    from pokersim.games.spec import betting_names, load_betting
    from pokersim.rules.loader import catalogue

    systems = [load_betting(name) for name in betting_names()]
    return {system.title(): system.title(language) for system in systems} | {
        combination.label(ENGLISH).lower(): combination.label(language).lower()
        for combination in catalogue().values()
    }


def _pattern(english: str) -> re.Pattern[str]:
    parts = _FIELD.split(english)
    written = [_group(part) if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(written), re.DOTALL)


def _group(field: str) -> str:
    number = field == "n" or field.startswith("n_")
    return f"(?P<{field}>{r'[-+]?[0-9][0-9,.e+-]*' if number else '.+?'})"


class _Forms(Formatter):
    """Formats translations: a field with forms of a word gives the one that fits its number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the field, or the form for it."""
        if "|" not in format_spec:
            return str(value)
        return format_spec.split("|")[_form(int(str(value).replace(_GAP, "")))]


def _form(n: int) -> int:
    """Return which form of a Russian word goes with a number: один, два, пять.

    >>> [_form(n) for n in (1, 2, 5, 11, 21, 22, 112)]
    [0, 1, 2, 2, 0, 1, 2]
    """
    if n % 100 in range(11, 15):
        return 2
    return 0 if n % 10 == 1 else 1 if n % 10 in (2, 3, 4) else 2
