"""Pairs that stand where a game has something of its own to give away; they are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import count, islice
from typing import Any

from engines.core.dice import Dice
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.secrecy.comparing import Difference, Pair, differences, script_differences, unreleased
from tests.secrecy.comparisons import (
    Found,
    named,
    numbered_pairs,
    quiet_tries,
    reads_alike,
    thoughts,
    try_of,
)
from tests.secrecy.house import OTHERS, SEATED, Showcase
from tests.secrecy.scripts import Script, attacks, move_act, script_for
from tests.secrecy.surfaces import Cell, core_cells, mail_cells, page, some_of
from tests.secrecy.worlds import World, engine_of, some_world, twin_of

LENGTH = 40
"""Plies of the matches that are searched."""


@dataclass(frozen=True)
class Moment:
    """A place in a match: what holds there for a seat that looks on, and how the twins differ."""

    holds: Callable[[World, Seat], bool]
    differ: Callable[[World, World, Seat], bool] = lambda one, other, seat: True
    is_for_onlookers: bool = False
    """Whether both sides hide: what both players know and others do not shows only then."""
    texts: Callable[[World, Seat], list[str]] = lambda world, seat: []
    """The moves it is about, to be tried."""
    asked: tuple[str, ...] = ()
    """What to ask for in the address of the match page."""
    lead: Callable[[World, Dice], World | None] = lambda world, dice: world
    """How a match goes on before it is there; None where it cannot be led there."""


def moments_of(game: str) -> dict[str, Moment]:
    """The places of a game, which stand beside its own tests."""
    module = import_module(f"tests.engines.{game}.moments")
    return dict(module.MOMENTS)


def shuffled(*, rounds: int) -> Callable[[World, Dice], World | None]:
    """Lets both sides step there and back so often, but for the very last step."""

    def lead(world: World, dice: Dice) -> World | None:
        for _try in range(20):
            seat = min(world.to_act, default=None)
            if seat is None or len(world.to_act) > 1:
                return None
            here, goings = world, []
            for mover in (seat, Seat(1 - seat)):
                texts = quiet_steps(here, mover)
                if not texts or mover not in here.to_act:
                    return None
                goings.append(dice.choice(texts))
                here = here.after(mover, goings[-1])
            backs = [text[2:4] + text[:2] for text in goings]
            try:
                return _led(world, [*goings, *backs] * rounds, seat)
            except (IllegalMove, InvalidMove):
                continue
        return None

    return lead


def _led(world: World, texts: Sequence[str], first: Seat) -> World:
    """The same match after all but the last of *texts*, by turns."""
    for number, text in enumerate(texts[:-1]):
        world = world.after(Seat((first + number) % 2), text)
    return world


def quiet_steps(world: World, seat: Seat) -> list[str]:
    """The steps offered to *seat* onto empty squares."""
    hits = {*attacks(world, seat)}
    return [
        text
        for text in world.offered(seat)
        if text[:2].isalnum() and len(text) == 4 and text[1:2] != "*" and text not in hits
    ]


# Pairs


@dataclass(frozen=True)
class Scene:
    """A pair that stands at a moment, what is tried there, and what is done next."""

    pair: Pair
    asked: tuple[str, ...]
    tries: tuple[tuple[Seat, str], ...]
    act: tuple[Seat, str] | None


@cache
def scenes(game: str, name: str, wanted: int) -> tuple[Scene, ...]:
    """The first *wanted* scenes at a moment. To be made with honest rules."""
    return tuple(islice(_scenes(game, name), wanted))


def _scenes(game: str, name: str) -> Iterator[Scene]:
    moment = moments_of(game)[name]
    for number in count():
        dice = Dice(b"moment", f"{game} {name} {number}")
        if pair := _pair_at(moment, game, dice):
            tries = tuple(
                (seat, text)
                for seat in sorted(pair.one.to_act - pair.hidden)
                for text in some_tries(moment, pair, seat, dice)
            )
            yield Scene(pair, moment.asked, tries, common_act(pair, dice))


def _pair_at(moment: Moment, game: str, dice: Dice) -> Pair | None:
    """A pair there, if a random match and a twin of it come there."""
    world = some_world(engine_of(game), b"%032d" % dice.below(10**9), LENGTH)
    seat = Seat(dice.below(2))
    cuts = [cut for cut in prefixes(world) if cut.moved and moment.holds(cut, seat)]
    if not cuts:
        return None
    one = moment.lead(dice.choice(cuts), dice)
    if one is None:
        return None
    eyes = [BYSTANDER] if moment.is_for_onlookers else [Viewer.of(seat), BYSTANDER]
    other = twin_of(one, eyes, dice)
    if other is None or not moment.differ(one, other, seat):
        return None
    both = frozenset(map(Seat, SEATED.values()))
    return Pair(one, other, both if moment.is_for_onlookers else both - {seat})


def prefixes(world: World) -> list[World]:
    """The match after each of its plies."""
    return [
        replace(world, acts=world.acts[:number], steps=world.steps[: number + 1])
        for number in range(1, len(world.acts) + 1)
    ]


def onlookers_pairs(game: str, numbers: Iterable[int]) -> Iterator[Pair]:
    """Pairs in which both armies differ: they look the same to those who have no seat."""
    for number in numbers:
        dice = Dice(b"onlookers", f"{game} {number}")
        one = some_world(engine_of(game), b"%032d" % number, 2 + dice.below(LENGTH))
        other = twin_of(one, [BYSTANDER], dice)
        if other is not None:
            yield Pair(one, other, frozenset(map(Seat, SEATED.values())))


def prepare(game: str, each: int) -> None:
    """Make the scenes with honest rules."""
    for name in moments_of(game):
        scenes(game, name, each)


# Drives


def at_moments(
    showcase: Showcase, each: int = 1, names: tuple[str, ...] = (), *, only: str = ""
) -> Found:
    """The match page asked in many ways, a try, a move, a look again; *only* what is named so."""
    for name in names or moments_of(showcase.house.game):
        for number, scene in enumerate(scenes(showcase.house.game, name, each)):
            for found in _differences_in(showcase, scene, Dice(b"scene", f"{name} {number}"), only):
                yield replace(found, place=f"{name}: {found.place}")


def _differences_in(
    showcase: Showcase, scene: Scene, dice: Dice, only: str
) -> Iterator[Difference]:
    pair = scene.pair
    near = some_viewers(pair, dice)
    cells = core_cells(showcase, near)
    mails = [cell for cell in mail_cells() if cell.viewer in near]
    asked = asked_cells(showcase, pair, near, dice, scene.asked)
    tries = [try_of(showcase, pair, seat, text) for seat, text in scene.tries]
    yield from differences(showcase, pair, named([*cells, *mails, *asked, *tries], only))
    if scene.act:
        seat, text = scene.act
        act = move_act(pair.one, seat, text, 0)
        after = [cell for cell in named(cells, only) if not cell.address.endswith("/board/")]
        yield from script_differences(showcase, pair, Script([act], None), after)


def thinking_at(showcase: Showcase, each: int, names: tuple[str, ...]) -> Found:
    """The move of a bot there."""
    for name in names:
        for scene in scenes(showcase.house.game, name, each):
            yield from thoughts(showcase, scene.pair)


def some_viewers(pair: Pair, dice: Dice) -> tuple[str, ...]:
    """Who has a seat, if anybody may look on who has, and one without."""
    seated = [viewer for viewer in pair.viewers if viewer in SEATED]
    return (*seated, dice.choice(OTHERS))


def looked_on(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """The match page as those who have no seat."""
    for pair in onlookers_pairs(showcase.house.game, numbers):
        yield from differences(showcase, pair, core_cells(showcase, OTHERS))


def asked_cells(
    showcase: Showcase, pair: Pair, viewers: tuple[str, ...], dice: Dice, always: tuple[str, ...]
) -> list[Cell]:
    """The match page with some of what an address may ask for, and the sheet at some piece."""
    view: Any = pair.one.engine.codec.dump_view(pair.one.engine.view(pair.one.position, BYSTANDER))
    pieces = [piece.get("piece", piece["square"]) for piece in view["pieces"]]
    base = f"/matches/{showcase.match.uid}/"
    cells = []
    for viewer in viewers:
        questions = some_of(questions_of(pair.one, SEATED.get(viewer), dice), 1, dice)
        paths = [
            f"{base}knowledge/?piece={dice.choice(pieces)}",
            *(f"{base}{dice.choice(('', 'board/'))}?{asked}" for asked in (*always, *questions)),
        ]
        cells += [page(f"get {path}", viewer, "get", path) for path in paths]
    return cells


def questions_of(world: World, seat: int | None, dice: Dice) -> list[str]:
    """What the one in *seat* may ask in the address of the match page."""
    view: Any = world.engine.codec.dump_view(world.engine.view(world.position, BYSTANDER))
    squares = [piece["square"] for piece in view["pieces"] if piece["square"]]
    asked = [f"at={dice.choice(squares)}&bluff=1", f"ply={len(world.acts) - 1}", "as=all"]
    if seat is not None:
        asked += ["bluff=1", "ask=call-doubt", "ask=call-accept", "at=P*&bluff=1"]
        for text in some_of(world.offered(Seat(seat)), 2, dice):
            asked += [f"at={text[:2]}&bluff=1", f"move={text}&bluff=1"]
    return asked


def some_tries(moment: Moment, pair: Pair, seat: Seat, dice: Dice) -> list[str]:
    """The quiet moves that the moment is about; some drops, answers and Trials; some more."""
    quiet = quiet_tries(pair, seat)
    about = {*moment.texts(pair.one, seat), *moment.texts(pair.other, seat)}
    special = [text for text in quiet if text[:2] == "P*" or text.isalpha() or text[-1:] == "!"]
    mine = [text for text in quiet if text in about]
    return [*mine, *some_of(special, 2, dice), *some_of(quiet, 1, dice)]


def common_act(pair: Pair, dice: Dice) -> tuple[Seat, str] | None:
    """A move open in both twins that tells everybody the same, captures and other moves first."""
    alike = None
    for seat in sorted(pair.one.to_act):
        both = [text for text in pair.one.offered(seat) if text in pair.other.offered(seat)]
        hits = [text for text in attacks(pair.one, seat) if text in both]
        for text in [*hits, *some_of(both, 6, dice)]:
            if reads_alike(pair, seat, text):
                alike = alike or (seat, text)
                one, other = (world.after(seat, text) for world in (pair.one, pair.other))
                if one.steps[-1].events != other.steps[-1].events:
                    return seat, text
    return alike


def released(showcase: Showcase, numbers: range) -> Found:
    """What is told at the first release of scripts made anew, and is in no manifest."""
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        viewer = SEATED[pair.player]
        dice = Dice(b"released", str(number))
        script = script_for(pair.one, pair.other, Seat(viewer), dice, steps=4)
        yield from unreleased(showcase.house.game, script)
