"""The board of Nation: nations side by side, the own places, and everything that can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from games.boards.kit.brushes import Brush, Drawing
from games.boards.kit.cells import Cell, CellMaker
from games.boards.kit.faces import PieceFace
from games.boards.kit.makers import Sight
from games.boards.kit.scenes import Scene
from games.boards.nation.faces import action_face, command_face
from games.boards.nation.foresight import Compared, Effect, compared, effects, foretold
from games.boards.nation.panels import NationPanel, graves, nation_panel
from games.boards.nation.presenter import NationScene
from games.boards.nation.words import (
    FAMILIES,
    PLACES,
    WHY_NOT,
    book_of,
    nation_names,
    number,
    said,
    shown_text,
    stage_name,
)

if TYPE_CHECKING:
    from engines.nation.viewtypes import ForecastJson, NationViewJson, OfferJson, OutlookJson

TEMPLATE = "boards/nation/board.jinja.html"
KEYS = {"economy": "E", "levy": "L", "drill": "D", "intrigue": "I", "rite": "R"}
"""The first key of each family of commands."""
ACTION_KEY = "A"
"""That of the actions which end the turn."""
SECOND_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FEW = 12
"""So many commands are shown without folding."""
MOST_USED = "economy"


@dataclass(frozen=True, slots=True)
class Order:
    """A command or an action, as something to press."""

    cell: Cell
    name: str
    text: str
    """What it does, from its own numbers."""
    flavour: str
    cost: str
    effect: str
    """What would come of it now; empty where that hangs on the target, or it is not open."""
    why_not: str
    """Why it cannot be done now; empty if it can."""
    effects: tuple[Effect, ...] = ()
    """The same as `effect`, number by number."""
    wait: int = 0
    """Own turns until it is ready again."""
    graves: str = ""
    """For a command that does something with the fallen: who they are."""
    keys: str = ""
    """The two keys by which it is pressed; empty for one too many."""
    names: str = ""
    """What it is called in every language, to be searched."""

    @property
    def own_effects(self) -> tuple[Effect, ...]:
        """The effects on the own nation."""
        return tuple(one for one in self.effects if one.is_own)

    @property
    def id(self) -> str:
        """Its name in addresses and ids."""
        return self.cell.square


@dataclass(frozen=True, slots=True)
class Family:
    """Commands of one kind."""

    id: str
    name: str
    orders: tuple[Order, ...]
    is_unfolded: bool
    """Whether they are seen at once: all are where they are few, else what most turns need."""

    @property
    def ready(self) -> int:
        """The number of them that can be given now."""
        return sum(not order.why_not for order in self.orders)


@dataclass(frozen=True, slots=True)
class NationBoard:
    """Everything that the template shows."""

    template: str
    ply: int
    own: str
    sprite: str
    letters: str
    has_letters: bool
    stage: str
    chapter: int
    round: int
    rounds: int
    turn: str
    """The nation whose turn it is."""
    is_mine: bool
    actions: int
    """Commands left in this turn."""
    can_undo: bool
    """Whether the player's last action can be taken back."""
    hint: str
    coming: tuple[Coming, ...]
    """Events of the next round, and of the end of this one."""
    rivals: tuple[NationPanel, ...]
    player: NationPanel | None
    families: tuple[Family, ...]
    turn_actions: tuple[Order, ...]
    """The actions that end the turn."""
    compared: Mapping[str, tuple[Compared, ...]]
    """What would become of the nations, by action text."""
    asked: str
    """The action that is asked back; empty for none."""

    def after(self, seat: int) -> Compared | None:
        """Return what the action that is asked back would make of the nation in *seat*."""
        found = self.compared.get(self.asked, ())
        return next((one for one in found if one.seat == seat), None)

    @property
    def is_crowded(self) -> bool:
        """True if there are too many neighbours to stand above the own nation."""
        return len(self.rivals) > 2

    @property
    def last_round(self) -> bool:
        """True if this is the round that decides."""
        return self.round == self.rounds


@dataclass(frozen=True, slots=True)
class Coming:
    """An event that the stage has in store."""

    name: str
    text: str
    when: str


class NationMaker:
    """Makes the boards of Nation."""

    squares = frozenset(PLACES)
    size = (60, 36)

    def is_turned(self, seat: int | None) -> bool:
        """The board is the same for everybody."""
        return False

    def page(self, sight: Sight) -> NationBoard:
        view = cast("NationScene", sight.scene).view
        assert view is not None
        return _Page(sight, view).board()

    def picture(self, scene: Scene, seat: int | None, brush: Brush) -> Drawing:
        """Return the front and the bench of the player's nation."""
        shapes = format_html_join(
            "",
            '<svg {} x="{}" y="{}" width="{}" height="{}" viewBox="0 0 100 100">{}</svg>',
            (
                (brush.part(f"piece {stack[-1].side}"), *_SPOTS[letter], brush.piece(stack[-1]))
                for letter, stack in scene.pieces.items()
            ),
        )
        ground = format_html('<rect {} width="60" height="36"/>', brush.part("ground"))
        places = format_html_join(
            "",
            '<rect {} x="{}" y="{}" width="{}" height="{}" rx="2"/>',
            ((brush.part("lines"), *spot) for spot in _SPOTS.values()),
        )
        return Drawing(*self.size, format_html("{}{}{}", ground, places, shapes))


_SPOTS = {letter: (4 + 18 * at, 3, 16, 16) for at, letter in enumerate("FMB")} | {
    letter: (3 + 11 * at, 23, 10, 10) for at, letter in enumerate("12345")
}
"""Where each place lies in the small picture, and how wide and high it is."""


class _Page:
    """The parts of one board."""

    def __init__(self, sight: Sight, view: NationViewJson) -> None:
        self.sight, self.view = sight, view
        self.maker = CellMaker(sight)
        self.version = view["content"]
        self.book = book_of(self.version)
        self.names = nation_names(view["stage"], self.version)
        self.outlook: OutlookJson | None = view.get("outlook") or None

    def board(self) -> NationBoard:
        view, stage = self.view, self.book.stages[self.view["stage"]]
        is_over = view["over"] or view["outcome"] is not None
        return NationBoard(
            template=TEMPLATE,
            ply=view["ply"],
            own=self.sight.own,
            sprite=self.sight.sprite,
            letters="",
            has_letters=self.sight.has_letters,
            stage=stage_name(stage),
            chapter=stage.chapter,
            round=view["round"],
            rounds=stage.rounds,
            turn="" if is_over else self.names[view["turn"]],
            is_mine=not is_over and view["turn"] == self.sight.seat,
            actions=view["actions"],
            can_undo=self.outlook is not None
            and not is_over
            and self._acts
            and view["undoable"] > 0,
            hint=self.hint,
            coming=() if is_over else tuple(self.coming()),
            rivals=tuple(self.rivals()),
            player=self.player(),
            families=() if is_over else tuple(self.families()),
            turn_actions=() if is_over else tuple(self.turn_actions()),
            compared={text: compared(one) for text, one in self.forecasts.items()},
            asked=action_of(self.sight.marks.picked),
        )

    @property
    def forecasts(self) -> Mapping[str, ForecastJson]:
        """Return the effect of each open action, by its text; nothing for whoever is not to act."""
        return self.outlook["forecasts"] if self.outlook else {}

    @property
    def hint(self) -> str:
        """Return the stage's advice for this round; once some of it is done, the rest of it."""
        hint = self.outlook["hint"] if self.outlook else None
        if hint is None or self.outlook is None:
            return ""
        text = shown_text(hint)
        if not self._acts:
            return text
        named = [one for one in self.outlook["offers"] if self.name_of(one["command"]) in text]
        left = [self.name_of(one["command"]) for one in named if one["why_not"] is None]
        if len(left) == len(named):
            return text
        left += [name for name in (_("Battle"), _("Training")) if name in text]
        return _("Next: %(steps)s.") % {"steps": _(", ").join(left)} if left else ""

    def name_of(self, command: str) -> str:
        return said(self.book.commands[command].name)

    @property
    def _acts(self) -> bool:
        return self.view["turn"] == self.sight.seat

    def coming(self) -> Iterator[Coming]:
        """Yield what is told a round ahead, soonest first."""
        now = self.view["round"]
        for number_of, when in ((now, _("This round")), (now + 1, _("Next round"))):
            for event in self.book.stages[self.view["stage"]].events.values():
                if number_of in event.rounds and (number_of > now or event.at == "end"):
                    yield Coming(said(event.entry.name), said(event.entry.text), when)

    # --- the nations ---

    def rivals(self) -> Iterator[NationPanel]:
        for seat, npc in enumerate(self.book.stages[self.view["stage"]].rivals[: self._rivals]):
            name = self.names[seat]
            face = action_face(f"n-{npc}", name, self.sight.sides.keys[seat])
            cell = self.cell(f"npc{seat + 1}", face, name)
            yield nation_panel(self.view, seat, name, cell, {}, said(self.book.npcs[npc].flavour))

    @property
    def _rivals(self) -> int:
        return max(len(self.view["nations"]) - 1, 0)

    def player(self) -> NationPanel | None:
        if not self.view["nations"]:
            return None
        cells = {letter: self.place(letter) for letter in PLACES}
        return nation_panel(self.view, self._rivals, self.names[-1], None, cells)

    def place(self, letter: str) -> Cell:
        """One of the own places, with its unit's numbers in its label."""
        cell = self.maker.cell(letter)
        unit = self.view["nations"][-1]["places"][letter]
        if unit is None:
            return cell
        attack = self.view["attacks"][-1][PLACES.index(letter)]
        values = {
            "place": self.sight.presenter.places()[letter],
            "unit": cell.face.name if cell.face else "",
            "hp": number(unit["hp"]),
            "max": number(unit["max_hp"]),
            "attack": number(attack),
        }
        label = _("%(place)s, %(unit)s, HP %(hp)s of %(max)s, attack %(attack)s") % values
        return cell._replace(label=label)

    # --- what can be done ---

    def families(self) -> Iterator[Family]:
        offers = self.outlook["offers"] if self.outlook else ()
        for kind, name in FAMILIES.items():
            found = [one for one in offers if self.book.commands[one["command"]].kind == kind]
            orders = [self.order(one, keys_of(KEYS[kind], at)) for at, one in enumerate(found)]
            if orders:
                is_unfolded = len(offers) <= FEW or kind == MOST_USED or self.is_picked(orders)
                yield Family(kind, str(name), tuple(orders), is_unfolded)

    def is_picked(self, orders: list[Order]) -> bool:
        """Return whether one of these is being given."""
        return any(order.id in self.sight.marks.picked for order in orders)

    def order(self, offer: OfferJson, keys: str) -> Order:
        command, code = offer["command"], offer["why_not"]
        entry = self.book.commands[command]
        if code is None and not offer["targets"]:
            code = "no-target"
        face = command_face(command, self.version)
        why = "" if code is None else self.why_not(code, offer)
        return Order(
            cell=self.cell(f"c-{command}", face, _joined(face.name, why or said(entry.text))),
            name=face.name,
            text=said(entry.text),
            flavour=said(entry.flavour),
            cost=number(entry.cost) if entry.cost else "",
            effect="" if code else self.effect(f"command:{command}"),
            effects=() if code else self.effects(f"command:{command}"),
            why_not=why,
            wait=offer["cooldown"] if code == "cooling-down" else 0,
            graves=self.graves if entry.uses_graves else "",
            keys=keys,
            names=f"{entry.name.en} {entry.name.ja}",
        )

    @property
    def graves(self) -> str:
        """Return the fallen of the own nation, in one line."""
        found = graves(self.view, self._rivals)
        return _("In the graveyard: %(units)s.") % {"units": _(", ").join(found)} if found else ""

    def why_not(self, code: str, offer: OfferJson) -> str:
        if code == "cooling-down":
            if offer["cooldown"] == 1:
                return _("Ready next turn.")
            return _("Ready again in %(turns)s of your turns.") % {"turns": offer["cooldown"]}
        if code == "not-your-turn":
            return _("Wait for your turn.")
        return str(WHY_NOT[code])

    def effect(self, text: str) -> str:
        found = self.forecasts.get(text)
        return foretold(found, self.names) if found else ""

    def effects(self, text: str) -> tuple[Effect, ...]:
        found = self.forecasts.get(text)
        return effects(found, self.names) if found else ()

    def turn_actions(self) -> Iterator[Order]:
        """Yield the actions that end the turn, each with its keys."""
        for at, order in enumerate(self._turn_actions()):
            yield replace(order, keys=keys_of(ACTION_KEY, at))

    def _turn_actions(self) -> Iterator[Order]:
        """A battle against each rival that is not out, training, and what states grant."""
        if not self.outlook:
            return
        for seat, nation in enumerate(self.view["nations"][:-1]):
            if not nation["out"]:
                name = _("Battle against %(nation)s") % {"nation": self.names[seat]}
                yield self.turn_action(
                    f"battle:npc{seat + 1}", f"b-npc{seat + 1}", "a-battle", name
                )
        yield self.turn_action("train", "train", "a-train", _("Training"), self.training)
        for text in self.outlook["forecasts"]:
            if text.startswith("special:"):
                entry = self.book.specials[text.removeprefix("special:")]
                square = f"x-{entry.id}"
                yield self.turn_action(
                    text, square, "a-special", said(entry.name), said(entry.text)
                )

    @property
    def training(self) -> str:
        """Return the effect of training."""
        return _("All your units, the bench too: max HP and attack up by 5%.")

    def turn_action(self, action: str, square: str, sign: str, name: str, text: str = "") -> Order:
        effect = self.effect(action)
        is_open = self.outlook is not None and action in self.outlook["forecasts"]
        why = "" if is_open else self._closed(action)
        label = _joined(name, why or effect or text)
        cell = self.cell(square, action_face(sign, name), label)
        return Order(cell, name, text, "", "", effect, why, self.effects(action))

    def _closed(self, action: str) -> str:
        is_turn = self.view["turn"] == self._rivals
        if action.startswith("battle:") and is_turn:
            return str(WHY_NOT["front-empty"])
        return _("Wait for your turn.")

    def cell(self, square: str, face: PieceFace, label: str) -> Cell:
        """Something to press that is no place: drawn with *face*, and read out as *label*."""
        return self.maker.cell(square)._replace(stack=(face,), label=label)


def _joined(name: str, text: str) -> str:
    return _("%(name)s. %(text)s") % {"name": name, "text": text} if text else name


_KINDS = {"c": "command", "b": "battle", "x": "special"}
"""How the squares of actions begin, and what their texts begin with."""


def action_of(picked: tuple[str, ...]) -> str:
    """The text of the action whose squares are *picked*, but for changes of places; else empty."""
    if not picked:
        return ""
    kind, _dash, name = picked[0].partition("-")
    if kind not in _KINDS:
        return picked[0]
    return f"{_KINDS[kind]}:{'>'.join((name, *picked[1:]))}"


def keys_of(first: str, at: int) -> str:
    """The keys of the order of that place in its group; empty where there are no more keys."""
    return first + SECOND_KEYS[at] if at < len(SECOND_KEYS) else ""
