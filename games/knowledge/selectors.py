"""A player's own guess marks, beside what they can know and, at the end, the truth.

Every question here names the user whose marks are meant: there is no other way to ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.knowledge import Identity
from engines.core.seats import Seat, Viewer
from games.knowledge.models import GuessMark
from games.match.reading.selectors import begun_match
from games.match.reading.viewers import replay_viewer, seat_of
from games.match.reading.visibility import NoSuchMatch
from games.match.referee import Referee
from games.match.status import Status

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match


@dataclass(frozen=True, slots=True, repr=False)
class Mark:
    """One guess: what a piece was taken for after a ply, and where it stood then."""

    piece: str
    kind: str
    """The letter; empty where the guess was taken back."""
    square: str
    """Empty once the piece had fallen."""
    ply: int
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Score:
    """Guesses against the truth."""

    right: int
    marked: int
    """Pieces with a mark at the end."""
    hidden: int
    """Pieces that could have been marked."""
    fallen_right: int
    """Of the pieces that fell, those marked rightly when they did."""
    fallen_marked: int


@dataclass(frozen=True, slots=True, repr=False)
class KnowledgeFacts:
    """All that one player may know of the pieces that were hidden from them."""

    uid: str
    game: str
    seat: int
    version: int
    eyes: str
    """Whose eyes a match that is over is looked back at with; "" for the reader's own seat."""
    is_over: bool
    identities: tuple[Identity, ...]
    """The other seats' pieces, as known at the ply looked at."""
    sheet: JsonObject
    """`engines.core.knowledge.Knowledge` of that moment."""
    history: tuple[Mark, ...]
    """The reader's own marks up to then, oldest first; none with the eyes of another seat."""
    score: Score | None
    """None while anything is hidden, and with the eyes of another seat."""
    may_mark: bool
    viewed_ply: int | None

    @property
    def standing(self) -> dict[str, str]:
        """The piece's name to the letter it is taken for."""
        return standing_in(self.history)


def knowledge_facts(
    uid: str, user: Visitor, *, after_ply: int | None = None, eyes: str = ""
) -> KnowledgeFacts:
    """Return what *user* may know of hidden pieces in match *uid*, now or after an earlier ply; of
    a match that is over what the seat of that name could know.

    Raises Match.DoesNotExist for whoever neither plays in it nor looks back with the eyes of a
    seat, and where no kinds are hidden or play has not begun.
    """
    match = begun_match(uid, user)
    own, referee = seat_of(user, match.players.all()), Referee(match)
    looked_with = _seat_named(eyes, match)
    seat = own if looked_with is None else looked_with
    if seat is None or not may_guess(referee, match):
        raise NoSuchMatch
    viewer, reader = Viewer.of(seat), user.pk if seat == own else None
    history = () if reader is None else marks_of(match.pk, reader, after_ply=after_ply)
    identities = _others(referee, viewer, after_ply)
    return KnowledgeFacts(
        uid=uid,
        game=match.game,
        seat=seat,
        version=referee.version(viewer),
        eyes="" if looked_with is None else eyes,
        is_over=match.status == Status.FINISHED,
        identities=identities,
        sheet=referee.knowledge(viewer, after_ply=after_ply),
        history=history,
        score=None if reader is None else score_of(identities, history),
        may_mark=match.status == Status.ACTIVE and after_ply is None,
        viewed_ply=after_ply,
    )


def _seat_named(eyes: str, match: Match) -> Seat | None:
    """Return the seat of that name where *match* may be looked back at with its eyes."""
    viewer = replay_viewer(eyes, match)
    return None if viewer is None else viewer.seat


def sure_on_board(referee: Referee, viewer: Viewer, *, after_ply: int | None) -> dict[str, str]:
    """Square to the only kind that a piece there can be, as far as *viewer* has not been told it.

    For a match that is over: whoever plays works it out without the board's help.
    """
    lines = cast(
        "Sequence[Mapping[str, Any]]", referee.knowledge(viewer, after_ply=after_ply)["pieces"]
    )
    return {
        line["square"]: line["kinds"]
        for line in lines
        if line["square"] and line["seat"] != viewer.seat and len(line["kinds"]) == 1
    }


def may_guess(referee: Referee, match: Match) -> bool:
    """Return whether *match* has pieces of unknown kind, or had until its end."""
    return bool(meta_for(match.game).kinds) and not referee.is_setting_up()


def marks_of(match_id: int, user_id: int, *, after_ply: int | None = None) -> tuple[Mark, ...]:
    """The marks the user made up to ply *after_ply*, oldest first; those that changed nothing not.

    For the user's own eyes only: callers pass the id of who is asking.
    """
    rows = GuessMark.objects.filter(match_id=match_id, user_id=user_id)
    if after_ply is not None:
        rows = rows.filter(ply__lte=after_ply)
    kinds: dict[str, str] = {}
    seen = []
    for row in rows:
        if row.kind != kinds.get(row.piece, ""):
            seen.append(Mark(row.piece, row.kind, row.square, row.ply, row.made_at))
        kinds[row.piece] = row.kind
    return tuple(seen)


def guesses_on_board(
    referee: Referee, match_id: int, user_id: int, viewer: Viewer, *, after_ply: int | None
) -> dict[str, str]:
    """Square to the letter its piece is taken for by the user, who has the eyes of *viewer*."""
    standing = standing_in(marks_of(match_id, user_id, after_ply=after_ply))
    others = _others(referee, viewer, after_ply) if standing else ()
    return {
        one.square: standing[one.piece] for one in others if one.square and one.piece in standing
    }


def standing_in(history: Iterable[Mark]) -> dict[str, str]:
    """Return the piece's name to the letter of its newest mark, where that was not taken back."""
    newest = {mark.piece: mark.kind for mark in history}
    return {piece: kind for piece, kind in newest.items() if kind}


def score_of(truth: Sequence[Identity], history: Sequence[Mark]) -> Score | None:
    """Return the score of *history*; None while a kind is unknown, or with nothing to guess."""
    if not truth or any(one.kind is None for one in truth):
        return None
    standing = standing_in(history)
    alive = standing_in(mark for mark in history if mark.square)
    fallen = [one for one in truth if one.square is None]
    return Score(
        right=_right(truth, standing),
        marked=sum(one.piece in standing for one in truth),
        hidden=len(truth),
        fallen_right=_right(fallen, alive),
        fallen_marked=sum(one.piece in alive for one in fallen),
    )


def _right(truth: Iterable[Identity], marks: Mapping[str, str]) -> int:
    return sum(marks.get(one.piece) == one.kind for one in truth)


def _others(referee: Referee, viewer: Viewer, after_ply: int | None) -> tuple[Identity, ...]:
    """Return the pieces of the other seats as *viewer* knows them."""
    identities = referee.identities(viewer, after_ply=after_ply)
    return tuple(one for one in identities if one.seat != viewer.seat)
