"""The campaign: which stages and commands are open, and the hints on the way."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engines.nation.content_types import Content, Words
from engines.nation.view import NationView


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The stages and commands open to somebody, in the order of the content."""

    stages: tuple[str, ...]
    """Open to be played, cleared ones included."""
    commands: tuple[str, ...]


def unlocked(content: Content, cleared: Collection[str]) -> Unlocked:
    """Return what is open to somebody who has cleared these stages."""
    stages = tuple(
        stage.id for stage in content.stages.values() if set(stage.requires) <= set(cleared)
    )
    commands = {one for stage in cleared for one in content.stages[stage].unlocks}
    commands.update(content.first_commands)
    return Unlocked(stages, tuple(name for name in content.commands if name in commands))


def hint_for(view: NationView) -> Words | None:
    """One sentence for a newcomer in the player's turn of this round; None where there is none."""
    if view.outcome is not None or view.now.turn != view.now.player:
        return None
    hints = view.now.terms.hints
    return next((hint.text for hint in hints if hint.round == view.now.round), None)
