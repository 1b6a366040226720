"""What plans refuse, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoPlans(GamesError):
    """Not in a match like this: it is played live, alone or against a bot, or pieces are placed."""

    sentence = _("Moves cannot be planned in this match.")


class PlanInTurn(GamesError):
    sentence = _("It is your turn: you can plan again after your move.")


class BadLine(GamesError):
    sentence = _("A line ends with a move of your own, and has 12 moves at most.")
    status = 422


class OtherReply(GamesError):
    sentence = _(
        "You have already planned another answer to the same move. Remove that line first."
    )
    status = 422


class TooManyLines(GamesError):
    sentence = _("A plan has 30 lines at most. Remove one first.")


class NoSuchLine(GamesError):
    sentence = _("This line is no longer in your plan.")
