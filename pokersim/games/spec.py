"""Betting systems as data: read, checked, changed by settings, and turned into integers.

A system is a TOML file of settings; the shipped ones and a user's own are read by the same
code, and every setting may be given another value for one run.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from pokersim.constants import HAND_SIZE, LANGUAGES
from pokersim.errors import InputError, RulesetError, nearest
from pokersim.kernels.betting import state as chips
from pokersim.language import _, language, later
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.hand_range import strengths_in_range
from pokersim.rules.loader import is_path, read_text
from pokersim.rules.schema import Problems, Reader, parse_toml, shown

_DATA = files("pokersim.games") / "data"

GAMES = ("draw", "stud")
ROUNDS = {"draw": 2, "stud": 4}
MOST_PLAYERS = {"draw": 10, "stud": chips.MAX_SEATS}
ANTES = ("none", "each", "dealer")
CHIPS = ("white", "red")
BEFORE_A_BET = ("pass", "bet-or-fold", "must-bet")
FIRST_LATER = ("opener", "after-straddles", "best-showing")
PASSED_ON = ("never", "unopened", "any-round")
FOLDED_CARDS = ("shown", "mucked")
BY_STRADDLE = "straddle"
"""Limits of half the last straddle before the draw, and of the whole of it afterwards."""
MAX_CHIPS = 1000
MAX_RAISES = 20

SETTINGS = {
    "game": later("one of {list}", list=", ".join(GAMES)),
    "players": later("how many can play, [least, most]"),
    "ante": later("who puts in an ante: {list}", list=", ".join(ANTES)),
    "ante-chips": later("how much it is: a number, or white or red for a chip of that colour"),
    "red-chip": later("white chips that a red one is worth"),
    "blind": later("the bet that the first seat makes before the deal"),
    "straddles": later("what each straddle makes the bet, [2, 4], or how many double it"),
    "limits": later("bet and raise of each round, [1, 2], or '{word}'", word=BY_STRADDLE),
    "raises": later("voluntary raises in a round, at most"),
    "first-round": later("before anybody bets, first round: {list}", list=", ".join(BEFORE_A_BET)),
    "later-rounds": later("the same, later rounds"),
    "first-later": later("who is first in later rounds: {list}", list=", ".join(FIRST_LATER)),
    "passed-on": later("when the pot stays for the next deal: {list}", list=", ".join(PASSED_ON)),
    "openers": later("the weakest hand that may open, like one-pair:JJ"),
    "opener-free": later("whether the blind bettor owes nothing while nobody raises"),
    "straddler-raises": later("whether the last straddler may raise when all have called"),
    "most-drawn": later("cards that may be drawn at most"),
    "ace-draws-four": later("whether one who keeps an ace may draw four all the same"),
    "folded-cards": later(
        "whether cards of folded players are {list}",
        list=later("{a} or {b}", a=FOLDED_CARDS[0], b=FOLDED_CARDS[1]),
    ),
    "showing-kickers": later("whether kickers in sight decide who is first"),
}
"""Every setting of a betting system, and what it says."""

_EARLIER_KEYS = {"dropped-cards": "folded-cards"}
_KEYS = (*LANGUAGES, "source", "about", *SETTINGS)


@dataclass(frozen=True)
class Betting:
    """How a game is bet: the settings of a file.

    Attributes
    ----------
    name, titles, source, about
        As in a ruleset.
    game
        ``draw`` or ``stud``.
    least_players, most_players
        How many can play.
    ante, ante_chips
        Who puts in an ante, and how many white chips.
    blind, straddles
        Bets before the deal, in white chips; the straddles are what they make the bet.
    limits
        Bet and raise of each round.
    max_raises
        Voluntary raises in a round.
    first_round, later_rounds, first_later, passed_on, openers
    opener_free, straddler_raises, most_drawn, ace_draws_four, folded_cards, showing_kickers
        See :data:`SETTINGS`.
    """

    name: str
    titles: Mapping[str, str] = field(hash=False)
    source: str
    about: str
    game: str
    least_players: int
    most_players: int
    ante: str
    ante_chips: int
    blind: int
    straddles: tuple[int, ...]
    limits: tuple[int, ...]
    max_raises: int
    first_round: str
    later_rounds: str
    first_later: str
    passed_on: str
    openers: str
    opener_free: bool
    straddler_raises: bool
    most_drawn: int
    ace_draws_four: bool
    folded_cards: str
    showing_kickers: bool

    def title(self, code: str = "") -> str:
        """Return the title in a language, by default the one in use; English if it has none."""
        return self.titles.get(code or language()) or self.titles["en"]

    @property
    def n_rounds(self) -> int:
        """Rounds of betting."""
        return ROUNDS[self.game]

    @property
    def forced(self) -> int:
        """White chips that are in the pot before anybody acts, but for the antes of all."""
        return self.blind + sum(self.straddles) + self.ante_chips * (self.ante == "dealer")

    @property
    def fewest_seats(self) -> int:
        """Players that a hand takes: as the system says, and all who straddle behind the blind."""
        return max(self.least_players, len(self.straddles) + 1)

    def check_seats(self, n_players: int, n_cards: int) -> None:
        """Refuse a number of players, or a deck too small for them.

        Raises
        ------
        InputError
            It does not fit the game, the straddles or the deck.
        """
        low, high = self.least_players, self.most_players
        if not low <= n_players <= high:
            text = _("'{name}' is for {low} to {high} players, not {n}")
            raise InputError(text.format(name=self.name, low=low, high=high, n=n_players))
        if len(self.straddles) > n_players - 1:
            text = _(
                "{n} straddles need {n_players} players: everybody but the blind bettor can "
                "make one"
            )
            raise InputError(text.format(n=len(self.straddles), n_players=len(self.straddles) + 1))
        # In stud each round after the first deals one card at least, to all in common.
        needed = HAND_SIZE * n_players if self.game == "draw" else 2 * n_players + 3
        if needed > n_cards:
            text = _("{n} players need {needed} cards; the deck has {n_cards}")
            raise InputError(text.format(n=n_players, needed=needed, n_cards=n_cards))

    def rules(self, ranking: Ranking) -> np.ndarray:
        """Return ``int64[RULES_SIZE]``: the rules of :mod:`pokersim.kernels.betting.state`."""
        rules = np.zeros(chips.RULES_SIZE, dtype=np.int64)
        ante_of = {who: self.ante_chips if self.ante == who else 0 for who in ANTES}
        values = {
            chips.GAME: chips.STUD if self.game == "stud" else chips.DRAW,
            chips.N_ROUNDS: self.n_rounds,
            chips.ANTE_EACH: ante_of["each"],
            chips.ANTE_DEALER: ante_of["dealer"],
            chips.BLIND: self.blind,
            chips.N_STRADDLES: len(self.straddles),
            chips.MAX_RAISES: self.max_raises,
            chips.OPENING: BEFORE_A_BET.index(self.first_round),
            chips.LATER: BEFORE_A_BET.index(self.later_rounds),
            chips.FIRST_LATER: FIRST_LATER.index(self.first_later),
            chips.PASSED_ON: PASSED_ON.index(self.passed_on),
            chips.OPENERS: self.least_opener(ranking),
            chips.OPENER_FREE: self.opener_free,
            chips.STRADDLER_RAISES: self.straddler_raises,
            chips.MOST_DRAWN: self.most_drawn,
            chips.ACE_DRAWS_FOUR: self.ace_draws_four,
        }
        for place, value in values.items():
            rules[place] = value
        rules[chips.LIMIT : chips.LIMIT + len(self.limits)] = self.limits
        rules[chips.STRADDLE : chips.STRADDLE + len(self.straddles)] = self.straddles
        return rules

    def least_opener(self, ranking: Ranking) -> int:
        """Return the least strength that may open under a ruleset, 0 for any.

        Raises
        ------
        InputError
            No hand of the ruleset and its deck is of the kind.
        """
        if not self.openers:
            return 0
        try:
            strengths = strengths_in_range(self.openers, ranking)
        except InputError as error:
            text = _(
                "'{name}' needs openers of {openers}: {error}\n"
                "  name a hand that may open, like --set openers=one-pair, or any: --set "
                "openers=any"
            )
            raise InputError(
                text.format(name=self.name, openers=self.openers, error=error)
            ) from error
        return int(np.flatnonzero(strengths)[0])


@lru_cache(maxsize=1)
def betting_names() -> tuple[str, ...]:
    """Return the names of the shipped betting systems."""
    found = [entry.name for entry in _DATA.iterdir() if entry.name.endswith(".toml")]
    return tuple(sorted(name.removesuffix(".toml") for name in found if name != "policies.toml"))


def load_betting(name: str, settings: Mapping[str, Any] | None = None) -> Betting:
    """Load a shipped betting system by name, or one from a file by its path.

    Parameters
    ----------
    name
        ``jackpots``, or a path that ends in ``.toml`` or has a folder in it.
    settings
        Values by key that go before those of the file, see :data:`SETTINGS`.

    Raises
    ------
    InputError
        There is no such system, or the file can't be read.
    RulesetError
        The file or a setting has problems; all of them are named.

    Examples
    --------
    >>> load_betting("blind-raising").straddles
    (2, 4)
    >>> load_betting("blind-raising", {"straddles": 3}).limits
    (4, 8)
    """
    if is_path(name):
        text, origin, stem = read_text(Path(name)), name, Path(name).stem
    elif name in betting_names():
        text, origin, stem = (_DATA / f"{name}.toml").read_text(encoding="utf-8"), name, name
    else:
        hint = nearest(name, betting_names())
        problem = _(
            "there is no betting system '{name}'{hint}\n"
            "  shipped: {list}\n"
            "  name a file of your own by its path, like ./tuesday.toml"
        )
        raise InputError(problem.format(name=name, hint=hint, list=", ".join(betting_names())))
    return parse_betting(text, origin, stem, settings or {})


def parse_betting(text: str, origin: str, name: str, settings: Mapping[str, Any]) -> Betting:
    """Read the text of a betting system, with some settings changed."""
    table = parse_toml(text, origin)
    problems = Problems()
    reader = Reader(_renamed({**table, **settings}), "", problems)
    problems.unknown_keys("", reader.table, _KEYS)
    game = reader.choice("game", GAMES, GAMES[0])
    titles = {lang: title for lang in LANGUAGES if (title := reader.text(lang))}
    blind = reader.number("blind", 0, MAX_CHIPS, 0) or 0
    straddles = _straddles(reader, blind)
    least, most = _players(reader, game, 3 if blind else 2)
    system = Betting(
        name=name,
        titles={"en": name, **titles},
        source=reader.text("source"),
        about=reader.text("about"),
        game=game,
        least_players=least,
        most_players=most,
        ante=reader.choice("ante", ANTES, ANTES[0]),
        ante_chips=_ante_chips(reader),
        blind=blind,
        straddles=straddles,
        limits=_limits(reader, ROUNDS[game], straddles),
        max_raises=reader.number("raises", 0, MAX_RAISES, 3) or 0,
        first_round=reader.choice("first-round", BEFORE_A_BET, BEFORE_A_BET[0]),
        later_rounds=reader.choice("later-rounds", BEFORE_A_BET[:2], BEFORE_A_BET[0]),
        first_later=reader.choice("first-later", FIRST_LATER, FIRST_LATER[0]),
        passed_on=reader.choice("passed-on", PASSED_ON, PASSED_ON[0]),
        openers=reader.text("openers") if reader.table.get("openers") else "",
        opener_free=reader.truth("opener-free"),
        straddler_raises=reader.truth("straddler-raises", True),
        most_drawn=reader.number("most-drawn", 0, HAND_SIZE, HAND_SIZE) or 0,
        ace_draws_four=reader.truth("ace-draws-four"),
        folded_cards=reader.choice("folded-cards", FOLDED_CARDS, FOLDED_CARDS[0]),
        showing_kickers=reader.truth("showing-kickers", True),
    )
    _check_together(system, problems)
    if problems.lines:
        raise RulesetError(origin, problems.lines)
    return system


def _renamed(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings under today's names: files and scripts may have the earlier ones."""
    return {
        _EARLIER_KEYS.get(key, key): "bet-or-fold" if value == "bet-or-drop" else value
        for key, value in table.items()
    }


def _check_together(system: Betting, problems: Problems) -> None:
    """Note settings that are fine by themselves, but not with each other."""
    if system.game == "stud" and system.blind:
        problems.add("blind", _("five-card stud has no blind bets: the highest card shown opens"))
    if system.game == "draw" and system.first_later == "best-showing":
        problems.add("first-later", _("no card is shown in a draw game"))
    if system.game == "stud" and system.first_later != "best-showing":
        problems.add("first-later", _("in stud the best hand showing is first: 'best-showing'"))
    if system.blind and system.passed_on != "never":
        problems.add("passed-on", _("with a blind bet the first round is always opened"))
    if system.openers and (system.blind or system.game == "stud"):
        text = _("are for draw games that must be opened with a hand of some strength")
        problems.add("openers", text)
    if system.passed_on != "never" and system.first_round == "bet-or-fold":
        problems.add("passed-on", _("if players must bet or fold, somebody always takes the pot"))
    if not system.blind and system.first_later == "after-straddles":
        problems.add("first-later", _("there are no straddles without a blind bet"))


def _players(reader: Reader, game: str, least: int) -> tuple[int, int]:
    most = MOST_PLAYERS[game]
    value = reader.table.get("players", [least, most])
    numbers = isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)
    if not numbers or not least <= value[0] <= value[1] <= most:
        text = _("{value} is not [least, most] from {least} to {most}")
        reader.fail("players", text.format(value=shown(value), least=least, most=most))
        return least, most
    return value[0], value[1]


def _ante_chips(reader: Reader) -> int:
    red = reader.number("red-chip", 1, MAX_CHIPS, 5) or 5
    value = reader.table.get("ante-chips", 1)
    if isinstance(value, str):
        return {"white": 1, "red": red}[reader.choice("ante-chips", CHIPS, CHIPS[0])]
    return reader.number("ante-chips", 1, MAX_CHIPS, 1) or 1


def _straddles(reader: Reader, blind: int) -> tuple[int, ...]:
    value = reader.table.get("straddles", 0)
    if type(value) is int and 0 <= value < chips.MAX_SEATS:
        found = [blind << i for i in range(1, value + 1)]
    elif isinstance(value, list) and all(type(n) is int for n in value):
        found = value
    else:
        text = _("{value} is neither a number of straddles nor a list of bets")
        reader.fail("straddles", text.format(value=shown(value)))
        return ()
    if found and not blind:
        reader.fail("straddles", _("there is no blind bet to straddle: set blind"))
        return ()
    if len(found) >= chips.MAX_SEATS or any(n > MAX_CHIPS for n in found):
        text = _("{value}: too many straddles, or more than {most} chips")
        reader.fail("straddles", text.format(value=shown(value), most=MAX_CHIPS))
        return ()
    for i, (before, bet) in enumerate(zip([blind, *found], found, strict=False)):
        if bet < 2 * before:
            text = _("{bet} is less than twice {before}")
            reader.fail(f"straddles[{i}]", text.format(bet=bet, before=before))
    return tuple(found)


def _limits(reader: Reader, n_rounds: int, straddles: tuple[int, ...]) -> tuple[int, ...]:
    default = [1] * (n_rounds - 1) + [2]
    value = reader.table.get("limits", default)
    if value == BY_STRADDLE and not reader.table.get("straddles"):
        text = _("'{word}' is half of the last straddle: there is none")
        reader.fail("limits", text.format(word=BY_STRADDLE))
        return tuple(default)
    if value == BY_STRADDLE:
        last = straddles[-1] if straddles else 2
        return (last // 2, *[last] * (n_rounds - 1))
    numbers = isinstance(value, list) and all(type(n) is int and 1 <= n <= MAX_CHIPS for n in value)
    if numbers and len(value) == 2:  # in stud too: the last round has its own
        return (*[value[0]] * (n_rounds - 1), value[1])
    if numbers and len(value) == n_rounds:
        return tuple(value)
    text = _("{value} is neither {n} numbers from 1 to {most} nor '{word}'")
    reader.fail(
        "limits",
        text.format(value=shown(value), n=n_rounds, most=MAX_CHIPS, word=BY_STRADDLE),
    )
    return tuple(default)
