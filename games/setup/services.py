"""Preparing a set-up in private: drafts and kept formations.

Nothing here reaches anybody else: no version counts it, nothing is announced
and no notice is written.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from itertools import count

from django.contrib.auth import get_user_model

from accounts.common.visitors import Visitor
from engines.core.placing import Placing
from games.match.changes.followers import Change, Kind
from games.match.changes.locking import seated
from games.setup.exceptions import (
    BadDraft,
    BadFormationName,
    FormationInTheWay,
    FormationNameTaken,
    IncompleteFormation,
    NoSuchFormation,
    NotPlacing,
    TooManyFormations,
)
from games.setup.models import Formation, SetupDraft, Sketch
from games.setup.selectors import placing_in, placing_of
from queues.transactions import writing

MOST_FORMATIONS = 20
"""Formations a user may keep for one game."""

LONGEST_NAME = 40

ACTIONS = (
    *("save", "put", "clear", "mirror", "random", "army", "load", "new"),
    *("keep", "replace", "rename", "copy", "forget"),
)
"""What can be done to a draft, and to the formations kept for later."""


@dataclass(frozen=True, slots=True, repr=False)
class SetupRequest:
    """A request of the page of the set-up; only what *do* needs is filled in."""

    do: str
    """One of `ACTIONS`."""
    letters: str
    """The draft as the page shows it: a letter or a dot for every home square."""
    pick: str = ""
    to: str = ""
    name: str = ""
    """Of an army or of a formation."""
    new_name: str = ""


def prepare(*, uid: str, user: Visitor, asked: SetupRequest) -> None:
    """Do what *asked* says with the set-up *user* prepares for match *uid*, and keep the draft.

    Raises Match.DoesNotExist, NotSeated, NotPlacing, BadDraft or what the
    functions for formations raise, and then nothing has changed.
    """
    with seated(uid, user) as (match, _players, player):
        placing = placing_in(match, player.seat)
        if not match.is_setting_up or not player.is_to_act:
            raise NotPlacing
        if not placing.is_draft(asked.letters):
            raise BadDraft
        assert player.user_id is not None
        letters = _granted(placing, match.game, player.seat, player.user_id, asked)
        SetupDraft.objects.update_or_create(
            match=match, user=player.user, defaults={"letters": letters}
        )


def sketch(*, user_id: int, game: str, asked: SetupRequest) -> None:
    """Do what *asked* says with the set-up the user works on outside a match, and keep it so far.

    A set-up is shown as the first seat places it; who keeps it may use it for any.

    Raises NotPlacing for a game without a set-up, else as `prepare`.
    """
    placing = placing_of(game)
    if not placing.is_draft(asked.letters):
        raise BadDraft
    with writing():
        letters = _granted(placing, game, 0, user_id, asked)
        old = Sketch.objects.filter(user_id=user_id, game=game).first()
        name = _name_after(asked, old.name if old else "")
        Sketch.objects.update_or_create(
            user_id=user_id, game=game, defaults={"letters": letters, "name": name}
        )


def _name_after(asked: SetupRequest, name: str) -> str:
    """The formation that is worked on after the request, if it was the one of this *name*."""
    match asked.do:
        case "load" | "keep" | "replace":
            return asked.name
        case "new":
            return ""
        case "rename" if name == asked.name:
            return asked.new_name
        case "forget" if name == asked.name:
            return ""
    return name


def _granted(placing: Placing, game: str, seat: int, user_id: int, asked: SetupRequest) -> str:
    """Return the draft after the request."""
    match asked.do:
        case "put":
            return _put(placing, seat, asked)
        case "clear" | "new":
            return placing.nothing
        case "mirror":
            return placing.mirrored(asked.letters)
        case "random":
            return _shuffled(placing)
        case "army":
            return _recommended(placing, asked.name)
        case "load":
            return placing.fitted(_kept(user_id, game, asked.name))
    _change_formations(game, user_id, asked)
    return asked.letters


def _change_formations(game: str, user_id: int, asked: SetupRequest) -> None:
    """Do what the request says with the formations kept for later, if it says anything of them."""
    match asked.do:
        case "keep" | "replace" as do:
            keep_formation(
                user_id=user_id, game=game, name=asked.name, letters=asked.letters,
                may_replace=do == "replace",
            )  # fmt: skip
        case "rename":
            rename_formation(user_id=user_id, game=game, name=asked.name, to=asked.new_name)
        case "copy":
            copy_formation(user_id=user_id, game=game, name=asked.name)
        case "forget":
            forget_formation(user_id=user_id, game=game, name=asked.name)


def _put(placing: Placing, seat: int, asked: SetupRequest) -> str:
    try:
        return placing.put(seat, asked.letters, asked.pick, asked.to)
    except ValueError as error:
        raise BadDraft from error


def _shuffled(placing: Placing) -> str:
    while True:
        pieces = secrets.SystemRandom().sample(placing.pieces, len(placing.nothing))
        if placing.is_complete("".join(pieces)):
            return "".join(pieces)


def _recommended(placing: Placing, slug: str) -> str:
    try:
        return placing.army(slug).letters
    except LookupError as error:
        raise NoSuchFormation from error


def _kept(user_id: int, game: str, name: str) -> str:
    kept = Formation.objects.filter(user_id=user_id, game=game, name=name).first()
    if kept is None:
        raise NoSuchFormation
    return kept.letters


def drop_used_drafts(change: Change) -> None:
    """Forget the drafts of those who are done placing, or of all once a match is cancelled."""
    if change.kind == Kind.PLACING:
        placing = [player.user_id for player in change.concerned if player.user_id is not None]
        SetupDraft.objects.filter(match=change.match).exclude(user_id__in=placing).delete()
    elif change.kind == Kind.CANCELLED:
        SetupDraft.objects.filter(match=change.match).delete()


def keep_formation(
    *, user_id: int, game: str, name: str, letters: str, may_replace: bool = False
) -> None:
    """Keep a complete set-up under *name*; another of that name only if it *may_replace* it.

    Raises BadFormationName, IncompleteFormation, FormationInTheWay or TooManyFormations.
    """
    if not name:
        raise BadFormationName
    if not placing_of(game).is_complete(letters):
        raise IncompleteFormation
    with writing():
        _hold(user_id)
        kept = Formation.objects.filter(user_id=user_id, game=game)
        old = kept.filter(name=name).first()
        if old is None and kept.count() >= MOST_FORMATIONS:
            raise TooManyFormations
        if old is not None and old.letters != letters and not may_replace:
            raise FormationInTheWay
        Formation.objects.update_or_create(
            user_id=user_id, game=game, name=name, defaults={"letters": letters}
        )


def rename_formation(*, user_id: int, game: str, name: str, to: str) -> None:
    """Give the formation *name* another one.

    Raises NoSuchFormation, BadFormationName or FormationNameTaken.
    """
    if not to:
        raise BadFormationName
    with writing():
        _hold(user_id)
        kept = Formation.objects.filter(user_id=user_id, game=game)
        if name != to and kept.filter(name=to).exists():
            raise FormationNameTaken
        if not kept.filter(name=name).update(name=to):
            raise NoSuchFormation


def copy_formation(*, user_id: int, game: str, name: str) -> str:
    """Keep the formation *name* once more; the name of the copy, which is free and short enough.

    Raises NoSuchFormation or TooManyFormations.
    """
    with writing():
        _hold(user_id)
        letters = _kept(user_id, game, name)
        kept = Formation.objects.filter(user_id=user_id, game=game)
        taken = set(kept.values_list("name", flat=True))
        if len(taken) >= MOST_FORMATIONS:
            raise TooManyFormations
        numbered = (f"{name[: LONGEST_NAME - 3]} {number}" for number in count(2))
        free = next(other for other in numbered if other not in taken)
        Formation.objects.create(user_id=user_id, game=game, name=free, letters=letters)
    return free


def forget_formation(*, user_id: int, game: str, name: str) -> None:
    """Keep the formation *name* no longer. Raises NoSuchFormation."""
    with writing():
        _hold(user_id)
        if not Formation.objects.filter(user_id=user_id, game=game, name=name).delete()[0]:
            raise NoSuchFormation


def _hold(user_id: int) -> None:
    """Let the user change formations one after the other, so that each is counted."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)


def move_setups(from_id: int, to_id: int) -> None:
    """Give drafts and kept set-ups of one user to another; a name used already is left out."""
    worked_on = Sketch.objects.filter(user_id=to_id).values("game")
    Sketch.objects.filter(user_id=from_id).exclude(game__in=worked_on).update(user_id=to_id)
    drawn = SetupDraft.objects.filter(user_id=to_id).values("match")
    SetupDraft.objects.filter(user_id=from_id).exclude(match__in=drawn).update(user_id=to_id)
    kept = Formation.objects.filter(user_id=to_id)
    for formation in Formation.objects.filter(user_id=from_id):
        if not kept.filter(game=formation.game, name=formation.name).exists():
            Formation.objects.filter(pk=formation.pk).update(user_id=to_id)
