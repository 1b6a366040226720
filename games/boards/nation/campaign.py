"""The stages of Nation, for the map of the campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engines.nation.almanac import Almanac, StageEntry, stages_of_house
from engines.nation.meta import DAILY, MOST_RIVALS, ROUNDS_OF_SKIRMISH, SKIRMISH
from games.boards.kit.campaigns import (
    LETTERS,
    LONGEST_SEED,
    Skirmish,
    SkirmishCard,
    StageCard,
    StageEnd,
)
from games.boards.nation.words import book_of, said
from games.common.filling import filled


class NationCampaign:
    """Twelve stages in three chapters, and what an operator has added."""

    option = "stage"

    def stages(self) -> tuple[StageCard, ...]:
        """Return every stage, in order, those of the operator last."""
        book = book_of()
        own = tuple(book.stages[name] for name in stages_of_house())
        return tuple(_card(book, one) for one in (*book.stages.values(), *own))

    def stage(self, name: str) -> StageCard | None:
        book = book_of()
        return _card(book, book.stages[name]) if name in book.stages else None

    def skirmish(self) -> SkirmishCard:
        return SkirmishCard(
            rivals=(1, MOST_RIVALS),
            rounds=ROUNDS_OF_SKIRMISH,
            starts={
                "poor": _("Poor: power 750, one unit"),
                "even": _("Even: power 1,000, two units"),
                "rich": _("Rich: power 1,400, three units"),
            },
            difficulties={
                "easy": pgettext("difficulty", "Easy"),
                "fair": pgettext("difficulty", "Fair"),
                "hard": pgettext("difficulty", "Hard"),
                "cruel": pgettext("difficulty", "Cruel"),
            },
        )

    def skirmish_called(self, chosen: Skirmish) -> str:
        words = (chosen.rivals, chosen.rounds, chosen.start, chosen.difficulty, chosen.seed)
        return "-".join(("skirmish", *map(str, words)))

    def choices_in(self, name: str) -> Skirmish | None:
        found = SKIRMISH.fullmatch(name)
        if found is None:
            return None
        rivals, rounds, start, difficulty, seed = found.groups()
        return Skirmish(int(rivals), int(rounds), start, difficulty, seed)

    def daily_called(self, day: date, draw: Callable[[int], int]) -> str:
        rivals = 2 + draw(4)
        seed = "".join(LETTERS[draw(len(LETTERS))] for _ in range(LONGEST_SEED))
        return f"daily-{rivals}-{day.isoformat().replace('-', '')}-{seed}"

    def is_daily(self, name: str) -> bool:
        return DAILY.fullmatch(name) is not None

    def ended(self, view: Mapping[str, Any]) -> StageEnd:
        """Return the player's power, and the round."""
        *rivals, mine = view["nations"]
        best = max([one["power"] for one in rivals if not one["out"]], default=0)
        power = 0 if mine["out"] else mine["power"]
        return StageEnd(
            view["stage"], mine["power"], view["round"], 1000 * (power - best) // max(best, 1)
        )

    def ahead(self, view: Mapping[str, Any]) -> int:
        *rivals, mine = view["nations"]
        best = max([one["power"] for one in rivals if not one["out"]], default=0)
        return int((0 if mine["out"] else mine["power"]) - best)


def _card(book: Almanac, one: StageEntry) -> StageCard:
    return filled(
        StageCard,
        one,
        name=said(one.name),
        flavour=said(one.flavour),
        rivals=tuple(said(book.npcs[npc].name) for npc in one.rivals),
        unlocks=tuple(said(book.commands[name].name) for name in one.unlocks),
        is_own=one.id in stages_of_house(),
    )


CAMPAIGN = NationCampaign()
