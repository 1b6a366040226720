"""A battle blow by blow, as its events tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.nation.story import Action, Facts
from games.boards.nation.words import PLACES, book_of, number, place_name, said


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened in a battle."""

    kind: str
    """"attack", "damaged", "stolen", "buried" or "other"."""
    is_ours: bool
    """Whether it is the nation that began the battle that does it, or gains by it."""
    sentence: str


def steps_of(action: Action, names: Sequence[str], version: int) -> tuple[Step, ...]:
    """From the first blow to the end of the battle."""
    found: list[Step] = []
    for kind, facts in action.events:
        if kind == "battle-ended":
            break
        sentence = _sentence(kind, facts, names, version)
        if sentence:
            found.append(Step(kind, _is_ours(kind, facts, action), sentence))
    return tuple(found)


def _is_ours(kind: str, facts: Facts, action: Action) -> bool:
    is_mine = facts.get("seat") == action.seat
    return not is_mine if kind in ("damaged", "buried") else bool(is_mine)


def _sentence(kind: str, facts: Facts, names: Sequence[str], version: int) -> str:
    if kind == "attack":
        return _attack(facts, names, version)
    if kind == "damaged":
        return _damaged(facts, names, version)
    if kind == "stolen":
        values = {"nation": names[facts["seat"]], "amount": number(facts["amount"])}
        return _("%(nation)s takes %(amount)s power.") % values
    if kind == "buried":
        return _("%(unit)s (%(nation)s) falls.") % _who(facts, names, version)
    if kind in ("state-gained", "triggered"):
        state = said(book_of(version).states[facts["state"]].name)
        return _("%(state)s: %(nation)s") % {"state": state, "nation": names[facts["seat"]]}
    return ""


def _who(facts: Facts, names: Sequence[str], version: int) -> dict[str, str]:
    unit = said(book_of(version).units[facts["unit"]].name)
    return {"unit": unit, "nation": names[facts["seat"]]}


def _attack(facts: Facts, names: Sequence[str], version: int) -> str:
    skill = said(book_of(version).skills[facts["skill"]].name)
    places = _(", ").join(place_name(PLACES[place]) for place in facts["hit"])
    values = {**_who(facts, names, version), "skill": skill, "places": places}
    return _("%(unit)s (%(nation)s) attacks with %(skill)s: %(places)s.") % values


def _damaged(facts: Facts, names: Sequence[str], version: int) -> str:
    values = {
        **_who(facts, names, version),
        "damage": number(facts["damage"]),
        "hp": number(facts["hp"]),
        "max": number(facts["max_hp"]),
    }
    return _("%(unit)s (%(nation)s) takes %(damage)s damage: HP %(hp)s of %(max)s.") % values
