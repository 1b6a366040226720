"""Notices as sentences. They name the match and what is asked, and nothing of the position."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Notice
from games.presenters.clocktext import moment_text
from games.presenters.games import game_name
from games.presenters.people import bot_name


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """One line of the bell."""

    text: str
    url: str
    made_at: datetime
    moment: str
    """The same, as it is written everywhere."""
    is_read: bool


def present_notice(notice: Notice) -> NoticeLine:
    """A notice as its user reads it."""
    return NoticeLine(
        text=notice_sentence(notice),
        url=reverse("games:match", args=[notice.match.uid]),
        made_at=notice.made_at,
        moment=moment_text(notice.made_at),
        is_read=notice.read_at is not None,
    )


def notice_sentence(notice: Notice) -> str:
    """What happened, in the language that is active."""
    return _sentence(notice) % {
        "game": game_name(notice.match.game),
        "opponent": opponent_name(notice),
    }


def _sentence(notice: Notice) -> str:
    if notice.kind == Notice.Kind.MATCH_CANCELLED and notice.match.ended_how in _cancelled():
        return _cancelled()[notice.match.ended_how]
    if notice.asks_for_pieces:
        return _("%(game)s against %(opponent)s: place your pieces.")
    return _sentences()[Notice.Kind(notice.kind)]


def _cancelled() -> dict[str, str]:
    """Why a match was cancelled before play began, by its word."""
    return {
        "set-up": _("%(game)s against %(opponent)s was cancelled: neither side was ready in time."),
        "left": _("%(game)s against %(opponent)s was cancelled: a player left before play began."),
    }


def opponent_name(notice: Notice) -> str:
    """Who plays against the user of the notice."""
    players = notice.match.players.all()
    other = next(player for player in players if player.user_id != notice.user_id)
    return other.user.name if other.user else bot_name(other.bot)


def _sentences() -> dict[Notice.Kind, str]:
    return {
        Notice.Kind.YOUR_TURN: _("%(game)s against %(opponent)s: it is your turn."),
        Notice.Kind.MATCH_BEGAN: _("%(game)s against %(opponent)s has begun."),
        Notice.Kind.DRAW_OFFERED: _("%(game)s: %(opponent)s offers a draw."),
        Notice.Kind.MATCH_OVER: _("%(game)s against %(opponent)s is over."),
        Notice.Kind.MATCH_CANCELLED: _(
            "%(game)s against %(opponent)s was cancelled: a first move did not come in time."
        ),
        Notice.Kind.PLACED_BY_HOUSE: _(
            "%(game)s against %(opponent)s: the house has placed the pieces of a side that was"
            " not ready in time."
        ),
        Notice.Kind.REMATCH_OFFERED: _("%(game)s: %(opponent)s asks for a rematch."),
    }
