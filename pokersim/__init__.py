"""Poker hands under house rules: ranked, counted, dealt and compared.

>>> import pokersim
>>> rules = pokersim.load_ruleset("cats-and-dogs")
>>> pokersim.rank_hand("Kh Jd Td 9s 8c", rules).combination.id
'big-tiger'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "PokersimError": "pokersim.errors",
    "card_text": "pokersim.cards",
    "hand_text": "pokersim.cards",
    "parse_cards": "pokersim.cards",
    "read_hand": "pokersim.cards",
    "Ruleset": "pokersim.rules.ruleset",
    "load_ruleset": "pokersim.rules.loader",
    "shipped_names": "pokersim.rules.loader",
    "compile_ruleset": "pokersim.rules.compile.compiler",
    "count_frequencies": "pokersim.studies.frequency",
    "explain_hand": "pokersim.studies.rank",
    "rank_hand": "pokersim.studies.rank",
    "rank_hands": "pokersim.studies.rank",
    "ShowdownJob": "pokersim.studies.simulate.showdown_job",
    "DrawJob": "pokersim.studies.simulate.game_jobs",
    "StudJob": "pokersim.studies.simulate.game_jobs",
    "BettingJob": "pokersim.studies.betting.betting_simulation",
    "players_of": "pokersim.studies.betting.players",
    "summarize_betting": "pokersim.studies.betting.betting_results",
    "GameTable": "pokersim.games.table",
    "View": "pokersim.games.table",
    "load_betting": "pokersim.games.spec",
    "load_policy": "pokersim.games.policies",
    "change_rows": "pokersim.studies.simulate.summary",
    "seat_rows": "pokersim.studies.simulate.summary",
    "group_rows": "pokersim.studies.simulate.summary",
    "tally_rows": "pokersim.studies.simulate.summary",
    "summarize": "pokersim.studies.simulate.summary",
    "parse_deck": "pokersim.rules.deck",
    "play_with": "pokersim.rules.loader",
    "Run": "pokersim.runs.execute",
    "EquityJob": "pokersim.studies.equity.equities",
    "equity_rows": "pokersim.studies.equity.equities",
    "read_equity_state": "pokersim.studies.equity.equities",
    "shown_rows": "pokersim.studies.equity.equities",
    "find_equities": "pokersim.api",
    "find_holds": "pokersim.api",
    "best_policy": "pokersim.studies.draw.holds",
    "draw_rows": "pokersim.studies.draw.holds",
    "final_frequencies": "pokersim.studies.draw.holds",
    "hold_of": "pokersim.studies.draw.holds",
    "find_rule_list": "pokersim.studies.draw.rule_list",
}

__all__ = [
    "BettingJob",
    "DrawJob",
    "EquityJob",
    "GameTable",
    "PokersimError",
    "Ruleset",
    "Run",
    "ShowdownJob",
    "StudJob",
    "View",
    "__version__",
    "best_policy",
    "card_text",
    "change_rows",
    "compile_ruleset",
    "count_frequencies",
    "draw_rows",
    "equity_rows",
    "explain_hand",
    "final_frequencies",
    "find_equities",
    "find_holds",
    "find_rule_list",
    "group_rows",
    "hand_text",
    "hold_of",
    "load_betting",
    "load_policy",
    "load_ruleset",
    "parse_cards",
    "parse_deck",
    "play_with",
    "players_of",
    "rank_hand",
    "rank_hands",
    "read_equity_state",
    "read_hand",
    "seat_rows",
    "shipped_names",
    "shown_rows",
    "summarize",
    "summarize_betting",
    "tally_rows",
]

if TYPE_CHECKING:
    from pokersim.api import find_equities, find_holds
    from pokersim.cards import card_text, hand_text, parse_cards, read_hand
    from pokersim.errors import PokersimError
    from pokersim.games.policies import load_policy
    from pokersim.games.spec import load_betting
    from pokersim.games.table import GameTable, View
    from pokersim.rules.compile.compiler import compile_ruleset
    from pokersim.rules.deck import parse_deck
    from pokersim.rules.loader import load_ruleset, play_with, shipped_names
    from pokersim.rules.ruleset import Ruleset
    from pokersim.runs.execute import Run
    from pokersim.studies.betting.betting_results import summarize_betting
    from pokersim.studies.betting.betting_simulation import BettingJob
    from pokersim.studies.betting.players import players_of
    from pokersim.studies.draw.holds import best_policy, draw_rows, final_frequencies, hold_of
    from pokersim.studies.draw.rule_list import find_rule_list
    from pokersim.studies.equity.equities import (
        EquityJob,
        equity_rows,
        read_equity_state,
        shown_rows,
    )
    from pokersim.studies.frequency import count_frequencies
    from pokersim.studies.rank import explain_hand, rank_hand, rank_hands
    from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
    from pokersim.studies.simulate.showdown_job import ShowdownJob
    from pokersim.studies.simulate.summary import (
        change_rows,
        group_rows,
        seat_rows,
        summarize,
        tally_rows,
    )


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: ``import pokersim`` stays light."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pokersim' has no attribute '{name}'")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return list(__all__)
