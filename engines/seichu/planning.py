"""A computer opponent that weighs its moves in worlds it thinks likely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.core.dice import Dice
from engines.core.hidden import SETUP
from engines.seichu import armies
from engines.seichu.advice import has_foul
from engines.seichu.beliefs import Belief, World
from engines.seichu.bluffs import Disguise
from engines.seichu.caution import DANGER, price
from engines.seichu.foresight import GAIN, WIN, WORTH, danger, is_reached, outlook, settled
from engines.seichu.fouls import is_drop_mate
from engines.seichu.history import History, history_of
from engines.seichu.movement import targets_of
from engines.seichu.moves import Answer, Drop, Move, Step
from engines.seichu.pieces import EMPTY, IS_OF, KIND_OF, KINDS, KING, PAWN, SEAT_OF, piece_of
from engines.seichu.position import TURN, last_ply
from engines.seichu.rulings import legal_moves
from engines.seichu.squares import HAND
from engines.seichu.suspicion import is_sure
from engines.seichu.view import SeichuView

LEAD = 200
"""A lead of so much, in units of `WORTH`, counts as half a win."""

OVERLOOKED = 0.3
"""How likely the other side is to overlook a threat, for it does not see what threatens."""

LEAST_SUSPICION = 0.25
"""A Doubt is not declared below this, however bad the match stands: the other side sees less
than a world shows, and may not find its best move."""

PER_TARGET, PER_REPEAT = 0.004, 0.03
"""What it counts for to have one more square to go to, and to have stood like this before; a win
is 1."""

BLUFF_MARGIN, MOST_SUSPICION = 0.05, 0.3
"""How much better than a true move a bluff must be, and how suspicious it may look at most."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of thinking about a move."""

    worlds: int
    """In how many worlds every move is looked at."""
    finals: int
    """How many of the best moves are then looked at with the replies to them, in all the worlds."""
    sieve: int = 0
    """In how many worlds replies to every move are looked at, to find the best ones."""
    disguise: int = 0
    """How many samples tell how a bluff would look; 0: no bluffs."""
    bluff_margin: float = BLUFF_MARGIN
    """How much better than a true move a bluff must be; below 0, it may be worse."""
    most_suspicion: float = MOST_SUSPICION
    """How suspicious a bluff may look at most."""
    wary: bool = False
    """Whether it reckons with what plies of the other side were for, with checks, and with what it
    costs to lead its king out."""


@dataclass(slots=True)
class Option:
    """A move that might be played, and what is thought of it."""

    move: Step | Drop
    taste: float
    """What speaks for it besides what it wins and loses."""
    suspicion: float = 0.0
    """How likely the other side is to see that it is a false move; 0 for a true one."""
    promise: float = 0.0
    """From -1 for a loss to 1 for a win."""


class PlanningBot:
    """Draws worlds that explain what it saw, and plays what does best in them.

    It declares a Doubt where that promises more than its best move.
    """

    def __init__(self, effort: Effort) -> None:
        self._effort = effort

    def choose(self, view: SeichuView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if the viewer is not to act."""
        seat = acting(view)
        move = without_thinking(view, dice)
        return move if move is not None else _Plan(view, seat, dice, self._effort).move()


def acting(view: SeichuView) -> int:
    """Return the viewing seat; ValueError if it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        raise ValueError("not this seat's turn")
    return view.seat


def without_thinking(view: SeichuView, dice: Dice) -> Move | None:
    """A set-up, a Doubt that is sure, an answer; None where a move has to be thought about."""
    if view.phase == SETUP:
        return armies.varied(dice, view.armies[acting(view)])
    if is_sure(view):
        return Answer.DOUBT
    return None if view.asked == TURN else Answer.ACCEPT


class _Plan:
    """The thoughts of one turn."""

    def __init__(self, view: SeichuView, seat: int, dice: Dice, effort: Effort) -> None:
        self._view, self._seat, self._dice, self._effort = view, seat, dice, effort
        self._history = history_of(view)
        self._worlds = Belief(view, 1 - seat, dice, by_purpose=effort.wary).worlds(effort.worlds)
        self._lead = _lead(self._history, seat)
        last = last_ply(view.record)
        self._mover = HAND if last is None or last.origin == HAND else last.target
        """Where the piece stands that moved last; HAND if it was dropped."""

    def move(self) -> Move:
        """Return what to play."""
        options = list(self._options())
        self._dice.shuffle(options)
        self._judge(options, self._worlds, deep=False)
        if self._effort.sieve:
            self._judge(options, self._worlds[: self._effort.sieve], deep=True)
        finals = options[: self._effort.finals]
        self._judge(finals, self._worlds, deep=True)
        return finals[0].move if finals and not self._doubts(finals[0].promise) else Answer.DOUBT

    def _doubts(self, promise: float) -> bool:
        """Return whether a Doubt promises more than a move that promises so much."""
        fouls = sum(world.is_foul for world in self._worlds) / len(self._worlds)
        return fouls >= LEAST_SUSPICION and 2 * fouls - 1 > promise

    def _options(self) -> Iterator[Option]:
        """Yield the true moves, and bluffs that do not look like it; all moves if none is true."""
        moves = [move for move in legal_moves(self._view) if isinstance(move, Step | Drop)]
        false = [move for move in moves if has_foul(self._view, move)]
        for move in moves:
            if move not in false or len(false) == len(moves):
                yield Option(move, self._taste(move))
        if self._effort.disguise and len(false) < len(moves):
            yield from self._bluffs([move for move in false if isinstance(move, Step)])

    def _bluffs(self, steps: Sequence[Step]) -> Iterator[Option]:
        disguise = Disguise(self._view, self._seat, self._dice, self._effort.disguise)
        for step in steps:
            suspicion = disguise.suspicion(step)
            if suspicion <= self._effort.most_suspicion:
                taste = self._taste(step) - self._effort.bluff_margin
                yield Option(step, taste, suspicion)

    def _judge(self, options: list[Option], worlds: Sequence[World], *, deep: bool) -> None:
        """Give *options* their promise, the best first then; *deep*: with the replies to them."""
        for option in options:
            total = sum(self._value(option, world, deep=deep) for world in worlds)
            unseen = 1 - option.suspicion
            option.promise = unseen * total / len(worlds) + unseen - 1 + option.taste
        options.sort(key=lambda option: option.promise, reverse=True)

    def _value(self, option: Option, world: World, *, deep: bool) -> float:
        """Return what a move promises in one world, from -1 for a loss to 1 for a win."""
        move, board, false = option.move, list(world.board), option.suspicion > 0
        taken = board[move.target]
        decided = self._decided(move, world, false=false)
        if decided:
            return decided
        _play(board, self._seat, move)
        if false and is_reached(board, 1 - self._seat, move.target):
            return -1.0  # whoever takes it sees what it is
        if isinstance(move, Drop) and move.kind == PAWN and is_drop_mate(board, move.target):
            return -1.0
        lead = self._lead + GAIN[taken]
        if not deep:
            return _part(lead - settled(board, 1 - self._seat))
        found, overlooked = outlook(board, self._seat)
        value = (1 - OVERLOOKED) * _part(lead + found) + OVERLOOKED * _part(lead + overlooked)
        if self._effort.wary and abs(found) < WIN:
            value -= DANGER * danger(board, self._seat, world.hand)
        return value

    def _decided(self, move: Step | Drop, world: World, *, false: bool) -> int:
        """1 if the move wins at once, -1 if it loses, else 0."""
        if isinstance(move, Drop):
            return 0
        if KIND_OF[world.board[move.target]] == KING:
            return -1 if false else 1  # its owner sees what took it
        caught = world.is_false and move.target == self._mover
        return int(move.trial or caught)

    def _taste(self, move: Step | Drop) -> float:
        """Return what squares to go to are worth, less what it costs to go round in circles."""
        board, seat = list(self._view.board), self._seat
        _play(board, seat, move)
        free = sum(
            len(targets_of(board, seat, square, KIND_OF[piece]))
            for square, piece in enumerate(board)
            if IS_OF[seat][piece]
        )
        sides = tuple([SEAT_OF[piece] for piece in board])
        repeats = sum(picture.sides == sides for picture in self._history.pictures)
        taste = PER_TARGET * free - PER_REPEAT * repeats
        return taste - price(self._view, seat, move, board) if self._effort.wary else taste


def _play(board: list[int], seat: int, move: Step | Drop) -> None:
    if isinstance(move, Drop):
        board[move.target] = piece_of(seat, move.kind)
    else:
        board[move.target], board[move.origin] = board[move.origin], EMPTY


def _part(lead: int) -> float:
    """A lead as a part of a win."""
    if abs(lead) >= WIN // 2:
        return 1.0 if lead > 0 else -1.0
    return lead / (LEAD + abs(lead))


def _lead(history: History, seat: int) -> int:
    """Return how much more *seat* owns than the other side; what is captured counts once, as
    `GAIN`."""
    own, other = history.owned[seat], history.owned[1 - seat]
    return sum((own[kind] - other[kind]) * WORTH[kind] for kind in KINDS if kind != KING) // 2
