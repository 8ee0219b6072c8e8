"""Chips won, counted pot by pot: the kernel against a count in plain steps."""

import numpy as np

from pokersim.kernels.betting.net_winnings import count_nets

MOST = 6
SEATED = np.array([0, 1, 0])
N_KINDS = 2


def counted_slowly(nets: np.ndarray, base: np.ndarray) -> list[np.ndarray]:
    """Give the four histograms: by player and by policy, chips won and how many more."""
    sizes = [(3, 2 * MOST + 1), (N_KINDS, 2 * MOST + 1)]
    sizes += [(n, 2 * size - 1) for n, size in sizes]
    player, policy, player_change, policy_change = (np.zeros(s, dtype=np.int64) for s in sizes)
    for pot, (row, base_row) in enumerate(zip(nets, base, strict=True)):
        kinds = np.array([SEATED[(i + pot) % 3] for i in range(3)])
        for i in range(3):
            player[i, MOST + row[i]] += 1
            player_change[i, 2 * MOST + row[i] - base_row[i]] += 1
        for kind in range(N_KINDS):
            won, won_base = row[kinds == kind].sum(), base_row[kinds == kind].sum()
            policy[kind, MOST + won] += 1
            policy_change[kind, 2 * MOST + won - won_base] += 1
    return [player, policy, player_change, policy_change]


def test_nets_are_counted_by_player_and_by_policy() -> None:
    """Players move on a seat a pot, and two of three play by the same policy."""
    rng = np.random.default_rng(5)
    nets, base = rng.integers(-MOST // 2, MOST // 2 + 1, (2, 50, 3))
    expected = counted_slowly(nets, base)
    found = [np.zeros_like(histogram) for histogram in expected]
    count_nets(nets, base, SEATED, *found)
    for histogram, should_be in zip(found, expected, strict=True):
        np.testing.assert_array_equal(histogram, should_be)
