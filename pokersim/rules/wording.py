"""Says in words what a pattern asks for, from its own vocabulary."""

from collections.abc import Sequence

from pokersim.cards import rank_text
from pokersim.language import N_, _
from pokersim.rules.pattern import Between, Pattern, RankRun

RANK_NAMES = (
    *(N_("deuce"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight")),
    *(N_("nine"), N_("ten"), N_("jack"), N_("queen"), N_("king"), N_("ace")),
)
"""Each rank as one card, from the deuce up."""

RANK_PLURALS = (
    *(N_("deuces"), N_("threes"), N_("fours"), N_("fives"), N_("sixes"), N_("sevens")),
    *(N_("eights"), N_("nines"), N_("tens"), N_("jacks"), N_("queens"), N_("kings"), N_("aces")),
)
"""Each rank as several cards, as in "a pair of sixes"."""

_SHAPES = {
    (1, 1, 1, 1, 1): N_("no pair"),
    (2, 1, 1, 1): N_("two of one rank"),
    (2, 2, 1): N_("two of one rank and two of another"),
    (3, 1, 1): N_("three of one rank"),
    (3, 2): N_("three of one rank and two of another"),
    (4, 1): N_("four of one rank"),
    (5,): N_("five of one rank"),
}
_RUNS = {
    3: N_("three in sequence"),
    4: N_("four in sequence"),
    5: N_("five in sequence"),
}
_BETWEEN = (
    N_("no cards between the {above} and the {below}"),
    N_("one card between the {above} and the {below}"),
    N_("two cards between the {above} and the {below}"),
    N_("three cards between the {above} and the {below}"),
    N_("four cards between the {above} and the {below}"),
    N_("five cards between the {above} and the {below}"),
)


def describe(pattern: Pattern) -> str:
    """Return what a hand must be, in words.

    Examples
    --------
    >>> from pokersim.rules.loader import catalogue
    >>> describe(catalogue()["big-tiger"].pattern)
    'no pair, king high, eight low'
    >>> describe(catalogue()["skip-straight"].pattern)
    'five in sequence, every other rank'
    """
    words = []
    if pattern.suited == 5:
        words.append(_("all of one suit"))
    if pattern.suited == 4:
        words.append(_("four of one suit and one of another"))
    if pattern.run is not None:
        words += _run(pattern.run)
    if pattern.counts is not None:
        words.append(_(_SHAPES[pattern.counts]))
    if pattern.high is not None:
        words.append(_("{rank} high").format(rank=_(RANK_NAMES[pattern.high])))
    if pattern.low is not None:
        words.append(_("{rank} low").format(rank=_(RANK_NAMES[pattern.low])))
    if pattern.contains:
        words.append(_("with {list}").format(list=_list(pattern.contains)))
    words += [_between(word) for word in pattern.between]
    if pattern.among:
        words.append(_("nothing but {list}").format(list=_list(pattern.among)))
    return ", ".join(words) or _("any hand")


def _run(run: RankRun) -> list[str]:
    words = [_(_RUNS[run.length])]
    if run.step == 2:
        words.append(_("every other rank"))
    if run.wrap:
        words[-1] = _("{run} round the corner").format(run=words[-1])
        words.append(_("the ace inside"))
    if run.ace == "high":
        words.append(_("the ace high only"))
    if run.ace == "low":
        words.append(_("the ace low only"))
    if run.open:
        words.append(_("open at both ends"))
    return words


def _between(word: Between) -> str:
    above, below = (_(RANK_NAMES[rank]) for rank in (word.above, word.below))
    return _(_BETWEEN[word.cards]).format(above=above, below=below)


def _list(ranks: Sequence[int]) -> str:
    texts = [rank_text(rank) for rank in sorted(ranks, reverse=True)]
    if len(texts) == 1:
        return texts[0]
    return _("{a} and {b}").format(a=", ".join(texts[:-1]), b=texts[-1])
