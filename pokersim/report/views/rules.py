"""Rulesets as reports: the list, the card to lay on the table, what a check found."""

from collections.abc import Sequence

from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.ruleset import Ruleset
from pokersim.rules.wording import describe
from pokersim.studies.rules_card import RulesCardRow

_LIST = (
    Column("name", "Name"),
    Column("title", "Title"),
    Column("combinations", "Combinations", "integer"),
    Column("strengths", "Strengths", "count"),
    Column("about", "About"),
    Column("source", "Source"),
    Column("hash", "Hash"),
)

_CARD = (
    Column("ruleset", "Ruleset"),
    Column("place", "Place", "integer"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("names", "Also called"),
    Column("example", "Best hand"),
    Column("pattern", "What it is"),
    Column("tie_break", "Ties by"),
    Column("hands", "Hands", "count"),
    Column("matching", "Matches", "count"),
    Column("total", "All hands", "count"),
    Column("probability", "Probability", "probability"),
    Column("one_in", "Odds", "odds"),
    Column("source", "Source"),
)
_ON_THE_TABLE = ("place", "label", "example", "one_in", "pattern")

_CHECK = (
    Column("file", "File"),
    Column("level", "Level"),
    Column("problem", "Problem"),
)


def list_report(rankings: Sequence[Ranking], language: str) -> Report:
    """List rulesets, one a line."""
    rows = [
        {
            "name": ranking.ruleset.name,
            "title": ranking.ruleset.title(language),
            "combinations": len(ranking.ranking),
            "strengths": ranking.n_strengths,
            "about": ranking.ruleset.about,
            "source": ranking.ruleset.source,
            "hash": ranking.ruleset.digest,
        }
        for ranking in rankings
    ]
    data = Table("rulesets", "Rulesets", _LIST, rows)
    view = Table("rulesets", "Rulesets", [c for c in _LIST if c.field in ("name", "about")], rows)
    note = "`pokersim rules show NAME` prints one as a card; `rules new` starts one of your own."
    return Report(meta("rules list", [r.ruleset for r in rankings]), (data,), (view,), (note,))


def card_report(
    ruleset: Ruleset, lines: Sequence[RulesCardRow], notes: Sequence[str], language: str
) -> Report:
    """Print a ruleset as a card to lay on the table, best combination first."""
    rows = [_card_row(line, language) for line in lines]
    total = lines[0].frequency.total
    columns = [next(c for c in _CARD if c.field == field) for field in _ON_THE_TABLE]
    about = f"{ruleset.title(language)}: {ruleset.about}".rstrip(": ")
    view = Table("card", about, columns, rows)
    wild = f" ({ruleset.deck.name})" if ruleset.deck.has_wild else ""
    said = (
        about,
        f"Odds are exact: of all {total:,} hands of {ruleset.deck.n_cards} cards{wild}.",
        *([f"Source: {ruleset.source}"] if ruleset.source else []),
        *notes,
    )
    data = Table("card", about, _CARD, rows)
    return Report(meta("rules show", [ruleset], method="exact"), (data,), (view,), said)


def _card_row(line: RulesCardRow, language: str) -> dict[str, object]:
    f = line.frequency
    names = f.combination.names.get(language) or f.combination.names["en"]
    return {
        "ruleset": f.ruleset.name,
        "place": f.place,
        "combination": f.combination.id,
        "label": names[0],
        "names": ", ".join(names[1:]) or None,
        "example": line.example or None,
        "pattern": describe(f.combination.pattern),
        "tie_break": f.combination.tie_break,
        "hands": f.hands,
        "matching": f.matching,
        "total": f.total,
        "probability": f.probability,
        "one_in": f.one_in,
        "source": f.combination.source,
    }


def check_report(findings: Sequence[tuple[str, str, str]]) -> Report:
    """Tell what a check found: file, level (``ok``, ``warning``, ``error``) and problem."""
    rows = [{"file": f, "level": level, "problem": p or None} for f, level, p in findings]
    return Report(meta("rules check", []), (Table("check", "Check", _CHECK, rows),))
