"""Leaks planted in Seichu Shogi, one a class: the checks of every game must catch them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines.core.advice import Advice
from engines.core.dice import Dice
from engines.core.engine import Transition
from engines.core.errors import IllegalMove
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from engines.seichu.codec import SeichuCodec
from engines.seichu.doubts import fouls_in, proof_of
from engines.seichu.engine import SeichuEngine
from engines.seichu.fouls import fouls_of, nifu_files
from engines.seichu.movement import is_attacked
from engines.seichu.moves import Answer, Drop, Move, Placement, Step
from engines.seichu.pieces import EMPTY, KIND_OF, KING, piece_of
from engines.seichu.position import DEFEAT_CHECK, TURN, Position
from engines.seichu.squares import HAND
from engines.seichu.view import SeichuView
from tests.engines import conformance
from tests.engines.conformance import Promise

SEEDS = [b"leak%d" % number for number in range(12)]


class ViewShowsAPiece(SeichuEngine):
    """One enemy piece stands face up."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        seen = super().view(position, viewer)
        return replace(seen, start=(*seen.start[:22], position.start[22], *seen.start[23:]))


class BystanderSitsBehindSouth(SeichuEngine):
    """Spectators see what South sees."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        seen = super().view(position, viewer)
        if viewer.seat is None and not viewer.sees_all:
            return replace(super().view(position, Viewer.of(Seat(0))), seat=None)
        return seen


class HandsAreOpen(SeichuEngine):
    """What was captured is not shuffled: everybody sees what is in hand."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        return replace(super().view(position, viewer), hands=position.hands)


class DropsAreNamed(SeichuEngine):
    """A drop shows its kind, as at the table of ordinary shogi."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        return replace(super().view(position, viewer), dropped=position.dropped)


class TheCaptorIsShownToAll(SeichuEngine):
    """What took the king lies open to everybody."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        seen = super().view(position, viewer)
        if position.asked != DEFEAT_CHECK:
            return seen
        square = position.record[-1].target
        board = (*seen.board[:square], position.board[square], *seen.board[square + 1 :])
        return replace(seen, board=board)


class FoulsAreMarkedAtOnce(SeichuEngine):
    """The marks of the end are there from the beginning."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        seen = super().view(position, viewer)
        return replace(seen, fouls=() if position.first is None else fouls_in(position))


class CheckIsAnnounced(SeichuEngine):
    """Who is in check shows as not ready; that names a piece."""

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        seen = super().view(position, viewer)
        king = piece_of(position.to_move, KING)
        if king not in position.board or seen.phase != "play":
            return seen
        checked = is_attacked(position.board, position.board.index(king), 1 - position.to_move)
        return replace(seen, ready=(not checked, not checked))


class _KnowsTooMuch(SeichuEngine):
    """Keeps the truth of the last position looked at; its children use it."""

    truth: Position

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        self.truth = position
        return super().view(position, viewer)


class OffersLeaveNoCheck(_KnowsTooMuch):
    """Steps that leave the own king attacked are not offered."""

    def legal_moves(self, view: SeichuView) -> Iterator[Move]:
        for move in super().legal_moves(view):
            if not isinstance(move, Step) or self._is_safe(move):
                yield move

    def _is_safe(self, step: Step) -> bool:
        board, mover = list(self.truth.board), self.truth.to_move
        board[step.target], board[step.origin] = board[step.origin], EMPTY
        king = piece_of(mover, KING)
        return king not in board or not is_attacked(board, board.index(king), 1 - mover)


class DoubtIsOfferedWhenItWins(_KnowsTooMuch):
    """Instead of a move, Doubt is only open where it would be proven."""

    def legal_moves(self, view: SeichuView) -> Iterator[Move]:
        for move in super().legal_moves(view):
            if move is not Answer.DOUBT or view.asked != TURN or proof_of(self.truth):
                yield move


class DropMatesAreNotOffered(_KnowsTooMuch):
    """No pawn is offered before a king: that would tell where it is."""

    def legal_moves(self, view: SeichuView) -> Iterator[Move]:
        for move in super().legal_moves(view):
            if not isinstance(move, Drop) or not self._faces_the_king(move):
                yield move

    def _faces_the_king(self, drop: Drop) -> bool:
        ahead = drop.target + (4 if self.truth.to_move == 0 else -4)
        king = piece_of(1 - self.truth.to_move, KING)
        return ahead in range(28) and self.truth.board[ahead] == king


class DropMatesAreNamed(_KnowsTooMuch):
    """The author is warned of a drop mate, and so learns where the king is."""

    def advice(self, view: SeichuView) -> Iterator[Advice[Move]]:
        for advice in super().advice(view):
            if isinstance(advice.move, Drop):
                drop, seat = advice.move, self.truth.to_move
                all_fouls = fouls_of(self.truth.board, seat, HAND, drop.target, drop.kind)
                yield replace(advice, fouls=tuple(all_fouls))
            else:
                yield advice


class SilenceClaims(_KnowsTooMuch):
    """The site doubts for a silent seat where it would be proven."""

    def default_move(self, view: SeichuView) -> Move | None:
        if view.seat in view.to_act and view.phase == "play" and proof_of(self.truth):
            return Answer.DOUBT
        return super().default_move(view)


class SilenceIsNoAnswer(SeichuEngine):
    """What silence counts as cannot be played."""

    def default_move(self, view: SeichuView) -> Move | None:
        return Answer.ACCEPT if view.seat in view.to_act else None


class AdviceForNobody(SeichuEngine):
    """Moves are judged that are not offered."""

    def advice(self, view: SeichuView) -> Iterator[Advice[Move]]:
        yield from super().advice(view)
        if view.phase == "play":
            yield Advice(Drop(KING, 0), (), True)


class PiecesAreListedByKind(_KnowsTooMuch):
    """Nothing is named, but the order of the list tells."""

    class _Codec(SeichuCodec):
        engine: Any = None

        def dump_view(self, view: SeichuView) -> JsonObject:
            found: Any = super().dump_view(view)
            codes = [code for code in self.engine.truth.board if code]
            pairs = zip(found["pieces"], codes, strict=True)
            return {**found, "pieces": [piece for piece, _ in sorted(pairs, key=lambda p: p[1])]}

    def __init__(self) -> None:
        self.codec = self._Codec()
        self.codec.engine = self


class WhoHasNifuWaits(SeichuEngine):
    """Whose turn it is tells of two pawns on a file."""

    def to_act(self, position: Position) -> frozenset[Seat]:
        honest = super().to_act(position)
        nifu = position.first is not None and honest and nifu_files(position.board, 1)
        return honest | {Seat(1)} if nifu else honest


class NewsTell(SeichuEngine):
    """Everybody hears something more; its children say what of whom."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        return replace(
            step, events=tuple(self.changed(event, position, move) for event in step.events)
        )

    def changed(self, event: Event, position: Position, move: Move) -> Event:
        return event


class PlacedTellsWhatIsInHand(NewsTell):
    """Being ready tells whether the king stands in front."""

    def changed(self, event: Event, position: Position, move: Move) -> Event:
        if isinstance(move, Placement) and event.kind == "placed":
            return replace(event, public={**(event.public or {}), "front": KING in move.kinds[:4]})
        return event


class PlacedIsNewsToTheWrongSeat(NewsTell):
    """The private part goes to the opponent."""

    def changed(self, event: Event, position: Position, move: Move) -> Event:
        turned = {Seat(1 - seat): facts for seat, facts in event.private.items()}
        return replace(event, private=turned)


class DroppedTellsTheKind(NewsTell):
    """The news of a drop name the piece."""

    def changed(self, event: Event, position: Position, move: Move) -> Event:
        if event.kind == "dropped" and isinstance(move, Drop):
            return replace(event, public={**(event.public or {}), "move": str(move)})
        return event


class FoulMovesSoundDifferent(NewsTell):
    """A false move is called something else."""

    def changed(self, event: Event, position: Position, move: Move) -> Event:
        if event.kind == "moved" and isinstance(move, Step):
            truth = next(o for o in self.advice(self._seen(position)) if o.move == move)
            return replace(event, kind="slid") if truth.fouls else event
        return event

    def _seen(self, position: Position) -> SeichuView:
        return super().view(position, Viewer.of(position.to_move))


class KingsMoveLoudly(SeichuEngine):
    """A second event, but only when the king moves."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if not isinstance(move, Step) or KIND_OF[position.board[move.origin]] != KING:
            return step
        return replace(step, events=(*step.events, Event("bowed", {})))


class HasteIsRewarded(SeichuEngine):
    """Who is ready first moves first."""

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        if position.first is None and step.position.first is not None:
            return replace(step, position=replace(step.position, first=Seat(1 - seat)))
        return step


class ResamplesNothing(SeichuEngine):
    """A resample that hands the truth back would blunt every check."""

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        return position


VIEWS = conformance.views_do_not_depend_on_what_they_hide
NEWS = conformance.events_tell_no_more_than_views
PLANTED: list[tuple[Callable[[], SeichuEngine], Promise]] = [
    (ViewShowsAPiece, VIEWS),
    (BystanderSitsBehindSouth, VIEWS),
    (HandsAreOpen, VIEWS),
    (DropsAreNamed, VIEWS),
    (TheCaptorIsShownToAll, VIEWS),
    (FoulsAreMarkedAtOnce, VIEWS),
    (CheckIsAnnounced, VIEWS),
    (OffersLeaveNoCheck, VIEWS),
    (DoubtIsOfferedWhenItWins, VIEWS),
    (DropMatesAreNotOffered, VIEWS),
    (DropMatesAreNamed, VIEWS),
    (SilenceClaims, VIEWS),
    (SilenceIsNoAnswer, conformance.silence_answers_with_an_open_move),
    (AdviceForNobody, conformance.advice_is_on_open_moves),
    (PiecesAreListedByKind, VIEWS),
    (WhoHasNifuWaits, VIEWS),
    (PlacedTellsWhatIsInHand, NEWS),
    (PlacedTellsWhatIsInHand, conformance.private_commitments_look_the_same),
    (PlacedIsNewsToTheWrongSeat, conformance.private_commitments_look_the_same),
    (DroppedTellsTheKind, NEWS),
    (FoulMovesSoundDifferent, NEWS),
    (KingsMoveLoudly, NEWS),
    (HasteIsRewarded, conformance.commitments_commute),
    (ResamplesNothing, conformance.resampling_reaches_what_is_hidden),
]


@pytest.mark.parametrize(("faulty", "promise"), PLANTED)
def test_a_planted_leak_is_caught(faulty: Callable[[], SeichuEngine], promise: Promise) -> None:
    assert any(_fails(promise, faulty(), seed) for seed in SEEDS)


def test_the_honest_game_is_not_accused() -> None:
    for promise in {promise for _, promise in PLANTED}:
        assert not _fails(promise, SeichuEngine(), SEEDS[0])


def _fails(promise: Promise, game: SeichuEngine, seed: bytes) -> bool:
    try:
        promise(game, seed)
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False
