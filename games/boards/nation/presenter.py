"""Nation on the match page: the scene, what can be done, and the story as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.kit.faces import Stack
from games.boards.kit.offers import Bluffs, Offer
from games.boards.kit.scenes import (
    NO_BLUFFS,
    GamePresenter,
    News,
    Scene,
    ShownMove,
)
from games.boards.nation.faces import PLAYER, action_face, command_face, unit_face
from games.boards.nation.foresight import foretold
from games.boards.nation.story import actions
from games.boards.nation.words import (
    PLACE_NAMES,
    book_of,
    nation_names,
    place_name,
    said,
)

if TYPE_CHECKING:
    from engines.nation.viewtypes import NationViewJson

START_VIEW: NationViewJson = {
    "stage": "first-harvest",
    "content": 1,
    "round": 1,
    "turn": 0,
    "actions": 0,
    "over": False,
    "nations": [],
    "military": [],
    "attacks": [],
    "ply": 0,
    "last": None,
    "undoable": 0,
    "outcome": None,
}


@dataclass(frozen=True, slots=True)
class NationScene(Scene):
    """A scene that knows the view it was made from: nations are more than what stands where."""

    view: NationViewJson | None = None


class NationPresenter(GamePresenter["NationViewJson"]):
    """Reads the views and events of Nation."""

    start_view = START_VIEW

    def scene(self, view: NationViewJson) -> NationScene:
        """Return the player's own places; the rest is in the view."""
        return NationScene(
            pieces=_own_pieces(view),
            last=_last_places(view["last"]),
            ply=view["ply"],
            view=view,
        )

    def places(self) -> Mapping[str, str]:
        """Front and bench."""
        return {letter: str(name) for letter, name in PLACE_NAMES.items()}

    def offers(
        self, view: NationViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """Commands with their targets, changes of places, and the actions that end the turn."""
        return tuple(offer for text in legal for offer in _offers(view, text))

    def chooser_question(self) -> str:
        """Never needed: no two actions share their places."""
        return _("Which one?")

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """Return every action, whoever took it."""
        return tuple(
            ShownMove(
                ply=action.ply,
                seat=action.seat,
                face=action_face(action.sign, action.sentence),
                letter="",
                path=action.sentence,
                sentence=action.sentence,
            )
            for action in actions(news)
        )


def _own_pieces(view: NationViewJson) -> dict[str, Stack]:
    if not view["nations"]:
        return {}
    places = view["nations"][-1]["places"]
    return {
        letter: (unit_face(unit["unit"], PLAYER, view["content"]),)
        for letter, unit in places.items()
        if unit is not None
    }


def _last_places(last: str | None) -> tuple[str, ...]:
    """Return the two places of a change that was the last action."""
    return (last[5], last[7]) if last and last.startswith("swap:") else ()


def _offers(view: NationViewJson, text: str) -> Iterator[Offer]:
    kind, _colon, rest = text.partition(":")
    if kind == "swap":
        yield from _swaps(view, text, rest[0], rest[2])
    elif kind == "command":
        yield _command(view, text, *rest.partition(">")[::2])
    else:
        yield _action(view, text, kind, rest)


def _swaps(view: NationViewJson, text: str, one: str, other: str) -> Iterator[Offer]:
    """A change can begin at either place where somebody stands."""
    places = view["nations"][-1]["places"]
    sentence = _("Change places: %(one)s and %(other)s") % {
        "one": place_name(one),
        "other": place_name(other),
    }
    for here, there in ((one, other), (other, one)):
        unit = places[here]
        if unit is not None:
            face = unit_face(unit["unit"], PLAYER, view["content"])
            yield Offer(text, (here, there), sentence, face=face)


def _command(view: NationViewJson, text: str, command: str, target: str) -> Offer:
    name = command_face(command, view["content"]).name
    squares = (f"c-{command}", target) if target else (f"c-{command}",)
    return Offer(text, squares, _foretold(view, text, name), captures=target.startswith("npc"))


def _action(view: NationViewJson, text: str, kind: str, rest: str) -> Offer:
    names = nation_names(view["stage"], view["content"])
    if kind == "battle":
        name = _("Battle against %(nation)s") % {"nation": names[int(rest[3:]) - 1]}
        return Offer(text, (f"b-{rest}",), _foretold(view, text, name))
    if kind == "special":
        name = said(book_of(view["content"]).specials[rest].name)
        return Offer(text, (f"x-{rest}",), _foretold(view, text, name))
    return Offer(text, ("train",), _foretold(view, text, _("Training")))


def _foretold(view: NationViewJson, text: str, name: str) -> str:
    """ "Tax: power 1,240 → 1,302"."""
    forecast = view.get("outlook", {}).get("forecasts", {}).get(text)
    if forecast is None:
        return name
    names = nation_names(view["stage"], view["content"])
    return _("%(action)s: %(effect)s") % {"action": name, "effect": foretold(forecast, names)}


NATION = NationPresenter()
