"""Wins by force and wins of material, in games of two that see everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.search import DECIDED, MATE, SearchBoard
from engines.puzzles.found import GAIN, WIN, Found
from engines.puzzles.mates import Prover
from engines.puzzles.scoring import Choice, is_plain, line_of, only_gain

APART = 8
"""Puzzles of one match are at least so many plies apart."""
MOST_RIGHT = 2
"""With more right first moves there is little to find."""
PLIES_SHOWN = 3
"""Of how a win of material goes on."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The facts of a game by which puzzles are found in its matches."""

    position: Callable[[str], Any]
    """Reads a text of the rules page."""
    exact: Callable[[Any], SearchBoard]
    """A board with every legal move."""
    quick: Callable[[Any], SearchBoard]
    """A board for the search, which may leave out what matters little."""
    choices: Callable[[Any], list[int]]
    """The moves of a position that are weighed against each other."""
    text: Callable[[int], str]
    """A move by its code."""
    longest: int
    """How long a win by force may take to be looked for."""
    budgets: Sequence[int]
    """See `scoring.BUDGETS`."""
    smallest: int
    """What the smallest piece counts, in hundreds."""
    even: int
    """Who is further ahead or behind than that needs no material any more."""


def find(
    game: OpenGame,
    texts: Sequence[str],
    plies: Sequence[int] | None = None,
    *,
    backward: bool = False,
) -> Iterator[Found]:
    """Puzzles in a match, whose positions before each ply are *texts*; at all plies, or at *plies*.

    From its beginning the longer wins are met first, and from its end the shorter ones.
    """
    plies = range(len(texts)) if plies is None else plies
    last: int | None = None
    for ply in reversed(plies) if backward else plies:
        if last is None or abs(last - ply) >= APART:
            one = _at(game, ply, texts[ply])
            if one is not None:
                last = ply
                yield one


def _at(game: OpenGame, ply: int, text: str) -> Found | None:
    position = game.position(text)
    board = game.quick(position)
    now = board.score()
    is_even = abs(now) <= game.even and not board.is_in_check()
    budgets = game.budgets if is_even else game.budgets[:1]
    choice = only_gain(lambda: game.quick(position), game.choices(position), now, budgets)
    if choice is None:
        return None
    if choice.score >= DECIDED:
        if (MATE - choice.score + 1) // 2 > game.longest:
            return None
        return _win_found(game, ply, text, position)
    return _gain_found(game, ply, text, choice, now) if is_even else None


def _win_found(game: OpenGame, ply: int, text: str, position: Any) -> Found | None:
    """Return the win, in as few moves as it takes when quiet ones are looked at too."""
    board = game.exact(position)
    prover = Prover(board)
    for within in range(1, game.longest + 1):
        right = prover.winning(within, MOST_RIGHT + 1)
        if right:
            break
    else:
        return None
    if len(right) > MOST_RIGHT:
        return None
    tree = prover.tree(within, game.text)
    quiet = not all(_checks(board, code) for code in right)
    themes = (f"win-{within}", *(("quiet",) if quiet else ()))
    rating = 900 + 350 * within + 150 * quiet - 100 * (len(right) - 1)
    return Found(
        ply, board_seat(board), WIN, {"in": within, "tree": tree}, rating, themes, position=text
    )


def _gain_found(game: OpenGame, ply: int, text: str, choice: Choice, now: int) -> Found:
    position = game.position(text)
    board = game.quick(position)
    line = line_of(lambda: game.quick(position), choice.move, PLIES_SHOWN)
    is_quiet, is_check = not board.gain(choice.move), _checks(board, choice.move)
    hangs = not is_quiet and is_plain(board, game.choices(position), choice.move)
    themes = (
        "gain",
        "quiet" if is_quiet and not is_check else "capture" if not is_quiet else "check",
        *(("hanging",) if hangs else ()),
    )
    return Found(
        ply,
        board_seat(board),
        GAIN,
        {
            "right": [game.text(choice.move)],
            "line": [game.text(code) for code in line],
            "gain": (choice.score - now) // game.smallest,
            "gap": choice.score - choice.second,
        },
        1250 + 250 * is_quiet - 50 * is_check - 300 * hangs,
        themes,
        position=text,
    )


def board_seat(board: Any) -> int:
    """Return who is to move."""
    return int(board.seat)


def _checks(board: SearchBoard, code: int) -> bool:
    board.make(code)
    checks = board.is_in_check()
    board.unmake()
    return checks
