"""Hands of every pack with wild cards, under every ruleset: the oracle's answers."""

import pytest

from support.oracle import RULESETS
from support.wild_hands import PACKS, differences


@pytest.mark.parametrize("name", PACKS)
def test_hands_count_and_compare_as_the_best_of_all_that_they_can_stand_for(name: str) -> None:
    assert differences(name, sorted(RULESETS))[:3] == []
