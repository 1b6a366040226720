"""A tiny hidden game for three or four seats, whose places hold stacks and lie on no grid.

Everybody secretly stacks three pieces, a crown and two stones, at a home of their own. Then they
take turns to move a piece from the top of a stack along a path; whose crown comes to the well has
won. A seat whose pieces are all covered passes. A piece that came to the well and ended nothing is
a stone, as everybody knows. Seats that drop out leave their pieces behind.

With `toy`, it shows that what is shared assumes neither two seats, nor one piece a square, nor
squares in rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import GameMeta, Terms, Transition
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.events import Event
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.knowledge import Identity, Knowledge, Left, Suspect
from engines.core.outcome import Outcome, Termination
from engines.core.plain import Plain
from engines.core.seats import Seat, Viewer

NAMES = ("Ash", "Birch", "Cedar", "Dogwood")
HOMES = ("mill", "inn", "forge", "barn")
WELL = "well"
HEIGHT = 3
"""How many pieces a seat stacks; the crown is the first, second or third from the ground."""
CROWN, STONE = "C", "S"
PASS = "pass"
LONGEST = 90
"""After so many moves it is a draw."""

Stacks = Mapping[str, tuple[str, ...]]
"""The pieces at every place, from the ground up; ``b2`` was the second one that Birch stacked."""


def owner_of(piece: str) -> Seat:
    """Whose piece it is."""
    return Seat(ord(piece[0]) - ord("a"))


def pieces_of(seat: int) -> tuple[str, ...]:
    """The pieces of a seat, from the ground up."""
    return tuple(f"{'abcd'[seat]}{number}" for number in range(1, HEIGHT + 1))


def places_for(seats: int) -> tuple[str, ...]:
    """The places of a match."""
    return (*HOMES[:seats], WELL)


def next_to(place: str, seats: int) -> tuple[str, ...]:
    """Where paths lead: from the well to all homes, from a home to the well and two others."""
    homes = HOMES[:seats]
    if place == WELL:
        return homes
    here = homes.index(place)
    return tuple(dict.fromkeys((WELL, homes[here - 1], homes[(here + 1) % seats])))


@dataclass(frozen=True)
class Position:
    """Which piece of each seat is the crown (0: not stacked yet), where all stand, who moves."""

    crowns: tuple[int, ...]
    stacks: tuple[tuple[str, ...], ...]
    """By place."""
    seen: tuple[str, ...] = ()
    """The pieces that have come to the well, in that order."""
    turn: int | None = None
    """Who moves; None until play has begun."""
    moves: int = 0
    gone: tuple[int, ...] = ()

    @property
    def at(self) -> Stacks:
        """The stacks by the names of their places."""
        return dict(zip(places_for(len(self.crowns)), self.stacks, strict=True))


@dataclass(frozen=True)
class View:
    """What one viewer knows: the position, but for the crowns of others, which are None."""

    seat: Seat | None
    crowns: tuple[int | None, ...]
    stacked: tuple[bool, ...]
    at: Stacks = field(hash=False)
    seen: tuple[str, ...]
    to_act: frozenset[Seat]
    moves: int
    gone: tuple[int, ...]


class StacksCodec:
    """Positions as lists, moves as places with an arrow between them."""

    schema = 1
    views = Plain(View)

    def dump_position(self, position: Position) -> JsonObject:
        return {
            "crowns": list(position.crowns),
            "stacks": [list(stack) for stack in position.stacks],
            "seen": list(position.seen),
            "turn": position.turn,
            "moves": position.moves,
            "gone": list(position.gone),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        fields: Any = data
        return Position(
            crowns=tuple(fields["crowns"]),
            stacks=tuple(map(tuple, fields["stacks"])),
            seen=tuple(fields["seen"]),
            turn=fields["turn"],
            moves=fields["moves"],
            gone=tuple(fields["gone"]),
        )

    def dump_move(self, move: str) -> str:
        return move

    def load_move(self, text: str) -> str:
        places = "|".join((*HOMES, WELL))
        if not re.fullmatch(rf"(?:{places})>(?:{places})|{PASS}|stack:[1-{HEIGHT}]", text):
            raise InvalidMove(f"not a move: {text[:40]!r}")
        return text

    def dump_view(self, view: View) -> JsonObject:
        return {
            "seat": view.seat,
            "crowns": list(view.crowns),
            "stacked": list(view.stacked),
            "at": {place: list(stack) for place, stack in view.at.items()},
            "seen": list(view.seen),
            "to_act": sorted(view.to_act),
            "moves": view.moves,
            "gone": list(view.gone),
        }

    def read(self, text: str) -> Position:
        """Such as ``"120 a1a2a3/b1b2b3/// a3 2 -"``; no other text, and no other pieces."""
        words = text.split(" ")
        if len(words) != 5 or not re.fullmatch(rf"[0-{HEIGHT}]{{3,4}}", words[0]):
            raise ValueError(f"not a position: {text[:40]!r}")
        crowns = tuple(map(int, words[0]))
        stacks = tuple(tuple(_pieces(stack)) for stack in words[1].split("/"))
        gone = tuple(map(int, re.findall("[0-3]", words[4])))
        turn = int(words[3]) if words[3] in {*"0123"[: len(crowns)]} else None
        here = Position(crowns, stacks, tuple(_pieces(words[2])), turn, 0, gone)
        stood = sorted(piece for stack in stacks for piece in stack)
        own = [piece for seat, crown in enumerate(crowns) if crown for piece in pieces_of(seat)]
        if len(stacks) != len(crowns) + 1 or stood != own or self.write(here) != text:
            raise ValueError(f"not a position: {text[:40]!r}")
        return here

    def write(self, position: Position) -> str:
        stacks = "/".join("".join(stack) for stack in position.stacks)
        crowns, gone = ("".join(map(str, row)) for row in (position.crowns, position.gone))
        turn = "-" if position.turn is None else position.turn
        return f"{crowns} {stacks} {''.join(position.seen) or '-'} {turn} {gone or '-'}"


def _pieces(text: str) -> list[str]:
    return re.findall(rf"[a-d][1-{HEIGHT}]", text)


class StackGame:
    """The honest game; tests override a method at a time."""

    meta = GameMeta(
        "stacks",
        "Stacks",
        NAMES[:3],
        1,
        options={"players": ("three", "four")},
        hides_information=True,
        kinds=(CROWN, STONE),
        seats_by=("players", {"three": NAMES[:3], "four": NAMES}),
    )
    codec: Any = StacksCodec()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        seats = len(self.meta.seats_for(terms.options))
        nothing = Position((0,) * seats, ((),) * (seats + 1))
        return Transition(nothing, (Event("setup-began", {"to_act": [*range(seats)]}),))

    def staying(self, position: Position) -> frozenset[Seat]:
        """The seats that have not dropped out."""
        return frozenset(map(Seat, range(len(position.crowns)))) - {*position.gone}

    def to_act(self, position: Position) -> frozenset[Seat]:
        if self.outcome(position):
            return frozenset()
        if position.turn is not None:
            return frozenset({Seat(position.turn)})
        return frozenset(seat for seat in self.staying(position) if not position.crowns[seat])

    def is_setting_up(self, position: Position) -> bool:
        return position.turn is None and not self.outcome(position)

    def cautions(self, move: str) -> tuple[str, ...]:
        return ()

    def play(self, position: Position, seat: Seat, move: str, dice: Dice) -> Transition[Position]:
        if move.startswith("stack:"):
            return self._stacked(position, seat, int(move[-1]))
        moved = replace(position, moves=position.moves + 1)
        facts: JsonObject = {"seat": seat, "move": move}
        if move != PASS:
            origin, target = move.split(">")
            stacks = dict(position.at)
            piece = stacks[origin][-1]
            stacks[origin], stacks[target] = stacks[origin][:-1], (*stacks[target], piece)
            seen = (*position.seen, *((piece,) if target == WELL else ()))
            moved = replace(moved, stacks=tuple(stacks.values()), seen=tuple(dict.fromkeys(seen)))
            facts = {**facts, "piece": piece}
        after = self._turn_passed(moved)
        return Transition(after, (self.news_of_move(position, facts), *self._ended(after)))

    def news_of_move(self, before: Position, facts: JsonObject) -> Event:
        return Event("moved", facts)

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        if self.outcome(position):
            raise ValueError("the match is over")
        after = replace(position, gone=tuple(sorted({*position.gone, *seats})))
        if after.turn in after.gone and self.staying(after):
            after = self._turn_passed(after)
        after = self._begun(after)
        gone = Event("conceded", {"seats": sorted(seats)})
        return Transition(after, (gone, *self._ended(after)))

    def outcome(self, position: Position) -> Outcome | None:
        for seat, crown in enumerate(position.crowns):
            if crown and pieces_of(seat)[crown - 1] in position.seen:
                return Outcome(Termination.TRIAL, frozenset({Seat(seat)}))
        if len(left := self.staying(position)) < 2:
            return Outcome(Termination.CONCESSION, left)
        return Outcome(Termination.NO_PROGRESS) if position.moves >= LONGEST else None

    def view(self, position: Position, viewer: Viewer) -> View:
        open_to_all = viewer.sees_all or self.outcome(position) is not None
        return View(
            seat=viewer.seat,
            crowns=tuple(
                crown if open_to_all or seat == viewer.seat else None
                for seat, crown in enumerate(position.crowns)
            ),
            stacked=tuple(map(bool, position.crowns)),
            at=position.at,
            seen=position.seen,
            to_act=self.to_act(position),
            moves=position.moves,
            gone=position.gone,
        )

    def check_move(self, view: View, move: str) -> None:
        if view.seat is None or view.seat not in view.to_act:
            raise IllegalMove("not-your-turn")
        if move not in set(self.legal_moves(view)):
            raise IllegalMove("cannot-go-there")

    def legal_moves(self, view: View) -> Iterator[str]:
        if view.seat is None or view.seat not in view.to_act:
            return iter(())
        if not view.stacked[view.seat]:
            return (f"stack:{number}" for number in range(1, HEIGHT + 1))
        tops = [place for place, stack in view.at.items() if stack]
        own = [place for place in tops if owner_of(view.at[place][-1]) == view.seat]
        seats = len(view.stacked)
        moves = [f"{here}>{there}" for here in own for there in next_to(here, seats)]
        return iter(moves or [PASS])

    def sample_move(self, view: View, dice: Dice) -> str:
        return dice.choice(list(self.legal_moves(view)))

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """What everybody stacked who had done so when play began."""
        if position.turn is None:
            return {}
        return {
            Seat(seat): {
                f"{HOMES[seat]}{number}": CROWN if number == crown else STONE
                for number in range(1, HEIGHT + 1)
            }
            for seat, crown in enumerate(position.crowns)
            if crown
        }

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Other crowns of other seats, among the pieces that have not come to the well."""
        if viewer.sees_all or self.outcome(position):
            return position
        crowns = [
            dice.choice(_possible(seat, position.seen)) if crown and seat != viewer.seat else crown
            for seat, crown in enumerate(position.crowns)
        ]
        return replace(position, crowns=tuple(crowns))

    def identities(self, view: View) -> tuple[Identity, ...]:
        """Every piece by its name, which it keeps."""
        return tuple(
            Identity(piece, owner_of(piece), place, self._kind(view, piece))
            for place, stack in view.at.items()
            for piece in stack
        )

    def knowledge(self, view: View) -> Knowledge:
        """Of a seat's pieces that have not come to the well one is the crown."""
        suspects = tuple(
            Suspect(one.piece, one.seat, one.square, self._kinds(view, one.seat))
            for one in self.identities(view)
            if one.kind is None
        )
        seats = {suspect.seat for suspect in suspects}
        return Knowledge(suspects, {seat: self._left() for seat in sorted(seats)})

    def _stacked(self, position: Position, seat: Seat, crown: int) -> Transition[Position]:
        crowns, stacks = list(position.crowns), list(position.stacks)
        crowns[seat], stacks[seat] = crown, pieces_of(seat)
        after = self._begun(replace(position, crowns=tuple(crowns), stacks=tuple(stacks)))
        return Transition(after, (Event("placed", {"seat": seat}, {seat: {"crown": crown}}),))

    def _begun(self, position: Position) -> Position:
        """The same with the first seat to move, once all who stay have stacked."""
        if self.to_act(position) or self.outcome(position):
            return position
        return replace(position, turn=min(self.staying(position)))

    def _turn_passed(self, position: Position) -> Position:
        """The same with the next seat to move that has not dropped out."""
        count = len(position.crowns)
        order = [((position.turn or 0) + step) % count for step in range(1, count + 1)]
        return replace(position, turn=next(seat for seat in order if seat not in position.gone))

    def _ended(self, after: Position) -> tuple[Event, ...]:
        outcome = self.outcome(after)
        if outcome is None:
            return ()
        ended = Event("ended", json_of(outcome.as_json()))
        return (ended, Event("revealed", {"crowns": list(after.crowns)}))

    def _kind(self, view: View, piece: str) -> str | None:
        crown = view.crowns[owner_of(piece)]
        if crown is not None:
            return CROWN if pieces_of(owner_of(piece))[crown - 1] == piece else STONE
        return STONE if piece in view.seen else None

    def _kinds(self, view: View, seat: int) -> str:
        return CROWN if len(_possible(seat, view.seen)) == 1 else CROWN + STONE

    def _left(self) -> tuple[Left, ...]:
        return Left(CROWN, 1, 1, 1), Left(STONE, HEIGHT - 1, HEIGHT - 1, HEIGHT - 1)


def _possible(seat: int, seen: tuple[str, ...]) -> list[int]:
    """Which of its pieces can be the crown of *seat*."""
    return [n for n, piece in enumerate(pieces_of(seat), start=1) if piece not in seen]
