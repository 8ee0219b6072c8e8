"""How long something takes, in words."""

from math import ceil

from pokersim.language import _

_MOST_SECONDS = 10**9


def duration_text(seconds: float) -> str:
    """Return how long something takes, in whole seconds.

    >>> duration_text(0.2), duration_text(3725), duration_text(2 * 24 * 3600 + 1)
    ('00:00:01', '01:02:05', '2d 00:00:01')
    """
    whole = ceil(min(seconds, _MOST_SECONDS))
    days, rest = divmod(whole, 24 * 3600)
    text = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return _("{n}d {clock}").format(n=days, clock=text) if days else text
