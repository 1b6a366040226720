"""The stages of Nation, for the map of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.boards.kit.campaigns import StageCard, Standing
from games.boards.nation.words import book_of, said


class NationCampaign:
    """Twelve stages in three chapters."""

    option = "stage"

    def stages(self) -> tuple[StageCard, ...]:
        """Every stage, in order."""
        book = book_of()
        return tuple(
            StageCard(
                id=one.id,
                name=said(one.name),
                flavour=said(one.flavour),
                chapter=one.chapter,
                rounds=one.rounds,
                rivals=tuple(said(book.npcs[npc].name) for npc in one.rivals),
                requires=one.requires,
                unlocks=tuple(said(book.commands[name].name) for name in one.unlocks),
                medals=one.medals,
            )
            for one in book.stages.values()
        )

    def standing(self, view: Mapping[str, Any]) -> Standing:
        """The player's power, and the round."""
        return Standing(view["stage"], view["nations"][-1]["power"], view["round"])


CAMPAIGN = NationCampaign()
