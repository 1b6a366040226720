"""Wins of Gunjin and Seichu that are sure whatever the other side holds, one move alone beginning
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engines.core.hidden import PLAY
from engines.core.proofs import Prover
from engines.core.seats import Viewer
from engines.gunjin import proofs as gunjin
from engines.gunjin.view import GunjinView
from engines.gunjin.view import view_of as gunjin_view
from engines.puzzles.found import SURE, Found
from engines.seichu import proofs as seichu
from engines.seichu.history import history_of
from engines.seichu.position import TURN
from engines.seichu.suspicion import is_sure
from engines.seichu.view import SeichuView
from engines.seichu.view import view_of as seichu_view

NODES = {"gunjin": 20_000, "seichu": 10_000}
"""States, more than a strong bot has."""
EARLIEST = {"gunjin": 0, "seichu": 40}
"""The first ply that is looked at: in Seichu nothing is sure while there are many pieces."""
LEAST_MOVES, MOST_MOVES = 2, {"gunjin": 4, "seichu": 3}
"""What wins at once is no puzzle, and longer wins are too rare to be looked for."""


class Sure(NamedTuple):
    """In how many own moves a win comes, and every move that begins one as short."""

    within: int
    moves: list[Any]


def in_gunjin(positions: Sequence[Any]) -> Iterator[Found]:
    """Puzzles in a match of Gunjin, given its position before each ply."""
    return _in(positions, gunjin_view, sure_in_gunjin, EARLIEST["gunjin"])


def in_seichu(positions: Sequence[Any]) -> Iterator[Found]:
    """Return the same of Seichu."""
    return _in(positions, seichu_view, sure_in_seichu, EARLIEST["seichu"])


def sure_in_gunjin(view: GunjinView) -> Sure | None:
    """The shortest sure win of the viewer, which is to move; None where none is proved."""
    seat = view.seat or 0
    most = min(MOST_MOVES["gunjin"], gunjin.most_moves(view))
    prover = Prover(gunjin.Purple(view, seat), NODES["gunjin"])
    return _sure(prover, gunjin.board_of(view, seat), most)


def sure_in_seichu(view: SeichuView) -> Sure | None:
    """Return the same for a view of Seichu; a Doubt is another question."""
    seat, history = view.seat or 0, history_of(view)
    here = seichu.known_to(view, seat, history)
    if view.asked != TURN or here is None or is_sure(view):
        return None
    most = min(MOST_MOVES["seichu"], seichu.most_moves(view, seat, history))
    return _sure(Prover(seichu.Purple(seat, history), NODES["seichu"]), here, most)


def _sure(prover: Prover[Any, Any], here: Any, most: int) -> Sure | None:
    win = prover.find(here, most)
    moves = prover.all_moves(here, win.within) if win else None
    return Sure(win.within, moves) if win and moves else None


def _in(
    positions: Sequence[Any],
    view_of: Callable[[Any, Viewer], Any],
    sure: Callable[[Any], Sure | None],
    earliest: int,
) -> Iterator[Found]:
    """One puzzle of each seat at most: where its win comes in sight, it is longest."""
    seen = set[int]()
    for ply in range(earliest, len(positions)):
        position = positions[ply]
        seat = min(position.to_act)
        view = view_of(position, Viewer.of(seat))
        found = sure(view) if view.phase == PLAY and seat not in seen else None
        if found is not None and found.within >= LEAST_MOVES:
            seen.add(seat)
            if len(found.moves) == 1:
                yield _puzzle(ply, seat, found)


def _puzzle(ply: int, seat: int, found: Sure) -> Found:
    move = str(found.moves[0])
    return Found(
        ply,
        int(seat),
        SURE,
        {"right": [move], "line": [move], "in": found.within},
        rating=1000 + 200 * found.within,
        themes=("sure-win", f"win-{found.within}"),
    )
