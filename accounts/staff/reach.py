"""Over whom staff may use their rights: never upward, and never over somebody they play."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User

AtPlay = Callable[[int, int], bool]


def may_act_on(actor: User, person: User) -> bool:
    """Whether *actor* may change *person* or what belongs to that account.

    Superusers and other staff are the business of superusers alone, and whoever is in a running
    match with *actor* is nobody's business of *actor*, superuser or not.
    """
    if not actor.is_superuser and (person.is_staff or person.is_superuser):
        return False
    return actor.pk == person.pk or not _are_at_play(actor.pk, person.pk)


def _are_at_play(one: int, other: int) -> bool:
    """Whether two users sit in one running match: asked of the function that settings name."""
    if not settings.PEOPLE_AT_PLAY:
        return False
    asked: AtPlay = import_string(settings.PEOPLE_AT_PLAY)
    return asked(one, other)
