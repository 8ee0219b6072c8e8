"""What the betting engine works on: the rules of a game and a hand under way, as integers.

Each is one ``int64`` array, and the names here are the places in it: ``hand[STACK + seat]``.  One
array is cheap to hand from function to function, to copy, and to look at.  Chips are counted in
white ones.  Seats are numbered clockwise from 0 at the dealer's left; the last is the dealer.
"""

from typing import NamedTuple

from pokersim.constants import HAND_SIZE, MAX_DECK

MAX_SEATS = 14
MAX_ROUNDS = 4

# The rules of a game -----------------------------------------------------------------------------

GAME = 0
"""``DRAW`` or ``STUD``."""
N_ROUNDS = 1
ANTE_EACH = 2
"""Chips that every player puts in before the deal."""
ANTE_DEALER = 3
"""Chips that the dealer alone puts in; no part of his bets."""
BLIND = 4
"""The bet that the first seat makes before the deal, 0 for none."""
N_STRADDLES = 5
MAX_RAISES = 6
"""Voluntary raises in a round."""
OPENING = 7
"""What may be done before a bet in the first round: ``MAY_PASS``, ``BET_OR_FOLD``, ``MUST_BET``."""
LATER = 8
"""The same in later rounds."""
FIRST_LATER = 9
"""Who is first in later rounds: ``OPENER_FIRST``, ``AFTER_STRADDLES`` or ``BEST_SHOWING``."""
PASSED_ON = 10
"""When the pot stays for the next deal: ``NEVER``, ``UNOPENED`` or ``ANY_ROUND`` without a bet."""
OPENERS = 11
"""The least strength that may open; 0 for any."""
OPENER_FREE = 12
"""Whether the blind bettor owes nothing as long as nobody raises."""
STRADDLER_RAISES = 13
"""Whether the last straddler may raise when everybody has called."""
MOST_DRAWN = 14
"""Cards that may be thrown at most."""
ACE_DRAWS_FOUR = 15
"""Whether one who keeps an ace may throw four all the same."""
LIMIT = 16
"""The bet and the raise in each round, ``MAX_ROUNDS`` places."""
STRADDLE = 20
"""What each straddle makes the bet, ``MAX_SEATS`` places."""
RULES_SIZE = STRADDLE + MAX_SEATS

DRAW, STUD = 0, 1
MAY_PASS, BET_OR_FOLD, MUST_BET = 0, 1, 2
OPENER_FIRST, AFTER_STRADDLES, BEST_SHOWING = 0, 1, 2
NEVER, UNOPENED, ANY_ROUND = 0, 1, 2

# A hand under way --------------------------------------------------------------------------------

N_SEATS = 0
PHASE = 1
"""What is to be done: ``EVALUATING`` the seats, ``BETTING``, ``DRAWING``, or nothing, ``DONE``."""
ROUND = 2
TO_ACT = 3
"""The seat whose turn it is, -1 for none."""
PRICE = 4
"""The bet of the round that all must match."""
RAISES = 5
"""Voluntary raises in this round."""
OPENER = 6
"""The seat that opened, -1 for none yet."""
DEAD = 7
"""Chips in the pot that are nobody's bet: the dealer's ante, and what was passed on."""
N_DECK = 8
NEXT_CARD = 9
"""Where in the deck the next card is."""
N_DISCARDS = 10
N_COMMON = 11
RESULT = 12
"""How the hand ended: ``UNCONTESTED``, ``SHOWN`` or ``LEFT`` to the next deal; -1 before."""
N_EVENTS = 13
CARRIED = 14
"""Chips that the last hand has left for this one, or this one for the next."""
FREE_FROM = 15
"""The blind bettor owes nothing for the part of his level from here ..."""
FREE_TO = 16
"""... to here."""
SEED = 17
"""The stream for shuffling thrown cards: seed, job, chunk and the next block, four places."""
LOG_ROOM = 21
"""How many events the log has room for."""
ACTIVE = 22
"""The seats that can still bet, as a set: a bit ``1 << seat`` for each; so are the next three."""
ALL_IN = 23
"""Those that play for the pot and have no chips left.  Who is in neither set has folded."""
PENDING = 24
"""Those that must still act in this round."""
MAY_RAISE = 25
SCALARS = 26

STACK = SCALARS
BET = STACK + MAX_SEATS
"""Chips put in during this round."""
LEVEL = BET + MAX_SEATS
"""What a seat has put in, all rounds: it says which side pots it plays for."""
STRENGTH = LEVEL + MAX_SEATS
"""What the whole hand is worth; filled by who looks at the cards."""
SHOWING = STRENGTH + MAX_SEATS
"""What the cards in sight are worth, in stud."""
WON = SHOWING + MAX_SEATS
N_DRAWN = WON + MAX_SEATS
"""Cards drawn, -1 before the seat's turn to draw."""
N_HELD = N_DRAWN + MAX_SEATS
"""Cards of the seat's own."""
PLAYER = N_HELD + MAX_SEATS
"""Who sits there: a number that stays with the stack when the deal moves on."""
CARDS = PLAYER + MAX_SEATS
"""Card ids, five places a seat, in the order dealt; in stud the first is the hole card."""
COMMON = CARDS + HAND_SIZE * MAX_SEATS
DECK = COMMON + HAND_SIZE
"""Card ids in dealing order."""
DISCARDS = DECK + MAX_DECK
ASIDE = DISCARDS + MAX_DECK
"""Cards that the drawing player throws, until they are among those thrown."""
STATE_SIZE = ASIDE + HAND_SIZE

EVALUATING, BETTING, DRAWING, DONE = 0, 1, 2, 3
UNCONTESTED, SHOWN, LEFT = 0, 1, 2

# Actions, and what happened ----------------------------------------------------------------------

FOLD, CHECK, CALL, BET_NOW, RAISE = 0, 1, 2, 3, 4
N_ACTIONS = 5
ANTED, BLIND_BET, STRADDLED, DEALT, DEALT_UP, DEALT_COMMON = 5, 6, 7, 8, 9, 10
DISCARDED, STOOD_PAT, DREW, SHUFFLED, RETURNED, WON_POT, LEFT_POT = 11, 12, 13, 14, 15, 16, 17


class Event(NamedTuple):
    """A row of the log of a hand.

    Attributes
    ----------
    kind
        An action, or one of the names from ``ANTED`` to ``LEFT_POT``.
    seat
        Whose it is, -1 for nobody's.
    amount
        Chips paid, returned or won; for ``SHUFFLED`` how many cards.
    card
        Card id, -1 for none; for ``WON_POT`` the number of the pot, from the main one, 0.
    pot, price
        Chips in the pot and the bet to match, afterwards.
    round
        The round that it happened in, from 0.
    """

    kind: int
    seat: int
    amount: int
    card: int
    pot: int
    price: int
    round: int


EVENT_SIZE = len(Event._fields)

# Policies ----------------------------------------------------------------------------------------
# Shares are of all hands, best first, of 65,536: a hand is in a share when fewer are better.

WHOLE = 1 << 16
BET_SHARE = 0
"""Hands that bet when nobody has, by round, ``MAX_ROUNDS`` places; so do the next five."""
CALL_SHARE = BET_SHARE + MAX_ROUNDS
"""Hands that stay when there was a bet and no raise."""
CALL_RAISE_SHARE = CALL_SHARE + MAX_ROUNDS
"""Hands that stay when there was a raise."""
RAISE_SHARE = CALL_RAISE_SHARE + MAX_ROUNDS
"""Hands that raise first."""
RERAISE_SHARE = RAISE_SHARE + MAX_ROUNDS
"""Hands that raise again."""
BLUFF = RERAISE_SHARE + MAX_ROUNDS
"""How often, of 65,536, any hand is bet or raised first as if it were the best."""
EARLY = BLUFF + MAX_ROUNDS
"""What a first bet's share loses for each player still to act."""
AT_RANDOM = EARLY + 1
"""Whether every legal action is as likely, whatever the hand."""
MINDS_SIGHT = AT_RANDOM + 1
"""Whether a hand that is beaten by what somebody shows is folded."""
POLICY_SIZE = MINDS_SIGHT + 1
