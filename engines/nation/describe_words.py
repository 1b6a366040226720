"""The words that descriptions are put together from."""

from __future__ import annotations

from engines.nation.content_types import Effect, Words

ON = {
    "self": Words("your nation", "自国"),
    "foe": Words("the other nation", "相手国"),
    "rivals": Words("every other nation", "他のすべての国"),
    "unit": Words("the unit", "そのユニット"),
    "front": Words("your front", "自国の前線"),
    "bench": Words("your bench", "自国のベンチ"),
    "units": Words("all your units", "自国の全ユニット"),
    "hit": Words("the one opposite", "相手のユニット"),
    "foe-front": Words("the other front", "相手の前線"),
    "foe-units": Words("all units of the other nation", "相手国の全ユニット"),
}
ON_HOLDER = {
    **ON,
    "self": Words("the nation", "この国"),
    "front": Words("its front", "この国の前線"),
    "bench": Words("its bench", "この国のベンチ"),
    "units": Words("all its units", "この国の全ユニット"),
}
"""The same in the text of a state, which anybody may have."""
PER = {
    "": Words("", ""),
    "grave": Words(" for each of the fallen", "が墓地の1体につき"),
    "unit": Words(" for each living unit", "がユニット1体につき"),
    "bench": Words(" for each unit on the bench", "がベンチの1体につき"),
}
STATS = {"max-hp": Words("Maximum HP", "最大HP"), "attack": Words("Attack", "攻撃力")}
TONES = {"good": Words("good states", "良いステート"), "bad": Words("bad states", "悪いステート")}
WHOSE = {
    "own": Words("its turn", "自分ターン"),
    "other": Words("the turns of others", "他国のターン"),
    "any": Words("every turn", "各ターン"),
}
ROLES = {
    "any": Words("", ""),
    "attack": Words(" as attacker", "（攻撃側）"),
    "defend": Words(" as defender", "（防御側）"),
}
HOOKS = {
    "game-start": Words("When the match begins", "ゲーム開始時"),
    "game-end": Words("When the match ends", "ゲーム終了時"),
    "round-start": Words("At the start of a round", "ラウンド開始時"),
    "round-end": Words("At the end of a round", "ラウンド終了時"),
    "turn-start": Words("At the start of {}", "{}開始時"),
    "turn-end": Words("At the end of {}", "{}終了時"),
    "domestic-start": Words("Before the commands of {}", "{}の内政前"),
    "domestic-end": Words("After the commands of {}", "{}の内政後"),
    "action": Words("With the action of {}", "{}の行動時"),
    "battle-start": Words("When a battle starts{}", "戦闘開始時{}"),
    "battle-end": Words("When a battle ends{}", "戦闘終了時{}"),
    "attack-start": Words("When an attack begins{}", "攻撃開始時{}"),
    "before-attack": Words("Before an attack{}", "攻撃直前{}"),
    "after-attack": Words("After an attack{}", "攻撃直後{}"),
    "attack-end": Words("When an attack is over{}", "攻撃終了時{}"),
}
SIGNED = frozenset({"power", "stat", "actions"})
"""Effects whose amounts are written with their sign."""


def percent(rate: int) -> str:
    """Thousandths as percent: ``12.5%``."""
    whole, tenth = divmod(abs(rate), 10)
    sign = "-" if rate < 0 else ""
    return f"{sign}{whole}.{tenth}%" if tenth else f"{sign}{whole}%"


def signed(rate: int) -> str:
    """Thousandths as percent to be added: ``+20%``."""
    return percent(rate) if rate < 0 else f"+{percent(rate)}"


def amount(effect: Effect) -> Words:
    """Rate and addition of an effect, whichever it has."""
    parts = []
    with_sign = effect.do in SIGNED
    if effect.rate:
        parts.append(signed(effect.rate) if with_sign else percent(effect.rate))
    if effect.add:
        parts.append(f"{effect.add:+,}" if with_sign else f"{effect.add:,}")
    return Words(" and ".join(parts), "と".join(parts))


def joined(*parts: Words) -> Words:
    """Sentences one after the other."""
    return Words(" ".join(part.en for part in parts), "".join(part.ja for part in parts))
