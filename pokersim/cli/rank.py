"""``pokersim rank``: what hands are worth, and why; or files of hands, line by line."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from pokersim.cards import read_hand
from pokersim.cli.shared.help import Command
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
from pokersim.language import _, ngettext, number
from pokersim.report.views.rank import rank_report
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.studies.rank import explain_hand, rank_hand

if TYPE_CHECKING:
    from pokersim.report.formats.stream import StreamCounts

MOST_LINES_SHOWN = 20
"""Bad lines that are printed; the others are counted."""


@click.command(cls=Command)
@click.argument("hands", nargs=-1, metavar="[HAND]... | -")
@ruleset_option
@deck_options
@cards_option
@option(
    "--explain",
    is_flag=True,
    help="Explain the result: all that a hand makes, and what it misses by one card.",
)
@option(
    "--input", metavar="FILE", help="Read hands from a file, one per line; - is standard input."
)
@option("--strict", is_flag=True, help="Stop at the first line that is not a hand.")
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
    """Rank hands under one or more rulesets.

    Shows what each hand counts as, the share of other hands that it beats, and which hand wins.
    A hand is five cards (six or seven with --cards: the best five count), each a rank
    (2-9 T J Q K A) and a suit (c d h s): KhJdTd9s8c or "Kh Jd 10d 9s 8c". A joker is Jo. A hand
    without suits, K-J-10-9-8, is read as of mixed suits.

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
        problem = _("give hands, or a file of hands with --input FILE (- for standard input)")
        raise InputError(problem)
    rulesets = load_all(ruleset, choice)
    rankings = [compile_ruleset(rules) for rules in rulesets]
    if input is not None:
        if explain:
            problem = _("--explain is for hands on the command line, not for files of hands")
            raise InputError(problem)
        return _rank_file(input, rankings, cards, strict, common)
    texts = _texts_of_hands(hands)
    jokers = max(rules.deck.jokers for rules in rulesets)
    read = [read_hand(text, cards, jokers=jokers) for text in texts]
    tell_of_long_counts(rulesets, cards, common.quiet)
    ranks = [[rank_hand(hand.cards, rules) for rules in rulesets] for hand in read]
    explained = read if explain else []
    reasons = [explain_hand(hand.cards, rules) for hand in explained for rules in rulesets]
    notes = [*notes_of(rulesets), *assumed(texts, read)]
    report = rank_report(rankings, ranks, reasons, notes)
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

    shown = _("the standard input") if name == STDOUT else f"'{name}'"
    said = 0

    def tell(line: int, error: PokersimError) -> bool:
        nonlocal said
        said += 1
        if said <= MOST_LINES_SHOWN:
            text = _("line {n} of {file}: {error}")
            complain(text.format(n=line, file=shown, error=error))
        return strict

    with ExitStack() as stack:
        source = _open_input(name, stack)
        sink = stack.enter_context(open_output(common.output))
        counts = rank_stream(source, sink, rankings, cards, common.format, tell)
        if not counts.hands and not counts.bad_lines:
            problem = _("there is no hand in {file}: write one per line, like KhJdTd9s8c")
            raise InputError(problem.format(file=shown))
        if strict and counts.bad_lines and common.output != STDOUT:
            problem = _("nothing is written to '{file}': a line is not a hand (--strict)")
            raise InputError(problem.format(file=common.output))
    if said > MOST_LINES_SHOWN:
        text = ngettext(
            "and {n} more line of {file} that is not a hand",
            "and {n} more lines of {file} that are not hands",
            said - MOST_LINES_SHOWN,
        )
        complain(text.format(n=number(said - MOST_LINES_SHOWN), file=shown))
    message(_summary(counts), common.quiet)
    return 2 if counts.bad_lines else 0


def _summary(counts: "StreamCounts") -> str:
    """Return what a file held, in a line."""
    text = ngettext("{n} hand ranked", "{n} hands ranked", counts.hands)
    summary = text.format(n=number(counts.hands))
    if counts.bad_lines:
        text = ngettext("{n} line is not a hand", "{n} lines are not hands", counts.bad_lines)
        summary += ", " + text.format(n=number(counts.bad_lines))
    if counts.assumed_suits:
        text = ngettext(
            "{n} was without suits and read as of mixed suits",
            "{n} were without suits and read as of mixed suits",
            counts.assumed_suits,
        )
        summary += "; " + text.format(n=number(counts.assumed_suits))
    return summary


def _open_input(name: str, stack: ExitStack) -> BinaryIO:
    if name == STDOUT:
        return sys.stdin.buffer
    path = Path(name)
    if path.is_dir():
        raise InputError(_("'{name}' is a folder, not a file of hands").format(name=name))
    try:
        return stack.enter_context(path.open("rb"))
    except OSError as error:
        text = _("can't read '{path}': {error}")
        raise InputError(text.format(path=name, error=error.strerror)) from None
