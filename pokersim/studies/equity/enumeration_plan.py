"""In what order the cards of a situation come, and what may come to whom."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod

import numpy as np

from pokersim.cards import rank_of, suit_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_RANKS, N_SUITS
from pokersim.errors import InputError
from pokersim.kernels.equity.records import N_LOWEST, CardSets, EnumerationPlan
from pokersim.language import _, number
from pokersim.rules.compile.rank_tables import has_four
from pokersim.rules.compile.wild_values import FOUR
from pokersim.rules.hand_range import strengths_in_range
from pokersim.studies.equity.equity_state import EquityState

LONGEST_LIST = 4_000_000
"""Five cards of any deck come in fewer ways; more would fill the memory."""

SHORT_LIST = 5_000
"""The last player's sets are listed if they are at most so many: more are counted faster."""


@dataclass(frozen=True)
class DealStage:
    """Cards that come to a player or, behind the players, to the board.

    Attributes
    ----------
    owner, size, kind
        Who, how many, and the kind that they must be of, or empty.
    alike
        Whether what comes to the owner of the stage before could come to this one's.
    ways
        In how many ways they can come, other stages aside.
    """

    owner: int
    size: int
    kind: str = ""
    alike: bool = False
    ways: int = 0


def exact_stages(job: EquityState) -> list[DealStage]:
    """Return the stages in the order in which every deal is dealt.

    The board comes first, so that a player's hand is whole when his cards come; the player with
    the most ways comes last, since his hands are counted without looking at the others again;
    players alike come one behind the other.
    """
    players = sorted(_players(job), key=lambda stage: (stage.ways, stage.kind))
    groups = {player: number for number, group in enumerate(job.alike) for player in group}
    found: list[DealStage] = []
    for stage in players:
        group = groups.get(stage.owner)
        alike = bool(found) and group is not None and groups.get(found[-1].owner) == group
        found.append(DealStage(stage.owner, stage.size, stage.kind, alike, stage.ways))
    return _board(job) + found


def _players(job: EquityState) -> list[DealStage]:
    n_live = len(job.live_cards)
    found = []
    for player, (holding, size) in enumerate(zip(job.holdings, job.to_come, strict=True)):
        if size:
            ways = len(_rows(job, size, holding.kind).cards) if holding.kind else comb(n_live, size)
            found.append(DealStage(player, size, holding.kind, ways=ways))
    return found


def _board(job: EquityState) -> list[DealStage]:
    size = job.board_to_come
    ways = comb(len(job.live_cards), size)
    return [DealStage(len(job.holdings), size, ways=ways)] if size else []


def exact_plan(job: EquityState) -> EnumerationPlan:
    """Return what every deal is dealt from."""
    stages = exact_stages(job)
    listed: list[CardSets | None] = []
    for place, stage in enumerate(stages):
        if _is_counted(job, stages, place):
            listed.append(None)
        elif stage.ways > LONGEST_LIST:
            text = _(
                "two players can get {n} cards each in {ways} ways: too many to count; sample "
                "deals (--deals 10M)"
            )
            raise InputError(text.format(n=stage.size, ways=number(stage.ways)))
        else:
            apart = place == 0 and not _only_player(job, stages)
            listed.append(_rows(job, stage.size, stage.kind, apart))
    return _spot(job, stages, listed)


def _only_player(job: EquityState, stages: list[DealStage]) -> bool:
    return len(stages) == 1 and stages[0].owner < len(job.holdings)


def _is_counted(job: EquityState, stages: list[DealStage], place: int) -> bool:
    """Whether what comes to the last player is counted by its ranks and suits, not listed."""
    stage = stages[place]
    closing = place == len(stages) - 1 and stage.owner < len(job.holdings)
    return closing and not stage.kind and (place == 0 or stage.ways > SHORT_LIST)


def sampled_plan(job: EquityState) -> EnumerationPlan:
    """Return what deals are drawn from.

    A player of a kind gets one of the hands of his kind, or any hand that is then looked at;
    either way all is drawn again if it does not fit.  Hands of narrow kinds are the ones to draw
    from a list, those of wide kinds the ones to look at: many hands from lists need the same
    cards.  As many come from lists as make most draws fit.
    """
    players = sorted(_players(job), key=lambda stage: (not stage.kind, stage.ways))
    n_live = len(job.live_cards)
    kinds = [stage for stage in players if stage.kind]
    shares = [stage.ways / comb(n_live, stage.size) for stage in kinds]
    apart = [comb(n_live - 5 * n, 5) / comb(n_live, 5) for n in range(len(kinds))]
    fitting = [prod(apart[:n]) * prod(shares[n:]) for n in range(len(kinds) + 1)]
    n_listed = fitting.index(max(fitting))
    stages = [*players, *_board(job)]
    listed = [
        _rows(job, stage.size, stage.kind) if place < n_listed else None
        for place, stage in enumerate(stages)
    ]
    return _spot(job, stages, listed)


def _spot(
    job: EquityState, stages: list[DealStage], listed: list[CardSets | None]
) -> EnumerationPlan:
    words, bits = job.tables.card_word, job.tables.card_bit
    known = [np.array([*h.cards, *(job.board or ())], dtype=np.int64) for h in job.holdings]
    kinds = [stage.kind if rows is None else "" for stage, rows in zip(stages, listed, strict=True)]
    named = [kind for kind in dict.fromkeys(kinds) if kind]
    allowed = [np.ones(job.rankings[0].n_strengths + 1, dtype=bool)]
    allowed += [strengths_in_range(kind, job.rankings[0]) for kind in named]
    row_from, n_rows = np.zeros((len(stages), N_LOWEST + 1), dtype=np.int64), 0
    for place, rows in enumerate(listed):
        if rows is not None:
            row_from[place] = n_rows + np.searchsorted(rows.low, np.arange(N_LOWEST + 1))
            n_rows += len(rows.cards)
    return EnumerationPlan(
        cards=np.array(job.live_cards, dtype=np.uint8),
        hand=np.array([job.tables.start + words[own].sum(dtype=np.uint64) for own in known]),
        bits=np.array([np.bitwise_or.reduce(bits[own], initial=np.uint64(0)) for own in known]),
        owner=np.array([stage.owner for stage in stages], dtype=np.int64),
        size=np.array([stage.size for stage in stages], dtype=np.int64),
        alike=np.array([stage.alike for stage in stages], dtype=bool),
        kind=np.array([named.index(kind) + 1 if kind else 0 for kind in kinds], dtype=np.int64),
        allowed=np.array(allowed),
        row_from=row_from,
        rows=_joined([rows for rows in listed if rows is not None]),
    )


def _joined(lists: list[CardSets]) -> CardSets:
    """Join lists; one alone may be long, and is not copied."""
    if len(lists) == 1:
        return lists[0]
    columns = zip(*lists, _empty_rows(0), strict=True)
    return CardSets(*(np.concatenate(column) for column in columns))


def _empty_rows(n: int) -> CardSets:
    types = (np.uint64, np.uint64, np.uint64, np.uint8, np.uint8)
    return CardSets(*(np.empty(n, dtype=dtype) for dtype in types))


@lru_cache(maxsize=4)
def _rows(job: EquityState, size: int, kind: str, apart: bool = False) -> CardSets:
    """List the sets of live cards of a size, and of a kind; if ``apart``, up to renamed suits.

    Raises
    ------
    InputError
        No hand is of the kind.
    """
    from pokersim.kernels.choices import list_choices
    from pokersim.kernels.equity.exact import rank_rows

    live = np.array(job.live_cards, dtype=np.uint8)
    place = {int(card): i for i, card in enumerate(live)}
    moves = [[place[moved[card]] for card in job.live_cards] for moved in job.renamings if apart]
    table = np.array(moves, dtype=np.int64).reshape(len(moves), len(live))
    n = n_apart(job, size) if apart else comb(len(live), size)
    rows = _empty_rows(n)
    list_choices(size, job.tables.card_word[live], job.tables.card_bit[live], table, rows)
    rows = rows._replace(low=rank_of(live)[rows.low])
    if not kind:
        return rows
    strengths = np.zeros((n, len(job.rulesets)), dtype=np.uint16)
    rank_rows(job.tables.start, np.uint64(0), rows.word, rows.bits, job.tables, strengths)
    fits = strengths_in_range(kind, job.rankings[0])[strengths[:, 0]]
    if not fits.any():
        text = _("no hand of the cards left is in the range '{range}'")
        raise InputError(text.format(range=kind))
    return CardSets(*(column[fits] for column in rows))


def count_evaluations(job: EquityState) -> int:
    """Return about how many hands are ranked or compared to deal every possible way.

    Of players alike, the lists of whom hold the same cards, the share of deals in order is taken
    as if these were independent; of the last player's cards, what came to others is left in.  If
    his are counted and he is one of them, up to three times as many hands are looked at: those
    from a lowest rank upwards are all from it less those above it.
    """
    stages = exact_stages(job)
    n_waiting = len(job.holdings) - sum(stage.owner < len(job.holdings) for stage in stages)
    ranked = 0.0 if stages and stages[0].owner == len(job.holdings) else float(n_waiting)
    prefix, left, n_alike = 1.0, len(job.live_cards), 1
    for place, stage in enumerate(stages):
        ways = float(stage.ways if stage.kind else comb(left, stage.size))
        if _is_counted(job, stages, place):
            ways = min(ways, n_looked_at(job, stage))
        elif place == 0 and not _only_player(job, stages):
            ways = n_apart(job, stage.size) * (stage.ways / comb(left, stage.size))
        n_alike = n_alike + 1 if stage.alike else 1
        if stage.alike:
            ways *= _share_in_order(job, stage, n_alike) / _share_in_order(job, stage, n_alike - 1)
        prefix *= ways
        ranked += prefix * (n_waiting if stage.owner == len(job.holdings) else 1)
        left -= stage.size
    return round(ranked)


def n_looked_at(job: EquityState, stage: DealStage) -> int:
    """Return how many hands are looked at to count all that a player may get.

    These are the multisets of ranks, and each hand of which a suit matters.
    """
    deck, n_live = job.rulesets[0].deck, len(job.live_cards)
    if deck.by_hand:
        return comb(n_live, stage.size)

    def symbols(cards: tuple[int, ...], n_symbols: int, of: Callable[[int], int]) -> list[int]:
        """Count the cards of each rank or suit, and wild ones behind them."""
        plain = [card for card in cards if card < FIRST_JOKER and card not in deck.wild]
        found = [of(card) for card in plain]
        return [*(found.count(symbol) for symbol in range(n_symbols)), len(cards) - len(plain)]

    ways = [1] + [0] * stage.size
    for n in symbols(job.live_cards, N_RANKS, rank_of):
        ways = [sum(ways[max(0, k - n) : k + 1]) for k in range(stage.size + 1)]
    known = (*job.holdings[stage.owner].cards, *(job.board or ()))
    *held, held_wild = symbols(known, N_SUITS, suit_of)
    *live, live_wild = symbols(job.live_cards, N_SUITS, suit_of)
    matter = FOUR if any(has_four(ranking) for ranking in job.rankings) else HAND_SIZE
    suited = sum(
        comb(n + live_wild, k) * comb(n_live - n - live_wild, stage.size - k)
        for n, own in zip(live, held, strict=True)
        for k in range(max(0, matter - own - held_wild), stage.size + 1)
    )
    return ways[stage.size] + suited


def n_apart(job: EquityState, size: int) -> int:
    """Return how many sets of live cards of a size there are up to renamed suits (Burnside)."""
    fixed = comb(len(job.live_cards), size)
    for moved in job.renamings:
        seen: set[int] = set()
        ways = [1] + [0] * size
        for card in job.live_cards:
            length = 0
            while card not in seen:
                seen.add(card)
                card, length = moved[card], length + 1
            if length:  # a circle of cards is chosen whole or not at all
                ways = [n + (ways[k - length] if k >= length else 0) for k, n in enumerate(ways)]
        fixed += ways[size]
    return fixed // (len(job.renamings) + 1)


def _share_in_order(job: EquityState, stage: DealStage, n: int) -> float:
    """Return the share of deals to ``n`` players alike that come in order of the lowest ranks."""
    if stage.kind:
        low = _rows(job, stage.size, stage.kind).low
        shares = np.bincount(low, minlength=N_LOWEST) / len(low)
    else:
        ranks = rank_of(np.array(job.live_cards))
        above = [comb(int((ranks >= rank).sum()), stage.size) for rank in range(N_LOWEST + 1)]
        shares = -np.diff(above) / above[0]
    in_order = [1.0] + [0.0] * n
    for share in shares:
        for k in range(1, n + 1):
            in_order[k] += share * in_order[k - 1]
    return in_order[n]
