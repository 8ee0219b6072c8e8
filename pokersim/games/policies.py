"""How players bet and draw: policies as data, and players who follow them at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from pokersim.constants import HAND_SIZE, LANGUAGES
from pokersim.errors import InputError, RulesetError, nearest, there_are
from pokersim.games.spec import GAMES, ROUNDS
from pokersim.games.table import ACTIONS, View
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.records import HandValues
from pokersim.language import _, language
from pokersim.rules.loader import read_text
from pokersim.rules.schema import Problems, Reader, parse_toml, shown

_FILE = files("pokersim.games") / "data" / "policies.toml"

SHARES = {
    "bet": chips.BET_SHARE,
    "stay": chips.CALL_SHARE,
    "stay-raised": chips.CALL_RAISE_SHARE,
    "raise": chips.RAISE_SHARE,
    "reraise": chips.RERAISE_SHARE,
    "bluff": chips.BLUFF,
}
"""Shares of a game by round, and where they stand in a policy's row."""

DRAWS = ("best", "draw-three-max", "simple", "stand-pat")
"""How a policy may draw, see :mod:`pokersim.studies.draw.draw_policies`."""

_KEYS = (*LANGUAGES, "about", "draw", "at-random", "minds-sight", *(f"{g}-game" for g in GAMES))


@dataclass(frozen=True)
class BettingPolicy:
    """How a player bets and draws.

    Attributes
    ----------
    name, titles, about
        What it is called, by language, and a sentence on it.
    draw
        The draw policy, one of :data:`DRAWS`.
    rows
        By game that it plays, ``POLICY_SIZE`` numbers: see :mod:`pokersim.kernels.betting.state`.
    """

    name: str
    titles: Mapping[str, str] = field(hash=False)
    about: str
    draw: str
    rows: Mapping[str, tuple[int, ...]] = field(hash=False)

    def title(self, code: str = "") -> str:
        """Return the title in a language, by default the one in use; English if it has none."""
        return self.titles.get(code or language()) or self.titles["en"]

    def row(self, game: str) -> np.ndarray:
        """Return ``int64[POLICY_SIZE]``: how it bets in a game.

        Raises
        ------
        InputError
            It says nothing of that game.
        """
        if game not in self.rows:
            text = _("the policy '{name}' can't play {game}: it has no {game}-game")
            raise InputError(text.format(name=self.name, game=game))
        return np.array(self.rows[game], dtype=np.int64)


@lru_cache(maxsize=1)
def policies() -> Mapping[str, BettingPolicy]:
    """Return every shipped policy by name, in the order of the file."""
    return parse_policies(_FILE.read_text(encoding="utf-8"), "policies.toml")


def load_policy(name: str) -> BettingPolicy:
    """Return a shipped policy, or one of a file of your own.

    Parameters
    ----------
    name
        ``rock``; the path of a file, ``mine.toml``, that holds one policy; or the path, a colon
        and which of them, ``mine.toml:shark``.

    Raises
    ------
    InputError
        There is none of that name, or the file can't be read or does not say which.
    RulesetError
        The file has problems; all of them are named.

    Examples
    --------
    >>> load_policy("rock").draw
    'best'
    """
    if ".toml" in name:
        return _own_policy(name)
    if name not in policies():
        text = _(
            "there is no betting policy '{name}'{hint}\n"
            "  name your own by its file, like mine.toml or mine.toml:shark"
        )
        hint = nearest(name, policies()) or there_are(policies())
        raise InputError(text.format(name=name, hint=hint))
    return policies()[name]


def _own_policy(name: str) -> BettingPolicy:
    path, which = (name, "") if name.endswith(".toml") else name.rpartition(":")[::2]
    found = parse_policies(read_text(Path(path)), path)
    if not which and len(found) == 1:
        [which] = found
    if which not in found:
        text = _("{file} has several policies: name one")
        if which:
            text = _("there is no policy '{name}' in {file}")
        problem = text.format(name=which, file=path) + nearest(which, found)
        raise InputError(problem + there_are(f"{path}:{there}" for there in found))
    return replace(found[which], name=name)


def parse_policies(text: str, origin: str) -> Mapping[str, BettingPolicy]:
    """Read the text of a file of policies.

    Raises
    ------
    RulesetError
        The file has problems; all of them are named.
    """
    table = parse_toml(text, origin)
    if not table:
        raise RulesetError(origin, [_("has no policy: each is a table, like [shark]")])
    problems = Problems()
    parent = Reader(table, "", problems)
    found = {name: _policy(name, reader) for name in table if (reader := parent.sub(name))}
    if problems.lines:
        raise RulesetError(origin, problems.lines)
    return found


def _policy(name: str, reader: Reader) -> BettingPolicy:
    reader.problems.unknown_keys(reader.path, reader.table, _KEYS)
    titles = {lang: title for lang in LANGUAGES if (title := reader.text(lang))}
    at_random, minds_sight = reader.truth("at-random"), reader.truth("minds-sight")
    rows = {game: row for game in GAMES if (row := _row(reader, game, at_random, minds_sight))}
    if not any(f"{game}-game" in reader.table for game in GAMES) and not at_random:
        text = _("is missing, and stud-game too: the shares of hands that it plays")
        reader.fail("draw-game", text)
    draw = reader.choice("draw", DRAWS, DRAWS[0])
    return BettingPolicy(name, {"en": name, **titles}, reader.text("about"), draw, rows)


def _row(reader: Reader, game: str, at_random: bool, minds_sight: bool) -> tuple[int, ...]:
    """Return the numbers of a game, none where the policy does not play it."""
    row = [0] * chips.POLICY_SIZE
    row[chips.AT_RANDOM], row[chips.MINDS_SIGHT] = at_random, minds_sight
    section = reader.sub(f"{game}-game")
    if section is None:
        return tuple(row) if at_random else ()
    reader.problems.unknown_keys(section.path, section.table, (*SHARES, "early"))
    for key, place in SHARES.items():
        shares = _shares(section, key, ROUNDS[game])
        row[place : place + len(shares)] = shares
    row[chips.EARLY] = _whole(section, "early", section.table.get("early", 0.0))
    return tuple(row)


def _shares(section: Reader, key: str, n_rounds: int) -> list[int]:
    values = section.table.get(key, [0.0] * n_rounds)
    if not isinstance(values, list) or len(values) != n_rounds:
        text = _("{value} is not a list of {n} shares, one per round")
        section.fail(key, text.format(value=shown(values), n=n_rounds))
        return [0] * n_rounds
    return [_whole(section, f"{key}[{i}]", value) for i, value in enumerate(values)]


def _whole(section: Reader, key: str, value: object) -> int:
    """Turn a share from 0 to 1 into one of 65,536."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        section.fail(key, _("{value} is not a share from 0 to 1").format(value=shown(value)))
        return 0
    return round(value * chips.WHOLE)


class PolicyPlayer:
    """A player at a table who follows a policy; it decides as in a batch.

    Parameters
    ----------
    policy
        How it bets and draws.
    outlook
        What cards promise under the ruleset in play.
    draw
        The row of the outlook's holds that it draws by.
    """

    def __init__(self, policy: BettingPolicy, outlook: HandValues, draw: int) -> None:
        self.policy = policy
        self.outlook = outlook
        n_hands = len(outlook.value)
        self._holds = outlook.holds[draw * n_hands : (draw + 1) * n_hands]

    def act(self, view: View) -> str:
        """Return what the policy does."""
        from pokersim.kernels.betting.decisions import chance, decide

        row = self.policy.row(view.game)
        legal = sum(1 << ACTIONS.index(action) for action in view.legal)
        limit = int(chance(row, 0, legal, view.round))
        roll = view.random(limit) if limit else 0
        share, beaten = self._judge(view)
        action = decide(row, 0, legal, view.round, view.raises, view.behind, share, beaten, roll)
        return ACTIONS[int(action)]

    def discard(self, view: View) -> Sequence[int]:
        """Return the cards that the draw policy throws, or as many of them as are allowed."""
        from pokersim.kernels.betting.decisions import number_of

        places = self._places(view.cards)
        by_place = sorted(view.cards, key=lambda card: int(self.outlook.place[card]))
        kept = int(self._holds[number_of(places, len(places), self.outlook.choose)])
        for top in range(HAND_SIZE, -1, -1):
            thrown = [c for j, c in enumerate(by_place) if not kept >> j & 1 and j < top]
            if view.can_discard(thrown):
                return thrown
        return []

    def _judge(self, view: View) -> tuple[int, bool]:
        """Return the share of hands that are better, and whether somebody shows more."""
        if view.game == "draw" and view.round > 0:
            return int(self.outlook.final[view.strength]), False
        own = self._places((*view.cards, *view.common))
        value = self._value(own)
        share = int(self.outlook.share[chips.WHOLE * len(own) + value])
        if view.game == "draw":
            return share, False
        boards = [
            self._places((*view.up[seat], *view.common))
            for seat in range(view.n_seats)
            if seat != view.seat and view.statuses[seat] != "folded"
        ]
        return share, any(value < self._value(board) for board in boards)

    def _value(self, places: np.ndarray) -> int:
        from pokersim.kernels.betting.seat_values import value_of

        return int(value_of(self.outlook, places, len(places)))

    def _places(self, cards: Sequence[int]) -> np.ndarray:
        return np.array([self.outlook.place[card] for card in cards], dtype=np.int64)
