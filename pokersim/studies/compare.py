"""What do house rules change?  Rulesets against a base, on the same deals.

Groups are finer than those of a simulation: orthodox hands by their category and the rank that
decides first, ``one-pair:K``, and all hands of each special combination; or kinds that are named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from pokersim.cards import hand_text
from pokersim.constants import HAND_SIZE, LANGUAGES, N_HOLDS
from pokersim.errors import InputError
from pokersim.kernels.showdown.records import GroupTables
from pokersim.language import N_, _, translated
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.hand_range import strengths_in_range
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.studies.draw.draw_policies import hands_in_order
from pokersim.studies.draw.holds import Deal, best_policy, share_of_pot
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import C, ShowdownJob, TableJob
from pokersim.studies.simulate.summary import GroupRow
from pokersim.table_layout import RankTables

GAMES = ("showdown", "draw", "stud")

SAME_WORTH = 1e-9
"""Holds that differ by less of the pot are worth the same."""

MOST_SHOWN = 10
"""Groups that gain most, and as many that lose most."""

MAX_KINDS = 100
OTHERS = N_("all others")


class ByRank(TableJob[C]):
    """A job whose groups are orthodox categories by their first rank, then special hands.

    Attributes
    ----------
    kinds
        Kinds of hands under the base that are the groups instead, with all others behind them;
        see :mod:`pokersim.rules.hand_range`.
    """

    kinds: tuple[str, ...]

    @cached_property
    def groups(self) -> tuple[Combination, ...]:
        """What hands are grouped by; a group is told as a combination with a rank."""
        return (*self._ranked[0], *self._specials)

    @cached_property
    def tables(self) -> RankTables:
        """The tables, with groups in the place of the categories of orthodox poker."""
        tables = super().tables
        category = tables.category.copy()
        number = self._ranked[1]  # what the kernel takes for the categories of the last column
        category[: len(number), -1] = number
        return tables._replace(category=category)

    @cached_property
    def group_tables(self) -> GroupTables:
        """What the kernel groups hands by."""
        return super().group_tables._replace(n_orthodox=np.int64(len(self._ranked[0])))

    @cached_property
    def _ranked(self) -> tuple[list[Combination], np.ndarray]:
        """Return the groups by strength, best first, and ``uint8[strengths + 1]`` those of each.

        There are at most nine or ten categories of thirteen ranks: they fit eight bits.
        """
        if self.kinds:
            return _named_groups(self.kinds, self._orthodox)
        orthodox = self._orthodox
        found: dict[str, Combination] = {}
        number = np.zeros(orthodox.n_strengths + 1, dtype=np.uint8)
        for strength in range(orthodox.n_strengths, 0, -1):
            combination = orthodox.combination(strength)
            rank = orthodox.tie_break(strength).partition("-")[0]
            name = f"{combination.id}:{rank}" if rank else combination.id
            if name not in found:
                names = {
                    lang: (f"{texts[0]} {rank}".strip(),)
                    for lang, texts in combination.names.items()
                }
                found[name] = replace(combination, id=name, names=names)
            number[strength] = list(found).index(name)
        return list(found.values()), number

    @cached_property
    def _orthodox(self) -> Ranking:
        """Orthodox poker, or the base by which kinds are named."""
        return self.rankings[0] if self.kinds else super()._orthodox

    @cached_property
    def _specials(self) -> tuple[Combination, ...]:
        return () if self.kinds else super()._specials


def _named_groups(kinds: Sequence[str], ranking: Ranking) -> tuple[list[Combination], np.ndarray]:
    """Return a group for each kind and one for all other hands, and the group of each strength.

    Raises
    ------
    InputError
        A kind means nothing under these rules, kinds share hands, or there are too many.
    """
    if len(kinds) > MAX_KINDS:
        text = _("{n} groups: at most {most} can be counted")
        raise InputError(text.format(n=len(kinds), most=MAX_KINDS))
    number = np.full(ranking.n_strengths + 1, len(kinds), dtype=np.uint8)
    for k, kind in enumerate(kinds):
        is_of_it = strengths_in_range(kind, ranking)
        taken = number[is_of_it & (number < len(kinds))]
        if len(taken):
            text = _("the groups '{a}' and '{b}' share hands")
            raise InputError(text.format(a=kinds[taken[0]], b=kind))
        number[is_of_it] = k
    last = ranking.ranking[-1]
    groups = [replace(last, id=kind, names={"en": (kind,)}) for kind in kinds]
    others = {code: (translated(OTHERS, code),) for code in LANGUAGES}
    return [*groups, replace(last, id=OTHERS, names=others)], number


@dataclass(frozen=True)
class CompareShowdown(ByRank[Any], ShowdownJob):
    """Showdowns of the hands dealt."""

    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class CompareDraw(ByRank[Any], DrawJob):
    """Five-card draw; groups are of hands dealt."""

    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class CompareStud(ByRank[Any], StudJob):
    """Five-card stud."""

    kinds: tuple[str, ...] = ()


def compare_job(
    rulesets: tuple[Ruleset, ...],
    game: str,
    n_players: int,
    seed: int,
    n_cards: int = HAND_SIZE,
    kinds: tuple[str, ...] = (),
) -> TableJob[Any]:
    """Return the job of a comparison; the first ruleset is the base.

    Raises
    ------
    InputError
        The game can't be played so, or hands can't be grouped so.
    """
    job: TableJob[Any]
    if game == "showdown":
        job = CompareShowdown(rulesets, n_players, seed, n_cards, kinds=kinds)
    elif game == "draw":
        job = CompareDraw(rulesets, n_players, seed, kinds=kinds)
    else:
        job = CompareStud(rulesets, n_players, seed, kinds=kinds)
    _ = job.groups  # refused now, if at all
    return job


def most_changed(rows: Sequence[GroupRow], z: float, n: int = MOST_SHOWN) -> list[GroupRow]:
    """Return the groups that gain most and those that lose most, the best gain first.

    Only those whose change is more than its error: ``z`` standard errors.
    """
    sure = [
        row
        for row in rows
        if row.change.ratio is not None and abs(row.change.ratio) > z * (row.change.stderr or 0)
    ]
    gains = sorted(sure, key=lambda row: -(row.change.ratio or 0))
    up = [row for row in gains if (row.change.ratio or 0) > 0][:n]
    down = [row for row in gains if (row.change.ratio or 0) < 0][-n:]
    return [*up, *down]


@dataclass(frozen=True)
class DiscardRow:
    """How a ruleset changes what is thrown of the hands that count as one combination.

    Attributes
    ----------
    ruleset, base, combination
        The rules, the rules compared with, and what the hands are dealt as under the former.
    changed, hands
        Hands of which the hold of the base is worth less, and all.
    cost
        What the base's holds cost under the ruleset in the mean of all of them, of the pot.
    example, base_hold, hold
        The hand that loses most by it and how often that comes, and what is kept of it, as text;
        None where none is changed, empty where nothing is kept.
    example_cost
        What that hand loses.
    """

    ruleset: Ruleset
    base: Ruleset
    combination: Combination
    changed: int
    hands: int
    cost: float
    example: str | None
    base_hold: str | None
    hold: str | None
    example_cost: float | None


def discard_rows(ruleset: Ruleset, base: Ruleset, opponents: int = 1) -> list[DiscardRow]:
    """Return what the draws of the base cost under a ruleset; exact in the model of the draw.

    Both policies are the best against themselves under their own rules; the holds of the base
    are played against opponents who draw by the ruleset's own policy.
    """
    policy, of_base = (best_policy(rules, opponents) for rules in (ruleset, base))
    ranking = compile_ruleset(ruleset)
    deal = Deal(ranking, ruleset.deck.cards)
    first, weights = deal.kinds
    sums = deal.sums(share_of_pot(policy.shares, opponents))
    hands = hands_in_order(deal.n)[first]
    own, theirs = policy.holds[first], of_base.holds[first]
    cost = worth_of_holds(deal.n, sums, hands, own) - worth_of_holds(deal.n, sums, hands, theirs)
    cost[cost < SAME_WORTH] = 0
    alike = np.rint(weights * deal.n_hands).astype(np.int64)
    places = ranking.category[deal.strengths[first]]
    rows = []
    for place, combination in enumerate(ranking.ranking):
        of_it = np.flatnonzero(places == place)
        if not len(of_it):
            continue
        n_hands, total = int(alike[of_it].sum()), float(cost[of_it] @ alike[of_it])
        changed = int(alike[of_it[cost[of_it] > 0]].sum())
        worst = of_it[(cost[of_it] * alike[of_it]).argmax()]
        cards = deal.cards[hands[worst]]
        shown = hand_text(cards), _kept(cards, theirs[worst]), _kept(cards, own[worst])
        example = (*shown, float(cost[worst])) if changed else (None, None, None, None)
        row = DiscardRow(ruleset, base, combination, changed, n_hands, total / n_hands, *example)
        rows.append(row)
    return rows


def worth_of_holds(n: int, sums: np.ndarray, hands: np.ndarray, holds: np.ndarray) -> np.ndarray:
    """Return ``float64[hands]``: what a hold of each is worth, by inclusion and exclusion.

    The final hands of a hold contain what is kept and nothing of what is thrown.

    Parameters
    ----------
    n
        Cards of the deck.
    sums
        ``float64[subsets]``: values of final hands summed over supersets.
    hands, holds
        ``uint8[hands, 5]`` positions in the deck, ascending, and ``uint8[hands]``.
    """
    choose = np.array([[comb(card, k) for k in range(HAND_SIZE + 1)] for card in range(n + 1)])
    starts = np.cumsum([0, *(comb(n, size) for size in range(HAND_SIZE))])
    found = np.zeros(len(hands))
    for hold in range(N_HOLDS):
        rows = np.flatnonzero(holds == hold)
        thrown = (N_HOLDS - 1) ^ hold
        for some in range(N_HOLDS if len(rows) else 0):
            if some & ~thrown:
                continue
            columns = [j for j in range(HAND_SIZE) if (hold | some) >> j & 1]
            number = np.full(len(rows), starts[len(columns)])
            for k, column in enumerate(columns, start=1):
                number += choose[hands[rows, column], k]
            found[rows] += (-1) ** some.bit_count() * sums[number]
        found[rows] /= comb(n - HAND_SIZE, thrown.bit_count())
    return found


def _kept(cards: np.ndarray, hold: np.uint8) -> str:
    kept = cards[[bool(int(hold) >> j & 1) for j in range(HAND_SIZE)]]
    return hand_text(kept) if len(kept) else ""
