"""``frequency`` and ``audit`` of every shipped ruleset as a table, of one in every format."""

import re
from pathlib import Path

import pytest

from pokersim import __version__
from pokersim.report.formats.render import RENDERERS
from pokersim.rules.loader import shipped_names
from support.commands import UPDATE_GOLDEN, run_here
from support.process import ROOT

pytestmark = pytest.mark.usefixtures("own_folder")

GOLDEN = ROOT / "tests" / "golden" / "report"
CASES = [
    (command, name, format)
    for command in ("frequency", "audit")
    for name in shipped_names()
    for format in RENDERERS
    if format == "table" or name == "cats-dogs-and-skeet"
]


def golden_file(command: str, name: str, format: str) -> Path:
    """Return the path of a golden file."""
    return GOLDEN / command / f"{name}.{format}"


def golden_text(text: str, format: str) -> str:
    """Omit what is not about the ruleset: the version, and the style and script of a page."""
    if format == "html":
        text = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.DOTALL)
        return text.replace(f"<dt>version</dt><dd>{__version__}<", "<dt>version</dt><dd>VERSION<")
    return text.replace(f'"version": "{__version__}"', '"version": "VERSION"')


@pytest.mark.parametrize(("command", "name", "format"), CASES)
def test_the_report_on_a_ruleset_is_the_golden_text(command: str, name: str, format: str) -> None:
    if format == "html":
        pytest.importorskip("jinja2")
    done = run_here([command, "-r", name, "-f", format])
    assert (done.code, done.err) == (0, "")
    text, path = golden_text(done.out, format), golden_file(command, name, format)
    if UPDATE_GOLDEN:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def test_every_ruleset_has_its_golden_files_and_no_other_is_there() -> None:
    assert set(GOLDEN.glob("*/*")) == {golden_file(*case) for case in CASES}
