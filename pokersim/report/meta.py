"""What every report says of itself: which program, which rules, how the numbers came about."""

from collections.abc import Sequence

from pokersim import __version__
from pokersim.rules.ruleset import Ruleset

SCHEMA = 1
"""Raised when a field of the output changes its meaning or goes away."""


def meta(command: str, rulesets: Sequence[Ruleset], **more: object) -> dict[str, object]:
    """Return the ``meta`` of a report; ``more`` follows in its order."""
    decks = sorted({ruleset.deck for ruleset in rulesets}, key=lambda deck: deck.name)
    return {
        "command": command,
        "version": __version__,
        "schema": SCHEMA,
        "rulesets": [{"name": r.name, "hash": r.digest} for r in rulesets],
        **({"deck": decks[0] if len(decks) == 1 else decks} if decks else {}),
        **more,
    }
