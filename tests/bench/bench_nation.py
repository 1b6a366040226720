"""How fast nations decide and act: `python -m tests.bench.bench_nation`. Prints, never judges.

All nations play by the rules of NPC nations, the player's seat too, through the
contract: view, decision with its reason, play, news. Every figure is the median
of several rounds of processor time; the perft of Xiongqi beside it says how
fast the machine is.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import median
from time import process_time

from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from engines.nation.content_types import Content, Npc, StartingNation
from engines.nation.engine import ENGINE
from engines.nation.library import NEWEST, shipped
from engines.nation.npc import decide
from engines.nation.progress import begin, stage_start
from engines.xiongqi.text import read_text
from tests.bench.tables import print_heading, print_row
from tests.engines.xiongqi.perft import perft

ROUNDS = 5
NATIONS = (2, 5, 12)

COMMANDS = ("tax", "market", "harvest", "hire-militia", "hire-infantry", "hire-archer", "drill")
START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
COLUMNS = {"nations": 10, "nation-turns/s": 16, "plies/s": 12, "commands tried/s": 18}


def arena(nations: int) -> Content:
    """The shipped content with one stage of thirty rounds for so many nations of one kind."""
    content = shipped(NEWEST)
    stage = next(iter(content.stages.values()))
    npc = Npc("bench", stage.name, stage.flavour, ratio=300, war=2000, commands=COMMANDS)
    seats = [
        StartingNation("bench" if seat < nations - 1 else "", 1000, {"F": "infantry"}, ())
        for seat in range(nations)
    ]
    terms = replace(stage, id="bench", rounds=30, starting=tuple(seats))
    return replace(
        content, npcs={"bench": npc}, stages={"bench": terms}, commands_in={"bench": COMMANDS}
    )


def match(content: Content) -> tuple[int, int, int]:
    """Play a whole match: its nation-turns, plies, and commands that were tried out."""
    here, turns, plies, tried = begin(stage_start(content, "bench")), 0, 0, 0
    while here.outcome is None:
        seat = Seat(here.now.turn)
        view = ENGINE.view(here, Viewer.of(seat))
        foe = here.now.player if seat != here.now.player else 0
        decision = decide(view.now, content.npcs["bench"], foe)
        if seat != here.now.player:
            view.now.memo["decision"] = decision
        here = ENGINE.play(here, seat, decision.move, Dice(b"bench", "0")).position
        turns, plies = turns + decision.move.ends_turn, plies + 1
        tried += len(decision.table)
    return turns, plies, tried


def measured(content: Content) -> tuple[float, ...]:
    """Nation-turns, plies and commands tried out, each a second: the median of the rounds."""
    paces = []
    for _ in range(ROUNDS):
        began = process_time()
        counted = match(content)
        took = process_time() - began
        paces.append([count / took for count in counted])
    return tuple(median(found) for found in zip(*paces, strict=True))


def xiongqi_pace() -> float:
    """Perft nodes a second from the start of Xiongqi."""
    board, seat = read_text(START)
    began = process_time()
    nodes = perft(list(board), seat, 3)
    return nodes / (process_time() - began)


def main() -> None:
    """Print a table: nations, and how many turns of theirs a second."""
    print_heading(COLUMNS)
    for nations in NATIONS:
        print_row(COLUMNS, [str(nations), *(f"{pace:,.0f}" for pace in measured(arena(nations)))])
    print(f"(Xiongqi's perft here: {median(xiongqi_pace() for _ in range(3)):,.0f} nodes/s)")


if __name__ == "__main__":
    main()
