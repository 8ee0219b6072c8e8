"""Pots for chips as a job: what is counted, and what it does not depend on."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.games.policies import load_policy
from pokersim.games.spec import load_betting
from pokersim.kernels.betting.records import BettingCounts
from pokersim.kernels.betting.simulation import MAX_DEALS
from pokersim.kernels.betting.state import POLICY_SIZE
from pokersim.runs.execute import Run
from pokersim.studies.betting.betting_results import chips_of, summarize_betting
from pokersim.studies.betting.betting_simulation import MAX_POT_STACK, STAGES, BettingJob
from support.decks import DECKS, playing
from support.pots import ALL_POLICIES, job_of
from support.simulations import STANDARD, renamed

N_POTS = 1000
SIGMAS = 5

JOBS: dict[str, dict[str, Any]] = {
    "pass and out": {"system": "pass-and-out", "names": ALL_POLICIES},
    "short stacks": {"system": "jackpots", "names": ALL_POLICIES, "stack": 3},
    "stud of fourteen": {"system": "five-card-stud", "names": ALL_POLICIES, "n_players": 14},
    "stud whose pot is left": {
        "system": "five-card-stud",
        "names": ("rock", "caller"),
        "settings": {"passed-on": "any-round"},
    },
}


def short_job(*arguments: Any, **named: Any) -> BettingJob:
    """Return a job with 36 cards."""
    return job_of(*arguments, **{"deck": DECKS["36"], **named})


@pytest.fixture(scope="module", params=JOBS)
def played(request: pytest.FixtureRequest) -> tuple[BettingJob, BettingCounts]:
    """Return a job under two rulesets, and the counts of a few pots of it."""
    job = short_job(rulesets=("standard", "cats-and-dogs"), **JOBS[request.param])
    return job, job.count_chunk(2, N_POTS)


def sums(histograms: np.ndarray) -> np.ndarray:
    """Return the sum of the chips of histograms, whose middle is 0."""
    n = histograms.shape[-1]
    return np.asarray((histograms * (np.arange(n) - n // 2)).sum(axis=-1))


# --- what is counted ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", JOBS)
def test_chips_won_and_lost_in_a_pot_add_up_to_nothing(name: str) -> None:
    job = short_job(**JOBS[name])
    nets, pots = job._play(0, 2, N_POTS, job.no_counts())
    assert nets.sum(axis=1).tolist() == [0] * N_POTS
    assert nets.min() >= -job.stack
    assert (pots >= nets.max(axis=1)).all()
    assert len(np.unique(pots)) > 5


def test_every_histogram_holds_every_pot(played: tuple[BettingJob, BettingCounts]) -> None:
    _, counts = played
    for name in ("player", "policy", "player_change", "policy_change", "pot"):
        assert set(getattr(counts, name).sum(axis=-1).ravel()) == {N_POTS}, name


def test_what_players_win_is_what_policies_win_and_nothing_in_all(
    played: tuple[BettingJob, BettingCounts],
) -> None:
    _, counts = played
    for name in ("player", "policy", "player_change", "policy_change"):
        assert sums(getattr(counts, name)).sum(axis=-1).tolist() == [0, 0], name


def test_every_pot_ends_in_one_way_and_all_its_chips_are_won_with_something(
    played: tuple[BettingJob, BettingCounts],
) -> None:
    _, counts = played
    assert counts.ends[:, 1:].sum(axis=1).tolist() == [N_POTS] * 2
    assert counts.stages[:, STAGES.index("winner")].sum(axis=1).tolist() == (
        counts.ends[:, -1].tolist()
    )
    assert counts.chips_won.sum(axis=1).tolist() == sums(counts.pot).tolist()


def test_stages_count_each_hand_once(played: tuple[BettingJob, BettingCounts]) -> None:
    job, counts = played
    dealt, final, shown, winner = counts.stages.sum(axis=2).T.tolist()
    hands = (N_POTS + counts.ends[:, 0]) * job.n_players
    assert dealt == (hands.tolist() if job.game == "draw" else [0, 0])
    for r in range(2):
        assert 2 * winner[r] <= shown[r] <= final[r] <= hands[r]


def test_hands_dealt_are_what_is_dealt_without_betting() -> None:
    job = short_job("blind-opening", rulesets=("cats-and-dogs",))
    rows = summarize_betting(job, job.count_chunk(0, 5_000)).tally
    dealt = [row for row in rows if row.stage == "dealt"]
    assert sum(row.exact or 0 for row in dealt) == pytest.approx(1)
    for row in dealt:
        assert row.exact is not None
        sigma = (row.exact * (1 - row.exact) / row.total) ** 0.5
        assert abs(row.count / row.total - row.exact) <= SIGMAS * sigma + 1e-9, row


def test_a_change_is_what_is_won_less_what_is_won_under_the_base(
    played: tuple[BettingJob, BettingCounts],
) -> None:
    job, counts = played
    won, change = sums(counts.player), sums(counts.player_change)
    assert change.tolist() == (won - won[0]).tolist()
    alone = BettingJob(job.betting, job.rulesets[1:], job.policies, job.seed, job.stack)
    assert (alone.count_chunk(2, N_POTS).player[0] == counts.player[1]).all()


def test_a_ruleset_against_itself_changes_nothing() -> None:
    policies = tuple(load_policy(name) for name in ("loose", "maniac", "random"))
    for system in ("jackpots", "five-card-stud"):
        standard = playing("standard", DECKS["36"])
        rulesets = standard, renamed(standard, "again")
        job = BettingJob(load_betting(system), rulesets, policies, 1)
        rows = summarize_betting(job, job.count_chunk(0, N_POTS)).chips
        changes = [row.change for row in rows if row.ruleset.name == "again"]
        assert [change and tuple(change) for change in changes] == [(0, 0.0, 0.0)] * 6


# --- what it depends on -------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["jackpots", "five-card-stud"])
def test_the_first_pots_of_a_chunk_do_not_depend_on_its_length(system: str) -> None:
    job = short_job(system, ALL_POLICIES, 7)
    few, many = (job._play(0, 5, n, job.no_counts())[0] for n in (50, 150))
    assert few.tolist() == many[:50].tolist()


@pytest.mark.parametrize("system", ["blind-opening", "five-card-stud"])
def test_counts_do_not_depend_on_threads(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BettingJob, "chunk_deals", 300)
    found = []
    for threads in (1, 3):
        run = Run(short_job(system, ALL_POLICIES, 7), 1000)
        assert sum(run.steps(threads)) == 1000
        found.append(run.counts)
    for one, three in zip(*found, strict=True):
        assert (one == three).all()


def test_chunks_and_seeds_give_different_pots() -> None:
    job, other = short_job("five-card-stud"), short_job("five-card-stud", seed=8)
    nets = [job._play(0, 0, 50, job.no_counts())[0], job._play(0, 1, 50, job.no_counts())[0]]
    nets.append(other._play(0, 0, 50, other.no_counts())[0])
    assert len({array.tobytes() for array in nets}) == 3


# --- policies and seats -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "name"),
    [("jackpots", "book"), ("blind-opening", "random"), ("five-card-stud", "maniac")],
)
def test_players_of_the_same_policy_win_nothing_from_each_other(system: str, name: str) -> None:
    job, n_pots = short_job(system, [name], 4), 4000
    nets, _ = job._play(0, 0, n_pots, job.no_counts())
    for player in range(4):  # a player moves on a seat from pot to pot
        seat_of = (player - np.arange(n_pots)) % 4
        won = nets[np.arange(n_pots), seat_of]
        assert abs(won.mean()) <= SIGMAS * won.std() / n_pots**0.5


@pytest.mark.parametrize("system", ["jackpots", "five-card-stud"])
def test_a_policy_wins_the_same_wherever_it_begins(system: str) -> None:
    names = ("maniac", "tight", "rock")
    found = []
    for turn in range(3):
        job = short_job(system, names[turn:] + names[:turn], 3, seed=turn)
        counts = job.count_chunk(0, 3000)
        found.append({kind.name: chips_of(counts.policy[0, k]) for k, kind in enumerate(job.kinds)})
    for name in names:
        one, *others = (policies[name] for policies in found)
        for other in others:
            assert one.stderr is not None
            assert other.stderr is not None
            sigma = (one.stderr**2 + other.stderr**2) ** 0.5
            assert abs(one.mean - other.mean) <= SIGMAS * sigma, name


def test_every_player_follows_every_policy_in_turn() -> None:
    job = short_job("five-card-stud", ("maniac", "rock", "rock"), 3)
    nets, _ = job._play(0, 0, 900, job.no_counts())
    counts = job.count_chunk(0, 900)
    maniac = nets[np.arange(900), -np.arange(900) % 3]
    expected = np.bincount(maniac + job.most, minlength=2 * job.most + 1)
    assert counts.policy[0, 0].tolist() == expected.tolist()


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"stack": 0}, "a stack of 0 chips: from 1 to 1000 here"),
        ({"stack": MAX_POT_STACK + 1}, "a stack of 1001 chips"),
        ({"seed": -1}, "seed"),
        ({"n_players": 11}, "'jackpots' is played by 2 to 10, not by 11"),
        ({"n_players": 8, "deck": DECKS["36"]}, "8 players need 40 cards; the deck has 36"),
        ({"deck": DECKS["lowest"]}, "cards that are wild by hand are not played for chips"),
    ],
)
def test_jobs_that_can_not_be_played_are_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        job_of("jackpots", **arguments)


def test_rulesets_are_played_with_one_deck() -> None:
    with pytest.raises(InputError):
        BettingJob(
            load_betting("jackpots"),
            (STANDARD, job_of("jackpots", deck=DECKS["36"]).rulesets[0]),
            (load_policy("tight"),) * 2,
            1,
        )


@pytest.mark.parametrize(("ante", "pot"), [("none", 0), ("each", 400)])
def test_a_pot_that_nobody_opens_comes_to_an_end(ante: str, pot: int) -> None:
    never = replace(load_policy("rock"), rows={"draw": (0,) * POLICY_SIZE})
    job = BettingJob(
        load_betting("pass-and-back", {"ante": ante}),
        (playing("cats-and-dogs", DECKS["odd ranks"]),),
        (never,) * 2,
        1,
    )
    counts = job.no_counts()
    nets, pots = job._play(0, 0, 3, counts)
    assert pots.tolist() == [pot] * 3  # all that they have, chip by chip
    assert np.abs(nets).max() <= pot // 2
    passed, shown = (3 * MAX_DEALS, 0) if pot == 0 else (3 * (pot // 2 - 1), 3)
    assert counts.ends[0].tolist() == [passed, 0, 0, 0, 0, shown]
