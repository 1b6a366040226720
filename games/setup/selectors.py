"""What a player has prepared in private; nobody else is ever shown it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from games.match.reading.selectors import finished_seats
from games.match.referee import played_by
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
    """The pieces, formations and draft that a player who is still to place has at hand."""

    letters: str
    """A letter or a dot for every home square."""
    formations: tuple[KeptFormation, ...]
    placing: Placing
    """What there is to place, and where."""
    name: str = ""
    """Of the formation it was made from or kept as, outside a match; "" if of none."""


def preparation_of(match: Match, seat: int, user_id: int) -> Preparation:
    """Return the draft of *user_id*, who has *seat* in *match*, empty where there is none, and the
    kept formations, fitted to the army that the seat has there."""
    placing = placing_in(match, seat)
    draft = SetupDraft.objects.filter(match=match, user_id=user_id).first()
    letters = draft.letters if draft else placing.nothing
    kept = formations_of(user_id, match.game)
    fitted = tuple(replace(one, letters=placing.fitted(one.letters)) for one in kept)
    return Preparation(letters, fitted, placing)


def sketch_of(user_id: int, game: str) -> Preparation:
    """Return *user_id*'s sketch outside a match, empty where there is none, and the formations.

    Raises NotPlacing for a game without a set-up.
    """
    placing = placing_of(game)
    sketch = Sketch.objects.filter(user_id=user_id, game=game).first()
    kept = formations_of(user_id, game)
    if sketch is None:
        return Preparation(placing.nothing, kept, placing)
    return Preparation(sketch.letters, kept, placing, sketch.name)


BOTH = 2
"""So many plies are the set-ups of a match."""
MOST_COUNTED = 500
"""Among so many of one's last matches of a game the results of set-ups are counted."""


@dataclass(frozen=True, slots=True)
class SetupResults:
    """The results of the matches that somebody began with one set-up."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    plies: int = 0
    """Of all of them together, once both had placed."""

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.won + self.drawn + self.lost


def results_of(user_id: int, game: str, kept: Sequence[KeptFormation]) -> dict[str, SetupResults]:
    """Return the results of the set-ups *kept* by *user_id* for a game, by their letters.

    Of finished matches, those left out that were annulled, practised or begun elsewhere.
    """
    if not kept:
        return {}
    letters_of = {placing_of(game).action(one.letters): one.letters for one in kept}
    ends = _counting_ends(user_id, game)
    found: dict[str, SetupResults] = {}
    for match_id, move in played_by(user_id, ends.keys(), letters_of.keys()).items():
        letters, (result, plies) = letters_of[move], ends[match_id]
        so_far = found.get(letters, SetupResults())
        counted = {"plies": so_far.plies + plies, result: getattr(so_far, result) + 1}
        found[letters] = replace(so_far, **counted)
    return found


def _counting_ends(user_id: int, game: str) -> dict[int, tuple[str, int]]:
    """By the keys of the matches, the user's result and the plies after both set-ups."""
    seats = finished_seats(user_id).filter(match__game=game, match__annulled_at=None)
    played = seats.filter(match__is_practised=False, match__given_plies=0, match__start="")
    rows = played.exclude(result="").values_list("match_id", "result", "match__plies")[
        :MOST_COUNTED
    ]
    return {match_id: (result, max(0, plies - BOTH)) for match_id, result, plies in rows}


def placing_in(match: Match, seat: int) -> Placing:
    """Return the pieces to place for *seat* of *match*, and where. Raises NotPlacing for none."""
    return placing_of(match.game).for_seat(seat, match.start)


def placing_of(game: str) -> Placing:
    """Return how the sides of *game* are set up where there is no handicap. Raises NotPlacing for a
    game without a set-up."""
    try:
        placing = meta_for(game).placing
    except LookupError as error:
        raise NotPlacing from error
    if placing is None:
        raise NotPlacing
    return placing


def formations_of(user_id: int, game: str) -> tuple[KeptFormation, ...]:
    """Return the formations *user_id* keeps for a game, by name."""
    kept = Formation.objects.filter(user_id=user_id, game=game)
    return tuple(KeptFormation(formation.name, formation.letters) for formation in kept)
