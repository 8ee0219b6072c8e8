"""Numbers that the whole package shares."""

N_RANKS = 13
N_SUITS = 4
N_CARDS = N_RANKS * N_SUITS

FIRST_JOKER = N_CARDS
"""The id of the first joker; a card's id is ``4 * rank + suit``."""

MAX_JOKERS = 4
MAX_DECK = N_CARDS + MAX_JOKERS

HAND_SIZE = 5
"""Cards that count in a hand."""

N_HOLDS = 1 << HAND_SIZE
"""Ways to hold some cards of a hand and discard the rest."""

LANGUAGES = ("en", "ru")

STREAMS = {
    "showdown": 0,
    "draw": 1,
    "stud": 2,
    "betting": 3,
    "equity": 4,
    "holds": 5,
    "table": 0,
}
"""The random stream of each kind of job, so that no two deal the same cards from one seed.

Hands played one at a time at a table keep the stream of showdowns, with which they began.
"""
