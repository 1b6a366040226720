"""What people do: the same requests in both twins, one after the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import channels.db
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.test import TestCase

from engines.core.dice import Dice
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.boards.cards import card_for
from games.common import live
from games.desk.consumers import DeskConsumer
from games.lobby.consumers import LobbyConsumer
from games.matchpage.consumers import MatchConsumer
from tests.engines.playing import news
from tests.kit.browsing import HTMX
from tests.kit.sockets import Page, socket_paths
from tests.secrecy.house import NAMES, SEATED, Showcase
from tests.secrecy.surfaces import Cell, as_sent, read_all
from tests.secrecy.worlds import World, answers_to

PATIENCE = 60.0  # seconds, for what is sure to come


@dataclass(frozen=True)
class Act:
    """A request about the match: `path` is under its address, or absolute; `{uid}` is filled in."""

    who: str
    path: str
    form: dict[str, str] = field(default_factory=dict)
    method: str = "post"
    is_counted: bool = False
    """Whether what is counted of requests goes on from the act before."""

    def do(self, showcase: Showcase, number: int) -> bytes:
        """Ask, and let what is done after commit be done; the whole answer."""
        showcase.chance.restart(f"act {number}")
        if not self.is_counted:
            cache.clear()
        path = (
            self.path if self.path.startswith("/") else f"/matches/{showcase.match.uid}/{self.path}"
        )
        client = showcase.house.client(self.who)
        with TestCase.captureOnCommitCallbacks(execute=True):
            form = {
                name: value.replace("{uid}", showcase.match.uid)
                for name, value in self.form.items()
            }
            response = getattr(client, self.method)(path, form, headers=HTMX)
            body = response.getvalue() if response.streaming else response.content
        assert response.status_code < 500, f"{self} breaks"
        return as_sent(response, body, showcase.house.keys[self.who])


@dataclass(frozen=True)
class Received:
    """What reached the viewers while a script was played, in the order in which it came."""

    place: str
    blob: bytes


def play_script(
    showcase: Showcase,
    world: World,
    acts: Sequence[Act],
    viewers: Sequence[str],
    cells: Iterable[Cell] = (),
    **showing: Any,
) -> list[Received]:
    """Play *acts* in *world*: answers to the *viewers*, frames they got, and *cells* at the end."""
    # sockets share the connection of the test, which must not be closed after each question
    with (
        showcase.showing(world, **showing),
        patch.object(channels.db, "close_old_connections"),
        marked_sockets(),
    ):
        received = async_to_sync(_with_sockets)(showcase, acts, viewers)
        return received + [Received(str(cell), blob) for cell, blob in read_all(showcase, cells)]


async def _with_sockets(
    showcase: Showcase, acts: Sequence[Act], viewers: Sequence[str]
) -> list[Received]:
    pages = {
        f"{viewer} at {path}": await Page(path, showcase.house.client(viewer)).opened()
        for viewer in viewers
        for path in socket_paths(showcase.match)
    }
    received = []
    for name, page in list(pages.items()):
        if not name.endswith(SILENT):
            received.append(Received(f"first frame to {name}", await _next(page, pages, name)))
    received += await _said_since(showcase, pages, "opening")
    for number, act in enumerate(acts):
        answer = await sync_to_async(act.do)(showcase, number)
        place = f"act {number} ({act.path} by {act.who})"
        if act.who in viewers:
            received.append(Received(place, answer))
        received += await _said_since(showcase, pages, place)
    for page in pages.values():
        await page.disconnect()
    return received


async def _said_since(showcase: Showcase, pages: dict[str, Page], place: str) -> list[Received]:
    """What all sockets have said since they were last listened to."""
    mark_all(showcase)
    return [
        Received(f"frame to {name} after {place}", frame)
        for name, page in list(pages.items())
        for frame in await _up_to_mark(page, pages, name)
    ]


MARK = b"all has been said"

SILENT = "/ws/lobby/"
"""The socket that says nothing when it is opened."""


class marked_sockets:  # noqa: N801 - reads as a verb
    """Sockets repeat a mark, which comes after all that they were told before it."""

    def __enter__(self) -> None:
        self._patches = [
            patch.object(consumer, "mark_reached", _repeat(kind), create=True)
            for consumer, kind in (
                (MatchConsumer, "match"),
                (DeskConsumer, "desk"),
                (LobbyConsumer, "desk"),
            )
        ]
        for each in self._patches:
            each.start()

    def __exit__(self, *error: object) -> None:
        for each in self._patches:
            each.stop()


def _repeat(kind: str) -> Callable[[Any, dict[str, Any]], Awaitable[None]]:
    async def mark_reached(self: Any, message: dict[str, Any]) -> None:
        if message["to"] == kind:
            await self.send(text_data=MARK.decode())

    return mark_reached


def mark_all(showcase: Showcase) -> None:
    """Put the mark where every socket of the site hears it."""
    layer: Any = get_channel_layer()
    for seat in (*SEATED.values(), None):
        group = live.match_group(showcase.match.uid, seat)
        layer.announce(group, {"type": "mark.reached", "to": "match"})
    for user in showcase.house.people.values():
        if user is not None:
            layer.announce(live.user_group(user.pk), {"type": "mark.reached", "to": "desk"})


async def _up_to_mark(page: Page, pages: dict[str, Page], name: str) -> list[bytes]:
    frames: list[bytes] = []
    while name in pages:
        frame = await _next(page, pages, name)
        if MARK in frame:
            break
        frames.append(frame)
    return frames


async def _next(page: Page, pages: dict[str, Page], name: str) -> bytes:
    """What the socket says next; one that closes is dropped from *pages*."""
    message = await page.receive_output(timeout=PATIENCE)
    if message["type"] == "websocket.close":
        await pages.pop(name).disconnect()
    return repr(sorted(message.items())).encode()


# Scripts of play


@dataclass(frozen=True)
class Script:
    """Acts that both twins answer alike, and the release it ends with, if there is one."""

    acts: list[Act]
    released: tuple[list[Any], list[Any]] | None
    """What was told of the last act in each twin, where that is not the same."""


LONG = 10
"""Turns from which on a script is a long one."""


def script_for(one: World, other: World, viewer: Seat, dice: Dice, *, steps: int) -> Script:
    """What both sides do for some turns, up to the first release; a long script puts that off."""
    acts: list[Act] = []
    for number in range(steps):
        to_act = sorted(one.to_act)
        if not to_act:
            break
        if steps < LONG or not dice.below(4):
            acts += _asides(one, other, viewer, dice, number)
        mover = dice.choice(to_act)
        is_bold = steps < LONG or number == steps - 1 or not dice.below(steps)
        text = _common_move(one, other, mover, viewer, dice, may_tell=is_bold and mover == viewer)
        if text is None:
            break
        acts.append(move_act(one, mover, text, number))
        one, other = one.after(mover, text), other.after(mover, text)
        news_then = [[news(world.steps[-1].events, Viewer.of(viewer))] for world in (one, other)]
        if news_then[0] != news_then[1]:
            return Script(acts[:-1], (news_then[0][0], news_then[1][0]))
    return Script(acts, None)


def move_act(world: World, seat: Seat, text: str, number: int) -> Act:
    """The next move of *seat*, as its player would send it."""
    own = sum(mover == seat for mover, _text in world.acts) + 1
    return Act(
        NAMES[seat], "move/", {"move": text, "seat_ply": str(own), "key": f"key-script-{number}"}
    )


def _common_move(
    one: World, other: World, mover: Seat, viewer: Seat, dice: Dice, *, may_tell: bool
) -> str | None:
    """A move open in both twins; one whose news differ, a release, only if it *may_tell*."""
    view = one.engine.view(one.position, Viewer.of(mover))
    hits = attacks(one, mover) if mover == viewer else []
    for number in range(40):
        if hits and number < 5:  # what a battle tells is what could tell too much
            text = dice.choice(hits)
        else:
            text = one.engine.codec.dump_move(one.engine.sample_move(view, dice))
        news_then = [_news_of(world, mover, text, viewer) for world in (one, other)]
        if None not in news_then and (news_then[0] == news_then[1] or may_tell):
            return text
    return None


def attacks(world: World, seat: Seat) -> list[str]:
    """The moves offered to *seat* that go to a square on which something stands."""
    view: Any = world.engine.codec.dump_view(world.engine.view(world.position, BYSTANDER))
    taken = {piece["square"] for piece in view["pieces"]}
    return [text for text in world.offered(seat) if text[2:4] in taken]


def _news_of(world: World, mover: Seat, text: str, viewer: Seat) -> list[Any] | None:
    try:
        step = world.after(mover, text).steps[-1]
    except (IllegalMove, InvalidMove):
        return None
    return [news(step.events, eyes) for eyes in (Viewer.of(viewer), BYSTANDER)]


def _asides(one: World, other: World, viewer: Seat, dice: Dice, number: int) -> list[Act]:
    """What the viewer tries besides: things that are refused, looks, offers."""
    name = NAMES[viewer]
    own = sum(mover == viewer for mover, _text in one.acts) + 1
    texts = probes(one)
    while not _is_refused(one, other, viewer, nothing := dice.choice(texts)):
        pass
    nonsense = {"move": nothing, "key": f"key-probe-{number}"}
    asides = [
        Act(name, "board/", method="get"),
        Act(name, "", {"at": dice.choice(texts)[:2]}, method="get"),
        Act(name, "move/", {**nonsense, "seat_ply": str(own)}),
        Act(name, "move/", {**nonsense, "seat_ply": str(own + 1)}),
        Act(name, "draw/", {"do": dice.choice(["offer", "withdraw", "accept", "refuse"])}),
        Act(name, "seen/"),
        Act(name, "/desk/", method="get"),
    ]
    return [dice.choice(asides) for _aside in range(2)]


def _is_refused(one: World, other: World, seat: Seat, text: str) -> bool:
    """Whether it is a move in neither twin; one that is a move may be a release."""
    return all("" not in answers_to(world, seat, [text]) for world in (one, other))


def squares_of(world: World) -> list[str]:
    """Every square of the board."""
    return sorted(card_for(world.engine.meta.slug).board.squares)


def probes(world: World) -> list[str]:
    """Every pair of squares, as the text of a move; in games with hands drops, Trials, answers."""
    meta, squares = world.engine.meta, squares_of(world)
    pairs = [origin + target for origin in squares for target in squares if origin != target]
    if meta.placing is None or not meta.placing.on_board:
        return pairs
    drops = [f"{kind}*{target}" for kind in meta.kinds for target in squares]
    return [*pairs, *drops, *(f"{pair}!" for pair in pairs[::5]), "doubt", "accept"]
