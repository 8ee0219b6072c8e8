"""Equities: every deal against a naive enumeration, known figures, symmetries, and samples."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from pokersim.errors import InputError, PokersimError
from pokersim.kernels.equity.records import EquityCounts
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.equity.equities import (
    SAMPLE_CHUNK,
    EquityJob,
    equity_rows,
    is_precise,
    read_equity_state,
    shown_rows,
)
from pokersim.studies.equity.hand_spec import read_hand_spec, tell_jokers_apart
from support.equities import (
    STANDARD,
    WON,
    as_naive,
    by_ranking,
    count,
    count_naively,
    ids,
    job_of,
    oracle,
)
from support.oracle import RULESETS

NAMES = ("standard", "cats-dogs-and-skeet", "skeet-flushes", "soko")
SHIPPED = tuple(load_ruleset(name) for name in NAMES)

# From these come tigers, dogs, skeets, blazes and their flushes, straights of every sort.
POOL = "AsKsQsJsTs9s8s5s4s3s2s 9h8h5h2h KdQdJd"
SHORT = "AsKsJsTs9s8s5s2s 9h5h KdJd"

SPOTS = {
    "a pat hand against any": ("KhJhTh9d8h any", None, SHORT, 5),
    "one any against another": ("any any", None, "AsKsJsTs9s8s5s2s KdJd", 5),
    "two holds and their discards": ("AsKs(2c3c4c) 9h8h5h2h/Kd", None, POOL, 5),
    "all discarded": ("(AcKcQcJcTc) 9h8h5h2h(Kd)", None, SHORT, 5),
    "three partial hands": ("9s5s2s KhJhTh9h QdQc8c", None, "8s4s3sAsAd9dKd7c5h", 5),
    "four hands, two of them pat": ("KsQsJdJh5c 9s8s5s2s KhQhJcTh AcQd8d7d2d", None, POOL, 5),
    "no card to come": ("KsQsJdJh5c AcQd8d7d2d", None, POOL, 5),
    "a board to come": ("AsKs QdJd", "", "9s8s5s4h3s2h KhJhTh", 5),
    "a board of three": ("AsKs any 9h8h", "Qs8s5c", "9s5s4h3s2h KhJhTh", 5),
    "a board of four": ("As KdQd", "9s8s5s2h", POOL, 5),
    "a whole board": ("As any", "9s8s5s2h2c", POOL, 5),
    "seven cards": ("AsKs9h5h2c KdJdTd8s7s3h", None, "9s8c5s4s3s2s KhJh", 7),
    "six cards": ("AsKs9h5h Kd8d7d3d2d", None, POOL, 6),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_exact_counts_are_those_of_a_naive_enumeration(spot: str) -> None:
    hands, board, pool, n_cards = SPOTS[spot]
    job = job_of(hands, board, pool, SHIPPED, n_cards)
    found = as_naive(count(job))
    naive = count_naively(job, oracle(NAMES))
    for r, name in enumerate(NAMES):
        assert [c.id for c in job.rankings[r].ranking] == RULESETS[name]
        assert (name, found.winners[r]) == (name, naive.winners[r])
        assert (name, found.shown[r]) == (name, naive.shown[r])


JOKERS = replace(parse_deck("9TJQKA"), jokers=2)
WILD_SPOTS = {
    "a joker to come": ("AsAhKdQc9c any", None, replace(parse_deck("QKA9"), jokers=1), 5),
    "a joker held": (["JoAsKs", "AhAdQdQc", "KhKc9h9d(Qh)"], None, JOKERS, 5),
    "jokers on the board": ("AsAh KsQs", "Jo9c", JOKERS, 5),
    "jokers and seven cards": ("AsAhJoKd9c9d KsQsJsTsKh", None, JOKERS, 7),
    "a bug": ("AsKsQsJs AhAdKdTd", None, replace(parse_deck("36"), jokers=1, bug="orthodox"), 5),
    "two special bugs": ("AsKs9s AhAdKdTd", None, replace(JOKERS, bug="special"), 5),
    "one-eyed jacks": ("JsAs KhQh", "2c3c4dJh", Deck(wild=ids("JsJh")), 5),
    "natural hands first": ("KsKh9d AhAdKdJo", None, replace(JOKERS, natural_first=True), 5),
    "lowest card wild": ("AsKsQs KdQdJd9c", None, replace(parse_deck("32"), by_hand="lowest"), 5),
    "lowest of seven cards wild": (
        "AsKsQs9s9hTh KdQdJdJc9cTd",
        None,
        replace(JOKERS, by_hand="lowest"),
        7,
    ),
    "lowest, and any": ("AsKsQsQc9s any", None, replace(parse_deck("9QKA"), by_hand="lowest"), 5),
    "a shorter deck, a board": ("AsKs 7s7d", "TsTd8c", parse_deck("32"), 5),
}


@pytest.mark.parametrize("spot", WILD_SPOTS)
def test_so_are_those_of_other_decks_and_wild_cards(spot: str) -> None:
    hands, board, deck, n_cards = WILD_SPOTS[spot]
    names = ("standard", "skeet")
    rulesets = tuple(play_with(load_ruleset(name), deck) for name in names)
    job = job_of(hands, board, None, rulesets, n_cards)
    found, naive = as_naive(count(job)), count_naively(job, by_ranking(job.rankings))
    for r, name in enumerate(names):
        assert (name, found.winners[r]) == (name, naive.winners[r])
        assert (name, found.shown[r]) == (name, naive.shown[r])


KIND_SPOTS = [
    ("AsAhKdQcJc", "one-pair:KK+", "9TJQKA"),
    ("three-of-a-kind", "two-pair,!two-pair:AAKK", "QKA"),
    ("AsKs", "top:30%", "QKA"),
    ("class:full-house", "AsAh(KdQc)", "JQKA"),
]


@pytest.mark.parametrize(("first", "second", "ranks"), KIND_SPOTS)
def test_exact_counts_with_kinds_are_those_of_the_deals_in_which_the_hands_are_of_them(
    first: str, second: str, ranks: str
) -> None:
    deck = parse_deck(ranks)
    rulesets = tuple(play_with(load_ruleset(name), deck) for name in ("standard", "skeet"))
    job = job_of([first, second], rulesets=rulesets)
    assert as_naive(count(job)) == count_naively(job, by_ranking(job.rankings))


# --- known figures -------------------------------------------------------------------------------


def test_two_aces_against_two_kings_before_the_board() -> None:
    counts = count(job_of("AhAs KdKc", ""))
    assert counts.winners.tolist() == [[0, 1_388_072, 317_694, 6_538]]


def test_a_pat_hand_against_any_other() -> None:
    job = job_of("KhJdTd9s8c any", rulesets=SHIPPED[:2])
    assert count(job, n_threads=2).winners.sum(axis=1).tolist() == [1_533_939] * 2


def test_a_draw_of_three_against_a_draw_of_one() -> None:
    job = job_of("AhAd(9c6s3c) KsQsJsTs(2d)")
    assert int(count(job).winners.sum()) == 447_720


@pytest.mark.parametrize(
    ("hand", "ruleset", "expected"),
    [
        ("KhJdTs8c(2h)", "cats-and-dogs", {"big-tiger": 8}),
        ("KhKdQsQc(2h)", "skeet", {"full-house": 4, "blaze": 4}),
    ],
)
def test_known_draws_of_one_card(hand: str, ruleset: str, expected: dict[str, int]) -> None:
    # The other hand is pat, and takes no card away that would help.
    job = job_of([hand, "3c4c4d3d7s"], rulesets=(load_ruleset(ruleset),))
    rows = [row for row in shown_rows(job, count(job)) if row.player == 1]
    shown = {row.combination.id: row.shown for row in rows}
    assert {row.outcomes for row in rows} == {42}
    assert {name: shown[name] for name in expected} == expected


# --- sums and symmetries -------------------------------------------------------------------------

SUMS = [
    ("AsAhKdQc9c any", None, 5),
    ("9s5s2s3d KhJhTh9h QdQc8c8d QhQs8h8s", None, 5),
    ("AsKs QdJd Td9d", "2c3c4c", 5),
    ("AsKs9h5h2c3c KdJdTd8s7s7c", None, 7),
]


def sums_hold(job: EquityJob, counts: EquityCounts) -> None:
    """Check what holds for any counts."""
    n = len(job.holdings)
    rows, shown = equity_rows(job, counts), shown_rows(job, counts)
    for ruleset, winners in zip(job.rulesets, counts.winners, strict=True):
        own = [row for row in rows if row.ruleset == ruleset]
        deals = int(winners.sum())
        assert [row.outcomes for row in own] == [deals] * n
        wins = sum(row.wins for row in own)
        ties = [sum(row.ties_by_share[k] for row in own) for k in range(n - 1)]
        # Each tie of k is counted at k players.
        assert wins + sum(Fraction(t, k) for k, t in enumerate(ties, start=2)) == deals
        shares = [
            sum(
                Fraction(int(times), mask.bit_count())
                for mask, times in enumerate(winners)
                if mask >> player & 1
            )
            for player in range(n)
        ]
        assert sum(shares) == deals
        for row, share in zip(own, shares, strict=True):
            assert row.equity == pytest.approx(float(share / deals), rel=1e-12, abs=1e-15)
            assert row.ties == sum(row.ties_by_share)
        for player in range(1, n + 1):
            mine = [row for row in shown if (row.ruleset, row.player) == (ruleset, player)]
            assert sum(row.shown for row in mine) == deals
            assert sum(row.won for row in mine) == own[player - 1].wins
            assert sum(row.split for row in mine) == own[player - 1].ties


@pytest.mark.parametrize(("hands", "board", "n_cards"), SUMS)
def test_equities_sum_to_one_exactly_in_counts(hands: str, board: str | None, n_cards: int) -> None:
    job = job_of(hands, board, rulesets=SHIPPED[:3], n_cards=n_cards)
    sums_hold(job, count(job))
    sums_hold(job.sampled(3), count(job.sampled(3), 5_000))


SYMMETRIC = [
    ("9s5s2s8d KhJhTh9h QdQc8c(3c)", None),
    ("AsKs QdJd Td9d", "2c3c4c"),
    ("AsAhKdQc9c one-pair:QQ+", None),
]


def permuted(counts: EquityCounts, order: tuple[int, ...]) -> tuple[list[dict[int, int]], object]:
    """Bring counts of players in another order back into the first order."""
    winners = []
    for row in counts.winners:
        by_mask = {}
        for mask in np.flatnonzero(row):
            old = sum(1 << order[p] for p in range(len(order)) if mask >> p & 1)
            by_mask[old] = int(row[mask])
        winners.append(by_mask)
    back = [order.index(player) for player in range(len(order))]
    return winners, counts.shown[:, back].tolist()


@pytest.mark.parametrize(("hands", "board"), SYMMETRIC)
def test_swapping_players_changes_nothing(hands: str, board: str | None) -> None:
    texts = hands.split()
    rulesets = (SHIPPED[0], load_ruleset("skeet"))
    same = tuple(range(len(texts)))
    first = permuted(count(job_of(texts, board, rulesets=rulesets)), same)
    for order in permutations(same):
        other = count(job_of([texts[i] for i in order], board, rulesets=rulesets))
        assert permuted(other, order) == first


@pytest.mark.parametrize(("hands", "board"), SYMMETRIC)
def test_renaming_suits_changes_nothing(hands: str, board: str | None) -> None:
    suits = "hscd"

    def renamed(text: str) -> str:
        if ":" in text:
            return text
        return "".join(suits["cdhs".index(c)] if c in "cdhs" else c for c in text)

    rulesets = (SHIPPED[0], load_ruleset("soko"))
    first = count(job_of(hands, board, rulesets=rulesets))
    other = count(
        job_of([renamed(text) for text in hands.split()], board and renamed(board), None, rulesets)
    )
    assert as_naive(first) == as_naive(other)


def test_the_order_of_cards_changes_nothing() -> None:
    first = count(job_of("9s5s2s8d KhJhTh(2c3c)", dead="4c5c"))
    other = count(job_of("8d2s9s5s ThKhJh/3c2c", dead="5c4c"))
    assert as_naive(first) == as_naive(other)
    first = count(job_of("AsKs QdJd", "2c3c4c", seed=1), 1_000)
    other = count(job_of("KsAs JdQd", "4c2c3c", seed=1), 1_000)
    assert as_naive(first) == as_naive(other)


def test_dead_cards_and_discards_do_not_come() -> None:
    dead = count(job_of("9s5s2s8d KhJhTh9h", dead="2c3c"))
    discards = count(job_of("9s5s2s8d(2c) KhJhTh9h(3c)"))
    assert as_naive(dead) == as_naive(discards)


def test_other_rulesets_and_threads_change_no_count() -> None:
    alone = count(job_of("9s5s2s KhJhTh9h", rulesets=(load_ruleset("soko"),)))
    among = count(job_of("9s5s2s KhJhTh9h", rulesets=SHIPPED), n_threads=2)
    at = NAMES.index("soko")
    assert among.winners[at].tolist() == alone.winners[0].tolist()
    n_categories = alone.shown.shape[2]
    assert among.shown[at, :, :n_categories].tolist() == alone.shown[0].tolist()


def test_a_deck_dealt_out_is_one_outcome() -> None:
    rulesets = (play_with(load_ruleset("standard"), parse_deck("TJQKA")),)
    job = job_of("AhAdAsKsQs KhKdKcQcTc QdQhJhThTd JdJcJsTsAc", rulesets=rulesets)
    assert job.live_cards == ()
    assert count(job).winners.sum() == 1


# --- samples --------------------------------------------------------------------------------

SAMPLES = [
    ("AsAhKdQc9c any", None, None, 5),
    ("AsKs any Td9d", "2c3c4cQh", None, 5),
    ("AsAhKdQc9c one-pair:QQ+", None, None, 5),
    ("9s5s one-pair:KK+,flush", None, POOL, 5),
    ("one-pair two-pair", None, SHORT, 5),
    ("class:high-card any", None, SHORT, 5),
    ("AsKs9h5h2c3c KdJdTd8s7s", None, None, 7),
]


@pytest.mark.parametrize(("hands", "board", "pool", "n_cards"), SAMPLES)
def test_a_sample_is_within_five_sigma_of_the_exact_answer(
    hands: str, board: str | None, pool: str | None, n_cards: int
) -> None:
    n_deals = 30_000
    rulesets = (SHIPPED[0], load_ruleset("skeet"))
    job = job_of(hands, board, pool, rulesets, n_cards)
    exact, sampled = count(job), count(job.sampled(11), n_deals)
    total = int(exact.winners[0].sum())
    assert sampled.winners.sum(axis=1).tolist() == [n_deals] * 2
    for name in ("winners", "shown"):
        shares = getattr(exact, name) / total
        found = getattr(sampled, name) / n_deals
        # A count of less than some ten is no bell: one deal more is allowed for.
        room = 5 * np.sqrt(shares * (1 - shares) / n_deals) + (shares > 0) * 5 / n_deals
        assert (np.abs(found - shares) <= room).all(), name
    for row, true in zip(
        equity_rows(job.sampled(11), sampled), equity_rows(job, exact), strict=True
    ):
        assert abs(row.equity - true.equity) <= 5 * row.stderr
        assert true.stderr == 0.0


def test_a_sample_does_not_depend_on_threads_and_its_first_deals_not_on_its_length() -> None:
    job = job_of("any one-pair:JJ+ 9s5s2s", rulesets=SHIPPED[:2], seed=5)
    n_deals = SAMPLE_CHUNK + 1_000
    one, two = count(job, n_deals), count(job, n_deals, n_threads=2)
    assert as_naive(one) == as_naive(two)
    parts = [job.count_chunk(i, n) for i, n in enumerate((SAMPLE_CHUNK, 1_000))]
    assert np.sum([part.winners for part in parts], axis=0).tolist() == one.winners.tolist()
    shorter, longer = (count(job, n) for n in (999, 1_000))
    assert ((longer.winners - shorter.winners) >= 0).all()
    assert (longer.winners - shorter.winners).sum(axis=1).tolist() == [1, 1]


def test_another_seed_deals_other_cards() -> None:
    job = job_of("any 9s5s2s")
    six, seven = (count(job.sampled(seed), 2_000) for seed in (6, 7))
    assert as_naive(six) != as_naive(seven)
    assert as_naive(six) == as_naive(count(job.sampled(6), 2_000))
    count(job.sampled(2**64 - 1), 10)


def test_the_standard_error_is_that_of_the_shares() -> None:
    job = job_of("any any any", seed=3)
    counts = count(job, 3_000)
    rows = equity_rows(job, counts)
    for player, row in enumerate(rows):
        shares = np.concatenate(
            [
                np.full(int(n), (mask >> player & 1) / max(1, mask.bit_count()))
                for mask, n in enumerate(counts.winners[0].tolist())
            ]
        )
        assert row.stderr == pytest.approx(shares.std(ddof=1) / sqrt(3_000), rel=1e-9)


def test_a_precision_is_about_the_first_player_under_every_ruleset() -> None:
    job = job_of("9s5s2s KhJhTh9h", rulesets=SHIPPED[:2], seed=3)
    counts = count(job, 10_000)
    widest = max(row.stderr for row in equity_rows(job, counts) if row.player == 1)
    assert is_precise(job, 1.96 * widest, 0.95, counts)
    assert not is_precise(job, 1.95 * widest, 0.95, counts)


# --- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards", "discards"),
    [
        ("AhAd(9c6s3c)", "AhAd", "9c6s3c"),
        ("AhAd/9c6s3c", "AhAd", "9c6s3c"),
        (" ah-ad ( 9c, 6s ) ", "AhAd", "9c6s"),
        ("(9c6s)", "", "9c6s"),
        ("/9c6s", "", "9c6s"),
        ("AhAd()", "AhAd", ""),
        ("AhAd/", "AhAd", ""),
        ("10h10d", "ThTd", ""),
        ("any", "", ""),
        (" ANY ", "", ""),
    ],
)
def test_a_holding_is_read(text: str, cards: str, discards: str) -> None:
    holding = read_hand_spec(text, compile_ruleset(STANDARD[0]))
    assert (holding.cards, holding.discards, holding.kind) == (ids(cards), ids(discards), "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "AhAd(9c",
        "AhAd)9c(",
        "AhAd(9c)(2c)",
        "AhAd/9c/2c",
        "AhAd((9c))",
        "(9c)Ah",
    ],
)
def test_what_is_no_holding_is_refused(text: str) -> None:
    with pytest.raises(PokersimError):
        read_hand_spec(text, compile_ruleset(STANDARD[0]))


def refusal(hands: str | list[str], **more: object) -> str:
    """Return why a job is refused."""
    with pytest.raises(InputError) as error:
        job_of(hands, **more)  # type: ignore[arg-type]
    return str(error.value)


def with_deck(deck: Deck) -> tuple[Ruleset, ...]:
    """Return standard rules with a deck."""
    return (play_with(load_ruleset("standard"), deck),)


def test_a_spot_that_can_not_be_is_refused_with_the_reason() -> None:
    assert "10 players" in refusal("AhAs")
    assert "11 hands" in refusal(["any"] * 11)
    assert "Ah can't be in two places" in refusal("AhAs Ah2c")
    assert "2c can't be in two places" in refusal("AhAs(2c) KhKc", dead="2c")
    assert "Kh can't be in two places" in refusal("AhAs KhKc", board="Kh")
    assert "player 2 holds 6 cards, but a hand has 5" in refusal("AhAs 2c3c4c5c6c7d")
    assert "6 cards on the board" in refusal("AhAs KhKc", board="2c3c4c5c6c7d")
    assert "no Jo" in refusal("JoAs KhKc")
    assert "no 2c" in refusal("2cAs KhKc", rulesets=with_deck(parse_deck("36")))
    short = with_deck(parse_deck("TJQKA"))
    assert "but only 20 are left in the deck" in refusal(["any"] * 5, rulesets=short)
    assert "25 cards are to come" in refusal(["any", "flush", "any", "any", "any"], rulesets=short)
    assert "35 cards are to come" in refusal(["any"] * 5, n_cards=7, rulesets=short)
    assert "hole" in refusal("any any", rulesets=with_deck(replace(Deck(), by_hand="hole")))
    assert "without a board" in refusal(["one-pair", "AhAs"], board="")
    assert "kinds are of five cards" in refusal(["one-pair", "AhAs"], n_cards=7)
    assert "one deck" in refusal("any any", rulesets=(*STANDARD, *short))


def test_a_hand_of_three_does_not_go_with_a_board() -> None:
    assert "two cards" in refusal("AhAsKh KdKc", board="")


def test_seven_cards_do_not_go_with_a_board() -> None:
    assert "board" in refusal("AhAs KdKc", board="", n_cards=7)


def test_jokers_read_apart_are_different_cards() -> None:
    assert tell_jokers_apart([(52, 3), (), (52, 53)]) == [(52, 3), (), (53, 54)]
    with pytest.raises(InputError, match="5 jokers"):
        tell_jokers_apart([(52, 53), (52, 53, 54)])


@pytest.mark.parametrize("seed", [None, 1])
def test_a_kind_that_the_cards_left_do_not_make_is_refused(seed: int | None) -> None:
    job = job_of("straight-flush:A AhAs2c3c4c", dead="TsTcTdTh", seed=seed)
    with pytest.raises(InputError, match="no hand is of the kind 'straight-flush:A' with the card"):
        count(job, 1_000)


@pytest.mark.parametrize(
    "hands", [["four-of-a-kind:AAAA"] * 2, [*["straight-flush:A"] * 3, "AsAh"]]
)
def test_kinds_that_need_the_same_cards_are_refused(hands: list[str]) -> None:
    job = job_of(hands, rulesets=with_deck(parse_deck("36")), seed=1)
    with pytest.raises(InputError, match="the kinds leave each other too few"):
        count(job, 1_000)


def test_kinds_that_seldom_leave_each_other_room_are_dealt() -> None:
    counts = count(job_of(["straight-flush:A"] * 4, seed=1), 1_000)
    assert counts.winners[0, 0b1111] == 1_000
    assert counts.shown[0, :, 0, WON].sum() == 0


def test_hands_are_judged_by_a_ruleset_at_least() -> None:
    with pytest.raises(InputError, match="no ruleset"):
        read_equity_state(["AhAs", "KdKc"], [], board="any")
