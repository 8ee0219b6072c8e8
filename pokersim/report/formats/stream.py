"""Files of hands, ranked line by line in constant memory at the speed of the kernels.

A row differs from another of the same strength in its hand alone, so that the rest of it is
rendered once a strength, by the same format that writes whole reports, and copied.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from pokersim.cards import read_hand
from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.errors import PokersimError, TextError
from pokersim.kernels.hand_text import (
    BLANK,
    OTHER,
    PADDING,
    PLAIN,
    byte_meanings,
    read_lines,
    write_rows,
)
from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.report.formats.render import RowFormat, stream
from pokersim.report.meta import meta
from pokersim.report.model import Column
from pokersim.report.views.rank import RANK_COLUMNS, human_columns, rank_row
from pokersim.rules.compile.compiler import Ranking, share_beaten
from pokersim.studies.frequency import count_strengths, tables_of
from pokersim.studies.rank import check_in_deck

BLOCK_BYTES = 1 << 20
LONGEST_LINE = 4096
"""Bytes of a line; no notation of five cards comes near."""

_NOTHING = b" \t\r\xef\xbb\xbf"
"""Bytes of a line without a hand: blanks, and the byte order mark before a first empty line."""


OnBadLine = Callable[[int, PokersimError], bool]
"""Told the number of a line, from 1, and what is wrong with it; true ends the stream there."""


@dataclass
class StreamCounts:
    """What a file held: hands ranked, lines that are none, and hands read without suits."""

    hands: int = 0
    bad_lines: int = 0
    assumed_suits: int = 0


class Tails:
    """The rows of every ruleset without their hand, rendered when a strength first turns up.

    Which cards play and what wild ones are read as differs from hand to hand; it is told for
    hands on the command line alone.
    """

    def __init__(
        self,
        rankings: Sequence[Ranking],
        n_cards: int,
        form: RowFormat,
        format: str,
    ) -> None:
        self.rankings = rankings
        self.beats = [share_beaten(count_strengths(r.ruleset, n_cards)) for r in rankings]
        self.stand_in = "H" * (3 * n_cards - 1)
        self.form = form
        columns: tuple[Column, ...] = RANK_COLUMNS
        if format not in ("json", "ndjson", "csv"):
            columns = human_columns([{"plays": None, "reads_as": None}])
        self.columns = (replace(columns[0], width=len(self.stand_in)), *columns[1:])
        sizes = [ranking.n_strengths + 1 for ranking in rankings]
        self.first = np.concatenate([[0], np.cumsum(sizes)])
        self.starts = np.zeros(self.first[-1], dtype=np.uint64)
        self.ends = np.zeros(self.first[-1], dtype=np.uint64)
        self.text = np.zeros(1 << 16, dtype=np.uint8)
        self.used = 0
        heads = [self._rows(r, [1])[0][0] for r in range(len(rankings))]
        self.heads = np.frombuffer(b"".join(heads) + bytes(PADDING), dtype=np.uint8)
        self.head_ends = np.cumsum([len(head) for head in heads], dtype=np.uint64)

    @property
    def longest(self) -> int:
        """Most bytes that the rows of one hand take."""
        tails = int((self.ends - self.starts).max(initial=0))
        return int(self.head_ends[-1]) + len(self.rankings) * (len(self.stand_in) + tails)

    def numbers(self, strengths: np.ndarray) -> np.ndarray:
        """Return ``int64[n, rulesets]``: the tail of each row, all of them rendered."""
        numbers = strengths + self.first[:-1]
        wanted = np.zeros(self.first[-1], dtype=bool)
        wanted[numbers] = True
        for r, first in enumerate(self.first[:-1]):
            own = slice(first, self.first[r + 1])
            new = np.flatnonzero(wanted[own] & (self.ends[own] == 0))
            for strength, (_, tail) in zip(new, self._rows(r, new), strict=True):
                self._add(int(first + strength), tail)
        return np.asarray(numbers)

    def _add(self, number: int, tail: bytes) -> None:
        while self.used + len(tail) + PADDING > len(self.text):
            self.text = np.concatenate([self.text, np.zeros_like(self.text)])
        start, self.used = self.used, self.used + len(tail)
        self.starts[number], self.ends[number] = start, self.used
        self.text[start : self.used] = np.frombuffer(tail, dtype=np.uint8)

    def _rows(self, r: int, strengths: Iterable[int]) -> list[tuple[bytes, bytes]]:
        """Render what stands before and behind the hand in rows of a ruleset."""
        ranking, separator = self.rankings[r], self.form.separator
        rows = [
            rank_row(ranking, int(s), self.stand_in, float(self.beats[r][s])) for s in strengths
        ]
        texts = (text.split(self.stand_in, 1) for text in self.form.rows(self.columns, rows))
        return [((separator + head).encode(), tail.encode()) for head, tail in texts]


def rank_stream(
    source: BinaryIO,
    sink: BinaryIO,
    rankings: Sequence[Ranking],
    n_cards: int,
    format: str,
    on_bad_line: OnBadLine,
) -> StreamCounts:
    """Rank the hands of a file, one a line, and write a row for each and every ruleset.

    Parameters
    ----------
    source, sink
        Where hands come from and rows go to; blank lines are passed over.  Of a file of blank
        lines alone nothing is written.
    rankings
        The compiled rulesets.
    n_cards
        Cards of a hand, 5 to 7.
    format
        How rows are written.
    on_bad_line
        Called for each line that is no hand; the hands before it have been ranked or will be.
    """
    form = stream(format)
    tails = Tails(rankings, n_cards, form, format)
    shape = shape_of(n_cards)
    tables = [tables_of(ranking.ruleset, n_cards) for ranking in rankings]
    counts = StreamCounts()
    rulesets = [ranking.ruleset for ranking in rankings]
    keeps_first = np.array([ruleset.deck.by_hand == "hole" for ruleset in rulesets])
    head = form.head(meta("rank", rulesets, method="exact"), tails.columns).encode()
    skip = len(form.separator.encode())
    for cards in _hands(source, rankings, n_cards, counts, on_bad_line):
        if not len(cards):
            continue
        # A column for each ruleset by itself: they may be played with different decks.
        columns = [np.zeros((len(cards), 1), dtype=np.uint16) for _ in rankings]
        for table, column in zip(tables, columns, strict=True):
            rank_hands(cards, shape, table, column)
        numbers = tails.numbers(np.concatenate(columns, axis=1))
        out = np.empty(len(cards) * tails.longest + PADDING, dtype=np.uint8)
        used = write_rows(
            cards,
            keeps_first,
            numbers,
            tails.heads,
            tails.head_ends,
            tails.text,
            tails.starts,
            tails.ends,
            out,
        )
        sink.write(head)
        sink.write(out[skip : int(used)].data)
        sink.flush()
        head, skip = b"", 0
        counts.hands += len(cards)
    if counts.hands or counts.bad_lines:
        sink.write(head + form.tail().encode())
    return counts


def _hands(
    source: BinaryIO,
    rankings: Sequence[Ranking],
    n_cards: int,
    counts: StreamCounts,
    on_bad_line: OnBadLine,
) -> Iterator[np.ndarray]:
    """Yield ``uint8[n, n_cards]`` hands, some thousands at a time, in the order of the file."""
    meanings = byte_meanings()
    in_deck = np.ones(256, dtype=bool)
    for ranking in rankings:
        in_deck &= np.isin(np.arange(256), ranking.ruleset.deck.cards)
    number = 0
    for block in _blocks(source):
        text = np.frombuffer(block, dtype=np.uint8)
        room = int((text == ord("\n")).sum())
        cards = np.zeros((room, n_cards), dtype=np.uint8)
        kinds = np.zeros(room, dtype=np.uint8)
        ends = np.zeros(room, dtype=np.int64)
        read_lines(text, meanings, cards, kinds, ends)
        kinds[np.diff(ends, prepend=-1) > LONGEST_LINE + 1] = OTHER
        if not in_deck[: FIRST_JOKER + MAX_JOKERS].all():
            kinds[(kinds == PLAIN) & ~in_deck[cards].all(axis=1)] = OTHER
        for i in np.flatnonzero(kinds == OTHER):
            line = block[ends[i - 1] + 1 if i else 0 : ends[i]]
            if len(line) <= LONGEST_LINE and not line.strip(_NOTHING):
                kinds[i] = BLANK
                continue
            try:
                cards[i] = _read_slowly(line, rankings, n_cards, counts)
                kinds[i] = PLAIN
            except PokersimError as error:
                counts.bad_lines += 1
                if on_bad_line(number + int(i) + 1, error):
                    yield cards[:i][kinds[:i] == PLAIN]
                    return
        number += room
        yield cards[kinds == PLAIN]


def _read_slowly(
    line: bytes, rankings: Sequence[Ranking], n_cards: int, counts: StreamCounts
) -> np.ndarray:
    """Read a line in any notation, or raise what is wrong with it."""
    text = line.decode("utf-8", "replace").strip("\r\n")
    if len(line) > LONGEST_LINE:
        raise TextError(
            f"a line of more than {LONGEST_LINE:,} bytes", text, 0, 1, "write one hand a line"
        )
    hand = read_hand(text, n_cards, jokers=max(r.deck.jokers for r in rankings))
    for ranking in rankings:
        check_in_deck(hand.cards, ranking.ruleset)
    counts.assumed_suits += hand.assumed_suits
    return hand.cards


def _blocks(source: BinaryIO) -> Iterator[bytes]:
    """Yield whole lines, as much as there is at a time; a line too long is cut short."""
    read = getattr(source, "read1", source.read)
    rest = b""
    while piece := read(BLOCK_BYTES):
        end = piece.rfind(b"\n")
        if end < 0:
            # What is beyond the longest line can't become a hand any more.
            rest = (rest + piece)[: LONGEST_LINE + 1] if len(rest) <= LONGEST_LINE else rest
            continue
        yield rest + piece[: end + 1]
        rest = piece[end + 1 :]
    if rest:
        yield rest + b"\n"
