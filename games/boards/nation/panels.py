"""One nation on the board: its numbers, its units, its states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.kit.cells import Cell
from games.boards.kit.faces import PieceFace
from games.boards.nation.faces import unit_face
from games.boards.nation.words import PLACES, book_of, is_japanese, number, place_name, said

if TYPE_CHECKING:
    from engines.nation.viewtypes import NationViewJson, StateJson, UnitJson


@dataclass(frozen=True, slots=True)
class StateChip:
    """A state that is held: a sign, and what it says when it is opened."""

    id: str
    sign: str
    name: str
    text: str
    lasts: str
    is_good: bool
    stacks: int


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A place of a nation, and who stands there."""

    letter: str
    place: str
    cell: Cell | None
    """The place as something to press; None on the side of a rival."""
    face: PieceFace | None
    hp: str = ""
    max_hp: str = ""
    health: int = 0
    """HP in hundredths of the most."""
    attack: str = ""
    skill: str = ""
    skill_text: str = ""
    states: tuple[StateChip, ...] = ()
    sentence: str = ""
    """All of it, to be read out."""
    id: str = ""


@dataclass(frozen=True, slots=True)
class NationPanel:
    """One nation."""

    seat: int
    name: str
    flavour: str
    power: str
    military: str
    is_out: bool
    is_turn: bool
    share: int
    """Its power in hundredths of the strongest nation's."""
    cell: Cell | None
    """The nation as a target; None for the player's own."""
    front: tuple[UnitCard, ...]
    bench: tuple[UnitCard, ...]
    states: tuple[StateChip, ...]
    fallen: tuple[str, ...]
    """Who lies in the graveyard, in the order in which they fell, and since which round."""


def nation_panel(
    view: NationViewJson,
    seat: int,
    name: str,
    cell: Cell | None,
    cells: Mapping[str, Cell],
    flavour: str = "",
) -> NationPanel:
    """Return the nation in *seat*; *cells* are its places, where they can be pressed."""
    nation = view["nations"][seat]
    most = max((one["power"] for one in view["nations"]), default=0) or 1
    units = [
        _unit_card(view, seat, letter, cells.get(letter))
        for letter in PLACES
        if cells or letter in "FMB" or nation["places"][letter] is not None
    ]
    return NationPanel(
        seat=seat,
        name=name,
        flavour=flavour,
        power=number(nation["power"]),
        military=number(view["military"][seat]),
        is_out=nation["out"],
        is_turn=view["turn"] == seat and view["outcome"] is None,
        share=max(nation["power"] * 100 // most, 0),
        cell=cell,
        front=tuple(unit for unit in units if unit.letter in "FMB"),
        bench=tuple(unit for unit in units if unit.letter not in "FMB"),
        states=tuple(_chips(nation["states"], view["content"], f"s{seat}")),
        fallen=graves(view, seat),
    )


def graves(view: NationViewJson, seat: int) -> tuple[str, ...]:
    """Return who of the nation in *seat* has fallen, and since when where that is kept."""
    units = book_of(view["content"]).units
    buried = view["nations"][seat]["graveyard"]
    found = ((said(units[one["unit"]].name), one.get("fell")) for one in buried)
    sentence = _("%(unit)s (round %(round)s)")
    return tuple(sentence % {"unit": unit, "round": fell} if fell else unit for unit, fell in found)


def _unit_card(view: NationViewJson, seat: int, letter: str, cell: Cell | None) -> UnitCard:
    unit, place = view["nations"][seat]["places"][letter], place_name(letter)
    if unit is None:
        return UnitCard(
            letter, place, cell, None, sentence=_("%(place)s, empty") % {"place": place}
        )
    attack = view["attacks"][seat][PLACES.index(letter)]
    return _standing(view, seat, letter, unit, attack, cell)


def _standing(
    view: NationViewJson, seat: int, letter: str, unit: UnitJson, attack: int, cell: Cell | None
) -> UnitCard:
    version, place = view["content"], place_name(letter)
    side = "player" if seat == len(view["nations"]) - 1 else f"rival-{seat + 1}"
    face, skill = unit_face(unit["unit"], side, version), book_of(version).skills[unit["skill"]]
    values = {
        "place": place,
        "unit": face.name,
        "hp": number(unit["hp"]),
        "max": number(unit["max_hp"]),
        "attack": number(attack),
    }
    return UnitCard(
        letter=letter,
        place=place,
        cell=cell,
        face=face,
        hp=values["hp"],
        max_hp=values["max"],
        health=unit["hp"] * 100 // max(unit["max_hp"], 1),
        attack=values["attack"],
        skill=said(skill.name),
        skill_text=said(skill.text),
        states=tuple(_chips(unit["states"], version, f"s{seat}{letter}")),
        sentence=_("%(place)s, %(unit)s, HP %(hp)s of %(max)s, attack %(attack)s") % values,
        id=f"u{seat}{letter}",
    )


def _chips(held: Iterable[StateJson], version: int, prefix: str) -> Iterator[StateChip]:
    book = book_of(version)
    for one in held:
        entry = book.states[one["state"]]
        yield StateChip(
            id=f"{prefix}-{entry.id}",
            sign=entry.sign if is_japanese() else short(said(entry.name)),
            name=said(entry.name),
            text=said(entry.text),
            lasts=_lasts(one),
            is_good=entry.kind == "good",
            stacks=one["stacks"],
        )


def short(name: str) -> str:
    """Two letters for a state: the initials of two words, or how the one begins."""
    words = name.split()
    return "".join(word[0].upper() for word in words[:2]) if len(words) > 1 else name[:2]


def _lasts(one: StateJson) -> str:
    if one["turns"] is not None:
        return _("Turns left: %(turns)s.") % {"turns": one["turns"]}
    if one["triggers"] is not None:
        return _("Times left: %(times)s.") % {"times": one["triggers"]}
    return ""
