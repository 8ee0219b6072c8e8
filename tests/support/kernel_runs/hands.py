"""Ranking, counting and dealing on a little of everything."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.enumerate import count_hands, count_sets
from pokersim.kernels.random import fill_words
from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import Places, has_four, spread
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import catalogue, load_ruleset
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.compare import compare_job
from pokersim.studies.pairwise import count_pairs
from pokersim.studies.simulate.game_jobs import DrawJob, GameJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.decks import DECKS, playing, random_hands, tables_for
from support.oracle import classes
from support.slow_games import random_holds

NAMES = ("standard", "cats-dogs-and-skeet", "soko")


LAST = 2**64 - 1


STREAMS = {"first": (0, 0, 0, 0), "some": (1, 2, 3, 4), "last": (LAST, 2**32 - 1, 2**32 - 1, LAST)}


DRAWS = [
    (52, 0, 5),
    (52, 9, 5),
    (36, 6, 5),
    (32, 5, 5),
    (5, 0, 5),
    (53, 2, 6),
    (56, 7, 7),
    (53, 0, 7),
    (7, 0, 7),
]


WILD_DECKS = (
    "4 jokers",
    "special bugs and jacks",
    "odd ranks, jokers and sixes",
    "lowest, bugs, natural first",
    "hole, bugs and deuces",
    "everything",
)


# More deals than a block of the kernel, and more words than a batch of the generator.
SHOWDOWNS = {
    "one player": (Deck(), NAMES[:1], 1, 600, 5),
    "two players": (Deck(), NAMES, 2, 300, 5),
    "ten players": (Deck(), NAMES[:2], 10, 60, 5),
    "a whole short deck": (parse_deck("23456789TJ"), NAMES[1:], 8, 40, 5),
    "six cards": (Deck(), NAMES[1:], 2, 20, 6),
    "seven cards": (Deck(), NAMES, 3, 270, 7),
    "seven cards and jokers": (Deck(jokers=4), NAMES[1:], 8, 40, 7),
    "bugs and deuces": (DECKS["bugs and deuces"], NAMES[1:], 2, 100, 7),
    "the lowest wild": (DECKS["lowest, joker and jacks"], NAMES[:2], 2, 100, 7),
    "the hole card wild": (DECKS["hole"], NAMES[2:], 2, 100, 7),
}


DRAW_GAMES = {
    "draw of two": (Deck(), NAMES, 2, 70),
    "draw of ten": (Deck(), NAMES, 10, 40),
    "draw of all cards": (parse_deck("23456789TJ"), NAMES[2:], 8, 40),
    "draw with bugs and deuces": (DECKS["bugs and deuces"], NAMES[1:], 10, 40),
}


STUD_GAMES = {
    "stud of two": (Deck(), NAMES, 2, 70),
    "stud of fourteen": (Deck(), NAMES, 14, 40),
    "stud with the hole card wild": (DECKS["hole"], NAMES[2:], 12, 40),
}


# Small enough for every hand to be dealt in plain Python.
FEW_RANKS = parse_deck("2TQA").ranks


COUNTS = {
    "natural": (Deck(FEW_RANKS), 7),
    "jokers and deuces": (Deck(FEW_RANKS[:3], jokers=2, wild=parse_wild("2", FEW_RANKS)), 7),
    "bugs, lowest": (Deck(FEW_RANKS[1:], jokers=2, bug="special", by_hand="lowest"), 7),
    "hole": (Deck(FEW_RANKS[1:], jokers=1, by_hand="hole"), 7),
}


def words() -> Iterator[tuple[str, np.ndarray]]:
    """Fill words of the first, of some and of the very last block."""
    for name, stream in STREAMS.items():
        found = np.zeros(2 if name == "last" else 200, dtype=np.uint64)
        seed, job, chunk, first_block = (np.uint64(number) for number in stream)
        fill_words(seed, job, chunk, first_block, found)
        yield f"words: {name}", found


def draws() -> Iterator[tuple[str, np.ndarray]]:
    """Draw with usual words and with those at both ends."""
    some = np.zeros(20, dtype=np.uint64)
    fill_words(np.uint64(5), np.uint64(0), np.uint64(0), np.uint64(0), some)
    for n_cards, hand, size in DRAWS:
        shape = shape_of(size)
        limit = reject_below(n_cards, hand + 1, shape)[hand]
        rows = []
        for word in (*some, np.uint64(0), np.uint64(LAST)):
            deck = np.arange(n_cards, dtype=np.uint8)
            fair = draw_hand(deck, size * hand, shape, word, limit)
            rows.append([int(fair), *deck.tolist()])
        yield f"draws: hand {hand} of {size} of {n_cards} cards", np.array(rows)


def ranks() -> Iterator[tuple[str, np.ndarray]]:
    """Rank hands of all sorts, then rows that are no hands, one at a time."""
    rulesets = tuple(load_ruleset(name) for name in NAMES)
    tables = tables_for(rulesets, 5)
    hands = np.array([hand for hand, _ in islice(classes(), 0, None, 200)], dtype=np.uint8)
    strengths = np.zeros((len(hands), len(NAMES)), dtype=np.uint16)
    rank_hands(hands, shape_of(5), tables, strengths)
    yield "ranks: hands", strengths
    rows = np.array([*edge_rows()], dtype=np.uint8)
    for deck in (Deck(), DECKS["everything"]):
        tables = tables_for(tuple(playing(name, deck) for name in NAMES), 5)
        strengths = np.zeros((1, len(NAMES)), dtype=np.uint16)
        found = [
            rank_hands(rows[i : i + 1], shape_of(5), tables, strengths) for i in range(len(rows))
        ]
        yield f"ranks: rows that are no hands of {deck.name}", np.array(found)
    for size in (1, 2, 3, 4):
        cards = random_hands(Deck(jokers=1), size, 20)
        strengths = np.zeros((len(cards), 1), dtype=np.uint16)
        tables = tables_for((playing("soko", Deck(jokers=1)),), size)
        rank_hands(cards, shape_of(size), tables, strengths)
        yield f"ranks: {size} cards", strengths


def wild_ranks() -> Iterator[tuple[str, np.ndarray]]:
    """Rank hands of five, six and seven cards with wild ones among them."""
    for deck_name in WILD_DECKS:
        rulesets = tuple(playing(name, DECKS[deck_name]) for name in NAMES[1:])
        for size in (5, 6, 7):
            cards = random_hands(DECKS[deck_name], size, 40)
            strengths = np.zeros((len(cards), len(rulesets)), dtype=np.uint16)
            rank_hands(cards, shape_of(size), tables_for(rulesets, size), strengths)
            yield f"wild ranks: {size} cards, {deck_name}", strengths
    # With four of a suit not in order of the fifth card, and without four of a suit.
    order = [catalogue()[name] for name in ("four-flush", "flush", "one-pair", "high-card")]
    order[0] = replace(order[0], pattern=Pattern(suited=4, low=0))
    deck = DECKS["odd ranks, jokers and sixes"]
    for ruleset in (Ruleset("made-up", {}, tuple(order), deck), playing("standard", deck)):
        cards = random_hands(deck, 7, 40)
        strengths = np.zeros((len(cards), 1), dtype=np.uint16)
        rank_hands(cards, shape_of(7), tables_for((ruleset,), 7), strengths)
        yield f"wild ranks: {ruleset.name}", strengths


def counts() -> Iterator[tuple[str, np.ndarray]]:
    """Count every hand of small decks, with as many natural cards as there are wild ones out."""
    for name, (deck, size) in COUNTS.items():
        ruleset = playing("soko", deck)
        ranking, tables = compile_ruleset(ruleset), tables_for((ruleset,), size)
        makes = spread(ranking.makes, Places(deck, size, has_four(ranking)))
        natural = deck.cards[~np.isin(deck.cards, deck.wild) & (deck.cards < 52)]
        wild_word = tables.card_word[52]
        for n_wild in range(3 if deck.jokers else 1):
            found = (
                np.zeros(len(makes), dtype=np.int64),
                np.zeros(ranking.n_strengths + 1, dtype=np.int64),
                np.zeros(len(ranking.ranking), dtype=np.int64),
            )
            start = np.uint64(int(tables.start) + n_wild * int(wild_word))
            count_hands(natural, size - n_wild, start, tables, makes, *found)
            for kind, array in zip(("path", "strength", "combination"), found, strict=True):
                yield f"counts: {name}, {n_wild} wild, by {kind}", array
            by_path = np.zeros(len(makes), dtype=np.int64)
            sets, hands = np.zeros((2, 256), dtype=np.int64)
            assert count_sets(natural, size - n_wild, start, tables, makes, by_path, sets, hands)
            yield f"counts: {name}, {n_wild} wild, of one path", by_path
            yield f"counts: {name}, {n_wild} wild, by set", np.array([sets, hands])


def edge_rows() -> Iterator[list[int]]:
    """Return rows that are no hands, with the lowest and the highest of everything."""
    for last in (51, 52, 55, 56, 63, 64, 127, 128, 255):
        yield [last] * 5
    for joker in (52, 53, 54, 55):
        for suit in range(4):
            yield [suit, suit + 4, suit + 8, suit + 12, joker]
            yield [suit + 48, suit + 44, suit + 40, suit + 36, joker]
            yield [joker, suit + 48, suit + 44, suit + 40, 51 - suit]
    yield [52, 53, 54, 55, 51]


def showdowns() -> Iterator[tuple[str, np.ndarray]]:
    """Count showdowns of one and many players, under one and several rulesets."""
    for name, (deck, rulesets, n_players, n_deals, n_cards) in SHOWDOWNS.items():
        on_deck = tuple(playing(ruleset, deck) for ruleset in rulesets)
        counted = ShowdownJob(on_deck, n_players, 9, n_cards).count_chunk(1, n_deals)
        for field, array in counted._asdict().items():
            yield f"{name}: {field}", array


def games() -> Iterator[tuple[str, np.ndarray]]:
    """Play games of few and many players, with stocks that run out and shared cards."""
    jobs: dict[str, tuple[GameJob, int]] = {}
    for name, (deck, rulesets, n_players, n_deals) in DRAW_GAMES.items():
        on_deck = tuple(playing(ruleset, deck) for ruleset in rulesets)
        job = DrawJob(on_deck, n_players, 9, ("stand-pat",))
        jobs[name] = (random_holds(job, 1), n_deals)
    for name, (deck, rulesets, n_players, n_deals) in STUD_GAMES.items():
        on_deck = tuple(playing(ruleset, deck) for ruleset in rulesets)
        jobs[name] = (StudJob(on_deck, n_players, 9), n_deals)
    for name, (game, n_deals) in jobs.items():
        for field, array in game.count_chunk(1, n_deals)._asdict().items():
            yield f"{name}: {field}", array


def pairs() -> Iterator[tuple[str, np.ndarray]]:
    """Count every two hands of a small deck, with its combinations in order and reversed."""
    rules = playing("standard", Deck(parse_deck("TJQ").ranks, jokers=1))
    *above, last = rules.ranking
    turned = replace(rules, name="turned", ranking=(*above[::-1], last))
    changes, groups = count_pairs(compare_job((rules, turned), "showdown", 2, 0))
    yield "pairs: changed", np.array([row.changed_winners for row in changes])
    yield "pairs: won", np.array([row.equity.outcome for row in groups])


def results() -> dict[str, np.ndarray]:
    """Run these kernels on a little of everything."""
    parts = words, draws, ranks, wild_ranks, counts, showdowns, games, pairs
    return dict(found for part in parts for found in part())
