"""Mails of news: which boards wait and until when, what else happened, a button for each.

Nothing of a position, whatever the game. One mail tells everything that is due to its reader, so
twenty boards that wait are one mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.mails import FoldedAlternatives
from accounts.mail import as_read_by
from accounts.models import User
from games.boards.names import game_name
from games.match.clocks.timeoff import running_clock
from games.match.presenters.clocktext import deadline_sentence
from games.notices.choices import can_switch_off, wants
from games.notices.events import EVENT_OF, EVENTS, WORDINGS, Channel, Kind
from games.notices.models import Notice
from games.notices.presenters.lines import notice_sentence, notice_url, opponent_name
from games.notices.selectors import MOST_BOARDS, waiting_boards
from games.notices.services.unsubscribing import link_token

if TYPE_CHECKING:
    from games.match.models import Player

URGENCY = (
    *(Kind.CLOCK_LAST, Kind.CLOCK_HALF, Kind.YOUR_TURN, Kind.EXCUSED_BEGAN),
    *(kind for event in EVENTS for kind in event.kinds),
)
"""Which of several kinds of news gives a mail its subject: the first of these."""

OF_TIME = ("clock", "excused")
"""Events of the time of a board, told by its line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a mail tells, and the button that leads there."""

    sentence: str
    deadline: str
    url: str
    button: str


def mail_for(
    user: User,
    notices: Sequence[Notice],
    *,
    key: str,
    now: datetime,
    boards: Sequence[Player] | None = None,
) -> FoldedAlternatives:
    """Return the mail that tells *notices*, in the user's language and time zone.

    *boards* are the seats that wait for the user, if they have been read already. The Message-ID
    follows from *key*, so a mail that had to be sent twice is one mail in the reader's folder.
    """
    with as_read_by(user), translation.override(user.language or settings.LANGUAGE_CODE):
        waiting = _boards(user, notices, waiting_boards(user.pk) if boards is None else boards)
        return _mail(user, notices, waiting, key, now)


def _mail(
    user: User, notices: Sequence[Notice], boards: Sequence[Player], key: str, now: datetime
) -> FoldedAlternatives:
    shown = boards[:MOST_BOARDS]
    lines = [_board_line(user, seat, notices, now) for seat in shown]
    matches = {seat.match_id for seat in boards}
    lines += [_news_line(one) for one in _by_urgency(notices) if not _is_board(one, matches)]
    events = [event for event in EVENTS if any(one.kind in event.kinds for one in notices)]
    can_stop = [event for event in events if can_switch_off(event, Channel.MAIL)]
    context: dict[str, object] = {
        "name": user.name,
        "lines": lines,
        "more": _("More boards wait for you on your desk.") if len(boards) > len(shown) else "",
        "desk_url": _absolute("games:desk"),
        "settings_url": _absolute("games:notice-settings"),
        "stops": [
            (str(event.label), _absolute("games:unsubscribe", link_token(user.pk, event.slug)))
            for event in can_stop
        ],
    }
    headers = {
        "Message-ID": f"<{key}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
    }
    if can_stop:
        token = link_token(user.pk, " ".join(event.slug for event in can_stop))
        headers["List-Unsubscribe"] = f"<{_absolute('games:unsubscribe', token)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    subject = _subject(user, notices, boards)
    if user.is_child:  # one reader may have several
        subject = f"{user.name}: {subject}"
    return _made(subject, context, user.mail_reader.email, headers)


def sample_mail(address: str, language: str, *, now: datetime) -> FoldedAlternatives:
    """A mail as one of boards looks, with made-up lines, to try how mail arrives."""
    with translation.override(language):
        values = {"game": "Jinya", "opponent": "Jinya"}
        words = WORDINGS[Kind.YOUR_TURN]
        line = Line(str(words.sentence) % values, "", settings.SITE_URL, _("To the board"))
        context: dict[str, object] = {
            "name": address,
            "lines": [line],
            "more": "",
            "desk_url": _absolute("games:desk"),
            "settings_url": _absolute("games:notice-settings"),
            "stops": [],
        }
        stop = _absolute("games:unsubscribe", "test")
        return _made(
            str(words.subject) % values,
            context,
            address,
            {
                "Message-ID": f"<test-{now:%Y%m%d%H%M%S%f}@{settings.MAIL_DOMAIN}>",
                "Auto-Submitted": "auto-generated",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )


def _made(
    subject: str, context: dict[str, object], address: str, headers: dict[str, str]
) -> FoldedAlternatives:
    mail = FoldedAlternatives(
        subject=subject,
        body=render_to_string("notices/emails/notice.txt", context),
        to=[address],
        headers=headers,
    )
    mail.attach_alternative(render_to_string("notices/emails/notice.html", context), "text/html")
    return mail


def _boards(user: User, notices: Sequence[Notice], waiting: Sequence[Player]) -> Sequence[Player]:
    """Of the seats in which the user is to act all, in every mail that tells of one."""
    if not any(EVENT_OF[one.kind].slug in ("turn", "clock") for one in notices):
        return []
    if wants(user, Kind.YOUR_TURN, Channel.MAIL):
        return waiting
    named = {one.match_id for one in notices}
    return [seat for seat in waiting if seat.match_id in named]


def _is_board(notice: Notice, matches: set[int]) -> bool:
    """Return whether the line of its board tells this notice."""
    return EVENT_OF[notice.kind].slug in ("turn", *OF_TIME) and notice.match_id in matches


def _by_urgency(notices: Sequence[Notice]) -> list[Notice]:
    return sorted(notices, key=lambda one: (URGENCY.index(Kind(one.kind)), one.made_at, one.pk))


def _board_line(user: User, seat: Player, notices: Sequence[Notice], now: datetime) -> Line:
    """A board that waits: with the last news of its time, else that it is the reader's turn."""
    news = _turn_of(user, seat)
    for one in sorted(notices, key=lambda one: (one.made_at, one.pk or 0)):
        if one.match_id == seat.match_id and EVENT_OF[one.kind].slug in OF_TIME:
            news = one
    running = running_clock(seat.match, seat, now)
    return Line(
        sentence=notice_sentence(news),
        deadline=deadline_sentence(running, now) if running else "",
        url=_absolute("games:match", seat.match.uid),
        button=_("To the board"),
    )


def _turn_of(user: User, seat: Player) -> Notice:
    subject = Notice.SET_UP if seat.match.is_setting_up else ""
    return Notice(user=user, match=seat.match, kind=Kind.YOUR_TURN, subject=subject)


def _news_line(notice: Notice) -> Line:
    return Line(
        sentence=notice_sentence(notice),
        deadline="",
        url=settings.SITE_URL + notice_url(notice),
        button=_("To the match") if notice.match else _("Have a look"),
    )


def _subject(user: User, notices: Sequence[Notice], boards: Sequence[Player]) -> str:
    """Return what is most urgent, and how many boards or other news there are besides."""
    first = _by_urgency(notices)[0]
    if first.kind == Kind.YOUR_TURN and boards:
        first = _turn_of(user, boards[0])
    opponent = " ".join(opponent_name(first).split())  # no name breaks a header into two
    game = first.match.game if first.match else first.game
    subject = str(WORDINGS[Kind(first.kind)].subject)
    if first.asks_for_pieces:
        subject = _("Place your pieces: %(game)s against %(opponent)s")
    if first.kind == Kind.RULED and first.subject.startswith("replace"):
        subject = _("A bot plays on: %(game)s against %(opponent)s")
    subject %= {"game": game_name(game) if game else "", "opponent": opponent}
    about = {one.match_id or f"{one.kind} {one.subject}" for one in notices}
    besides = len(about | {seat.match_id for seat in boards}) - 1
    if besides < 1:
        return subject
    more = ngettext("and %(count)d more", "and %(count)d more", besides) % {"count": besides}
    return _("%(subject)s, %(more)s") % {"subject": subject, "more": more}


def _absolute(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)
