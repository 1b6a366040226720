"""The referee: the only code that opens a full position.

Views, news and legal moves leave here already cut to one viewer's eyes.
Whoever lets the referee write holds the lock on the match row.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, cast

from engines.core.commitments import Commitment, commitments_to
from engines.core.dice import Dice
from engines.core.engine import (
    BluffingEngine,
    KindHidingEngine,
    PatientEngine,
    Setup,
    Transition,
)
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.knowledge import Identity
from engines.core.outcome import Outcome
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import engine_for
from games.exceptions import KeyReused, NotOver, NotToAct, RefusedMove, StaleMove, UnreadableMove
from games.models import Match
from games.models.sealed import SealedEvent, SealedPly, SealedPosition

PLACED = "house:placing"
"""The key of a set-up the house made. No request can bear it: see `Referee.concede`."""


SILENCE = "silence:"
"""How the key of a move begins that silence counted as. No request can bear it either."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What a ply led to, as far as the public rows may record it."""

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
    """What the house commits itself to by this ply: one for each piece, if it began play."""
    openings: tuple[JsonObject, ...] = ()
    """What opens the commitments: one for each piece, if this ply ended the match."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot is given: a view like a person's, and dice of its own."""

    view: Any
    seed: bytes
    label: str
    seat_ply: int


class Bluff(NamedTuple):
    """What the author of an open move should know that is a foul."""

    fouls: tuple[str, ...]
    """Codes; they name sentences."""
    could_be_true: bool
    """Whether some kind of piece moves so; where none does, anybody can see the foul."""


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


class Referee:
    """Opens one match's sealed position, applies moves, hands out views."""

    def __init__(self, match: Match, sealed: SealedPosition | None = None) -> None:
        self._match = match
        self._engine = engine_for(match.game, match.rules_version)
        if sealed is not None:  # else fetched when it is first needed
            self._sealed = sealed

    @classmethod
    def for_each(cls, matches: Sequence[Match]) -> dict[int, Referee]:
        """A referee for every match, by the match's key; their positions are fetched together."""
        sealed = SealedPosition.objects.in_bulk([match.pk for match in matches])
        return {match.pk: cls(match, sealed.get(match.pk)) for match in matches}

    # Writing

    def open_match(self, *, seed: bytes) -> Happened:
        """Lay out the opening position."""
        seats = len(self._engine.meta.seats)
        self._sealed = SealedPosition(
            match=self._match, seed=seed, seat_plies=[0] * seats, versions=[0] * (seats + 1)
        )
        return self._record(self._engine.start(self._setup, Dice(seed, "0")), before=None)

    def repeats(self, *, seat: Seat, text: str, key: str) -> bool:
        """Whether this very request was accepted before; raises KeyReused if another was."""
        earlier = SealedPly.objects.filter(match=self._match, seat=seat, key=key).first()
        if earlier is not None and earlier.move != text:
            raise KeyReused
        return earlier is not None

    def was_silent(self, *, seat: Seat, seat_ply: int) -> bool:
        """Whether silence was taken for the *seat_ply*-th ply of *seat*."""
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
        """Place a recommended army, chosen by dice of its own, for a *seat* that has not."""
        placing = self._engine.meta.placing
        assert placing is not None
        letters = placing.recommended(Dice(bytes(self._sealed.seed), f"placing.{seat}"))
        move = self._engine.codec.load_move(placing.action(letters))
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
        before = self._position
        # no request can bear this key: pages may not put a colon into theirs
        key = f"concession:{self._sealed.plies + 1}"
        made_at = self._write_plies(sorted(seats), text=None, key=key, now=now)
        return self._record(self._engine.concede(before, seats), before=before, made_at=made_at)

    def touch(self) -> Mapping[int | None, int]:
        """Count a change that everybody may see and that is not a ply (an offer, say)."""
        versions = [version + 1 for version in self._sealed.versions]
        self._sealed.versions = versions
        self._sealed.save(update_fields=["versions"])
        return dict(zip(self._viewer_keys, versions, strict=True))

    # Reading

    def open(self) -> None:
        """Read the sealed row now: whatever is read after this is as new, or newer."""
        _ = self._sealed

    def to_act(self) -> frozenset[Seat]:
        """The seats that owe a move."""
        return self._engine.to_act(self._position)

    def is_setting_up(self) -> bool:
        """Whether pieces are still to be placed."""
        return self._engine.is_setting_up(self._position)

    def cautions(self, text: str) -> tuple[str, ...]:
        """What to ask about before the move *text* is made; raises UnreadableMove."""
        try:
            return self._engine.cautions(self._engine.codec.load_move(text))
        except InvalidMove as error:
            raise UnreadableMove from error

    def outcome(self) -> Outcome | None:
        """How the match ended by its rules, or None."""
        return self._engine.outcome(self._position)

    def view(self, viewer: Viewer, *, after_ply: int | None = None) -> JsonObject:
        """What *viewer* may see of the position now, or could see after an earlier ply."""
        return self._engine.codec.dump_view(self._seen(viewer, after_ply))

    def identities(self, viewer: Viewer, *, after_ply: int | None = None) -> tuple[Identity, ...]:
        """Who is who among the pieces *viewer* sees; none where no kinds are hidden."""
        engine = self._kind_hiding_engine
        return engine.identities(self._seen(viewer, after_ply)) if engine else ()

    def knowledge(self, viewer: Viewer, *, after_ply: int | None = None) -> JsonObject:
        """What follows for *viewer* about hidden kinds; nothing where none are hidden."""
        engine = self._kind_hiding_engine
        if engine is None:
            return {"pieces": [], "left": {}}
        return engine.knowledge(self._seen(viewer, after_ply)).as_json()

    def legal_moves(self, seat: Seat) -> tuple[str, ...]:
        """The action texts open to *seat* now; none when it is not to act."""
        if seat not in self._engine.to_act(self._position):
            return ()
        view = self._engine.view(self._position, Viewer.of(seat))
        return tuple(map(self._engine.codec.dump_move, self._engine.legal_moves(view)))

    def bluffs(self, seat: Seat) -> dict[str, Bluff]:
        """The moves open to *seat* that it can see to be fouls, by action text."""
        engine = self._engine
        if not isinstance(engine, BluffingEngine) or seat not in engine.to_act(self._position):
            return {}
        options = engine.options(engine.view(self._position, Viewer.of(seat)))
        return {
            engine.codec.dump_move(option.move): Bluff(option.fouls, option.could_be_true)
            for option in options
            if option.fouls
        }

    def news(self, viewer: Viewer) -> list[tuple[str, JsonObject]]:
        """The story so far as *viewer* may hear it."""
        rows = SealedEvent.objects.filter(match=self._match)
        told = [(row.kind, _unsealed(row).seen_by(viewer)) for row in rows]
        return [(kind, facts) for kind, facts in told if facts is not None]

    def thought(self, seat: Seat) -> Thought:
        """What the bot in *seat* may think about."""
        return Thought(
            view=self._engine.view(self._position, Viewer.of(seat)),
            seed=hmac.digest(bytes(self._sealed.seed), b"bot", "sha256"),
            label=f"{seat}.{self.seat_plies(seat) + 1}",
            seat_ply=self.seat_plies(seat) + 1,
        )

    def seat_plies(self, seat: Seat) -> int:
        """How many plies *seat* has made; told to that seat alone."""
        return int(self._sealed.seat_plies[seat])

    def version(self, viewer: Viewer) -> int:
        """How often what *viewer* sees has changed."""
        return int(self._sealed.versions[self._viewer_keys.index(viewer.seat)])

    @property
    def plies(self) -> int:
        """How many plies have been made. Secret while seats act at the same time."""
        return self._sealed.plies

    def digests(self) -> tuple[JsonObject, ...]:
        """The digest of every hidden piece, for everybody; none before play has begun."""
        return tuple(commitment.closed for commitment in self._commitments())

    def openings(self) -> tuple[JsonObject, ...]:
        """What opens the digests; none until the match has ended by its rules."""
        if self.outcome() is None:
            return ()
        return tuple(commitment.opening for commitment in self._commitments())

    def record(self) -> tuple[RecordedPly, ...]:
        """Every ply with its move, also those made in secret. Raises NotOver before the end."""
        if self.outcome() is None:
            raise NotOver
        told: dict[int, list[tuple[str, JsonObject]]] = {0: []}
        for row in SealedEvent.objects.filter(match=self._match):
            facts = _unsealed(row).seen_by(BYSTANDER)
            if facts is not None:
                told.setdefault(row.ply, []).append((row.kind, facts))
        start = RecordedPly(0, (), None, None, tuple(told[0]))
        rows = SealedPly.objects.filter(match=self._match)
        return start, *(
            _recorded(number, list(plies), told.get(number, []))
            for number, plies in groupby(rows, key=attrgetter("number"))
        )

    def replays(self) -> bool:
        """Whether terms, seed and plies alone lead to the stored position and events."""
        told = _told(0, self._start())
        number = 0
        here = self._start().position
        for number, step in self._steps():
            here = step.position
            told += _told(number, step)
        rows = SealedEvent.objects.filter(match=self._match)
        return (
            number == self._sealed.plies
            and _plain(self._engine.codec.dump_position(here)) == self._sealed.data
            and [_plain_event(row.ply, row.order, _unsealed(row)) for row in rows] == told
        )

    def knows_terms(self) -> bool:
        """Whether the game offers the match's options."""
        offered, chosen = self._engine.meta.options, self._match.options
        return set(chosen) == set(offered) and all(
            chosen[name] in offered[name] for name in offered
        )

    def tallies(self) -> bool:
        """Whether the sealed counters are those of the plies, counted anew."""
        rows = list(SealedPly.objects.filter(match=self._match))
        seats = range(len(self._engine.meta.seats))
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
        """When each ply was made, in their order."""
        rows = SealedPly.objects.filter(match=self._match)
        return list(rows.values_list("made_at", flat=True))

    def movers(self) -> set[Seat]:
        """The seats that have moved; to concede is not to move, nor to place one's pieces."""
        rows = SealedPly.objects.filter(match=self._match, move__isnull=False)
        if self._engine.meta.placing is not None:
            rows = rows.exclude(seat_ply=1)
        return {Seat(seat) for seat in rows.values_list("seat", flat=True)}

    def placed_by_house(self) -> set[Seat]:
        """The seats whose pieces the house has placed."""
        rows = SealedPly.objects.filter(match=self._match, key=PLACED)
        return {Seat(seat) for seat in rows.values_list("seat", flat=True)}

    # Inside

    @cached_property
    def _sealed(self) -> SealedPosition:
        return SealedPosition.objects.get(pk=self._match.pk)

    @cached_property
    def _position(self) -> Any:
        return self._engine.codec.load_position(self._sealed.data, self._sealed.schema)

    @property
    def _kind_hiding_engine(self) -> KindHidingEngine[Any, Any, Any] | None:
        engine = cast("KindHidingEngine[Any, Any, Any]", self._engine)
        return engine if engine.meta.kinds else None

    def _seen(self, viewer: Viewer, after_ply: int | None) -> Any:
        """The engine's own view for *viewer*, now or after an earlier ply.

        Raises NotOver for eyes that see everything while there is anything to hide.
        """
        if viewer.sees_all and self.outcome() is None:
            raise NotOver
        position = self._position if after_ply is None else self._position_after(after_ply)
        return self._engine.view(position, viewer)

    @property
    def _setup(self) -> Setup:
        return Setup(options=self._match.options)

    @property
    def _viewer_keys(self) -> list[int | None]:
        """Whose versions are counted, in the order they are stored."""
        return [*range(len(self._engine.meta.seats)), None]

    def _play(self, seat: Seat, move: Any, *, key: str, now: datetime) -> Happened:
        before = self._position
        text = self._engine.codec.dump_move(move)
        made_at = self._write_plies([seat], text=text, key=key, now=now)
        dice = Dice(bytes(self._sealed.seed), str(self._sealed.plies))
        step = self._engine.play(before, seat, move, dice)
        return self._record(step, before=before, made_at=made_at)

    def _checked(self, seat: Seat, text: str) -> Any:
        try:
            move = self._engine.codec.load_move(text)
            self._engine.check_move(self._engine.view(self._position, Viewer.of(seat)), move)
        except InvalidMove as error:
            raise UnreadableMove from error
        except IllegalMove as error:
            raise RefusedMove(error.code) from error
        return move

    def _write_plies(
        self, seats: Sequence[Seat], *, text: str | None, key: str, now: datetime
    ) -> datetime:
        """Write down the next ply; when it counts as made.

        That is *now*, when its request arrived or a bot's pace ended, but never before the
        ply before it: whoever came second may have got hold of the match first.
        """
        latest = SealedPly.objects.filter(match=self._match).order_by("-number")
        made_at = max(now, latest.values_list("made_at", flat=True).first() or now)
        self._sealed.plies += 1
        counts = list(self._sealed.seat_plies)
        for seat in seats:
            counts[seat] += 1
            SealedPly.objects.create(
                match=self._match,
                number=self._sealed.plies,
                seat=seat,
                seat_ply=counts[seat],
                move=text,
                key=key,
                made_at=made_at,
            )
        self._sealed.seat_plies = counts
        return made_at

    def _record(
        self, step: Transition[Any], *, before: Any, made_at: datetime | None = None
    ) -> Happened:
        sealed = self._sealed
        sealed.schema = self._engine.codec.schema
        sealed.data = self._engine.codec.dump_position(step.position)
        SealedEvent.objects.bulk_create(
            SealedEvent(
                match=self._match,
                ply=sealed.plies,
                order=order,
                kind=event.kind,
                public=event.public,
                private={str(seat): facts for seat, facts in event.private.items()},
            )
            for order, event in enumerate(step.events)
        )
        changed = self._count_changes(step, before)
        sealed.save(force_insert=before is None, force_update=before is not None)
        self._position = step.position
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
        """Whether the set-ups have been settled by *step*."""
        was_settled = before is not None and self._engine.hidden_setup(before)
        return bool(self._engine.hidden_setup(step.position)) and not was_settled

    def _commitments(self) -> list[Commitment]:
        secret = hmac.digest(bytes(self._sealed.seed), b"commitments", "sha256")
        hidden = self._engine.hidden_setup(self._position)
        return commitments_to(hidden, match=self._match.uid, secret=secret)

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
        """Whether *viewer* hears anything of *step*, or sees another view after it."""
        if before is None or any(event.seen_by(viewer) is not None for event in step.events):
            return True
        dump, view = self._engine.codec.dump_view, self._engine.view
        return dump(view(before, viewer)) != dump(view(step.position, viewer))

    def _start(self) -> Transition[Any]:
        return self._engine.start(self._setup, Dice(bytes(self._sealed.seed), "0"))

    def _position_after(self, ply: int) -> Any:
        """The position after ply *ply*, replayed from the start."""
        here = self._start().position
        for number, step in self._steps():
            if number > ply:
                break
            here = step.position
        return here

    def _steps(self) -> Iterator[tuple[int, Transition[Any]]]:
        """Every ply's number and what it led to, replayed from the start."""
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


def _recorded(
    number: int, rows: Sequence[SealedPly], told: Sequence[tuple[str, JsonObject]]
) -> RecordedPly:
    seats = tuple(Seat(row.seat) for row in rows)
    return RecordedPly(number, seats, rows[0].move, rows[0].made_at, tuple(told))


def _plain(data: Any) -> Any:
    """*data* as it comes back from a JSON column."""
    return json.loads(json.dumps(data))


def _plain_event(ply: int, order: int, event: Event) -> tuple[int, int, str, Any, Any]:
    return ply, order, event.kind, _plain(event.public), _plain(dict(event.private))


def _told(ply: int, step: Transition[Any]) -> list[tuple[int, int, str, Any, Any]]:
    """The events of a ply as they are stored."""
    return [_plain_event(ply, order, event) for order, event in enumerate(step.events)]


def _unsealed(row: SealedEvent) -> Event:
    private = {Seat(int(seat)): facts for seat, facts in row.private.items()}
    return Event(kind=row.kind, public=row.public, private=private)
