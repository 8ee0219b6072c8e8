"""Counts the chips that players and their policies win, pot by pot."""

import numpy as np

from pokersim.kernels.jit import kernel


@kernel
def count_nets(
    nets: np.ndarray,
    base: np.ndarray,
    seated: np.ndarray,
    player: np.ndarray,
    policy: np.ndarray,
    player_change: np.ndarray,
    policy_change: np.ndarray,
) -> None:
    """Add what was won in each pot to a ruleset's part of the counts.

    They are those of :class:`pokersim.kernels.betting.records.BettingCounts`.

    Parameters
    ----------
    nets, base
        ``int64[pots, players]``: chips won by each player, under this ruleset and the base.
    seated
        As for :func:`pokersim.kernels.betting.simulation.play_pots`.
    player, policy, player_change, policy_change
        Histograms, a row for each player or policy, with the place for 0 in the middle; added to.
    """
    n_pots, n_players = nets.shape
    n_kinds, middle = len(policy), player.shape[1] // 2
    change_middle = player_change.shape[1] // 2
    won, change = np.empty(n_kinds, dtype=np.int64), np.empty(n_kinds, dtype=np.int64)
    for pot in range(n_pots):
        won[:], change[:] = middle, change_middle
        first = pot % n_players
        for i in range(n_players):
            net, gain = nets[pot, i], nets[pot, i] - base[pot, i]
            player[i, middle + net] += 1
            player_change[i, change_middle + gain] += 1
            at = first + i
            kind = seated[at if at < n_players else at - n_players]
            won[kind] += net
            change[kind] += gain
        for kind in range(n_kinds):
            policy[kind, won[kind]] += 1
            policy_change[kind, change[kind]] += 1
