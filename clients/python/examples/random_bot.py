"""A whole bot: it accepts every challenge and plays any move that is no foul.

JINYA_HOUSE=https://jinya.example JINYA_TOKEN=jny_... python -m jinya.examples.random_bot
"""

from __future__ import annotations

import os
import random

from jinya import Client, Match, Refused


def choose(match: Match) -> str:
    """Any true move; a foul only where there is nothing else."""
    true = [move for move in match.legal if not move.fouls]
    return random.choice(true or list(match.legal)).action


def main() -> None:
    with Client(os.environ["JINYA_HOUSE"], os.environ["JINYA_TOKEN"]) as client:
        for match in client.turns(accept=True):
            try:
                client.place(match) if match.is_placing else client.play(match, choose(match))
            except Refused as refused:
                print(match.uid, refused.code)  # the board has changed: the next news says how


if __name__ == "__main__":
    main()
