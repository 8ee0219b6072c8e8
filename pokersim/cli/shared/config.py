"""Options from a file of the working directory: ``pokersim.toml``, else ``pyproject.toml``.

Knows how a table of the file becomes what the command line would have said.  The table of a
command has its options by name; ``lang`` stands above the tables, for every command.  All problems
of the file are reported at once::

    lang = "ru"
    [simulate]
    deals = "10M"
    ruleset = ["standard", "house.toml"]
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from pokersim.errors import InputError, nearest, problems_text
from pokersim.language import _

OWN_FILE = "pokersim.toml"
SHARED_FILE = "pyproject.toml"
LANG = "lang"
"""The option that a file may set for every command."""


def load_defaults(
    name: str, command: click.Command, commands: Iterable[str], folder: Path = Path()
) -> dict[str, Any]:
    """Return what the file sets for one command, as a default map of click's.

    Parameters
    ----------
    name, command
        The command that is called; the tables of others are not looked into.
    commands
        The names of all commands: the tables that the file may have.
    folder
        Where the file is looked for.

    Returns
    -------
    dict
        Values by parameter name, as texts, lists of texts and truths; empty without a file.

    Raises
    ------
    InputError
        The file can't be read, or says what no option takes.
    """
    origin, prefix, tables = _read(folder)
    known = list(commands)
    problems = [
        f"{prefix}{key}: " + _("unknown command{hint}").format(hint=nearest(key, known))
        for key in tables
        if key not in (*known, LANG)
    ]
    shared = {key: value for key, value in tables.items() if key == LANG}
    defaults = _values(command, shared, prefix.rstrip("."), problems)
    defaults |= _values(command, tables.get(name, {}), prefix + name, problems)
    if problems:
        raise InputError(problems_text(origin, problems))
    return defaults


def _read(folder: Path) -> tuple[str, str, Mapping[str, Any]]:
    """Return the file's name, what stands before its keys, and its tables."""
    own = _text(folder / OWN_FILE)
    if own is not None:
        return OWN_FILE, "", _parse(OWN_FILE, own)
    shared = _text(folder / SHARED_FILE)
    if shared is None or "pokersim" not in shared:
        return SHARED_FILE, "", {}  # nothing of ours, so nothing to find fault with
    tool = _parse(SHARED_FILE, shared).get("tool", {})
    tables = tool.get("pokersim", {}) if isinstance(tool, dict) else {}
    if not isinstance(tables, dict):
        raise InputError(_("{file}: tool.pokersim is not a table").format(file=SHARED_FILE))
    return SHARED_FILE, "tool.pokersim.", tables


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        text = _("can't read {path}: {error}")
        raise InputError(text.format(path=path, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise InputError(_("{path} is not text in UTF-8").format(path=path)) from error


def _parse(origin: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        problem = _("{file} is not valid TOML: nested too deep")
        raise InputError(problem.format(file=origin)) from None
    except ValueError as error:  # a syntax error, or a number of thousands of digits
        problem = _("{file} is not valid TOML: {error}")
        raise InputError(problem.format(file=origin, error=error)) from error


def _values(
    command: click.Command, table: object, path: str, problems: list[str]
) -> dict[str, Any]:
    """Check one table against a command, or a group of commands, and say it click's way."""
    if not isinstance(table, dict):
        problems.append(f"{path}: " + _("not a table of options"))
        return {}
    inner = command.commands if isinstance(command, click.Group) else {}
    options = {
        param.name: param
        for param in command.params
        if isinstance(param, click.Option) and param.name
    }
    earlier = {
        alias.lstrip("-").replace("-", "_"): name
        for name, param in options.items()
        for alias in getattr(param, "aliases", ())
    }
    values: dict[str, Any] = {}
    for key, value in table.items():
        name, place = key.replace("-", "_"), f"{path}.{key}".lstrip(".")
        name = earlier.get(name, name)
        if name in values:
            problems.append(f"{place}: " + _("is set twice"))
        elif key in inner:
            values[key] = _values(inner[key], value, place, problems)
        elif name in options:
            values[name] = _value(options[name], value, place, problems)
        else:
            known = [*inner, *(option.replace("_", "-") for option in options)]
            text = _("unknown option{hint}").format(hint=nearest(key, known))
            problems.append(f"{place}: {text}")
    return values


def _value(option: click.Option, value: object, place: str, problems: list[str]) -> Any:
    """Say a value of the file as the command line would, so that one reader checks both."""
    if option.is_flag:
        return _of_type(bool, value, _("{value} is not true or false"), place, problems)
    if option.count:
        return _of_type(int, value, _("{value} is not a whole number"), place, problems)
    if option.multiple:
        items = value if isinstance(value, list) else [value]
        return [_text_of(option, item, place, problems) for item in items]
    return _text_of(option, value, place, problems)


def _of_type(kind: type, value: object, text: str, place: str, problems: list[str]) -> object:
    if type(value) is not kind:
        problems.append(f"{place}: {text.format(value=_shown(value))}")
    return value


def _text_of(option: click.Option, value: object, place: str, problems: list[str]) -> str:
    """Return one value as text; a number may stand where the option takes a number."""
    takes_names = isinstance(option.type, click.types.StringParamType | click.Choice | click.Path)
    allowed: tuple[type, ...] = (str,) if takes_names else (str, int, float)
    if type(value) not in allowed:
        text = _("{value} is not a number or a text")
        if takes_names:
            text = _("{value} is not a text")
        problems.append(f"{place}: {text.format(value=_shown(value))}")
        return ""
    try:
        option.type.convert(str(value), option, None)
    except click.BadParameter as error:
        problems.append(f"{place}: {error.message}")
    return str(value)


def _shown(value: object) -> str:
    """Return a value as TOML has it, or what kind of value it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return _("a table")
    return _("a list") if isinstance(value, list) else repr(value)
