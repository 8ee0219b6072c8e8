"""Measure how many mutants of the code the quick tests kill, on a sample.

    python scripts/mutate.py --seed 14 --mutants 150

Needs cosmic-ray (``pip install cosmic-ray``) beside the test set-up, and a ``.coverage`` with
the tests that reach each line, which ``pytest --cov=pokersim --cov-context=test`` writes; run it
in a clone, since every mutant is written into the sources while it is tested.  Of each place in
the code one mutant at most is drawn.  A mutant meets the tests that reach its line, those of its
own module first, until one fails; cosmic-ray calls ``scripts/mutate.py --test`` for that.
"""

import argparse
import ast
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rules", "games", "studies", "runs")
MODULES = ("stats.py",)
MOST_SECONDS = 600
CONFIG = """
[cosmic-ray]
module-path = {modules}
timeout = {timeout}
excluded-modules = []
test-command = "{python} {script} --test"
distributor.name = "local"
"""


def main() -> int:
    """Draw mutants, test them and print those that survive and the share that does not."""
    parser = argparse.ArgumentParser(description="Share of mutants that the quick tests kill.")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--mutants", type=int, default=150)
    parser.add_argument("--part", default="1/1", help="which part of the sample, K/N")
    parser.add_argument("--session", type=Path, default=ROOT / ".mutants.sqlite")
    parser.add_argument("--test", action="store_true", help="test the mutant that is in place")
    options = parser.parse_args()
    if options.test:
        return test_mutant()
    config = options.session.with_suffix(".toml")
    modules = [f"pokersim/{name}" for name in (*FOLDERS, *MODULES)]
    config.write_text(
        CONFIG.format(
            modules=modules, timeout=MOST_SECONDS, python=sys.executable, script=Path(__file__)
        )
    )
    options.session.unlink(missing_ok=True)
    cosmic_ray("init", config, options.session)
    part, n_parts = map(int, options.part.split("/"))
    keep(options.session, options.mutants, options.seed, part - 1, n_parts)
    cosmic_ray("exec", config, options.session)
    report(options.session)
    return 0


def cosmic_ray(*args: str | Path) -> None:
    """Run a command of cosmic-ray in the checkout."""
    program = Path(sys.executable).with_name("cosmic-ray")
    subprocess.run([program, *map(str, args)], check=True, cwd=ROOT)


def keep(session: Path, n: int, seed: int, part: int, n_parts: int) -> None:
    """Keep a sample of the mutants of a session, one of a place at most, and none of types."""
    with sqlite3.connect(session) as database:
        by_place: dict[tuple[str, int, int], list[str]] = {}
        rows = database.execute(
            "SELECT job_id, module_path, start_pos_row, start_pos_col FROM mutation_specs"
            " ORDER BY module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        )
        for job, module, row, column in rows:
            by_place.setdefault((module, row, column), []).append(job)
        typed = {module: set(annotations(module)) for module, _, _ in by_place}
        places = [p for p in by_place if not any(lies_in(p, span) for span in typed[p[0]])]
        rng = random.Random(seed)
        chosen = rng.sample(places, min(n, len(places)))
        # In the order of the places: ids of mutants are drawn anew by each init.
        mine = [rng.choice(by_place[place]) for place in chosen][part::n_parts]
        marks = ", ".join("?" * len(mine))
        for table in ("mutation_specs", "work_items"):
            database.execute(f"DELETE FROM {table} WHERE job_id NOT IN ({marks})", mine)


def annotations(module: str) -> Iterator[tuple[int, int, int, int]]:
    """Give the spans of annotations, which no test can notice."""
    for node in ast.walk(ast.parse((ROOT / module).read_text("utf-8"))):
        for name in ("annotation", "returns"):
            typed = getattr(node, name, None)
            if typed is not None:
                yield typed.lineno, typed.col_offset, typed.end_lineno, typed.end_col_offset


def lies_in(place: tuple[str, int, int], span: tuple[int, int, int, int]) -> bool:
    """Whether a place in a file lies in a span."""
    return span[:2] <= place[1:] < span[2:]


def test_mutant() -> int:
    """Run the tests that reach the changed lines; those of the module's own file first."""
    changed = subprocess.run(
        ["git", "diff", "-U0", "--", "pokersim"], check=True, cwd=ROOT, stdout=subprocess.PIPE
    ).stdout.decode()
    path = re.search(r"^--- a/(.*)$", changed, re.MULTILINE)
    hunk = re.search(r"^@@ -(\d+)(?:,(\d+))?", changed, re.MULTILINE)
    if not path or not hunk:
        raise SystemExit("no mutant is in place")
    first, n_lines = int(hunk[1]), int(hunk[2] or 1)
    tests = reaching(path[1], range(first, first + max(n_lines, 1)))
    own = f"test_{Path(path[1]).stem}"
    tests.sort(key=lambda test: (own not in test, "/unit/" not in f"/{test}", test))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "@.tests"]
    (ROOT / ".tests").write_text("\n".join(tests))
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def reaching(module: str, lines: range) -> list[str]:
    """Return the ids of the tests that reach lines of a module; all reach what imports run."""
    with sqlite3.connect(ROOT / ".coverage") as database:
        rows = database.execute(
            "SELECT DISTINCT context, fromno, tono FROM arc JOIN context ON context_id = context.id"
            " JOIN file ON file_id = file.id WHERE file.path LIKE ? AND context != ''",
            (f"%/{module}",),
        ).fetchall()
    names = {
        context.partition("|")[0]
        for context, start, end in rows
        if abs(start) in lines or abs(end) in lines
    }
    # What runs while modules are imported is in the context of no test.
    return sorted(names or {context.partition("|")[0] for context, _, _ in rows})


def report(session: Path) -> None:
    """Print the mutants that survived, and the share of those that were killed."""
    with sqlite3.connect(session) as database:
        rows = database.execute(
            "SELECT module_path, start_pos_row, operator_name, test_outcome, diff"
            " FROM mutation_specs JOIN work_results USING (job_id) ORDER BY 1, 2"
        ).fetchall()
    survived = [row for row in rows if row[3] and "SURVIVED" in str(row[3]).upper()]
    for module, line, operator, _, diff in survived:
        changes = re.findall(r"^[-+](?![-+]).*$", diff or "", re.MULTILINE)
        print(f"{module}:{line} {operator}", *changes, sep="\n    ")
    killed = len(rows) - len(survived)
    print(f"{killed} of {len(rows)} mutants killed: {killed / max(len(rows), 1):.1%}")


if __name__ == "__main__":
    sys.exit(main())
