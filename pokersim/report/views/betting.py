"""Betting systems as reports: the list, and the settings of one."""

from collections.abc import Sequence

from pokersim.games.spec import SETTINGS, Betting
from pokersim.language import N_, _, in_english
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset

_LIST = (
    Column("name", N_("Name")),
    Column("title", N_("Title")),
    Column("game", N_("Game")),
    Column("about", N_("About")),
    Column("source", N_("Source")),
)
_CARD = (
    Column("betting", N_("Betting")),
    Column("setting", N_("Setting")),
    Column("value", N_("Value")),
    Column("meaning", N_("What it says")),
)
_FIELDS = {"raises": "max_raises"}
"""Settings that the record calls otherwise."""


def settings_of(betting: Betting) -> dict[str, object]:
    """Return the settings of a system by key, as a file could say them.

    ``red-chip`` is not among them: ``ante-chips`` is the number that comes of it.

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


def betting_list_report(systems: Sequence[Betting]) -> Report:
    """List betting systems, one a line."""
    rows = [
        {
            "name": system.name,
            "title": system.title(),
            "game": system.game,
            "about": system.about,
            "source": system.source,
        }
        for system in systems
    ]
    title = _("Betting systems")
    shown = [{**row, "about": _(row["about"])} for row in rows]
    view = Table("betting", title, [_LIST[0], _LIST[3]], shown)
    note = _("`pokersim rules show NAME --betting` prints the settings of one.")
    data = Table("betting", title, _LIST, rows)
    return Report(meta("rules list", []), (data,), (view,), (note,))


def betting_card_report(system: Betting) -> Report:
    """Print the settings of a system."""
    rows = [
        {
            "betting": system.name,
            "setting": key,
            "value": _text(value),
            "meaning": in_english(str, SETTINGS[key]),
        }
        for key, value in settings_of(system).items()
    ]
    about = about_text(system)
    notes = (about, *source_notes(system.source))
    shown = [{**row, "meaning": str(SETTINGS[str(row["setting"])])} for row in rows]
    view = Table("settings", about, _CARD[1:], shown)
    data = Table("settings", about, _CARD, rows)
    return Report(meta("rules show", []), (data,), (view,), notes)


def about_text(rules: Betting | Ruleset) -> str:
    """Return the title of a betting system or ruleset, and what its file says about it."""
    return f"{rules.title()}: {_(rules.about)}".rstrip(": ")


def source_notes(source: str) -> list[str]:
    """Return a line about where rules come from, if that is known."""
    return [_("Source: {source}").format(source=_(source))] if source else []


def _text(value: object) -> str | None:
    """Return a value as TOML has it; None for one that says nothing."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else None
