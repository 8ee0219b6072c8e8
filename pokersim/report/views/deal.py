"""Hands played one at a time as a report: a transcript for people, events for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pokersim.cards import card_text, hand_text
from pokersim.games.hand_record import Moment, PlayedHand
from pokersim.games.transcript import transcript
from pokersim.language import N_, _
from pokersim.report.meta import meta
from pokersim.report.model import Column, Prose, Report, Table
from pokersim.report.views.betting import settings_of

_EVENTS = (
    Column("hand", N_("Hand"), "integer"),
    Column("street", N_("Street")),
    Column("event", N_("Event")),
    Column("seat", N_("Seat"), "integer"),
    Column("player", N_("Player"), "integer"),
    Column("amount", N_("Amount"), "integer"),
    Column("cards", N_("Cards")),
    Column("combination", N_("Combination")),
    Column("side_pot", N_("Side pot"), "integer"),
    Column("pot", N_("Pot"), "integer"),
    Column("price", N_("Price"), "integer"),
    Column("to_act", N_("To act"), "integer"),
    Column("legal", N_("Legal"), "words"),
    Column("stacks", N_("Stacks"), "breakdown"),
)
_WITHOUT_CHIPS = ("fold", "check", "deal", "deal-up", "deal-common", "discard", "draw", "stand")


@dataclass(frozen=True)
class DealtHands:
    """What was played.

    Attributes
    ----------
    hands
        In order; the last may not be over.
    legal
        What the seat whose turn it is in the last one may do, as a script says it.
    seed
        What decided the cards.
    policies
        Who played where no script did; empty for nobody.
    interrupted
        Whether it was stopped before its end.
    """

    hands: Sequence[PlayedHand]
    legal: Sequence[str]
    seed: int
    policies: Sequence[str]
    interrupted: bool = False


def deal_report(result: DealtHands, notes: Sequence[str]) -> Report:
    """Lay out hands that were played."""
    rows = [_row(hand, moment) for hand in result.hands for moment in hand.moments]
    prose = [
        Prose(passage.heading, passage.lines)
        for hand in result.hands
        for passage in transcript(hand, result.legal)
    ]
    table = Table("deal", _("Events"), _EVENTS, rows)
    return Report(_meta(result), (table,), notes=tuple(notes), prose=tuple(prose))


def _meta(result: DealtHands) -> dict[str, object]:
    betting, ranking = result.hands[0].betting, result.hands[0].ranking
    return meta(
        "deal",
        [ranking.ruleset],
        game=betting.game,
        seed=result.seed,
        betting={"name": betting.name, **settings_of(betting)},
        players=result.hands[0].n_seats,
        policies=list(result.policies),
        hands=[_hand(hand) for hand in result.hands],
        interrupted=result.interrupted,
    )


def _hand(hand: PlayedHand) -> Mapping[str, object]:
    last = hand.moments[-1]
    return {
        "hand": hand.number,
        "players": [player + 1 for player in hand.players],
        "carried": hand.carried,
        "stacks_before": list(hand.stacks),
        "stacks_after": list(last.stacks),
        "result": hand.result,
    }


def _row(hand: PlayedHand, moment: Moment) -> dict[str, object]:
    has_amount = moment.event not in _WITHOUT_CHIPS and moment.seat >= 0
    has_amount |= moment.event in ("shuffle", "leave")
    has_amount &= moment.combination is None
    in_order = hand_text if moment.combination else card_text
    cards = in_order(np.array(moment.cards, dtype=np.uint8))
    return {
        "hand": hand.number,
        "street": moment.street,
        "event": moment.event,
        "seat": _from_one(moment.seat),
        "player": hand.players[moment.seat] + 1 if moment.seat >= 0 else None,
        "amount": moment.amount if has_amount else None,
        "cards": cards or None,
        "combination": moment.combination.id if moment.combination else None,
        "side_pot": moment.side_pot if moment.event == "win" else None,
        "pot": moment.pot,
        "price": moment.price,
        "to_act": _from_one(moment.to_act),
        "legal": moment.legal,
        "stacks": moment.stacks,
    }


def _from_one(seat: int) -> int | None:
    return seat + 1 if seat >= 0 else None
