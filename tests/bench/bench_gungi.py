"""How fast Gungi's rules are, beside Xiongqi's perft: `python -m tests.bench gungi`.

A middle game of Gungi has 300 to 500 legal moves, so what is counted is lists
of them. The aim is a list in the time of 1,600 nodes of Xiongqi's perft; what
is printed beside each line is how many nodes one unit takes. Rounds take turns,
as in `bench_engines`.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Viewer
from engines.gungi.bots import GreedyBot
from engines.gungi.engine import ENGINE
from engines.gungi.legality import legal_codes
from tests.bench.bench_engines import ROUNDS, XIONGQI_START, Subject, xiongqi_nodes

START = ENGINE.codec.write(ENGINE.start(Terms(), Dice(b"", "0")).position)
MIDDLE = (
    (
        "i4w3/1ra1n3d/d2md2t1/2|w:f|2|a:W||f:R|2/1NJ3s2/7|k:g|1/D2W1F2D/1|S:F|AM|N:D|1A2/2D1S1I2"
        " J1N1R1C1T1/j2n2r1s1d1c1 0 guide -"
    ),
    (
        "2m1gf3/1r2n2A1/d1f1d3d/5wi2/2N6/3|w:a|J1W2/|D:S|2W2FR|D:K|/1|S:F|A|D:I||N:D|4/3M5"
        " J1N1R1C1T1/j2n2r1s1d1c1k1t1 0 guide -"
    ),
    (
        "5g3/2imn1a1d/dN1wdw|f:k|2/2f6/2a6/1S2|K:D|A2D/2F1NWF2/|J:D|1A2N1R1/4M4"
        " J1R1S1D1C1T1/j2n2r1s1d1c1t1 0 advanced -"
    ),
    (
        "1raim2S1/2f1n|f:g|2d/d3dwa2/3|J:w|5/1J2W1r2/1A5sD/D3DWF2/1S2|N:M|1AR1/2|T:F|G5"
        " N2R1D1C1K1/j2n2s1d1c1k1t1 0 intermediate -"
    ),
)
PERFT = "Xiongqi: perft, depth 3"


def lists(texts: tuple[str, ...], times: int) -> Callable[[], int]:
    """Work: the legal moves of each position as a list of codes; units are lists."""
    boards = [(here.now.board, here.to_move) for here in map(ENGINE.codec.read, texts)]

    def work() -> int:
        for _ in range(times):
            for board, seat in boards:
                legal_codes(board, seat)
        return times * len(boards)

    return work


def contract_lists(texts: tuple[str, ...], times: int) -> Callable[[], int]:
    """Work: view and legal moves through the contract, as a page asks; units are lists."""
    positions = [ENGINE.codec.read(text) for text in texts]

    def work() -> int:
        for _ in range(times):
            for position in positions:
                list(ENGINE.legal_moves(ENGINE.view(position, Viewer.of(position.to_move))))
        return times * len(positions)

    return work


def random_match(rules: str, limit: int) -> Callable[[], int]:
    """Work: a random match through the contract, to its end or *limit* plies; units are matches."""

    def work() -> int:
        here = ENGINE.start(Terms({"rules": rules}), Dice(b"bench", "0")).position
        while here.outcome is None and len(here.moves) < limit:
            dice = Dice(b"bench", str(len(here.moves)))
            move = ENGINE.sample_move(ENGINE.view(here, Viewer.of(here.to_move)), dice)
            here = ENGINE.play(here, here.to_move, move, dice).position
        return 1

    return work


def bot_moves() -> int:
    """Work: the greedy opponent in each of the middle games; units are moves."""
    for text in MIDDLE:
        here = ENGINE.codec.read(text)
        GreedyBot().choose(ENGINE.view(here, Viewer.of(here.to_move)), Dice(b"bench", "0"))
    return len(MIDDLE)


SUBJECTS = (
    Subject(PERFT, "nodes", xiongqi_nodes((XIONGQI_START,), 3)),
    Subject("lists, start of guide", "lists", lists((START,), 200)),
    Subject("lists, 4 middle games", "lists", lists(MIDDLE, 50)),
    Subject("contract: view and list", "lists", contract_lists(MIDDLE, 25)),
    Subject("random match, guide, 100 plies", "matches", random_match("guide", 100)),
    Subject("random match, advanced, 150", "matches", random_match("advanced", 150)),
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
    """Print a table: what, how many a second, and how many nodes of the perft one takes."""
    paces = measured()
    for subject in SUBJECTS:
        pace = paces[subject.name]
        nodes = f"{paces[PERFT] / pace:10,.0f} nodes each" if subject.name != PERFT else ""
        print(f"{subject.name:32} {pace:12,.1f} {subject.unit + '/s':12}{nodes}".rstrip())


if __name__ == "__main__":
    main()
