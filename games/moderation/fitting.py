"""Whether a match bears out what is reported of somebody who plays in it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.chat.selectors import has_spoken
from games.common.exceptions import GamesError
from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Match, Player


class DoesNotFit(GamesError):
    """The match does not bear out what is reported."""

    code = "report-does-not-fit"
    sentence = _("The match does not show this at the moment, so the report was not sent.")
    status = 422


class NeedsMatch(DoesNotFit):
    code = "report-needs-match"
    sentence = _("Not sent: to report this, open the match it is about.")


class TimeLeft(DoesNotFit):
    code = "report-time-left"
    sentence = _("Not sent: their time has not run out.")


class NotEndedOnTime(DoesNotFit):
    code = "report-not-ended-on-time"
    sentence = _("Not sent: this match was not lost by not moving.")


class NothingSaidByThem(DoesNotFit):
    code = "report-nothing-said"
    sentence = _("Not sent: they have written nothing in this match.")


class NoResultYet(DoesNotFit):
    code = "report-no-result"
    sentence = _("Not sent: the match has no result yet.")


def check_borne_out(
    category: str, match: Match, suspect: Player, *, has_line: bool, now: datetime
) -> None:
    """Raises what speaks against it where *match* does not bear out a report about *suspect*.

    *has_line*: whether a line of the chat is reported with it.
    """
    assert suspect.user_id is not None
    if category == "stopped":
        _check_stopped(match, suspect, now)
    elif category == "talk" and not has_line and not has_spoken(match, suspect.user_id):
        raise NothingSaidByThem
    elif category == "wrong-result" and match.status == Status.ACTIVE:
        raise NoResultYet


def _check_stopped(match: Match, suspect: Player, now: datetime) -> None:
    if match.status == Status.ACTIVE:
        if suspect.deadline is None or suspect.deadline >= now:
            raise TimeLeft
    elif match.ended_how not in ("time", "first-move", "set-up") or suspect.result == "won":
        raise NotEndedOnTime
