"""Pages of HTML: whole, safe, and as a browser shows them."""

import json
import re
import shutil
import subprocess
import sys
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pokersim.errors import InputError
from pokersim.report.figure import Figure, Mark
from pokersim.report.page import check_page
from pokersim.report.render import render
from pokersim.report.table import Column, Prose, Report, Table
from support.commands import run_here

pytest.importorskip("jinja2")
pytestmark = pytest.mark.usefixtures("own_folder")

EVIL = "<script>alert(1)</script>"
WIDTHS = (360, 1400)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

LOOK = """
<body>%s<script>
const found = {errors: [], widths: {}, sorted: {}};
const frames = [...document.querySelectorAll("iframe")];
window.addEventListener("load", () => {
  for (const frame of frames) {
    const page = frame.contentDocument.documentElement, width = frame.width;
    found.widths[width] = [page.scrollWidth, page.clientWidth];
    const table = frame.contentDocument.querySelector("table");
    const texts = (n) => [...table.tBodies[0].rows].map((row) => row.cells[n].textContent);
    const column = Number(frame.dataset.column);
    table.tHead.rows[0].cells[column].querySelector("button").click();
    const up = texts(column);
    table.tHead.rows[0].cells[column].querySelector("button").click();
    found.sorted[width] = [up, texts(column), table.tFoot ? table.tFoot.textContent : ""];
  }
  document.body.textContent = JSON.stringify(found);
});
</script></body>
"""
"""A page around pages of several widths: measures them, sorts their first table, and tells."""


def looked_at(html: str, column: int, folder: Path) -> tuple[dict[str, Any], str]:
    """Open a page in a browser at every width; what was found, and what the console said."""
    frames = "".join(
        f'<iframe width="{width}" height="900" data-column="{column}" srcdoc="{escape(html)}">'
        "</iframe>"
        for width in WIDTHS
    )
    around = folder / "around.html"
    around.write_text(LOOK % frames, "utf-8")
    done = subprocess.run(
        [
            str(CHROMIUM),
            *("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"),
            f"--user-data-dir={folder / 'profile'}",
            *("--virtual-time-budget=5000", "--dump-dom", around.as_uri()),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    told = re.search(r"\{.*\}", unescape(done.stdout), re.DOTALL)
    assert told, done.stdout[:500]
    found: dict[str, Any] = json.loads(told[0])
    return found, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_in_a_browser_nothing_overflows_tables_sort_and_nothing_is_complained_of(
    language: str, tmp_path: Path
) -> None:
    rulesets = [part for name in ("standard", "skeet", "soko") for part in ("-r", name)]
    done = run_here(["frequency", *rulesets, "-f", "html", "--lang", language])
    found, console = looked_at(done.out, 1, tmp_path)
    assert console == ""
    assert set(found["widths"]) == {str(width) for width in WIDTHS}
    for scroll, client in found["widths"].values():
        assert scroll <= client
    for up, down, total in found["sorted"].values():
        numbers = [int(re.sub(r"\D", "", text)) for text in up]
        assert numbers == sorted(numbers)
        assert len(set(numbers)) > 10
        assert [int(re.sub(r"\D", "", text)) for text in down] == numbers[::-1]
        assert re.search(r"[^0-9]2[,\xa0]598[,\xa0]960", total)


BOTH = ["-r", "standard", "-r", "skeet"]
PAGES = {
    "audit": (["audit", *BOTH, "-r", "cats-and-dogs"], 1),
    "compare": (["compare", *BOTH, "-n", "20k", "--seed", "7"], 2),
    "report": (["report", *BOTH, "--no-draw", "-n", "20k", "--seed", "7"], 2),
}
"""Commands whose page begins with a table in which a column has places, but not in all rows."""


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("command", PAGES)
def test_in_a_browser_places_sort_as_numbers_and_what_has_none_is_last(
    command: str, language: str, tmp_path: Path
) -> None:
    args, column = PAGES[command]
    done = run_here([*args, "-f", "html", "--lang", language])
    assert done.code == 0, done.err
    found, console = looked_at(done.out, column, tmp_path)
    assert console == ""
    for scroll, client in found["widths"].values():
        assert scroll <= client
    for up, down, _ in found["sorted"].values():
        places = [str(place) for place in range(1, 10)]
        assert up == places + ["-"] * (len(up) - 9) != places
        assert down == places[::-1] + ["-"] * (len(up) - 9)


def test_figures_of_a_section_stand_below_its_last_table() -> None:
    text = run_here(["report", "-r", "skeet", "--no-draw", "-n", "1k", "--seed", "7", "-f", "html"])
    table, _, behind = text.out.partition("Fairness: Skeet and the rest of group B: dealt</h2>")
    assert "<svg" not in table
    figure, _, behind = behind.partition("<h2>")
    assert figure.count("<svg") == 1
    assert "Blaze: 11, 3, too low" in figure
    assert "<h2>Charts</h2>" not in text.out


class Links(HTMLParser):
    """Collects what a page loads or links to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [value or "" for name, value in attrs if name in ("src", "href")]


def small(text: str) -> Report:
    columns = (Column("name", text), Column("hands", "Hands", "count"))
    table = Table("t", text, columns, [{"name": text, "hands": 7}], {"hands": 7}, text)
    figure = Figure("bars", text, text, [Mark(text, 0.5, 0.4, note=text)], text, text)
    return Report(
        {"command": "frequency", "rulesets": [{"name": text, "hash": "0"}]},
        (table,),
        notes=(text,),
        summary=(Prose(text, [text]),),
        figures=(figure,),
        repeat=text,
    )


def test_a_page_loads_nothing_from_elsewhere() -> None:
    links = Links()
    text = run_here(["frequency", "-f", "html"]).out
    links.feed(text)
    assert links.found == ["data:,"]
    assert "@import" not in text
    assert "url(" not in text


def test_a_ruleset_named_like_a_script_stays_text() -> None:
    evil, good = Links(), Links()
    text = render(small(EVIL), "html")
    evil.feed(text)
    good.feed(render(small("skeet"), "html"))
    assert evil.tags == good.tags
    assert EVIL not in text
    assert text.count(escape(EVIL)) >= 10


@pytest.mark.parametrize(
    "command",
    [
        ["frequency"],
        ["audit"],
        ["compare", "-r", "standard", "-n", "2k", "--seed", "7"],
        ["simulate", "-n", "2k", "--seed", "7", "--no-store"],
        ["report", "--no-draw", "-n", "2k", "--seed", "7"],
    ],
    ids=lambda command: command[0],
)
def test_a_ruleset_file_titled_like_a_script_stays_text_on_every_page(command: list[str]) -> None:
    assert run_here(["rules", "new", "evil", "--like", "skeet", "-o", "evil.toml"]).code == 0
    path = Path("evil.toml")
    text, n = re.subn(r"(?m)^en = .*$", f'en = "{EVIL}"', path.read_text("utf-8"))
    assert n == 1
    path.write_text(text, "utf-8")
    done = run_here([command[0], "-r", "./evil.toml", *command[1:], "-f", "html"])
    assert done.code == 0, done.err
    assert escape(EVIL) in done.out
    tags = Links()
    tags.feed(done.out)
    assert tags.tags.count("script") == 1


def test_a_page_has_a_chart_told_in_words_and_how_to_repeat_it() -> None:
    text = run_here(["simulate", "-n", "500", "--seed", "5", "-f", "html"]).out
    assert text.count("<svg") == text.count("<desc>") >= 1
    assert "<pre>pokersim simulate -n 500 --seed 5 -f html</pre>" in text


def test_a_seed_that_was_drawn_is_in_the_line_that_repeats_the_page() -> None:
    done = run_here(["simulate", "-n", "500", "-f", "html"])
    seed = re.search(r"Seed (\d+)", done.err)
    assert seed
    assert f"<pre>pokersim simulate -n 500 -f html --seed {seed[1]}</pre>" in done.out


def test_facts_part_thousands_but_not_those_of_a_seed() -> None:
    done = run_here(["simulate", "-n", "12k", "--seed", "123456", "-f", "html", "--no-store"])
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", done.out))
    assert (facts["deals"], facts["seed"]) == ("12,000", "123456")


def test_a_transcript_is_a_page_too() -> None:
    text = run_here(["deal", "--seed", "7", "-f", "html"]).out
    assert "<li>" in text
    assert "<table>" not in text


def test_without_jinja2_the_way_out_is_told_before_anything_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)  # what is imported so is not there
    with pytest.raises(InputError, match=r"pip install 'pokersim\[report\]'"):
        check_page()
    done = run_here(["frequency", "-f", "html"])
    assert (done.code, done.out) == (2, "")
    assert "Jinja2" in done.err
