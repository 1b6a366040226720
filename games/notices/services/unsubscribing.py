"""The links by which mail of one kind is stopped."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from games.notices.choices import can_switch_off, switch_off
from games.notices.events import BY_SLUG, EVENT_OF, Channel

SALT = "games.unsubscribe"
GOOD_FOR = timedelta(days=800)


class UnknownLink(Exception):
    """The link is not one of ours, or too old."""


def link_token(user_id: int, words: str) -> str:
    """A token that may stop mail of the events of *words* to the user, and nothing else."""
    return signing.dumps([user_id, words], salt=SALT)


def check_link(token: str) -> tuple[int, list[str]]:
    """Return whose mail of which events a link stops; raises UnknownLink."""
    try:
        user_id, words = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise UnknownLink from error
    if not isinstance(user_id, int) or not isinstance(words, str):
        raise UnknownLink
    slugs = [_slug_of(word) for word in words.split()]
    if not slugs:
        raise UnknownLink
    return user_id, slugs


def stop_mail(token: str) -> None:
    """Stop that mail; doing so again changes nothing. Raises UnknownLink."""
    user_id, slugs = check_link(token)
    for slug in slugs:
        switch_off(user_id, slug, Channel.MAIL)


def _slug_of(word: str) -> str:
    """Return the event a link names; links in mails of earlier releases name a kind of news."""
    event = BY_SLUG.get(word) or EVENT_OF.get(word)
    if event is None or not can_switch_off(event, Channel.MAIL):
        raise UnknownLink
    return event.slug
