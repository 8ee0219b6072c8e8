"""The draw: known draws, the shares of the equilibrium policy, and the model against truth."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from pokersim.cards import card_text, parse_cards
from pokersim.errors import PokersimError
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.draw.holds import (
    HoldRow,
    best_policy,
    draw_rows,
    share_of_pot,
    solve_policy,
)
from pokersim.studies.equity.equities import EquityJob
from pokersim.studies.equity.hand_spec import HandSpec
from pokersim.studies.rank import rank_hands
from support.draws import (
    STANDARD,
    choices,
    drawn_out,
    holds_in,
    in_order,
    made,
    number_of,
    random_hands,
    rows_of,
    rules_on,
)

# --- what a hold becomes -------------------------------------------------------------------------


def test_four_to_a_big_tiger_make_it_on_8_of_47_cards() -> None:
    row = rows_of("Kc Jd Th 8s 2c", load_ruleset("cats-and-dogs"))[in_order("Kc Jd Th 8s")]
    assert (made(row)["big-tiger"], row.outcomes) == (8, 47)


def test_kings_and_queens_fill_up_on_4_cards_and_make_a_blaze_on_4() -> None:
    row = rows_of("Kc Kd Qh Qs 5c", load_ruleset("skeet"))[in_order("Kc Kd Qh Qs")]
    assert made(row) == {"full-house": 4, "blaze": 4, "two-pair": 39}


def test_three_cards_to_a_pair_improve_it_as_known() -> None:
    row = rows_of("9c 9d Ah 7s 2c")[in_order("9c 9d")]
    known = {"two-pair": 2592, "three-of-a-kind": 1854, "full-house": 165, "four-of-a-kind": 45}
    assert made(row) == {**known, "one-pair": 16215 - sum(known.values())}
    assert row.outcomes == 16215


def test_four_to_a_flush_and_to_a_straight_improve_as_known() -> None:
    flush = made(rows_of("Ah Jh 7h 3h 2c")[in_order("Ah Jh 7h 3h")])
    straight = made(rows_of("9c 8d 7h 6s 2c")[in_order("9c 8d 7h 6s")])
    assert (flush["flush"], straight["straight"]) == (9, 8)


@pytest.mark.parametrize("rules", [rules_on("standard", "32"), rules_on("soko", "9TJQKA", 2)])
def test_what_every_hold_becomes_adds_up_to_all_draws(rules: Ruleset) -> None:
    for hand in random_hands(rules, 3, seed=1):
        rows = draw_rows(hand, rules, against="pat")
        assert len({row.hold for row in rows}) == 32 - (hand >= 52).sum() // 2 * 8
        for row in rows:
            assert row.drawn == 5 - len(row.hold.split()) == len(row.discard.split())
            assert row.outcomes == comb(rules.deck.n_cards - 5, row.drawn)
            assert sum(made(row).values()) == row.outcomes


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        (rules_on("standard", "9TJQKA"), "Kc Kd Jh Ts 9c"),
        (rules_on("cats-dogs-and-skeet", "9TJQKA", 2), "Kc Jo Jh Ts Jo"),
        (rules_on("skeet", "2579A", 1, "orthodox"), "9c 7d 5h 2s Jo"),
        (rules_on("four-flush", "9TJQKA", 0, None, "one-eyed-jacks"), "Kc Jd Jh Ts 9c"),
    ],
)
def test_small_decks_drawn_out_card_by_card(rules: Ruleset, hand: str) -> None:
    ranking, cards = compile_ruleset(rules), parse_cards(hand)
    rows = {row.hold: row for row in draw_rows(cards, rules, against="pat")}
    for _, kept in holds_in(np.sort(cards)):
        row = next(row for text, row in rows.items() if in_order(text) == card_text(kept))
        drawn = drawn_out(kept, cards, rules)
        counts = np.bincount(ranking.category[drawn], minlength=len(ranking.ranking))
        names = {c.id: int(n) for c, n in zip(ranking.ranking, counts, strict=True) if n}
        assert made(row) == names
        assert list(made(row)) == [c.id for c in ranking.ranking if c.id in names]


# --- what a strength wins ------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", range(1, 10))
def test_a_share_of_the_pot_is_the_sum_over_how_many_tie(opponents: int) -> None:
    rng = np.random.default_rng(opponents)
    shares = np.append(0, rng.dirichlet(np.ones(12)))
    shares[[3, 7, 12]] = 0
    shares /= shares.sum()
    expected = []
    for strength, tied in enumerate(shares):
        below = shares[:strength].sum()
        ways = [
            comb(opponents, ties) * tied**ties * below ** (opponents - ties) / (ties + 1)
            for ties in range(opponents + 1)
        ]
        expected.append(sum(ways))
    assert share_of_pot(shares, opponents) == pytest.approx(expected, abs=1e-14)


def test_a_share_of_the_pot_is_what_dealing_gives() -> None:
    rng = np.random.default_rng(1)
    shares = np.array([0, 0.2, 0.5, 0, 0.3])
    others = rng.choice(len(shares), (3, 50_000), p=shares)
    for strength, share in enumerate(share_of_pot(shares, 3)):
        ties = (others == strength).sum(axis=0)
        won = np.where((others <= strength).all(axis=0), 1 / (1 + ties), 0)
        assert share == pytest.approx(won.mean(), abs=5 * won.std() / 50_000**0.5 + 1e-9)


@pytest.mark.parametrize("opponents", [1, 3, 9])
def test_very_rare_strengths_are_as_good_as_their_neighbours(opponents: int) -> None:
    shares = np.array([0, 0.4, 1e-18, 0.3, 1e-12, 0.3, 0])
    found = share_of_pot(shares, opponents)
    assert (np.diff(found) >= -1e-12).all()
    assert found[[0, 2, 4, 6]] == pytest.approx([0, 0.4**opponents, 0.7**opponents, 1], abs=1e-9)


def test_players_with_the_same_policy_share_the_pot_equally() -> None:
    shares = np.random.default_rng(2).dirichlet(np.ones(50))
    for opponents in range(1, 10):
        assert shares @ share_of_pot(shares, opponents) == pytest.approx(1 / (opponents + 1))


# --- the holds of a hand -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "opponents", "against", "dead"),
    [
        (rules_on("standard", "9TJQKA"), 2, "pat", "Ad Kh Qd"),
        (rules_on("cats-dogs-and-skeet", "9TJKA"), 2, "best", "Ad"),
        (rules_on("standard", "9TJK", 2), 1, "best", "Jo"),
        (rules_on("soko", "9TJKA", 1, "orthodox"), 2, "pat", ""),
    ],
)
def test_all_32_holds_are_worth_what_drawing_them_out_gives(
    rules: Ruleset, opponents: int, against: str, dead: str
) -> None:
    gone = parse_cards(dead) if dead else np.zeros(0, dtype=np.uint8)
    hand = np.sort(parse_cards("Kd 9c Jh Ts 9s"))
    live = np.setdiff1d(rules.deck.cards, [*hand, *gone])
    values = share_of_pot(unseen(live, rules, opponents, against), opponents)
    rows = draw_rows(hand[::-1], rules, opponents, against, gone.tolist())
    assert len({row.hold for row in rows}) == 32
    by_hold = {in_order(row.hold): row for row in rows}
    for _, kept in holds_in(hand):
        drawn = live[choices(len(live), 5 - len(kept))]
        hands = np.hstack([np.tile(kept, (len(drawn), 1)), drawn])
        expected = values[rank_hands(hands, rules)].mean()
        row = by_hold[card_text(kept) if len(kept) else ""]
        assert row.equity == pytest.approx(expected, abs=1e-10)
        assert row.outcomes == len(drawn)
        assert (row.ruleset, row.opponents, row.against) == (rules, opponents, against)


def unseen(live: np.ndarray, rules: Ruleset, opponents: int, against: str) -> np.ndarray:
    """Draw out the hands of an opponent by the policy, in another way than the study."""
    hands = live[choices(len(live), 5)]
    n_strengths = compile_ruleset(rules).n_strengths
    if against == "pat":
        return np.bincount(rank_hands(hands, rules), minlength=n_strengths + 1) / len(hands)
    policy = best_policy(rules, opponents)
    shares = np.zeros(n_strengths + 1)
    for hand in hands:
        hold = policy.holds[number_of(hand, rules)]
        kept = hand[[j for j in range(5) if hold >> j & 1]]
        rest = np.setdiff1d(live, hand)
        drawn = rest[choices(len(rest), 5 - len(kept))]
        strengths = rank_hands(np.hstack([np.tile(kept, (len(drawn), 1)), drawn]), rules)
        np.add.at(shares, strengths, 1 / len(hands) / len(drawn))
    return shares


def test_holds_come_by_equity_and_of_those_worth_the_same_the_one_that_keeps_most() -> None:
    rules = rules_on("standard", "89TJQKA")
    for hand in ("9c 9d Ah Ts 8c", "9s 9h 9d 9c Kc", "9s 9h 9d 9c 8c", "As Ks Qs Js Ts"):
        for against in ("best", "pat"):
            rows = draw_rows(parse_cards(hand), rules, 1, against)
            order = [(-round(row.equity, 11), row.drawn) for row in rows]
            assert order == sorted(order), (hand, against)


def test_the_order_of_the_cards_does_not_matter() -> None:
    one, other = (rows_of(hand) for hand in ("9c 9d Ah 7s 2c", "2c Ah 9d 7s 9c"))
    assert {hold: row.equity for hold, row in one.items()} == {
        hold: row.equity for hold, row in other.items()
    }


def test_dead_cards_can_not_be_drawn() -> None:
    hand, dead = parse_cards("Ah Jh 7h 3h 2c"), parse_cards("Kh Qh 2s")
    (row,) = [
        row
        for row in draw_rows(hand, STANDARD, against="pat", dead=dead.tolist())
        if in_order(row.hold) == in_order("Ah Jh 7h 3h")
    ]
    assert (made(row)["flush"], row.outcomes) == (7, 44)


def test_to_stand_pat_against_an_opponent_who_stands_pat_is_exact() -> None:
    hand = "9c 9d Ah 7s 2c"
    cards = parse_cards(hand)
    row = rows_of(hand)[in_order(hand)]
    held = HandSpec(hand, tuple(cards.tolist()))
    job = EquityJob((STANDARD,), (held, HandSpec("any")))
    run = Run(job, job.n_chunks)
    list(run.steps())
    winners = run.counts.winners[0]
    assert winners.sum() == comb(47, 5)
    assert row.equity == pytest.approx((winners[1] + winners[3] / 2) / comb(47, 5), abs=1e-12)


# --- the model and the truth ---------------------------------------------------------------------


def play_out(row: HoldRow, n_deals: int, seed: int) -> tuple[float, float]:
    """Deal whole games, all players from one deck; return the share of the pot and its error."""
    rules, rng = row.ruleset, np.random.default_rng(seed)
    cards, held = parse_cards(row.hand), row.hold
    kept = parse_cards(held) if held else np.zeros(0, dtype=np.uint8)
    live = np.setdiff1d(rules.deck.cards, cards)
    n_dealt = row.drawn + 10 * row.opponents
    deck = np.repeat(live[:, None], n_deals, axis=1)
    deals = np.arange(n_deals)
    for i in range(n_dealt):
        j = rng.integers(i, len(live), n_deals)
        deck[i], deck[j, deals] = deck[j, deals], deck[i].copy()
    own = np.vstack([np.repeat(kept[:, None], n_deals, axis=1), deck[: row.drawn]])
    strengths = [rank_hands(own.T, rules)]
    policy = best_policy(rules, row.opponents)
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(57)])
    for player in range(row.opponents):
        start = row.drawn + 10 * player
        hand = np.sort(deck[start : start + 5], axis=0)
        places = np.searchsorted(rules.deck.cards, hand)
        hold = policy.holds[sum(choose[places[j], j + 1] for j in range(5))]
        fresh = deck[start + 5 : start + 10]
        final = np.where(hold >> np.arange(5)[:, None] & 1, hand, fresh)
        strengths.append(rank_hands(final.T, rules))
    best = np.array(strengths) == np.max(strengths, axis=0)
    won = best[0] / best.sum(axis=0)
    return float(won.mean()), float(won.std() / n_deals**0.5)


@pytest.mark.parametrize(("hold", "model"), [("9d 9c", 0.59519), ("Ah 9d 9c", 0.59124)])
def test_known_holds_are_worth_what_they_were_found_to_be(hold: str, model: float) -> None:
    rows = draw_rows(parse_cards("9c 9d Ah 7s 2c"), STANDARD)
    (row,) = [row for row in rows if row.hold == hold]
    assert row.equity == pytest.approx(model, abs=1e-5)
    truth, error = play_out(row, 60_000, seed=1)
    assert abs(row.equity - truth) < 0.001 + 5 * error


@pytest.mark.slow
@pytest.mark.parametrize(("opponents", "gap"), [(1, 0.006), (3, 0.008)])
def test_the_model_is_near_the_truth(opponents: int, gap: float) -> None:
    for seed, hand in enumerate(random_hands(STANDARD, 4, seed=6)):
        row = draw_rows(hand, STANDARD, opponents)[0]
        truth, error = play_out(row, 100_000, seed)
        assert abs(row.equity - truth) < gap + 5 * error, (row.hand, row.hold)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [0, 10, -1])
def test_too_few_and_too_many_opponents_are_refused(opponents: int) -> None:
    with pytest.raises(PokersimError, match=f"{opponents} opponents: from 1 to 9 fit"):
        solve_policy(STANDARD, opponents)
    with pytest.raises(PokersimError, match=f"{opponents} opponents: from 1 to 9 fit"):
        draw_rows(parse_cards("9c 9d Ah 7s 2c"), STANDARD, opponents, "pat")


def test_nine_opponents_can_stand_pat() -> None:
    rows = rows_of("9c 9d Ah 7s 2c", STANDARD, 9)
    assert (
        0
        < rows[in_order("9c 9d")].equity
        < rows_of("9c 9d Ah 7s 2c", STANDARD, 8)[in_order("9c 9d")].equity
    )


def test_a_wild_hole_card_is_refused() -> None:
    rules = replace(STANDARD, deck=replace(STANDARD.deck, by_hand="hole"))
    for refused in (solve_policy, best_policy):
        with pytest.raises(PokersimError, match="wild hole card: in the draw there is none"):
            refused(rules, 1)
    with pytest.raises(PokersimError, match="wild hole card"):
        draw_rows(parse_cards("9c 9d Ah 7s 2c"), rules)


@pytest.mark.parametrize(
    ("dead", "problem"),
    [
        ([28], "9c can't be in two places"),
        ([4, 8, 4], "3c can't be in two places"),
        ([52], "the deck of 'standard' .* has no Jo to be dead"),
    ],
)
def test_dead_cards_that_can_not_be_are_refused(dead: list[int], problem: str) -> None:
    with pytest.raises(PokersimError, match=problem):
        draw_rows(parse_cards("9c 9d Ah 7s 2c"), STANDARD, 1, "pat", dead)


def test_too_few_cards_left_are_refused() -> None:
    rules = rules_on("standard", "TJQKA")
    dead = parse_cards("Td Th Ts Jc Jh Js").tolist()
    with pytest.raises(PokersimError, match="9 cards are left: not enough for 1 opponent"):
        draw_rows(parse_cards("Tc Jd Qh Ks Ac"), rules, 1, "pat", dead)


@pytest.mark.parametrize(
    "cards", [[28, 29, 50, 23], [28, 29, 50, 23, 0, 1], [28, 28, 50, 23, 0], [28, 29, 50, 23, 52]]
)
def test_what_is_no_hand_of_the_deck_is_refused(cards: list[int]) -> None:
    with pytest.raises(PokersimError):
        draw_rows(np.array(cards, dtype=np.uint8), STANDARD, 1, "pat")


def test_opponents_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(PokersimError, match="nobody"):
        draw_rows(parse_cards("9c 9d Ah 7s 2c"), STANDARD, 1, "nobody")
