"""Charts: their bytes, what they show, and that no text overlaps another."""

import builtins
import re
import sys
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pokersim.language import using
from pokersim.report.charts.chart_spec import (
    ChartSpec,
    Mark,
    on_one_axis,
    right_slots,
    tick_text,
    ticks,
)
from pokersim.report.charts.charts import convergence_charts, frequency_charts, slope_chart
from pokersim.report.charts.svg import described, draw_svg
from pokersim.report.formats.bars import WIDTH, with_bars
from pokersim.report.model import Column, Report, Table
from pokersim.rules.loader import load_ruleset
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.simulate.convergence import Estimate
from support.commands import assert_refused, run_here

pytestmark = pytest.mark.usefixtures("own_folder")

LARGE = ("cats-and-dogs-flushes", "cats-dogs-and-skeet", "skeet-flushes")
"""With the most combinations and the longest names."""

PNG = b"\x89PNG\r\n\x1a\n"
EQUITIES = ChartSpec(
    "change",
    "Skeet",
    "Share",
    [Mark("Flush", 0.75, 0.5, note="+25%"), Mark("Pair", 0.25, 0.5), Mark("None", None)],
    "new",
    "old",
)
CHIPS = ChartSpec(
    "interval", "Chips", "Chips", [Mark("Rock", -1.5, 0.0, -2.0, -1.0, "-1.5")], percent=False
)
LONG = "Seven or more of the house's own\n" * 3
WIDE = ChartSpec("change", LONG, "Share", [Mark(LONG, 0.25, 0.75, note="-50%")], LONG, LONG)
COURSE = ChartSpec(
    "course",
    "Skeet: Blaze",
    "Deals",
    [
        Mark(f"{n:,}", 1.7e-4, 1.66e-4, 1.7e-4 - 0.03 / n, 1.7e-4 + 0.03 / n, "about", at=n)
        for n in (1000, 3000, 10_000, 40_000)
    ],
    value="sampled",
    other="exact",
)


@pytest.fixture(scope="module")
def charts() -> Any:
    pytest.importorskip("matplotlib")
    from pokersim.report.charts import image as charts

    return charts


def all_figures(language: str, names: Sequence[str] = LARGE) -> tuple[ChartSpec, ...]:
    with using(language):
        return _all_figures(language, names)


def _all_figures(language: str, names: Sequence[str]) -> tuple[ChartSpec, ...]:
    counted = [count_frequencies(load_ruleset(name)) for name in names]
    slopes = [
        slope_chart(
            of_one[0].ruleset.name,
            [f.combination.label(language) for f in of_one],
            [(f.place, 1 + sum(g.hands < f.hands for g in of_one)) for f in of_one],
            ["too-low", *["fair"] * (len(of_one) - 1)],
        )
        for of_one in counted
    ]
    wide = slope_chart(LONG, [LONG], [(1, 1)], ["fair"])
    return (*frequency_charts(counted), *slopes, EQUITIES, CHIPS, COURSE, WIDE, wide)


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_figures_give_the_same_bytes(charts: Any, suffix: str) -> None:
    figures = (EQUITIES, CHIPS)
    assert charts.draw_charts(figures, suffix) == charts.draw_charts(figures, suffix)


def test_the_suffix_decides_the_format_of_a_chart(charts: Any) -> None:
    assert charts.draw_charts((EQUITIES,), ".png").startswith(PNG)
    svg = charts.draw_charts((EQUITIES,), ".svg").decode()
    assert "<svg" in svg
    assert "<dc:date>" not in svg


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ru", ["skeet"]),
        pytest.param("en", LARGE, marks=pytest.mark.slow),
        pytest.param("ru", LARGE, marks=pytest.mark.slow),
    ],
)
def test_no_text_of_a_chart_overlaps_another(
    charts: Any, language: str, names: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib import pyplot
    from matplotlib.text import Text

    kept: list[Any] = []
    monkeypatch.setattr(pyplot, "close", kept.append)
    charts.draw_charts(all_figures(language, names), ".png")
    canvas = kept[0]
    canvas.draw_without_rendering()
    texts = [t for t in canvas.findobj(Text) if t.get_visible() and t.get_text().strip()]
    boxes = [(t.get_text(), t.get_window_extent()) for t in texts]
    monkeypatch.undo()
    pyplot.close(canvas)
    assert len(boxes) > 100
    frame = canvas.bbox
    outside = [text for text, box in boxes if box.x0 < frame.x0 - 1 or box.x1 > frame.x1 + 1]
    assert outside == []
    cores = [(text, box.shrunk(0.9, 0.7)) for text, box in boxes]
    overlaps = [
        (one, other)
        for i, (one, box) in enumerate(cores)
        for other, next_box in cores[i + 1 :]
        if box.overlaps(next_box) and box.bounds != next_box.bounds
    ]
    assert overlaps == []


def test_axes_keep_their_room_next_to_the_longest_names(
    charts: Any, recwarn: pytest.WarningsRecorder
) -> None:
    charts.draw_charts(
        (WIDE, slope_chart(LONG, [LONG] * 2, [(1, 1), (2, 2)], ["fair"] * 2)), ".png"
    )
    assert [str(w.message) for w in recwarn] == []


def test_a_long_name_is_cut_in_a_figure_and_whole_in_its_description() -> None:
    svg = draw_svg(WIDE)
    drawn = re.findall(r'<text class="(\w+)" x="([\d.]+)"[^>]*>([^<]*)', svg)
    assert ("end", "268", "Seven or more of the house&#x27;s own…") in drawn
    assert all(
        float(x) + 8 * len(unescape(text)) <= 680 for kind, x, text in drawn if kind == "small"
    )
    assert described(WIDE) == f"Share. {LONG}: -50%."


def test_every_letter_of_russian_names_is_in_the_font(
    charts: Any, recwarn: pytest.WarningsRecorder
) -> None:
    with using("ru"):
        charts.draw_charts(frequency_charts([count_frequencies(load_ruleset("skeet"))]), ".png")
    assert [str(w.message) for w in recwarn if "missing from" in str(w.message)] == []


def test_frequency_draws_a_chart_and_prints_its_table() -> None:
    pytest.importorskip("matplotlib")
    plain = run_here(["frequency", "-r", "skeet"])
    drawn = run_here(["frequency", "-r", "skeet", "--chart", "skeet.png"])
    assert drawn == plain
    assert Path("skeet.png").read_bytes().startswith(PNG)


def test_an_unknown_chart_format_is_refused_before_anything_is_counted() -> None:
    assert_refused(run_here(["frequency", "--chart", "skeet.pdf"]), "'skeet.pdf'", ".png")
    assert_refused(run_here(["frequency", "--chart", "nowhere/skeet.png"]), "no folder")


def test_without_matplotlib_a_warning_names_the_package_and_the_tables_are_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # makes the import fail
    done = run_here(["frequency", "--chart", "standard.png"])
    assert (done.code, done.out) == (0, run_here(["frequency"]).out)
    assert "pip install 'pokersim[plot]'" in done.err
    assert not Path("standard.png").exists()
    russian = run_here(["frequency", "--chart", "standard.png", "--lang", "ru"])
    assert russian.err.startswith("Графика standard.png нет: не установлена matplotlib")


def test_a_command_without_a_chart_does_not_import_matplotlib(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = builtins.__import__

    def guarded(name: str, *args: Any, **more: Any) -> Any:
        assert not name.startswith(("matplotlib", "jinja2"))
        return found(name, *args, **more)

    for name in [name for name in sys.modules if name.startswith(("matplotlib", "jinja2"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", guarded)
    assert run_here(["frequency", "--bars"]).code == 0


def test_bars_are_as_long_as_their_values() -> None:
    column = Column("share", "Share", "probability", bar=True)
    table = Table("t", "T", (column,), [{"share": value} for value in (1.0, 0.5, 0.0, None)])
    rows = with_bars(Report({}, (table,))).human_tables[0].rows
    assert [len(str(row["share bar"])) for row in rows] == [WIDTH, WIDTH // 2, 0, 0]


def test_bars_over_three_powers_of_ten_are_logarithmic_and_labeled_so() -> None:
    column = Column("share", "Share", "probability", bar=True)
    table = Table("t", "T", (column,), [{"share": 10.0**-power} for power in range(5)])
    shown = with_bars(Report({}, (table,))).human_tables[0]
    lengths = [len(str(row["share bar"])) for row in shown.rows]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == 1
    assert "logarithmic" in shown.note


def test_bars_are_in_the_table_and_not_in_data() -> None:
    assert "█" in run_here(["frequency", "--bars"]).out
    plain = run_here(["frequency", "-f", "csv"])
    assert run_here(["frequency", "--bars", "-f", "csv"]) == plain


def test_every_figure_is_drawn_without_a_library_and_described_in_words() -> None:
    for figure in all_figures("en"):
        svg = draw_svg(figure)
        if figure.shape != "course":
            assert svg.count("<text") >= 2 * len([mark for mark in figure.marks if mark.note])
        assert all(mark.label in described(figure) for mark in figure.marks)
        assert described(figure).replace("'", "&#x27;") in svg


def test_a_name_in_a_figure_stays_text() -> None:
    mark = Mark("<script>", 0.5)
    assert "<script>" not in draw_svg(ChartSpec("bars", "<script>", "<script>", [mark]))


@pytest.mark.parametrize(
    ("args", "titles"),
    [
        (["equity", "AhAdAcAsKd", "2h3h4h5h7d"], ["Обычный", "Скит и вся вторая группа"]),
        (
            ["draw", "KhKd9c8d7c", "--deck", "32"],
            ["Обычный: Kh Kd 9c 8d 7c", "Скит и вся вторая группа: Kh Kd 9c 8d 7c"],
        ),
    ],
)
def test_figures_have_the_titles_of_their_rulesets(args: list[str], titles: list[str]) -> None:
    pytest.importorskip("jinja2")
    both = ["-r", "standard", "-r", "skeet", "--lang", "ru", "-f", "html", "-q"]
    assert re.findall("<figcaption>(.*)</figcaption>", run_here([*args, *both]).out) == titles


def test_figures_on_one_axis_can_be_compared() -> None:
    few = ChartSpec("bars", "A", "Share", [Mark("a", 1e-5)], log=True)
    many = ChartSpec("bars", "B", "Share", [Mark("b", 0.5)], log=True)
    assert {figure.bounds for figure in on_one_axis([few, many])} == {(1e-6, 1.0)}
    assert on_one_axis([]) == ()


def test_ticks_are_round_and_within_the_axis() -> None:
    low, high = CHIPS.bounds
    assert all(low <= value <= high for value in ticks(CHIPS))
    assert [tick_text(CHIPS, value) for value in ticks(CHIPS)] == ["-2", "-1.5", "-1", "-0.5", "0"]


def test_equal_places_get_slots_one_below_another() -> None:
    marks = [Mark(str(i), rarity, i) for i, rarity in enumerate([4, 1, 1, 3], start=1)]
    assert sorted(right_slots(marks)) == [0, 1, 2, 3]
    assert right_slots(marks) == [3, 0, 1, 2]


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [(1e5, 1e7, ["100k", "200k", "500k", "1M", "2M", "5M", "10M"]), (4e6, 9e6, ["4M", "6M", "9M"])],
)
def test_ticks_of_deals_are_round_numbers_or_the_ends(
    low: float, high: float, shown: list[str]
) -> None:
    figure = ChartSpec("course", "", "", [Mark("", 0.5, at=low), Mark("", 0.5, at=high)])
    assert [tick_text(figure, value) for value in ticks(figure)] == shown


def test_a_course_ends_with_its_run_and_shows_the_least_certain_combination() -> None:
    standard = load_ruleset("standard")
    rare, common = standard.ranking[0], standard.ranking[-1]
    course = [
        (
            n,
            [
                Estimate(standard, common, 0.5, 0.5 - 1 / n, 0.5 + 1 / n, 0.5),
                Estimate(standard, rare, 0.5, 0.5 - 2 / n, 0.5 + 2 / n, 0.5),
            ],
        )
        for n in (10, 20, 40)
    ]
    (figure,) = convergence_charts(course)
    assert figure.title == "Standard: Straight Flush"
    assert figure.bounds == (10, 40)
    assert figure.upright.bounds[0] < 0.3 < 0.7 < figure.upright.bounds[1]
    assert convergence_charts(course[:2]) == ()


def test_a_combination_out_of_place_is_highlighted_in_a_slope_and_described() -> None:
    figure = slope_chart("Skeet", ["Blaze", "Pair"], [(1, 2), (2, 1)], ["too-low", "fair"])
    assert draw_svg(figure).count('class="too-low"') == 1
    assert draw_svg(figure).count('class="kept"') == 1
    assert "Blaze: 1, 2, too low; Pair: 2, 1." in described(figure)
