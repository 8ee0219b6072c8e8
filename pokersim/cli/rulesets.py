"""What every command does with ``-r``: load the rulesets, and tell what the deck leaves out."""

from collections.abc import Sequence

from pokersim.errors import InputError
from pokersim.rules.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset


def load_all(names: Sequence[str]) -> tuple[Ruleset, ...]:
    """Load rulesets by name or path.

    Raises
    ------
    InputError, RulesetError
        One of them can't be loaded, or two have the same name.
    """
    rulesets = tuple(load_ruleset(name) for name in names)
    seen: set[str] = set()
    for ruleset in rulesets:
        if ruleset.name in seen:
            raise InputError(
                f"ruleset '{ruleset.name}' is named twice; give one of them a new name"
            )
        seen.add(ruleset.name)
    return rulesets


def notes_of(rulesets: Sequence[Ruleset]) -> list[str]:
    """Return what compiling has to say: what the deck can't hold, what never counts."""
    return [f"{rules.name}: {note}" for rules in rulesets for note in compile_ruleset(rules).notes]
