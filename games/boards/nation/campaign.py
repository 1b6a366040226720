"""The stages of Nation, for the map of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.nation.almanac import Almanac, StageEntry, stages_of_house
from games.boards.kit.campaigns import StageCard, Standing
from games.boards.nation.words import book_of, said


class NationCampaign:
    """Twelve stages in three chapters, and what an operator has added."""

    option = "stage"

    def stages(self) -> tuple[StageCard, ...]:
        """Every stage, in order, those of the operator last."""
        book = book_of()
        own = tuple(book.stages[name] for name in stages_of_house())
        return tuple(_card(book, one) for one in (*book.stages.values(), *own))

    def stage(self, name: str) -> StageCard | None:
        """The stage of that name, be it in the list or not; None for no stage."""
        book = book_of()
        return _card(book, book.stages[name]) if name in book.stages else None

    def standing(self, view: Mapping[str, Any]) -> Standing:
        """The player's power, and the round."""
        return Standing(view["stage"], view["nations"][-1]["power"], view["round"])


def _card(book: Almanac, one: StageEntry) -> StageCard:
    return StageCard(
        id=one.id,
        name=said(one.name),
        flavour=said(one.flavour),
        chapter=one.chapter,
        rounds=one.rounds,
        rivals=tuple(said(book.npcs[npc].name) for npc in one.rivals),
        requires=one.requires,
        unlocks=tuple(said(book.commands[name].name) for name in one.unlocks),
        medals=one.medals,
        is_own=one.id in stages_of_house(),
    )


CAMPAIGN = NationCampaign()
