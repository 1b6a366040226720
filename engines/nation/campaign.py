"""The campaign: which stages are open, what clearing one unlocks, and the hints on the way."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engines.nation.content_types import Content, Words
from engines.nation.view import NationView


@dataclass(frozen=True, slots=True)
class Unlocked:
    """What somebody has who has cleared some stages; all in the order of the content."""

    stages: tuple[str, ...]
    """Open to be played, cleared ones included."""
    commands: tuple[str, ...]


def unlocked(content: Content, cleared: Collection[str]) -> Unlocked:
    """What is open to somebody who has cleared these stages."""
    stages = tuple(
        stage.id for stage in content.stages.values() if set(stage.requires) <= set(cleared)
    )
    commands = {one for stage in cleared for one in content.stages[stage].unlocks}
    commands.update(content.first_commands)
    return Unlocked(stages, tuple(name for name in content.commands if name in commands))


def newly_unlocked(content: Content, cleared: Collection[str], stage: str) -> Unlocked:
    """What clearing *stage* adds for somebody who had cleared the others; nothing the second time.

    ValueError for a stage that is not open to them.
    """
    before = unlocked(content, cleared)
    if stage not in before.stages:
        raise ValueError(f"{stage!r} is not open")
    after = unlocked(content, {*cleared, stage})
    return Unlocked(
        tuple(name for name in after.stages if name not in before.stages),
        tuple(name for name in after.commands if name not in before.commands),
    )


def commands_in(content: Content, stage: str) -> tuple[str, ...]:
    """The commands a player has in *stage*, however many other stages are cleared.

    They are part of the stage: those of the beginning, and what the stages on
    the way to it unlock. So a match follows from its stage and its inputs.
    """
    return content.stages[stage].commands or content.commands_in[stage]


def hint_for(view: NationView) -> Words | None:
    """One sentence for a newcomer in the player's turn of this round; None where there is none."""
    if view.outcome is not None or view.now.turn != view.now.player:
        return None
    hints = view.now.terms.hints
    return next((hint.text for hint in hints if hint.round == view.now.round), None)
