"""Cells of reports: how every kind of value is printed, and which values are refused."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.report.formats.render import RENDERERS, render
from pokersim.report.model import Column, Kind, Report, Table
from pokersim.report.values import FORMS, cell, fixed, human, plain
from support.reports import CHANGE, one_table

FLOAT_KINDS: tuple[Kind, ...] = ("decimal", "probability", "odds", "share")


PRINTED: tuple[tuple[Kind, object, str], ...] = (
    ("text", "", ""),
    ("integer", -1234, "-1234"),
    ("count", 2_598_960, "2,598,960"),
    ("decimal", 1234.5, "1,234.5000"),
    ("decimal", -0.0, "0.0000"),
    ("decimal", -0.00001234, "-0.00001234"),
    ("decimal", 1e-300, "1.000e-300"),
    ("chips", 1234.5678, "1,234.568"),
    ("chips", -0.00042, "-0.00042"),
    ("chips", 0, "0.000"),
    ("probability", 1, "100.0000%"),
    ("probability", 0.422569, "42.2569%"),
    ("probability", 1e-6, "0.0001000%"),
    ("probability", 1.539077e-6, "0.0001539%"),
    ("odds", 1234.5, "1 in 1,234"),
    ("odds", 1.0, "1 in 1.00"),
    ("flag", True, "yes"),
    ("flag", False, "no"),
    ("breakdown", (1200, 3), "1,200, 3"),
    ("breakdown", {"flush": 3, "skeet": 1}, "flush 3, skeet 1"),
    ("breakdown", [], ""),
    ("share", 0.0000154, "0.0015%"),
    ("share", 0.5, "50.0000%"),
    ("words", ["call", "raise"], "call, raise"),
    ("words", (), ""),
)


def test_tables_print_a_value_of_each_kind() -> None:
    printed = [(kind, value, human(Column("x", "X", kind), value)) for kind, value, _ in PRINTED]
    assert printed == list(PRINTED)


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (0.00042, 0.0873, "0.000"),
        (-0.00042, 0.0873, "0.000"),
        (1234.5, 0.00123, "1,234.5000"),
        (0.5, 0.0, "0.500"),
        (0.00042, None, "0.00042"),
        (None, 0.5, "-"),
    ],
)
def test_a_value_has_as_many_places_as_its_error(
    value: float | None, error: float | None, shown: str
) -> None:
    columns = Column("won", "Won", "chips", error="±"), Column("±", "±", "chips")
    row: dict[str, object] = {"won": value, "±": error}
    assert cell(columns[0], row) == shown
    for format in ("table", "markdown", "html"):
        assert shown in render(one_table(columns, row), format)
    assert json.loads(render(one_table(columns, row), "json"))["rows"] == [row]


def test_none_is_null_empty_and_a_dash() -> None:
    for kind in FORMS:
        report = one_table((Column("a", "A"), Column("x", "X", kind)), {"a": "a", "x": None})
        assert json.loads(render(report, "json"))["rows"] == [{"a": "a", "x": None}], kind
        assert render(report, "csv") == "a,x\na,\n", kind
        assert render(report, "table") == "A  X\n-  -\na  -\n", kind


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_fixed_number_is_near_the_number_it_shows(number: float) -> None:
    shown = float(fixed(number, 4, 4).replace(",", ""))
    assert math.isclose(shown, number, rel_tol=0.5e-3)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, np.float64("nan")])
def test_no_format_writes_nan_or_infinity(number: float) -> None:
    for format in RENDERERS:
        for kind in FLOAT_KINDS:
            with pytest.raises(ValueError, match="None stands for no value"):
                render(one_table((Column("x", "X", kind),), {"x": number}), format)


def test_meta_holds_no_nan_or_infinity() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        render(Report({"precision": math.inf}, (CHANGE,)), "json")


@pytest.mark.parametrize(
    ("kind", "value"),
    [("text", 10), ("integer", 1.0), ("count", "10"), ("decimal", []), ("breakdown", [0.5])],
)
def test_a_value_of_another_kind_is_refused_with_its_field(kind: Kind, value: object) -> None:
    with pytest.raises(TypeError) as caught:
        plain(Column("place", "Place", kind), value)
    assert caught.value.__notes__ == [f"in field 'place' of kind {kind}"]


def test_numpy_scalars_become_plain_numbers() -> None:
    columns = tuple(Column(kind, kind, kind) for kind in FORMS)
    values: tuple[object, ...] = (
        np.str_("a"),
        np.int64(1),
        np.uint16(2),
        np.float64(0.5),
        np.float32(1.5),
        np.float32(0.25),
        np.float64(2),
        np.True_,
        [np.str_("call")],
        np.array([1, 2]),
        np.float64(0.125),
    )
    row: dict[str, object] = dict(zip(FORMS, values, strict=True))
    report = Report({"seed": np.uint64(7)}, (Table("t", "T", columns, (row,)),))
    document = json.loads(render(report, "json"))
    assert document["meta"] == {"seed": 7}
    expected = ["a", 1, 2, 0.5, 1.5, 0.25, 2.0, True, ["call"], [1, 2], 0.125]
    assert list(document["rows"][0].values()) == expected
    line = 'a,1,2,0.5,1.5,0.25,2.0,true,"[""call""]","[1, 2]",0.125'
    assert render(report, "csv").splitlines()[1] == line
