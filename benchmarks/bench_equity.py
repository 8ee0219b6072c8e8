"""Equities, exact and sampled, one core: what `pokersim equity` does once the tables are there."""

from collections.abc import Callable

import pytest

from pokersim.rules.loader import load_ruleset
from pokersim.studies.equity import enumeration_plan as spots
from pokersim.studies.equity.equities import EquityJob, read_equity_state

N_DEALS = 100_000

EXACT = {
    "pat against any": (["KhJdTd9s8c", "any"], None),
    "three drawn against one": (["AhAd(9c6s3c)", "KsQsJsTs(2d)"], None),
    "three drawn against three": (["AhAd(9c6s3c)", "KsKd(2c4h7s)"], None),
    "stud, two cards to come to each": (["AhAd9c", "KsKd2c"], None),
    "hold'em, suits alike": (["AhAs", "KdKc"], "any"),
    "hold'em, no suits alike": (["AhKs", "QdJc"], "any"),
    "a whole board, two any": (["AhAs", "any", "any"], "KsTs4d3d2h"),
    "two narrow kinds": (["four-of-a-kind", "four-of-a-kind"], None),
}
SAMPLED = {
    "three players": (["9s9d", "any", "KhJdTd8c(2h)"], None),
    "narrow kinds": (["9s9d", "one-pair:JJ+", "top:20%"], None),
    "hold'em": (["AhAs", "KdKc", "any"], "any"),
}


def job_of(hands: list[str], board: str | None) -> EquityJob:
    """Make a job under the standard rules."""
    return read_equity_state(hands, [load_ruleset("standard")], board)


@pytest.mark.parametrize("spot", EXACT)
def test_deal_every_way(rated: Callable[..., object], spot: str) -> None:
    """Make the lists and count; the rate is in outcomes, those alike included."""
    hands, board = EXACT[spot]

    def run() -> int:
        spots._rows.cache_clear()
        job = job_of(hands, board)
        return sum(int(job.count_chunk(i, 1).winners.sum()) for i in range(job.n_chunks))

    job = job_of(hands, board)
    counts = [job.count_chunk(i, 1) for i in range(job.n_chunks)]
    rated(sum(int(chunk.winners.sum()) for chunk in counts), "outcomes", run)


@pytest.mark.parametrize("spot", SAMPLED)
def test_sample(rated: Callable[..., object], spot: str) -> None:
    """Draw deals and count them."""
    job = job_of(*SAMPLED[spot]).sampled(1)
    rated(N_DEALS, "deals", job.count_chunk, 0, N_DEALS)
