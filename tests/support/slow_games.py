"""Games played a second time, slowly: card by card, with lists, by the letter of the rules."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pokersim.kernels.random import fill_words
from pokersim.kernels.showdown.records import DrawTables
from pokersim.rules.compile.compiler import Ranking
from pokersim.studies.simulate.game_jobs import DrawJob, GameJob

Hand = tuple[int, ...]


class Played(NamedTuple):
    """A deal: the hands dealt, and by ruleset the hands at the end."""

    dealt: list[Hand]
    final: list[list[Hand]]


def words_of(job: GameJob, chunk: int, first_block: int = 0) -> Iterator[int]:
    """Return the words of a chunk's stream, from a block on."""
    words = np.zeros(256, dtype=np.uint64)
    while True:
        seed, stream, number, block = map(np.uint64, (job.seed, job.stream, chunk, first_block))
        fill_words(seed, stream, number, block, words)
        yield from words.tolist()
        first_block += len(words) // 2


def shuffle(pack: list[int], n_out: int, words: Iterator[int]) -> list[int]:
    """Bring ``n_out`` cards to the front of the deck, five by one word, the rest by one each."""
    out = 0
    while out < n_out:
        size = 5 if n_out - out >= 5 else 1
        rest = next(words) >> 6
        for place in range(out, out + size):
            rest *= len(pack) - place
            other = place + (rest >> 58)
            rest %= 1 << 58
            pack[place], pack[other] = pack[other], pack[place]
        out += size
    return pack[:n_out]


def deals(job: GameJob, chunk: int, n_deals: int) -> Iterator[list[int]]:
    """Return the cards that leave the deck in each deal, as places in the deck."""
    words = words_of(job, chunk)
    pack = list(range(job.rulesets[0].deck.n_cards))
    for _ in range(n_deals):
        yield shuffle(pack, job.n_out, words)


def number_of(hand: Sequence[int]) -> int:
    """Return the number of a hand: how many hands come before it, the highest card first."""
    return sum(comb(card, k) for k, card in enumerate(sorted(hand), start=1))


def draw_all(job: DrawJob, chunk: int, deal: int, row: list[int], r: int) -> list[Hand]:
    """Let all players draw in turn under a ruleset, from a stock that is a list."""
    n_cards, n = job.rulesets[0].deck.n_cards, job.n_players
    order = shuffle(
        list(range(n_cards)), n_cards, words_of(job, chunk, (1 << 62) + deal * (1 << 20))
    )
    stock, pile, found = row[5 * n :], list[int](), []
    for player in range(n):
        hand = sorted(row[player::n][:5])
        hold = int(job.draws.holds[job.draws.row[r, player], number_of(hand)])
        thrown = [card for j, card in enumerate(hand) if not hold >> j & 1]
        # "the player may throw only as many as can be dealt"; they keep the highest
        thrown = thrown[: len(stock) + len(pile)]
        kept = [card for card in hand if card not in thrown]
        if thrown and not stock:
            stock, pile = [card for card in order if card in pile], []
        for _ in thrown:
            kept.append(stock.pop(0))
            # "the moment the stock is empty, all cards thrown so far ... are shuffled into a new
            # one": those of this player are not on the pile yet
            if not stock:
                stock, pile = [card for card in order if card in pile], []
        pile += thrown
        found.append(tuple(sorted(kept)))
    return found


def play(job: GameJob, chunk: int, n_deals: int) -> Iterator[Played]:
    """Play deals of a chunk."""
    for deal, row in enumerate(deals(job, chunk, n_deals)):
        dealt = [tuple(row[place] for place in places) for places in job.places]
        every = range(len(job.rulesets))
        if isinstance(job, DrawJob):
            yield Played(dealt, [draw_all(job, chunk, deal, row, r) for r in every])
        else:
            yield Played(dealt, [dealt for _ in every])


def strengths(ranking: Ranking, hands: Iterable[Hand]) -> dict[Hand, int]:
    """Return the strengths of hands, places in the deck; a hole card comes first."""
    known = list(dict.fromkeys(hands))
    cards = ranking.deck.cards[np.array(known)]
    return dict(zip(known, ranking.strengths_of(ranking.classes_of(cards)).tolist(), strict=True))


def matches(ranking: Ranking, hands: Iterable[Hand]) -> dict[Hand, set[str]]:
    """Return the combinations that hands can be read as."""
    known = list(dict.fromkeys(hands))
    makes = ranking.matches_of(ranking.classes_of(ranking.deck.cards[np.array(known)]))
    names = [combination.id for combination in ranking.ranking]
    return {
        hand: {name for name, has in zip(names, column, strict=True) if has}
        for hand, column in zip(known, makes.T.tolist(), strict=True)
    }


def shares_of(worth: Sequence[int]) -> list[Fraction]:
    """Return what each player takes of the pot."""
    best = max(worth)
    return [Fraction(own == best, worth.count(best)) for own in worth]


def random_holds(job: DrawJob, seed: int, keeping: Sequence[int] = range(32)) -> DrawJob:
    """Return the job with other policies: each ruleset and seat holds at random, independently."""
    n_rulesets = len(job.rulesets)
    n_hands = comb(job.rulesets[0].deck.n_cards, 5)
    rng = np.random.default_rng(seed)
    rows = rng.choice(np.array(keeping, dtype=np.uint8), size=(n_rulesets + 1, n_hands))
    seats = rng.integers(n_rulesets + 1, size=(n_rulesets, job.n_players))
    job.__dict__["draws"] = DrawTables(rows, seats)
    return job


def value_of_hold(hand: Sequence[int], hold: int, n_cards: int, values: np.ndarray) -> Fraction:
    """Return the mean value of what a hold becomes over all draws; values are integers."""
    kept = [card for j, card in enumerate(sorted(hand)) if hold >> j & 1]
    live = [card for card in range(n_cards) if card not in hand]
    drawn = [int(values[number_of([*kept, *more])]) for more in combinations(live, 5 - len(kept))]
    return Fraction(sum(drawn), len(drawn))
