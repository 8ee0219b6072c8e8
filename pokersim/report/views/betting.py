"""Betting systems as reports: the list, and the settings of one."""

from collections.abc import Sequence

from pokersim.games.spec import SETTINGS, Betting
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table

_LIST = (
    Column("name", "Name"),
    Column("title", "Title"),
    Column("game", "Game"),
    Column("about", "About"),
    Column("source", "Source"),
)
_CARD = (
    Column("betting", "Betting"),
    Column("setting", "Setting"),
    Column("value", "Value"),
    Column("meaning", "What it says"),
)
_FIELDS = {"raises": "max_raises"}
"""Settings that the record calls otherwise."""


def settings_of(betting: Betting) -> dict[str, object]:
    """Return the settings of a system by key, as a file could say them.

    ``red-chip`` is left out: ``ante-chips`` is the number that comes of it.

    Examples
    --------
    >>> from pokersim.games.spec import load_betting
    >>> settings_of(load_betting("jackpots"))["openers"]
    'one-pair:JJ'
    """
    found: dict[str, object] = {}
    for key in SETTINGS:
        value = getattr(betting, _FIELDS.get(key, key.replace("-", "_")), None)
        if key == "players":
            value = (betting.least_players, betting.most_players)
        if value is not None:
            found[key] = list(value) if isinstance(value, tuple) else value
    return found


def betting_list_report(systems: Sequence[Betting], language: str) -> Report:
    """List betting systems, one a line."""
    rows = [
        {
            "name": system.name,
            "title": system.title(language),
            "game": system.game,
            "about": system.about,
            "source": system.source,
        }
        for system in systems
    ]
    view = Table("betting", "Betting systems", [_LIST[0], _LIST[3]], rows)
    note = "`pokersim rules show NAME --betting` prints the settings of one."
    data = Table("betting", "Betting systems", _LIST, rows)
    return Report(meta("rules list", []), (data,), (view,), (note,))


def betting_card_report(system: Betting, language: str) -> Report:
    """Print the settings of a system."""
    rows = [
        {"betting": system.name, "setting": key, "value": _text(value), "meaning": SETTINGS[key]}
        for key, value in settings_of(system).items()
    ]
    about = f"{system.title(language)}: {system.about}".rstrip(": ")
    notes = (about, *([f"Source: {system.source}"] if system.source else []))
    view = Table("settings", about, _CARD[1:], rows)
    data = Table("settings", about, _CARD, rows)
    return Report(meta("rules show", []), (data,), (view,), notes)


def _text(value: object) -> str | None:
    """Return a value as TOML has it; None for one that says nothing."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else None
