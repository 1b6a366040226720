"""The links by which mail of one kind is stopped."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from games.notices.choices import switch_off
from games.notices.events import EVENT_OF, TOLD, Channel, Kind

SALT = "games.unsubscribe"
GOOD_FOR = timedelta(days=800)


class UnknownLink(Exception):
    """The link is not one of ours, or too old."""


def link_token(user_id: int, kind: str) -> str:
    """A token that may stop mail of *kind* to the user, and nothing else."""
    return signing.dumps([user_id, kind], salt=SALT)


def check_link(token: str) -> tuple[int, str]:
    """Whose mail of which kind a link stops; raises UnknownLink."""
    try:
        user_id, kind = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise UnknownLink from error
    if not isinstance(user_id, int) or not isinstance(kind, str) or not _can_stop(kind):
        raise UnknownLink
    return user_id, kind


def stop_mail(token: str) -> None:
    """Stop that mail; doing so again changes nothing. Raises UnknownLink."""
    user_id, kind = check_link(token)
    switch_off(user_id, EVENT_OF[kind].slug, Channel.MAIL)


def _can_stop(kind: str) -> bool:
    """Whether there is mail of this kind, and one may be without it."""
    event = EVENT_OF.get(kind)
    return bool(event and TOLD[Kind(kind)].subject and Channel.MAIL not in event.fixed)
