"""``pokersim rank``: what hands are worth, and why; or files of hands, line by line."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import click

from pokersim.cards import read_hand
from pokersim.cli.shared.options import (
    Common,
    DeckChoice,
    cards_option,
    common_options,
    deck_options,
    option,
    ruleset_option,
)
from pokersim.cli.shared.output import STDOUT, complain, message, open_output
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import assumed, load_all, notes_of, tell_of_long_counts
from pokersim.errors import InputError, PokersimError
from pokersim.report.views.rank import rank_report
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.studies.rank import explain_hand, rank_hand

MOST_LINES_SHOWN = 20
"""Bad lines told one by one; beyond, they are counted."""


@click.command()
@click.argument("hands", nargs=-1, metavar="[HAND]... | -")
@ruleset_option
@deck_options
@cards_option
@option("--explain", is_flag=True, help="Say why: all that a hand makes, and what it just misses.")
@option(
    "--input", metavar="FILE", help="Read hands from a file, one a line; - is the standard input."
)
@option("--strict", is_flag=True, help="Stop at the first line that is no hand.")
@common_options
def command(
    hands: tuple[str, ...],
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    explain: bool,
    input: str | None,
    strict: bool,
    common: Common,
) -> int:
    """Say what hands are worth under one or more rulesets, and which of them wins.

    A hand is five cards (--cards: six or seven, the best five count), a rank (2-9 T J Q K A)
    and a suit (c d h s) each: KhJdTd9s8c or "Kh Jd 10d 9s 8c". A joker is Jo. Without suits,
    K-J-10-9-8, a hand is read as of mixed suits.

    \b
    Examples:
        pokersim rank KhJdTd9s8c -r standard -r cats-and-dogs
        pokersim rank AhAdKsQc2d KcKdQhQs5c -r skeet --explain
        pokersim rank JoKhQhJhTh 2s2hAsKdQc --jokers 1 --wild 2
        pokersim rank --cards 7 AhKhQdQs9h4h2c
        pokersim rank --input hands.txt -r skeet -f csv -o ranked.csv
        shuffled-hands | pokersim rank - -f ndjson
    """
    if hands == (STDOUT,) and input is None:
        hands, input = (), STDOUT
    if bool(hands) == bool(input):
        raise InputError("give hands, or a file of hands with --input FILE (- for standard input)")
    rulesets = load_all(ruleset, choice)
    rankings = [compile_ruleset(rules) for rules in rulesets]
    if input is not None:
        if explain:
            raise InputError("--explain is for hands on the command line, not for files of hands")
        return _rank_file(input, rankings, cards, strict, common)
    texts = _texts_of_hands(hands)
    jokers = max(rules.deck.jokers for rules in rulesets)
    read = [read_hand(text, cards, jokers=jokers) for text in texts]
    tell_of_long_counts(rulesets, cards, common.quiet)
    ranks = [[rank_hand(hand.cards, rules) for rules in rulesets] for hand in read]
    explained = read if explain else []
    reasons = [explain_hand(hand.cards, rules) for hand in explained for rules in rulesets]
    notes = [*notes_of(rulesets), *assumed(texts, read)]
    report = rank_report(rankings, ranks, reasons, notes, common.lang)
    publish(report, common)
    return 0


def _texts_of_hands(arguments: Sequence[str]) -> Sequence[str]:
    """Return a hand an argument, or cards alone as one hand: ``Kh Jd Td 9s 8c`` unquoted."""
    if all(len(text) <= len("10d") or text.lower() == "joker" for text in arguments):
        return [" ".join(arguments)]
    return arguments


def _rank_file(
    name: str,
    rankings: Sequence[Ranking],
    cards: int,
    strict: bool,
    common: Common,
) -> int:
    """Rank the hands of a file; 2 if any line was none."""
    from pokersim.report.formats.stream import rank_stream

    shown = "the standard input" if name == STDOUT else f"'{name}'"
    said = 0

    def tell(line: int, error: PokersimError) -> bool:
        nonlocal said
        said += 1
        if said <= MOST_LINES_SHOWN:
            complain(f"line {line} of {shown}: {error}")
        return strict

    with ExitStack() as stack:
        source = _open_input(name, stack)
        sink = stack.enter_context(open_output(common.output))
        counts = rank_stream(source, sink, rankings, cards, common.format, common.lang, tell)
        if not counts.hands and not counts.bad_lines:
            raise InputError(f"there is no hand in {shown}: write one a line, like KhJdTd9s8c")
        if strict and counts.bad_lines and common.output != STDOUT:
            raise InputError(
                f"nothing is written to '{common.output}': a line is no hand (--strict)"
            )
    if said > MOST_LINES_SHOWN:
        complain(f"and {said - MOST_LINES_SHOWN:,} more lines of {shown} that are no hands")
    summary = "1 hand ranked" if counts.hands == 1 else f"{counts.hands:,} hands ranked"
    if counts.bad_lines:
        lines = (
            "1 line is no hand"
            if counts.bad_lines == 1
            else f"{counts.bad_lines:,} lines are no hands"
        )
        summary += f", {lines}"
    if counts.assumed_suits:
        summary += f"; {counts.assumed_suits:,} were without suits and read as of mixed suits"
    message(summary, common.quiet)
    return 2 if counts.bad_lines else 0


def _open_input(name: str, stack: ExitStack) -> BinaryIO:
    if name == STDOUT:
        return sys.stdin.buffer
    path = Path(name)
    if path.is_dir():
        raise InputError(f"'{name}' is a folder, not a file of hands")
    try:
        return stack.enter_context(path.open("rb"))
    except OSError as error:
        raise InputError(f"can't read '{name}': {error.strerror}") from None
