"""Games without betting: the same deals played a second time, card by card."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pokersim.kernels.showdown.records import GameCounts
from pokersim.rules.deck import Deck, parse_deck
from pokersim.studies.simulate.game_jobs import DrawJob, GameJob, StudJob
from support.decks import DECKS, playing
from support.slow_games import Hand, matches, play, random_holds, shares_of, strengths

SEED = 20_260_101
CHUNK = 5
DISCARD_MUCH = tuple(hold for hold in range(32) if hold.bit_count() <= 2)

SMALL = Deck(parse_deck("2468TQA").ranks, jokers=2)
ONE = ("standard",)
TWO = ("cats-and-dogs", "soko")
THREE = ("standard", "cats-dogs-and-skeet", "soko")

# More deals than a block of the kernel; where the stock runs out, and where it does not.
DRAWS = {
    "one player": (Deck(), TWO, 1, range(32), 70),
    "two players": (Deck(), THREE, 2, range(32), 70),
    "a stock that just lasts": (Deck(), ONE, 5, (0,), 70),
    "a stock that rarely lasts": (Deck(), TWO, 6, DISCARD_MUCH, 70),
    "ten players and two cards": (Deck(), THREE, 10, range(32), 70),
    "ten players who discard all": (Deck(), ONE, 10, (0,), 70),
    "36 cards, one left": (Deck(parse_deck("36").ranks), TWO, 7, range(32), 70),
    "a whole short deck": (Deck(parse_deck("2468T").ranks), ONE, 4, DISCARD_MUCH, 70),
    "jokers": (SMALL, TWO, 4, DISCARD_MUCH, 70),
    "bugs": (DECKS["special bugs and jacks"], TWO, 3, range(32), 70),
}
STUDS = {
    "one player": (Deck(), TWO, 1, 70),
    "ten players": (Deck(), THREE, 10, 70),
    "fourteen players": (Deck(), TWO, 14, 70),
    "a short deck": (Deck(parse_deck("36").ranks), ONE, 9, 70),
    "the hole card wild": (DECKS["hole"], TWO, 13, 70),
    "the lowest wild": (DECKS["lowest, joker and jacks"], TWO, 12, 70),
}
GAMES = [*(("draw", name) for name in DRAWS), *(("stud", name) for name in STUDS)]


def job_of(game: str, name: str) -> tuple[GameJob, int]:
    """Return a job, and how many deals of it are played again."""
    if game == "stud":
        deck, names, n_players, n_deals = STUDS[name]
        return StudJob(tuple(playing(n, deck) for n in names), n_players, SEED), n_deals
    deck, names, n_players, keeping, n_deals = DRAWS[name]
    job = DrawJob(tuple(playing(n, deck) for n in names), n_players, SEED, ("stand-pat",))
    return random_holds(job, 3, tuple(keeping)), n_deals


Counts = dict[str, Counter[tuple[object, ...]]]


def nothing() -> Counts:
    """Return no counts at all."""
    return {n: Counter() for n in ("dealt", "final", "winner", "changed", "seat", "group")}


def recount(job: GameJob, n_deals: int) -> Counts:
    """Count the results of the slow game, each thing under a name of its own."""
    found, played = nothing(), list(play(job, CHUNK, n_deals))
    groups = groups_of(job, [hand for deal in played for hand in deal.dealt])
    before: list[list[Fraction]] = []
    for r, ranking in enumerate(job.rankings):
        every = [hand for deal in played for hand in (*deal.dealt, *deal.final[r])]
        worth = strengths(ranking, every)
        names = {hand: ranking.combination(value).id for hand, value in worth.items()}
        shares = [shares_of([worth[hand] for hand in deal.final[r]]) for deal in played]
        before = before or shares
        for deal, taken, base in zip(played, shares, before, strict=True):
            found["dealt"].update((r, names[hand]) for hand in deal.dealt)
            found["final"].update((r, names[hand]) for hand in deal.final[r])
            found["winner"][r, names[max(deal.final[r], key=worth.__getitem__)]] += 1
            if job.n_players > 1:
                if taken != base:
                    found["changed"][r, sum(map(min, taken, base), Fraction())] += 1
                found["seat"].update((r, p, share) for p, share in enumerate(taken) if share)
                found["group"].update((r, *row) for row in by_group(groups, deal.dealt, taken))
    return found


def groups_of(job: GameJob, hands: list[Hand]) -> dict[Hand, set[str]]:
    """Return the groups of each hand: what it is in orthodox poker, and what else it can be."""
    known = {combination.id for combination in job._orthodox.ranking}
    found = {
        hand: {job._orthodox.combination(value).id}
        for hand, value in strengths(job._orthodox, hands).items()
    }
    for ranking in job.rankings:
        for hand, names in matches(ranking, hands).items():
            found[hand] |= names - known
    return found


def by_group(
    groups: dict[Hand, set[str]], dealt: list[Hand], taken: list[Fraction]
) -> list[tuple[str, int, Fraction]]:
    """Return for each group in a deal its hands, and what they take together."""
    found: dict[str, list[Fraction]] = {}
    for hand, share in zip(dealt, taken, strict=True):
        for name in groups[hand]:
            found.setdefault(name, []).append(share)
    return [(name, len(shares), sum(shares, Fraction())) for name, shares in found.items()]


def counted(job: GameJob, counts: GameCounts) -> Counts:
    """Return the counts of the kernel under the same names, without zeros."""
    found = nothing()
    shares = [Fraction(float(share)).limit_denominator(99) for share in job.shares]
    for r, ranking in enumerate(job.rankings):
        for stage in ("dealt", "final", "winner"):
            for place, combination in enumerate(ranking.ranking):
                found[stage][r, combination.id] = int(getattr(counts, stage)[r, place])
        if job.n_players == 1:
            continue
        for stays in np.flatnonzero(counts.changed[r]).tolist():
            found["changed"][r, shares[stays]] = int(counts.changed[r, stays])
        for seat, share in np.argwhere(counts.seat[r]).tolist():
            found["seat"][r, seat, shares[share]] = int(counts.seat[r, seat, share])
        for group, hands, share in np.argwhere(counts.group_base).tolist():
            key = (r, job.groups[group].id, hands)
            n = int(counts.group_base[group, hands, share])
            found["group"][*key, shares[share]] += n
        for group, hands, old, new in np.argwhere(counts.group_changed[r]).tolist():
            key = (r, job.groups[group].id, hands)
            n = int(counts.group_changed[r, group, hands, old, new])
            found["group"][*key, shares[old]] -= n
            found["group"][*key, shares[new]] += n
    return found


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_a_chunk_is_what_a_slow_dealer_counts(game: str, name: str) -> None:
    job, n_deals = job_of(game, name)
    found, expected = counted(job, job.count_chunk(CHUNK, n_deals)), recount(job, n_deals)
    for what in expected:
        assert +found[what] == +expected[what], what


def test_the_first_deals_of_a_chunk_do_not_depend_on_its_length() -> None:
    job, _ = job_of("draw", "ten players and two cards")
    for n_deals in (1, 64):
        found = counted(job, job.count_chunk(CHUNK, n_deals))
        assert found["seat"] == recount(job, n_deals)["seat"], n_deals


def test_in_the_slow_game_the_stock_runs_out() -> None:
    job, _ = job_of("draw", "ten players who discard all")
    for deal in play(job, CHUNK, 20):
        kept = [len(set(a) & set(b)) for a, b in zip(deal.dealt, deal.final[0], strict=True)]
        # Two cards are left for the first; the second gets the two that the first discarded,
        # and the third the two of the second: nobody gets three.
        assert kept[:3] == [3, 3, 3]
