"""Every hand and every sentence of the documents, through the public functions."""

import pytest

from pokersim.errors import HandError
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import HandRank, rank_hand
from support.documents import (
    COMPARISONS,
    EXAMPLES,
    ORDER_STATEMENTS,
    Comparison,
    Example,
    OrderStatement,
)
from support.oracle import RULESETS
from support.rulesets import oracle_categories, oracle_strengths, verdicts

MISPRINTS = [example for example in EXAMPLES if example.combination is None]
# Five of a kind takes wild cards: no hand of 52 cards shows that it beats the others.
SHOWN = [said for said in ORDER_STATEMENTS if said.better != "five-of-a-kind"]


def example_id(example: Example) -> str:
    return f"{example.document} {example.text} {example.combination}"


@pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if example.combination], ids=example_id
)
def test_a_printed_hand_is_what_the_document_calls_it(example: Example) -> None:
    found = {
        name: rank_hand(example.text, load_ruleset(name)).combination.id
        for name in example.rulesets
    }
    assert found == dict.fromkeys(example.rulesets, example.combination)


@pytest.mark.parametrize("example", MISPRINTS, ids=example_id)
def test_a_misprint_is_refused(example: Example) -> None:
    with pytest.raises(HandError, match=r"^4 cards, but a hand has 5\n"):
        rank_hand(example.text, load_ruleset("cats-and-dogs"))


@pytest.mark.parametrize("said", COMPARISONS, ids=" ".join)
def test_a_printed_hand_beats_another(said: Comparison) -> None:
    ruleset = load_ruleset(said.ruleset)
    better, worse = rank_hand(said.better, ruleset), rank_hand(said.worse, ruleset)
    assert better.strength > worse.strength


def extreme(ruleset: str, combination: str, best: bool) -> HandRank:
    """Rank the best or the worst hand that the oracle counts as a combination."""
    counts_as = oracle_categories(ruleset) == RULESETS[ruleset].index(combination)
    strengths = oracle_strengths(ruleset)[counts_as]
    row = strengths.argmax() if best else strengths.argmin()
    return rank_hand(verdicts().hands[counts_as][row], load_ruleset(ruleset))


@pytest.mark.parametrize("said", SHOWN, ids=" ".join)
def test_the_worst_of_a_combination_beats_the_best_of_another(said: OrderStatement) -> None:
    better = extreme(said.ruleset, said.better, best=False)
    worse = extreme(said.ruleset, said.worse, best=True)
    assert better.strength > worse.strength, (better.hand, worse.hand)


def test_a_hand_of_the_documents_counts_for_less_without_their_rules() -> None:
    texts = {e.text for e in EXAMPLES if e.combination not in (None, "straight")}
    found = {rank_hand(text, load_ruleset("standard")).combination.id for text in texts}
    assert found == {"high-card"}
