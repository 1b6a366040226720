"""What is said of the rule of the site against play without end."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.match.changes import bounds as rule
from games.matchpage.selectors.board import BoardFacts


def bounds_sentence(facts: BoardFacts) -> str:
    """Return how soon the match is drawn by the rule of the site; empty while it is far off."""
    bounds = facts.bounds
    if bounds is None:
        return ""
    if bounds.may_claim:
        said = _("%(moves)s moves without progress: either player may claim a draw.")
        return said % {"moves": bounds.quiet}
    to_limit, to_claim = rule.MOST_PLIES - bounds.plies, rule.QUIET_PLIES - bounds.quiet
    if to_limit <= to_claim:
        said = ngettext(
            "The match is drawn after %(left)s more move.",
            "The match is drawn after %(left)s more moves.",
            to_limit,
        )
        return said % {"left": to_limit}
    said = ngettext(
        "After %(left)s more move without progress either player may claim a draw.",
        "After %(left)s more moves without progress either player may claim a draw.",
        to_claim,
    )
    return said % {"left": to_claim}
