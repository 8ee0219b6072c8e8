"""Rulesets as reports: the list, the card to lay on the table, what a check found."""

from collections.abc import Sequence

from pokersim.language import N_, _, in_english, number
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.views.betting import about_text, source_notes
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.ruleset import Ruleset
from pokersim.rules.wording import describe
from pokersim.studies.rules_card import RulesCardRow

_LIST = (
    Column("name", N_("Name")),
    Column("title", N_("Title")),
    Column("combinations", N_("Combinations"), "integer"),
    Column("strengths", N_("Strengths"), "count"),
    Column("about", N_("About")),
    Column("source", N_("Source")),
    Column("hash", N_("Hash")),
)

_CARD = (
    Column("ruleset", N_("Ruleset")),
    Column("place", N_("Place"), "integer"),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("names", N_("Also called")),
    Column("example", N_("Best hand")),
    Column("pattern", N_("What it is")),
    Column("tie_break", N_("Ties by")),
    Column("hands", N_("Hands"), "count"),
    Column("matching", N_("Matches"), "count"),
    Column("total", N_("All hands"), "count"),
    Column("probability", N_("Probability"), "probability"),
    Column("one_in", N_("Odds"), "odds"),
    Column("source", N_("Source")),
)
_ON_THE_TABLE = ("place", "label", "example", "one_in", "pattern")

_CHECK = (
    Column("file", N_("File")),
    Column("level", N_("Level")),
    Column("problem", N_("Problem")),
)


_LEVELS = {"ok": N_("ok"), "warning": N_("warning"), "error": N_("error")}


def list_report(rankings: Sequence[Ranking]) -> Report:
    """List rulesets, one a line."""
    rows = [
        {
            "name": ranking.ruleset.name,
            "title": ranking.ruleset.title(),
            "combinations": len(ranking.ranking),
            "strengths": ranking.n_strengths,
            "about": ranking.ruleset.about,
            "source": ranking.ruleset.source,
            "hash": ranking.ruleset.digest,
        }
        for ranking in rankings
    ]
    title = _("Rulesets")
    data = Table("rulesets", title, _LIST, rows)
    shown = [{**row, "about": _(str(row["about"]))} for row in rows]
    view = Table("rulesets", title, [c for c in _LIST if c.field in ("name", "about")], shown)
    note = _("`pokersim rules show NAME` prints one as a card; `rules new` starts one of your own.")
    return Report(meta("rules list", [r.ruleset for r in rankings]), (data,), (view,), (note,))


def card_report(ruleset: Ruleset, lines: Sequence[RulesCardRow], notes: Sequence[str]) -> Report:
    """Print a ruleset as a card to lay on the table, best combination first."""
    rows = [_card_row(line) for line in lines]
    deck, total = ruleset.deck, number(lines[0].frequency.total)
    columns = [next(c for c in _CARD if c.field == field) for field in _ON_THE_TABLE]
    about = about_text(ruleset)
    patterns = [describe(line.frequency.combination.pattern) for line in lines]
    shown = [{**row, "pattern": p} for row, p in zip(rows, patterns, strict=True)]
    view = Table("card", about, columns, shown)
    odds = _("Odds are exact: of all {n} hands of {n_cards} cards.")
    if deck.has_wild:
        odds = _("Odds are exact: of all {n} hands of {n_cards} cards ({deck}).")
    said = (
        about,
        odds.format(n=total, n_cards=deck.n_cards, deck=deck),
        *source_notes(ruleset.source),
        *notes,
    )
    data = Table("card", about, _CARD, rows)
    return Report(meta("rules show", [ruleset], method="exact"), (data,), (view,), said)


def _card_row(line: RulesCardRow) -> dict[str, object]:
    f = line.frequency
    names = f.combination.names_in()
    return {
        "ruleset": f.ruleset.name,
        "place": f.place,
        "combination": f.combination.id,
        "label": names[0],
        "names": ", ".join(names[1:]) or None,
        "example": line.example or None,
        "pattern": in_english(describe, f.combination.pattern),
        "tie_break": f.combination.tie_break,
        "hands": f.hands,
        "matching": f.matching,
        "total": f.total,
        "probability": f.probability,
        "one_in": f.one_in,
        "source": f.combination.source,
    }


def check_report(findings: Sequence[tuple[str, str, str]]) -> Report:
    """Report what a check found: file, level (``ok``, ``warning``, ``error``) and problem."""
    rows = [{"file": f, "level": level, "problem": p or None} for f, level, p in findings]
    shown = [{**row, "level": _(_LEVELS[str(row["level"])])} for row in rows]
    tables = [Table("check", _("Check"), _CHECK, each) for each in (rows, shown)]
    return Report(meta("rules check", []), (tables[0],), (tables[1],))
