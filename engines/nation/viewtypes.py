"""The fields of a view as JSON: the same for everybody. Loads no rules."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from engines.core.outcome import OutcomeJson


class WordsJson(TypedDict):
    """A text in both languages."""

    en: str
    ja: str


class StateJson(TypedDict):
    """A state that is held."""

    state: str
    stacks: int
    turns: int | None
    triggers: int | None


class UnitJson(TypedDict):
    """A unit as it stands."""

    unit: str
    max_hp: int
    hp: int
    attack: int
    skill: str
    states: list[StateJson]
    fell: NotRequired[int]
    """In a graveyard: the round, where it is kept."""


class NationJson(TypedDict):
    """One nation."""

    id: str
    power: int
    out: bool
    places: dict[str, UnitJson | None]
    graveyard: list[UnitJson]
    states: list[StateJson]
    cooldowns: dict[str, int]


class ChangeJson(TypedDict):
    """The change that an action would make to one nation: each pair is before and after."""

    seat: int
    id: str
    power: list[int]
    military: list[int]
    fallen: int


class ForecastJson(TypedDict):
    """The effects of an action; nations it leaves alone are not named."""

    changes: list[ChangeJson]
    actions: list[int]


class OfferJson(TypedDict):
    """A command as the viewing seat has it."""

    command: str
    why_not: str | None
    cooldown: int
    targets: list[str]


class OutlookJson(TypedDict):
    """The options of the viewing seat now."""

    actions: int
    hint: WordsJson | None
    offers: list[OfferJson]
    forecasts: dict[str, ForecastJson]


class NationViewJson(TypedDict):
    """A match as anybody sees it."""

    stage: str
    content: int
    round: int
    turn: int
    actions: int
    over: bool
    nations: list[NationJson]
    military: list[int]
    attacks: list[list[int]]
    """What each unit strikes with, by seat and place, states included."""
    ply: int
    last: str | None
    undoable: int
    outcome: OutcomeJson | None
    outlook: NotRequired[OutlookJson]
    """What follows from it for whoever is to act; only on pages."""
