"""Telling open pages that something changed: never what.

A page listens in the group of its own eyes, so that even the fact of a change
reaches only those whose view changed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


def match_group(uid: str, seat: int | None) -> str:
    """Return the group of the pages that see match *uid* from *seat* (None: bystanders)."""
    return f"match.{uid}.{'all' if seat is None else seat}"


def user_group(user_id: int) -> str:
    """Return the group of everything a user has open."""
    return f"user.{user_id}"


def announce_match(uid: str, versions: Mapping[int | None, int]) -> None:
    """After commit, nudge the pages of the given seats to their new versions."""
    for seat, version in versions.items():
        message = {"type": "match.changed", "match": uid, "version": version}
        _send_after_commit(match_group(uid, seat), message)


def announce_talk(uid: str, seats: Iterable[int | None]) -> None:
    """After commit, nudge the pages that *seats* (None: bystanders) have of match *uid*.

    Somebody has said something that they may hear.
    """
    for seat in seats:
        _send_after_commit(match_group(uid, seat), {"type": "talk.changed", "match": uid})


def announce_desks(user_ids: Iterable[int | None]) -> None:
    """`announce_desk` for everybody who sits at a match; a bot's None has no desk."""
    for user_id in user_ids:
        if user_id is not None:
            announce_desk(user_id)


def announce_desk(user_id: int) -> None:
    """After commit, nudge the pages of a user: the desk or the bell has changed."""
    _send_after_commit(user_group(user_id), {"type": "desk.changed"})


def recheck_onlookers(uid: str) -> None:
    """After commit, make the sockets of onlookers look again whether there is such a match."""
    _send_after_commit(match_group(uid, None), {"type": "match.recheck"})


LOBBY = "lobby"
"""The group of the pages that show the lobby."""


def announce_lobby() -> None:
    """After commit, nudge the pages of the lobby: an offer has come or gone."""
    _send_after_commit(LOBBY, {"type": "lobby.changed"})


def recheck_sockets(user_id: int) -> None:
    """After commit, make every socket of a user look again whether it is still theirs."""
    _send_after_commit(user_group(user_id), {"type": "session.recheck"})


def _send_after_commit(group: str, message: dict[str, object]) -> None:
    transaction.on_commit(lambda: _send(group, message))


def _send(group: str, message: dict[str, object]) -> None:
    # A nudge is a hint. Without it pages poll, so a broken layer must not
    # turn an accepted move into an error.
    try:
        get_channel_layer().announce(group, message)
    except Exception:
        logger.warning("a live nudge could not be sent", exc_info=True)
