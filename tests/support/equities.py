"""What the tests of equities share: every deal of a spot, one by one, and who wins it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pokersim.cards import parse_cards
from pokersim.kernels.equity.records import EquityCounts
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.hand_range import strengths_in_range
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.equity.equities import EquityJob
from pokersim.studies.equity.equity_state import BOARD
from pokersim.studies.equity.hand_spec import read_hand_spec
from support.oracle import RULESETS, Hand, Key, evaluate

Judge = Callable[[int, Sequence[Hand]], dict[Hand, tuple[Key, int]]]
"""Returns, for a ruleset by number, what hands are worth and the place they count at."""

LOST, SPLIT, WON = 0, 1, 2
STANDARD = (load_ruleset("standard"),)


def ids(text: str) -> Hand:
    """Read cards."""
    return tuple(int(card) for card in parse_cards(text)) if text else ()


def job_of(
    hands: str | Sequence[str],
    board: str | None = None,
    pool: str | None = None,
    rulesets: Sequence[Ruleset] = STANDARD,
    n_cards: int = 5,
    seed: int | None = None,
    dead: str = "",
) -> EquityJob:
    """Make a job of hands with blanks between; from a pool, all other cards are dead."""
    texts = hands.split() if isinstance(hands, str) else hands
    ranking = compile_ruleset(rulesets[0])
    holdings = tuple(read_hand_spec(text, ranking) for text in texts)
    common = None if board is None else ids(board)
    gone = ids(dead)
    if pool is not None:
        known = {*ids(pool), *(common or ())}
        for holding in holdings:
            known |= {*holding.cards, *holding.discards}
        gone = tuple(c for c in map(int, rulesets[0].deck.cards) if c not in known)
    return EquityJob(tuple(rulesets), holdings, common, gone, n_cards, seed)


def count(job: EquityJob, n_deals: int | None = None, n_threads: int = 1) -> EquityCounts:
    """Run a job to its end."""
    run = Run(job, n_deals or job.n_chunks)
    list(run.steps(n_threads))
    return job.shared(run.counts)


def every_deal(job: EquityJob) -> Iterator[list[Hand]]:
    """Give the whole hands of all players, ascending, for every way the cards can come."""
    known = {*job.dead, *(job.board or ())}
    for holding in job.holdings:
        known |= {*holding.cards, *holding.discards}
    live = [card for card in map(int, job.rulesets[0].deck.cards) if card not in known]
    own = 2 if job.board is not None else job.n_cards
    sizes = [own - len(holding.cards) for holding in job.holdings]
    return _deal(job, sizes, live, [])


def _deal(
    job: EquityJob, sizes: Sequence[int], left: Sequence[int], hands: list[Hand]
) -> Iterator[list[Hand]]:
    if len(hands) < len(sizes):
        for more in combinations(left, sizes[len(hands)]):
            rest = [card for card in left if card not in more]
            held = (*job.holdings[len(hands)].cards, *more)
            yield from _deal(job, sizes, rest, [*hands, held])
    elif job.board is None:
        yield [tuple(sorted(hand)) for hand in hands]
    else:
        for more in combinations(left, BOARD - len(job.board)):
            yield [tuple(sorted((*hand, *job.board, *more))) for hand in hands]


class Naive(NamedTuple):
    """What every deal adds up to, and the joint hands that it was made of."""

    winners: list[Counter[int]]
    """For each ruleset, deals by the winners as bits."""
    shown: list[Counter[tuple[int, int, int]]]
    """For each ruleset, by player, place and how the deal ended for them."""


def count_naively(job: EquityJob, judge: Judge) -> Naive:
    """Deal every way, rank every hand, and count the deals whose hands are of their kinds.

    With hand ranges, the judge must return strengths.
    """
    deals = list(every_deal(job))
    hands = sorted({hand for deal in deals for hand in deal})
    verdicts = [judge(r, hands) for r in range(len(job.rulesets))]
    found = Naive([Counter() for _ in job.rulesets], [Counter() for _ in job.rulesets])
    kinds = [
        (player, strengths_in_range(holding.kind, job.rankings[0]))
        for player, holding in enumerate(job.holdings)
        if holding.kind
    ]
    for deal in deals:
        if not all(kind[verdicts[0][deal[player]][0][0]] for player, kind in kinds):
            continue
        for r, verdict in enumerate(verdicts):
            keys = [verdict[hand][0] for hand in deal]
            best = [player for player, key in enumerate(keys) if key == max(keys)]
            found.winners[r][sum(1 << player for player in best)] += 1
            for player, hand in enumerate(deal):
                end = LOST if player not in best else WON if len(best) == 1 else SPLIT
                found.shown[r][player, verdict[hand][1], end] += 1
    return found


def as_naive(counts: EquityCounts) -> Naive:
    """Bring counts into the shape of the naive ones."""
    found = Naive([Counter() for _ in counts.winners], [Counter() for _ in counts.winners])
    for r, mask in np.argwhere(counts.winners):
        found.winners[r][int(mask)] = int(counts.winners[r, mask])
    for r, player, place, end in np.argwhere(counts.shown):
        n = int(counts.shown[r, player, place, end])
        found.shown[r][int(player), int(place), int(end)] = n
    return found


@cache
def _oracle(hand: Hand, name: str) -> Key:
    if len(hand) > 5:
        return max(_oracle(five, name) for five in combinations(hand, 5))
    return evaluate(hand, RULESETS[name])


def oracle(names: Sequence[str]) -> Judge:
    """Judge by the printed rules, see :mod:`support.oracle`."""

    def judge(r: int, hands: Sequence[Hand]) -> dict[Hand, tuple[Key, int]]:
        keys = {hand: _oracle(hand, names[r]) for hand in hands}
        return {hand: (key, len(RULESETS[names[r]]) - 1 - key[0]) for hand, key in keys.items()}

    return judge


def by_ranking(rankings: Sequence[Ranking]) -> Judge:
    """Judge every five of a hand by a compiled ruleset: any deck, and wild cards."""

    def judge(r: int, hands: Sequence[Hand]) -> dict[Hand, tuple[Key, int]]:
        ranking = rankings[r]
        cards = np.array(hands, dtype=np.uint8)
        fives = np.array(list(combinations(range(cards.shape[1]), 5)))
        wild = ranking.deck.wild_cards(cards)[:, fives].reshape(-1, 5)
        classes = ranking.classes_of(cards[:, fives].reshape(-1, 5), wild)
        best = ranking.strengths_of(classes).reshape(len(hands), -1).max(axis=1)
        worth = [((int(s),), int(ranking.category[s])) for s in best]
        return dict(zip(hands, worth, strict=True))

    return judge
