"""Where Seichu has something of its own to give away: `tests.secrecy.moments` looks there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.seats import Seat
from engines.seichu.doubts import fouls_in, proof_of
from engines.seichu.fouls import nifu_files
from engines.seichu.movement import is_attacked, targets_of
from engines.seichu.pieces import KING, PAWN, piece_of
from engines.seichu.position import CAPTURE_CHECK, DEFEAT_CHECK, TURN
from engines.seichu.squares import SQUARES
from tests.secrecy.moments import Moment, shuffled
from tests.secrecy.scripts import attacks
from tests.secrecy.worlds import World


def _asked(question: str, *, mine: bool) -> Moment:
    """A question is open: to the one who looks on, or to the other."""

    def holds(world: World, seat: Seat) -> bool:
        return world.position.asked == question and (seat in world.to_act) == mine

    return Moment(holds)


def _is_at_move(world: World, seat: Seat) -> bool:
    return bool(world.position.asked == TURN and seat in world.to_act)


def _proof_differs(one: World, other: World, seat: Seat) -> bool:
    return bool(proof_of(one.position)) != bool(proof_of(other.position))


def _trials(world: World, seat: Seat) -> list[str]:
    """The Trials *seat* could declare if it were to move."""
    position, king = world.position, piece_of(seat, KING)
    last = "7" if seat == 0 else "1"
    if king not in position.board:
        return []
    targets = targets_of(position.board, seat, position.board.index(king), KING)
    return [name for name, square in SQUARES.items() if square in targets and name[1] == last]


def _kinds_held(world: World, seat: Seat) -> Any:
    return world.position.hands[1 - seat]


def _kinds_dropped(world: World, seat: Seat) -> Any:
    return world.position.dropped[1 - seat]


def _has_just_dropped(world: World, seat: Seat) -> bool:
    return any(mover != seat and text[1:2] == "*" for mover, text in world.acts[-2:])


def _fouls_of_other(world: World, seat: Seat) -> list[Any]:
    return [foul for foul in fouls_in(world.position) if foul.seat != seat]


def _pawns_at_the_king(world: World, seat: Seat) -> list[str]:
    """The drops of a pawn of *seat* that attack the king."""
    board, king = world.position.board, piece_of(1 - seat, KING)
    return [
        text
        for text in world.offered(seat)
        if text.startswith("P*")
        and any(board[at] == king for at in targets_of(board, seat, SQUARES[text[2:]], PAWN))
    ]


def _is_in_check(world: World, seat: Seat) -> bool:
    board, king = world.position.board, piece_of(seat, KING)
    return king in board and is_attacked(board, board.index(king), 1 - seat)


def _captor(world: World) -> int:
    """What took the king just now."""
    return int(world.position.board[world.position.record[-1].target])


def _unlike(fact: Callable[[World, Seat], Any]) -> Callable[[World, World, Seat], bool]:
    return lambda one, other, seat: bool(fact(one, seat) != fact(other, seat))


MOMENTS: dict[str, Moment] = {
    "asked about a capture": _asked(CAPTURE_CHECK, mine=True),
    "the other is asked about a capture": _asked(CAPTURE_CHECK, mine=False),
    "asked about the king": _asked(DEFEAT_CHECK, mine=True),
    "the other is asked about the king": _asked(DEFEAT_CHECK, mine=False),
    "a Doubt hits in one twin only": Moment(
        _is_at_move, _proof_differs, asked=("ask=call-doubt", "move=doubt")
    ),
    "in check in one twin only": Moment(_is_at_move, _unlike(_is_in_check)),
    "the other's fouls differ": Moment(
        lambda world, seat: bool(_fouls_of_other(world, seat)), _unlike(_fouls_of_other)
    ),
    "an own nifu stands": Moment(
        lambda world, seat: (
            _is_at_move(world, seat) and bool(nifu_files(world.position.board, seat))
        )
    ),
    "a Trial is open": Moment(
        lambda world, seat: _is_at_move(world, seat) and bool(_trials(world, seat))
    ),
    "the other has a Trial in one twin only": Moment(
        lambda world, seat: bool(_trials(world, Seat(1 - seat))),
        _unlike(lambda world, seat: bool(_trials(world, Seat(1 - seat)))),
    ),
    "hands differ": Moment(
        lambda world, seat: bool(_kinds_held(world, seat)), _unlike(_kinds_held)
    ),
    "drops differ": Moment(
        # what is still in hand could have been dropped instead
        lambda world, seat: _has_just_dropped(world, seat) and bool(_kinds_held(world, seat)),
        _unlike(_kinds_dropped),
    ),
    "a pawn may face the king in one twin only": Moment(
        lambda world, seat: _is_at_move(world, seat) and bool(_pawns_at_the_king(world, seat)),
        _unlike(_pawns_at_the_king),
        texts=_pawns_at_the_king,
        asked=("bluff=1", "at=P*&bluff=1"),
    ),
    "a capture by the other": Moment(
        lambda world, seat: (
            _is_at_move(world, Seat(1 - seat)) and bool(attacks(world, Seat(1 - seat)))
        )
    ),
    "onlookers as the king falls": Moment(
        lambda world, seat: world.position.asked == DEFEAT_CHECK,
        lambda one, other, seat: _captor(one) != _captor(other),
        is_for_onlookers=True,
    ),
    "asked about a foul that was captured": Moment(
        lambda world, seat: (
            world.position.asked == CAPTURE_CHECK
            and seat in world.to_act
            and bool(proof_of(world.position))
        )
    ),
    "the position is about to stand a fourth time": Moment(
        lambda world, seat: not world.is_setting_up, lead=shuffled(rounds=3)
    ),
}
"""The places where pairs have to stand."""
