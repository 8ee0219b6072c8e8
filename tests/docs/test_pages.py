"""The documentation: its commands run, its files load, and what it names exists.

The language of a fenced block decides its use: ``sh`` and ``python`` run; ``toml`` is a file if its
first line is ``# name.toml``, else part of a ruleset; ``text`` right after a block is its output.
"""

import inspect
import json
import os
import re
import runpy
import shlex
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from shutil import copy
from typing import NamedTuple

import click
import numpy as np
import pytest

from pokersim.cli import main as program
from pokersim.cli.shared.config import load_defaults
from pokersim.errors import RulesetError
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import BUGS, BY_HAND, NAMED_CARDS
from pokersim.rules.loader import (
    DECK_KEYS,
    RULESET_KEYS,
    load_ruleset,
    parse_ruleset,
    shipped_names,
)
from pokersim.rules.pattern import TIE_BREAKS
from pokersim.rules.schema import (
    BETWEEN_KEYS,
    COMBINATION_BUGS,
    COMBINATION_KEYS,
    PATTERN_KEYS,
    RUN_KEYS,
)
from support.commands import rows_of, run_here, run_shell
from support.process import ROOT, Finished

PAGES = (
    "README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
)
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "docs.py"))

NOT_RUN = {
    "./scripts/test": "runs these tests",
    "python scripts/docs.py": "writes into the checkout; what it does is tested below",
    ".venv/bin/pytest": "runs these tests",
    "POKERSIM_UPDATE_GOLDEN=1": "writes into the checkout",
    "git diff": "needs the checkout",
    "pip install": "fetches packages",
    "dask ": "a server; tests/support/clusters.py starts them",
    "pokersim simulate --cluster": "of hours; tests/slow/test_cluster_command.py runs shorter ones",
}
"""The beginnings of the commands that do not run, and why."""

HEAVY = ("shuffled-hands", "SIMULATE_DEALS", "--cards 6 --strict", "best_policy")
"""Parts of the commands and of the Python that run in the slow tier."""

CHEAPER = {
    "(simulate|compare) -.*(draw|jackpots)": "-n 1k --deck 32",
    "compare .*--exact|draw --policy|audit .*both": "--deck TJQKA",
    "(simulate|compare) -(?!.*--shard)|draw .*--deals|equity .*top:": "-n 1k",
    "report .*jackpots": "--no-draw --deck 32",
    "report": "--no-draw",
    "deal": "--deck 36",
}
"""Options that make commands quick, by how these begin; the first that fits is added."""

HANDS = "KhJdTd9s8c\n9c 9d 8s 8h 2c\nK-J-10-9-8\n"
PRELUDE = "set -euo pipefail\nshuffled-hands() { cat hands.txt; }\n"


class Block(NamedTuple):
    """A fenced block of a page, and the ``text`` block right after it."""

    page: str
    line: int
    language: str
    text: str
    outcome: str | None

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def by_hand(page: str) -> str:
    """Return a page without what scripts/docs.py writes; line numbers stay the same."""
    written = f"{re.escape(SCRIPT['BEGIN'])}.*?{re.escape(SCRIPT['END'])}"
    return re.sub(written, lambda m: "\n" * m[0].count("\n"), read(page), flags=re.DOTALL)


def blocks_of(page: str) -> Iterator[Block]:
    text = by_hand(page)
    fence = r"^```(\w+)\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?"
    for found in re.finditer(fence, text, re.MULTILINE | re.DOTALL):
        yield Block(page, text[: found.start()].count("\n") + 1, *found.groups())


def commands_of(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command inside a group, with the words that call it."""
    ctx = click.Context(group)
    for word in group.list_commands(ctx):
        command = group.get_command(ctx, word)
        assert command is not None
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name} {word}")


def examples_of(command: click.Command) -> list[str]:
    """Return the lines under "Examples:" in the help of a command."""
    found = re.search(r"\x08\nExamples?:\n(.*)", inspect.cleandoc(command.help or ""), re.DOTALL)
    return inspect.cleandoc(found[1]).splitlines() if found else []


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
COMMANDS = dict(commands_of(program.cli, "pokersim"))
FILES = {
    found[1]: block
    for block in BLOCKS
    if block.language == "toml" and (found := re.match(r"# (\S+\.toml)\n", block.text))
}
"""The files that the pages show, by name."""


def lines_of(text: str) -> list[str]:
    """Return the commands of a block that run."""
    lines = [line for line in text.splitlines() if not line.startswith(tuple(NOT_RUN))]
    return [line.replace("./scripts/pokersim", "pokersim") for line in lines]


def is_heavy(line: str) -> bool:
    return any(part in line for part in HEAVY)


def quick(line: str) -> str:
    """Return a command with the options that make it quick."""
    fitting = (more for start, more in CHEAPER.items() if re.match(f"pokersim ({start})", line))
    return f"{line} {next(fitting, '')}"


SHOWN = {block: lines_of(block.text) for block in BLOCKS if block.language == "sh"}
ON_PAGES = {line for lines in SHOWN.values() for line in lines}
EXAMPLES = [
    (name, line)
    for name, command in COMMANDS.items()
    for line in examples_of(command)
    if line not in ON_PAGES
]
"""The examples in the help of commands that do not run with the pages anyway."""


@pytest.fixture
def folder(own_folder: Path) -> Path:
    """Return a working directory with the files of the pages, and some hands."""
    (own_folder / "hands.txt").write_text(HANDS)
    for name, block in FILES.items():
        if name != "pokersim.toml":  # pokersim reads that one by itself
            (own_folder / name).write_text(block.text, "utf-8")
    return own_folder


# --- what is shown works -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "block",
    [block for block, lines in SHOWN.items() if not all(map(is_heavy, lines))],
    ids=lambda block: block.place,
)
def test_commands_run_and_print_what_the_page_shows(block: Block, folder: Path) -> None:
    lines = [line for line in SHOWN[block] if not is_heavy(line)]
    done = run_lines(map(quick, lines) if block.outcome is None else lines, folder)
    assert done.code == 0, done.err
    if block.outcome is not None:
        assert done.out == block.outcome


@pytest.mark.parametrize(
    ("name", "line"), [pytest.param(*e, id=e[1]) for e in EXAMPLES if not is_heavy(e[1])]
)
def test_the_examples_of_every_help_run(name: str, line: str, folder: Path) -> None:
    assert f"{name} " in line
    if name == "pokersim rules new":
        (folder / "thursday.toml").unlink()
    if name.startswith("pokersim runs") or "report e010" in line:
        keep_a_run(folder)
    done = run_lines([quick(line)], folder)
    assert done.code == 0, done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", sorted(filter(is_heavy, ON_PAGES.union(line for _, line in EXAMPLES)))
)
def test_the_heavy_commands_of_pages_and_help_run(line: str, folder: Path) -> None:
    done = run_lines([line], folder)
    assert done.code == 0, done.err


def run_lines(lines: Iterable[str], folder: Path) -> Finished:
    """Run commands: in this process, where each starts at once, or in a shell if they need one."""
    done = Finished(0, "", "")
    out = ""
    for line in lines:
        if re.search(r"[|&;<>$\\]|^(?!pokersim )", line):
            done = run_shell(PRELUDE + line, folder)
        else:
            done = run_here(shlex.split(line, comments=True)[1:])
        out += done.out
        if done.code:
            break
    return Finished(done.code, out, done.err)


def keep_a_run(folder: Path) -> None:
    """Make the run that examples name, and the stores that they merge."""
    assert run_here(["simulate", "-r", "skeet", "-n", "1k", "--seed", "7"]).code == 0
    for shard in ("shard-1.sqlite", "shard-2.sqlite"):
        copy(Path(os.environ["XDG_DATA_HOME"]) / "pokersim" / "runs.sqlite", folder / shard)


def test_every_command_with_options_of_its_own_has_an_example() -> None:
    without = {name for name, command in COMMANDS.items() if not examples_of(command)}
    assert without <= {
        "pokersim rules",
        "pokersim rules list",
        "pokersim rules check",
        "pokersim runs",
        "pokersim runs list",
    }


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(b, id=b.place, marks=[pytest.mark.slow] * is_heavy(b.text))
        for b in BLOCKS
        if b.language == "python"
    ],
)
def test_python_runs(block: Block) -> None:
    royal_flush = np.array([[51, 47, 43, 39, 35]], dtype=np.uint8)
    exec(block.text, {"cards": royal_flush})


def test_every_block_is_in_a_language_that_a_test_reads() -> None:
    assert {block.language for block in BLOCKS} == {"sh", "python", "toml", "text"}
    shown = [b.place for b in BLOCKS if b.language == "text" and b.page != "docs/architecture.md"]
    assert shown == []  # a text is the output of the block before it, or the tree of files


# --- rulesets --------------------------------------------------------------------------------


def test_each_combination_of_the_page_can_be_ranked() -> None:
    shown = [
        b for b in BLOCKS if b.page == "docs/guides/rulesets.md" and b.text[:13] == "[combination."
    ]
    assert shown
    for block in shown:
        ids = re.findall(r"^\[combination\.(.*)\]", block.text, re.MULTILINE)
        ranking = ", ".join(f'"{name}"' for name in [*ids, "high-card"])
        ruleset = parse_ruleset(f"ranking = [{ranking}]\n{block.text}", block.place, "page")
        assert compile_ruleset(ruleset).notes == (), block.place


def test_the_whole_file_of_the_page_loads_without_a_note(folder: Path) -> None:
    ranking = compile_ruleset(load_ruleset("thursday.toml"))
    assert ranking.notes == ()
    assert [c.id for c in ranking.ranking] == re.findall(
        r'^    "(.*)",$', FILES["thursday.toml"].text, re.M
    )
    assert (ranking.ruleset.title("ru"), ranking.ruleset.deck.name) == ("Четверг", "52")


def test_the_broken_file_of_the_page_has_the_problems_that_it_shows() -> None:
    block = FILES["broken.toml"]
    with pytest.raises(RulesetError) as caught:
        parse_ruleset(block.text, "broken.toml", "broken")
    assert f"{caught.value}\n" == block.outcome


def test_the_page_of_rulesets_names_every_word_of_the_vocabulary() -> None:
    page = read("docs/guides/rulesets.md")
    words = (*RULESET_KEYS, *COMBINATION_KEYS, *PATTERN_KEYS, *RUN_KEYS, *BETWEEN_KEYS)
    assert [word for word in words if f"`{word}`" not in page and f"`{word} = " not in page] == []
    assert [name for name in TIE_BREAKS if f'`"{name}"`' not in page] == []


def test_the_options_of_the_page_are_existing_rulesets_and_combinations() -> None:
    table = read("docs/guides/rulesets.md").partition("| to play | write |")[2].partition("\n\n")[0]
    listed = re.findall(r'`"([a-z-]+)"`', table)
    text = f"ranking = {[*dict.fromkeys(listed), 'high-card']}".replace("'", '"')
    parse_ruleset(text, "page", "page")
    assert set(re.findall(r"`([a-z-]+)`", table)) <= set(shipped_names())


def test_every_key_of_the_deck_that_the_page_shows_loads() -> None:
    page = read("docs/guides/rulesets.md")
    lines = re.findall(rf"`((?:{'|'.join(DECK_KEYS)}) = [^`]+)`", page)
    assert {line.partition(" =")[0] for line in lines} == set(DECK_KEYS)
    for line in lines:
        parse_ruleset(f'{line}\nranking = ["high-card"]\n', line, "page")
    for word in (*BUGS[1:], *BY_HAND[1:], *COMBINATION_BUGS, *NAMED_CARDS):
        assert f'`"{word}"`' in page, word


def test_the_wild_files_of_the_page_load_without_an_error(folder: Path) -> None:
    wild = compile_ruleset(load_ruleset("wild-night.toml"))
    assert wild.notes == ()
    assert [c.id for c in wild.ranking][:2] == ["royal-flush", "five-of-a-kind"]
    assert load_ruleset("low-hole.toml").deck.by_hand == "hole"


# --- the command line ----------------------------------------------------------------------------


def test_the_page_of_commands_is_current() -> None:
    page = read("docs/cli.md")
    assert SCRIPT["updated"](page) == page, "run: python scripts/docs.py"


def test_the_page_of_commands_has_every_option_of_every_command() -> None:
    page = read("docs/cli.md")
    for name, command in COMMANDS.items():
        assert f"\n### {name}\n" in page
        section = page.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
        common = page.partition("\n### Common options\n")[2].partition("\n### ")[0]
        for param in command.params:
            if isinstance(param, click.Option):
                shown = section + (common if "#common-options" in section else "")
                assert f"`{param.opts[-1]}" in shown, (name, param.opts)


FIELDS_OF = {
    "rank": ["rank", "KhJdTd9s8c"],
    "winner": ["rank", "KhJdTd9s8c", "9c9d8s8h2c"],
    "explain": ["rank", "KhJdTd9s8c", "--explain"],
    "rulesets": ["rules", "list"],
    "card": ["rules", "show", "soko"],
    "check": ["rules", "check", "soko"],
    "betting": ["rules", "list", "--betting"],
    "settings": ["rules", "show", "jackpots", "--betting"],
    "frequency": ["frequency"],
    "audit": ["audit"],
    "deal": ["deal", "--actions", ""],
    "tally": ["simulate", "-n", "1k"],
    "change": ["simulate", "-n", "1k", "-r", "standard", "-r", "soko"],
    "group": ["simulate", "-n", "1k"],
    "seat": ["simulate", "-n", "1k", "--game", "draw", "--policy", "stand-pat"],
}


def test_the_help_of_an_option_names_only_options_of_its_command() -> None:
    for name, command in COMMANDS.items():
        options = [param for param in command.params if isinstance(param, click.Option)]
        own = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
        for option in options:
            named = set(re.findall(r"--[a-z][a-z-]*", option.help or ""))
            assert named <= own, f"{name} {option.opts[-1]}"


def test_the_page_of_commands_lists_the_fields_of_each_table(own_folder: Path) -> None:
    lines = re.findall(
        r"^\| `(?:rank|rules|freq|audi|sim|deal).*\| `(\w+)` \| (.*) \|$",
        read("docs/cli.md"),
        re.M,
    )
    listed = {table: re.findall(r"`(\w+)`", fields) for table, fields in lines}
    assert set(listed) == set(FIELDS_OF)
    for table, args in FIELDS_OF.items():
        rows = rows_of(run_here([*args, "-f", "ndjson"]).out, "ndjson")
        row = next(row for row in rows if row.get("table", table) == table)
        if args[0] != "simulate":
            row.pop("table", None)  # written where there are several tables
        assert list(row) == listed[table], table


CHIPS = ["simulate", "-n", "1k", "--betting", "five-card-stud"]


def test_the_page_of_commands_lists_the_fields_of_games_for_chips(own_folder: Path) -> None:
    section = read("docs/cli.md").partition("### Fields of games for chips")[2].partition("###")[0]
    lines = re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.M)
    listed = {table: re.findall(r"`(\w+)`", fields) for table, fields in lines}
    rows = rows_of(run_here([*CHIPS, "-f", "ndjson"]).out, "ndjson")
    assert {row["table"]: list(row) for row in rows} == listed


def test_the_page_of_commands_lists_the_keys_of_meta(own_folder: Path) -> None:
    section = read("docs/cli.md").partition("### What `meta` holds")[2].partition("\n## ")[0]
    for args in (*FIELDS_OF.values(), CHIPS):
        meta = json.loads(run_here([*args, "-f", "json"]).out)["meta"]
        assert [key for key in meta if f"`{key}`" not in section] == []


def test_the_file_of_options_of_the_page_loads(own_folder: Path) -> None:
    Path("pokersim.toml").write_text(FILES["pokersim.toml"].text)
    found = {
        name: load_defaults(name, command, program.COMMANDS)
        for name in program.COMMANDS
        if (command := program.cli.get_command(click.Context(program.cli), name))
    }
    assert {name for name, defaults in found.items() if defaults} == {
        "simulate", "rank", "frequency", "rules",
    }  # fmt: skip
    assert found["simulate"]["ruleset"] == ["standard", "skeet"]


def test_the_readme_and_the_help_name_the_same_commands() -> None:
    shown = re.findall(r"scripts/pokersim (\w+)", read("README.md"))
    assert set(shown) == set(program.COMMANDS)
    listed = run_here(["--help"]).out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^  (\w+) ", listed, re.M) == list(program.COMMANDS)


def test_every_module_of_commands_is_listed_and_has_a_command() -> None:
    for module, line in program.COMMANDS.values():
        assert isinstance(import_module(module).command, click.Command), module
        assert line.endswith(".")
    modules = {f"pokersim.cli.{path.stem}" for path in (ROOT / "pokersim" / "cli").glob("*.py")}
    with_command = {m for m in modules if hasattr(import_module(m), "command")}
    assert with_command == {module for module, _ in program.COMMANDS.values()}


# --- links and the tree --------------------------------------------------------------------------


def anchors_of(page: str) -> set[str]:
    """Return what links can point to in a page: its headings as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", read(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_nowhere(page: str, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = ((ROOT / page).parent / path if path else ROOT / page).resolve()
    if not target.exists():
        return True
    return bool(anchor) and anchor not in anchors_of(str(target.relative_to(ROOT)))


def test_links_resolve() -> None:
    links = [
        (page, link)
        for page in (*PAGES, "CHANGELOG.md")
        for link in re.findall(r"\]\(([^)\s]+)\)", read(page))
        if not link.startswith("https://")
    ]
    assert [link for link in links if leads_nowhere(*link)] == []


def test_every_page_is_linked_from_the_readme() -> None:
    assert [page for page in PAGES[1:] if f"]({page})" not in read("README.md")] == []


def tree_of(text: str) -> Iterator[str]:
    """Yield the paths of a drawn tree: an indent of two for each folder."""
    folders: list[str] = []
    for line in text.splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        folders[depth:] = [name.rstrip("/")] if name.endswith("/") else []
        if not name.endswith("/"):
            yield "/".join([*folders, name])


def test_the_tree_of_the_architecture_is_the_package() -> None:
    [drawn] = re.findall(
        r"^```text\n(pokersim/\n.*?)^```$", read("docs/architecture.md"), re.M | re.S
    )
    paths = list(tree_of(drawn))
    there = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "pokersim").rglob("*")
        if path.is_file() and path.suffix in (".py", ".toml", ".typed", ".j2")
    ]
    missing = [p for p in there if not any(fnmatch(p, drawn_path) for drawn_path in paths)]
    gone = [drawn_path for drawn_path in paths if not any(fnmatch(p, drawn_path) for p in there)]
    assert (missing, gone) == ([], [])
