"""A greedy player for each game: it takes what it can, and else goes forwards.

JINYA_HOUSE=https://jinya.example JINYA_TOKEN=jny_... python greedy.py
"""

from __future__ import annotations

import os
import random

from jinya import Client, Match, Move, Refused


def rank(square: str) -> int:
    """How far up the board a square is: "e4" is 4; 0 for what is no square."""
    digits = "".join(sign for sign in square if sign.isdigit())
    return int(digits or 0)


def forwards(match: Match, move: Move) -> int:
    """By how many ranks a move goes towards the other side."""
    if len(move.squares) < 2:
        return 0
    steps = rank(move.squares[-1]) - rank(move.squares[0])
    return steps if match.seat == 0 else -steps


def xiongqi(match: Match, move: Move) -> float:
    """Material first: nothing is hidden."""
    return 10 * move.captures + forwards(match, move)


def gunjin(match: Match, move: Move) -> float:
    """An attack on the unknown may lose; it is worth half a step."""
    return forwards(match, move) + 0.5 * move.captures


def seichu(match: Match, move: Move) -> float:
    """True moves only, and no Doubt: being wrong costs a piece."""
    return 5 * move.captures + forwards(match, move) - 20 * (move.action == "doubt")


def gungi(match: Match, move: Move) -> float:
    """Takes before it drops, and drops before it strolls."""
    return 10 * move.captures + 2 * ("*" in move.action) + 0.1 * forwards(match, move)


def nation(match: Match, move: Move) -> float:
    """Commands are alike to it: any that is open."""
    return 0.0


VALUES = {"xiongqi": xiongqi, "gunjin": gunjin, "seichu": seichu, "gungi": gungi, "nation": nation}


def choose(match: Match) -> str:
    """The best by the game's own measure; one of the best, if there are several."""
    true = [move for move in match.legal if not move.fouls] or list(match.legal)
    worth = VALUES[match.game]
    return max(true, key=lambda move: (worth(match, move), random.random())).action


def main() -> None:
    with Client(os.environ["JINYA_HOUSE"], os.environ["JINYA_TOKEN"]) as client:
        for match in client.turns(accept=True):
            try:
                client.place(match) if match.is_placing else client.play(match, choose(match))
            except Refused as refused:
                print(match.uid, refused.code)


if __name__ == "__main__":
    main()
