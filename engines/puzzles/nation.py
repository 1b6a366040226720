"""Three rounds left of a match of Nation: ways to end ahead, and ways that do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engines.core.dice import Dice
from engines.nation.ending import is_cleared, outcome_of
from engines.nation.library import shipped
from engines.nation.lookahead import Strategist, lead, onward, outlook, styled_move
from engines.nation.meta import STAGES
from engines.nation.npc import decision_of
from engines.nation.plans import EVERYTHING, PLANS, STYLES, STYLES_OF_WAR, Plan, Style
from engines.nation.policies import greedy_move, random_move
from engines.nation.progress import stage_start
from engines.nation.text import write_text
from engines.nation.world import Snapshot
from engines.puzzles.found import AHEAD, Found

LEFT = 3
"""Rounds that are left, the one that begins among them."""
CAMPAIGN = 10
"""Each match of so many is one of the campaign, and the others are skirmishes."""
MOST_NPCS, LEAST_ROUNDS, MORE_ROUNDS = 3, 5, 6
TRIES, MOST_A_MATCH = 40, 4
"""So often a match is played, more or less carelessly; and puzzles of it at most."""
MOST_CARELESS = 80
"""In fewer of a hundred actions than that the player takes just any."""
BEHIND = 4
"""Without foresight the player ends behind, but by no more than one in so many parts of the power
there is three rounds before."""
MOST_WON = 0.6
"""With more ways to play that end ahead there is little to find."""
MOST_ACTIONS = 30
"""What takes more actions of the player's than that is work, and no puzzle."""
TRIED: tuple[tuple[Plan, Style], ...] = (
    *product((EVERYTHING,), STYLES + STYLES_OF_WAR),
    *product(PLANS[3:5], STYLES[1:2]),
    *product(PLANS[6:], STYLES_OF_WAR[1:]),
)
"""Ways to play on: how many of them end ahead says how hard it is."""


def stage_of(seed: str, number: int) -> str:
    """Return the stage that match of that number is played on."""
    dice = Dice(seed.encode(), f"nation stage {number}")
    if not number % CAMPAIGN:
        return dice.choice(tuple(STAGES))
    npcs, rounds = 1 + dice.below(MOST_NPCS), LEAST_ROUNDS + dice.below(MORE_ROUNDS)
    start, difficulty = dice.choice(("even", "rich")), dice.choice(("easy", "fair"))
    return f"skirmish-{npcs}-{rounds}-{start}-{difficulty}-{dice.below(10**6):06d}"


def find(version: int, seed: str, number: int) -> Iterator[Found]:
    """Yield the puzzles at the ends of that match, which is played several times."""
    first, met = stage_start(shipped(version), stage_of(seed, number)), set[str]()
    for attempt in range(TRIES):
        if len(met) == MOST_A_MATCH:
            return
        now = _until_the_end_is_near(first, Dice(seed.encode(), f"nation {number} {attempt}"))
        if now is None or not _is_close(now):
            continue
        line, end = foreseen(now)
        if not is_ahead(end):
            continue
        for one in _found_in(now, attempt, line, end):
            if one.position not in met:
                met.add(one.position)
                yield one


def find_in(snapshots: Sequence[Snapshot]) -> Iterator[Found]:
    """Yield the puzzle in a match that was played, given how it stood before each ply."""
    for ply, now in enumerate(snapshots):
        if now.turn == now.player and now.round > now.terms.rounds - LEFT:
            line, end = foreseen(now)
            if is_ahead(end) and not is_ahead(greedily(now)):
                yield from _found_in(now, ply, line, end)
            return


def _is_close(now: Snapshot) -> bool:
    """Return whether the player falls behind by little who always takes what brings most at
    once."""
    return -now.nations[now.player].power // BEHIND <= lead(greedily(now)) <= 0


def _found_in(now: Snapshot, attempt: int, line: list[str], end: Snapshot) -> Iterator[Found]:
    """Yield the puzzle, unless it is work, or too easy."""
    won = sum(outlook(now, plan, style) > 0 for plan, style in TRIED)
    share = won / len(TRIED)
    if len(line) > MOST_ACTIONS or share > MOST_WON:
        return
    yield Found(
        ply=attempt,
        seat=now.player,
        ask=AHEAD,
        answer={
            "lead": lead(end),
            "line": [*line],
            "greedy": lead(greedily(now)),
            "won": won,
            "of": len(TRIED),
        },
        rating=round(1900 - 900 * share),
        themes=("ahead", _theme(line), "narrow" if share < 1 / 4 else "wide"),
        position=write_text(now),
    )


def is_ahead(end: Snapshot) -> bool:
    """Return whether the player has won a match that is over."""
    return is_cleared(outcome_of(end), end.player)


def greedily(now: Snapshot) -> Snapshot:
    """Return how it ends if the player always takes what brings most power at once."""
    while not now.over:
        move = greedy_move(now) if now.turn == now.player else decision_of(now).move
        now = onward(now, move)
    return now


def foreseen(now: Snapshot) -> tuple[list[str], Snapshot]:
    """Return what the player with foresight does from here on, and how it ends."""
    player, line = Strategist(), list[str]()
    while not now.over:
        mine = now.turn == now.player
        move = player.move(now) if mine else decision_of(now).move
        if mine:
            line.append(str(move))
        now = onward(now, move)
    return line, now


def _until_the_end_is_near(now: Snapshot, dice: Dice) -> Snapshot | None:
    """The beginning of the player's turn with so many rounds left; None if it is over by then."""
    careless, style = dice.below(MOST_CARELESS), dice.choice(STYLES)
    while not now.over:
        mine = now.turn == now.player
        if mine and now.round > now.terms.rounds - LEFT:
            return now
        if not mine:
            move = decision_of(now).move
        elif dice.below(100) < careless:
            move = random_move(now, dice)
        else:
            move = styled_move(now, EVERYTHING, style)
        now = onward(now, move)
    return None


def _theme(line: list[str]) -> str:
    """Return whether the player with foresight fights."""
    return "war" if any(move.startswith("battle:") for move in line) else "peace"
