"""Scripted play: what players do, in words, in the order of their turns.

``call, raise, 4:fold; discard 2c 5d`` and new lines between; ``#`` begins a comment.
"""

import re
from dataclasses import dataclass, replace

from pokersim.cards import UNKNOWN, card_text, parse_cards
from pokersim.constants import FIRST_JOKER
from pokersim.errors import CardSyntaxError, TextError, nearest
from pokersim.games.table import ACTIONS, GameTable
from pokersim.kernels.betting import state as chips
from pokersim.language import _

WORDS = {
    **{action: action for action in ACTIONS},
    "drop": "fold",
    "pass": "check",
    "discard": "discard",
    "throw": "discard",
    "stand": "stand",
}
"""What a script may say, and what it means."""

_STEP = re.compile(r"#[^\n]*|[^,;\n#]+")
_FORM = re.compile(r"\s*(?:(?P<seat>\d{1,3})\s*:)?\s*(?P<word>\S*)\s*(?P<rest>.*?)\s*")
_AMOUNT = re.compile(r"(?:to\s+)?(\d{1,9})")


@dataclass(frozen=True)
class Step:
    """One thing that a player does.

    Attributes
    ----------
    line, start, text
        Where it stands: the line of the script, the place in it, and the words.
    seat
        Whose turn it must be, from 0; None if the script does not say.
    word
        ``discard``, ``stand`` or one of :data:`pokersim.games.table.ACTIONS`.
    amount
        The chips that were named; None for none.
    cards
        The cards to throw.
    """

    line: str
    start: int
    text: str
    seat: int | None
    word: str
    amount: int | None = None
    cards: tuple[int, ...] = ()

    def error(self, problem: str, way_out: str = "") -> TextError:
        """Return an error that points to this step."""
        return TextError(problem, self.line, self.start, len(self.text), way_out)


class Script:
    """The steps of a script, taken one after the other.

    Raises
    ------
    TextError, CardSyntaxError
        A step can't be read.

    Examples
    --------
    >>> [step.word for step in Script("call; 3:raise to 4, discard 2c 5d").steps]
    ['call', 'raise', 'discard']
    """

    def __init__(self, text: str) -> None:
        self.steps = tuple(_steps(text))
        self.n_taken = 0

    @property
    def is_over(self) -> bool:
        """Whether all steps are taken."""
        return self.n_taken == len(self.steps)

    def take_turn(self, table: GameTable) -> bool:
        """Do the next step; False if there is none.

        Raises
        ------
        TextError
            It is not legal; tells what is.
        """
        if self.is_over:
            return False
        step = self.steps[self.n_taken]
        self.n_taken += 1
        if step.seat is not None and step.seat != table.to_act:
            text = _("it is the turn of seat {seat}")
            raise step.error(text.format(seat=table.to_act + 1), _may(table))
        if step.word in ACTIONS:
            _act(table, step)
        else:
            _discard(table, step)
        return True

    def check_over(self) -> None:
        """Refuse steps for which there was no turn left.

        Raises
        ------
        TextError
            There are some.
        """
        if not self.is_over:
            problem, way_out = _("the play ends before this"), _("remove it, or play more --hands")
            raise self.steps[self.n_taken].error(problem, way_out)


def _steps(text: str) -> list[Step]:
    found = []
    for piece in _STEP.finditer(text):
        words = piece[0].strip()
        if not words or words.startswith("#"):
            continue
        start = piece.start() + piece[0].index(words)
        begin = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        line = text[begin : end if end >= 0 else None].rstrip()
        found.append(_step(line, start - begin, words))
    return found


def _step(line: str, start: int, text: str) -> Step:
    form = _FORM.fullmatch(text)
    assert form is not None
    word = form["word"].lower()
    seat = int(form["seat"]) - 1 if form["seat"] else None
    step = Step(line, start, text, seat, WORDS.get(word, ""))
    rest = form["rest"]
    if not step.word:
        problem = _("{word!r} is not an action").format(word=form["word"])
        raise step.error(problem + nearest(word, WORDS), _words())
    if step.word == "discard":
        return Step(
            line, start, text, seat, "discard", cards=_cards(step, form.start("rest"), rest)
        )
    if step.word == "stand" and rest.lower() == "pat":
        rest = ""
    amount = _AMOUNT.fullmatch(rest.lower())
    if rest and (amount is None or step.word in ("fold", "check", "stand")):
        problem = _("{text!r} means nothing after '{word}'").format(text=rest, word=word)
        raise step.error(problem, _words())
    return replace(step, amount=int(amount[1]) if amount else None)


def _words() -> str:
    text = _("write one of {list}; commas or new lines between")
    return text.format(list=", ".join(WORDS))


def _cards(step: Step, offset: int, text: str) -> tuple[int, ...]:
    if not text:
        raise step.error(
            _("no cards are named"), _("write discard 2c 5d, or stand to keep all five")
        )
    try:
        return tuple(parse_cards(text).tolist())
    except CardSyntaxError as error:
        start = step.start + offset + error.start
        raise CardSyntaxError(
            error.problem, step.line, start, error.length, error.way_out
        ) from None


def _act(table: GameTable, step: Step) -> None:
    legal = legal_words(table)
    if step.word not in table.legal:
        openers = table.betting.openers
        text = _("seat {seat} can't {action} here")
        if step.word == "bet" and openers:
            text = _("seat {seat} can't {action} here; {openers} or better may open")
        fields = {"seat": table.to_act + 1, "action": step.word, "openers": openers}
        raise step.error(text.format(**fields), _may(table))
    [exact] = [words for words in legal if words.split()[0] == step.word]
    if step.amount is not None and exact != f"{step.word} {step.amount}":
        text = _("seat {seat} can't {action} {chips}")
        fields = {"seat": table.to_act + 1, "action": step.word, "chips": step.amount}
        raise step.error(text.format(**fields), _may(table))
    table.act(step.word)


def _discard(table: GameTable, step: Step) -> None:
    seat = table.to_act
    if not table.is_drawing:
        raise step.error(_("seat {seat} does not draw now").format(seat=seat + 1), _may(table))
    own = table.cards(seat)
    jokers = [card for card in own if card >= FIRST_JOKER]
    # A joker is as good as another, and a text can't tell them apart.
    cards = [jokers.pop(0) if FIRST_JOKER <= c < UNKNOWN and jokers else c for c in step.cards]
    strange = [card for card in cards if card not in own]
    if strange:
        text = _("seat {seat} does not hold {cards}")
        raise step.error(text.format(seat=seat + 1, cards=card_text(strange)), _may(table))
    if not table.can_discard(cards):
        text = _("seat {seat} can't discard {cards}")
        raise step.error(text.format(seat=seat + 1, cards=card_text(cards)), _may(table))
    table.discard(cards)


def _may(table: GameTable) -> str:
    *words, last = legal_words(table)
    listed = _("{a} or {b}").format(a=", ".join(words), b=last) if words else last
    return _("seat {seat} may {list}").format(seat=table.to_act + 1, list=listed)


def legal_words(table: GameTable) -> tuple[str, ...]:
    """Return what the seat whose turn it is may do, as a script says it, with the chips.

    Examples
    --------
    >>> from pokersim.games.spec import load_betting
    >>> from pokersim.rules.loader import load_ruleset
    >>> table = GameTable(load_betting("blind-opening"), load_ruleset("standard"), [100] * 6)
    >>> table.deal(seed=1)
    >>> legal_words(table)
    ('fold', 'call 2', 'raise 3')
    """
    if table.is_drawing:
        return _draws(table)
    from pokersim.kernels.betting.engine import price_after

    owed = table.view(table.to_act).owed
    amounts = {"call": min(owed, table.stacks[table.to_act])}
    for action, number in (("bet", chips.BET_NOW), ("raise", chips.RAISE)):
        amounts[action] = int(price_after(table.rules, table.hand, number))
    return tuple(f"{a} {amounts[a]}" if a in amounts else a for a in table.legal)


def _draws(table: GameTable) -> tuple[str, ...]:
    own = table.cards(table.to_act)
    most = table.view(table.to_act).most_thrown
    if not most:
        return ("stand",)
    held = card_text(own)
    return ("stand", f"discard up to {most} of {held}" if most < len(own) else f"discard of {held}")
