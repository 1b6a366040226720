"""Search for a good move: negamax with alpha-beta pruning, within a budget of nodes.

Effort is counted in nodes, never in seconds, so that the same arguments give the same move
on any machine. For two sides that move in turn and see everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

MATE = 1_000_000
"""The score of a win, less one for each move it takes."""
DECIDED = MATE - 1_000
"""Scores beyond this tell of a win, or of a loss, within the moves searched."""
DEEPEST = 30
LONGEST_LINE = 8
"""So many moves of a line are told."""
REDUCED_FROM = 4
"""Quiet moves after so many others are searched one move less deep, unless that looks good."""

_EXACT, _AT_LEAST, _AT_MOST = range(3)


class SearchBoard:
    """A board that moves are made on and taken back. Moves are small ints."""

    def moves(self) -> list[int]:
        """The legal moves of the side to move, all that matter; none only if there are none."""
        raise NotImplementedError

    def is_beaten(self) -> bool:
        """Return whether the side to move, which has no legal move, has lost; else it is a draw."""
        raise NotImplementedError

    def captures(self) -> list[int]:
        """Moves that capture, best first; they need not be legal."""
        raise NotImplementedError

    def make(self, code: int) -> None:
        """Make a move; the other side is to move then."""
        raise NotImplementedError

    def unmake(self) -> None:
        """Take back the move last made."""
        raise NotImplementedError

    def gain(self, code: int) -> int:
        """Return how promising a move looks: above 0 for a capture, 0 for a quiet one."""
        raise NotImplementedError

    def score(self) -> int:
        """Return what the board is worth to the side to move."""
        raise NotImplementedError

    def is_won(self) -> bool:
        """Return whether the side to move could capture the other side's king."""
        raise NotImplementedError

    def is_in_check(self) -> bool:
        """Return whether the side to move is in check."""
        raise NotImplementedError

    def is_drawn(self) -> bool:
        """Return whether nobody can win any more."""
        raise NotImplementedError

    def key(self) -> bytes:
        """Return what tells this board, with the side to move, from every other."""
        raise NotImplementedError


def wins_in(score: int) -> int | None:
    """In how many own moves a score says that the side to move wins, below 0 loses; else None."""
    if abs(score) <= DECIDED:
        return None
    moves = (MATE - abs(score)) // 2 + 1
    return moves if score > 0 else -moves


class _OutOfNodes(Exception):
    """The budget is spent."""


def best_move(
    board: SearchBoard, moves: Sequence[int], *, nodes: int, deepest: int = DEEPEST
) -> int:
    """Return the best of *moves*, of which there is one at least; of equals the first.

    Searches one move deep, then two, and so on, until *nodes* boards have been looked at, a
    win or a loss is certain, or *deepest* is reached. *board* is left as the search left it.
    """
    return Search(board, nodes).best(moves, deepest)


def worth(
    board: SearchBoard, moves: Sequence[int], *, nodes: int, again: SearchBoard
) -> tuple[list[int], int]:
    """The best of *moves* likewise with what should follow it, and what the board is worth to the
    side to move by it. *again* is the same board once more, for the search leaves the first as it
    was broken off."""
    search = Search(board, nodes)
    search.best(moves, is_weighed=True)
    return search.line(again), search.score


class Search:
    """One search: what it has learnt so far, and how many nodes it may still look at."""

    def __init__(self, board: SearchBoard, nodes: int) -> None:
        self.nodes_left = nodes
        self._board = board
        self._table: dict[bytes, tuple[int, int, int, int]] = {}
        """By the key of a board: depth, bound, score and best move."""
        self._path: list[bytes] = []
        self._history: Counter[int] = Counter()
        """How often a quiet move has refuted something."""
        self._longest = 0
        self._best = 0
        self.score = 0
        """What the board is worth to the side to move, as far as it was last searched through."""

    def best(
        self, moves: Sequence[int], deepest: int = DEEPEST, *, is_weighed: bool = False
    ) -> int:
        """Return the best of *moves*; a single one is looked at only if its score *is_weighed*."""
        self._best = moves[0]
        if len(moves) == 1 and not is_weighed:
            return self._best
        ordered = sorted(moves, key=self._board.gain, reverse=True)
        try:
            for depth in range(1, deepest + 1):
                self.score = self._look(ordered, depth)
                ordered.sort(key=lambda code: code != self._best)
                if abs(self.score) > DECIDED:
                    break
        except _OutOfNodes:
            pass  # what was found best so far stands
        return self._best

    def line(self, board: SearchBoard) -> list[int]:
        """The best move of *board*, where the search began, and what both should play after it, as
        far as that is known."""
        found, seen = [self._best], set[bytes]()
        board.make(self._best)
        while len(found) < LONGEST_LINE and (key := board.key()) not in seen:
            seen.add(key)
            known = self._table.get(key)
            if known is None or known[3] not in board.moves():
                break
            found.append(known[3])
            board.make(known[3])
        return found

    def _look(self, moves: Sequence[int], depth: int) -> int:
        """Search *moves* so deep; the best of them is then `_best`. Returns its score."""
        board, best = self._board, -MATE
        self._longest = 2 * depth + 2
        self._path.append(board.key())
        for number, code in enumerate(moves):
            board.make(code)
            score = self._answered(depth - 1, best, MATE, 1, first=not number, reduced=0)
            board.unmake()
            if score > best or not number:
                best, self._best = score, code
        self._path.pop()
        return best

    def _answered(
        self, depth: int, alpha: int, beta: int, ply: int, *, first: bool, reduced: int
    ) -> int:
        """What the move just made is worth to its mover: a full window for the first alone."""
        if first:
            return -self._negamax(depth, -beta, -alpha, ply)
        score = -self._negamax(depth - reduced, -alpha - 1, -alpha, ply)
        if reduced and score > alpha:
            score = -self._negamax(depth, -alpha - 1, -alpha, ply)
        if alpha < score < beta:
            score = -self._negamax(depth, -beta, -alpha, ply)
        return score

    def _negamax(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return what the board is worth to the side to move, exact between *alpha* and *beta*."""
        board = self._board
        key = board.key()
        if key in self._path or board.is_drawn():
            return 0
        checked = board.is_in_check()
        if checked and ply < self._longest:
            depth += 1
        if depth <= 0:
            return self._quiesce(alpha, beta, ply)
        self._spend()
        known_depth, bound, known, hint = self._table.get(key, (-1, _EXACT, 0, 0))
        if _settles(known_depth - depth, bound, known, alpha, beta):
            return known
        moves = board.moves()
        if not moves:
            return ply - MATE if board.is_beaten() else 0
        self._order(moves, hint)
        self._path.append(key)
        best, chosen = self._try(moves, depth, alpha, beta, ply, checked=checked)
        self._path.pop()
        if abs(best) < DECIDED:
            self._table[key] = (depth, _bound_of(best, alpha, beta), best, chosen)
        return best

    def _try(
        self, moves: list[int], depth: int, alpha: int, beta: int, ply: int, *, checked: bool
    ) -> tuple[int, int]:
        """Return the best score of *moves*, and its move; breaks off at *beta*."""
        board, best, chosen = self._board, -MATE, moves[0]
        for number, code in enumerate(moves):
            is_quiet = not board.gain(code)
            is_late = is_quiet and number >= REDUCED_FROM and depth > 2 and not checked
            board.make(code)
            score = self._answered(
                depth - 1, alpha, beta, ply + 1, first=not number, reduced=int(is_late)
            )
            board.unmake()
            if score > best:
                best, chosen = score, code
                alpha = max(alpha, score)
                if score >= beta:
                    if is_quiet:
                        self._history[code] += depth * depth
                    break
        return best, chosen

    def _quiesce(self, alpha: int, beta: int, ply: int) -> int:
        """Return the worth once captures have been played out, either side being free to stop."""
        self._spend()
        board = self._board
        if board.is_won():
            return MATE - ply
        best = board.score()
        if best >= beta:
            return best
        alpha = max(alpha, best)
        for code in board.captures():
            board.make(code)
            score = -self._quiesce(-beta, -alpha, ply + 1)
            board.unmake()
            if score > best:
                best = score
                alpha = max(alpha, score)
                if score >= beta:
                    break
        return best

    def _order(self, moves: list[int], hint: int) -> None:
        """Sort *moves*: what was best before, captures, then what has refuted most."""
        gain, history = self._board.gain, self._history
        moves.sort(key=lambda code: (code == hint, gain(code), history[code]), reverse=True)

    def _spend(self) -> None:
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise _OutOfNodes


def _bound_of(score: int, alpha: int, beta: int) -> int:
    """Return what a score found between *alpha* and *beta* says of the true one."""
    if score >= beta:
        return _AT_LEAST
    return _AT_MOST if score <= alpha else _EXACT


def _settles(deeper: int, bound: int, score: int, alpha: int, beta: int) -> bool:
    """Return whether a score found before, that much deeper and as good as its bound says, will
    do."""
    if deeper < 0:
        return False
    if bound == _AT_LEAST:
        return score >= beta
    return bound == _EXACT or score <= alpha
