"""The text of a new ruleset file: one of the shipped ones with the words explained."""

from pokersim.errors import InputError
from pokersim.language import N_, _
from pokersim.rules.loader import NAME, catalogue, is_path, load_ruleset
from pokersim.rules.wording import describe

_HEAD = N_("""\
# House rules for pokersim.  Use them by their path:  pokersim rules check {path}
# Everything after a '#' is a comment; delete what you don't need.

en = "{title}"             # the title; ru = "..." for one in Russian
source = "our table"
about = "{about}"
deck = "52"                # 52, 36 (6 to A), 32 (7 to A), or the ranks, like "789TJQKA"

# Best first; the last is always high-card.
ranking = [
{ranking}]

# Combinations that can be put into the ranking as well:
{others}

# A combination of your own.  All that the pattern says must hold:
#   counts = [3, 2]          cards of the same rank, most first; no-pair = true for five ranks
#   high = "K"  low = "8"    the highest and the lowest rank, the ace high
#   contains = ["9", "5"]    ranks that must be there;  among = ["J", "Q", "K"]  the only ones
#   between = [{{ cards = 1, above = "5", below = "9" }}]    so many cards strictly between
#   run = {{ length = 5, step = 1 }}    in sequence; step = 2 every other rank; ace = "high" or
#                            "low"; wrap = true round the corner; open = true at both ends
#   suited = 5               of one suit; 4 for four of a suit and one of another
# Ties by  tie-break = "groups" (pairs first), "cards" (card by card), "run" (top of the run),
# "suited" (the suited cards first) or "orthodox".  like = "blaze" starts from another one.
#
# [combination.full-moon]
# en = "Full Moon"
# pattern = {{ no-pair = true, high = "Q", low = "7" }}
# tie-break = "cards"
""")


def ruleset_template(name: str, like: str, path: str) -> str:
    """Return the text of a ruleset file that plays like a shipped one.

    Parameters
    ----------
    name
        What the ruleset is to be called.
    like
        The shipped ruleset to start from.
    path
        How the user will name the file, for the comment on top.

    Raises
    ------
    InputError
        The name is none, or there is no such ruleset to start from.
    """
    if not NAME.fullmatch(name):
        text = _(
            "'{name}' is not a name for a ruleset: use small letters, digits and hyphens, "
            "like thursday"
        )
        raise InputError(text.format(name=name))
    if is_path(like):
        text = _("'{name}' is a file: copy it, or start from one of the shipped rulesets")
        raise InputError(text.format(name=like))
    base = load_ruleset(like)
    used = {combination.id for combination in base.ranking}
    ranking = "".join(
        f'    "{c.id}",'.ljust(42) + f"# {describe(c.pattern)}\n" for c in base.ranking
    )
    others = "\n".join(
        f"#   {c.id}".ljust(42) + f"# {describe(c.pattern)}"
        for c in catalogue().values()
        if c.id not in used
    )
    return _(_HEAD).format(
        path=path,
        title=name.replace("-", " ").capitalize(),
        about=_("Like {name}, until you change it.").format(name=base.name),
        ranking=ranking,
        others=others,
    )
