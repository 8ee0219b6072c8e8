"""Plans: a TOML file of jobs and of grids of jobs, checked whole before anything is counted.

A key means what the option of that name means, and is read by the same code; keys outside the
jobs are for all that do not have them.  In a grid every list is an axis::

    deals = "10M"
    seed = 7

    [[job]]
    rulesets = ["standard", "skeet"]  # compared on the same deals

    [grid]
    rulesets = ["standard", "cats-and-dogs"]
    players = [2, 4, 6]
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from pokersim.cli.shared.betting import BettingChoice, Numbers
from pokersim.cli.shared.help import Integer
from pokersim.cli.shared.options import BUGS, MAX_SEED, Count, DeckChoice, Fraction
from pokersim.cli.shared.rulesets import load_all
from pokersim.cli.shared.simulations import GAMES, GameChoices, job_of_choices, simulation_of
from pokersim.cli.shared.storing import RunRequest
from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError, PokersimError, RulesetError, nearest
from pokersim.games.spec import load_betting
from pokersim.language import _, number
from pokersim.rules.loader import is_path, load_ruleset, read_text
from pokersim.rules.schema import parse_toml, shown
from pokersim.studies.betting.betting_simulation import MAX_POT_STACK

MAX_JOBS = 10_000

_TEXT = click.STRING
_READERS: dict[str, click.ParamType[Any]] = {
    "deals": Count(),
    "precision": Fraction(),
    "confidence": Fraction(),
    "seed": Integer(0, MAX_SEED),
    "players": Integer(1, 14),
    "cards": Integer(5, 7),
    "game": click.Choice(GAMES),
    "betting": _TEXT,
    "ante": _TEXT,
    "straddles": Numbers(),
    "stack": Integer(1, MAX_POT_STACK),
    "policy": _TEXT,
    "deck": _TEXT,
    "jokers": Integer(0, 4),
    "bug": click.Choice(BUGS),
    "wild": _TEXT,
}
_LISTS = ("rulesets", "set")
"""Keys whose value is a list of texts, or one text."""

_KEYS = (*_LISTS, *_READERS)
_WITH_PLAN = (
    "plan", "seed", "jobs", "confidence", "shard", "cluster", "store", "no_store", "dry_run",
    "table", "progress", "chart", "bars", "format", "output", "lang", "quiet", "verbose",
)  # fmt: skip


def check_plan(ctx: click.Context, path: str) -> None:
    """Refuse what is no plan, and options that say what a job is, where a plan does."""
    if not is_path(path):
        text = _("'{path}' is not a plan: a plan is a file of jobs, named like ./plan.toml")
        raise InputError(text.format(path=path))
    for param in ctx.command.params:
        name = param.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in _WITH_PLAN:
            text = _("{option}: the plan says what is counted; write it there")
            raise InputError(text.format(option=param.opts[-1]))


def asked_of(job: Any, deals: int | None, precision: float | None, confidence: float) -> RunRequest:
    """Return what is asked of a job; without a number of deals, the usual one."""
    usual = simulation_of(job).usual_deals if precision is None else job.max_deals
    return RunRequest(job, deals or usual, precision, confidence)


def load_plan(path: str, seed: int, confidence: float) -> list[RunRequest]:
    """Return the jobs of a plan, in the order of the file: those listed, then those of grids.

    Parameters
    ----------
    path
        The file.
    seed, confidence
        For jobs that have none of their own.

    Raises
    ------
    InputError, RulesetError
        The file can't be read, or has problems; all of them are named.
    """
    problems: list[str] = []
    read = list(_jobs(path, problems))
    usual = {"rulesets": ("standard",), "seed": seed, "confidence": confidence}
    found = [_asked(where, {**usual, **values}, problems) for where, values in read]
    if problems:
        raise RulesetError(path, list(dict.fromkeys(problems)))
    return [asked for asked in found if asked is not None]


def _jobs(path: str, problems: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key path and the values of every job that can be read."""
    plan = parse_toml(read_text(Path(path)), path)
    listed, grids = _take(plan, "job", problems), _take(plan, "grid", problems)
    if not listed and not grids and not problems:
        text = _("there is none; begin each with [[job]], or a [grid] of them")
        problems.append(f"job: {text}")
    common = _read("", plan, problems, ("job", "grid"))
    for i, table in enumerate(listed):
        own = _read(f"job[{i}].", table, problems)
        if own is not None and common is not None:
            yield f"job[{i}]", {**common, **own}
    for i, grid in enumerate(grids):
        name = f"grid[{i}]" if len(grids) > 1 else "grid"
        for where, table in _cells(name, grid, problems):
            own = _read(f"{name}.", table, problems)
            if own is not None and common is not None:
                yield where, {**common, **own}


def _take(plan: dict[str, Any], name: str, problems: list[str]) -> list[dict[str, Any]]:
    """Take the tables of a name out of a plan; one table is a list of one."""
    tables = plan.pop(name, [])
    tables = [tables] if isinstance(tables, dict) else tables
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return tables
    text = _("is not a list of tables: begin each with [[{name}]]")
    problems.append(f"{name}: {text.format(name=name)}")
    return []


def _cells(
    where: str, grid: Mapping[str, Any], problems: list[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every job of a grid, the last axis running fastest, and which it is."""
    axes = {key: value for key, value in grid.items() if isinstance(value, list)}
    empty = _("is an empty list")
    problems += [f"{where}.{key}: {empty}" for key, value in axes.items() if not value]
    n_jobs = prod(len(value) for value in axes.values())
    if n_jobs > MAX_JOBS:
        text = _("has {n} jobs; a plan has at most {most}")
        problems.append(f"{where}: {text.format(n=number(n_jobs), most=number(MAX_JOBS))}")
        return
    for cell in product(*axes.values()):
        chosen = dict(zip(axes, cell, strict=True))
        said = ", ".join(f"{key} = {_brief(value)}" for key, value in chosen.items())
        yield f"{where}({said})" if said else where, {**grid, **chosen}


def _brief(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _read(
    where: str, table: Mapping[str, Any], problems: list[str], others: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Read values as the command line would; note each that can't be, and return None then.

    ``others`` are keys that have a meaning here, and are read elsewhere.
    """
    values: dict[str, Any] = {}
    found = []
    for key, value in table.items():
        try:
            if key in _LISTS:
                values[key] = _texts(value)
                for name in values[key] if key == "rulesets" else ():
                    load_ruleset(name)
            elif key in _READERS:
                values[key] = _READERS[key].convert(_text(value), None, None)
                if key == "betting":
                    load_betting(values[key])
            else:
                known = (*_KEYS, *others)
                hint = nearest(key, known) or _("; known: {list}").format(list=", ".join(known))
                text = _("unknown key{hint}").format(hint=hint)
                found.append(f"{where}{key}: {text}")
        except click.BadParameter as error:
            found.append(f"{where}{key}: {error.message.rstrip('.')}")
        except PokersimError as error:
            found.append(f"{where}{key}: {_indented(error)}")
    problems += found
    return None if found else values


def _texts(value: object) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(t, str) for t in texts):
        raise click.BadParameter(_("{value} is not a list of texts").format(value=shown(value)))
    return tuple(texts)


def _text(value: object) -> str:
    """Return a value as the command line would have it."""
    if isinstance(value, list) and value and not any(isinstance(v, list | dict) for v in value):
        return ",".join(_text(item) for item in value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise click.BadParameter(_("{value} is not a number or a text").format(value=shown(value)))
    return str(value)


def _asked(where: str, values: Mapping[str, Any], problems: list[str]) -> RunRequest | None:
    """Return a job with what is asked of it, or note why it can't be played."""
    deck = DeckChoice(*(values.get(field) for field in DeckChoice._fields))
    bets = BettingChoice(
        values.get("betting"), values.get("ante"), values.get("straddles"), values.get("set", ())
    )
    try:
        choices = GameChoices(
            load_all(values["rulesets"], deck),
            values["seed"],
            values.get("players"),
            values.get("cards", HAND_SIZE),
            values.get("game"),
            values.get("policy"),
            bets,
            values.get("stack"),
        )
        return asked_of(
            job_of_choices(choices),
            values.get("deals"),
            values.get("precision"),
            values["confidence"],
        )
    except PokersimError as error:
        problems.append(f"{where}: {_indented(error)}")
        return None


def _indented(error: PokersimError) -> str:
    return str(error).replace("\n", "\n    ")
