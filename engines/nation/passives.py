"""What states change for as long as they are held (§7.2)."""

from __future__ import annotations

from engines.nation.content_types import Content
from engines.nation.nations import HeldState, Nation, Unit
from engines.nation.numbers import WHOLE, clamp, up


def attack_rate(content: Content, nation: Nation, unit: Unit) -> int:
    """Thousandths of its attack that *unit* really has."""
    kinds, rate = content.states, WHOLE
    for held in nation.states:
        rate += kinds[held.state].passive.attack * held.stacks
    for held in unit.states:
        rate += kinds[held.state].passive.attack * held.stacks
    return max(rate, 0)


def attack_of(content: Content, nation: Nation, unit: Unit) -> int:
    """Return the attack of *unit* with all its states."""
    return clamp(up(unit.attack * attack_rate(content, nation, unit), WHOLE))


def military_of(content: Content, nation: Nation) -> int:
    """HP and attack of the living units in front (§2), as states let it look."""
    kinds, total = content.states, 0
    of_nation = look = WHOLE
    for held in nation.states:
        passive = kinds[held.state].passive
        of_nation += passive.attack * held.stacks
        look += passive.military * held.stacks
    for unit in nation.places[:3]:
        if unit is not None and unit.hp:
            rate = of_nation
            for held in unit.states:
                rate += kinds[held.state].passive.attack * held.stacks
            total += unit.hp
            total += unit.attack if rate == WHOLE else up(unit.attack * max(rate, 0), WHOLE)
    return clamp(total if look == WHOLE else up(total * max(look, 0), WHOLE))


def training_rate(content: Content, nation: Nation, unit: Unit) -> int:
    """Thousandths of the usual growth that training brings to *unit*."""
    states = (*nation.states, *unit.states)
    total = sum(content.states[held.state].passive.training * held.stacks for held in states)
    return max(WHOLE + total, 0)


def actions_of(content: Content, nation: Nation) -> int:
    """Return how many commands *nation* may give in a turn."""
    kinds = content.states
    more = sum(kinds[held.state].passive.actions * held.stacks for held in nation.states)
    return max(content.actions + more, 0)


def priority_of(content: Content, nation: Nation, unit: Unit) -> int:
    """Return the rank of the unit's attack in a battle; higher ones come first."""
    states: tuple[HeldState, ...] = (*nation.states, *unit.states)
    return sum(content.states[held.state].passive.priority * held.stacks for held in states)


def specials_of(content: Content, nation: Nation) -> dict[str, str]:
    """Return the special actions open to *nation*, each with the state that grants it."""
    granted = ((content.states[held.state].passive.special, held) for held in nation.states)
    return {special: held.state for special, held in granted if special}


def opened_by_states(content: Content, nation: Nation) -> tuple[str, ...]:
    """Return the commands that *nation* has by its states, each once."""
    kinds = content.states
    found = (name for held in nation.states for name in kinds[held.state].passive.commands)
    return tuple(dict.fromkeys(found))
