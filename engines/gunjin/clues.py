"""All that a view tells about the hidden kinds, as a puzzle for `solver`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.hidden import PLAY, Army
from engines.gunjin.battle import ATTACKER, DEFENDER, NO_BATTLE, NOBODY
from engines.gunjin.history import NOWHERE, Battle, History
from engines.gunjin.movement import kinds_able_to_move
from engines.gunjin.pieces import ALL, FLAG, HIDDEN, KIND_OF, MOVABLE, SEAT_OF
from engines.gunjin.squares import ALL_SQUARES
from engines.gunjin.view import GunjinView

Choice = tuple[tuple[int, int], ...]
"""Pairs of piece and kinds (a mask): at least one of the pieces is one of its kinds."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The question of kinds. Pieces are numbers: start squares, or from 46 if gone before play."""

    kinds: tuple[int, ...]
    """What each piece may be by itself (a mask); a single kind where the viewer knows it."""
    armies: tuple[tuple[int, ...], ...]
    """The 23 pieces of each side the viewer does not know."""
    totals: tuple[Army, ...]
    """How often each kind is among them, for each of those sides."""
    battles: tuple[Battle, ...]
    """Battles with a piece of those armies."""
    choices: tuple[Choice, ...]
    """What follows from the match going on."""


def puzzle_of(view: GunjinView, history: History) -> Puzzle:
    """Return everything *view*, and so its *history*, tells about the kinds it hides."""
    kinds = [
        1 << KIND_OF[piece] if KIND_OF[piece] else able
        for piece, able in zip(view.start, history.kinds, strict=True)
    ]
    _rule_out_flags(kinds, history.battles)
    hidden = [seat for seat in (0, 1) if HIDDEN[seat] in view.start]
    armies = []
    for seat in hidden:
        army = [square for square in ALL_SQUARES if view.start[square] == HIDDEN[seat]]
        gone = range(len(kinds), len(kinds) + sum(view.armies[seat]) - len(army))
        kinds += [ALL] * len(gone)
        armies.append((*army, *gone))
    unknown = {piece for army in armies for piece in army}
    battles = (b for b in history.battles if b.attacker in unknown or b.defender in unknown)
    choices = [choice for seat in hidden for choice in _going_on(view, history, seat)]
    totals = tuple(view.armies[seat] for seat in hidden)
    return Puzzle(tuple(kinds), tuple(armies), totals, tuple(battles), tuple(choices))


def _rule_out_flags(kinds: list[int], battles: Sequence[Battle]) -> None:
    """Nobody is the flag against whom a piece fared better or worse than against its support.

    The flag fights as the piece behind it (§5.2). Told of single battles this
    is easily overlooked, for it takes two of them.
    """
    met = {(battle.attacker, battle.defender): battle.result for battle in battles}
    turned = (NO_BATTLE, DEFENDER, ATTACKER, NOBODY)
    met |= {(second, first): turned[result] for (first, second), result in met.items()}
    for battle in battles:
        if met.get((battle.attacker, battle.support), battle.result) != battle.result:
            kinds[battle.defender] &= ~(1 << FLAG)


def _going_on(view: GunjinView, history: History, seat: int) -> list[Choice]:
    """Return what the match not being over tells about *seat* (§6.2, §6.3).

    After a step both sides have movable pieces left, and the side to move has
    a move; whoever moved earlier has shown so. Before the first step nothing
    was judged but that there is one.
    """
    alive = [
        (square, piece)
        for piece, square in enumerate(history.square_of)
        if square != NOWHERE and SEAT_OF[view.start[piece]] == seat
    ]
    found: list[Choice] = []
    if view.phase == PLAY and view.record:
        found.append(tuple((piece, MOVABLE) for _, piece in alive))
    if view.phase == PLAY and seat in view.to_act:
        able = [(piece, kinds_able_to_move(view.board, seat, square)) for square, piece in alive]
        found.append(tuple((piece, kinds) for piece, kinds in able if kinds))
    return found
