"""Events of stages in words, made from their own numbers."""

from __future__ import annotations

from engines.nation.content_types import Condition, Content, Stage, StageEvent, Words
from engines.nation.describe_effects import effect_text
from engines.nation.describe_words import ON, joined
from engines.nation.vocabulary import NATIONS


def event_text(content: Content, stage: Stage, event: StageEvent) -> Words:
    """Return when in its round, to whom, on what condition, and what it does."""
    whom = _whom(content, stage, event.to)
    reach = {**ON, "self": whom}
    for on, en, ja in (("front", "the front", "前線"), ("bench", "the bench", "ベンチ"),
                       ("units", "all units", "全ユニット")):  # fmt: skip
        reach[on] = Words(f"{en} of {whom.en}", f"{whom.ja}の{ja}")
    effects = [effect_text(content, effect, reach) for effect in event.effects]
    if any(effect.on in NATIONS and effect.do in ("hire", "revive") for effect in event.effects):
        effects.insert(0, Words(f"For {whom.en}.", f"対象は{whom.ja}。"))
    at = {
        "start": Words("At the round's start.", "ラウンド開始時。"),
        "end": Words("At the round's end.", "ラウンド終了時。"),
    }[event.at]
    condition = [] if event.when is None else [_condition(content, stage, event.when)]
    return joined(at, *condition, *effects)


def _whom(content: Content, stage: Stage, to: tuple[str, ...]) -> Words:
    if len(to) == len(stage.starting):
        return Words("every nation", "すべての国")
    if len(to) > 1:
        return Words("every neighbour", "すべての隣国")
    return _name(content, stage, to[0])


def _name(content: Content, stage: Stage, nation: str) -> Words:
    if nation == "player":
        return Words("your nation", "自国")
    return content.npcs[stage.starting[int(nation[3:]) - 1].npc].name


def _condition(content: Content, stage: Stage, when: Condition) -> Words:
    whom = _name(content, stage, when.nation)
    parts = [
        Words(english.format(whom.en, value), japanese.format(whom.ja, value))
        for value, english, japanese in (
            (_shown(when.least_power), "the power of {} is {} or more", "{}の国力が{}以上"),
            (_shown(when.most_power), "the power of {} is {} or less", "{}の国力が{}以下"),
            (_shown(when.least_military), "the military of {} is {} or more", "{}の軍事力が{}以上"),
            (_shown(when.most_military), "the military of {} is {} or less", "{}の軍事力が{}以下"),
        )
        if value
    ]
    if when.out:
        out = _name(content, stage, when.out)
        parts.append(Words(f"{out.en} is out", f"{out.ja}が脱落している"))
    if when.command:
        name = content.commands[when.command].name
        parts.append(
            Words(
                f"{whom.en} has given {name.en} and it is not ready again",
                f"{whom.ja}が「{name.ja}」を出し、まだ再使用できない",
            )
        )
    english = " and ".join(part.en for part in parts)
    return Words(f"If {english}:", f"{'、かつ'.join(part.ja for part in parts)}とき、")


def _shown(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
