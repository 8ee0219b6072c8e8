"""Pages of HTML: complete and safe."""

import re
import sys
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pokersim.errors import InputError
from pokersim.report.charts.chart_spec import ChartSpec, Mark
from pokersim.report.formats.page import check_page
from pokersim.report.formats.render import render
from pokersim.report.model import Column, Prose, Report, Table
from support.commands import run_here

pytest.importorskip("jinja2")
pytestmark = pytest.mark.usefixtures("own_folder")

EVIL = "<script>alert(1)</script>"


def test_figures_of_a_section_are_below_its_last_table() -> None:
    text = run_here(["report", "-r", "skeet", "--no-draw", "-n", "1k", "--seed", "7", "-f", "html"])
    table, _, rest = text.out.partition("Fairness: Skeet and the rest of group B: dealt</h2>")
    assert "<svg" not in table
    figure, _, rest = rest.partition("<h2>")
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
    figure = ChartSpec("bars", text, text, [Mark(text, 0.5, 0.4, note=text)], text, text)
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


def test_a_page_has_a_chart_its_description_and_the_command_to_repeat_it() -> None:
    text = run_here(["simulate", "-n", "500", "--seed", "5", "-f", "html"]).out
    assert text.count("<svg") == text.count("<desc>") >= 1
    assert "<pre>pokersim simulate -n 500 --seed 5 -f html</pre>" in text


def test_a_random_seed_is_in_the_command_to_repeat_the_page() -> None:
    done = run_here(["simulate", "-n", "500", "-f", "html"])
    seed = re.search(r"Seed (\d+)", done.err)
    assert seed
    assert f"<pre>pokersim simulate -n 500 -f html --seed {seed[1]}</pre>" in done.out


def test_facts_separate_thousands_except_in_a_seed() -> None:
    done = run_here(["simulate", "-n", "12k", "--seed", "123456", "-f", "html", "--no-store"])
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", done.out))
    assert (facts["deals"], facts["seed"]) == ("12,000", "123456")


def test_a_transcript_is_a_page_too() -> None:
    text = run_here(["deal", "--betting", "five-card-stud", "--seed", "7", "-f", "html"]).out
    assert "<li>" in text
    assert "<table>" not in text


def test_without_jinja2_the_error_names_the_package_before_anything_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)  # makes the import fail
    with pytest.raises(InputError, match=r"pip install 'pokersim\[report\]'"):
        check_page()
    done = run_here(["frequency", "-f", "html"])
    assert (done.code, done.out) == (2, "")
    assert "Jinja2" in done.err
