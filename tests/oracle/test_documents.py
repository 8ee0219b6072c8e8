"""Every hand and every sentence of the documents, by the oracle and by the public functions."""

import pytest

from pokersim.errors import HandError
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import rank_hand
from support.documents import COMPARISONS, EXAMPLES, ORDER_STATEMENTS, printed_hand
from support.oracle import RULESETS, category, evaluate

MISPRINTS = [example.text for example in EXAMPLES if example.combination is None]


def test_a_printed_hand_is_what_the_document_calls_it() -> None:
    misses = []
    for example in EXAMPLES:
        for name in example.rulesets:
            by_oracle = category(printed_hand(example.text), RULESETS[name])
            by_package = rank_hand(example.text, load_ruleset(name)).combination.id
            if not by_oracle == by_package == example.combination:
                misses.append((example, name, by_oracle, by_package))
    assert misses == []


def test_a_misprint_is_refused() -> None:
    assert [len(printed_hand(text)) for text in MISPRINTS] == [4]
    with pytest.raises(HandError, match=r"^4 cards, but a hand has 5\n"):
        rank_hand(MISPRINTS[0], load_ruleset("cats-and-dogs"))


def test_a_printed_hand_beats_another() -> None:
    misses = []
    for said in COMPARISONS:
        ranking, ruleset = RULESETS[said.ruleset], load_ruleset(said.ruleset)
        better, worse = (evaluate(printed_hand(text), ranking) for text in said[1:3])
        ours, other = (rank_hand(text, ruleset).strength for text in said[1:3])
        if better <= worse or ours <= other:
            misses.append(said)
    assert misses == []


def test_a_combination_beats_another() -> None:
    # The package's rulesets list what the oracle's list: test_order.py.
    rankings = {name: ["five-of-a-kind", *ranking] for name, ranking in RULESETS.items()}
    misses = [
        said
        for said in ORDER_STATEMENTS
        if rankings[said.ruleset].index(said.better) >= rankings[said.ruleset].index(said.worse)
    ]
    assert misses == []


def test_a_hand_of_the_documents_counts_for_less_without_their_rules() -> None:
    texts = {e.text for e in EXAMPLES if e.combination not in (None, "straight")}
    found = {rank_hand(text, load_ruleset("standard")).combination.id for text in texts}
    assert found == {"high-card"}
