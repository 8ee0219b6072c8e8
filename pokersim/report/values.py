"""What a value of each kind is as data, and how people read it.

One entry of ``FORMS`` a kind: a check that gives the plain value, the text of that value, and
whether it stands at the right of its column.  No format is known here.
"""

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pokersim.language import _, number
from pokersim.report.model import Column, Kind

Plain = str | int | float | bool | list[int] | list[str] | dict[str, int] | None
"""A value that json knows, and nothing else: no NumPy scalar, no NaN."""

MISSING = "-"
"""What people read for ``None``."""

_DIGITS: dict[Kind, tuple[int, int]] = {"decimal": (4, 4), "chips": (3, 2)}
"""Kinds that are known up to an error: the fewest places, and the fewest digits, of that."""

MOST_PLACES = 12
"""Places after the point beyond which a small number is written with an exponent."""


def plain(column: Column, value: object) -> Plain:
    """Return the value as data: checked against the column's kind, NumPy scalars unwrapped.

    Raises
    ------
    TypeError, ValueError
        The value is not of that kind, is infinite or is not a number: a mistake of the
        program, with the field named.

    Examples
    --------
    >>> plain(Column("probability", "Probability", "probability"), 1)
    1.0
    """
    if value is None:
        return None
    try:
        return FORMS[column.kind].plain(value)
    except (TypeError, ValueError) as error:
        error.add_note(f"in field {column.field!r} of kind {column.kind}")
        raise


def human(column: Column, value: object) -> str:
    """Return the value as people read it, not yet escaped for any format.

    Raises
    ------
    TypeError, ValueError
        As :func:`plain`.

    Examples
    --------
    >>> human(Column("probability", "Probability", "probability"), 4 / 2_598_960)
    '0.0001539%'
    >>> human(Column("odds", "Odds", "odds"), 649_740)
    '1 in 649,740'
    """
    checked = plain(column, value)
    return MISSING if checked is None else FORMS[column.kind].human(checked)


def cell(column: Column, row: Mapping[str, object]) -> str:
    """Return what people read of a row in a column, with as many places as of its error.

    Raises
    ------
    TypeError, ValueError
        As :func:`plain`.

    Examples
    --------
    >>> cell(Column("won", "Won", "chips", error="stderr"), {"won": 0.25, "stderr": 0.00123})
    '0.2500'
    """
    value, error = plain(column, row[column.field]), row.get(column.error)
    if not isinstance(value, float) or not isinstance(error, float):
        return human(column, value)
    places = min(_places(error, *_DIGITS[column.kind]), MOST_PLACES)
    return number(value, f"z,.{places}f")


def is_right(column: Column) -> bool:
    """Whether the values stand at the right of the column, as numbers do."""
    return FORMS[column.kind].right


def fixed(value: float, places: int, significant: int) -> str:
    """Write a number with so many places after the point, or more to show enough digits.

    Parameters
    ----------
    value
        Finite.
    places
        Fewest places after the point.
    significant
        Fewest digits from the first that is not zero.

    Examples
    --------
    >>> fixed(1234.5, 4, 4), fixed(0.00015391, 4, 4), fixed(1e-20, 4, 4)
    ('1,234.5000', '0.0001539', '1.000e-20')
    """
    needed = _places(value, places, significant)
    if needed > MOST_PLACES:
        return number(value, f".{significant - 1}e")
    return number(value, f"z,.{needed}f")


def _places(value: float, places: int, significant: int) -> int:
    """Return how many places show enough digits."""
    if value == 0:
        return places
    return max(places, significant - 1 - math.floor(math.log10(abs(value))))


class Form(NamedTuple):
    """How the values of one kind are checked, read and aligned."""

    plain: Callable[[Any], Plain]
    human: Callable[[Any], str]
    right: bool


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return str(value)


def _texts(value: Iterable[object]) -> list[str]:
    return [_text(each) for each in value]


def _finite(value: float) -> float:
    finite = float(value)
    if not math.isfinite(finite):
        raise ValueError(f"{finite} has no place in a report; None stands for no value")
    return finite


def _counts(value: Mapping[str, int] | Iterable[int]) -> list[int] | dict[str, int]:
    if isinstance(value, Mapping):
        return {_text(name): operator.index(count) for name, count in value.items()}
    return [operator.index(count) for count in value]


def _counts_text(counts: list[int] | dict[str, int]) -> str:
    if isinstance(counts, dict):
        return ", ".join(f"{name} {number(count)}" for name, count in counts.items())
    return ", ".join(map(number, counts))


FORMS: dict[Kind, Form] = {
    "text": Form(_text, str, right=False),
    "integer": Form(operator.index, str, right=True),
    "count": Form(operator.index, number, right=True),
    "decimal": Form(_finite, lambda value: fixed(value, *_DIGITS["decimal"]), right=True),
    "chips": Form(_finite, lambda value: fixed(value, *_DIGITS["chips"]), right=True),
    "probability": Form(_finite, lambda value: fixed(100 * value, 4, 4) + "%", right=True),
    "odds": Form(_finite, lambda value: _("1 in {x}").format(x=fixed(value, 0, 3)), right=True),
    "flag": Form(bool, lambda truth: _("yes") if truth else _("no"), right=False),
    "words": Form(_texts, ", ".join, right=False),
    "breakdown": Form(_counts, _counts_text, right=False),
    "share": Form(_finite, lambda value: number(100 * value, ".4f") + "%", right=True),
}
