"""Kernels compiled, as plain Python, and compiled with bounds checked: one and the same result.

Numba reads its options once, when it is imported, so this file is run as a program of its own
under each of them: ``python test_kernels_plain.py results.npz``.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from conftest import TIMEOUT_SECONDS, clean_environment
from reference import classes

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.random import fill_words
from pokersim.kernels.rank import rank_hands, rank_path
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import tables_of
from pokersim.studies.showdown import ShowdownJob

CHECKED = "NUMBA_BOUNDSCHECK"
PLAIN = "NUMBA_DISABLE_JIT"

NAMES = ("standard", "cats-dogs-and-skeet", "soko")
LAST = 2**64 - 1
STREAMS = {"first": (0, 0, 0, 0), "some": (1, 2, 3, 4), "last": (LAST, 2**32 - 1, 2**32 - 1, LAST)}
DRAWS = [(52, 0), (52, 9), (36, 6), (32, 5), (5, 0)]

# More deals than a block of the kernel, and more words than a batch of the generator.
SHOWDOWNS = {
    "one player": ("52", NAMES[:1], 1, 600),
    "two players": ("52", NAMES, 2, 300),
    "ten players": ("52", NAMES[:2], 10, 60),
    "a whole short deck": ("23456789TJ", NAMES[1:], 8, 40),
}


def results() -> dict[str, np.ndarray]:
    """Run every kernel on a little of everything."""
    return dict([*words(), *draws(), *ranks(), *showdowns()])


def words() -> Iterator[tuple[str, np.ndarray]]:
    """Fill words of the first, of some and of the very last block."""
    for name, stream in STREAMS.items():
        found = np.zeros(2 if name == "last" else 200, dtype=np.uint64)
        seed, job, chunk, first_block = (np.uint64(number) for number in stream)
        fill_words(seed, job, chunk, first_block, found)
        yield f"words: {name}", found


def draws() -> Iterator[tuple[str, np.ndarray]]:
    """Draw with usual words and with those at both ends."""
    some = np.zeros(20, dtype=np.uint64)
    fill_words(np.uint64(5), np.uint64(0), np.uint64(0), np.uint64(0), some)
    for n_cards, hand in DRAWS:
        limit = reject_below(n_cards, hand + 1)[hand]
        rows = []
        for word in (*some, np.uint64(0), np.uint64(LAST)):
            deck = np.arange(n_cards, dtype=np.uint8)
            fair = draw_hand(deck, 5 * hand, word, limit)
            rows.append([int(fair), *deck.tolist()])
        yield f"draws: hand {hand} of {n_cards} cards", np.array(rows)


def ranks() -> Iterator[tuple[str, np.ndarray]]:
    """Rank hands of all kinds, then rows that are no hands, one at a time."""
    tables = tables_of(tuple(load_ruleset(name) for name in NAMES))
    hands = np.array([hand for hand, _ in islice(classes(), 0, None, 200)], dtype=np.uint8)
    strengths = np.zeros((len(hands), len(NAMES)), dtype=np.uint16)
    rank_hands(hands, tables, strengths)
    yield "ranks: hands", strengths
    rows = np.array([*edge_rows()], dtype=np.uint8)
    strengths = np.zeros((1, len(NAMES)), dtype=np.uint16)
    found = [rank_hands(rows[i : i + 1], tables, strengths) for i in range(len(rows))]
    yield "ranks: rows that are no hands", np.array(found)


def edge_rows() -> Iterator[list[int]]:
    """Give rows that are no hands, with the lowest and the highest of everything."""
    for last in (51, 52, 55, 56, 63, 64, 127, 128, 255):
        yield [last] * 5
    for joker in (52, 53, 54, 55):
        for suit in range(4):
            yield [suit, suit + 4, suit + 8, suit + 12, joker]
            yield [suit + 48, suit + 44, suit + 40, suit + 36, joker]
            yield [joker, suit + 48, suit + 44, suit + 40, 51 - suit]
    yield [52, 53, 54, 55, 51]


def showdowns() -> Iterator[tuple[str, np.ndarray]]:
    """Count showdowns of one and many players, under one and several rulesets."""
    for name, (deck, rulesets, n_players, n_deals) in SHOWDOWNS.items():
        on_deck = (replace(load_ruleset(ruleset), deck=parse_deck(deck)) for ruleset in rulesets)
        counts = ShowdownJob(tuple(on_deck), n_players, seed=9).count_chunk(1, n_deals)
        for field, array in counts._asdict().items():
            yield f"{name}: {field}", array


def bounds_are_checked() -> bool:
    """Whether a kernel that reads behind an array fails; only to be tried where it may."""
    try:
        rank_path(np.uint64(1 << 20), np.zeros(1, dtype=np.uint16))
    except IndexError:
        return True
    return False


def main(path: str) -> None:
    """Write the results, and how they came about, to a file."""
    may_try = CHECKED in os.environ or PLAIN in os.environ
    about: dict[str, Any] = {
        "compiled": np.array(hasattr(fill_words, "signatures")),
        "checked": np.array(may_try and bounds_are_checked()),
    }
    np.savez(path, **{**results(), **about})


@pytest.fixture(scope="module")
def compiled() -> dict[str, np.ndarray]:
    """Return the results of this process."""
    return results()


@pytest.fixture(scope="module", params=[PLAIN, CHECKED])
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, np.ndarray]:
    """Return the results of a process in which kernels run otherwise; a warning ends it."""
    folder = tmp_path_factory.mktemp("kernels")
    path = folder / "results.npz"
    # A cache of its own: machine code is kept under the same name with and without checks.
    options = {request.param: "1", "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__, str(path)],
        env=clean_environment(options),
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{options}\n{done.stderr}"
    with np.load(path) as found:
        return {"option": np.array(request.param), **found}


def test_kernels_run_as_the_option_says(other: dict[str, np.ndarray]) -> None:
    is_compiled = str(other["option"]) != PLAIN
    assert (bool(other["compiled"]), bool(other["checked"])) == (is_compiled, True)


@pytest.mark.parametrize("kind", ["words", "draws", "ranks", *SHOWDOWNS])
def test_results_are_those_of_the_compiled_kernels(
    kind: str, compiled: dict[str, np.ndarray], other: dict[str, np.ndarray]
) -> None:
    names = [name for name in compiled if name.startswith(f"{kind}: ")]
    assert names
    for name in names:
        assert compiled[name].tolist() == other[name].tolist(), name


@pytest.mark.parametrize("option", [CHECKED, "NUMBA_OPT"])
def test_machine_code_of_other_options_is_kept_apart(option: str) -> None:
    keys = []
    for value in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", "from pokersim.kernels import jit; print(jit.cache_key())"],
            env=clean_environment({option: value}),
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT_SECONDS,
            check=True,
        )
        keys.append(done.stdout)
    assert keys[0] != keys[1]


if __name__ == "__main__":
    main(sys.argv[1])
