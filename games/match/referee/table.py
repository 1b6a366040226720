"""One match's sealed position, opened: what all the referee does begins here."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, Self, cast

from django.db import connection
from django.db.models import JSONField, QuerySet
from django.db.models.expressions import RawSQL

from engines.core.commitments import Commitment, commitments_to
from engines.core.dice import Dice
from engines.core.engine import (
    Terms,
    Transition,
)
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.outcome import Outcome
from engines.core.seats import Seat
from engines.registry import AnyEngine, engine_for
from games.match.models import Match
from games.match.referee import lookback, snapshots
from games.match.referee.position_cache import position_of
from games.match.sealed import SealedEvent, SealedPly, SealedPosition
from queues.prepared import Prepared

LATELY = 4
"""The events of so many plies are read with the position: all that a page lacks after a turn of
two. It asks for more by itself. The ply before them tells when the first of their turns began."""

_JSON_OF = {
    "sqlite": "json_group_array(json_array(number, json(events), seat, made_at))",
    "postgresql": "jsonb_agg(jsonb_build_array(number, events, seat, made_at)"
    " ORDER BY number, seat)",
}


def with_lately(rows: QuerySet[SealedPosition]) -> QuerySet[SealedPosition]:
    """Return the same rows, each with the last events of its match."""
    events = f"""SELECT COALESCE({_JSON_OF[connection.vendor]}, '[]') FROM (
    SELECT number, seat, events, made_at FROM match_sealedply told
    WHERE told.match_id = match_sealedposition.match_id
    AND told.number >= match_sealedposition.plies - {LATELY} ORDER BY number, seat) lately"""  # noqa: S608
    also = {"lately": RawSQL(events, [], JSONField())}  # noqa: S611 - a constant
    return rows.annotate(**also)


_at = Prepared(
    lambda uid: with_lately(
        SealedPosition.objects.select_related("match").filter(match__uid=uid).order_by()
    ),
    str,
)


@lru_cache
def has_part(engine: AnyEngine, part: type) -> bool:
    """Return whether *engine* has a part that not all have, by its protocol; kept between pages."""
    return isinstance(engine, part)


class PlyEvents(NamedTuple):
    """The events of one row of a ply, and when it was made."""

    number: int
    events: list[SealedEvent]
    seat: int
    made_at: datetime

    @classmethod
    def read(cls, row: Sequence[Any]) -> PlyEvents:
        """From JSON, as the database writes moments there."""
        number, events, seat, made_at = row
        moment = datetime.fromisoformat(made_at)
        return cls(number, events, seat, moment if moment.tzinfo else moment.replace(tzinfo=UTC))


class Table:
    """A match with its rules and its full position, loaded when it is first needed."""

    def __init__(self, match: Match, sealed: SealedPosition | None = None) -> None:
        self._match = match
        self._engine = engine_for(match.game, match.rules_version)
        if sealed is not None:  # else fetched when it is first needed
            self._hold(sealed)

    @classmethod
    def for_each(cls, matches: Sequence[Match], *, lately: bool = False) -> dict[int, Self]:
        """A referee for every match, by the match's key; their positions are fetched together, and
        with them, if *lately*, what the last plies tell."""
        rows = SealedPosition.objects.order_by()
        sealed = (with_lately(rows) if lately else rows).in_bulk([match.pk for match in matches])
        return {match.pk: cls(match, sealed.get(match.pk)) for match in matches}

    @classmethod
    def at(cls, uid: str) -> Self | None:
        """The referee of the match of that public id, read with its position in one statement.

        None for a match that has not begun, and where there is none.
        """
        found = _at(uid)
        return cls(found[0].match, found[0]) if found else None

    def _hold(self, sealed: SealedPosition) -> None:
        """Take the position as read, with the last events if they were read with it."""
        self._sealed = sealed
        plies = getattr(sealed, "lately", None)
        if plies is not None:
            self._latest_plies = sealed.plies - LATELY, [PlyEvents.read(row) for row in plies]

    @property
    def match(self) -> Match:
        """Its public row."""
        return self._match

    def to_act(self) -> frozenset[Seat]:
        """Return the seats that owe a move."""
        return self._engine.to_act(self._position)

    def is_setting_up(self) -> bool:
        """Return whether pieces are still to be placed."""
        return self._engine.is_setting_up(self._position)

    def outcome(self) -> Outcome | None:
        """Return how the match ended by its rules, or None."""
        return self._engine.outcome(self._position)

    def conceded(self) -> bool:
        """Return whether the last ply is no move, but somebody leaving the match."""
        last = SealedPly.objects.filter(match=self._match).order_by("number", "seat").last()
        return last is not None and last.move is None

    def ply_of(self, seat: Seat, seat_ply: int) -> int:
        """The number among all plies of one of the seat's own, counted from 1; 0 without it."""
        plies = SealedPly.objects.filter(match=self._match, seat=seat, seat_ply=seat_ply)
        return plies.values_list("number", flat=True).first() or 0

    def seat_plies(self, seat: Seat) -> int:
        """Return how many plies *seat* has made; told to that seat alone."""
        return int(self._sealed.seat_plies[seat])

    @property
    def plies(self) -> int:
        """The number of plies made. Secret while seats act at the same time."""
        return self._sealed.plies

    def digests(self) -> tuple[JsonObject, ...]:
        """Return the digest of every hidden piece, for everybody; none before play has begun."""
        return tuple(commitment.closed for commitment in self._commitments())

    def openings(self) -> tuple[JsonObject, ...]:
        """Return what opens the digests; none until the match has ended by its rules."""
        if self.outcome() is None:
            return ()
        return tuple(commitment.opening for commitment in self._commitments())

    _latest_plies: tuple[int, list[PlyEvents]] | None = None
    """All plies from that number on, if they were read."""
    _past: tuple[int, Any] | None = None
    """The position after a ply that was looked back at."""
    _middle_plies: tuple[int, int, list[PlyEvents]] = (0, 0, [])
    """The plies from a number to another, of those that somebody looks back at."""

    @cached_property
    def _sealed(self) -> SealedPosition:
        return SealedPosition.objects.get(pk=self._match.pk)

    @cached_property
    def _position(self) -> Any:
        sealed = self._sealed
        return position_of(self._match.pk, self._engine, sealed.schema, sealed.data)

    @property
    def _terms(self) -> Terms:
        return Terms(options=self._match.options, start=self._match.start)

    @property
    def _seats(self) -> tuple[str, ...]:
        """The names of the seats there are under the match's terms."""
        return self._engine.meta.seats_for(self._match.options)

    @property
    def _viewer_keys(self) -> list[int | None]:
        """Whose versions are counted, in the order they are stored."""
        return [*range(len(self._seats)), None]

    def _commitments(self) -> list[Commitment]:
        secret = hmac.digest(bytes(self._sealed.seed), b"commitments", "sha256")
        hidden = self._engine.hidden_setup(self._position)
        return commitments_to(hidden, match=self._match.uid, secret=secret)

    def _start(self) -> Transition[Any]:
        """How it began; what was stored has been opened by then, and may tell what is played."""
        _ = self._position
        return self._engine.start(self._terms, Dice(bytes(self._sealed.seed), "0"))

    def _position_after(self, ply: int) -> Any:
        """Return the position after ply *ply*, replayed from the last one that is kept."""
        if ply >= self._sealed.plies:
            return self._position
        if snapshots.is_kept(self._engine):
            if self._past is None or self._past[0] != ply:
                pk, data = self._match.pk, self._sealed.data
                self._past = ply, snapshots.position_after(pk, self._engine.codec, data, ply)
            return self._past[1]
        rows = SealedPly.objects.filter(match=self._match, number__lte=ply).defer("events")
        plies = [(number, list(made)) for number, made in groupby(rows, attrgetter("number"))]
        digests = list(self._digests_of(plies))
        done, here = lookback.latest(self._engine, digests)
        if not done:
            here = self._start().position
        for (number, made), digest in zip(plies[done:], digests[done:], strict=True):
            here = self._replayed(here, number, made).position
            if number == ply or number % lookback.STRIDE == 0:
                lookback.keep(self._engine, digest, here)
        return here

    def _digests_of(self, plies: Iterable[tuple[int, list[SealedPly]]]) -> Iterator[bytes]:
        """For each of *plies*, from the first on, what the position after it follows from."""
        match = self._match
        terms = [match.game, match.rules_version, sorted(match.options.items()), match.start]
        digest = hashlib.sha256(json.dumps(terms).encode() + bytes(self._sealed.seed))
        for number, made in plies:
            moves = [[number, row.seat, row.move] for row in made]
            digest.update(json.dumps(moves).encode())
            yield digest.digest()

    def _steps(self) -> Iterator[tuple[int, Transition[Any]]]:
        """Yield every ply's number and what it led to, replayed from the start."""
        here = self._start().position
        plies = SealedPly.objects.filter(match=self._match)
        for number, group in groupby(plies, key=attrgetter("number")):
            step = self._replayed(here, number, list(group))
            yield number, step
            here = step.position

    def _replayed(self, here: Any, number: int, rows: list[SealedPly]) -> Transition[Any]:
        if rows[0].move is None:
            return self._engine.concede(here, frozenset(Seat(row.seat) for row in rows))
        move = self._engine.codec.load_move(rows[0].move)
        dice = Dice(bytes(self._sealed.seed), str(number))
        return self._engine.play(here, Seat(rows[0].seat), move, dice)


def sealed_events(step: Transition[Any]) -> list[SealedEvent]:
    """Return the events of *step* as the database stores and returns them: lists for tuples."""
    events = [
        (event.kind, event.public, {str(seat): facts for seat, facts in event.private.items()})
        for event in step.events
    ]
    return cast("list[SealedEvent]", json.loads(json.dumps(events)))


def unsealed(event: SealedEvent) -> Event:
    kind, public, private = event
    return Event(kind, public, {Seat(int(seat)): facts for seat, facts in private.items()})
