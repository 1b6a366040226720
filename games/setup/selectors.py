"""What a player has prepared in private; nobody else is ever shown it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from games.setup.exceptions import NotPlacing
from games.setup.models import Formation, SetupDraft, Sketch

if TYPE_CHECKING:
    from engines.core.placing import Placing
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
    name: str = ""
    """Of the formation it was made from or kept as, outside a match; "" if of none."""


def preparation_of(match: Match, user_id: int) -> Preparation:
    """The draft of *user_id* for *match*, empty where there is none, and the kept formations."""
    placing = meta_for(match.game).placing
    assert placing is not None
    draft = SetupDraft.objects.filter(match=match, user_id=user_id).first()
    letters = draft.letters if draft else placing.nothing
    return Preparation(letters, formations_of(user_id, match.game))


def sketch_of(user_id: int, game: str) -> Preparation:
    """What *user_id* works on outside a match, empty where it is nothing, and the formations.

    Raises NotPlacing for a game without a set-up.
    """
    placing = placing_of(game)
    sketch = Sketch.objects.filter(user_id=user_id, game=game).first()
    kept = formations_of(user_id, game)
    if sketch is None:
        return Preparation(placing.nothing, kept)
    return Preparation(sketch.letters, kept, sketch.name)


def placing_of(game: str) -> Placing:
    """How the sides of *game* are set up. Raises NotPlacing for a game without a set-up."""
    try:
        placing = meta_for(game).placing
    except LookupError as error:
        raise NotPlacing from error
    if placing is None:
        raise NotPlacing
    return placing


def formations_of(user_id: int, game: str) -> tuple[KeptFormation, ...]:
    """The formations *user_id* keeps for a game, by name."""
    kept = Formation.objects.filter(user_id=user_id, game=game)
    return tuple(KeptFormation(formation.name, formation.letters) for formation in kept)
