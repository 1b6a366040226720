"""How an NPC nation decides (§10): pure arithmetic, and every decision says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines.core.jsontypes import Json, JsonObject
from engines.nation.content_types import Command, Npc
from engines.nation.moves import TRAIN, Move
from engines.nation.nations import Nation, Unit
from engines.nation.numbers import WHOLE
from engines.nation.passives import military_of, opened_by_states
from engines.nation.places import FRONT, PLACES
from engines.nation.rules_of_commands import carry_out, score, why_not
from engines.nation.world import Snapshot, World


@dataclass(frozen=True, slots=True)
class Weighed:
    """A command that could be given, and what it would make of the nation."""

    move: Move
    power: int
    military: int
    score: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The next move of an NPC nation, and the numbers that decided it."""

    move: Move
    power: int
    military: int
    ratio: int
    score: int
    """What it thinks of itself before."""
    table: tuple[Weighed, ...]
    """What it weighed, in the order of its list."""
    why: str
    """``raises-score``; or why it is done with commands: ``no-actions-left``, ``nothing-open``,
    ``nothing-better``; or, before it acts, ``front-`` with its rule for whom to put there."""
    against: int
    """The player's military."""
    war: int
    """It goes to war from so many times that on, in thousandths."""

    @property
    def wants_war(self) -> bool:
        """True if the military would be enough for war (§10.1)."""
        return wants_war(self.military, self.against, self.war)

    def as_json(self) -> JsonObject:
        """Return the reason as ids and numbers."""
        table: list[Json] = [
            {"move": str(one.move), "power": one.power, "military": one.military,
             "score": one.score}
            for one in self.table
        ]  # fmt: skip
        return {
            "move": str(self.move),
            "why": self.why,
            "power": self.power,
            "military": self.military,
            "ratio": self.ratio,
            "score": self.score,
            "table": table,
            "against": self.against,
            "war": self.war,
            "wants_war": self.wants_war,
        }


def wants_war(military: int, against: int, war: int) -> bool:
    """Return whether *military* is enough for war *against* so much, at so many thousandths of
    it."""
    return military > 0 and military * WHOLE >= war * against


def decision_of(now: Snapshot) -> Decision:
    """Return what the NPC nation whose turn it is does next; ValueError in the player's turn."""
    found = now.memo.get("decision")
    if isinstance(found, Decision):
        return found
    if now.turn == now.player:
        raise ValueError("the player decides")
    npc = now.content.npcs[now.terms.starting[now.turn].npc]
    decision = now.memo["decision"] = decide(now, npc, now.player)
    return decision


def decide(now: Snapshot, npc: Npc, foe: int) -> Decision:
    """Return what a nation deciding like *npc* does next when its enemy is in seat *foe*."""
    seat, content = now.turn, now.content
    nation = now.nations[seat]
    ratio, war = _policy(now, nation, npc)
    power, military = nation.power, military_of(content, nation)
    own = score(content, power, military, ratio)
    more = opened_by_states(content, nation)
    names = (*npc.commands, *(name for name in more if name not in npc.commands))
    table = tuple(_weigh(now, names, ratio, foe)) if now.actions > 0 else ()
    best = max(table, key=lambda one: one.score, default=None)  # the first among equals
    against = military_of(content, now.nations[foe])
    if best is not None and best.score > own:
        move, why = best.move, "raises-score"
    elif (change := change_of_front(nation, npc.front)) is not None:
        move, why = change, f"front-{npc.front}"
    else:
        fights = wants_war(military, against, war) and nation.living_front
        move = Move("battle", now.nations[foe].id) if fights else TRAIN
        why = _why_done(now, table)
    return Decision(move, power, military, ratio, own, table, why, against, war)


def change_of_front(nation: Nation, rule: str) -> Move | None:
    """Return the change of places that brings the front nearer to *rule*; None if it stands so."""
    if not rule:
        return None
    worth = [-1 if unit is None or not unit.hp else _WORTH[rule](unit) for unit in nation.places]
    for place in FRONT:
        best = max(range(place, len(worth)), key=worth.__getitem__)  # the first among equals
        if worth[best] > worth[place]:
            return Move("swap", PLACES[place], PLACES[best])
    return None


_WORTH: dict[str, Callable[[Unit], int]] = {
    "toughest": lambda unit: unit.hp,
    "fiercest": lambda unit: unit.attack,
    "strongest": lambda unit: unit.hp + unit.attack,
    "freshest": lambda unit: unit.hp * WHOLE // unit.max_hp,
}


def _why_done(now: Snapshot, table: tuple[Weighed, ...]) -> str:
    if now.actions <= 0:
        return "no-actions-left"
    return "nothing-better" if table else "nothing-open"


def _policy(now: Snapshot, nation: Nation, npc: Npc) -> tuple[int, int]:
    """Ratio and factor for war, as the states acquired last have it (§10.3)."""
    ratio, war = npc.ratio, npc.war
    for held in nation.states:
        passive = now.content.states[held.state].passive
        ratio = ratio if passive.ratio is None else passive.ratio
        war = war if passive.war is None else passive.war
    return ratio, war


def _weigh(now: Snapshot, names: tuple[str, ...], ratio: int, foe: int) -> Iterator[Weighed]:
    """Every command that can be given, tried out."""
    content, seat = now.content, now.turn
    for name in names:
        command = content.commands[name]
        if why_not(now, seat, command) is None:
            for target in _targets(now, command, foe):
                trial = World(now)
                carry_out(trial, command, target)
                nation = trial.nations[seat]
                power, military = nation.power, military_of(content, nation)
                gained = score(content, power, military, ratio)
                yield Weighed(Move("command", name, target), power, military, gained)


def _targets(now: Snapshot, command: Command, foe: int) -> tuple[str, ...]:
    if command.target == "none":
        return ("",)
    if command.target == "nation":
        return (now.nations[foe].id,)
    return tuple(PLACES[place] for place in now.nations[now.turn].living_places)
