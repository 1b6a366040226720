"""States in words, made from their own numbers."""

from __future__ import annotations

from engines.nation.content_types import Content, Hook, StateKind, Words
from engines.nation.describe_effects import effect_text
from engines.nation.describe_words import HOOKS, ON_HOLDER, ROLES, WHOSE, joined, percent, signed
from engines.nation.vocabulary import ATTACK_HOOKS, BATTLE_HOOKS


def state_text(content: Content, state: StateKind) -> Words:
    """Return what a state changes, what it does and when, and how long it lasts."""
    parts = _passives(content, state)
    for hooks in state.hooks.values():
        parts += [_hook(content, hook) for hook in hooks]
    parts += _bounds(state)
    for en, ja, others in (
        ("Ends", "「{}」を終わらせる。", state.excludes),
        ("Keeps off", "「{}」にならない。", state.blocks),
    ):
        names = [content.states[other].name for other in sorted(others)]
        if names:
            english = ", ".join(name.en for name in names)
            parts.append(Words(f"{en} {english}.", ja.format("」「".join(n.ja for n in names))))
    return joined(*parts)


def _passives(content: Content, state: StateKind) -> list[Words]:
    passive = state.passive
    found: list[Words] = []
    for value, en, ja in (
        (passive.attack, "Attack", "攻撃力"),
        (passive.training, "Growth in training", "訓練の成長"),
        (passive.military, "Military in the eyes of others", "軍事力の見かけ"),
    ):
        if value:
            found.append(Words(f"{en} {signed(value)}.", f"{ja}{signed(value)}。"))
    if passive.actions:
        found.append(
            Words(f"Commands a turn {passive.actions:+d}.", f"命令回数{passive.actions:+d}。")
        )
    if passive.priority:
        found.append(
            Words(f"Attack rank {passive.priority:+d}.", f"攻撃の優先ランク{passive.priority:+d}。")
        )
    if passive.ratio is not None:
        share = percent(passive.ratio)
        found.append(
            Words(f"Strives for military by {share}.", f"軍事力を重んじる比率が{share}になる。")
        )
    if passive.war is not None:
        times = percent(passive.war)
        found.append(
            Words(
                f"Goes to war from {times} of the other's military on.",
                f"相手の軍事力の{times}以上で戦争を始める。",
            )
        )
    if passive.commands:
        names = [content.commands[one].name for one in passive.commands]
        english = ", ".join(name.en for name in names)
        japanese = "".join(f"「{name.ja}」" for name in names)
        found.append(Words(f"Opens {english}.", f"命令{japanese}が使える。"))
    if passive.special:
        name = content.specials[passive.special].name
        found.append(Words(f"Allows the action {name.en}.", f"行動「{name.ja}」ができる。"))
    return found


def _bounds(state: StateKind) -> list[Words]:
    found = []
    if state.turns is not None:
        plural = "turn" if state.turns == 1 else "turns"
        found.append(Words(f"Lasts {state.turns} {plural}.", f"{state.turns}ターン続く。"))
    if state.triggers is not None:
        times = "once" if state.triggers == 1 else f"{state.triggers} times"
        found.append(Words(f"Works {times}.", f"{state.triggers}回発動する。"))
    if state.stacks > 1:
        found.append(Words(f"Stacks up to {state.stacks} times.", f"{state.stacks}回まで重なる。"))
    return found


def _hook(content: Content, hook: Hook) -> Words:
    when = HOOKS[hook.on]
    side = ROLES[hook.role] if hook.on in BATTLE_HOOKS + ATTACK_HOOKS else WHOSE[hook.whose]
    effects = [effect_text(content, effect, ON_HOLDER) for effect in hook.effects]
    english = " ".join(effect.en[0].lower() + effect.en[1:] for effect in effects)
    since = Words(f" (from round {hook.first})", f"（{hook.first}ラウンドから）")
    since = since if hook.first > 1 else Words("", "")
    return Words(
        f"{when.en.format(side.en)}{since.en}: {english}",
        f"{when.ja.format(side.ja)}{since.ja}、{''.join(effect.ja for effect in effects)}",
    )
