"""The umpire: whatever changes a position. Its caller holds the lock on the match row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from engines.core.dice import Dice
from engines.core.engine import (
    PatientEngine,
    PlacingEngine,
    Transition,
)
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.jsontypes import JsonObject
from engines.core.outcome import Outcome
from engines.core.pasted import load_typed
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.match.exceptions import (
    CannotRule,
    KeyReused,
    NotToAct,
    RefusedMove,
    StaleMove,
    UnreadableMove,
)
from games.match.referee import snapshots
from games.match.referee.position_cache import keep
from games.match.referee.positions import GIVEN
from games.match.referee.table import PlyEvents, Table, sealed_events, with_lately
from games.match.sealed import SealedPly, SealedPosition, SealedRewind
from queues.prepared import Prepared, PreparedInsert, PreparedUpdate

PLACED = "house:placing"
"""The key of a set-up the site made. No request can bear it: see `Referee.concede`."""


SILENCE = "silence:"
"""How the key of a move begins that silence counted as. No request can bear it either."""


@dataclass(frozen=True, slots=True)
class Happened:
    """The result of a ply, as far as the public rows may record it."""

    to_act: frozenset[Seat]
    outcome: Outcome | None
    plies: int
    versions: Mapping[int | None, int]
    """The new version for each seat (None: bystanders) whose view or news changed."""
    was_setting_up: bool
    """Whether this ply placed pieces, or was made while they were placed."""
    is_setting_up: bool
    """Whether pieces are still to be placed."""
    made_at: datetime | None = None
    """When the ply was made, as its record says; None for the start."""
    digests: tuple[JsonObject, ...] = ()
    """What the site commits itself to by this ply: one for each piece, if it began play."""
    openings: tuple[JsonObject, ...] = ()
    """What opens the commitments: one for each piece, if this ply ended the match."""


def _with_plies(seat: int, key: str, match_id: int) -> QuerySet[SealedPosition]:
    plies = SealedPly.objects.filter(match=OuterRef("pk"))
    same = plies.filter(seat=seat, key=key, move__isnull=False)
    columns = {
        "earlier": Subquery(same.values("move")[:1]),
        "made_last": Subquery(plies.order_by("-number").values("made_at")[:1]),
    }
    return with_lately(SealedPosition.objects.annotate(**columns).filter(pk=match_id))


_to_be_played = Prepared(_with_plies, int, str, int)


_add_plies = PreparedInsert(SealedPly)
_save_played = PreparedUpdate(SealedPosition, "schema", "data", "plies", "seat_plies", "versions")


class Umpire(Table):
    """Lays out the board, makes moves, and takes seats out of the match."""

    _unwritten: list[SealedPly] | None = None
    """Plies that are made now and written with others; None while each is written at once."""

    def open_match(self, *, seed: bytes) -> Happened:
        """Lay out the opening position."""
        seats = len(self._seats)
        self._sealed = SealedPosition(
            match=self._match, seed=seed, seat_plies=[0] * seats, versions=[0] * (seats + 1)
        )
        step = self._engine.start(self._terms, Dice(seed, "0"))
        self._sealed.opening = sealed_events(step)
        return self._record(step, before=None)

    def give(self, texts: Sequence[str], *, now: datetime) -> Happened:
        """Lay out what a lesson begins with, as plies of those whose turn it is.

        All are written together, however many they are. Raises UnreadableMove or RefusedMove.
        """
        self._unwritten = []
        happened: Happened | None = None
        digests: tuple[JsonObject, ...] = ()
        for number, text in enumerate(texts, start=1):
            seat = min(self._engine.to_act(self._position))
            move = self._checked(seat, text)
            happened = self._play(seat, move, key=f"{GIVEN}{number}", now=now)
            digests = digests or happened.digests
        assert happened is not None, "a lesson has plies"
        SealedPly.objects.bulk_create(self._unwritten)
        _save_played(self._sealed)
        self._unwritten = None
        return replace(happened, digests=digests, was_setting_up=False)

    def repeats(self, *, seat: Seat, text: str, key: str) -> bool:
        """Return whether this very request was accepted before; raises KeyReused if another was.

        The first thing that is asked about a move: all that has to be read for it is read here.
        """
        (sealed,) = _to_be_played(seat, key, self._match.pk)
        self._hold(sealed)
        self._made_last = sealed.made_last
        earlier = sealed.earlier
        if earlier is not None and earlier != text and not self._spells(text, earlier):
            raise KeyReused
        return earlier is not None

    def _spells(self, text: str, earlier: str) -> bool:
        """Return whether *text* is another way to write the move *earlier*."""
        codec = self._engine.codec
        try:
            return codec.dump_move(load_typed(codec, self._position, text)) == earlier
        except InvalidMove:
            return False

    def was_silent(self, *, seat: Seat, seat_ply: int) -> bool:
        """Return whether silence was taken for the *seat_ply*-th ply of *seat*."""
        if seat_ply > self.seat_plies(seat):
            return False  # as for every move in time, without asking the database
        plies = SealedPly.objects.filter(match=self._match, seat=seat, seat_ply=seat_ply)
        return plies.filter(key__startswith=SILENCE).exists()

    def play(self, *, seat: Seat, text: str, seat_ply: int, key: str, now: datetime) -> Happened:
        """Make the move *text* for *seat*, whose own *seat_ply*-th ply it must be.

        Raises StaleMove, NotToAct, UnreadableMove or RefusedMove; each follows
        from what the seat can see, so a refusal gives nothing away.
        """
        if seat_ply != self.seat_plies(seat) + 1:
            raise StaleMove
        if seat not in self._engine.to_act(self._position):
            raise NotToAct
        return self._play(seat, self._checked(seat, text), key=key, now=now)

    def place(self, seat: Seat, *, now: datetime) -> Happened:
        """Place an army nobody can foresee, by dice of its own, for a *seat* that has not."""
        engine = self._engine
        assert isinstance(engine, PlacingEngine)
        view = engine.view(self._position, Viewer.of(seat))
        move = engine.house_placing(view, Dice(bytes(self._sealed.seed), f"placing.{seat}"))
        return self._play(seat, move, key=PLACED, now=now)

    def answer_for(self, seat: Seat, *, now: datetime) -> Happened | None:
        """Make the move that the silence of *seat* counts as; None where it counts as none."""
        engine = self._engine
        if not isinstance(engine, PatientEngine) or seat not in engine.to_act(self._position):
            return None
        move = engine.default_move(engine.view(self._position, Viewer.of(seat)))
        if move is None:
            return None
        return self._play(seat, move, key=f"{SILENCE}{self._sealed.plies + 1}", now=now)

    def concede(self, seats: frozenset[Seat], *, now: datetime) -> Happened:
        """Take *seats* out of the match: resigned, out of time, agreed, or removed."""
        # no request can bear this key: pages may not put a colon into theirs
        key = f"concession:{self._sealed.plies + 1}"
        step = self._engine.concede(self._position, seats)
        return self._write_plies(step, sorted(seats), text=None, key=key, now=now)

    def rewind(self, ply: int, *, now: datetime) -> Happened:
        """Take back every ply after *ply*, if there are any; they are kept, sealed.

        Raises CannotRule for a ply before play has begun, or one there is not.
        """
        if not 0 <= ply <= self._sealed.plies:
            raise CannotRule
        position = self._position_after(ply)
        if ply < self._sealed.plies:
            if self._engine.is_setting_up(position):
                raise CannotRule  # what is hidden was committed to when play began
            self._put_away(ply, now)
        self._position, self._latest_plies = position, None
        sealed = self._sealed
        sealed.plies, sealed.data = ply, self._engine.codec.dump_position(position)
        sealed.schema = self._engine.codec.schema
        left = SealedPly.objects.filter(match=self._match)
        sealed.seat_plies = [left.filter(seat=seat).count() for seat in range(len(self._seats))]
        sealed.versions = [version + 1 for version in sealed.versions]
        sealed.save()
        return Happened(
            to_act=self._engine.to_act(position),
            outcome=self._engine.outcome(position),
            plies=ply,
            versions=dict(zip(self._viewer_keys, sealed.versions, strict=True)),
            was_setting_up=self._engine.is_setting_up(position),
            is_setting_up=self._engine.is_setting_up(position),
        )

    def _put_away(self, ply: int, now: datetime) -> None:
        """Move the plies after *ply* to where only the referee finds them."""
        plies = SealedPly.objects.filter(match=self._match, number__gt=ply)
        fields = ("number", "seat", "seat_ply", "move", "key", "made_at")
        kept = [dict(zip(fields, map(str, row), strict=True)) for row in plies.values_list(*fields)]
        SealedRewind.objects.create(match=self._match, after_ply=ply, plies=kept, made_at=now)
        plies.delete()
        snapshots.drop(self._match.pk, ply)

    @cached_property
    def _made_last(self) -> datetime | None:
        """Return the moment of the last ply; None where there is none yet."""
        latest = SealedPly.objects.filter(match=self._match).order_by("-number")
        return latest.values_list("made_at", flat=True).first()

    def touch(self) -> Mapping[int | None, int]:
        """Count a change that everybody may see and that is not a ply (an offer, say)."""
        versions = [version + 1 for version in self._sealed.versions]
        self._sealed.versions = versions
        self._sealed.save(update_fields=["versions"])
        return dict(zip(self._viewer_keys, versions, strict=True))

    def _play(self, seat: Seat, move: Any, *, key: str, now: datetime) -> Happened:
        text = self._engine.codec.dump_move(move)
        dice = Dice(bytes(self._sealed.seed), str(self._sealed.plies + 1))
        step = self._engine.play(self._position, seat, move, dice)
        return self._write_plies(step, [seat], text=text, key=key, now=now)

    def _checked(self, seat: Seat, text: str) -> Any:
        try:
            move = load_typed(self._engine.codec, self._position, text)
            self._engine.check_move(self._engine.view(self._position, Viewer.of(seat)), move)
        except InvalidMove as error:
            raise UnreadableMove from error
        except IllegalMove as error:
            raise RefusedMove(error.code, self._match.game) from error
        return move

    def _write_plies(
        self,
        step: Transition[Any],
        seats: Sequence[Seat],
        *,
        text: str | None,
        key: str,
        now: datetime,
    ) -> Happened:
        """Write down the next ply, and what it led to.

        It counts as made *now*, when its request arrived or a bot's pace ended, but never before
        the ply before it: whoever came second may have got hold of the match first.
        """
        made_at = self._made_last = max(now, self._made_last or now)
        sealed, events = self._sealed, sealed_events(step)
        sealed.plies += 1
        counts, rows = list(sealed.seat_plies), list[SealedPly]()
        for seat in seats:
            counts[seat] += 1
            ply = SealedPly(match=self._match, number=sealed.plies, seat=seat)
            ply.seat_ply, ply.move, ply.key, ply.made_at = counts[seat], text, key, made_at
            ply.events = [] if rows else events
            rows.append(ply)
        if self._unwritten is None:
            _add_plies(*rows)
        else:
            self._unwritten += rows
        sealed.seat_plies = counts
        if self._latest_plies is not None:
            self._latest_plies[1].extend(
                PlyEvents(row.number, row.events, row.seat, row.made_at) for row in rows
            )
        return self._record(step, before=self._position, made_at=made_at)

    def _record(
        self, step: Transition[Any], *, before: Any, made_at: datetime | None = None
    ) -> Happened:
        sealed = self._sealed
        sealed.schema = self._engine.codec.schema
        sealed.data = self._engine.codec.dump_position(step.position)
        changed = self._count_changes(step, before)
        if before is None:
            sealed.save(force_insert=True)
        elif self._unwritten is None:
            _save_played(sealed)
        self._position = step.position
        keep(self._match.pk, self._engine, sealed.schema, sealed.data, step.position)
        if snapshots.is_kept(self._engine):
            codec, position = self._engine.codec, step.position
            snapshots.keep(self._match.pk, codec, sealed.data, position, sealed.plies)
        return Happened(
            to_act=self._engine.to_act(step.position),
            outcome=self._engine.outcome(step.position),
            plies=sealed.plies,
            versions=changed,
            was_setting_up=before is not None and self._engine.is_setting_up(before),
            is_setting_up=self._engine.is_setting_up(step.position),
            made_at=made_at,
            digests=self.digests() if self._begins_play(step, before) else (),
            openings=self.openings(),
        )

    def _begins_play(self, step: Transition[Any], before: Any) -> bool:
        """Return whether the set-ups have been settled by *step*."""
        was_settled = before is not None and self._engine.hidden_setup(before)
        return bool(self._engine.hidden_setup(step.position)) and not was_settled

    def _count_changes(self, step: Transition[Any], before: Any) -> dict[int | None, int]:
        versions = list(self._sealed.versions)
        changed: dict[int | None, int] = {}
        for index, seat in enumerate(self._viewer_keys):
            viewer = BYSTANDER if seat is None else Viewer.of(Seat(seat))
            if self._notices(viewer, step, before):
                versions[index] += 1
                changed[seat] = versions[index]
        self._sealed.versions = versions
        return changed

    def _notices(self, viewer: Viewer, step: Transition[Any], before: Any) -> bool:
        """Return whether *viewer* hears anything of *step*, or sees another view after it."""
        if before is None or any(event.seen_by(viewer) is not None for event in step.events):
            return True
        dump, view = self._engine.codec.dump_view, self._engine.view
        return dump(view(before, viewer)) != dump(view(step.position, viewer))
