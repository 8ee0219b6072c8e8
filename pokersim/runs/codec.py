"""Turns records into plain data that JSON can hold, and back, by the types of their fields.

A record is a frozen dataclass of numbers, texts, tuples, mappings by text, whole-number arrays
and records.  Nothing here knows a record by name: a field more needs nothing more.
"""

import json
import operator
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np


def plain_of(value: Any) -> Any:
    """Return a record, or what a record may hold, as dicts, lists, texts and numbers.

    >>> from pokersim.rules.pattern import Pattern, RankRun
    >>> plain_of(Pattern(run=RankRun(wrap=True)))["run"]
    {'length': 5, 'step': 1, 'ace': 'both', 'wrap': True, 'open': False}
    """
    if is_dataclass(value):
        return {f.name: plain_of(getattr(value, f.name)) for f in fields(value) if f.init}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: plain_of(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain_of(item) for item in value]
    return value


def record_of(kind: Any, data: Any) -> Any:
    """Return what :func:`plain_of` turned into data.

    Parameters
    ----------
    kind
        The type that it had, as an annotation says it.
    data
        What became of it.

    Raises
    ------
    TypeError, KeyError, ValueError
        The data are not of that type: another version of the program wrote them.

    Examples
    --------
    >>> from pokersim.rules.pattern import Pattern
    >>> record_of(Pattern, plain_of(Pattern(counts=(3, 2)))) == Pattern(counts=(3, 2))
    True
    """
    inner = get_args(kind)
    if is_dataclass(kind):
        kinds = get_type_hints(kind)
        values = {name: record_of(kinds[name], value) for name, value in data.items()}
        return kind(**values)  # type: ignore[operator]
    if get_origin(kind) is UnionType:
        return None if data is None else record_of(inner[0], data)
    if get_origin(kind) is tuple:
        return tuple(record_of(inner[0], item) for item in data)
    if get_origin(kind) is Mapping:
        return {key: record_of(inner[1], item) for key, item in data.items()}
    if kind is np.ndarray:
        return np.array(data, dtype=np.int64)
    return data


def json_of(data: Any) -> str:
    """Return plain data as the one JSON text that it has."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), allow_nan=False, default=operator.index
    )
