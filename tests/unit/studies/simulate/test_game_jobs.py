"""Games without betting as jobs: what they say, what they depend on, and what they refuse."""

from functools import lru_cache
from math import sqrt

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.kernels.showdown.records import GameCounts
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset
from pokersim.runs.execute import Run
from pokersim.studies.draw.draw_policies import POLICIES
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.simulate.game_jobs import GAME_DEALS, DrawJob, GameJob, StudJob, stud_places
from pokersim.studies.simulate.summary import deals_needed, seat_rows, summarize, tally_rows
from support.decks import DECKS, playing
from support.slow_games import random_holds

STANDARD = load_ruleset("standard")
CATS = load_ruleset("cats-and-dogs")
SMALL = Deck(parse_deck("2468TQA").ranks)
N_DEALS = 60_000
SIGMAS = 5


@lru_cache
def played(game: str, n_players: int, *policies: str) -> tuple[GameJob, GameCounts]:
    """Give a job under two rulesets and the counts of some deals of it."""
    rulesets = tuple(playing(name, SMALL) for name in ("standard", "cats-and-dogs"))
    job = DrawJob(rulesets, n_players, 8, policies) if policies else StudJob(rulesets, n_players, 8)
    assert job.game == game
    return job, job.count_chunk(0, N_DEALS)


# What is told


def test_stages_of_a_draw() -> None:
    job, counts = played("draw", 2, "best")
    stages = [row.stage for row in tally_rows(job, counts) if row.ruleset == job.rulesets[0]]
    assert list(dict.fromkeys(stages)) == ["dealt", "final", "showdown", "winner"]


def test_one_player_shows_nothing_down() -> None:
    outcome = summarize(*played("draw", 1, "simple"))
    assert {row.stage for row in outcome.tally} == {"dealt", "final"}
    assert not outcome.change + outcome.group + outcome.seat


@pytest.mark.parametrize("policy", POLICIES)
def test_final_hands_are_within_five_sigma_of_the_exact_values(policy: str) -> None:
    job, counts = played("draw", 2, policy)
    rows = [row for row in tally_rows(job, counts) if row.stage == "final"]
    assert rows
    for row in rows:
        assert row.exact is not None
        sigma = sqrt(row.exact * (1 - row.exact) / row.total)
        # Two hands of so small a pack lean on each other; 1.5 covers two that are as one.
        assert abs(row.count / row.total - row.exact) <= SIGMAS * 1.5 * sigma, row


def test_final_hands_with_the_lowest_card_wild_are_within_five_sigma_of_the_exact_values() -> None:
    rules = playing("cats-and-dogs", Deck(parse_deck("789TQA").ranks, jokers=1, by_hand="lowest"))
    job = DrawJob((rules,), 2, 8, ("best",))
    rows = [row for row in tally_rows(job, job.count_chunk(0, N_DEALS)) if row.stage == "final"]
    assert rows[0].combination.id == "five-of-a-kind"
    assert rows[0].count
    for row in rows:
        assert row.exact is not None
        sigma = sqrt(row.exact * (1 - row.exact) / row.total)
        assert abs(row.count / row.total - row.exact) <= SIGMAS * sigma, row


def test_seats_of_two_policies_have_the_mean_of_their_exact_values() -> None:
    mixed, _ = played("draw", 2, "best", "stand-pat")
    both = [played("draw", 2, policy)[0].exact_final() for policy in ("best", "stand-pat")]
    for r in range(2):
        mean = (np.array((both[0] or [])[r]) + np.array((both[1] or [])[r])) / 2
        assert (mixed.exact_final() or [])[r] == pytest.approx(mean.tolist())


@pytest.mark.parametrize(("n_players", "is_known"), [(5, True), (6, False)])
def test_final_hands_are_known_as_long_as_the_stock_lasts(n_players: int, is_known: bool) -> None:
    job = DrawJob((STANDARD,), n_players, 1, ("stand-pat",))
    assert (job.exact_final() is not None) == is_known


def test_who_stands_pat_ends_with_what_he_was_dealt() -> None:
    _, counts = played("draw", 2, "stand-pat")
    assert (counts.final == counts.dealt).all()


def test_what_is_dealt_in_stud_is_what_is_shown() -> None:
    job, counts = played("stud", 3)
    rows = {(row.stage, row.ruleset, row.combination.id): row for row in tally_rows(job, counts)}
    for (stage, ruleset, name), row in rows.items():
        if stage in ("final", "showdown"):
            assert row.count == rows["dealt", ruleset, name].count
    exact = {f.combination.id: f.probability for f in count_frequencies(job.rulesets[0])}
    assert exact == {
        i: r.exact
        for (s, u, i), r in rows.items()
        if (s, u) == ("final", u) and u == job.rulesets[0] and s == "final"
    }


GAMES = [
    ("draw", 2, "best"),
    ("draw", 2, "simple"),
    ("stud", 2),
    ("stud", 5),
    ("stud", 6),
    ("stud", 8),
]


@pytest.mark.parametrize("game", GAMES)
def test_the_seats_share_every_pot(game: tuple[str, int]) -> None:
    job, counts = played(*game)
    won = (counts.seat * job.shares).sum(axis=(1, 2))
    assert won.tolist() == pytest.approx([N_DEALS, N_DEALS])


@pytest.mark.parametrize("game", GAMES)
def test_players_alike_win_alike_wherever_they_sit(game: tuple[str, int]) -> None:
    job, counts = played(*game)
    for row in seat_rows(job, counts):
        assert row.equity.ratio is not None
        assert row.equity.stderr is not None
        assert abs(row.equity.ratio - 1 / job.n_players) <= SIGMAS * row.equity.stderr, row


def test_the_better_policy_wins_whatever_its_seat() -> None:
    for policies, better in ((("best", "stand-pat"), 1), (("stand-pat", "best"), 2)):
        for row in seat_rows(*played("draw", 2, *policies)):
            assert row.policy == policies[row.seat - 1]
            assert row.equity.ratio is not None
            assert row.equity.stderr is not None
            gain = row.equity.ratio - 0.5
            assert (gain > 0) == (row.seat == better)
            assert abs(gain) > SIGMAS * row.equity.stderr


def test_the_error_of_a_seat_is_that_of_its_shares() -> None:
    job, counts = played("stud", 2)
    row = seat_rows(job, counts)[0]
    shares = np.repeat(job.shares, counts.seat[0, 0])
    sample = np.concatenate([shares, np.zeros(N_DEALS - len(shares))])
    assert row.equity.ratio == pytest.approx(sample.mean())
    assert row.equity.stderr == pytest.approx(sample.std(ddof=1) / sqrt(N_DEALS))


# What it depends on


def test_a_ruleset_more_leaves_the_others_as_they_were() -> None:
    one = DrawJob((CATS,), 10, 5, ("stand-pat",))
    two = DrawJob((CATS, STANDARD), 10, 5, ("stand-pat",))
    random_holds(two, 6)
    one.__dict__["draws"] = two.draws._replace(row=two.draws.row[:1])
    a, b = one.count_chunk(2, 500), two.count_chunk(2, 500)
    n = len(CATS.ranking)
    for field in ("dealt", "final", "winner", "seat"):
        both = getattr(a, field), getattr(b, field)
        assert (both[0][0][:n] == both[1][0][:n]).all(), field


@pytest.mark.parametrize("kind", [DrawJob, StudJob])
def test_the_number_of_threads_changes_nothing(kind: type[GameJob]) -> None:
    found = []
    for n_threads in (1, 3):
        more = {"policies": ("stand-pat",)} if kind is DrawJob else {}
        run = Run(kind((STANDARD,), 2, 5, **more), 2 * GAME_DEALS + 77)
        assert list(run.steps(n_threads)) == [GAME_DEALS, GAME_DEALS, 77]
        found.append([array.tolist() for array in run.counts])
    assert found[0] == found[1]


def test_kinds_of_jobs_have_streams_of_their_own() -> None:
    a = DrawJob((STANDARD,), 2, 5, ("stand-pat",)).count_chunk(0, 1000)
    b = StudJob((STANDARD,), 2, 5).count_chunk(0, 1000)
    assert (a.dealt != b.dealt).any()


def test_chunks_of_games_are_whole_in_the_estimate_of_deals() -> None:
    job = StudJob((STANDARD,), 2, 5)
    assert deals_needed(job, 1e-6, 0.95) % GAME_DEALS == 0
    assert deals_needed(job, 1e-30, 0.95) == job.max_deals == GAME_DEALS << 32


# Stud


def shared(n_players: int, n_cards: int = 52) -> list[int]:
    """Give which cards off the pack all share, from 1."""
    places = stud_places(n_players, n_cards)
    assert places is not None
    every = set(places.ravel().tolist())
    assert every == set(range(len(every)))
    return [place + 1 for place in sorted(every) if (places == place).sum() == n_players]


@pytest.mark.parametrize(
    ("n_players", "expected"),
    [(2, []), (10, []), (11, [45]), (12, [49]), (13, [40, 41]), (14, [43, 44])],
)
def test_cards_that_all_share_when_all_stay(n_players: int, expected: list[int]) -> None:
    assert shared(n_players) == expected


@pytest.mark.parametrize(("n_players", "expected"), [(7, []), (8, [33]), (9, [28, 29])])
def test_cards_that_all_share_of_a_short_pack(n_players: int, expected: list[int]) -> None:
    assert shared(n_players, 36) == expected


def test_stud_is_dealt_one_card_at_a_time() -> None:
    places = stud_places(3, 52)
    assert places is not None
    assert places[:, :2].tolist() == [[0, 3], [1, 4], [2, 5]]


# What is refused


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: DrawJob((STANDARD,), 11, 1), "11 players: from 1 to 10 can play draw"),
        (lambda: StudJob((STANDARD,), 15, 1), "15 players: from 1 to 14 can play stud"),
        (lambda: DrawJob((playing("standard", DECKS["36"]),), 8, 1), "is enough for 7"),
        (
            lambda: StudJob((playing("standard", Deck(parse_deck("89TJQ").ranks)),), 12, 1),
            "12 players are too many for stud with a deck of 20, which is enough for 8",
        ),
        (lambda: DrawJob((STANDARD,), 3, 1, ("best", "simple")), "2 policies for 3 players"),
        (lambda: DrawJob((STANDARD,), 1, 1, ("best", "best")), "2 policies for 1 player:"),
        (lambda: DrawJob((STANDARD,), 2, 1, ()), "0 policies for 2 players"),
        (lambda: DrawJob((STANDARD,), 2, 1, ("simpel",)), "did you mean 'simple'"),
        (lambda: DrawJob((playing("standard", DECKS["hole"]),), 2, 1), "wild hole card"),
        (lambda: DrawJob((STANDARD, playing("soko", SMALL)), 2, 1), "need one deck"),
    ],
)
def test_a_job_that_can_not_be_played_is_refused(make: object, problem: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=problem):
        make()
