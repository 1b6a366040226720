"""Turn mails: who, which game, until when, a link. Nothing of the position, whatever the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.zones import zone_or_utc
from games.boards.names import game_name
from games.match.presenters.clocktext import deadline_sentence
from games.match.selectors import clock_of_user
from games.notices.events import TOLD
from games.notices.models import Notice
from games.notices.presenters.lines import notice_sentence, opponent_name
from games.notices.services.unsubscribing import link_token

if TYPE_CHECKING:
    from games.match.models import Match


def mail_for(notice: Notice) -> EmailMultiAlternatives:
    """The mail that tells the notice's user, in that user's language and time zone.

    The Message-ID follows from the notice, so a mail that had to be sent twice
    is one mail in the reader's folder.
    """
    user = notice.user
    language, zone = user.language or settings.LANGUAGE_CODE, zone_or_utc(user.time_zone)
    with translation.override(language), timezone.override(zone):
        return _mail(notice, user)


def _match(notice: Notice) -> Match:
    assert notice.match is not None  # what is mailed is about a match
    return notice.match


def _mail(notice: Notice, user: User) -> EmailMultiAlternatives:
    stop_url = _absolute("games:unsubscribe", link_token(user.pk, notice.kind))
    context = {
        "name": user.name,
        "sentence": notice_sentence(notice),
        "deadline": _deadline(notice),
        "match_url": _absolute("games:match", _match(notice).uid),
        "settings_url": _absolute("accounts:settings"),
        "stop_url": stop_url,
    }
    mail = EmailMultiAlternatives(
        subject=_subject(notice),
        body=render_to_string("notices/emails/notice.txt", context),
        to=[user.email],
        headers={
            "Message-ID": f"<notice-{notice.pk}@{settings.MAIL_DOMAIN}>",
            "List-Unsubscribe": f"<{stop_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("notices/emails/notice.html", context), "text/html")
    return mail


def _subject(notice: Notice) -> str:
    opponent = " ".join(opponent_name(notice).split())  # no name breaks a header into two
    parts = {"game": game_name(_match(notice).game), "opponent": opponent}
    if notice.asks_for_pieces:
        return _("Place your pieces: %(game)s against %(opponent)s") % parts
    return str(TOLD[Notice.Kind(notice.kind)].subject) % parts


def _deadline(notice: Notice) -> str:
    now = timezone.now()
    if notice.kind != Notice.Kind.YOUR_TURN:
        return ""
    running = clock_of_user(_match(notice), notice.user_id, now)
    return deadline_sentence(running, now) if running else ""


def _absolute(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)
