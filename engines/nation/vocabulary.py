"""The words that content may use."""

from __future__ import annotations

NATIONS = ("self", "foe", "rivals")
"""One's own nation; the one aimed at, or fought with; all other living ones."""

UNITS = ("unit", "front", "bench", "units", "hit", "foe-front", "foe-units")
"""The unit aimed at or holding the state; own ones by place; those hit (in defence: who hits);
those of the nation aimed at or fought with."""

COUNTS = ("grave", "unit", "bench")
"""What an addition can be counted for: the fallen, the living units, those on the bench."""

STATS = ("max-hp", "attack")
TONES = ("good", "bad")
FAMILIES = ("economy", "levy", "drill", "intrigue", "rite")
SIDES = ("any", "attack", "defend")
TURNS_OF = ("own", "other", "any")
TARGETS = ("none", "nation", "unit")
FRONTS = ("toughest", "fiercest", "strongest", "freshest")
"""Whom an NPC nation puts in front: by HP, by attack, by both, by the share of HP left."""

PHASE_HOOKS = (
    "game-start",
    "game-end",
    "round-start",
    "round-end",
    "turn-start",
    "turn-end",
    "domestic-start",
    "domestic-end",
    "action",
)
BATTLE_HOOKS = ("battle-start", "battle-end")
ATTACK_HOOKS = ("attack-start", "before-attack", "after-attack", "attack-end")
HOOKS = PHASE_HOOKS + BATTLE_HOOKS + ATTACK_HOOKS

OUT_OF_BATTLE = frozenset({"power", "hire", "revive", "actions", "train"})
"""What cannot be done in a battle: there power only changes hands, and nobody joins in."""
