"""Effects in words, made from their own numbers: one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from engines.nation.content_types import Content, Effect, Words
from engines.nation.describe_words import ON, PER, STATS, TONES, amount, percent


def effects_texts(content: Content, effects: tuple[Effect, ...]) -> list[Words]:
    """One sentence for each of *effects*."""
    return [effect_text(content, effect) for effect in effects]


def effect_text(content: Content, effect: Effect, reach: Mapping[str, Words] = ON) -> Words:
    """One effect as a sentence; *reach* says whose words are used for whom it reaches."""
    en, ja = _SENTENCES[effect.do]
    on, per = reach[effect.on], PER[effect.per]
    value = amount(effect)
    if effect.do == "heal":
        value = _healed(effect)
    named = _named(content, effect)
    tone = TONES[effect.tone] if effect.tone else named
    stat = STATS[effect.stat] if effect.stat else Words("", "")
    times = Words(f" ×{effect.stacks}", f"×{effect.stacks}")
    stacks = times if effect.stacks > 1 else Words("", "")
    return Words(
        en.format(on=on.en, amount=value.en, per=per.en, name=named.en, tone=tone.en,
                  stat=stat.en, stacks=stacks.en),
        ja.format(on=on.ja, amount=value.ja, per=per.ja, name=named.ja, tone=tone.ja,
                  stat=stat.ja, stacks=stacks.ja),
    )  # fmt: skip


def _healed(effect: Effect) -> Words:
    """A share of maximum HP, or so many HP."""
    share = percent(effect.rate)
    rate = Words(f"{share} of their maximum HP", f"最大値の{share}")
    add = Words(f"{effect.add:,} HP", f"{effect.add:,}")
    if effect.rate and effect.add:
        return Words(f"{rate.en} and {add.en}", f"{rate.ja}と{add.ja}")
    return rate if effect.rate else add


def _named(content: Content, effect: Effect) -> Words:
    for name, things in (
        (effect.unit, content.units),
        (effect.state, content.states),
        (effect.skill, content.skills),
    ):
        if name:
            found: Words = things[name].name
            return found
    return Words("", "")


_SENTENCES = {
    "power": ("Power of {on} {amount}{per}.", "{on}の国力{per}{amount}。"),
    "steal": ("Steals {amount} of the power of {on}.", "{on}の国力から{amount}を奪う。"),
    "hire": ("Hires {name}.", "「{name}」を雇う。"),
    "revive": (
        "The last of the fallen comes back with {amount} of its HP.",
        "最後に倒れたユニットがHP{amount}で復帰する。",
    ),
    "grant": ("Gives {on} the state {name}{stacks}.", "{on}にステート「{name}」{stacks}を付与。"),
    "dispel": ("Ends {tone} on {on}, innate ones apart.", "{on}の{tone}を解く（固有を除く）。"),
    "stat": ("{stat} of {on} {amount}{per}.", "{on}の{stat}{per}{amount}。"),
    "heal": ("Heals {on} by {amount}{per}.", "{on}のHPを{per}{amount}回復。"),
    "damage": ("Takes {amount} of their HP from {on}.", "{on}に現在HPの{amount}のダメージ。"),
    "skill": ("The skill of {on} becomes {name}.", "{on}のスキルが「{name}」になる。"),
    "train": ("Trains {on} by {amount}.", "{on}を{amount}鍛える。"),
    "actions": ("Commands left this turn {amount}.", "このターンの残り命令回数{amount}。"),
}
