"""The command line apart from its commands: help, exit codes, streams and files.

A command ``fake`` stands in for the real ones, in a process of its own: it does what commands
do, and what a process can have done to it.
"""

import os
import pty
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokersim import __version__
from pokersim.cli import main as program
from pokersim.cli.shared import output
from pokersim.errors import InputError
from support.commands import run_here
from support.process import ROOT, Finished, RunCli, clean_environment

pytestmark = pytest.mark.usefixtures("own_folder")

FAKE = """
import os, resource, sys, time
import click
from pokersim.cli.shared import options
from pokersim.cli.shared.output import emit, message, open_output, progress
from pokersim.errors import InputError, PokersimError

class CheckError(PokersimError):
    exit_code = 1

@click.command()
@click.argument("action")
@options.output_option
@options.color_option
@options.progress_option
@click.pass_context
def command(ctx, action, output, progress):
    ctx.exit(globals()[action](output) or 0)

def one(output):
    emit("one\\n", output)

def many(output):
    with open_output(output) as stream:
        for _ in range(100_000):
            stream.write(b"a line\\n")

def echo(output):
    for _ in range(100_000):
        print("a line")

def bad(output):
    raise InputError("the problem\\n  the way out")

def check(output):
    raise CheckError("it does not hold")

def after(output):
    print("before")
    raise InputError("after")

def bug(output):
    print("before")
    raise ZeroDivisionError("a mistake of ours")

def wait(output):
    with open_output(output) as stream:
        stream.write(b"half")
        stream.flush()
        message("waiting")
        time.sleep(60)

def fill(output):
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    many(output)

def partly(output):
    with open_output(output) as stream:
        stream.write(b"half")
        raise InputError("half way")

def bar(output):
    with progress(2, "Dealing") as update:
        update(1, None)
        update(1, None)

def talk(output):
    message("on the side")
    message("not at all", quiet=True)
"""

RUN_FAKE = """
import sys
from pokersim.cli import main
main.COMMANDS["fake"] = ("fake_command", "A command for tests.")
main.main()
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Add the fake command to this process; return how another one that has it begins."""
    (tmp_path / "fake_command.py").write_text(FAKE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(program.COMMANDS, "fake", ("fake_command", "A command for tests."))
    return [sys.executable, "-c", RUN_FAKE, "fake"]


def finish(args: list[str], **more: Any) -> Finished:
    """Run a process in the test's folder, and wait for it."""
    env = clean_environment({"PYTHONPATH": f"{ROOT}{os.pathsep}{Path.cwd()}"} | more.pop("env", {}))
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    done = subprocess.run(args, encoding="utf-8", env=env, timeout=60, check=False, **kept)
    return Finished(done.returncode, done.stdout or "", done.stderr or "")


def shell(fake: list[str], line: str) -> Finished:
    """Run a line of shell in which ``"$@"`` begins a process with the fake command."""
    return finish(["bash", "-c", line, "bash", *fake])


def names(folder: str = ".") -> set[str]:
    """Return the names of all files in a folder."""
    return {path.name for path in Path(folder).iterdir()}


def on_terminal(args: list[str], env: dict[str, str] | None = None) -> str:
    """Run a process whose standard error is a terminal; return what the terminal got."""
    ours, theirs = pty.openpty()
    finish(args, stderr=theirs, env=env or {})
    os.close(theirs)
    shown = b""
    try:
        while some := os.read(ours, 4096):
            shown += some
    except OSError:  # how Linux says that nobody writes there any more
        pass
    os.close(ours)
    return shown.decode()


# --- the group --------------------------------------------------------------------------------


def test_help_lists_every_command_without_importing_one(run_cli: RunCli) -> None:
    done = run_cli(["--help"])
    assert (done.code, done.err) == (0, "")
    for name, (_, line) in program.COMMANDS.items():
        assert f"  {name}" in done.out
        assert line in done.out
    assert "_POKERSIM_COMPLETE=zsh_source" in done.out


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from pokersim.cli.main import cli; cli.main(['-h'], standalone_mode=False);"
        "sys.exit(str({'numpy', 'numba', 'tabulate'} & set(sys.modules)))"
    )
    assert finish([sys.executable, "-c", code]).err.strip() == "set()"


def test_commands_on_five_cards_that_deal_nothing_do_not_import_numba() -> None:
    code = (
        "import sys; from pokersim.cli.main import _run;"
        "codes = [_run(line.split()) for line in sys.argv[1:]];"
        "sys.exit(str((set(codes), 'numba' in sys.modules)))"
    )
    own = "--deck 36 --jokers 2 --bug special --wild 6,Js"
    lines = [
        "rules list",
        "rules show skeet",
        "rules check soko",
        "rules new x --like skeet",
        "rank KhJdTd9s8c --explain",
        f"rank JoAhKhQhTh --explain {own}",
        f"frequency --swap flush,straight {own}",
    ]
    assert finish([sys.executable, "-c", code, *lines]).err == "({0}, False)\n"


def test_no_argument_and_h_are_help() -> None:
    assert run_here([]) == run_here(["-h"]) == run_here(["--help"])


def test_version_is_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POKERSIM_VERSION", "somebody's")
    assert run_here(["--version"]) == (0, f"pokersim {__version__}\n", "")


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    done = run_here(["freqency"])
    assert (done.code, done.out) == (2, "")
    assert "Error: no such command 'freqency'; did you mean 'frequency'?\n" in done.err


def test_an_unknown_option_is_bad_input() -> None:
    assert run_here(["--versio"]).code == 2


def test_completion_offers_commands_without_importing_one(run_cli: RunCli) -> None:
    asked = {
        "_POKERSIM_COMPLETE": "bash_complete",
        "COMP_WORDS": "pokersim r",
        "COMP_CWORD": "1",
    }
    offered = sorted(run_cli([], env=asked).out.split())
    assert offered == ["plain,rank", "plain,report", "plain,rules", "plain,runs"]


# --- exit codes --------------------------------------------------------------------------------


@pytest.mark.usefixtures("fake")
def test_an_error_of_the_users_is_printed_and_exits_2() -> None:
    assert run_here(["fake", "bad"]) == (2, "", "Error: the problem\n  the way out\n")


@pytest.mark.usefixtures("fake")
def test_an_error_may_carry_another_exit_code() -> None:
    assert run_here(["fake", "check"]) == (1, "", "Error: it does not hold\n")


@pytest.mark.usefixtures("fake")
def test_what_was_printed_before_an_error_stays() -> None:
    assert run_here(["fake", "after"]) == (2, "before\n", "Error: after\n")


def test_a_mistake_of_the_program_is_a_traceback(fake: list[str]) -> None:
    done = finish([*fake, "bug"])
    assert (done.code, done.out) == (1, "before\n")
    assert "ZeroDivisionError: a mistake of ours" in done.err


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "Interrupted"), (signal.SIGTERM, 143, "Terminated")],
)
def test_a_signal_leaves_the_old_file_and_no_other(
    fake: list[str], number: signal.Signals, code: int, word: str
) -> None:
    folder = Path("results")
    folder.mkdir()
    (folder / "old").write_text("old")
    env = clean_environment({"PYTHONPATH": f"{ROOT}{os.pathsep}{Path.cwd()}"})
    args = [*fake, "wait", "-o", "results/old"]
    with subprocess.Popen(args, stderr=subprocess.PIPE, encoding="utf-8", env=env) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "waiting\n"
        assert len(list(folder.iterdir())) == 2
        process.send_signal(number)
        assert process.stderr.read() == f"{word}\n"
        assert process.wait(10) == code
    assert names("results") == {"old"}
    assert (folder / "old").read_text() == "old"


# --- the standard streams ------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["many", "echo"])
def test_a_reader_that_has_had_enough_ends_it_quietly(fake: list[str], action: str) -> None:
    done = shell(fake, f'set -o pipefail; "$@" {action} | head -n 1')
    assert done == (0, "a line\n", "")


@pytest.mark.parametrize("action", ["one", "--help"])
def test_a_closed_standard_output_is_quiet(fake: list[str], action: str) -> None:
    assert shell(fake, f'"$@" {action} >&-') == (0, "", "")


def test_a_reader_that_never_reads_is_quiet(fake: list[str]) -> None:
    assert shell(fake, 'set -o pipefail; "$@" --help | true').err == ""


@pytest.mark.parametrize("action", ["one", "many", "--help"])
def test_a_full_disk_under_the_standard_output_is_an_error(fake: list[str], action: str) -> None:
    done = shell(fake, f'"$@" {action} >/dev/full')
    problem = "Error: can't write to the standard output: No space left on device\n"
    assert done == (2, "", problem)


@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_a_standard_error_that_fails_stops_nothing(fake: list[str], where: str) -> None:
    assert shell(fake, f'"$@" talk 2>{where}') == (0, "", "")
    assert shell(fake, f'"$@" bad 2>{where}').code == 2


def test_a_closed_stream_is_not_taken_for_a_file(fake: list[str]) -> None:
    assert shell(fake, '"$@" one -o file >&- 2>&- <&-; cat file') == (0, "one\n", "")


@pytest.mark.usefixtures("fake")
def test_messages_go_to_the_standard_error() -> None:
    assert run_here(["fake", "talk"]) == (0, "", "on the side\n")


def test_the_progress_bar_is_for_terminals_alone(fake: list[str]) -> None:
    assert run_here(["fake", "bar"]) == (0, "", "")
    shown = on_terminal([*fake, "bar"])
    assert "Dealing" in shown
    assert "100%" in shown


def test_no_progress_bar_when_not_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with output.progress(1, "Dealing", enabled=False) as update:
        update(1, None)
    assert capsys.readouterr().err == ""


def test_an_error_is_coloured_on_a_terminal_only(fake: list[str]) -> None:
    red = "\x1b[31m\x1b[1mError:\x1b[0m the problem"
    assert red in on_terminal([*fake, "bad"])
    assert "\x1b" not in on_terminal([*fake, "bad"], {"NO_COLOR": "1"})
    assert "\x1b" not in on_terminal([*fake, "bad", "--no-color"])


# --- files --------------------------------------------------------------------------------


def test_emit_writes_utf8_to_a_file_and_to_the_standard_output(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    output.emit("Комбинация ♠\n", "file")
    output.emit("Комбинация ♠\n")
    assert Path("file").read_bytes() == "Комбинация ♠\n".encode() == capsysbinary.readouterr().out


def test_a_file_takes_its_place_at_the_end() -> None:
    Path("file").write_text("old")
    with output.open_output("file") as stream:
        stream.write(b"new")
        stream.flush()
        assert Path("file").read_text() == "old"
    assert Path("file").read_text() == "new"
    assert names() == {"file"}


@pytest.mark.parametrize("error", [InputError, KeyboardInterrupt, program.Terminated, OSError])
def test_a_failure_leaves_the_old_file_and_no_other(error: type[BaseException]) -> None:
    Path("file").write_text("old")
    with pytest.raises(error), output.open_output("file") as stream:  # noqa: PT012
        stream.write(b"new")
        raise error
    assert names() == {"file"}
    assert Path("file").read_text() == "old"


def test_a_full_disk_leaves_the_old_file_and_no_other(fake: list[str]) -> None:
    Path("file").write_text("old")
    before = names()
    done = finish([*fake, "fill", "-o", "file"], env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert done == (2, "", "Error: can't write to file: File too large\n")
    assert names() == before
    assert Path("file").read_text() == "old"


@pytest.mark.usefixtures("fake")
def test_a_device_that_is_full_is_named() -> None:
    done = run_here(["fake", "one", "-o", "/dev/full"])
    assert done == (2, "", "Error: can't write to /dev/full: No space left on device\n")


def test_a_new_file_obeys_the_umask_and_an_old_one_keeps_its_mode() -> None:
    before = os.umask(0o027)
    try:
        output.emit("x", "new")
        Path("old").touch()
        Path("old").chmod(0o604)
        output.emit("x", "old")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(Path(name).stat().st_mode) for name in ("new", "old")]
    assert modes == [0o640, 0o604]


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_is_written_through(exists: bool) -> None:
    Path("folder").mkdir()
    if exists:
        Path("folder/target").write_text("old")
    Path("link").symlink_to("folder/target")
    output.emit("new", "link")
    assert Path("link").is_symlink()
    assert Path("folder/target").read_text() == "new"
    assert names("folder") == {"target"}


def test_devices_and_pipes_are_written_directly(fake: list[str]) -> None:
    output.emit("x", os.devnull)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    assert shell(fake, '"$@" one -o /dev/stdout') == (0, "one\n", "")
    assert shell(fake, '"$@" one -o /dev/stderr 2>>log; cat log') == (0, "one\n", "")
    assert shell(fake, '"$@" many -o >(wc -l) | cat').out.split() == ["100000"]
    assert shell(fake, 'mkfifo pipe; (cat pipe & "$@" one -o pipe; wait)') == (0, "one\n", "")


@pytest.mark.parametrize("exists", [True, False])
def test_a_place_that_is_not_the_users_is_refused(
    monkeypatch: pytest.MonkeyPatch, exists: bool
) -> None:
    if exists:
        Path("file").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match="not yours to write"):
        output.emit("x", "file")
