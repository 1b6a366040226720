"""Over whom staff may use their rights: never upward, and never over somebody they play."""

from __future__ import annotations

from accounts.common.hooks import hooks
from accounts.models import User


def may_act_on(actor: User, person: User) -> bool:
    """Return whether *actor* may change *person* or what belongs to that account.

    Superusers and other staff are the business of superusers alone, and whoever is in a running
    match with *actor* is nobody's business of *actor*, superuser or not.
    """
    if not actor.is_superuser and (person.is_staff or person.is_superuser):
        return False
    return actor.pk == person.pk or not hooks().are_at_play(actor.pk, person.pk)
