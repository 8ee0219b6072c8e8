"""Pages as a browser shows them: nothing overflows, tables sort, the console stays empty."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.commands import run_here

pytest.importorskip("jinja2")
sync_api: Any = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.usefixtures("own_folder"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

WIDTHS = (360, 1400)
THREE = [part for name in ("standard", "skeet", "soko") for part in ("-r", name)]
BOTH = ["-r", "standard", "-r", "skeet"]
PLACES = {
    "audit": (["audit", *BOTH, "-r", "cats-and-dogs"], 1),
    "compare": (["compare", *BOTH, "-n", "20k", "--seed", "7"], 2),
    "report": (["report", *BOTH, "--no-draw", "-n", "20k", "--seed", "7"], 2),
}
"""Commands whose page begins with a table in which a column has places, but not in all rows."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Sorted:
    """The cells of one column of the first table of a page, sorted up and then down."""

    def __init__(self, browser: Any, path: Path, width: int, column: int) -> None:
        page = browser.new_page(viewport={"width": width, "height": 900})
        messages: list[str] = []
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(path.resolve().as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        table = page.locator("table").first
        button = table.locator("thead tr").first.locator("th, td").nth(column).locator("button")
        cells = table.locator(f"tbody tr > :nth-child({column + 1})")
        button.click()
        self.up: list[str] = cells.all_text_contents()
        button.click()
        self.down: list[str] = cells.all_text_contents()
        self.foot = "".join(table.locator("tfoot").all_text_contents())
        page.close()
        assert messages == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_counts_sort_as_numbers_above_their_total(browser: Any, language: str, width: int) -> None:
    page = Path("page.html")
    done = run_here(["frequency", *THREE, "-f", "html", "--lang", language, "-o", str(page)])
    assert done.code == 0, done.err
    found = Sorted(browser, page, width, column=1)
    up, down = ([int(re.sub(r"\D", "", text)) for text in each] for each in (found.up, found.down))
    assert up == sorted(up)
    assert down == up[::-1]
    assert len(set(up)) > 10
    assert re.search(r"[^0-9]2[,\xa0]598[,\xa0]960", found.foot)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("command", PLACES)
def test_places_sort_as_numbers_and_rows_without_one_are_last(
    browser: Any, command: str, language: str
) -> None:
    args, column = PLACES[command]
    page = Path("page.html")
    done = run_here([*args, "-f", "html", "--lang", language, "-o", str(page)])
    assert done.code == 0, done.err
    for width in WIDTHS:
        found = Sorted(browser, page, width, column)
        places = [str(place) for place in range(1, 10)]
        rest = ["-"] * (len(found.up) - 9)
        assert found.up == places + rest != places
        assert found.down == places[::-1] + rest
