"""Showdowns: the same deals counted a second time, slowly, and sampled counts beside exact ones."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice

import numpy as np
import pytest
from reference import MAKES, RULESETS, TOTAL, Hand, category, classes, evaluate

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.random import fill_words
from pokersim.kernels.rank import rank_path, suited_path
from pokersim.kernels.showdown import N_WORDS, deal_block, group_block, show_block
from pokersim.packing import SUIT_FLAGS
from pokersim.rules.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.studies.frequency import hands_by_place
from pokersim.studies.showdown import CHUNK_DEALS, ShowdownJob
from pokersim.tables import RankTables, ShowdownCounts

SEED = 20_250_719
CHUNK = 3

SHIPPED = shipped_names()
# Chosen for split pots, changed winners, and flushes of four and five cards.
ONE = ("standard",)
TWO = ("cats-and-dogs", "soko")
THREE = ("standard", "cats-dogs-and-skeet", "skeet-over-flush")
GAMES = [(1, ONE), (1, TWO), (2, ONE), (2, TWO), (2, THREE), (3, THREE), (6, TWO), (10, THREE)]

Deal = Sequence[Hand]


def job_of(n_players: int, names: Sequence[str], seed: int = SEED) -> ShowdownJob:
    """Give the job of some shipped rulesets."""
    return ShowdownJob(tuple(load_ruleset(name) for name in names), n_players, seed)


def deal(
    seed: int, chunk: int, n_deals: int, n_players: int, limits: np.ndarray | None = None
) -> list[Deal]:
    """Deal from the stream of a chunk as the kernel should, one hand after the other."""
    words = np.zeros(4 * n_deals * n_players, dtype=np.uint64)
    fill_words(np.uint64(seed), np.uint64(0), np.uint64(chunk), np.uint64(0), words)
    stream = iter(words)
    limits = reject_below(52, n_players) if limits is None else limits
    deck = np.arange(52, dtype=np.uint8)
    found: list[Deal] = []
    for _ in range(n_deals):
        for player in range(n_players):
            while not draw_hand(deck, 5 * player, next(stream), limits[player]):
                pass
        cards = deck.tolist()
        found.append([tuple(cards[5 * p : 5 * p + 5]) for p in range(n_players)])
    return found


def recount(job: ShowdownJob, deals: Sequence[Deal]) -> ShowdownCounts:
    """Count deals a second time, with the reference evaluator and a pot cut into fractions."""
    counts = job.no_counts()
    names = [ruleset.name for ruleset in job.rulesets]
    places = [[c.id for c in ranking.ranking] for ranking in job.rankings]
    shares = shares_of(job.n_players)
    for hands in deals:
        won = [winners(hands, name) for name in names]
        for r, name in enumerate(names):
            for hand in hands:
                counts.dealt[r, places[r].index(category(hand, RULESETS[name]))] += 1
            best = hands[won[r][0]]
            counts.winner[r, places[r].index(category(best, RULESETS[name]))] += 1
            counts.changed[r] += won[r] != won[0]
        if job.n_players == 1:
            continue
        for g, group in enumerate(job.groups):
            members = [p for p, hand in enumerate(hands) if belongs(hand, group.id)]
            if not members:
                continue
            taken = [shares.index(share_of(members, who)) for who in won]
            counts.group_base[g, len(members), taken[0]] += 1
            for r in range(1, len(names)):
                if won[r] != won[0]:
                    counts.group_changed[r, g, len(members), taken[0], taken[r]] += 1
    return counts


def winners(hands: Deal, name: str) -> list[int]:
    """Name the players with the best hand."""
    worth = [evaluate(hand, RULESETS[name]) for hand in hands]
    return [player for player, key in enumerate(worth) if key == max(worth)]


def belongs(hand: Hand, group: str) -> bool:
    """Whether a hand is of an orthodox category, or makes a special combination."""
    if group in RULESETS["standard"]:
        return category(hand, RULESETS["standard"]) == group
    return MAKES[group](hand)


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


@pytest.mark.parametrize(("n_players", "names"), GAMES)
def test_counts_equal_those_of_a_slow_recount(n_players: int, names: tuple[str, ...]) -> None:
    # More deals than a block and more words than a batch hold.
    n_deals = 600
    job = job_of(n_players, names)
    expected = recount(job, deal(SEED, CHUNK, n_deals, n_players))
    assert_equal(job.count_chunk(CHUNK, n_deals), expected)


@pytest.mark.parametrize("n_deals", [0, 1, 255, 256, 257, 513])
def test_counts_end_with_the_last_deal_asked_for(n_deals: int) -> None:
    job = job_of(2, TWO)
    assert_equal(job.count_chunk(0, n_deals), recount(job, deal(SEED, 0, n_deals, 2)))


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
    some = [hand for hand, _ in islice(classes(), 0, None, 20)]
    found = {
        name: [hand for hand in (*combinations(range(0, 52, 4), 5), *some) if makes(hand)]
        for name, makes in MAKES.items()
    }
    return {name: hands for name, hands in found.items() if hands}


def paths_of(deals: Sequence[Deal], tables: RankTables) -> np.ndarray:
    """Give both paths of each hand, ``uint16[deals, players, 2]``."""
    found = np.zeros((len(deals), len(deals[0]), 2), dtype=np.uint16)
    for i, hands in enumerate(deals):
        for player, hand in enumerate(hands):
            cards = np.array(hand, dtype=np.uint8)
            packed = tables.start[5] + tables.card_word[cards].sum()
            found[i, player, 0] = rank_path(packed, tables.row_start)
            if packed & np.uint64(SUIT_FLAGS):
                found[i, player, 1] = suited_path(packed, cards, 0, 5, tables.four_index)
    return found


def show(job: ShowdownJob, paths: np.ndarray) -> tuple[np.ndarray, ShowdownCounts]:
    """Show hands down; give the masks of winners, ``int16[deals, rulesets]``, and the counts."""
    counts = job.no_counts()
    winners = np.zeros((len(paths), len(job.rulesets)), dtype=np.int16)
    show_block(len(paths), paths, job.tables, winners, counts)
    group_block(len(paths), paths, winners, job.group_tables, counts)
    return winners, counts


@pytest.mark.parametrize(("n_players", "names"), [(2, THREE), (5, TWO), (9, SHIPPED)])
def test_rare_hands_and_split_pots_are_counted_as_in_a_slow_recount(
    n_players: int, names: tuple[str, ...]
) -> None:
    job = job_of(n_players, names)
    deals = deals_with_specials(n_players, n_deals=150)
    assert_equal(show(job, paths_of(deals, job.tables))[1], recount(job, deals))


def test_a_hand_whose_word_is_unfair_is_dealt_again() -> None:
    # A word is really thrown away once in a billion times; with this limit every second one is.
    job, n_deals, n_players = job_of(2, TWO), 2 * N_WORDS, 3
    limits = np.full(n_players, 2**57, dtype=np.uint64)
    words, cursor = np.zeros(N_WORDS, dtype=np.uint64), np.array([0, N_WORDS], dtype=np.int64)
    paths = np.zeros((n_deals, n_players, 2), dtype=np.uint16)
    stream = (np.uint64(SEED), np.uint64(0), np.uint64(CHUNK))
    deck = np.arange(52, dtype=np.uint8)
    deal_block(stream, n_deals, deck, limits, words, cursor, job.tables, paths)
    expected = paths_of(deal(SEED, CHUNK, n_deals, n_players, limits), job.tables)
    assert np.array_equal(paths, expected)


def test_every_player_wins_equally_often() -> None:
    job, n_deals, n_players = job_of(3, ONE), 60_000, 3
    paths = np.zeros((n_deals, n_players, 2), dtype=np.uint16)
    words, cursor = np.zeros(N_WORDS, dtype=np.uint64), np.array([0, N_WORDS], dtype=np.int64)
    stream = (np.uint64(SEED), np.uint64(0), np.uint64(CHUNK))
    deck, limits = np.arange(52, dtype=np.uint8), reject_below(52, n_players)
    deal_block(stream, n_deals, deck, limits, words, cursor, job.tables, paths)
    masks = show(job, paths)[0][:, 0]
    n_alone = np.array([(masks == 1 << player).sum() for player in range(n_players)])
    expected = n_alone.mean()
    assert (abs(n_alone - expected) < 5 * np.sqrt(expected)).all(), n_alone.tolist()


@lru_cache(maxsize=1)
def sampled() -> ShowdownCounts:
    """Count two million hands under every shipped ruleset."""
    return job_of(2, SHIPPED).count_chunk(0)


@pytest.mark.parametrize("name", SHIPPED)
def test_sampled_hands_are_within_five_sigma_of_exact(name: str) -> None:
    exact = np.array(hands_by_place(compile_ruleset(load_ruleset(name)))) / TOTAL
    counts = sampled().dealt[SHIPPED.index(name), : len(exact)]
    n_hands = counts.sum()
    sigmas = (counts - n_hands * exact) / np.sqrt(n_hands * exact * (1 - exact))
    assert abs(sigmas).max() < 5, sigmas.round(1).tolist()


@pytest.mark.parametrize("name", SHIPPED)
def test_sampled_hands_together_are_as_far_from_exact_as_chance_allows(name: str) -> None:
    exact = np.array(hands_by_place(compile_ruleset(load_ruleset(name)))) / TOTAL
    counts = sampled().dealt[SHIPPED.index(name), : len(exact)]
    expected, freedom = counts.sum() * exact, len(exact) - 1
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_hand_and_every_deal_is_counted_once(name: str) -> None:
    r, counts = SHIPPED.index(name), sampled()
    assert (counts.dealt[r].sum(), counts.winner[r].sum()) == (2 * CHUNK_DEALS, CHUNK_DEALS)


def test_all_shares_of_the_pot_together_are_the_pots() -> None:
    job = job_of(10, TWO)
    counts, n_deals = job.count_chunk(0, 20_000), 20_000
    orthodox = counts.group_base[: len(RULESETS["standard"])]
    taken = sum(
        int(deals) * share
        for share, deals in zip(shares_of(10), orthodox.sum(axis=(0, 1)), strict=True)
    )
    assert taken == n_deals
