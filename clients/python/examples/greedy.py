"""A greedy player for each game: it takes what it can, and else goes forwards.

JINYA_HOUSE=https://jinya.example JINYA_TOKEN=jny_... python -m jinya.examples.greedy
"""

from __future__ import annotations

import os
import random
import re

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


def material(match: Match, move: Move) -> float:
    """Material first, as where nothing is hidden."""
    return 10 * move.captures + forwards(match, move)


def gunjin(match: Match, move: Move) -> float:
    """An attack on the unknown may lose; it is worth half a step."""
    return forwards(match, move) + 0.5 * move.captures


def seichu(match: Match, move: Move) -> float:
    """True moves only, and no Doubt: being wrong costs a piece."""
    return 5 * move.captures + forwards(match, move) - 20 * (move.action == "doubt")


def marshal(match: Match) -> str:
    """Where the other side's marshal stands; its board has ranks 9 to 1, and stacks in bars."""
    sign = "m" if match.seat == 0 else "M"
    for number, text in zip(range(9, 0, -1), match.view["board"].split("/"), strict=True):
        file = 0
        for cell in re.findall(r"\|[^|]+\||.", text):
            if sign in cell:
                return f"{'abcdefghi'[file]}{number}"
            file += int(cell) if cell.isdigit() else 1
    return ""


def steps(one: str, other: str) -> int:
    """How many steps a square is from another; 0 for what is no square."""
    return max(abs(ord(one[0]) - ord(other[0])), abs(rank(one) - rank(other))) if other else 0


def gungi(match: Match, move: Move) -> float:
    """Takes what it can, and else closes in on the marshal: strolling, nobody ever mates."""
    if not move.squares:
        return 0.0  # the end of a set-up
    aim, first, last = marshal(match), move.squares[0], move.squares[-1]
    came = steps(first, aim) if rank(first) else 0  # "c*" is a cannon in the hand
    return 10 * move.captures + came - steps(last, aim)


def nation(match: Match, move: Move) -> float:
    """Commands are alike to it: any that is open."""
    return 0.0


VALUES = {"gunjin": gunjin, "seichu": seichu, "gungi": gungi, "nation": nation}
"""Games that ask for more than material."""


def choose(match: Match) -> str:
    """The best by the game's own measure; one of the best, if there are several."""
    true = [move for move in match.legal if not move.fouls] or list(match.legal)
    worth = VALUES.get(match.game, material)
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
