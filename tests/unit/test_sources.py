"""The hash of sources: every module that what is kept was made by changes it, and no other."""

import importlib
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from pokersim import sources
from pokersim.sources import sources_digest, sources_of
from support.process import ROOT, clean_environment

PARTS = ("kernels", "rules.compile", "studies.draw.holds")

LOADED = """
import sys
from importlib import import_module
from pathlib import Path

package = Path(sys.argv[1])
names = [".".join(path.relative_to(package.parent).with_suffix("").parts)
         for path in sorted((package / "kernels").rglob("*.py"))]
for name in names:
    import_module(name.removesuffix(".__init__"))
print(*(module.__file__ for name, module in sys.modules.items() if name.startswith("pokersim.")))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work on a copy of the package."""
    copy = copytree(ROOT / "pokersim", tmp_path / "pokersim")
    monkeypatch.setattr(sources, "_PACKAGE", copy)
    sources_of.cache_clear()
    return copy


@pytest.mark.parametrize("part", PARTS)
def test_a_change_of_any_module_that_takes_part_changes_the_hash(part: str, package: Path) -> None:
    paths, digests = sources_of(part), {sources_digest(part)}
    for path in paths:
        path.write_bytes(path.read_bytes() + b"# changed\n")
        digests.add(sources_digest(part))
    assert len(digests) == len(paths) + 1


@pytest.mark.parametrize("part", PARTS)
def test_a_change_of_a_report_changes_no_hash(part: str, package: Path) -> None:
    digest = sources_digest(part)
    for path in (*package.glob("report/**/*.py"), *package.glob("cli/**/*.py")):
        path.write_bytes(path.read_bytes() + b"# changed\n")
    assert sources_digest(part) == digest


def test_the_machine_code_depends_on_every_module_that_importing_the_kernels_loads() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(ROOT / "pokersim")],
        env=clean_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    loaded = {Path(path) for path in done.stdout.split()}
    sources_of.cache_clear()
    assert loaded - set(sources_of("kernels")) == set()
    assert len(loaded) > 25


def test_a_module_that_a_function_imports_takes_part(package: Path) -> None:
    (package / "rules" / "compile" / "late.py").write_text("")
    holder = package / "rules" / "compile" / "classes.py"
    holder.write_text(holder.read_text() + "\ndef f():\n    from pokersim import packing as p\n")
    names = {path.relative_to(package).as_posix() for path in sources_of("rules.compile")}
    assert {"packing.py", "rules/compile/late.py", "rules/deck.py"} <= names


def test_every_module_that_a_hash_names_is_there() -> None:
    for part in PARTS:
        importlib.import_module(f"pokersim.{part}")
        assert all(path.is_file() for path in sources_of(part))
