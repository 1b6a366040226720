"""A tiny game that hides something, to prove that the leak tests would notice a leak.

Two seats hide a pea each under one of four cups, both at once. Then they take
turns to lift one of the other's cups; who finds the pea first wins. The dice
deal each seat a secret lucky cup, under which its pea may not be hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import GameMeta, Terms, Transition
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.events import Event
from engines.core.jsontypes import Json, JsonObject
from engines.core.knowledge import Identity, Knowledge, Suspect
from engines.core.outcome import Outcome, Termination
from engines.core.plain import Plain
from engines.core.seats import Seat, Viewer

CUPS = (1, 2, 3, 4)
SEATS = (Seat(0), Seat(1))
Pair = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """Both lucky cups, both peas (0: not hidden yet), and the cups of each lifted so far."""

    lucky: Pair
    peas: Pair = (0, 0)
    lifted: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    conceded: tuple[int, ...] = ()


@dataclass(frozen=True)
class View:
    """What one viewer knows; the viewer's own secrets are None for a bystander."""

    seat: Seat | None
    lucky: int | None
    pea: int | None
    hidden: tuple[bool, bool]
    lifted: tuple[tuple[int, ...], tuple[int, ...]]
    to_act: frozenset[Seat]
    found: tuple[bool, bool]
    """Whose pea has been found."""
    revealed: Pair | None
    rumour: int | None = None
    """Always None in the honest game."""


class CupsCodec:
    """Positions as lists, moves as a verb and a cup."""

    schema = 1
    views = Plain(View)

    def dump_position(self, position: Position) -> JsonObject:
        return {
            "lucky": list(position.lucky),
            "peas": list(position.peas),
            "lifted": [list(cups) for cups in position.lifted],
            "conceded": list(position.conceded),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        fields: Any = data
        first, second = fields["lifted"]
        return Position(
            tuple(fields["lucky"]),
            tuple(fields["peas"]),
            (tuple(first), tuple(second)),
            tuple(fields["conceded"]),
        )

    def dump_move(self, move: int) -> str:
        return f"cup{move}"

    def load_move(self, text: str) -> int:
        if not re.fullmatch("cup[1-4]", text):
            raise InvalidMove(f"not a cup: {text[:40]!r}")
        return int(text[3])

    def dump_view(self, view: View) -> JsonObject:
        return {
            "lucky": view.lucky,
            "pea": view.pea,
            "hidden": list(view.hidden),
            "lifted": [list(cups) for cups in view.lifted],
            "to_act": sorted(view.to_act),
            "found": list(view.found),
            "revealed": None if view.revealed is None else list(view.revealed),
        }

    def read(self, text: str) -> Position:
        found = re.fullmatch(r"([1-4]{2}) ([0-4]{2}) ([1-4]*)/([1-4]*)", text)
        if not found:
            raise ValueError(f"not a position: {text[:40]!r}")
        lucky, peas, *lifted = (tuple(map(int, digits)) for digits in found.groups())
        return Position(lucky, peas, (lifted[0], lifted[1]))  # type: ignore[arg-type]

    def write(self, position: Position) -> str:
        digits = [
            "".join(map(str, numbers))
            for numbers in (position.lucky, position.peas, *position.lifted)
        ]
        return f"{digits[0]} {digits[1]} {digits[2]}/{digits[3]}"


def sheet_of(suspects: Iterable[tuple[Identity, Iterable[int]]]) -> Knowledge:
    """Under which cups the other's pea can be; of kinds there is nothing to count."""
    lines = (Suspect(pea.piece, pea.seat, None, "".join(map(str, cups))) for pea, cups in suspects)
    return Knowledge(tuple(lines), {})


class Cups:
    """The honest game; `test_conformance_bites` overrides a method at a time."""

    meta = GameMeta(
        "cups", "Cups", ("Left", "Right"), 1, hides_information=True, kinds=tuple("1234")
    )
    codec: Any = CupsCodec()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        lucky = dice.choice(CUPS), dice.choice(CUPS)
        dealt = Event("dealt", {}, {seat: {"lucky": lucky[seat]} for seat in SEATS})
        return Transition(Position(lucky), (dealt,))

    def to_act(self, position: Position) -> frozenset[Seat]:
        if self.outcome(position):
            return frozenset()
        hiding = frozenset(seat for seat in SEATS if not position.peas[seat])
        return hiding or frozenset({self.first_to_lift(position)})

    def is_setting_up(self, position: Position) -> bool:
        return not all(position.peas) and not self.outcome(position)

    def cautions(self, move: int) -> tuple[str, ...]:
        return ()

    def first_to_lift(self, position: Position) -> Seat:
        return Seat((len(position.lifted[0]) + len(position.lifted[1])) % 2)

    def play(self, position: Position, seat: Seat, move: int, dice: Dice) -> Transition[Position]:
        if not position.peas[seat]:
            after = replace(position, peas=_with(position.peas, seat, move))
            return Transition(after, self.events_of_hiding(after, seat))
        lifted = _with(position.lifted, 1 - seat, (*position.lifted[1 - seat], move))
        after = replace(position, lifted=lifted)
        return Transition(after, self.events_of_lifting(after, seat, move))

    def events_of_hiding(self, after: Position, seat: Seat) -> tuple[Event, ...]:
        return (Event("hid", {"seat": seat}, {seat: {"cup": after.peas[seat]}}),)

    def events_of_lifting(self, after: Position, seat: Seat, cup: int) -> tuple[Event, ...]:
        facts = {"seat": seat, "cup": cup, "found": after.peas[1 - seat] == cup}
        return (Event("lifted", facts),)

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        after = replace(position, conceded=tuple(sorted(seats)))
        return Transition(after, self.events_of_conceding(after))

    def events_of_conceding(self, after: Position) -> tuple[Event, ...]:
        return (Event("conceded", {"seats": list(after.conceded)}),)

    def outcome(self, position: Position) -> Outcome | None:
        if position.conceded:
            staying = frozenset(SEATS) - {Seat(seat) for seat in position.conceded}
            return Outcome(Termination.CONCESSION, staying)
        found = [seat for seat in SEATS if position.peas[1 - seat] in position.lifted[1 - seat]]
        return Outcome(Termination.CHECKMATE, frozenset(found)) if found else None

    def view(self, position: Position, viewer: Viewer) -> View:
        seat = viewer.seat
        return View(
            seat=seat,
            lucky=None if seat is None else position.lucky[seat],
            pea=None if seat is None else position.peas[seat],
            hidden=(position.peas[0] > 0, position.peas[1] > 0),
            lifted=position.lifted,
            to_act=self.to_act(position),
            found=(position.peas[0] in position.lifted[0], position.peas[1] in position.lifted[1]),
            revealed=position.peas if viewer.sees_all else None,
        )

    def check_move(self, view: View, move: int) -> None:
        if view.seat is None or view.seat not in view.to_act:
            raise IllegalMove("not-your-turn")
        if move not in self._cups(view):
            raise IllegalMove("not-that-cup")

    def legal_moves(self, view: View) -> Iterator[int]:
        if view.seat is not None and view.seat in view.to_act:
            yield from self._cups(view)

    def sample_move(self, view: View, dice: Dice) -> int:
        return dice.choice(list(self.legal_moves(view)))

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        if not all(position.peas):
            return {}
        return {seat: self.contents(position.peas[seat]) for seat in SEATS}

    def contents(self, pea: int) -> Mapping[str, str]:
        return {f"cup{cup}": "pea" if cup == pea else "air" for cup in CUPS}

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Other lucky cups and peas of other seats, such as could have led to the same play."""
        if viewer.sees_all:
            return position
        lucky, peas = list(position.lucky), list(position.peas)
        for seat in SEATS:
            if seat != viewer.seat:
                if peas[seat] and peas[seat] not in position.lifted[seat]:
                    peas[seat] = dice.choice([c for c in CUPS if c not in position.lifted[seat]])
                lucky[seat] = dice.choice([cup for cup in CUPS if cup != peas[seat]])
        return replace(position, lucky=(lucky[0], lucky[1]), peas=(peas[0], peas[1]))

    def identities(self, view: View) -> tuple[Identity, ...]:
        """The peas; their kind is the cup they are under."""
        return tuple(
            Identity(f"pea{seat}", seat, None, self._cup_known(view, seat))
            for seat in SEATS
            if view.hidden[seat]
        )

    def knowledge(self, view: View) -> Knowledge:
        return sheet_of(
            (pea, [cup for cup in CUPS if cup not in view.lifted[pea.seat]])
            for pea in self.identities(view)
            if pea.kind is None
        )

    def _cup_known(self, view: View, seat: Seat) -> str | None:
        if view.revealed is not None:
            return str(view.revealed[seat])
        if view.seat == seat and view.pea:
            return str(view.pea)
        return str(view.lifted[seat][-1]) if view.found[seat] else None

    def _cups(self, view: View) -> list[int]:
        assert view.seat is not None
        barred = view.lifted[1 - view.seat] if view.pea else (view.lucky,)
        return [cup for cup in CUPS if cup not in barred]


def _with(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (pair[0], value) if seat else (value, pair[1])
