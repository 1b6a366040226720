"""How matches end, in a word or two for staff."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engines.core.outcome import Termination

NAMES = {
    "time": _("time"),
    "resignation": _("resignation"),
    "forfeit": _("forfeit"),
    "agreement": _("agreement"),
    "no-force": _("resignation, with too few pieces against it to win"),
    "quiet": _("draw claimed, without progress"),
    "move-limit": _("limit of moves"),
    "season": _("end of the season"),
    "closed": _("account closed"),
    "stuck": _("a bot could not move"),
    "adjudicated": _("decided by a moderator"),
    "annulled": _("annulled by a moderator"),
    "first-move": _("no first move"),
    "set-up": _("no set-up"),
    "left": _("left before play"),
    "withdrawn": _("withdrawn"),
    Termination.CHECKMATE: _("checkmate"),
    Termination.STALEMATE: _("stalemate"),
    Termination.INSUFFICIENT_MATERIAL: _("too few pieces left"),
    Termination.REPETITION: _("repetition"),
    Termination.NO_PROGRESS: _("no progress"),
    Termination.OCCUPATION: _("headquarters taken"),
    Termination.ELIMINATION: _("nothing left to play with"),
    Termination.KING_CAPTURED: _("king captured"),
    Termination.TRIAL: _("king on the far side"),
    Termination.FOUL_PROVEN: _("foul proven"),
    Termination.DOUBT_MISS: _("Doubt without a foul"),
    Termination.ROUNDS: _("last round"),
    Termination.CONCESSION: _("left the match"),
}


def ending_name(ended_how: str) -> str:
    """Return what the code in `Match.ended_how` means; the code itself for one we do not know."""
    return str(NAMES.get(ended_how, ended_how))


def ending_codes() -> tuple[str, ...]:
    """Every code there is."""
    return tuple(NAMES)
