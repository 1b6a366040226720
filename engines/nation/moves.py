"""Moves and their texts: one action each (§9.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.core.errors import InvalidMove
from engines.nation.places import NUMBER

_ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_NATION = r"(?:npc[1-9][0-9]?|player)"
_TEXT = re.compile(
    rf"(?P<command>command):(?P<name>{_ID})(?:>(?P<target>[FMB1-5]|{_NATION}))?"
    r"|(?P<swap>swap):(?P<one>[FMB1-5])-(?P<other>[FMB1-5])"
    rf"|(?P<battle>battle):(?P<nation>{_NATION})"
    r"|(?P<train>train)"
    rf"|(?P<special>special):(?P<action>{_ID})"
)
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Move:
    """One action: a command, a change of places, or the action that ends the turn."""

    kind: str
    """``command``, ``swap``, ``battle``, ``train`` or ``special``."""
    name: str = ""
    """The command, the first place, the nation, or the special action."""
    target: str = ""
    """The target of a command, or the second place."""

    def __str__(self) -> str:
        if self.kind == "swap":
            return f"swap:{self.name}-{self.target}"
        name = f":{self.name}" if self.name else ""
        return f"{self.kind}{name}>{self.target}" if self.target else f"{self.kind}{name}"

    @property
    def ends_turn(self) -> bool:
        """True if it is the action of the action phase."""
        return self.kind not in ("command", "swap")

    @property
    def place(self) -> int:
        """The number of the place that a command is aimed at; -1 if it is at none."""
        return NUMBER.get(self.target, -1)


TRAIN = Move("train")


def read_move(text: str) -> Move:
    """Return the move of a text such as ``"command:drill>F"``; raises InvalidMove for any other."""
    found = _TEXT.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise InvalidMove(f"not a Nation action: {text[:40]!r}")
    if found["command"]:
        return Move("command", found["name"], found["target"] or "")
    if found["swap"]:
        if found["one"] == found["other"]:
            raise InvalidMove(f"a place changes with another one: {text[:40]!r}")
        return Move("swap", found["one"], found["other"])
    if found["battle"]:
        return Move("battle", found["nation"])
    return Move("special", found["action"]) if found["special"] else TRAIN
