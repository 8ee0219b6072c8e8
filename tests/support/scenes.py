"""Hands set up card by card for the tests of ``deal``: a scene for every betting system."""

from collections.abc import Sequence
from typing import NamedTuple

from support.commands import run_here
from support.process import ROOT

GOLDEN = ROOT / "tests" / "golden" / "deal"


class Scene(NamedTuple):
    """A hand to be dealt: options, the cards of each seat, those that come later, and the play."""

    args: str
    hands: Sequence[str]
    later: str
    actions: str

    @property
    def deck(self) -> str:
        """The cards in dealing order: one at a time, from the dealer's left."""
        turns = zip(*(hand.split() for hand in self.hands), strict=True)
        return " ".join([*(card for turn in turns for card in turn), self.later])

    def command(self, *more: str) -> list[str]:
        """Return the words of the command line."""
        order = ["--deck-order", self.deck] if self.hands else []
        return ["deal", *self.args.split(), *order, "--actions", self.actions, *more]

    def told(self, *more: str) -> str:
        """Play it and return what is printed; nothing else must be said."""
        done = run_here(self.command(*more))
        assert (done.code, done.err) == (0, "")
        return done.out


SCENES = {
    "pass-and-out": Scene(
        "--betting pass-and-out --players 4 -r cats-and-dogs --seed 1",
        ["2c 7d 9h Jc 4s", "8h 9c Td Qs 3c", "Kh Jd Th 9s 8c", "5d 5c 2h 7s Ac"],
        "Jh",
        "fold, bet, raise, fold, call; discard 3c, stand; check, bet, raise, call",
    ),
    "pass-and-back": Scene(
        "--betting pass-and-back --players 4 --hands 2 --seed 1",
        [],
        "",
        "pass, pass, pass, pass\n"
        "pass, bet, call, fold, call; stand, stand, stand; bet 2, fold, call 2",
    ),
    "jackpots": Scene(
        "--betting jackpots --stack 20,20,5,20 --seed 1",
        ["2c 7d 9h Jc 4s", "Jh Jd 8h 5h 2h", "As Ad 9c 6s 3c", "Kc Kd 9d 6h 3s"],
        "7h Ac 4d 4h 2s 8c Kh",
        "pass, 2:bet, 3:raise, call, fold, raise to 3, call, call\n"
        "discard Jd  # the openers are split\n"
        "discard 9c 6s 3c; discard 9d 6h 3s\n"
        "bet, call 1, call 2",
    ),
    "blind-opening": Scene(
        "--betting blind-opening --players 6 --seed 1",
        [
            *("Th Td As 9c 5h", "2c 3d 7c 8h Jc", "4c 4d 6s 7d Qh"),
            *("Tc Ts Ah 9d 5s", "2d 6h 8s Jd Qs", "3c 5d 7h 9h Kd"),
        ],
        "Kc Qc 2h 3h 6c 8d",
        "call, raise, fold, fold, call 2, call 1, call 1\n"
        "stand, discard 2c 3d 7c, discard 6s 7d Qh, stand\n"
        "1:check, check, check, check",
    ),
    "blind-raising": Scene(
        "--betting blind-raising --players 4 --seed 1",
        ["9h 9d As 5c 2h", "Kc Jd 8s 6h 3d", "Qh Qs Qd 7c 4c", "Ad Kd Jh 9s 7h"],
        "8c Tc 2s 6c Ts",
        "call 4, call 3, fold, 3:raise 6, fold, call 2\n"
        "discard As 5c 2h, discard 7c 4c\n"
        "1:check, bet 4, fold",
    ),
    "five-card-stud": Scene(
        "--betting five-card-stud --players 6 -r four-flush --seed 1",
        ["8h Ah", "7c 2c", "8s Qs", "5h 7d", "6c Kd", "Td Ad"],
        "Jh 2d Jd 4c Kc  9h Ks Tc 8d  3h Qc 9s 5c",
        "bet, call, call, call, fold, call\n"
        "2:check, check, check, bet, call, call, call, fold\n"
        "2:bet, call, call, call\n"
        "1:bet 2, fold, raise 4, fold, raise 6, call",
    ),
}
"""What shows the points of each system: the transcripts are golden files of the same name."""
