"""The archive: the record of a match that is over, and whether what is stored still holds."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Any

from django.db.models import F

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER, Seat
from games.match.exceptions import NotOver
from games.match.referee import snapshots
from games.match.referee.positions import GIVEN
from games.match.referee.table import Table, sealed_events, unsealed
from games.match.referee.umpire import PLACED
from games.match.sealed import SealedEvent, SealedPly
from games.match.status import Status


@dataclass(frozen=True, slots=True)
class RecordedPly:
    """One ply of a match that is over, with its move; number 0 is the start."""

    number: int
    seats: tuple[Seat, ...]
    """Whose ply it was; several seats concede together."""
    move: str | None
    """The action text; None for a concession, and for the start."""
    made_at: datetime | None
    events: tuple[tuple[str, JsonObject], ...]
    """What everybody was told of it."""


def moments_of(user_ids: Collection[int], since: datetime) -> dict[int, list[tuple[int, datetime]]]:
    """Return when each user has moved since then, oldest first, with the key of the match.

    Never what was moved, and nothing of matches in which pieces are still being placed.
    """
    seats = {"match__players__user_id__in": user_ids, "match__players__seat": F("seat")}
    rows = SealedPly.objects.filter(**seats, move__isnull=False, made_at__gte=since)
    own = rows.filter(match__is_setting_up=False).exclude(key__startswith=GIVEN)
    found: dict[int, list[tuple[int, datetime]]] = {pk: [] for pk in user_ids}
    made = own.order_by("made_at").values_list("match__players__user_id", "match_id", "made_at")
    for user_id, match_id, made_at in made:
        found[user_id].append((match_id, made_at))
    return found


def moves_by(user_id: int, matches: Collection[int]) -> dict[int, list[tuple[int, str, datetime]]]:
    """Return the user's own moves in *matches*, by the match's key, by their own numbers and with
    when they were made; in one query."""
    mine = {"match__players__user_id": user_id, "match__players__seat": F("seat")}
    rows = SealedPly.objects.filter(**mine, match__in=matches, move__isnull=False)
    rows = rows.order_by("match_id", "number")
    found: dict[int, list[tuple[int, str, datetime]]] = defaultdict(list)
    plies = rows.values_list("match_id", "seat_ply", "move", "made_at")
    for match_id, number, text, made_at in plies:
        found[match_id].append((number, text or "", made_at))
    return found


def played_by(user_id: int, matches: Collection[int], moves: Collection[str]) -> dict[int, str]:
    """Return which of those *moves* the user has begun each of those finished *matches* with, by
    the keys of the matches; what the site has placed is nobody's move."""
    mine = {"match__players__user_id": user_id, "match__players__seat": F("seat")}
    rows = SealedPly.objects.filter(**mine, match__in=matches, match__status=Status.FINISHED)
    found = rows.filter(seat_ply=1, move__in=moves).exclude(key__startswith=PLACED)
    return {match_id: str(move) for match_id, move in found.values_list("match_id", "move")}


AT_ONCE = 500
"""Plies of a record that are read at a time."""


class Archive(Table):
    """Reads a match back from its plies."""

    def record(self) -> Iterator[RecordedPly]:
        """Return the start and every ply with its move, also those made in secret, a few hundred
        read at a time. Raises NotOver before the end."""
        if self.outcome() is None:
            raise NotOver
        return self._plies_recorded()

    def _plies_recorded(self) -> Iterator[RecordedPly]:
        yield RecordedPly(0, (), None, None, _public_events(self._sealed.opening))
        after = 0
        while rows := list(
            SealedPly.objects.filter(match=self._match, number__range=(after + 1, after + AT_ONCE))
        ):
            for number, plies in groupby(rows, key=attrgetter("number")):
                yield _recorded(number, list(plies))
            after += AT_ONCE

    def open_moves(self, *, up_to: int) -> tuple[str, ...]:
        """Return the moves of the first *up_to* plies; see `open_plies`."""
        return tuple(move for _seat, move in self.open_plies(up_to=up_to))

    def open_plies(self, *, up_to: int) -> list[tuple[int, str]]:
        """Return whose the first *up_to* plies were, and the moves, as far as the first concession.

        Set-ups stand in the order of the seats, as they are laid out again, not in that in which
        they were made. Raises NotOver while the match goes on, if its rules hide anything.
        """
        if self._engine.meta.hides_information and self.outcome() is None:
            raise NotOver
        rows = SealedPly.objects.filter(match=self._match, number__lte=up_to).order_by("number")
        found = list(takewhile(lambda row: row[1] is not None, rows.values_list("seat", "move")))
        laid_out = len(self._seats) if self._engine.meta.placing else 0
        found[:laid_out] = sorted(found[:laid_out])
        return [(seat, str(move)) for seat, move in found]

    def text_after(self, ply: int | None) -> str:
        """Return the board after *ply* plies, or the present one, as a text of the rules page.

        Empty for a game that begins nowhere but at its start: there texts tell what is hidden.
        """
        if not self._engine.meta.begins_anywhere:
            return ""
        position = self._position if ply is None else self._position_after(ply)
        return self._engine.codec.write(position)

    def to_act_after(self, ply: int) -> frozenset[Seat]:
        """Return who was to act after *ply* plies: public knowledge."""
        return self._engine.to_act(self._position_after(ply))

    def replays(self) -> bool:
        """Return whether terms, seed and plies alone lead to the stored position and events."""
        start = self._start()
        number, here, events = 0, start.position, _numbered(0, sealed_events(start))
        for number, step in self._steps():
            here = step.position
            events += _numbered(number, sealed_events(step))
        stored = _numbered(0, self._sealed.opening)
        for ply in SealedPly.objects.filter(match=self._match):
            stored += _numbered(ply.number, ply.events)
        return (
            number == self._sealed.plies
            and _plain(self._engine.codec.dump_position(here)) == self._sealed.data
            and stored == events
            and self._snapshots_stand()
        )

    def _snapshots_stand(self) -> bool:
        if not snapshots.is_kept(self._engine):
            return True
        return snapshots.are_right(self._match.pk, self._engine.codec, self._sealed.data)

    def knows_terms(self) -> bool:
        """Return whether the game offers the match's options, and begins where the match began."""
        meta, chosen = self._engine.meta, self._match.options
        is_offered = set(chosen) == set(meta.options) and all(
            meta.permits(name, value) for name, value in chosen.items()
        )
        return is_offered and (not self._match.start or self._begins_as_written())

    def _begins_as_written(self) -> bool:
        try:
            return self._engine.codec.write(self._start().position) == self._match.start
        except ValueError:
            return False

    def tallies(self) -> bool:
        """Return whether the sealed counters are those of the plies, counted anew."""
        rows = list(SealedPly.objects.filter(match=self._match))
        seats = range(len(self._seats))
        own = [[row.seat_ply for row in rows if row.seat == seat] for seat in seats]
        numbers = sorted({row.number for row in rows})
        return (
            numbers == list(range(1, self._sealed.plies + 1))
            and all(plies == list(range(1, len(plies) + 1)) for plies in own)
            and [len(plies) for plies in own] == self._sealed.seat_plies
            and len(self._sealed.versions) == len(self._viewer_keys)
            and all(count >= 1 for count in self._sealed.versions)
        )

    def times(self) -> list[datetime]:
        """Return when each ply was made, in their order."""
        rows = SealedPly.objects.filter(match=self._match)
        return list(rows.values_list("made_at", flat=True))

    def made(self) -> list[tuple[Seat, datetime, bool]]:
        """Return whose each ply was, when it was made, and whether it is a move rather than an end.

        Nothing while pieces are placed in secret: who is ready is told elsewhere.
        """
        if self.is_setting_up():
            return []
        rows = SealedPly.objects.filter(match=self._match)
        plies = rows.values_list("seat", "made_at", "move")
        return [(Seat(seat), made_at, move is not None) for seat, made_at, move in plies]

    def movers(self) -> set[Seat]:
        """The seats that have moved; to concede is not to move, nor to place one's pieces."""
        rows = SealedPly.objects.filter(match=self._match, move__isnull=False)
        if self._engine.meta.placing is not None:
            rows = rows.exclude(seat_ply=1)
        return {Seat(seat) for seat in rows.values_list("seat", flat=True)}

    def given_plies(self) -> int:
        """Return how many plies stand that the site has laid out."""
        return SealedPly.objects.filter(match=self._match, key__startswith=GIVEN).count()

    def placed_by_house(self) -> set[Seat]:
        """Return the seats whose pieces the site has placed."""
        rows = SealedPly.objects.filter(match=self._match, key=PLACED)
        return {Seat(seat) for seat in rows.values_list("seat", flat=True)}


def _recorded(number: int, rows: Sequence[SealedPly]) -> RecordedPly:
    seats = tuple(Seat(row.seat) for row in rows)
    return RecordedPly(number, seats, rows[0].move, rows[0].made_at, _public_events(rows[0].events))


def _public_events(events: Iterable[SealedEvent]) -> tuple[tuple[str, JsonObject], ...]:
    """Return what everybody was told of them."""
    known = ((event.kind, event.seen_by(BYSTANDER)) for event in map(unsealed, events))
    return tuple((kind, facts) for kind, facts in known if facts is not None)


def _numbered(ply: int, events: Iterable[SealedEvent]) -> list[tuple[int, SealedEvent]]:
    return [(ply, event) for event in events]


def _plain(data: Any) -> Any:
    """*data* as it comes back from a JSON column."""
    return json.loads(json.dumps(data))
