"""Players who follow policies under a ruleset, for one hand at a time at a table."""

from collections.abc import Sequence

from pokersim.errors import InputError
from pokersim.games.policies import BettingPolicy, PolicyPlayer, load_policy
from pokersim.games.spec import Betting
from pokersim.games.table import Player
from pokersim.language import _
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.betting.hand_values import hand_values_of


def policies_of(names: Sequence[str], n_players: int) -> tuple[BettingPolicy, ...]:
    """Return the policy of each player: one name is for all, else there is one for each.

    Raises
    ------
    InputError
        A policy is unknown, or there are neither one nor as many names as players.
    """
    found = tuple(load_policy(name) for name in names)
    if len(found) not in (1, n_players):
        text = _("{n} policies for {n_players} players: name one for all, or one for each")
        raise InputError(text.format(n=len(found), n_players=n_players))
    return found * n_players if len(found) == 1 else found


def draws_of(policies: Sequence[BettingPolicy]) -> tuple[str, ...]:
    """Return the draw policies that some players use, each once."""
    return tuple(dict.fromkeys(policy.draw for policy in policies))


def players_of(
    names: Sequence[str], betting: Betting, ruleset: Ruleset, n_players: int
) -> list[Player]:
    """Return players who follow policies at a table, by name; see :func:`policies_of`.

    Raises
    ------
    InputError
        As there; or a policy does not play the game.
    """
    policies = policies_of(names, n_players)
    for policy in policies:
        policy.row(betting.game)
    draws = draws_of(policies)
    outlook = hand_values_of(ruleset, betting.game, draws)
    return [PolicyPlayer(policy, outlook, draws.index(policy.draw)) for policy in policies]
