"""Preparing a set-up in private: drafts and kept formations.

Nothing here reaches anybody else: no version counts it, nothing is announced
and no notice is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from engines.catalogue import meta_for
from engines.core.placing import Placing
from games.exceptions import (
    BadDraft,
    FormationNameTaken,
    IncompleteFormation,
    NoSuchFormation,
    NotPlacing,
    TooManyFormations,
)
from games.models import Match
from games.models.formations import Formation, SetupDraft
from games.permissions import check_seated
from games.services.locking import lock_match
from games.transactions import writing

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

MOST_FORMATIONS = 20
"""Formations a user may keep for one game."""


def save_draft(*, uid: str, user: AbstractBaseUser | AnonymousUser, letters: str) -> None:
    """Keep how far *user* has come with placing the pieces of match *uid*.

    Raises Match.DoesNotExist, NotSeated, NotPlacing or BadDraft.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        placing = meta_for(match.game).placing
        if not match.is_setting_up or not player.is_to_act or placing is None:
            raise NotPlacing
        if not placing.is_draft(letters):
            raise BadDraft
        SetupDraft.objects.update_or_create(
            match=match, user=player.user, defaults={"letters": letters}
        )


def drop_drafts(match: Match, *, but_of: Collection[int] = ()) -> None:
    """Forget the drafts of a match, but those of users who are still placing."""
    SetupDraft.objects.filter(match=match).exclude(user_id__in=but_of).delete()


def keep_formation(*, user_id: int, game: str, name: str, letters: str) -> None:
    """Keep a complete set-up under *name*; one of that name is overwritten.

    Raises IncompleteFormation or TooManyFormations.
    """
    if not _placing(game).is_complete(letters):
        raise IncompleteFormation
    with writing():
        _hold(user_id)
        kept = Formation.objects.filter(user_id=user_id, game=game)
        is_new = not kept.filter(name=name).exists()
        if is_new and kept.count() >= MOST_FORMATIONS:
            raise TooManyFormations
        Formation.objects.update_or_create(
            user_id=user_id, game=game, name=name, defaults={"letters": letters}
        )


def rename_formation(*, user_id: int, game: str, name: str, to: str) -> None:
    """Give the formation *name* another one. Raises NoSuchFormation or FormationNameTaken."""
    with writing():
        _hold(user_id)
        kept = Formation.objects.filter(user_id=user_id, game=game)
        if name != to and kept.filter(name=to).exists():
            raise FormationNameTaken
        if not kept.filter(name=name).update(name=to):
            raise NoSuchFormation


def forget_formation(*, user_id: int, game: str, name: str) -> None:
    """Keep the formation *name* no longer. Raises NoSuchFormation."""
    with writing():
        _hold(user_id)
        if not Formation.objects.filter(user_id=user_id, game=game, name=name).delete()[0]:
            raise NoSuchFormation


def _placing(game: str) -> Placing:
    placing = meta_for(game).placing
    if placing is None:
        raise NotPlacing
    return placing


def _hold(user_id: int) -> None:
    """Let the user change formations one after the other, so that each is counted."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)
