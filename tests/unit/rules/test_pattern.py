"""The words of patterns mean what they say, for rulesets and decks that nobody has played yet."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from importlib.resources import files
from itertools import combinations
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import RANKS, card_text, parse_cards
from pokersim.rules.compile.classes import class_weights, classes_of, hand_classes, one_card_changes
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, parse_ruleset, shipped_names
from pokersim.rules.pattern import ACE_PLACES, TIE_BREAKS, RankRun, runs
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hand, rank_hands
from support.oracle import LETTERS, TIE_BREAK, Hand
from support.rulesets import (
    Entry,
    runs_of,
    slow_category,
    slow_key,
    slow_tie,
    slowly_makes,
    toml_file,
    verdicts,
)

DECKS = {"52": LETTERS, "36": LETTERS[4:], "32": LETTERS[5:]}


@lru_cache(maxsize=1)
def catalogue_entries() -> dict[str, Entry]:
    """Read the words of the catalogue from its file."""
    text = (files("pokersim.rules") / "data" / "combinations.toml").read_text(encoding="utf-8")
    return {
        name: Entry(name, table["pattern"], table.get("tie-break", "groups"))
        for name, table in tomllib.loads(text).items()
    }


# --- the slow reader is right --------------------------------------------------------------------


def some_hands(rows: Sequence[int]) -> list[Hand]:
    """Return the hands of some of the oracle's classes."""
    return [tuple(hand) for hand in verdicts().hands[rows].tolist()]


def test_the_slow_reader_finds_what_the_oracle_finds() -> None:
    misses = []
    for name, entry in catalogue_entries().items():
        made = verdicts().makes[name]
        rows = [*range(0, len(made), 199), *np.flatnonzero(made)[::61].tolist()]
        found = [slowly_makes(entry.words, hand, LETTERS) for hand in some_hands(rows)]
        misses += [(name, rows[i]) for i in np.flatnonzero(found != made[rows])]
    assert misses == []


def test_the_slow_reader_orders_like_the_oracle() -> None:
    misses = []
    for name, entry in catalogue_entries().items():
        made = np.flatnonzero(verdicts().makes[name])
        hands = some_hands(made[:: len(made) // 300 + 1].tolist())
        ours = sorted(hands, key=partial(slow_tie, entry, deck=LETTERS))
        theirs = [TIE_BREAK[name](hand) for hand in ours]
        misses += [name] if theirs != sorted(theirs) else []
    assert misses == []


# --- made-up rulesets ----------------------------------------------------------------------------


class Rules(NamedTuple):
    """A made-up ruleset, and a few hands of its deck."""

    deck: str
    ranking: list[Entry]
    own: list[Entry]
    hands: list[Hand]

    @property
    def text(self) -> str:
        """The file."""
        own = {e.name: {"pattern": e.words, "tie-break": e.tie_break} for e in self.own}
        ids = [entry.name for entry in self.ranking]
        return toml_file({"deck": "-".join(self.deck), "ranking": ids, "combination": own})

    @property
    def ruleset(self) -> Ruleset:
        """What the loader reads in it."""
        return parse_ruleset(self.text, "thursday.toml", "thursday")

    def __repr__(self) -> str:
        return f"{self.text}# hands: {[card_text(hand) for hand in self.hands]}"


decks = st.one_of(
    st.sampled_from([*DECKS.values(), "36", "23A"]),
    st.sets(st.sampled_from(LETTERS), min_size=5).map(lambda found: "".join(sorted_ranks(found))),
)


def sorted_ranks(letters: set[str]) -> list[str]:
    return sorted(letters, key=LETTERS.index)


run_words = st.fixed_dictionaries(
    {},
    optional={
        "length": st.integers(3, 5),
        "step": st.integers(1, 2),
        "ace": st.sampled_from(ACE_PLACES),
        "open": st.just(True),
    },
) | st.fixed_dictionaries(
    {"wrap": st.just(True)}, optional={"length": st.integers(3, 5), "step": st.integers(1, 2)}
)

RUNS_TO_DEAL: list[dict[str, Any]] = [{}, {"step": 2}, {"wrap": True}, {"length": 4}]

# What needs no shrinking is left to a generator, so that examples stay small.
generators = st.integers(0, 2**32).map(Random)


def deal(rng: Random, deck: str, start: str = "") -> Hand:
    """Deal five cards of a deck, often alike in rank or suit; the ranks of ``start`` first."""
    suits = rng.choice(["c", "h", "cccccs", "cdhs"])
    hand = [4 * LETTERS.index(letter) + "cdhs".index(rng.choice(suits)) for letter in start]
    deck = rng.choice([deck, "".join(sorted_ranks({*rng.choices(deck, k=3), *deck[:2]}))])
    while len(hand) < 5:
        card = 4 * LETTERS.index(rng.choice(deck)) + "cdhs".index(rng.choice(suits))
        free = [card] if rng.random() < 0.8 else [card ^ 1, card ^ 2]
        hand += [card for card in free if card not in hand][:1]
    return tuple(hand)


@st.composite
def own_combinations(draw: st.DrawFn, name: str, deck: str) -> tuple[Entry, Hand]:
    """Draw a hand, and words that it fulfils."""
    run, rng = draw(st.none() | run_words), draw(generators)
    found = list(runs_of(run, deck)) if run is not None else []
    hand = deal(rng, deck, rng.choice(found) if found else "")
    held = [LETTERS[card // 4] for card in sorted(hand)]
    n_suited = max(Counter(card % 4 for card in hand).values())
    above, below = sorted_ranks(set(rng.sample(LETTERS, 2)))
    n_between = sum(LETTERS.index(above) < card // 4 < LETTERS.index(below) for card in hand)
    every: dict[str, Any] = {
        "counts": list(Counter(held).values()),
        "no-pair": len(set(held)) == 5,
        "high": held[-1],
        "low": held[0],
        "contains": rng.sample(sorted(set(held)), rng.randint(1, len(set(held)))),
        "between": [{"cards": n_between, "above": above, "below": below}],
        "among": sorted({*held, *rng.choices(LETTERS, k=3)}),
        "suited": n_suited,
        "run": run,
    }
    possible = sorted(
        set(every) - ({"run"} if not found else set()) - ({"suited"} if n_suited < 4 else set())
    )
    chosen = draw(st.sets(st.sampled_from(possible), max_size=4))
    if "no-pair" in chosen:
        chosen -= {"counts"}
    fitting = [t for t in TIE_BREAKS if t not in ("run", "suited") or t in chosen]
    words = {word: every[word] for word in sorted(chosen)}
    return Entry(name, words, draw(st.sampled_from(fitting))), hand


@st.composite
def made_up_rules(draw: st.DrawFn) -> Rules:
    deck, rng = draw(decks), draw(generators)
    drawn = [draw(own_combinations(f"own-{i}", deck)) for i in range(draw(st.integers(0, 3)))]
    own = [entry for entry, _ in drawn]
    others = st.sampled_from(sorted(set(catalogue_entries()) - {"high-card"}))
    names = draw(st.lists(others, unique=True, max_size=8))
    start = own + [catalogue_entries()[name] for name in names]
    rng.shuffle(start)
    starts = [run for words in RUNS_TO_DEAL for run in runs_of(words, deck)]
    starts = [*rng.sample(starts, len(starts) // 2), *[""] * 8]
    hands = [hand for _, hand in drawn] + [deal(rng, deck, start) for start in starts]
    return Rules(deck, [*start, catalogue_entries()["high-card"]], own, hands)


def compared(keys: Sequence[Any]) -> list[int]:
    """Number keys in order, equal ones alike: how every two of them compare."""
    return [sorted(set(keys)).index(key) for key in keys]


def check_words(rules: Rules) -> None:
    """Compare all hands with what the slow reader says of the words."""
    ranking, hands = compile_ruleset(rules.ruleset), np.array(rules.hands, np.uint8)
    strengths = ranking.strengths_of(ranking.classes_of(hands)).tolist()
    found = [ranking.combination(strength).id for strength in strengths]
    assert found == [slow_category(rules.ranking, hand, rules.deck) for hand in rules.hands]
    keys = [slow_key(rules.ranking, hand, rules.deck) for hand in rules.hands]
    assert compared(strengths) == compared(keys)


def check_kernel(rules: Rules, suits: list[int], order: list[int]) -> None:
    """Compare the kernel with the compiler, also with other suits and in another order."""
    ranking, hands = compile_ruleset(rules.ruleset), np.array(rules.hands, np.uint8)
    strengths = ranking.strengths_of(ranking.classes_of(hands)).tolist()
    assert rank_hands(hands, rules.ruleset).tolist() == strengths
    turned = ((hands & 0xFC) | np.array(suits, dtype=np.uint8)[hands & 3])[:, order]
    assert rank_hands(turned, rules.ruleset).tolist() == strengths
    counted = sum(frequency.hands for frequency in count_frequencies(rules.ruleset))
    assert counted == comb(4 * len(rules.deck), 5)


@given(made_up_rules())
@settings(max_examples=100)
def test_hands_count_and_compare_as_the_words_say(rules: Rules) -> None:
    check_words(rules)


@given(made_up_rules(), st.permutations(range(4)), st.permutations(range(5)))
@settings(max_examples=30)
def test_the_kernel_gives_the_strengths_of_the_compiler_for_all_suits_and_orders(
    rules: Rules, suits: list[int], order: list[int]
) -> None:
    check_kernel(rules, suits, order)


@pytest.mark.slow
@given(made_up_rules(), st.permutations(range(4)), st.permutations(range(5)))
@settings(max_examples=250)
def test_made_up_rulesets_mean_what_their_words_say(
    rules: Rules, suits: list[int], order: list[int]
) -> None:
    check_words(rules)
    check_kernel(rules, suits, order)


def content(rules: Rules) -> object:
    """Return what decides strengths, and the names that results are printed by."""
    return rules.deck, [(e.name, tidy(e.words), e.tie_break) for e in rules.ranking]


def tidy(words: Any) -> Any:
    """Give a pattern in one of the ways in which it can be written."""
    words = dict(words)
    if words.pop("no-pair", False):
        words["counts"] = [1] * 5
    lists = {word: sorted(words[word]) for word in ("counts", "contains", "among") if word in words}
    run = {"length": 5, "step": 1, "ace": "both"}
    return words | lists | ({"run": run | words["run"]} if "run" in words else {})


@given(st.data())
@settings(max_examples=40)
def test_digests_are_equal_for_equal_contents_alone(data: st.DataObject) -> None:
    one = data.draw(made_up_rules())
    start = data.draw(st.permutations(one.ranking[:-1]))
    shuffled = one._replace(ranking=[*start, one.ranking[-1]])
    other = data.draw(st.just(shuffled) | made_up_rules())
    assert (one.ruleset.digest == other.ruleset.digest) == (content(one) == content(other))


DIGEST_PATTERNS = [
    "{ }", "{ counts = [2, 1, 1, 1] }", "{ no-pair = true }", '{ high = "K" }', '{ low = "K" }',
    '{ contains = ["K"] }', '{ among = ["K"] }', "{ suited = 4 }", "{ suited = 5 }", "{ run = {} }",
    "{ run = { length = 4 } }", "{ run = { step = 2 } }", '{ run = { ace = "low" } }',
    '{ run = { ace = "high" } }', "{ run = { wrap = true } }", "{ run = { open = true } }",
    '{ between = [{ cards = 1, above = "2", below = "9" }] }',
    '{ between = [{ cards = 2, above = "2", below = "9" }] }',
    '{ between = [{ cards = 1, above = "3", below = "9" }] }',
    '{ between = [{ cards = 1, above = "2", below = "8" }] }',
]  # fmt: skip


def test_every_word_of_a_pattern_is_in_the_digest() -> None:
    digests = {
        parse_ruleset(
            f'ranking = ["moon", "high-card"]\n[combination.moon]\npattern = {pattern}', "x", "x"
        ).digest
        for pattern in DIGEST_PATTERNS
    }
    assert len(digests) == len(DIGEST_PATTERNS)


MOON = '[combination.moon]\npattern = { high = "K" }\n'
OTHER_CONTENT = {
    "another order": f'ranking = ["flush", "moon", "high-card"]\n{MOON}',
    "another deck": f'deck = 36\nranking = ["moon", "flush", "high-card"]\n{MOON}',
    "another tie-break": (f'ranking = ["moon", "flush", "high-card"]\n{MOON}tie-break = "cards"'),
    "one more entry": f'ranking = ["moon", "flush", "one-pair", "high-card"]\n{MOON}',
}


def test_every_other_content_changes_the_digest() -> None:
    base = f'ranking = ["moon", "flush", "high-card"]\n{MOON}'
    digests = {parse_ruleset(text, "x", "x").digest for text in (base, *OTHER_CONTENT.values())}
    assert len(digests) == 1 + len(OTHER_CONTENT)


def test_names_titles_and_sources_are_not_in_the_digest() -> None:
    moon = '[combination.moon]\nlike = "straight"\n'
    one = parse_ruleset(f'ranking = ["moon", "high-card"]\n{moon}', "x", "x")
    words = 'name = "y"\nen = "Y"\nru = "Два"\nsource = "s"\nabout = "a"\n'
    other = parse_ruleset(
        f'{words}ranking = ["moon", "high-card"]\n{moon}en = "Moon"\nsource = "t"', "z", "z"
    )
    assert one.digest == other.digest


def test_a_digest_is_twelve_hexadecimal_digits() -> None:
    digests = [load_ruleset(name).digest for name in shipped_names()]
    assert [digest for digest in digests if not re.fullmatch("[0-9a-f]{12}", digest)] == []


# --- words, one by one ---------------------------------------------------------------------------

WORD_CASES = [
    ("{ counts = [3, 2] }", "Ks Kh Kd 2c 2s", "Ks Kh Kd 3c 2s"),
    ("{ counts = [1, 1, 3] }", "Ks Kh Kd 3c 2s", "Ks Kh Kd 2c 2s"),
    ("{ no-pair = true }", "As Kh Qd Jc Ts", "As Ah Qd Jc Ts"),
    ('{ high = "K" }', "Ks Kh 4d 3c 2s", "As Kh 4d 3c 2s"),
    ('{ low = "9" }', "As Kh 9d 9c 9s", "As Kh 9d 9c 8s"),
    ('{ low = "2" }', "5s 4h 3d 2c As", "6s 5h 4d 3c As"),
    ('{ contains = ["9", "5"] }', "9s 9h 5d 5c As", "9s 9h 4d 4c As"),
    ('{ between = [{ cards = 2, above = "5", below = "9" }] }', "9s 8h 6d 5c As", "9s 8h 5d 4c As"),
    ('{ between = [{ cards = 2, above = "5", below = "9" }] }', "9s 7h 7d 5c As", "9s 9h 7d 5c 5s"),
    ('{ between = [{ cards = 0, above = "2", below = "A" }] }', "2s 2h 2d As Ah", "2s 2h 3d As Ah"),
    ('{ among = ["J", "Q", "K"] }', "Ks Kh Qd Qc Js", "Ks Kh Qd Qc Ts"),
    ("{ suited = 5 }", "As Qs 9s 4s 2s", "As Qs 9s 4s 2d"),
    ("{ suited = 4 }", "As Qs 9s 4s Ad", "As Qs 9s 4s 2s"),
    ("{ run = {} }", "As 2h 3d 4c 5s", "Ks As 2h 3d 4c"),
    ('{ run = { ace = "low" } }', "As 2h 3d 4c 5s", "As Kh Qd Jc Ts"),
    ('{ run = { ace = "high" } }', "As Kh Qd Jc Ts", "As 2h 3d 4c 5s"),
    ("{ run = { step = 2 } }", "9s 7h 5d 3c As", "9s 7h 5d 3c 2s"),
    ("{ run = { wrap = true } }", "Ks As 2h 3d 4c", "As 2h 3d 4c 5s"),
    ("{ run = { length = 3 } }", "7s 7h 8d 9c As", "7s 7h 8d Tc As"),
    ("{ run = { length = 4, open = true } }", "2s 3h 4d 5c Ks", "As 2h 3d 4c Ks"),
    ("{ run = { length = 4, open = true } }", "Ts Jh Qd Kc 2s", "Jh Qd Kc As 2s"),
    ('{ run = {}, high = "9", suited = 5 }', "9h 8h 7h 6h 5h", "9h 8h 7h 6h 5s"),
]


def test_a_pattern_matches_a_hand_and_not_another() -> None:
    misses = []
    for pattern, *hands in WORD_CASES:
        text = f'ranking = ["moon", "high-card"]\n[combination.moon]\npattern = {pattern}'
        ruleset = parse_ruleset(text, "x", "x")
        found = [rank_hand(hand, ruleset).combination.id for hand in hands]
        if found != ["moon", "high-card"]:
            misses.append((pattern, found))
    assert misses == []


def written_runs(run: RankRun, deck: str) -> str:
    """Write the runs of a deck, lowest first, the leading rank first."""
    written = []
    for mask, lead in runs(run, parse_deck(deck).line):
        others = [RANKS[r] for r in range(12, -1, -1) if mask >> r & 1 and r != lead]
        written.append(RANKS[lead] + "".join(others))
    return " ".join(written)


RUNS = [
    (RankRun(), "36", "9A876 T9876 JT987 QJT98 KQJT9 AKQJT"),
    (RankRun(ace="high"), "36", "T9876 JT987 QJT98 KQJT9 AKQJT"),
    (RankRun(ace="low"), "32", "TA987 JT987 QJT98 KQJT9"),
    (RankRun(wrap=True), "36", "6AKQJ 7AKQ6 8AK76"),
    (RankRun(wrap=True), "32", "7AKQJ 8AKQ7 9AK87"),
    (RankRun(step=2), "36", "KAJ97 AQT86"),
    (RankRun(step=2, wrap=True), "36", "7AQT8 9AQT7 JAQ97"),
    (RankRun(step=2, wrap=True), "52", "3AQT8 5AQT3 7AQ53"),
    (RankRun(length=3, wrap=True), "52", "2AK"),
    (RankRun(length=3, open=True), "9TJQKA", "JT9 QJT KQJ"),
    (RankRun(length=3, step=2, open=True), "52", "753 864 975 T86 J97 QT8"),
    (RankRun(), "2345", ""),
    (RankRun(), "JQKA", ""),
    (RankRun(length=3), "KA", ""),
    (RankRun(), "TJQKA", "KAQJT AKQJT"),
    (RankRun(), "9TJQ", ""),
    (RankRun(wrap=True), "789TJQ", ""),
]


def test_runs_go_over_the_ranks_of_the_deck() -> None:
    found = [(run, deck, written_runs(run, deck)) for run, deck, _ in RUNS]
    assert found == RUNS


TIE_BREAK_TEXTS = [
    ("standard", "5s 4h 3d 2c As", "5"),
    ("standard", "Ks Kh Kd 2c 2s", "K-2"),
    ("standard", "4s 4h 9d 9c As", "9-4-A"),
    ("standard", "As 9h 7d 4c 2s", "A-9-7-4-2"),
    ("standard", "Ah 9h 7h 4h 2h", "A-9-7-4-2"),
    ("skeet", "4s 3h 2d Ac Ks", "4"),
    ("skeet", "Js Jh Qd Qc Ks", "Q-J-K"),
    ("skeet", "Ah 9h 7h 4h 9c", "A-9-7-4-9"),
    ("soko", "As 4h 3d 2c Ks", "4-K"),
    ("soko", "As Kh Qd Jc Js", "A-J"),
    ("cats-and-dogs", "7s 6h 4d 3c 2s", "7-6-4-3-2"),
]


def test_the_tie_break_names_the_ranks_that_decide() -> None:
    found = [
        (ruleset, hand, rank_hand(hand, load_ruleset(ruleset)).tie_break)
        for ruleset, hand, _ in TIE_BREAK_TEXTS
    ]
    assert found == TIE_BREAK_TEXTS


def test_groups_compare_rank_by_rank_between_hands_of_different_shapes() -> None:
    pattern = 'pattern = { among = ["J", "Q", "K"] }'
    text = f'ranking = ["court", "high-card"]\n[combination.court]\n{pattern}'
    ruleset = parse_ruleset(text, "x", "x")
    four_kings, two_pair = (rank_hand(h, ruleset) for h in ("Ks Kh Kd Kc Qs", "Qs Qh Js Jh Ks"))
    assert four_kings.strength > two_pair.strength, "K-Q against Q-J-K"


# --- classes and their weights -------------------------------------------------------------------


def test_counts_of_a_short_deck_are_those_of_all_its_hands() -> None:
    deck = "9TJQKA"
    ids = [c.id for c in load_ruleset("skeet").ranking]
    ranking = [catalogue_entries()[name] for name in ids]
    met: Counter[str] = Counter()
    rows = np.flatnonzero(verdicts().hands.min(axis=1) >= parse_deck(deck).cards[0])
    for hand, weight in zip(some_hands(rows.tolist()), verdicts().weights[rows], strict=True):
        met[slow_category(ranking, hand, deck)] += int(weight)
    ruleset = parse_ruleset(toml_file({"deck": deck, "ranking": ids}), "x", "x")
    assert {f.combination.id: f.hands for f in count_frequencies(ruleset) if f.hands} == met
    assert met.total() == comb(24, 5)


@given(st.lists(st.sets(st.integers(7, 12), max_size=5), min_size=4, max_size=4))
@settings(max_examples=40)
def test_weights_count_the_hands_of_a_pack_with_any_cards_missing(suits: list[set[int]]) -> None:
    pack = [4 * rank + suit for suit, ranks in enumerate(suits) for rank in ranks][:13]
    masks = tuple(sum(1 << card // 4 for card in pack if card % 4 == suit) for suit in range(4))
    classes = hand_classes(5, tuple(range(7, 13)))
    counted = Counter(dict(zip(keys(classes), class_weights(classes, masks), strict=True)))
    dealt = np.array(list(combinations(pack, 5)), dtype=np.uint8).reshape(-1, 5)
    assert +counted == Counter(keys(classes_of(dealt)))


def keys(classes: Any) -> list[tuple[bytes, int]]:
    """Give each class a key."""
    columns = zip(classes.counts, classes.suited.tolist(), strict=True)
    return [(counts.tobytes(), suited) for counts, suited in columns]


def test_every_other_hand_by_one_card_is_listed_once() -> None:
    hands, position = one_card_changes(parse_cards("As Kh Qd Jc 9s"), parse_deck("52").cards)
    changed = {(int(at), int(row[at])) for row, at in zip(hands, position, strict=True)}
    assert len(hands) == len(changed) == 5 * 47
