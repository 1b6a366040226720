"""What hidden pieces probably are: a foul is possible, but each one makes a world less likely.

From a view alone: nothing here knows more than its viewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.core.dice import Dice
from engines.seichu.clues import Army
from engines.seichu.fouls import is_drop_mate, nifu_files
from engines.seichu.history import NOWHERE, History, history_of
from engines.seichu.movement import kinds_reaching
from engines.seichu.pieces import ALL, KIND_OF, KINDS, KING, PAWN, piece_of
from engines.seichu.position import last_ply
from engines.seichu.purposes import Row, purposes_of
from engines.seichu.solver import Solver
from engines.seichu.squares import FILE_OF, HAND
from engines.seichu.view import SeichuView

STANDING_NIFU = 0.02
"""How likely a side is to leave two pawns on a file, against having none there."""

CARELESS_FOULS, CARELESS_MOVES = 0.75, 25
"""What a side is taken to have done before its first move, fouls and moves, when its habit of
fouls is guessed from what was shown since."""

FIRST_SWAPS, SWAPS = 400, 40
"""Swaps before the first sample, and between one sample and the next."""

_GRAINS = 1 << 20
_EVER = 1 << 20
"""Later than any ply."""


class World(NamedTuple):
    """One way to fill in what is hidden."""

    board: tuple[int, ...]
    is_false: bool
    """Whether the last ply was a false move on the board."""
    is_foul: bool
    """Whether a Doubt declared now would be proven."""
    hand: tuple[int, ...]
    """What the side has in hand."""


class Behaviour:
    """The moves of every piece of one side: which kinds could truly have made them."""

    def __init__(self, view: SeichuView, history: History, seat: int) -> None:
        self.masks: dict[int, list[int]] = {}
        """For each piece that moved, by piece, the kinds (a mask) for each of its moves."""
        self.last = ALL
        """The kinds that could have made the last ply of the match."""
        plies = [played for played in view.record if played.is_ply]
        for number, played in enumerate(plies, start=1):
            before = history.pictures[number - 1]
            if before.mover != seat or played.origin == HAND:
                continue
            mask = kinds_reaching(before.hidden_board, seat, played.origin, played.target)
            self.masks.setdefault(before.pieces[played.origin], []).append(mask)
            if number == len(plies):
                self.last = mask

    def distrust(self, history: History) -> float:
        """Return how much less likely a foul is than a true move, by what captured pieces had
        done."""
        fouls, moves = CARELESS_FOULS, float(CARELESS_MOVES)
        for piece, masks in self.masks.items():
            if piece in history.kinds:
                moves += len(masks)
                fouls += sum(not mask >> history.kinds[piece] & 1 for mask in masks)
        return min(0.5, fouls / moves)

    def row(self, piece: int, distrust: float) -> Row:
        """Return how likely the moves of *piece* are, by kind."""
        row = [1.0] * (len(KINDS) + 1)
        for mask in self.masks.get(piece, ()):
            for kind in KINDS:
                if not mask >> kind & 1:
                    row[kind] *= distrust
        return row


class Belief:
    """The likely kinds of the pieces of *seat*, for a viewer who does not know them.

    Worlds are drawn by swapping two kinds at a time, back and forth as often as
    their likelihoods say (Metropolis). That positions were no draw is left out.
    """

    def __init__(
        self, view: SeichuView, seat: int, dice: Dice, *, by_purpose: bool = False
    ) -> None:
        """*by_purpose*: what plies were for counts as well as what they show."""
        self._view, self._seat, self._dice = view, seat, dice
        self._history = history = history_of(view)
        self._purposes = purposes_of(view, history, seat) if by_purpose else {}
        self._behaviour = Behaviour(view, history, seat)
        self.distrust = self._behaviour.distrust(history)
        """The likelihood of a foul, against that of a true move."""
        last = last_ply(view.record)
        self._last_target = last.target if last else 0
        self._dropped = last is not None and last.origin == HAND
        self._items: list[tuple[int, int]] = []
        """What each holder holds: its kind, and the ply in which the side got it."""
        self._rows: list[Row] = []
        self._since: list[int] = []
        """Each holder holds something got before this ply."""
        self._squares: list[int] = []
        """Where each holder stands; NOWHERE in a hand, or once taken."""
        solver = Solver(view, history)
        army = next((army for army in solver.armies if army.seat == seat), None)
        if army is not None:
            self._deal(solver, army)

    def worlds(self, count: int) -> list[World]:
        """*count* worlds, likely ones more often."""
        self._swap(FIRST_SWAPS)
        return [self._drawn() for _ in range(count)]

    def chances(self, count: int) -> dict[int, Row]:
        """Return how likely the piece on each square is of each kind, by *count* samples."""
        found: dict[int, Row] = {}
        self._swap(FIRST_SWAPS)
        for _ in range(count):
            self._swap(SWAPS)
            for square, kind in self._standing():
                found.setdefault(square, [0.0] * (len(KINDS) + 1))[kind] += 1 / count
        return found

    def _deal(self, solver: Solver, army: Army) -> None:
        """Some world to begin with, as holders and what they hold."""
        known = self._history.kinds
        kinds, hands = solver.some_dealing(self._dice)
        for piece in army.placed:
            if piece not in known:
                self._hold(piece, self._row(piece), 1, (kinds[piece], 0))
        stock = sorted([*((0, kind) for kind in hands[self._seat]), *army.gains])
        for ply, piece in army.drops:
            item = next(item for item in stock if item[1] == kinds[piece] and item[0] < ply)
            stock.remove(item)
            self._hold(piece, self._row_of_drop(piece), ply, (item[1], item[0]))
        for ply, kind in stock:
            self._hold(None, _without_king([1.0] * (len(KINDS) + 1)), _EVER, (kind, ply))

    def _hold(self, piece: int | None, row: Row, since: int, item: tuple[int, int]) -> None:
        self._rows.append(row)
        self._since.append(since)
        self._items.append(item)
        self._squares.append(NOWHERE if piece is None else self._history.square_of[piece])

    def _row_of_drop(self, piece: int) -> Row:
        if piece in self._history.kinds:
            return [float(kind == self._history.kinds[piece]) for kind in (0, *KINDS)]
        return _without_king(self._row(piece))

    def _row(self, piece: int) -> Row:
        row = self._behaviour.row(piece, self.distrust)
        purposes = self._purposes.get(piece)
        return [one * other for one, other in zip(row, purposes, strict=True)] if purposes else row

    def _drawn(self) -> World:
        self._swap(SWAPS)
        board = list(self._view.board)
        for square, kind in self._standing():
            board[square] = piece_of(self._seat, kind)
        is_false = self._is_false(board)
        is_foul = is_false or bool(nifu_files(board, self._seat)) or self._has_mated(board)
        held = zip(self._items, self._since, strict=True)
        hand = tuple([item[0] for item, since in held if since == _EVER])
        return World(tuple(board), is_false, is_foul, hand)

    def _standing(self) -> Iterator[tuple[int, int]]:
        """Yield the square and the kind of every piece whose kind is not known."""
        for item, square in zip(self._items, self._squares, strict=True):
            if square != NOWHERE:
                yield square, item[0]

    def _is_false(self, board: list[int]) -> bool:
        able = self._behaviour.last
        return able != ALL and not able >> KIND_OF[board[self._last_target]] & 1

    def _has_mated(self, board: list[int]) -> bool:
        """Return whether the last ply was a drop mate."""
        pawn = piece_of(self._seat, PAWN)
        return (
            self._dropped
            and board[self._last_target] == pawn
            and is_drop_mate(board, self._last_target)
        )

    def _swap(self, times: int) -> None:
        """Let pairs of holders swap what they hold, as the likelihoods have it."""
        items, rows, since = self._items, self._rows, self._since
        count, below = len(items), self._dice.below
        for _ in range(times if count > 1 else 0):
            one, other = below(count), below(count)
            mine, theirs = items[one], items[other]
            if mine == theirs or mine[1] >= since[other] or theirs[1] >= since[one]:
                continue
            before = rows[one][mine[0]] * rows[other][theirs[0]]
            after = rows[one][theirs[0]] * rows[other][mine[0]]
            pawns = PAWN in (mine[0], theirs[0])
            if pawns:
                before *= self._faith()
            items[one], items[other] = theirs, mine
            if pawns:
                after *= self._faith()
            if after < before and below(_GRAINS) >= after / before * _GRAINS:
                items[one], items[other] = mine, theirs

    def _faith(self) -> float:
        """How likely it is that no more pawns are on a file than there are now."""
        files = [
            FILE_OF[square]
            for item, square in zip(self._items, self._squares, strict=True)
            if item[0] == PAWN and square != NOWHERE
        ]
        return 1.0 if len(files) == len(set(files)) else STANDING_NIFU


def _without_king(row: Row) -> Row:
    return [0.0 if kind == KING else chance for kind, chance in enumerate(row)]
