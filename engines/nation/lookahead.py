"""Playing the player's seat with foresight: the match is played out under several styles.

It shows that stages can be won, and by which plans; a page can take its
advice from it, too. All of it follows from what everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.nation import holding
from engines.nation.acting import act, take_action
from engines.nation.battle import fight
from engines.nation.moves import Move
from engines.nation.npc import decision_of
from engines.nation.numbers import WHOLE
from engines.nation.passives import military_of
from engines.nation.places import BENCH, FRONT, PLACES
from engines.nation.plans import EVERYTHING, STYLES, STYLES_OF_WAR, Plan, Style
from engines.nation.rules_of_commands import carry_out, commands_of, targets_of, why_not
from engines.nation.rulings import open_actions
from engines.nation.triggers import fire
from engines.nation.world import Snapshot, World

Watch = Callable[[], None]
"""Called before each action that is looked at; it may raise."""


def never() -> None:
    """Let a match go on for as long as it takes."""


class Strategist:
    """Plays by a plan: every few turns the whole match is played out in every style."""

    def __init__(self, plan: Plan = EVERYTHING, watch: Watch = never) -> None:
        self._plan = plan
        self._watch = watch
        self._until = 0
        self._style = STYLES[0]

    def move(self, now: Snapshot) -> Move:
        """Return the player's next action in *now*, which is in the player's turn."""
        if now.round > self._until:
            self._until = now.round + now.terms.rounds // 9
            styles = STYLES + STYLES_OF_WAR if self._plan.fights else STYLES
            self._style = max(
                styles, key=lambda style: outlook(now, self._plan, style, self._watch)
            )
        return styled_move(now, self._plan, self._style)


def outlook(now: Snapshot, plan: Plan, style: Style, watch: Watch = never) -> int:
    """By how much the player leads in the end, playing on in that style."""
    while not now.over:
        watch()
        mine = now.turn == now.player
        move = styled_move(now, plan, style) if mine else decision_of(now).move
        now = onward(now, move)
    return lead(now)


def onward(now: Snapshot, move: Move) -> Snapshot:
    """Return what *move*, which is open, leads to."""
    world = World(now)
    act(world, move)
    return world.snapshot()


def lead(now: Snapshot | World) -> int:
    """The player's power over that of the strongest rival; far below 0 for a player who is out."""
    *rivals, player = now.nations
    if player.out:
        return -(10**9)
    return player.power - max((rival.power for rival in rivals if not rival.out), default=0)


def styled_move(now: Snapshot, plan: Plan, style: Style) -> Move:
    """The action that looks best: a change of places, a command, or the one that ends the turn."""
    change = _better_front(now) if plan.fights else None
    if change is not None:
        return change
    best, most = None, _worth(World(now), style)
    for move in _commands(now, plan):
        trial = World(now)
        carry_out(trial, trial.content.commands[move.name], move.target)
        worth = _worth(trial, style)
        if worth > most:
            best, most = move, worth
    return best or max(_actions(now, plan), key=lambda move: _after(now, move, style))


def _commands(now: Snapshot, plan: Plan) -> Iterator[Move]:
    content, seat = now.content, now.turn
    names = [
        name
        for name in commands_of(now, seat)
        if content.commands[name].family in plan.families or name in content.first_commands
    ]
    usable = [name for name in names if why_not(now, seat, content.commands[name]) is None]
    idle = _idle_hires(now, usable)
    for name in usable:
        if name not in idle:
            yield from (Move("command", name, target) for target in _targets(now, name))


MOST_HIRES = 4
"""Of those that can be hired now, so many of the strongest are looked at."""


def _idle_hires(now: Snapshot, names: list[str]) -> set[str]:
    """Commands that hire nobody worth a look: too many are stronger, or all those in front."""
    front = now.nations[now.turn].places[:3]
    full = all(unit is not None for unit in front)
    weakest = min(unit.max_hp + unit.attack for unit in front if unit) if full else 0
    hired = {name: strength for name in names if (strength := _strength_hired(now, name))}
    best = sorted(hired, key=lambda name: hired[name], reverse=True)[:MOST_HIRES]
    return {name for name in hired if name not in best or hired[name] <= weakest}


def _strength_hired(now: Snapshot, name: str) -> int:
    """HP and attack of the strongest unit that a command hires; 0 if it hires nobody."""
    effects = now.content.commands[name].effects
    kinds = [now.content.units[effect.unit] for effect in effects if effect.unit]
    return max((kind.hp + kind.attack for kind in kinds), default=0)


def _targets(now: Snapshot, name: str) -> list[str]:
    """Return the living front for commands on units, the leader for those on nations."""
    command = now.content.commands[name]
    targets = list(targets_of(now, now.turn, command))
    if command.target == "unit":
        return [target for target in targets if target in PLACES[:3]]
    if command.target == "nation":
        powers = {nation.id: nation.power for nation in now.nations}
        return [max(targets, key=lambda target: powers[target])]
    return targets


def _actions(now: Snapshot, plan: Plan) -> list[Move]:
    return [move for move in open_actions(now) if plan.fights or move.kind != "battle"]


def _after(now: Snapshot, move: Move, style: Style) -> int:
    world = World(now)
    take_action(world, move)
    return _worth(world, style)


def _worth(world: World, style: Style) -> int:
    """Lead and military, in thousandths, after so many turn ends of the leader and oneself."""
    seat = world.player
    military = military_of(world.content, world.nations[seat])
    rounds = world.content.stages[world.stage].rounds - world.round + 1
    sides = (*_leader(world), seat)
    for _ in range(min(style.horizon, rounds)):
        for turn in sides:
            world.turn = turn
            fire(world, "turn-end")
            holding.pass_turn(world, turn)
    worth = lead(world) * WHOLE + style.military * military
    return worth + style.war * rounds * _spoils(world) if style.war else worth


def _spoils(world: World) -> int:
    """By how much a battle against the strongest rival would better the lead; fights it."""
    seat, before = world.player, lead(world)
    leader = _leader(world)
    if not leader or not world.nations[seat].living_front:
        return 0
    world.turn = seat
    fight(world, seat, leader[0])
    return lead(world) - before


def _leader(world: World) -> list[int]:
    """Return the seat of the strongest living rival, if there is one."""
    rivals = [rival for rival in world.living() if rival != world.player]
    return sorted(rivals, key=lambda rival: world.nations[rival].power, reverse=True)[:1]


def _better_front(now: Snapshot) -> Move | None:
    """Return the change that brings a stronger unit from the bench to the front."""
    places = now.nations[now.turn].places

    def strength(place: int) -> int:
        unit = places[place]
        return 0 if unit is None else unit.hp + unit.attack

    weakest = min(FRONT, key=strength)
    strongest = max(BENCH, key=strength)
    if strength(strongest) <= strength(weakest):
        return None
    return Move("swap", PLACES[weakest], PLACES[strongest])
