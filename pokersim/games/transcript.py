"""A played hand as lines of text, told as a dealer would."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from pokersim.cards import card_text, hand_text
from pokersim.games.exposed_cards import FEWEST_TOLD, can_be_flush, can_be_straight, exposed_hand
from pokersim.games.hand_record import OPENERS, SHOW, STREETS, THE_DRAW, Moment, PlayedHand
from pokersim.games.transcript_texts import TEXTS
from pokersim.language import _
from pokersim.rules.wording import RANK_NAMES, RANK_PLURALS

_FORCED = ("ante", "blind", "straddle")
_DEALT = ("deal", "deal-up", "deal-common")
_PAID = ("ante", "blind", "straddle", "call", "bet", "raise")
_SETTLED = ("return", SHOW, OPENERS, "win", "leave")
_ALIKE = {2: "pair", 3: "three", 4: "four"}


class TranscriptPart(NamedTuple):
    """A part of a hand: a heading, and lines under it."""

    heading: str
    lines: tuple[str, ...]


def transcript(hand: PlayedHand, legal: Sequence[str] = ()) -> list[TranscriptPart]:
    """Return a hand as a dealer would tell it.

    Parameters
    ----------
    hand
        As it was recorded.
    legal
        What the seat whose turn it is may do, for a hand that is not over.
    """
    return list(_Writer(hand).passages(legal))


def _say(text: str, /, **fields: object) -> str:
    """Return a text of the table, filled in."""
    return _(TEXTS[text]).format(**fields)


class _Writer:
    """Knows the hand, and the cards that everybody sees."""

    def __init__(self, hand: PlayedHand) -> None:
        self.hand = hand
        self.up: dict[int, list[int]] = {seat: [] for seat in range(hand.n_seats)}
        self.common: list[int] = []

    def say(self, text: str, /, **fields: object) -> str:
        """Return a text of the table, filled in; seats by their number from 0."""
        seat = fields.get("seat")
        if isinstance(seat, int):
            fields["seat"] = self.seat(seat)
        return _say(text, **fields)

    def seat(self, seat: int) -> str:
        is_dealer = seat == self.hand.n_seats - 1
        return _say("dealer" if is_dealer else "seat", number=seat + 1)

    # The parts of a hand --------------------------------------------------------------------------

    def passages(self, legal: Sequence[str]) -> Iterator[TranscriptPart]:
        moments = self.hand.moments
        played = [m for m in moments if m.event not in (*_FORCED, *_SETTLED)]
        yield self._start([m for m in moments if m.event in _FORCED])
        for street, group in groupby(played, key=lambda m: m.street):
            yield from self._street(street, list(group))
        settled = [m for m in moments if m.event in _SETTLED]
        if self.hand.result is not None:
            yield self._end(settled)
        else:
            last = moments[-1]
            to_act = self.say("to-act", seat=last.to_act, legal=", ".join(legal))
            yield TranscriptPart(_say("turn"), (to_act, self._chips(last.stacks)))

    def _start(self, forced: Sequence[Moment]) -> TranscriptPart:
        hand = self.hand
        title = hand.betting.title()
        alike = len(set(hand.stacks)) == 1 and self._in_first_seats
        key = "chip-each" if hand.stacks[0] == 1 else "chips-each"
        each = self.say(key, players=hand.n_seats, chips=hand.stacks[0])
        lines = [each if alike else self._chips(hand.stacks)]
        if hand.carried:
            lines.append(self.say("carried", amount=hand.carried))
        antes = [m for m in forced if m.event == "ante"]
        amounts = {m.amount for m in antes}
        if len(antes) == hand.n_seats and len(amounts) == 1:
            forced = forced[len(antes) :]
            lines.append(self.say("ante-all", amount=amounts.pop()))
        lines += [self._paid(m.event, m) for m in forced]
        if antes or forced:
            lines.append(self.say("pot", amount=(list(forced) or antes)[-1].pot))
        return TranscriptPart(self.say("hand", number=hand.number, title=title), tuple(lines))

    def _street(self, street: str, moments: Sequence[Moment]) -> Iterator[TranscriptPart]:
        dealt = [m for m in moments if m.event in _DEALT]
        rest = moments[len(dealt) :]
        if street == THE_DRAW:
            yield TranscriptPart(_say(street), tuple(self._drawing(moments)))
            return
        lines = list(self._dealing(dealt))
        if street in STREETS["draw"]:
            if dealt:
                yield TranscriptPart(_say("deal"), tuple(lines))
            lines = []
        elif dealt:
            lines += self._announced(street, dealt[-1].to_act)
        lines += [self._bet(street, moment) for moment in rest]
        if any(m.event in _PAID for m in rest):
            lines.append(self.say("pot", amount=rest[-1].pot))
        if lines:
            yield TranscriptPart(_say(street), tuple(lines))

    def _end(self, settled: Sequence[Moment]) -> TranscriptPart:
        wins = [m for m in settled if m.event == "win"]
        shown = {m.seat: m for m in settled if m.event == SHOW}
        lines = []
        for moment in settled:
            if moment.event in ("return", "leave"):
                unopened = moment.event == "leave" and moment.street in STREETS["draw"]
                text = "leave-unopened" if unopened else moment.event
                lines.append(self.say(text, seat=moment.seat, amount=moment.amount))
            elif moment.event != "win":
                lines.append(self._show(moment))
        for number, group in groupby(wins, key=lambda m: m.side_pot):
            lines.append(self._won(number, list(group), wins[-1].side_pot > 0, shown))
        if not wins and self.hand.result != "left":
            lines.append(_say("win-nothing"))
        lines.append(self._chips(self.hand.moments[-1].stacks))
        return TranscriptPart(_say("showdown" if shown else "end"), tuple(lines))

    # Chips and bets -------------------------------------------------------------------------------

    def _chips(self, stacks: Sequence[int]) -> str:
        parts = [str(chips) for chips in stacks]
        if not self._in_first_seats:
            players = [player + 1 for player in self.hand.players]
            parts = [
                self.say("chips-of", player=player, chips=chips)
                for player, chips in zip(players, stacks, strict=True)
            ]
        return self.say("chips", chips=", ".join(parts))

    @property
    def _in_first_seats(self) -> bool:
        """Whether players sit by number, as before the deal has moved on."""
        return self.hand.players == tuple(range(self.hand.n_seats))

    def _paid(self, text: str, moment: Moment) -> str:
        line = self.say(text, seat=moment.seat, amount=moment.amount, price=moment.price)
        emptied = moment.amount > 0 and moment.stacks[moment.seat] == 0
        return self.say("all-in", line=line) if emptied else line

    def _bet(self, street: str, moment: Moment) -> str:
        opens = street == STREETS["draw"][0] and not self.hand.betting.blind
        if moment.event == "fold" and moment.cards:
            return self.say("fold-up", seat=moment.seat, cards=card_text(moment.cards))
        if moment.event == "fold":
            return self.say("fold", seat=moment.seat)
        if moment.event == "check":
            return self.say("pass" if opens else "check", seat=moment.seat)
        if moment.event == "raise" and moment.amount < moment.price:
            return self._paid("raise-more", moment)
        return self._paid("open" if opens and moment.event == "bet" else moment.event, moment)

    # Cards ----------------------------------------------------------------------------------------

    def _dealing(self, dealt: Sequence[Moment]) -> Iterator[str]:
        cards: dict[int, list[int]] = {}
        for moment in dealt:
            if moment.event == "deal-common":
                self.common += moment.cards
                yield self.say("common", cards=card_text(moment.cards))
            else:
                cards.setdefault(moment.seat, []).extend(moment.cards)
            if moment.event == "deal-up":
                self.up[moment.seat] += moment.cards
        for seat, own in cards.items():
            if self.hand.betting.game == "draw" or len(self.up[seat]) > 1:
                shown = self.up[seat] if self.hand.betting.game == "stud" else own
                yield self.say("cards", seat=seat, cards=card_text(shown))
            else:
                down, up = (card_text([card]) for card in own)
                yield self.say("down-and-up", seat=seat, down=down, up=up)

    def _drawing(self, moments: Sequence[Moment]) -> Iterator[str]:
        """Yield a line for each player, and one for each new stock made in their turn."""
        turns: list[list[Moment]] = []
        for moment in moments:
            if turns and moment.seat in (turns[-1][0].seat, -1):
                turns[-1].append(moment)
            else:
                turns.append([moment])
        for turn in turns:
            yield self._drawn(turn[0].seat, turn)
            for moment in turn:
                if moment.event == "shuffle":
                    yield self.say("shuffle", amount=moment.amount)

    def _drawn(self, seat: int, turn: Sequence[Moment]) -> str:
        thrown = [card for m in turn if m.event == "discard" for card in m.cards]
        drawn = [card for m in turn if m.event == "draw" for card in m.cards]
        if not thrown:
            return self.say("stand", seat=seat)
        text = "discard-aside" if seat == self.hand.opener else "discard"
        return self.say(text, seat=seat, thrown=card_text(thrown), drawn=card_text(drawn))

    def _show(self, moment: Moment) -> str:
        assert moment.combination is not None
        return self.say(
            "show-hole" if self.hand.betting.game == "stud" else moment.event,
            seat=moment.seat,
            hole=card_text(moment.cards[:1]),
            cards=hand_text(np.array(moment.cards, dtype=np.uint8)),
            combination=moment.combination.label(),
        )

    def _won(
        self, number: int, wins: Sequence[Moment], several: bool, shown: dict[int, Moment]
    ) -> str:
        total = sum(win.amount for win in wins)
        if not shown:
            return self.say("win-unshown", seat=wins[0].seat, amount=total)
        combination = shown[wins[0].seat].combination
        assert combination is not None
        kind = "" if not several else "-side" if number else "-main"
        shares = ", ".join(self.say("share", seat=win.seat, amount=win.amount) for win in wins)
        return self.say(
            ("win" if len(wins) == 1 else "split") + kind,
            seat=wins[0].seat,
            amount=total,
            number=number,
            shares=shares,
            combination=combination.label(),
        )

    # What a stud dealer announces -----------------------------------------------------------------

    def _announced(self, street: str, first: int) -> Iterator[str]:
        """Yield what the up cards may become, after the third and fourth, and who bets."""
        deck = self.hand.ranking.deck
        if street in STREETS["stud"][FEWEST_TOLD - 1 :]:
            inside = [s for s in self.up if s not in self._dropped_before(street)]
            told = [seat for seat in inside if len(self.up[seat]) >= FEWEST_TOLD]
            for text, can_be in (
                ("possible-straight", can_be_straight),
                ("possible-flush", can_be_flush),
            ):
                seats = [self.seat(seat) for seat in told if can_be(deck, self.up[seat])]
                if seats:
                    yield self.say("says", text=_say(text), seats=", ".join(seats))
        if first >= 0:
            yield self.say("says", text=self._who_bets(first), seats=self.seat(first))

    def _dropped_before(self, street: str) -> set[int]:
        streets = STREETS["stud"]
        earlier = streets[: streets.index(street)]
        return {m.seat for m in self.hand.moments if m.event == "fold" and m.street in earlier}

    def _who_bets(self, seat: int) -> str:
        """Return the announcement of the first bettor: "pair of sixes bets", "king bets"."""
        found = exposed_hand(self.hand.ranking, [*self.up[seat], *self.common])
        together = len(found.groups) == 2 or (found.groups and found.groups[0][0] > 2)
        if found.is_suited:
            what = found.combination.label().lower()
            together = False
        elif not found.groups:
            what = _(RANK_NAMES[found.highest])
        elif len(found.groups) == 2:
            high, low = (rank for _cards, rank in found.groups)
            what = _say("two-pair", ranks=_several(high), others=_several(low))
        else:
            n, rank = found.groups[0]
            what = _say(_ALIKE[n], ranks=_several(rank))
        return self.say("bet-together" if together else "bets", what=what)


def _several(rank: int) -> str:
    return _(RANK_PLURALS[rank])
