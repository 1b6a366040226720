"""Saying something around a match, and what keeps talk bearable."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.models import LONGEST_LINE, ChatLine, Muted
from games.chat.presets import PRESETS
from games.chat.selectors import is_open_to, may_say, readers_in
from games.common import live
from games.common.exceptions import GamesError
from games.match.reading.selectors import begun_match, players_of
from games.match.reading.visibility import may_read_talk
from games.notices.services.notifying import notify_of_talk
from games.people.writing import Writing, check_may_write, unheard_by
from queues.transactions import writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.match.models import Match, Player

Room = ChatLine.Room
FLOOD, WITHIN = 5, timedelta(seconds=30)
"""So many lines of one person within so long, and not one more."""

MOST_LINES = 400
"""Of one person in one match."""


class NothingSaid(GamesError):
    sentence = _("Write 1 to 300 characters.")
    status = 422


class TooMuchTalk(GamesError):
    sentence = _("That was too fast. Wait half a minute.")
    status = 429
    retry_after = 30


class CannotTalkHere(GamesError):
    sentence = _("You cannot write here.")
    status = 403


JOINERS = "\u200c\u200d"
"""Signs of no width that letters of Persian and of India, and emoji, are written with."""

_OUTSIDE = re.compile(f"(?<![^\\s{JOINERS}])[{JOINERS}]+|[{JOINERS}]+(?![^\\s{JOINERS}])")
"""Joiners that join nothing."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that show nothing."""

MOST_READ = 4 * LONGEST_LINE
"""So much of what is sent is looked at: signs that pile up cost more than their number."""


class TalkClosed(GamesError):
    sentence = _("A moderator has closed the chat of this match.")
    status = 403


def say(
    *, uid: str, user: User, room: str, text: str = "", preset: str = "", now: datetime
) -> ChatLine:
    """Say *text*, or what *preset* stands for, in a *room* of match *uid*.

    Raises NoSuchMatch, TalkClosed, CannotTalkHere, NothingSaid, TooMuchTalk, or what `writing`
    refuses.
    """
    words = _words_of(text, preset)
    with writing():
        match = begun_match(uid, user, may_read_talk)
        players = players_of(match)
        kept = preset if preset in PRESETS else ""
        if match.silenced_at is not None:
            raise TalkClosed
        if not may_say(room, match, players, user):
            raise CannotTalkHere
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)  # each is counted
        readers = readers_in(room, players, user)
        check_may_write(Writing.TALK, held, readers, is_quick=bool(kept), now=now)
        _check_flood(match, user, now)
        line = ChatLine.objects.create(
            match=match, room=room, author=user, text=words, preset=kept, said_at=now
        )
        if room != Room.LATER:
            announce(line, players)
        if room == Room.PLAYERS:
            _tell_others(line, players, now)
    return line


def _words_of(text: str, preset: str) -> str:
    words = str(PRESETS[preset]) if preset in PRESETS else clean(text[:MOST_READ])
    if not words or len(words) > LONGEST_LINE:
        raise NothingSaid
    return words


def _tell_others(line: ChatLine, players: Sequence[Player], now: datetime) -> None:
    """Put it on the bells of the others at the board who want to hear the author."""
    deaf = Muted.objects.filter(whom=line.author_id).values_list("user_id", flat=True)
    apart = {line.author_id, *unheard_by(line.author_id), *deaf}
    others = [one for one in players if one.user_id is not None and one.user_id not in apart]
    notify_of_talk(line.match, others, now)


def mute(*, user: User, whom: User, is_muted: bool) -> None:
    """Hear *whom* no more, or again."""
    if user.pk == whom.pk:
        return
    if is_muted:
        Muted.objects.get_or_create(user=user, whom=whom)
    else:
        Muted.objects.filter(user=user, whom=whom).delete()


def move_talk(from_id: int, to_id: int) -> None:
    """Give what one user has said to another, but at boards where that one still sits itself."""
    said = ChatLine.objects.filter(author_id=from_id)
    said.exclude(match__players__user_id=from_id).update(author_id=to_id)
    for end, other in (("user_id", "whom_id"), ("whom_id", "user_id")):
        known = Muted.objects.filter(**{end: to_id}).values(other)
        muted = Muted.objects.filter(**{end: from_id})
        muted.exclude(**{f"{other}__in": known}).exclude(**{other: to_id}).update(**{end: to_id})


def hide_line(*, line_id: int, now: datetime) -> ChatLine:
    """Hide a line from everybody; for `games.moderation`, which asks who may."""
    with writing():
        line = ChatLine.objects.select_for_update().get(pk=line_id)
        if line.hidden_at is None:
            line.hidden_at = now
            line.save(update_fields=["hidden_at"])
            announce(line, players_of(line.match))
    return line


def announce_switch(match: Match, players: Sequence[Player]) -> None:
    """Nudge every page of *match* to read again whether one may speak; for `games.moderation`."""
    live.announce_talk(match.uid, [None, *(player.seat for player in players)])


def announce(line: ChatLine, players: Sequence[Player]) -> None:
    """Nudge whoever hears *line* to read again: never what was said, nor by whom."""
    hearing: list[int | None] = []
    if is_open_to(line.room, line.match, is_seated=True):
        apart = unheard_by(line.author_id)
        hearing += [player.seat for player in players if player.user_id not in apart]
    if is_open_to(line.room, line.match, is_seated=False):
        hearing.append(None)
    live.announce_talk(line.match.uid, hearing)


def clean(text: str) -> str:
    """One line of what can be seen: no control signs, no signs that turn the text around."""
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace()
        or sign in JOINERS
        or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    words = " ".join(_OUTSIDE.sub("", _without_piles(kept)).split())
    return words if any(_is_seen(sign) for sign in words) else ""


def _is_seen(sign: str) -> bool:
    return sign not in BLANK and not unicodedata.category(sign).startswith(("M", "Z", "Cf"))


def _without_piles(text: str) -> str:
    """No more than three marks on one letter."""
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= 3:
            kept.append(sign)
    return "".join(kept)


def _check_flood(match: Match, user: User, now: datetime) -> None:
    mine = ChatLine.objects.filter(author=user)
    if mine.filter(said_at__gt=now - WITHIN).count() >= FLOOD:
        raise TooMuchTalk
    if mine.filter(match=match).count() >= MOST_LINES:
        raise TooMuchTalk
