"""Commands, skills, states and special actions in words, made from their own numbers.

Nothing here is written down twice: what a text says is what the rules do. Each
answer has one sentence for every effect, in both languages.
"""

from __future__ import annotations

from engines.nation.content_types import Command, Content, Skill, Special, UnitKind, Words
from engines.nation.describe_effects import effects_texts
from engines.nation.describe_events import event_text
from engines.nation.describe_states import state_text
from engines.nation.describe_words import joined, percent
from engines.nation.places import places_in

__all__ = ["command_text", "event_text", "skill_text", "special_text", "state_text", "unit_text"]


def command_text(content: Content, command: Command) -> Words:
    """Return what a command costs, how often it can be given, and what it does."""
    return joined(
        *effects_texts(content, command.effects),
        _cost(command.cost),
        _cooldown(command.cooldown),
    )


def special_text(content: Content, special: Special) -> Words:
    """Return what a special action does."""
    return joined(*effects_texts(content, special.effects))


def unit_text(content: Content, unit: UnitKind) -> Words:
    """A unit's numbers, its skill, and its innate states."""
    skill = content.skills[unit.skill]
    innate = [content.states[state].name for state in unit.states]
    parts = [
        Words(f"HP {unit.hp}, attack {unit.attack}.", f"HP{unit.hp}、攻撃力{unit.attack}。"),
        Words(f"Skill: {skill.name.en}.", f"スキル「{skill.name.ja}」。"),
    ]
    if innate:
        english = ", ".join(name.en for name in innate)
        japanese = "".join(f"「{name.ja}」" for name in innate)
        parts.append(Words(f"Innate: {english}.", f"固有ステート{japanese}。"))
    return joined(*parts)


def skill_text(content: Content, skill: Skill) -> Words:
    """Return where a skill hits, and what it does there."""
    places = [_PLACE[place] for place in places_in(skill.reach)]
    english = " and ".join(place.en for place in places)
    japanese = "・".join(place.ja for place in places)
    if len(places) == 3:
        english, japanese = "the whole front", "前線全体"
    parts = [
        Words(f"Hits {english}.", f"{japanese}を攻撃。"),
        Words(
            f"Damage {percent(skill.factor)} of the attack.",
            f"攻撃力の{percent(skill.factor)}のダメージ。",
        ),
        Words(
            f"Steals {percent(skill.power)} of the attack in power per place, "
            "by the share of HP lost.",
            f"一か所ごとに、攻撃力の{percent(skill.power)}×HP損失率の国力を奪う。",
        ),
    ]
    parts += effects_texts(content, skill.unit_effects)
    parts += effects_texts(content, skill.nation_effects)
    return joined(*parts)


_PLACE = (Words("the vanguard", "前衛"), Words("the middle", "中衛"), Words("the back", "後衛"))


def _cost(cost: int) -> Words:
    return Words(f"Costs {cost:,}.", f"国力{cost:,}を消費。") if cost else Words("Free.", "無料。")


def _cooldown(cooldown: int) -> Words:
    if cooldown == 0:
        return Words("As often as you like.", "何度でも。")
    if cooldown == 1:
        return Words("Once a turn.", "1ターンに1回。")
    return Words(f"Every {cooldown} turns.", f"{cooldown}ターンごと。")
