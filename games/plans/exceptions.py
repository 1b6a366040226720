"""What plans refuse, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoPlans(GamesError):
    """Not in a match like this: it is played live, alone or against a bot, or pieces are placed."""

    code = "no-plans"
    sentence = _("Moves cannot be planned in this match.")


class PlanInTurn(GamesError):
    """Whoever is to move moves; a plan is for the time until then."""

    code = "plan-in-turn"
    sentence = _("It is your turn: you can plan again after your move.")


class BadLine(GamesError):
    """A line is as long as it may be, and its last move is one's own."""

    code = "bad-line"
    sentence = _("A line ends with a move of your own, and has 12 moves at most.")
    status = 422


class OtherReply(GamesError):
    """There is one answer to each move of the other side."""

    code = "other-reply"
    sentence = _(
        "You have already planned another answer to the same move. Remove that line first."
    )
    status = 422


class TooManyLines(GamesError):
    """A plan has as many lines as it may."""

    code = "too-many-lines"
    sentence = _("A plan has 30 lines at most. Remove one first.")


class NoSuchLine(GamesError):
    """The plan has no such line (any more)."""

    code = "no-such-line"
    sentence = _("This line is no longer in your plan.")
