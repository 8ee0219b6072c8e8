"""Rankings -> tables: puts what multisets are worth where the kernels look it up."""

from collections.abc import Iterator, Sequence

import numpy as np

from pokersim.cards import rank_of
from pokersim.constants import HAND_SIZE, N_CARDS, N_RANKS, N_SUITS
from pokersim.packing import STATE_MASK, KeyLayout, card_words, layout, sizes, start_word, wild_word
from pokersim.rules.compile.classes import HandClasses, hand_classes
from pokersim.rules.compile.compiler import PLACE_SHIFT, Ranking, keys_of_combination
from pokersim.rules.compile.multisets import (
    BUG,
    WILD,
    counts_of,
    limited,
    multisets,
    numbers_of,
)
from pokersim.rules.compile.wild_values import (
    BEST,
    FOUR,
    NONE,
    SymbolRule,
    WildValues,
    best_of_more,
    fill_symbol,
)
from pokersim.rules.deck import ACE, BY_HAND, Deck
from pokersim.rules.pattern import shows
from pokersim.table_layout import BUG_FIFTH, N_FIFTHS, N_MASKS, WILD_FIFTH, RankTables, States


class Places:
    """Where the paths of hands of a size from a deck are.

    Parameters
    ----------
    deck, size
        The cards, and how many a hand has.
    four_matters
        Whether four cards of a suit make something.
    """

    def __init__(self, deck: Deck, size: int, four_matters: bool) -> None:
        self.deck = deck
        self.size = size
        self.layout: KeyLayout = layout(
            HAND_SIZE if size <= HAND_SIZE else 7, bool(deck.most_wild and deck.n_bugs)
        )
        self.states = States(min(size, deck.most_wild), min(size, deck.n_bugs))
        self.five_suited = self.layout.n_slots
        self.four_suited = self.five_suited + self.states.n * N_MASKS if four_matters else -1
        fours = self.states.n * N_MASKS * N_FIFTHS if four_matters else 0
        self.n = self.five_suited + self.states.n * N_MASKS + fours

    def dealt(self, size: int) -> np.ndarray:
        """Return ``int64[k]``: the numbers of the multisets of a size that can be dealt."""
        return limited(size, N_SUITS, *self.states)

    def suited(self, size: int) -> np.ndarray:
        """Return ``int64[k]``: those of them whose natural cards can all be of one suit."""
        return limited(size, 1, *self.states)

    def slots(self, size: int, rows: np.ndarray) -> np.ndarray:
        """Return ``int64[k]``: the paths of multisets by number."""
        return self.layout.slots(multisets(size)[rows])

    def five(self, size: int, rows: np.ndarray) -> np.ndarray:
        """Return ``int64[k]``: the paths of suited multisets by number."""
        return self.five_suited + self._suited_row(size, rows)

    def four(self, size: int, rows: np.ndarray, wild: int = 0, bugs: int = 0) -> np.ndarray:
        """Return ``int64[k]``: the paths of suited multisets and fifth card 0.

        ``wild`` and ``bugs`` are those that the hand has besides, as its fifth card.
        """
        return self.four_suited + self._suited_row(size, rows, wild, bugs) * N_FIFTHS

    def _suited_row(self, size: int, rows: np.ndarray, wild: int = 0, bugs: int = 0) -> np.ndarray:
        counts = counts_of(size)[rows].astype(np.int64)
        state = self.states.number(counts[:, WILD] + wild, counts[:, BUG] + bugs)
        masks = counts[:, :N_RANKS] @ (1 << np.arange(N_RANKS))
        return np.asarray(state * N_MASKS + masks)


def rank_tables(
    rankings: Sequence[Ranking], size: int = HAND_SIZE, kickers: bool = True
) -> RankTables:
    """Put rankings side by side into the arrays of the kernels.

    Parameters
    ----------
    rankings
        Compiled rulesets of one deck.
    size
        Cards of a hand, 1 to 7: what few cards show, or the best five of six or seven.
    kickers
        Whether few cards that show the same are told apart by the cards besides.
    """
    deck = rankings[0].deck
    four_matters = any(has_four(ranking) for ranking in rankings)
    places = Places(deck, size, four_matters)
    values = np.stack([column_of(ranking, places, kickers) for ranking in rankings], axis=1)
    best_four = np.zeros((STATE_MASK + 1, len(rankings)), dtype=np.uint16)
    in_order = False
    if four_matters and size >= HAND_SIZE:
        alone = _fours_alone(values, rankings, places)
        best_four = alone.max(axis=(1, 2))[places.states.rows()]
        in_order = all(fifths_are_in_order(ranking, places) for ranking in rankings)
        if in_order:
            _put_fifths_in_order(values, alone, places)
    longest = max(ranking.n_strengths for ranking in rankings) + 1
    category = np.zeros((longest, len(rankings)), dtype=np.uint8)
    for r, ranking in enumerate(rankings):
        category[: ranking.n_strengths + 1, r] = ranking.category
    words, bits = card_words(places.layout, deck.cards, deck.wild, bool(deck.bug))
    suit_cards = min(FOUR, size) if four_matters else min(HAND_SIZE, size + 1)
    return RankTables(
        card_word=words,
        card_bit=bits,
        wild_word=np.uint64(wild_word(places.layout)),
        by_hand=np.int64(BY_HAND.index(deck.by_hand)),
        natural=np.uint64(_natural_bits(deck, bits)),
        start=np.uint64(start_word(places.layout, size, suit_cards)),
        mixer=np.uint64(places.layout.mixer),
        mask=np.uint64(places.layout.mask),
        row_bits=np.uint64(places.layout.row_bits),
        row_start=places.layout.row_start,
        state_row=places.states.rows(),
        five_suited=np.int64(places.five_suited),
        four_suited=np.int64(places.four_suited),
        fifths_in_order=np.int64(in_order),
        best_four=best_four,
        values=np.ascontiguousarray(values),
        category=category,
    )


def _fours_alone(values: np.ndarray, rankings: Sequence[Ranking], places: Places) -> np.ndarray:
    """Return ``uint16[states, masks, fifths, rulesets]``: what four of a suit make.

    The paths of four of a suit say the best that they are with a fifth card in any way.  What is
    no matter of the suit, the path of the ranks says too, and is 0 here.
    """
    fours = values[places.four_suited :].copy()
    for r, ranking in enumerate(rankings):
        said = np.append(False, _of_four(ranking)[ranking.category[1:]])
        fours[~said[fours[:, r]], r] = 0
    return fours.reshape(places.states.n, N_MASKS, N_FIFTHS, len(rankings))


def _of_four(ranking: Ranking) -> np.ndarray:
    """Return ``bool[combinations]``: which of them four cards of a suit make."""
    return np.array([combination.pattern.suited == FOUR for combination in ranking.ranking])


def fifths_are_in_order(ranking: Ranking, places: Places) -> bool:
    """Whether what four of a suit make with a fifth card is never more than with a higher one.

    Sort keys are compared, not strengths: a hand that is always something better by its ranks has
    none.  Of more cards of a suit it is so if it is of any four of them.
    """
    keys = ranking.readings.four[places.suited(FOUR)][:, list(places.deck.ranks)]
    place = len(ranking.ranking) - 1 - (keys >> PLACE_SHIFT)
    made = np.where(np.append(_of_four(ranking), False)[place], keys, NONE)
    return bool((np.maximum.accumulate(made, axis=1) <= keys).all())


def _put_fifths_in_order(values: np.ndarray, alone: np.ndarray, places: Places) -> None:
    """Make the path of the highest fifth card say all that its suit makes.

    Parameters
    ----------
    values
        ``uint16[paths, rulesets]``, changed.
    alone
        From :func:`_fours_alone`.
    """
    fours = values[places.four_suited :].reshape(alone.shape)
    fives = values[places.five_suited : places.four_suited]
    best = np.maximum.accumulate(alone[:, :, :N_RANKS], axis=2)
    fours[:, :, :N_RANKS], fours[:, :, BUG_FIFTH] = best, 0
    fours[:, :, WILD_FIFTH] = alone[:, :, WILD_FIFTH:].max(axis=2)
    np.maximum(fours, fours[:, :, WILD_FIFTH, None], out=fours)
    np.maximum(fours, fives.reshape(fours[:, :, :1].shape), out=fours)


def has_four(ranking: Ranking) -> bool:
    """Whether four cards of a suit make something."""
    return bool(_of_four(ranking).any())


def _natural_bits(deck: Deck, bits: np.ndarray) -> int:
    cards = np.arange(N_CARDS)
    plain = np.isin(rank_of(cards), deck.ranks) & ~np.isin(cards, deck.wild)
    return int(np.bitwise_or.reduce(bits[:N_CARDS][plain]))


def column_of(ranking: Ranking, places: Places, kickers: bool = True) -> np.ndarray:
    """Return ``uint16[paths]``: the strengths of a ranking by path."""
    if places.size < HAND_SIZE:
        return _showing_column(ranking, places, kickers)
    keys = spread(ranking.readings, places)
    return ranking.strength_of_keys(keys).astype(np.uint16)


def spread(readings: WildValues, places: Places) -> np.ndarray:
    """Return ``int64[paths]``: values of five cards, or of the best five of more, by path."""
    rule = readings.rule
    found = np.full(places.n, rule.empty, dtype=np.int64)
    for size, values in _growing(rule, readings.ranks, HAND_SIZE, places.dealt, places.size):
        if size in sizes(places.layout.largest):
            rows = places.dealt(size)
            found[places.slots(size, rows)] = values[rows]
    for size, values in _growing(rule, readings.suited, HAND_SIZE, places.suited, places.size):
        rows = places.suited(size)
        found[places.five(size, rows)] = values[rows]
    if places.four_suited >= 0:
        fours = _growing(rule, readings.four, FOUR, places.suited, places.size - 1)
        for size, values in fours:
            _spread_four(found, values, size, places)
    return found


def _spread_four(found: np.ndarray, values: np.ndarray, size: int, places: Places) -> None:
    rows = places.suited(size)
    at = places.four(size, rows)
    for rank in range(N_RANKS):
        found[at + rank] = values[rows, rank]
    counts = counts_of(size)[rows]
    for symbol, fifth, wild, bugs in ((WILD, WILD_FIFTH, 1, 0), (BUG, BUG_FIFTH, 0, 1)):
        # The wild card that is the fifth is one of those that the hand has.
        most = (places.states.n_wild, places.states.n_bugs)[symbol - WILD]
        inside = rows[counts[:, symbol] < most]
        found[places.four(size, inside, wild, bugs) + fifth] = values[inside, symbol]


def _growing(
    rule: SymbolRule, values: np.ndarray, size: int, rows: object, largest: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield values for hands of each size up to the largest, each the best of one card less."""
    yield size, values
    while size < largest:
        size += 1
        values = best_of_more(rule, values, size, rows(size))  # type: ignore[operator]
        yield size, values


# Showing hands ----------------------------------------------------------------------------------


def showing_keys(ranking: Ranking, classes: HandClasses, kickers: bool = True) -> np.ndarray:
    """Return ``int64[n]``: keys that compare what one to four natural cards show."""
    keys = np.full(len(classes.counts), NONE, dtype=np.int64)
    for place, combination in enumerate(ranking.ranking):
        rows = shows(combination.pattern, classes) & (keys == NONE)
        line = ranking.deck.line
        shown = classes.take(rows)
        if not kickers and combination.pattern.suited is None:
            shown = _without_kickers(shown)
        keys[rows] = keys_of_combination(ranking.ranking, place, shown, line)
    return keys


def _without_kickers(classes: HandClasses) -> HandClasses:
    """Keep the cards that pair, or where none do the highest alone."""
    counts = np.where(classes.counts > 1, classes.counts, 0)
    highest = N_RANKS - 1 - np.argmax(classes.counts[:, ::-1] > 0, axis=1)
    alone = np.flatnonzero(counts.sum(axis=1) == 0)
    counts[alone, highest[alone]] = 1
    return classes._replace(counts=counts)


def _showing_column(ranking: Ranking, places: Places, kickers: bool) -> np.ndarray:
    """Return ``uint16[paths]``: strengths of one to four cards in sight, from 1 for each size."""
    deck, size = places.deck, places.size
    classes = hand_classes(size, deck.ranks)
    keys = showing_keys(ranking, classes, kickers)
    number = numbers_of(classes.counts, classes.n_wild, classes.n_bugs)
    plain = np.full(len(multisets(size)), NONE, dtype=np.int64)
    suited = plain.copy()
    plain[number[classes.n_suited == 0]] = keys[classes.n_suited == 0]
    if size == FOUR:
        suited[number[classes.n_suited == FOUR]] = keys[classes.n_suited == FOUR]
    for values in (plain, suited):
        fill_symbol(BEST, values, size, WILD, deck.ranks, deck.most_wild)
        fill_symbol(BEST, values, size, BUG, [ACE], deck.n_bugs)
    found = np.full(places.n, NONE, dtype=np.int64)
    rows = places.dealt(size)
    found[places.slots(size, rows)] = plain[rows]
    rows = places.suited(size)
    found[places.five(size, rows)] = suited[rows]
    distinct = np.unique(found)
    distinct = distinct[distinct != NONE]
    return np.where(found == NONE, 0, np.searchsorted(distinct, found) + 1).astype(np.uint16)
