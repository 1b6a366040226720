"""Nation in words: the content in the reader's language, places, and what changes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Protocol

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engines.nation.almanac import Almanac, StageEntry, almanac
from engines.nation.meta import DAILY, OWN, SKIRMISH

if TYPE_CHECKING:
    from engines.nation.viewtypes import WordsJson

PLACES = "FMB12345"

PLACE_NAMES: dict[str, str | Promise] = {
    "F": gettext_lazy("vanguard"),
    "M": gettext_lazy("middle"),
    "B": gettext_lazy("back"),
    "1": gettext_lazy("bench 1"),
    "2": gettext_lazy("bench 2"),
    "3": gettext_lazy("bench 3"),
    "4": gettext_lazy("bench 4"),
    "5": gettext_lazy("bench 5"),
}

FAMILIES: Mapping[str, str | Promise] = {
    "economy": gettext_lazy("Economy"),
    "levy": gettext_lazy("Levy"),
    "drill": gettext_lazy("Drill"),
    "intrigue": gettext_lazy("Intrigue"),
    "rite": gettext_lazy("Rites"),
}

WHY_NOT: Mapping[str, str | Promise] = {
    "unknown-command": gettext_lazy("Your nation does not have this command in this stage."),
    "no-actions-left": gettext_lazy("No commands are left in this turn: now act."),
    "cooling-down": gettext_lazy("This command is not ready again yet."),
    "not-enough-power": gettext_lazy("Your nation does not have the power for this command."),
    "no-place-free": gettext_lazy("There is no free place for another unit."),
    "graveyard-empty": gettext_lazy("Nobody has fallen, so nobody can be called back."),
    "no-target": gettext_lazy("This command has no possible target right now."),
    "needs-no-target": gettext_lazy("This command needs no target."),
    "target-missing": gettext_lazy("Choose who this command is for."),
    "not-a-target": gettext_lazy("This command cannot target that."),
    "nothing-to-swap": gettext_lazy("Both of these places are empty."),
    "no-such-nation": gettext_lazy("There is no such nation in this stage."),
    "own-nation": gettext_lazy("A nation does not fight itself."),
    "nation-is-out": gettext_lazy("That nation is already out."),
    "not-the-player": gettext_lazy("The other nations fight you alone."),
    "front-empty": gettext_lazy("Without a unit in your front you cannot start a battle."),
    "unknown-special": gettext_lazy("Your nation cannot take this action now."),
}
"""The sentences of Nation's own refusals."""


class Both(Protocol):
    """A text in both languages."""

    @property
    def en(self) -> str:
        """In English."""

    @property
    def ja(self) -> str:
        """In Japanese."""


def is_japanese() -> bool:
    """Return whether the reader reads Japanese."""
    return (get_language() or "").startswith("ja")


def said(words: Both) -> str:
    """A text of the content in the reader's language."""
    return words.ja if is_japanese() else _(words.en)


def shown_text(words: WordsJson) -> str:
    """Return the same of a text in a view."""
    return words["ja"] if is_japanese() else _(words["en"])


def stage_said(stage: str) -> str:
    """Return what a stage is called; one of an operator that nobody knows any more, by its id."""
    book = book_of()
    if stage in book.stages:
        return stage_name(book.stages[stage])
    own = OWN.fullmatch(stage)
    return own[2].replace("-", " ").capitalize() if own else stage


def stage_name(one: StageEntry) -> str:
    """Return the name of a stage; one that was made has its date or its seed in it."""
    if made := DAILY.fullmatch(one.id):
        return _("Challenge of %(date)s") % {"date": date.fromisoformat(made[2])}
    if made := SKIRMISH.fullmatch(one.id):
        return _("Skirmish “%(seed)s”") % {"seed": made[5]}
    return said(one.name)


def place_name(letter: str) -> str:
    """Return what a place is called."""
    return str(PLACE_NAMES[letter])


def nation_names(stage: str, version: int = 0) -> tuple[str, ...]:
    """Return the nations of a stage by seat, the player's last."""
    book = book_of(version)
    return (*(said(book.npcs[npc].name) for npc in book.stages[stage].rivals), _("Your nation"))


def book_of(version: int = 0) -> Almanac:
    """Return the content of a version; of the newest, if none is given."""
    return almanac(version) if version else almanac()


def number(value: int) -> str:
    """A number as it stands on the page: "12,400"."""
    return f"{value:,}"


def signed(by: int) -> str:
    """ "+30" or "−4"."""
    return f"{'+' if by > 0 else '−'}{number(abs(by))}"


def change(name: str, before: int, after: int) -> str:
    """ "power 1,240 → 1,302"."""
    values = {"what": name, "before": number(before), "after": number(after)}
    return _("%(what)s %(before)s → %(after)s") % values
