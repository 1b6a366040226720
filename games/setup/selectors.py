"""What a player has prepared in private; nobody else is ever shown it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from games.setup.models import Formation, SetupDraft

if TYPE_CHECKING:
    from games.match.models import Match


@dataclass(frozen=True, slots=True, repr=False)
class KeptFormation:
    """A set-up kept under a name."""

    name: str
    letters: str


@dataclass(frozen=True, slots=True, repr=False)
class Preparation:
    """What a player who is still to place has at hand."""

    letters: str
    """A letter or a dot for every home square."""
    formations: tuple[KeptFormation, ...]


def preparation_of(match: Match, user_id: int) -> Preparation:
    """The draft of *user_id* for *match*, empty where there is none, and the kept formations."""
    placing = meta_for(match.game).placing
    assert placing is not None
    draft = SetupDraft.objects.filter(match=match, user_id=user_id).first()
    letters = draft.letters if draft else placing.nothing
    return Preparation(letters, formations_of(user_id, match.game))


def formations_of(user_id: int, game: str) -> tuple[KeptFormation, ...]:
    """The formations *user_id* keeps for a game, by name."""
    kept = Formation.objects.filter(user_id=user_id, game=game)
    return tuple(KeptFormation(formation.name, formation.letters) for formation in kept)
