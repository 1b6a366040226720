"""Computer opponents: one looks a ply ahead and likes material, the others search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engines.core.careless import Careless
from engines.core.dice import Dice
from engines.core.engine import Bot, Weight
from engines.core.search import best_move, wins_in, worth
from engines.gungi.attack import is_attacked, is_in_check
from engines.gungi.board import Board, make, unmake
from engines.gungi.hands import is_topped, marshal_square, placing_codes
from engines.gungi.legality import has_legal_move, legal_codes, takes_marshal
from engines.gungi.moves import (
    ACT,
    CAPTURE,
    DONE,
    DROP,
    ORIGIN,
    PLACE,
    SQUARE_MASK,
    STACK,
    Move,
    levels_of,
    move_of,
)
from engines.gungi.pieces import KINDS_BY_LETTER, MARSHAL
from engines.gungi.search import AS_USUAL, WORTH, Sight, distance
from engines.gungi.squares import GRID, SQUARES
from engines.gungi.stacks import HEIGHT, lost, pieces_in
from engines.gungi.view import GungiView

WHIM = 64
"""How much chance may weigh, a quarter of a point of worth each: less than any piece."""
CARELESS = 15
"""In how many of a hundred turns the easy one does not think."""
MEDIUM_NODES = 3_000
STRONG_NODES = 60_000
NEARER, RASH = 15, 90
"""What a step nearer to the other marshal is worth to the easy one, and to the one that charges."""
BOLD, FIRM = (22, 0), (4, 40)
"""What it is worth to come nearer, and to stand beside the own marshal, to the one who attacks
and to the one who stays."""
CONSIDERED = 8
"""How many of the most promising moves are asked what they let the other side do."""

SMALLEST = 2
"""The smallest piece counts 200 (`search.WORTH`): so many for each hundredth of it."""

_PLAN = "g d1, i f1, n e2, w d3, w f3, f c3, f g3, a c2, a g2, d e3, d a3, d i3, s b2, r h2"
"""A set-up that keeps ten pieces in hand: that of the guide (§7), but for the marshal."""
PLAN = tuple(
    (KINDS_BY_LETTER[letter], SQUARES[square])
    for letter, square in (entry.split(" ") for entry in _PLAN.split(", "))
)
THRONES = tuple(SQUARES[square] for square in ("d1", "e1", "f1"))
"""Where the marshal may be set up; whoever the plan has there stands on the middle one instead."""


class GreedyBot:
    """Wins at once if it can, else takes the most material that it does not lose again."""

    def __init__(self, nearer: int = NEARER) -> None:
        """*nearer*: what it likes to come a step nearer to the other marshal."""
        self._nearer = nearer

    def choose(self, view: GungiView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if it is not the viewer's turn."""
        if view.to_move is None or not view.is_viewers_turn:
            raise ValueError("not this seat's turn")
        if view.placing:
            return move_of(_placement(view.board, view.to_move, dice))
        return move_of(_best(view.board, view.to_move, dice, self._nearer))


class SearchBot:
    """Sets up as the greedy one, then searches as deep as its budget of nodes goes."""

    def __init__(self, nodes: int, style: tuple[int, int] = AS_USUAL) -> None:
        self._nodes, self._style = nodes, style

    def choose(self, view: GungiView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if it is not the viewer's turn."""
        if view.to_move is None or not view.is_viewers_turn:
            raise ValueError("not this seat's turn")
        if view.placing:
            return move_of(_placement(view.board, view.to_move, dice))
        sight = Sight(view.board, view.to_move, dice, self._style)
        codes = sight.candidates()
        dice.shuffle(codes)
        return move_of(best_move(sight, codes, nodes=self._nodes))

    def weigh(self, view: GungiView, dice: Dice) -> Weight[Move] | None:
        """Return what *view* is worth to its seat; None if it is not its turn, and while sides are
        set up."""
        if view.placing or view.to_move is None or not view.is_viewers_turn:
            return None
        sight, again = (Sight(view.board, view.to_move, dice) for _ in range(2))
        line, score = worth(sight, sight.candidates(), nodes=self._nodes, again=again)
        return Weight(score // SMALLEST, wins_in(score), tuple(map(move_of, line)))


def _placement(board: Board, seat: int, dice: Dice) -> int:
    """The marshal, then what the plan still lacks, in any order; done when all of it stands."""
    codes = placing_codes(board, seat)
    planned = [PLACE << ACT | kind << ORIGIN | to for kind, to in _planned(board, seat)]
    empty = [code for code in planned if not board.stacks[code & SQUARE_MASK]]
    possible = [code for code in empty if code in codes]
    return dice.choice(possible) if possible else DONE << ACT


def _planned(board: Board, seat: int) -> list[tuple[int, int]]:
    """Kinds and their squares, for the marshal first."""
    throne = marshal_square(board.stacks, seat)
    if throne < 0:
        return [(MARSHAL, _turned(square, seat)) for square in THRONES]
    wanted = [(kind, _turned(square, seat)) for kind, square in PLAN]
    middle = _turned(THRONES[1], seat)
    return [(kind, middle if square == throne else square) for kind, square in wanted]


def _turned(square: int, seat: int) -> int:
    return 80 - square if seat else square


def _best(board: Board, seat: int, dice: Dice, nearer: int) -> int:
    """The first of the most promising moves that does not let itself be mated."""
    codes = legal_codes(board, seat)
    for code in codes:
        if takes_marshal(board, seat, code):
            return code
    whims = {code: dice.below(WHIM) for code in codes}
    at_risk = _hanging(board, seat)
    liking = {
        code: 4 * _promise(board, seat, code, at_risk)
        + _taste(board, seat, code, nearer)
        + whims[code]
        for code in codes
    }
    codes.sort(key=liking.__getitem__, reverse=True)
    mates = (code for code in codes if _mates(board, seat, code))
    sound = (code for code in codes[:CONSIDERED] if not _lets_win(board, seat, code))
    return next(chain(mates, sound), codes[0])


def _promise(board: Board, seat: int, code: int, at_risk: dict[int, int]) -> int:
    """Return what the move wins in material, less what then hangs on the squares it touches."""
    target, origin, act = code & SQUARE_MASK, code >> ORIGIN & SQUARE_MASK, code >> ACT
    gain = _gain(board, seat, code)
    saved = at_risk.get(origin, 0) if act != DROP else 0
    before = make(board.stacks, seat, code)
    at_stake = _stake(board, target, seat) + (_stake(board, origin, seat) if act != DROP else 0)
    unmake(board.stacks, code, before)
    others = [risk for square, risk in at_risk.items() if square not in (origin, target)]
    return gain + saved - at_stake - max(others, default=0) // 2


def _gain(board: Board, seat: int, code: int) -> int:
    """Return what is captured, and what betrayal takes from the other side and adds to this one."""
    onto = board.stacks[code & SQUARE_MASK]
    if code >> ACT == CAPTURE:
        return sum(WORTH[piece] for piece in lost(onto, seat))
    pieces = pieces_in(onto)
    return 2 * sum(WORTH[pieces[level - 1]] for level in levels_of(code))


def _taste(board: Board, seat: int, code: int, nearer: int) -> int:
    """Small things: nearer to the other marshal, not with the own one, and tall rather than low."""
    target, origin = code & SQUARE_MASK, code >> ORIGIN & SQUARE_MASK
    other = marshal_square(board.stacks, 1 - seat)
    if code >> ACT == DROP:
        return 80 - 10 * distance(target, other)
    if board.stacks[origin] & 15 == MARSHAL:
        return -40
    taller = HEIGHT[board.stacks[target]] + 1 - HEIGHT[board.stacks[origin]]
    steps = distance(origin, other) - distance(target, other)
    return nearer * steps + (20 * taller if code >> ACT == STACK else 0)


def _hanging(board: Board, seat: int) -> dict[int, int]:
    """Return what *seat* could lose at once, by square."""
    stakes = {square: _stake(board, square, seat) for square in GRID.squares}
    return {square: stake for square, stake in stakes.items() if stake}


def _stake(board: Board, square: int, seat: int) -> int:
    """What a capture of the stack on *square* costs *seat*, half of it if it can be taken back."""
    stack = board.stacks[square]
    if not is_topped(stack, seat) or not is_attacked(board, square, 1 - seat):
        return 0
    worth = sum(WORTH[piece] for piece in lost(stack, 1 - seat))
    return worth // 2 if is_attacked(board, square, seat) else worth


def _lets_win(board: Board, seat: int, code: int) -> bool:
    """Return whether the other side could mate at once after this move."""
    other, hands = 1 - seat, board.hands
    before = make(board.stacks, seat, code)
    board.hands = _hands_after(board, seat, code)
    lets = any(_mates(board, other, reply) for reply in legal_codes(board, other))
    board.hands = hands
    unmake(board.stacks, code, before)
    return lets


def _hands_after(board: Board, seat: int, code: int) -> Sequence[tuple[int, ...]]:
    """Return the hands once a piece has been dropped; what betrayal takes from them is left out."""
    if code >> ACT != DROP:
        return board.hands
    left = list(board.hands[seat])
    left[code >> ORIGIN & SQUARE_MASK] -= 1
    return [tuple(left) if number == seat else hand for number, hand in enumerate(board.hands)]


def _mates(board: Board, seat: int, code: int) -> bool:
    before = make(board.stacks, seat, code)
    mates = is_in_check(board, 1 - seat) and not has_legal_move(board, 1 - seat)
    unmake(board.stacks, code, before)
    return mates


def _some_move(view: GungiView, dice: Dice) -> Move | None:
    """Any move; None while sides are set up."""
    if view.placing or view.to_move is None or not view.is_viewers_turn:
        return None
    return move_of(dice.choice(legal_codes(view.board, view.to_move)))


BOTS: dict[str, Bot[GungiView, Move]] = {
    "easy": Careless(GreedyBot(), _some_move, CARELESS),
    "easy-bold": Careless(GreedyBot(RASH), _some_move, CARELESS),
    "medium": SearchBot(MEDIUM_NODES),
    "medium-bold": SearchBot(MEDIUM_NODES, BOLD),
    "strong": SearchBot(STRONG_NODES),
    "strong-firm": SearchBot(STRONG_NODES, FIRM),
}
"""The opponents, by level."""
