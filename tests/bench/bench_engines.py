"""How fast the rules are: `python -m tests.bench.bench_engines`. Prints, never judges.

Every figure is the median of several rounds of processor time. The rounds of
all subjects take turns, so that a busy machine slows all of them alike and
the ratios hold. python-chess, a well-made engine of its kind in plain Python,
is counted in the same way beside ours: perft with the last ply counted, not
played. Its games are other games, so moves and lists are both given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

import chess

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Viewer
from engines.registry import bot_for, engine_for
from engines.xiongqi.legality import legal_codes
from engines.xiongqi.text import read_text
from tests.engines.playing import playout
from tests.engines.xiongqi.perft import perft

ROUNDS = 7
SEEDS = tuple(bytes([number]) for number in range(8))
LONGEST = 200
"""Random matches: their seeds, and after how many plies they are broken off."""
XIONGQI = engine_for("xiongqi", 1)
XIONGQI_START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
XIONGQI_MIDDLE = (
    "rh1ag2r/4c3/s2S1bs1/S2S1hbs/2c1sB1s/1sC1S2S/R2HBC2/3AG1HR S",
    "1rb1g2r/1c2a3/s1h2s2/S2S1C1s/C2csB1S/1H2S3/s7/3AGBHR N",
    "1hb1g3/cr2a1b1/s4r2/SS2B2s/5scS/CH2R3/2A5/4GBH1 S",
    "2R1G3/8/3s4/8/2C5/8/4h3/3ag3 S",
)
CHESS_MIDDLE = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


@dataclass(frozen=True)
class Subject:
    """Something that is timed: one run does *work* and says how many units that was."""

    name: str
    unit: str
    work: Callable[[], int]
    peer: str = ""
    """The name of the subject to compare with."""


def chess_perft(board: chess.Board, depth: int) -> int:
    """How many sequences of *depth* legal moves there are."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def xiongqi_nodes(texts: tuple[str, ...], depth: int) -> Callable[[], int]:
    """Work: perft of each position; units are nodes."""
    positions = [read_text(text) for text in texts]
    return lambda: sum(perft(list(board), seat, depth) for board, seat in positions)


def chess_nodes(fens: tuple[str, ...], depth: int) -> Callable[[], int]:
    """Work: perft of each position; units are nodes."""
    return lambda: sum(chess_perft(chess.Board(fen), depth) for fen in fens)


def xiongqi_lists(texts: tuple[str, ...], times: int) -> Callable[[], int]:
    """Work: the legal moves of each position as a list of codes; units are lists."""
    positions = [(list(board), seat) for board, seat in map(read_text, texts)]

    def work() -> int:
        for _ in range(times):
            for board, seat in positions:
                legal_codes(board, seat)
        return times * len(positions)

    return work


def chess_lists(fens: tuple[str, ...], times: int) -> Callable[[], int]:
    """Work: the legal moves of each position as a list; units are lists."""
    boards = [chess.Board(fen) for fen in fens]

    def work() -> int:
        for _ in range(times):
            for board in boards:
                list(board.legal_moves)
        return times * len(boards)

    return work


def contract_lists(texts: tuple[str, ...], times: int) -> Callable[[], int]:
    """Work: view and legal moves through the contract, as a page asks; units are lists."""
    positions = [XIONGQI.codec.read(text) for text in texts]

    def work() -> int:
        for _ in range(times):
            for position in positions:
                list(XIONGQI.legal_moves(XIONGQI.view(position, Viewer.of(position.to_move))))
        return times * len(positions)

    return work


def contract_plies() -> int:
    """Work: random matches through the contract: view, move, play, endings; units are plies."""
    return sum(map(_contract_match, SEEDS))


def _contract_match(seed: bytes) -> int:
    """How many plies a random match takes, as the platform asks for each of them."""
    dice = Dice(seed, "xiongqi")
    position = XIONGQI.start(Terms(), dice).position
    for ply in range(LONGEST):
        to_act = XIONGQI.to_act(position)
        if not to_act:
            return ply
        seat = min(to_act)
        move = XIONGQI.sample_move(XIONGQI.view(position, Viewer.of(seat)), dice)
        position = XIONGQI.play(position, seat, move, dice).position
    return LONGEST


def chess_plies() -> int:
    """Work: random matches, endings looked for at every ply; units are plies."""
    return sum(map(_chess_match, SEEDS))


def _chess_match(seed: bytes) -> int:
    """How many plies a random match takes."""
    board, dice = chess.Board(), Dice(seed, "chess")
    for ply in range(LONGEST):
        if board.is_game_over() or board.is_repetition(3):
            return ply
        board.push(dice.choice(list(board.legal_moves)))
    return LONGEST


def loading(plies: int) -> Callable[[], int]:
    """Work: a stored position of so many plies is loaded; units are positions."""
    seeds = (bytes([number]) for number in range(256))
    matches = (list(playout(XIONGQI, seed, limit=plies)) for seed in seeds)
    last = next(match[-1] for match in matches if len(match) > plies)
    stored = XIONGQI.codec.dump_position(last.position)

    def work() -> int:
        for _ in range(20):
            XIONGQI.codec.load_position(stored, XIONGQI.codec.schema)
        return 20

    return work


def bot_moves() -> int:
    """Work: the greedy opponent's first moves; units are moves."""
    bot, position = bot_for("xiongqi"), XIONGQI.start(Terms(), Dice(b"bench", "0")).position
    for ply in range(6):
        view = XIONGQI.view(position, Viewer.of(position.to_move))
        move = bot.choose(view, Dice(b"bench", str(ply)))
        position = XIONGQI.play(position, position.to_move, move, Dice(b"", "")).position
    return 6


SUBJECTS = (
    Subject("perft, start, depth 3", "nodes", xiongqi_nodes((XIONGQI_START,), 3), "chess: start"),
    Subject("chess: start", "nodes", chess_nodes((chess.STARTING_FEN,), 3)),
    Subject("perft, 4 middlegames", "nodes", xiongqi_nodes(XIONGQI_MIDDLE, 2), "chess: middle"),
    Subject("chess: middle", "nodes", chess_nodes(CHESS_MIDDLE, 2)),
    Subject("lists, start", "lists", xiongqi_lists((XIONGQI_START,), 400), "chess: lists, start"),
    Subject("chess: lists, start", "lists", chess_lists((chess.STARTING_FEN,), 400)),
    Subject("lists, 4 middlegames", "lists", xiongqi_lists(XIONGQI_MIDDLE, 100), "chess: lists"),
    Subject("chess: lists", "lists", chess_lists(CHESS_MIDDLE, 100)),
    Subject("contract: view and list", "lists", contract_lists(XIONGQI_MIDDLE, 50)),
    Subject("contract: random play", "plies", contract_plies, "chess: random play"),
    Subject("chess: random play", "plies", chess_plies),
    Subject("load after 100 plies", "positions", loading(100)),
    Subject("greedy opponent", "moves", bot_moves),
)


def measured() -> dict[str, float]:
    """Units per second of processor time for each subject: the median of the rounds."""
    paces: dict[str, list[float]] = {subject.name: [] for subject in SUBJECTS}
    for _ in range(ROUNDS):
        for subject in SUBJECTS:
            began = process_time()
            units = subject.work()
            paces[subject.name].append(units / (process_time() - began))
    return {name: median(found) for name, found in paces.items()}


def main() -> None:
    """Print a table: what, how many a second, and how that compares."""
    paces = measured()
    for subject in SUBJECTS:
        pace = paces[subject.name]
        line = f"{subject.name:26} {pace:12,.0f} {subject.unit + '/s':12}"
        if subject.peer:
            line += f" {pace / paces[subject.peer]:5.2f} x python-chess"
        print(line.rstrip())


if __name__ == "__main__":
    main()
