"""Leaks planted in Gunjin Shogi, one a class: the checks of every game must catch them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Transition
from engines.core.errors import IllegalMove
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.codec import GunjinCodec
from engines.gunjin.engine import GunjinEngine
from engines.gunjin.history import history_of
from engines.gunjin.moves import Move, Placement
from engines.gunjin.pieces import FIXED, FLAG, KIND_OF, LETTERS
from engines.gunjin.position import Position
from engines.gunjin.view import GunjinView
from tests.engines import conformance
from tests.engines.conformance import Promise

SEEDS = [b"leak%d" % number for number in (3, 0, 1, 2, 4, 5)]


class ViewShowsAPiece(GunjinEngine):
    """One enemy piece stands face up."""

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        seen = super().view(position, viewer)
        return replace(seen, start=(*seen.start[:30], position.start[30], *seen.start[31:]))


class BystanderSitsBehindSouth(GunjinEngine):
    """Spectators see what South sees."""

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        seen = super().view(position, viewer)
        if viewer.seat is None and not viewer.sees_all:
            return replace(super().view(position, Viewer.of(Seat(0))), seat=None)
        return seen


class FallenAreTurnedUp(GunjinEngine):
    """Pieces off the board show their kinds."""

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        seen = super().view(position, viewer)
        start = list(seen.start)
        for piece, ply in enumerate(history_of(seen).fallen_at):
            start[piece] = position.start[piece] if ply else start[piece]
        return replace(seen, start=tuple(start))


class BattlesWithMinesDoNotCount(GunjinEngine):
    """A counter goes on in battles against mines and flags."""

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        seen = super().view(position, viewer)
        attacked = [position.start[battle.defender] for battle in history_of(seen).battles]
        return replace(seen, quiet=sum(bool(FIXED >> KIND_OF[piece] & 1) for piece in attacked))


class _KnowsTooMuch(GunjinEngine):
    """Keeps the truth of the last position looked at; its children use it."""

    truth: Position

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        self.truth = position
        return super().view(position, viewer)


class OffersAvoidMines(_KnowsTooMuch):
    """Attacks on mines are not offered."""

    def legal_moves(self, view: GunjinView) -> Iterator[Any]:
        for step in super().legal_moves(view):
            target: int = step.target
            if not FIXED >> KIND_OF[self.truth.board[target]] & 1:
                yield step


class OffersInOrderOfWorth(_KnowsTooMuch):
    """The same offers, those against weak pieces first."""

    def legal_moves(self, view: GunjinView) -> Iterator[Any]:
        steps: list[Any] = list(super().legal_moves(view))
        yield from sorted(steps, key=lambda step: -KIND_OF[self.truth.board[step.target]])


class PiecesAreListedByKind(_KnowsTooMuch):
    """Nothing is named, but the order of the list tells."""

    class _Codec(GunjinCodec):
        engine: Any = None

        def dump_view(self, view: GunjinView) -> JsonObject:
            found: Any = super().dump_view(view)
            kinds = {p["square"]: k for p, k in zip(found["pieces"], self._kinds(), strict=True)}
            pieces = sorted(found["pieces"], key=lambda piece: kinds[piece["square"]])
            return {**found, "pieces": pieces}

        def _kinds(self) -> list[int]:
            return [KIND_OF[piece] for piece in self.engine.truth.board if piece]

    def __init__(self) -> None:
        self.codec = self._Codec()
        self.codec.engine = self


class WhoHasNoGeneralWaits(GunjinEngine):
    """Whose turn it is tells whether North's general stands."""

    def to_act(self, position: Position) -> frozenset[Seat]:
        honest = super().to_act(position)
        here = position.first is not None and honest and 17 in position.board[30:]
        return honest | {Seat(1)} if here else honest


class PlacedTellsTheFlag(GunjinEngine):
    """Everybody hears on which rank the flag stands."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if isinstance(move, Placement):
            rank = move.kinds.index(FLAG) // 8
            return Transition(step.position, (Event("placed", {"seat": seat, "rank": rank}),))
        return step


class PlacedIsNewsToTheWrongSeat(GunjinEngine):
    """The private part goes to the opponent."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        return replace(step, events=tuple(self._turned(event) for event in step.events))

    def _turned(self, event: Event) -> Event:
        return replace(
            event, private={Seat(1 - seat): facts for seat, facts in event.private.items()}
        )


class HasteIsRewarded(GunjinEngine):
    """Who is ready first moves first."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if position.first is None and step.position.first is not None:
            return replace(step, position=replace(step.position, first=Seat(1 - seat)))
        return step


class FoughtTellsTheDefender(GunjinEngine):
    """The news of a battle name the piece that was attacked."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        return replace(
            step, events=tuple(self._changed(event, position, move) for event in step.events)
        )

    def _changed(self, event: Event, position: Position, move: Move) -> Event:
        if event.kind != "fought" or isinstance(move, Placement):
            return event
        kind = LETTERS[KIND_OF[position.board[move.target]]]
        return replace(event, public={**(event.public or {}), "defender": kind})


class FlagsFallWithABang(GunjinEngine):
    """A battle against the flag is called something else."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if isinstance(move, Placement) or KIND_OF[position.board[move.target]] != FLAG:
            return step
        return replace(step, events=(replace(step.events[0], kind="raided"), *step.events[1:]))


class MovesOfPlanesAreLoud(GunjinEngine):
    """A second event, but only when a plane moves."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if isinstance(move, Placement) or LETTERS[KIND_OF[position.board[move.origin]]] != "P":
            return step
        return replace(step, events=(*step.events, Event("roared", {})))


class CountsTheTrueBoard(GunjinEngine):
    """A position is repeated when the same pieces stand there, not when nobody can tell."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        stood = (*position.placements, hash(step.position.board))
        return replace(step, position=replace(step.position, placements=stood))


class ResamplesNothing(GunjinEngine):
    """A resample that hands the truth back would blunt every check."""

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        return position


VIEWS = conformance.views_do_not_depend_on_what_they_hide
NEWS = conformance.events_tell_no_more_than_views
PLANTED: list[tuple[type[GunjinEngine], Promise]] = [
    (ViewShowsAPiece, VIEWS),
    (BystanderSitsBehindSouth, VIEWS),
    (FallenAreTurnedUp, VIEWS),
    (BattlesWithMinesDoNotCount, VIEWS),
    (OffersAvoidMines, VIEWS),
    (OffersInOrderOfWorth, VIEWS),
    (PiecesAreListedByKind, VIEWS),
    (WhoHasNoGeneralWaits, VIEWS),
    (PlacedTellsTheFlag, NEWS),
    (PlacedTellsTheFlag, conformance.private_commitments_look_the_same),
    (PlacedIsNewsToTheWrongSeat, conformance.private_commitments_look_the_same),
    (HasteIsRewarded, conformance.commitments_commute),
    (FoughtTellsTheDefender, NEWS),
    (FlagsFallWithABang, NEWS),
    (MovesOfPlanesAreLoud, NEWS),
    (ResamplesNothing, conformance.resampling_reaches_what_is_hidden),
]


@pytest.mark.parametrize(("faulty", "promise"), PLANTED)
def test_a_planted_leak_is_caught(faulty: type[GunjinEngine], promise: Promise) -> None:
    assert any(_fails(promise, faulty(), seed) for seed in SEEDS)


def test_the_honest_game_is_not_accused() -> None:
    for promise in {promise for _, promise in PLANTED}:
        assert not _fails(promise, GunjinEngine(), SEEDS[0])


def _fails(promise: Promise, game: GunjinEngine, seed: bytes) -> bool:
    try:
        promise(game, seed)
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False


CHANGED_PLACES = ("a1a2", "h6h5", "b1a1", "h5h6", "a2b2", "h6h5", "b2b1", "h5h6") * 2


def clues_of(engine: GunjinEngine, pieces: str) -> list[object]:
    """What all but their owner are told while two pieces change places and change back."""
    here, found = engine.codec.read(f"6a/8/8/8/8/{pieces}5 0"), list[object]()
    for text in CHANGED_PLACES:
        move, seat = engine.codec.load_move(text), here.to_move
        here = engine.play(here, seat, move, Dice(b"any", "ply")).position
        found.append(engine.outcome(here))
        if engine.outcome(here):
            break  # which shows everything
        for eyes in (BYSTANDER, Viewer.of(Seat(1))):
            found.append(engine.codec.dump_view(engine.view(here, eyes)))
    return found


@pytest.mark.parametrize("pieces", ["AB", "AT", "BP"])
def test_repetitions_are_counted_by_what_can_be_seen(pieces: str) -> None:
    """Whether the two are of one kind makes no difference to anybody else."""
    honest, leaky = GunjinEngine(), CountsTheTrueBoard()
    assert clues_of(honest, pieces) == clues_of(honest, "AA")
    assert clues_of(leaky, pieces) != clues_of(leaky, "AA")
