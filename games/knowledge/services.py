"""Guess marks: private notes on hidden pieces. They change nothing for anybody else."""

from __future__ import annotations

from datetime import datetime

from accounts.common.visitors import Visitor
from engines.catalogue import meta_for
from engines.core.knowledge import Identity
from engines.core.seats import Seat, Viewer
from games.knowledge.exceptions import UnknownKind, UnknownPiece
from games.knowledge.models import GuessMark
from games.match.changes.permissions import check_active, check_seated
from games.match.reading.selectors import match_by_uid
from games.match.referee import Referee
from queues.transactions import writing


def mark_piece(*, uid: str, user: Visitor, piece: str, kind: str, now: datetime) -> None:
    """Note that *user* takes *piece* of match *uid* for *kind*; an empty *kind* takes it back.

    A guess the rules have ruled out may be made all the same: it is the owner's
    note, and the page says that it cannot be. The match row is not locked and no
    version counted, so nobody else can notice.

    Raises Match.DoesNotExist, NotSeated, MatchNotActive, UnknownPiece or UnknownKind.
    """
    with writing():
        match = match_by_uid(uid)
        player = check_seated(user, list(match.players.all()))
        assert player.user_id is not None
        check_active(match)
        referee = Referee(match)
        if referee.is_setting_up():
            raise UnknownPiece
        found = _hidden(referee, Seat(player.seat), piece)
        if kind and kind not in meta_for(match.game).kinds:
            raise UnknownKind
        mine = GuessMark.objects.filter(match=match, user_id=player.user_id, piece=piece)
        standing = mine.last()
        if kind != (standing.kind if standing else ""):
            GuessMark.objects.update_or_create(
                match=match,
                user_id=player.user_id,
                piece=piece,
                ply=referee.plies,
                defaults={"kind": kind, "square": found.square or "", "made_at": now},
            )


def _hidden(referee: Referee, seat: Seat, piece: str) -> Identity:
    """Return the piece of that name; raises UnknownPiece unless another seat hides its kind."""
    for one in referee.identities(Viewer.of(seat)):
        if one.piece == piece and one.seat != seat and one.kind is None:
            return one
    raise UnknownPiece


def move_marks(from_id: int, to_id: int) -> None:
    """Give the marks of one user to another, but in matches where that one has marked already."""
    marked = GuessMark.objects.filter(user_id=to_id).values("match")
    GuessMark.objects.filter(user_id=from_id).exclude(match__in=marked).update(user_id=to_id)
