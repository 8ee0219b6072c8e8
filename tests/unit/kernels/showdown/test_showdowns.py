"""Showdowns: the same deals counted again, slowly; sampled counts compared with exact ones."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.random import fill_words
from pokersim.kernels.rank import rank_hands
from pokersim.kernels.showdown.records import ShowdownCounts
from pokersim.kernels.showdown.showdowns import N_WORDS, deal_block, group_block, show_block
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.studies.frequency import count_frequencies, hands_by_place
from pokersim.studies.simulate.showdown_job import CHUNK_DEALS, ShowdownJob
from support.decks import DECKS, playing, slow_matches, slow_strengths
from support.oracle import MAKES, RULESETS, Hand, category, classes, evaluate

SEED = 20_250_719
CHUNK = 3

SHIPPED = shipped_names()
# Chosen for split pots, changed winners, and flushes of four and five cards.
ONE = ("standard",)
TWO = ("cats-and-dogs", "soko")
THREE = ("standard", "cats-dogs-and-skeet", "skeet-over-flush")
# More deals than a block holds, or more words than a batch.
GAMES = [(1, TWO, 40), (2, ONE, 40), (2, THREE, 300), (6, TWO, 40), (10, THREE, 60)]
WILD_GAMES = [
    ("4 jokers", 8, 7),
    ("36, all aces wild, bugs", 5, 7),
    ("special bugs and jacks", 10, 5),
    ("odd ranks, jokers and sixes", 4, 6),
    ("lowest", 3, 6),
    ("hole", 2, 5),
]
MORE_WILD_GAMES = [
    ("jokers and deuces", 3, 6),
    ("bugs and deuces", 2, 7),
    ("double-ace flush", 2, 5),
    ("natural first", 2, 7),
    ("lowest, joker and jacks", 3, 7),
    ("hole, jokers and jacks, natural first", 3, 7),
]

Deal = Sequence[Hand]


def job_of(
    n_players: int,
    names: Sequence[str],
    deck: Deck | None = None,
    n_cards: int = 5,
    seed: int = SEED,
) -> ShowdownJob:
    """Give the job of some shipped rulesets."""
    rulesets = tuple(playing(name, deck or Deck()) for name in names)
    return ShowdownJob(rulesets, n_players, seed, n_cards)


def deal(
    job: ShowdownJob, chunk: int, n_deals: int, limits: np.ndarray | None = None
) -> list[Deal]:
    """Deal from the stream of a chunk as the kernel should, one hand after the other."""
    n_players, size, shape = job.n_players, job.n_cards, shape_of(job.n_cards)
    words = np.zeros(4 * n_deals * n_players, dtype=np.uint64)
    fill_words(np.uint64(job.seed), np.uint64(0), np.uint64(chunk), np.uint64(0), words)
    stream = iter(words)
    deck = job.rulesets[0].deck.cards
    if limits is None:
        limits = reject_below(len(deck), n_players, shape)
    found: list[Deal] = []
    for _ in range(n_deals):
        for player in range(n_players):
            while not draw_hand(deck, size * player, shape, next(stream), limits[player]):
                pass
        cards = deck.tolist()
        found.append([tuple(cards[size * p : size * (p + 1)]) for p in range(n_players)])
    return found


# The recount: who holds what by a slow judge, and a pot cut into fractions.


class Verdict(NamedTuple):
    """What is seen in one hand.

    Attributes
    ----------
    worth
        By ruleset, something that compares like the hands.
    names
        By ruleset, what the hand counts as.
    groups
        The groups that it belongs to.
    """

    worth: tuple[object, ...]
    names: tuple[str, ...]
    groups: frozenset[str]


Verdicts = dict[Hand, Verdict]


def by_reference(job: ShowdownJob, deals: Sequence[Deal]) -> Verdicts:
    """Judge natural hands by the reference: the best of their fives, the specials of any."""
    rulesets = [RULESETS[ruleset.name] for ruleset in job.rulesets]
    specials = [group.id for group in job.groups if group.id not in RULESETS["standard"]]
    found = {}
    for hand in {hand for hands in deals for hand in hands}:
        fives = list(combinations(hand, 5))
        best = [best_five(fives, ruleset) for ruleset in rulesets]
        orthodox = category(best_five(fives, RULESETS["standard"]), RULESETS["standard"])
        found[hand] = Verdict(
            tuple(map(evaluate, best, rulesets)),
            tuple(map(category, best, rulesets)),
            frozenset({orthodox, *(name for name in specials if any(map(MAKES[name], fives)))}),
        )
    return found


def best_five(fives: Sequence[Hand], ruleset: list[str]) -> Hand:
    """Give the best of some hands of five."""
    return max(fives, key=lambda five: evaluate(five, ruleset))


def by_fives(job: ShowdownJob, deals: Sequence[Deal]) -> Verdicts:
    """Judge any hands by the compiled rulesets: the best reading of their fives."""
    hands = sorted({hand for hands in deals for hand in hands})
    cards = np.array(hands, dtype=np.uint8)
    rankings = [compile_ruleset(ruleset) for ruleset in job.rulesets]
    orthodox = compile_ruleset(playing("standard", job.rulesets[0].deck))
    known = {combination.id for combination in orthodox.ranking}
    worth = [slow_strengths(ranking, cards) for ranking in rankings]
    orthodox_worth = slow_strengths(orthodox, cards)
    makes = [slow_matches(ranking, cards) for ranking in rankings]
    found = {}
    for i, hand in enumerate(hands):
        groups = {orthodox.combination(int(orthodox_worth[i])).id}
        for ranking, made in zip(rankings, makes, strict=True):
            groups |= {ranking.ranking[place].id for place in np.flatnonzero(made[i])} - known
        found[hand] = Verdict(
            tuple(int(column[i]) for column in worth),
            tuple(
                ranking.combination(int(column[i])).id
                for ranking, column in zip(rankings, worth, strict=True)
            ),
            frozenset(groups),
        )
    return found


def recount(job: ShowdownJob, deals: Sequence[Deal], verdicts: Verdicts) -> ShowdownCounts:
    """Count deals a second time, one after the other."""
    counts = job.no_counts()
    places = [[c.id for c in ranking.ranking] for ranking in job.rankings]
    shares = shares_of(job.n_players)
    for hands in deals:
        seen = [verdicts[hand] for hand in hands]
        won = [winners(seen, r) for r in range(len(places))]
        for r, known in enumerate(places):
            for verdict in seen:
                counts.dealt[r, known.index(verdict.names[r])] += 1
            counts.winner[r, known.index(seen[won[r][0]].names[r])] += 1
            if won[r] != won[0]:
                counts.changed[r, shares.index(kept(won[0], won[r]))] += 1
        if job.n_players == 1:
            continue
        for g, group in enumerate(job.groups):
            members = [p for p, verdict in enumerate(seen) if group.id in verdict.groups]
            if not members:
                continue
            taken = [shares.index(share_of(members, who)) for who in won]
            counts.group_base[g, len(members), taken[0]] += 1
            for r in range(1, len(places)):
                if won[r] != won[0]:
                    counts.group_changed[r, g, len(members), taken[0], taken[r]] += 1
    return counts


def kept(before: list[int], after: list[int]) -> Fraction:
    """Give what of the pot stays with those who won it, player by player."""
    both = set(before) & set(after)
    return sum((min(Fraction(1, len(who)) for who in (before, after)) for _ in both), Fraction())


def winners(seen: Sequence[Verdict], ruleset: int) -> list[int]:
    """Name the players with the best hand."""
    best = max(verdict.worth[ruleset] for verdict in seen)  # type: ignore[type-var]
    return [player for player, verdict in enumerate(seen) if verdict.worth[ruleset] == best]


def share_of(members: Sequence[int], won: Sequence[int]) -> Fraction:
    """Give the part of the pot that goes to some players."""
    return Fraction(len(set(members) & set(won)), len(won))


def shares_of(n_players: int) -> list[Fraction]:
    """Give every part of a pot that some of the players can win, ascending."""
    return sorted({Fraction(a, k) for k in range(1, n_players + 1) for a in range(k + 1)})


def assert_equal(found: ShowdownCounts, expected: ShowdownCounts) -> None:
    """Fail with the name of the first counts that differ."""
    for name in ShowdownCounts._fields:
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name


@pytest.mark.parametrize(("n_players", "names", "n_deals"), GAMES)
def test_counts_equal_those_of_a_slow_recount(
    n_players: int, names: tuple[str, ...], n_deals: int
) -> None:
    job = job_of(n_players, names)
    deals = deal(job, CHUNK, n_deals)
    assert_equal(job.count_chunk(CHUNK, n_deals), recount(job, deals, by_reference(job, deals)))


@pytest.mark.parametrize(("n_players", "n_cards"), [(2, 6), (7, 7)])
def test_counts_of_six_and_seven_cards_equal_those_of_a_slow_recount(
    n_players: int, n_cards: int
) -> None:
    n_deals = 100 // n_players
    job = job_of(n_players, THREE, n_cards=n_cards)
    deals = deal(job, CHUNK, n_deals)
    assert_equal(job.count_chunk(CHUNK, n_deals), recount(job, deals, by_reference(job, deals)))


@pytest.mark.parametrize(
    ("deck_name", "n_players", "n_cards", "n_deals"),
    [
        *((*game, 100) for game in WILD_GAMES),
        *(pytest.param(*game, 600, marks=pytest.mark.slow) for game in MORE_WILD_GAMES),
    ],
)
def test_counts_with_wild_cards_equal_those_of_a_slow_recount(
    deck_name: str, n_players: int, n_cards: int, n_deals: int
) -> None:
    job = job_of(n_players, ("soko", "cats-dogs-and-skeet"), DECKS[deck_name], n_cards)
    deals = deal(job, CHUNK, n_deals)
    assert_equal(job.count_chunk(CHUNK, n_deals), recount(job, deals, by_fives(job, deals)))


@pytest.mark.parametrize("n_cards", [5, 7])
def test_both_judges_of_the_recount_agree(n_cards: int) -> None:
    job = job_of(2, THREE, n_cards=n_cards)
    deals = deal(job, 0, 60)
    one, other = by_reference(job, deals), by_fives(job, deals)
    assert {hand: verdict[1:] for hand, verdict in one.items()} == {
        hand: verdict[1:] for hand, verdict in other.items()
    }


@pytest.mark.parametrize("n_deals", [0, 1, 255, 256, 257, 513])
def test_counts_end_with_the_last_deal_asked_for(n_deals: int) -> None:
    job = job_of(2, TWO)
    deals = deal(job, 0, n_deals)
    assert_equal(job.count_chunk(0, n_deals), recount(job, deals, by_reference(job, deals)))


def deals_with_specials(n_players: int, n_deals: int) -> list[Deal]:
    """Make up deals full of rare hands, and of hands that tie because only suits differ."""
    rng = np.random.default_rng(2)
    deals: list[Deal] = []
    for _ in range(n_deals):
        hands: list[Hand] = []
        while len(hands) < n_players:
            hand = special_hand(rng)
            if hands and rng.random() < 0.5:
                hand = in_other_suits(hands[-1], rng)
            gone = {card for other in hands for card in other}
            if gone & set(hand):
                left = [card for card in range(52) if card not in gone]
                hand = tuple(rng.choice(left, 5, replace=False).tolist())
            hands.append(hand)
        deals.append(hands)
    return deals


def special_hand(rng: np.random.Generator) -> Hand:
    """Pick a combination, then one of the hands that make it."""
    known = hands_by_combination()
    name = sorted(known)[rng.integers(len(known))]
    return known[name][rng.integers(len(known[name]))]


def in_other_suits(hand: Hand, rng: np.random.Generator) -> Hand:
    """Give the same ranks in other suits: every card in one of its own, or all alike moved on."""
    one_by_one, together = rng.integers(1, 4, size=5), rng.integers(1, 4)
    shifts = one_by_one if rng.random() < 0.5 else [together] * 5
    twin = tuple(
        card // 4 * 4 + (card + int(shift)) % 4 for card, shift in zip(hand, shifts, strict=True)
    )
    return twin if len(set(twin)) == 5 else in_other_suits(hand, rng)


@lru_cache(maxsize=1)
def hands_by_combination() -> dict[str, list[Hand]]:
    """Find hands of every combination: all of one suit, and some of the others."""
    some = [hand for hand, _ in islice(classes(), 0, None, 100)]
    found = {
        name: [hand for hand in (*combinations(range(0, 52, 4), 5), *some) if makes(hand)]
        for name, makes in MAKES.items()
    }
    return {name: hands for name, hands in found.items() if hands}


def strengths_of(job: ShowdownJob, deals: Sequence[Deal]) -> np.ndarray:
    """Rank the hands of deals into ``uint16[deals, players, rulesets and orthodox poker]``."""
    cards = np.array(deals, dtype=np.uint8)
    n_columns = job.tables.values.shape[1]
    strengths = np.zeros((cards.shape[0] * cards.shape[1], n_columns), dtype=np.uint16)
    hands = cards.reshape(-1, job.n_cards)
    assert rank_hands(hands, shape_of(job.n_cards), job.tables, strengths) == -1
    return strengths.reshape(*cards.shape[:2], n_columns)


def specials_of(job: ShowdownJob, deals: Sequence[Deal], verdicts: Verdicts) -> np.ndarray:
    """Give ``uint32[deals, players]``: a bit for each special combination of a hand."""
    specials = [group.id for group in job.groups[int(job.group_tables.n_orthodox) :]]
    bits = {
        hand: sum(1 << bit for bit, name in enumerate(specials) if name in verdict.groups)
        for hand, verdict in verdicts.items()
    }
    return np.array([[bits[hand] for hand in hands] for hands in deals], dtype=np.uint32)


def show(
    job: ShowdownJob, strengths: np.ndarray, specials: np.ndarray
) -> tuple[np.ndarray, ShowdownCounts]:
    """Show hands down; give the masks of winners, ``int16[deals, rulesets]``, and the counts."""
    counts, size = job.no_counts(), len(strengths)
    winners = np.zeros((size, len(job.rulesets)), dtype=np.int16)
    show_block(size, strengths, job.tables, winners, counts)
    group_block(size, strengths, specials, winners, job.tables, job.group_tables, counts)
    return winners, counts


@pytest.mark.parametrize(("n_players", "names"), [(2, THREE), (9, TWO)])
def test_rare_hands_and_split_pots_are_counted_as_in_a_slow_recount(
    n_players: int, names: tuple[str, ...]
) -> None:
    job = job_of(n_players, names)
    deals = deals_with_specials(n_players, n_deals=100)
    verdicts = by_reference(job, deals)
    found = show(job, strengths_of(job, deals), specials_of(job, deals, verdicts))[1]
    assert_equal(found, recount(job, deals, verdicts))


def dealt_by_kernel(
    job: ShowdownJob, n_deals: int, limits: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Deal with the kernel; give the strengths and the special combinations of each hand."""
    words, cursor = np.zeros(N_WORDS, dtype=np.uint64), np.array([0, N_WORDS], dtype=np.int64)
    n_columns = job.tables.values.shape[1]
    strengths = np.zeros((n_deals, job.n_players, n_columns), dtype=np.uint16)
    specials = np.zeros((n_deals, job.n_players), dtype=np.uint32)
    stream = (np.uint64(job.seed), np.uint64(0), np.uint64(CHUNK))
    deck, shape = job.rulesets[0].deck.cards, shape_of(job.n_cards)
    groups = job.group_tables
    deal_block(
        stream, n_deals, deck, shape, limits, words, cursor, job.tables, groups, strengths, specials
    )
    return strengths, specials


@pytest.mark.parametrize(("deck_name", "n_cards"), [("52", 5), ("odd ranks", 7)])
def test_a_hand_whose_word_is_unfair_is_dealt_again(deck_name: str, n_cards: int) -> None:
    # A word is really discarded once in a billion times; with this limit every second one is.
    job, n_deals = job_of(3, TWO, DECKS[deck_name], n_cards), N_WORDS
    limits = np.full(job.n_players, 2**57, dtype=np.uint64)
    strengths, specials = dealt_by_kernel(job, n_deals, limits)
    deals = deal(job, CHUNK, n_deals, limits)
    assert np.array_equal(strengths, strengths_of(job, deals))
    assert np.array_equal(specials, specials_of(job, deals, by_fives(job, deals)))


@pytest.mark.parametrize(("deck_name", "n_cards"), [("52", 5), ("hole", 5)])
def test_every_player_wins_equally_often(deck_name: str, n_cards: int) -> None:
    job, n_deals = job_of(3, ONE, DECKS[deck_name], n_cards), 60_000
    limits = reject_below(job.rulesets[0].deck.n_cards, job.n_players, shape_of(n_cards))
    masks = show(job, *dealt_by_kernel(job, n_deals, limits))[0][:, 0]
    n_alone = np.array([(masks == 1 << player).sum() for player in range(job.n_players)])
    expected = n_alone.mean()
    assert (abs(n_alone - expected) < 5 * np.sqrt(expected)).all(), n_alone.tolist()


# Sampled counts compared with exact ones


@lru_cache(maxsize=1)
def sampled() -> ShowdownCounts:
    """Count two million hands under every shipped ruleset."""
    return job_of(2, SHIPPED).count_chunk(0)


def sigmas_of(counts: np.ndarray, exact: np.ndarray, n_hands: int) -> np.ndarray:
    """Give how far counts are from what is expected, in standard deviations."""
    spread = np.sqrt(n_hands * exact * (1 - exact))
    assert (counts[spread == 0] == n_hands * exact[spread == 0]).all()
    return np.asarray((counts - n_hands * exact)[spread > 0] / spread[spread > 0])


def test_sampled_hands_are_within_five_sigma_of_exact() -> None:
    misses = []
    for name, dealt in zip(SHIPPED, sampled().dealt, strict=True):
        exact = np.array(hands_by_place(load_ruleset(name))) / comb(52, 5)
        sigmas = sigmas_of(dealt[: len(exact)], exact, dealt.sum())
        expected, freedom = dealt.sum() * exact, len(exact) - 1
        chi_square = ((dealt[: len(exact)] - expected) ** 2 / expected).sum()
        if abs(sigmas).max() >= 5 or abs(chi_square - freedom) >= 5 * np.sqrt(2 * freedom):
            misses.append((name, sigmas.round(1).tolist(), chi_square))
    assert misses == []


def test_every_hand_and_every_deal_is_counted_once() -> None:
    counts = sampled()
    assert set(counts.dealt.sum(axis=1).tolist()) == {2 * CHUNK_DEALS}
    assert set(counts.winner.sum(axis=1).tolist()) == {CHUNK_DEALS}


WILD_SAMPLES = [
    ("odd ranks, jokers and sixes", 6),
    ("36, all aces wild, bugs", 7),
    ("lowest", 5),
    ("hole", 5),
]


@lru_cache
def sampled_wild(deck_name: str, n_cards: int) -> tuple[ShowdownJob, ShowdownCounts]:
    """Count a hundred thousand hands with wild cards."""
    job = job_of(2, ("standard", "skeet"), DECKS[deck_name], n_cards)
    return job, job.count_chunk(0, 50_000)


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD_SAMPLES)
def test_sampled_hands_with_wild_cards_are_within_five_sigma_of_exact(
    deck_name: str, n_cards: int
) -> None:
    job, counts = sampled_wild(deck_name, n_cards)
    for r, ruleset in enumerate(job.rulesets):
        hands = np.array(hands_by_place(ruleset, n_cards))
        found = counts.dealt[r, : len(hands)]
        sigmas = sigmas_of(found, hands / hands.sum(), found.sum())
        assert abs(sigmas).max() < 5, sigmas.round(1).tolist()


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD_SAMPLES)
def test_hands_of_a_special_group_are_those_that_can_be_read_as_it(
    deck_name: str, n_cards: int
) -> None:
    job, counts = sampled_wild(deck_name, n_cards)
    matching = {f.combination.id: f for f in count_frequencies(job.rulesets[1], n_cards)}
    n_orthodox = int(job.group_tables.n_orthodox)
    specials = range(n_orthodox, len(job.groups))
    n_in_deal = np.arange(3)[:, None]
    hands = np.array([(counts.group_base[g] * n_in_deal).sum() for g in specials])
    exact = np.array([matching[job.groups[g].id].matching for g in specials])
    share = exact / matching[job.groups[0].id].total
    sigmas = sigmas_of(hands, share, 100_000)
    assert abs(sigmas).max() < 5, sigmas.round(1).tolist()


@pytest.mark.parametrize(("deck_name", "n_cards"), [("52", 5), ("36", 6)])
def test_shares_of_the_pot_add_up_to_the_pots(deck_name: str, n_cards: int) -> None:
    n_players = min(10, DECKS[deck_name].n_cards // n_cards)
    job = job_of(n_players, TWO, DECKS[deck_name], n_cards)
    counts, n_deals = job.count_chunk(0, 2_000), 2_000
    orthodox = counts.group_base[: int(job.group_tables.n_orthodox)]
    taken = sum(
        int(deals) * share
        for share, deals in zip(shares_of(n_players), orthodox.sum(axis=(0, 1)), strict=True)
    )
    assert taken == n_deals
