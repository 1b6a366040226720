"""Notices as sentences. They name the match and what is asked, and nothing of the position."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.endings import own_fault, why_sentence
from games.boards.names import bot_names, game_name, player_name
from games.common.names import UNNAMED
from games.match.reading.names import name_for
from games.notices.events import OF_SUBJECT, WORDINGS, Kind
from games.notices.models import Notice

if TYPE_CHECKING:
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """One line of the bell; looking at a match settles what was told of it, *name* the rest."""

    name: str | None
    text: str
    url: str
    made_at: datetime
    is_read: bool


def present_notice(notice: Notice) -> NoticeLine:
    """A notice as its user reads it."""
    is_settled_there = notice.match is not None or notice.read_at is not None
    return NoticeLine(
        name=None if is_settled_there else notice.name,
        text=_with_result(notice) or notice_sentence(notice),
        url=notice_url(notice),
        made_at=notice.made_at,
        is_read=notice.read_at is not None,
    )


def _with_result(notice: Notice) -> str:
    """Return how a match ended for the reader, and by which rule; empty for other news.

    Mails do not say it: whoever reads them over a shoulder learns nothing.
    """
    match = notice.match
    if match is None or notice.kind != Notice.Kind.MATCH_OVER:
        return ""
    players = match.players.all()
    result = next((player.result for player in players if player.user_id == notice.user_id), "")
    if result not in _ended():
        return ""
    values = {"game": game_name(match.game), "opponent": opponent_name(notice)}
    winners = [player.seat for player in players if player.result == "won"]
    names = [_name(notice, player, match.game) for player in players]
    seat = next((player.seat for player in players if player.user_id == notice.user_id), None)
    why = own_fault(match.game, match.ended_how, winners, seat) or why_sentence(
        match.game, match.ended_how, winners, names, match.options
    )
    return _("%(result)s %(why)s") % {"result": _ended()[result] % values, "why": why}


def _name(notice: Notice, player: Player, game: str) -> str:
    """Return what the reader calls a player of the match."""
    if player.user_id == notice.user_id:
        return _("You")
    assert notice.match is not None
    name = name_for(notice.match, player, notice.user_id)
    return player_name(game, name, is_bot=not player.user)


def notice_url(notice: Notice) -> str:
    """Return where what happened can be seen: the match, the challenge, the lobby, or an answer."""
    if notice.match is not None:
        place = "#talk-place" if notice.kind == Notice.Kind.SPOKEN else ""
        return reverse("games:match", args=[notice.match.uid]) + place
    page = WORDINGS[Kind(notice.kind)].page
    return reverse(page, args=[notice.subject.partition(" ")[0]] if page in OF_SUBJECT else [])


def notice_sentence(notice: Notice) -> str:
    """Return what happened, in the language that is active."""
    game = notice.match.game if notice.match else notice.game
    return _sentence(notice) % {
        "game": game_name(game) if game else "",
        "opponent": opponent_name(notice),
    }


def _sentence(notice: Notice) -> str:
    if notice.match and notice.kind == Notice.Kind.MATCH_CANCELLED:
        why = notice.match.ended_how
        return _cancelled().get(why, str(WORDINGS[Notice.Kind.MATCH_CANCELLED].sentence))
    if notice.kind == Notice.Kind.RULED:
        verb = notice.subject.partition(" ")[0]
        if verb == "replace" and not _is_seated(notice):
            return _("%(game)s against %(opponent)s: a bot has taken your seat.")
        return _ruled()[verb]
    if notice.kind in (Notice.Kind.EXCUSED_BEGAN, Notice.Kind.CLAIMABLE) and not _is_own(notice):
        return _of_opponent()[Kind(notice.kind)]
    if notice.asks_for_pieces:
        return _("%(game)s against %(opponent)s: place your pieces.")
    return str(WORDINGS[Notice.Kind(notice.kind)].sentence)


def _is_own(notice: Notice) -> bool:
    """Return whether the seat that the subject begins with is the reader's."""
    assert notice.match is not None
    seat = notice.subject.partition(" ")[0]
    return any(
        str(player.seat) == seat and player.user_id == notice.user_id
        for player in notice.match.players.all()
    )


def _is_seated(notice: Notice) -> bool:
    """Return whether the reader sits in the match of the notice."""
    assert notice.match is not None
    return any(player.user_id == notice.user_id for player in notice.match.players.all())


def _of_opponent() -> dict[Kind, str]:
    """Return what is told of the opponent's time."""
    return {
        Kind.EXCUSED_BEGAN: _(
            "%(game)s: %(opponent)s ran out of time, and is excused for 24 hours."
        ),
        Kind.CLAIMABLE: _(
            "%(game)s: %(opponent)s ran out of time. You can claim the win or give two days."
        ),
    }


def _ended() -> dict[str, str]:
    """Return how a match ended for the reader, by the result of the own seat."""
    return {
        "won": _("You won: %(game)s against %(opponent)s."),
        "lost": _("You lost: %(game)s against %(opponent)s."),
        "drawn": _("Draw: %(game)s against %(opponent)s."),
    }


def _cancelled() -> dict[str, str]:
    """Return why a match was cancelled before play began, by its word."""
    return {
        "set-up": _("%(game)s against %(opponent)s was cancelled: neither side was ready in time."),
        "annulled": _("%(game)s against %(opponent)s was cancelled by a moderator."),
        "left": _("%(game)s against %(opponent)s was cancelled: a player left before play began."),
        "withdrawn": _("%(game)s against %(opponent)s was cancelled: a player left the event."),
        "season": _("%(game)s against %(opponent)s was cancelled: the season is over."),
    }


def _ruled() -> dict[str, str]:
    """Return what a moderator has done, by its word."""
    return {
        "freeze": _("%(game)s against %(opponent)s: a moderator has stopped the match."),
        "investigate": _("%(game)s against %(opponent)s: a moderator is looking into the match."),
        "resume": _("%(game)s against %(opponent)s: the match goes on."),
        "extend": _("%(game)s against %(opponent)s: a moderator has given more time."),
        "take-time": _("%(game)s against %(opponent)s: time that was given is taken back."),
        "renew": _("%(game)s against %(opponent)s: the time of the turn was given again."),
        "grace": _("%(game)s against %(opponent)s: a moderator has granted grace."),
        "no-grace": _("%(game)s against %(opponent)s: a moderator has removed the grace."),
        "adjudicate": _("%(game)s against %(opponent)s: a moderator has decided the match."),
        "annul": _("%(game)s against %(opponent)s: the match does not count."),
        "restore": _("%(game)s against %(opponent)s: the match counts again."),
        "rewind": _("%(game)s against %(opponent)s: a moderator has taken moves back."),
        "replace": _("%(game)s against %(opponent)s: a bot plays on for one side."),
        "reopen": _("%(game)s against %(opponent)s: the match is open again."),
        "close-talk": _("%(game)s against %(opponent)s: a moderator has closed the chat."),
        "open-talk": _("%(game)s against %(opponent)s: the chat is open again."),
        "hide": _("%(game)s against %(opponent)s: a moderator has hidden the match from others."),
        "show": _("%(game)s against %(opponent)s: everybody can see the match again."),
        "reveal": _(
            "%(game)s against %(opponent)s: moderators looked at the hidden pieces during the"
            " match."
        ),
    }


def opponent_name(notice: Notice) -> str:
    """Return who plays against the user of the notice, or would, as one speaks of them."""
    match = notice.match
    if match is None:
        unnamed = _("Anonymous") if notice.kind == Kind.REPORT_ANSWERED else ""
        return _addressed(notice.person.name) if notice.person else unnamed
    others = [player for player in match.players.all() if player.user_id != notice.user_id]
    people = [_called(match, other, notice.user_id) for other in others if other.user]
    levels = {other.seat: other.bot for other in others if not other.user}
    if people and not _is_seated(notice):
        levels = {}  # that which has taken the reader's own seat
    return _(", ").join([*people, *bot_names(match.game, match.options, levels)])


def _called(match: Match, player: Player, reader_id: int) -> str:
    name = name_for(match, player, reader_id)
    return _("Anonymous") if name == UNNAMED else _addressed(name)


def _addressed(name: str) -> str:
    return pgettext("a person, politely", "%(name)s") % {"name": name}
