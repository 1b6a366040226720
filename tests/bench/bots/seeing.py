"""Whether a bot of a hidden game does better than what it is shown allows: does it see?

In Gunjin the view says how likely an attack on a piece of unknown kind is won. In Seichu a move is
judged in the match and in worlds that look the same: the match ranks anywhere among them. Over many
moves an honest player gets about what is expected; one that sees gets far more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.hidden import SETUP
from engines.core.seats import Viewer
from engines.gunjin.battle import ATTACKER, result_on
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.moves import Step
from engines.gunjin.pieces import ARMY, EMPTY, KIND_OF, kinds_in, piece_of
from engines.gunjin.position import Position
from engines.gunjin.view import GunjinView
from engines.registry import engine_for
from engines.seichu import moves as seichu
from engines.seichu.advice import has_foul
from engines.seichu.beliefs import Belief
from engines.seichu.doubts import proof_of
from engines.seichu.foresight import GAIN, WIN, settled
from engines.seichu.pieces import piece_of as seichu_piece
from engines.seichu.position import TURN
from engines.seichu.view import SeichuView
from tests.bench.bots.matches import LONGEST, Player

SUSPICIOUS = 4.0
"""Deviations above what is expected, beyond which nobody is believed to see nothing."""
SAMPLES = 30
"""Worlds with which a match of Seichu is compared."""


class Gamble(NamedTuple):
    """A move of which its author cannot know how it turns out."""

    gain: float
    """From 0 to 1: what came of it."""
    expected: float
    variance: float


def surplus(
    slug: str,
    players: tuple[Player, Player],
    seeds: Iterable[bytes],
    truth: list[Any] | None = None,
) -> float:
    """By how many deviations the player in seat 0 gets more than its views allow.

    *truth* is where the positions are left for a planted fault to find.
    """
    engine, gamble_of = engine_for(slug, 1), GAMBLES[slug]
    options = {name: values[0] for name, values in engine.meta.options.items()}
    excess = variance = 0.0
    for seed in seeds:
        here: Any = engine.start(Terms(options), Dice(seed, "start")).position
        for number in range(LONGEST):
            if engine.outcome(here) is not None:
                break
            if truth is not None:
                truth.append(here)
            seat = min(engine.to_act(here))
            view, dice = engine.view(here, Viewer.of(seat)), Dice(seed, str(number))
            move = players[seat].choose(view, dice)
            gamble = gamble_of(here, view, move) if seat == 0 else None
            if gamble:
                excess += gamble.gain - gamble.expected
                variance += gamble.variance
            here = engine.play(here, seat, move, dice).position
    return excess / math.sqrt(variance) if variance else 0.0


# Gunjin


def _attack(here: Position, view: GunjinView, move: Any) -> Gamble | None:
    if not isinstance(move, Step) or view.board[move.target] == EMPTY:
        return None
    chance = _chance(view, move)
    return Gamble(_is_won(here, move), chance, chance * (1 - chance))


def _is_won(here: Position, move: Step) -> bool:
    return result_on(here.board, move.origin, move.target) == ATTACKER


def _chance(view: GunjinView, move: Step) -> float:
    """How likely the attack is to be won, each kind as likely as there are pieces of it."""
    starts = history_of(view).square_of
    start = next(s for s, square in enumerate(starts) if square == move.target != NOWHERE)
    kinds = kinds_in(bounds_of(view)[start])
    total = sum(ARMY[kind] for kind in kinds)
    board = list(view.board)
    won = 0.0
    for kind in kinds:
        board[move.target] = piece_of(1 - (view.seat or 0), kind)
        won += ARMY[kind] / total * (result_on(board, move.origin, move.target) == ATTACKER)
    return won


class Seeing:
    """A planted fault of Gunjin: it attacks where it knows that it wins, and nowhere else."""

    def __init__(self, player: Player, truth: list[Any]) -> None:
        """*truth*: where the position itself is found, which no bot is given."""
        self._player, self._truth = player, truth

    def choose(self, view: GunjinView, dice: Dice) -> Any:
        """A sure win, if there is one, and else no attack."""
        if view.phase == SETUP:
            return self._player.choose(view, dice)
        board = [
            mine if KIND_OF[mine] else theirs
            for mine, theirs in zip(view.board, self._truth[-1].board, strict=True)
        ]
        quiet = []
        for move in engine_for("gunjin", 1).legal_moves(view):
            assert isinstance(move, Step)
            if board[move.target] == EMPTY:
                quiet.append(move)
            elif result_on(board, move.origin, move.target) == ATTACKER:
                return move
        move = self._player.choose(view, dice)
        is_attack = isinstance(move, Step) and board[move.target] != EMPTY
        return dice.choice(quiet) if is_attack and quiet else move


# Seichu


def _rank(here: Any, view: SeichuView, move: Any) -> Gamble | None:
    """How a move or a Doubt does in the match, among worlds that look the same."""
    if view.phase == SETUP or view.asked != TURN:
        return None
    seat, dice = view.seat or 0, Dice(b"worlds", str(len(view.record)))
    worlds = Belief(view, 1 - seat, dice).worlds(SAMPLES)
    imagined = [_worth(world.board, seat, move, is_foul=world.is_foul) for world in worlds]
    true = _worth(here.board, seat, move, is_foul=bool(proof_of(here)))
    lower = sum(worth < true for worth in imagined) + imagined.count(true) / 2
    same = sum(count**3 for count in Counter([*imagined, true]).values())
    return Gamble(lower / SAMPLES, 0.5, (1 - same / (SAMPLES + 1) ** 3) / 12)


def _worth(board: Sequence[int], seat: int, move: Any, *, is_foul: bool) -> int:
    """What a move gains on a board on which all is known, captures played out."""
    if isinstance(move, seichu.Answer):
        return WIN if is_foul else -WIN
    after = list(board)
    gain = GAIN[after[move.target]]
    if isinstance(move, seichu.Drop):
        after[move.target] = seichu_piece(seat, move.kind)
    else:
        after[move.target], after[move.origin] = after[move.origin], EMPTY
    return gain if gain >= WIN else gain - settled(after, 1 - seat)


class SeeingOfSeichu:
    """A planted fault of Seichu: it doubts and moves as is best in the match itself."""

    def __init__(self, player: Player, truth: list[Any]) -> None:
        """*truth*: where the position itself is found, which no bot is given."""
        self._player, self._truth = player, truth

    def choose(self, view: SeichuView, dice: Dice) -> Any:
        """What does best there one ply ahead, captures played out."""
        if view.phase == SETUP or view.asked != TURN:
            return self._player.choose(view, dice)
        board, is_foul = self._truth[-1].board, bool(proof_of(self._truth[-1]))
        moves = [move for move in engine_for("seichu", 1).legal_moves(view) if _is_true(view, move)]
        dice.shuffle(moves)
        return max(moves, key=lambda move: _worth(board, view.seat or 0, move, is_foul=is_foul))


def _is_true(view: SeichuView, move: Any) -> bool:
    return isinstance(move, seichu.Answer) or not has_foul(view, move)


GAMBLES: Mapping[str, Callable[[Any, Any, Any], Gamble | None]] = {
    "gunjin": _attack,
    "seichu": _rank,
}
"""By game, whether a move is a gamble, and how it turned out."""
