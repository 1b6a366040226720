"""Keeping in step what a user can be reached by with what there is to reach."""

from __future__ import annotations

from games.endpoints.services import push
from games.endpoints.services.push import move_devices
from games.notices.choices import set_reachable
from games.notices.events import Channel


def look_for_devices(user_id: int) -> None:
    """Note whether the user has a device to push to."""
    set_reachable(user_id, Channel.PUSH, is_there=push.has_devices(user_id))


def move_reach(from_id: int, to_id: int) -> None:
    """A guest's devices go along to the account the guest signs in to."""
    if push.has_devices(from_id):
        move_devices(from_id, to_id)
        look_for_devices(to_id)
