"""What people do, written down beforehand: the same requests in both twins, one after the other.

Whom the twins look the same to asks for the same things in both, so a script that follows from
what one of them sees is every strategy's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import channels.db
from asgiref.sync import async_to_sync, sync_to_async
from django.core.cache import cache
from django.test import TestCase

from engines.core.dice import Dice
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.engines.playing import news
from tests.games.browsing import HTMX
from tests.games.leaks import as_sent
from tests.games.sockets import Page
from tests.noninterference.cells import Cell, read_all
from tests.noninterference.house import SEATED, Stage
from tests.noninterference.worlds import World

QUIET = 0.03  # seconds without a frame: nothing more is coming


@dataclass(frozen=True)
class Deed:
    """Somebody's request about the match: `path` is under the match's own address, or absolute."""

    who: str
    path: str
    form: dict[str, str] = field(default_factory=dict)
    method: str = "post"

    def do(self, stage: Stage, number: int) -> bytes:
        """Ask, and let what is done after commit be done; the whole answer."""
        stage.chance.restart(f"deed {number}")
        cache.clear()
        path = self.path if self.path.startswith("/") else f"/matches/{stage.match.uid}/{self.path}"
        client = stage.house.client(self.who)
        with TestCase.captureOnCommitCallbacks(execute=True):
            response = getattr(client, self.method)(path, self.form, headers=HTMX)
            body = response.getvalue() if response.streaming else response.content
        assert response.status_code < 500, f"{self} breaks"
        return as_sent(response, body, stage.house.keys[self.who])


@dataclass(frozen=True)
class Quiet:
    """Something done in secret, by a service."""

    who: str
    path: str
    act: Callable[[Stage], object]

    def do(self, stage: Stage, number: int) -> bytes:
        """Do it, and let what is done after commit be done."""
        stage.chance.restart(f"deed {number}")
        with TestCase.captureOnCommitCallbacks(execute=True):
            self.act(stage)
        return b""


@dataclass(frozen=True)
class Heard:
    """What reached the viewers while a script was played, in the order in which it came."""

    place: str
    blob: bytes


def play_script(
    stage: Stage,
    world: World,
    deeds: Sequence[Deed | Quiet],
    viewers: Sequence[str],
    cells: Iterable[Cell] = (),
    **showing: Any,
) -> list[Heard]:
    """Play *deeds* in *world*: the answers to the viewers' own, and every frame they got.

    At the end *cells* are read.
    """
    # sockets share the connection of the test, which must not be closed after each question
    with stage.showing(world, **showing), patch.object(channels.db, "close_old_connections"):
        heard = async_to_sync(_with_sockets)(stage, deeds, viewers)
        return heard + [Heard(str(cell), blob) for cell, blob in read_all(stage, cells)]


async def _with_sockets(
    stage: Stage, deeds: Sequence[Deed | Quiet], viewers: Sequence[str]
) -> list[Heard]:
    pages = await _opened(stage, viewers)
    heard = await _frames(pages, "opening")
    for number, deed in enumerate(deeds):
        answer = await sync_to_async(deed.do)(stage, number)
        place = f"deed {number} ({deed.path} by {deed.who})"
        if deed.who in viewers:
            heard.append(Heard(place, answer))
        heard += await _frames(pages, place)
    for page in pages.values():
        await page.disconnect()
    return heard


async def _opened(stage: Stage, viewers: Sequence[str]) -> dict[str, Page]:
    pages = {}
    for viewer in viewers:
        for path in (f"/ws/matches/{stage.match.uid}/", "/ws/desk/"):
            client = stage.house.client(viewer)
            pages[f"{viewer} at {path}"] = await Page(path, client).opened()
    return pages


async def _frames(pages: dict[str, Page], place: str) -> list[Heard]:
    """Every frame that waits, socket by socket."""
    gathered = await asyncio.gather(*(_waiting(page) for page in pages.values()))
    return [
        Heard(f"frame {number} to {name} after {place}", frame)
        for name, frames in zip(pages, gathered, strict=True)
        for number, frame in enumerate(frames)
    ]


async def _waiting(page: Page) -> list[bytes]:
    frames = []
    while not await page.receive_nothing(timeout=QUIET, interval=QUIET / 3):
        frames.append(repr(sorted((await page.receive_output()).items())).encode())
    return frames


# Scripts of play


@dataclass(frozen=True)
class Script:
    """Deeds that both twins answer alike, and the release it ends with, if there is one."""

    deeds: list[Deed]
    released: tuple[list[Any], list[Any]] | None
    """What was told of the last deed in each twin, where that is not the same."""


def script_for(one: World, other: World, viewer: Seat, dice: Dice, *, steps: int) -> Script:
    """What *viewer* and the hidden side do for some turns, up to the first release."""
    names = {seat: name for name, seat in SEATED.items()}
    deeds: list[Deed] = []
    for number in range(steps):
        to_act = sorted(one.to_act)
        if not to_act:
            break
        deeds += _asides(one, viewer, names[viewer], dice, number)
        mover = dice.choice(to_act)
        text = _common_move(one, other, mover, viewer, dice)
        if text is None:
            break
        deeds.append(_move(one, mover, names[mover], text, number))
        one, other = one.after(mover, text), other.after(mover, text)
        told = [[news(world.steps[-1].events, Viewer.of(viewer))] for world in (one, other)]
        if told[0] != told[1]:
            return Script(deeds[:-1], (told[0][0], told[1][0]))
    return Script(deeds, None)


def _move(world: World, seat: Seat, name: str, text: str, number: int) -> Deed:
    own = sum(mover == seat for mover, _text in world.acts) + 1
    return Deed(name, "move/", {"move": text, "seat_ply": str(own), "key": f"key-script-{number}"})


def _common_move(one: World, other: World, mover: Seat, viewer: Seat, dice: Dice) -> str | None:
    """A move open in both twins. One whose news differ is a release: only *viewer* makes those."""
    view = one.engine.view(one.position, Viewer.of(mover))
    for _try in range(20):
        text = one.engine.codec.dump_move(one.engine.sample_move(view, dice))
        told = [_news_of(world, mover, text, viewer) for world in (one, other)]
        if None not in told and (told[0] == told[1] or mover == viewer):
            return text
    return None


def _news_of(world: World, mover: Seat, text: str, viewer: Seat) -> list[Any] | None:
    try:
        step = world.after(mover, text).steps[-1]
    except (IllegalMove, InvalidMove):
        return None
    return [news(step.events, eyes) for eyes in (Viewer.of(viewer), BYSTANDER)]


def _asides(world: World, viewer: Seat, name: str, dice: Dice, number: int) -> list[Deed]:
    """What the viewer tries besides: things that are refused, looks, offers."""
    own = sum(mover == viewer for mover, _text in world.acts) + 1
    nonsense = {"move": dice.choice(probes(world)), "key": f"key-probe-{number}"}
    asides = [
        Deed(name, "board/", method="get"),
        Deed(name, "", {"at": dice.choice(probes(world))[:2]}, method="get"),
        Deed(name, "move/", {**nonsense, "seat_ply": str(own)}),
        Deed(name, "move/", {**nonsense, "seat_ply": str(own + 1)}),
        Deed(name, "draw/", {"do": dice.choice(["offer", "withdraw", "accept", "refuse"])}),
        Deed(name, "seen/"),
        Deed(name, "/desk/", method="get"),
    ]
    return [dice.choice(asides) for _aside in range(2)]


def probes(world: World) -> list[str]:
    """Every pair of squares on the board, as the text of a move."""
    view: Any = world.engine.codec.dump_view(world.engine.view(world.position, BYSTANDER))
    squares = sorted({piece["square"] for piece in view["pieces"] if piece["square"]})
    return [origin + target for origin in squares for target in squares if origin != target]
