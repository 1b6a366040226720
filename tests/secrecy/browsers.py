"""Twins in a real browser: what it asks for, plays and moves, and what it reads out.

Time stands still; timers go on and nudges leave only when all pages have come to rest, so the order
of what pages do follows from their bytes alone.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.core.cache import cache
from django.core.management import call_command
from playwright.sync_api import Frame, Page, Request, WebSocket

from engines.core.dice import Dice
from engines.core.seats import Seat
from games.common import live
from games.common.consumers import NudgeConsumer
from games.match.changes import turns
from games.match.models import Match
from games.match.terms import opening
from tests.e2e.visits import PHONE, elsewhere, sign_in
from tests.kit.builders import NOON, person
from tests.secrecy.comparing import Difference, Pair, script_of, unlike_received
from tests.secrecy.comparisons import battle_of
from tests.secrecy.house import NOW, SEATED, restart_keys
from tests.secrecy.planting import plant
from tests.secrecy.scripts import Received
from tests.secrecy.still import steady, still
from tests.secrecy.worlds import World

OBSERVER = Path(__file__).with_name("observer.js")
PATIENCE = 60.0  # seconds, for what is sure to come
PAUSE = 10  # milliseconds between two looks whether anything is under way
DRAWN = ("/static/pieces/", "/static/img/", "/static/fonts/")
PASSING = 500  # milliseconds that pass for the timers of a page while it rests
FRAMES = 50  # milliseconds in which a page draws, and says, what came of that

Moves = list[tuple[Seat, str]]
NewPage = Callable[..., Page]


def twins_in_a_browser(
    site: Any, new_page: NewPage, pair: Pair, moves: Moves
) -> tuple[list[Received], list[Received]]:
    """What the viewer and a visitor were shown of each twin, while it goes on by *moves*."""
    ones, others = (
        seen_of(site, new_page, pair, world, moves, order)
        for world, order in ((pair.one, "one"), (pair.other, "other"))
    )
    return ones, others


def differing(site: Any, new_page: NewPage, pair: Pair, moves: Moves) -> list[Difference]:
    """Where the twins differ twice: what does not follow from the bytes may differ once."""
    found = unlike_received(*twins_in_a_browser(site, new_page, pair, moves))
    if not found:
        return []
    again = unlike_received(*twins_in_a_browser(site, new_page, pair, moves))
    places = {difference.place for difference in found}
    return [difference for difference in again if difference.place in places]


def moves_after(game: str, number: int, steps: int = 2) -> Moves:
    """How the match of the pair of that number goes on alike: by a battle, or as in the scripts."""
    if battle := battle_of(game, number):
        return [battle]
    seats = {name: Seat(seat) for name, seat in SEATED.items()}
    return [
        (seats[act.who], act.form["move"])
        for act in script_of(game, number, steps).acts
        if act.form.get("key", "").startswith("key-script")
    ]


# The room in which a twin is shown


def seen_of(
    site: Any, new_page: NewPage, pair: Pair, world: World, moves: Moves, order: str
) -> list[Received]:
    """Everything that was noted while one twin was shown."""
    with steady(NOW), nudges_in_turn() as nudges:
        match = furnish(world, order)
        seat = next(seat for seat in SEATED.values() if seat not in pair.hidden)
        room = Room(site, match, nudges, {})
        try:
            room.let_in("viewer", new_page(), match.players.get(seat=seat).user)
            room.let_in("visitor", new_page(**PHONE))
            look_and_play(room, seat, moves)
            room.note_pictures()
        finally:
            for onlooker in room.onlookers.values():
                onlooker.page.context.close()
        room.wait(lambda: not nudges.sockets)
        site.settle()
    return room.noted


def furnish(world: World, order: str) -> Match:
    """The match of *world* and its two players in an otherwise empty site, the same each time."""
    cache.clear()
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
    with still(NOW) as chance:
        restart_keys()
        chance.restart("furnishing")
        south, north = person("south"), person("north")
        terms = opening.Terms(world.engine.meta.slug, "relaxed", 0)
        match = opening.create_invitation(user=south, terms=terms, now=NOON)
        opening.take_seat(secret=match.secret, user=north, now=NOON)
        plant(match, world, start=NOON, order=Dice(b"order", order))
    match.refresh_from_db()
    return match


class Nudges:
    """Holds back what is announced, and knows whether all that was let go has arrived."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[], None]] = deque()
        self.members: dict[str, set[str]] = {}
        self.sent = self.expected = self.handled = 0

    @property
    def sockets(self) -> set[str]:
        """The channels of the sockets that listen."""
        return {channel for channels in self.members.values() for channel in channels}

    def release(self) -> bool:
        """Let the oldest go; whether there was one."""
        if not self.waiting:
            return False
        self.waiting.popleft()()
        return True

    def hold(self, group: str, send: Callable[[], None]) -> None:
        """Keep an announcement until it is its turn."""

        def go() -> None:
            self.expected += len(self.members.get(group, ()))
            send()

        self.waiting.append(go)


@contextmanager
def nudges_in_turn() -> Iterator[Nudges]:
    """Announcements wait until they are released, and are counted until they are dealt with."""
    nudges = Nudges()
    honest: Any = {
        "join": NudgeConsumer.join,
        "leave": NudgeConsumer.leave,
        "send": live._send,
        "dispatch": NudgeConsumer.dispatch,
        "say": NudgeConsumer.send_json,
    }

    async def join(self: Any, *groups: str) -> None:
        await honest["join"](self, *groups)
        for group in groups:
            nudges.members.setdefault(group, set()).add(self.channel_name)

    async def leave(self: Any) -> None:
        for channels in nudges.members.values():
            channels.discard(self.channel_name)
        await honest["leave"](self)

    def send(group: str, message: dict[str, object]) -> None:
        nudges.hold(group, lambda: honest["send"](group, message))

    async def dispatch(self: Any, message: dict[str, Any]) -> None:
        await honest["dispatch"](self, message)
        nudges.handled += not message["type"].startswith("websocket.")

    async def say(self: Any, content: Any, close: bool = False) -> None:
        nudges.sent += not self.is_closed
        await honest["say"](self, content, close)

    with (
        patch.object(live, "_send", send),
        patch.object(NudgeConsumer, "join", join),
        patch.object(NudgeConsumer, "leave", leave),
        patch.object(NudgeConsumer, "dispatch", dispatch),
        patch.object(NudgeConsumer, "send_json", say),
    ):
        yield nudges


# Who looks


@dataclass(eq=False)
class Onlooker:
    """Somebody's page, and what has come of it since it was last noted."""

    name: str
    page: Page
    requests: list[str] = field(default_factory=list)
    pictures: set[str] = field(default_factory=set)
    """Drawings and fonts it has asked for, all the time: the browser does so when it likes."""
    joined: list[str] = field(default_factory=list)
    """Sockets it has opened."""
    frames: list[str] = field(default_factory=list)
    counts: list[str] = field(default_factory=list)
    """Frames of the desk's socket; only their number and the last are the same each time."""
    under_way: set[Request] = field(default_factory=set)
    sockets: set[WebSocket] = field(default_factory=set)
    frames_received: int = 0
    """Frames of all its sockets."""

    def __post_init__(self) -> None:
        page, context = self.page, self.page.context
        context.clock.install(time=NOW - timedelta(hours=1))
        context.clock.pause_at(NOW)
        page.add_init_script(path=OBSERVER)
        context.on("request", self._asked)
        context.on("requestfinished", self._answered)
        context.on("requestfailed", self._answered)
        page.on("websocket", self._connected)
        page.on("framenavigated", self._left)
        self.cdp = context.new_cdp_session(page)

    def _asked(self, request: Request) -> None:
        self.under_way.add(request)
        asked = f"{request.method} {request.url} ({request.resource_type})"
        if any(folder in request.url for folder in DRAWN):
            self.pictures.add(asked)
        else:
            self.requests.append(asked)

    def _answered(self, request: Request) -> None:
        self.under_way.discard(request)

    def _left(self, frame: Frame) -> None:
        """The sockets of the page before end with it; the browser does not say so."""
        if frame.parent_frame is None:
            self.sockets.clear()

    def _connected(self, socket: WebSocket) -> None:
        self.sockets.add(socket)
        self.joined.append(socket.url)
        socket.on("framereceived", self._count_frame)
        socket.on("close", self._disconnected)

    def _disconnected(self, socket: WebSocket) -> None:
        self.sockets.discard(socket)

    def _count_frame(self, frame: str | bytes) -> None:
        self.frames_received += 1
        (self.counts if '"desk"' in str(frame) else self.frames).append(repr(frame))

    def is_waiting(self) -> bool:
        """Whether its scripts have not dealt with an answer yet."""
        return bool(self.page.evaluate("window.isWaiting?.() ?? false"))

    def breathe(self) -> None:
        """Let some time pass for the page's timers, and what moves come to its end."""
        self.page.clock.run_for(PASSING)
        self.page.evaluate(AT_REST)
        self.page.clock.run_for(FRAMES)

    def take(self, place: str, *, is_read_out: bool) -> list[Received]:
        """All that came of it since the last time, under the name of what was done."""
        observed, kept = self.page.evaluate(TAKE)
        streams = {
            "requests": self.requests,
            "sockets": self.joined,
            # of two sockets, which nobody puts in order
            "frames": sorted(self.frames),
            "counts": [*self.counts[-1:], f"{len(self.counts)} in all"],
            "sounds and motion": observed["done"],
            # each element begins with the frame in which the browser gets to it
            "transitions": sorted(observed["drawn"]),
            "words read out": observed["said"],
            "stores": [json.dumps(kept)],
        }
        self.requests, self.joined, self.frames, self.counts = [], [], [], []
        found = {what: "\n".join(lines) for what, lines in streams.items()}
        if is_read_out:
            found["accessibility tree"] = self.tree()
        return [
            Received(f"{place}: {what} of the {self.name}", blob.encode())
            for what, blob in found.items()
        ]

    def tree(self) -> str:
        """What assistive technology is given, without the browser's own numbers."""
        nodes = self.cdp.send("Accessibility.getFullAXTree")["nodes"]
        depths: dict[str, int] = {}
        lines = []
        for node in nodes:
            depths[node["nodeId"]] = depths.get(node.get("parentId", ""), -1) + 1
            lines.append(" " * depths[node["nodeId"]] + json.dumps(without_numbers(node)))
        return "\n".join(lines)


OWN_NUMBERS = {"nodeId", "parentId", "childIds", "backendDOMNodeId", "frameId"}


def without_numbers(part: Any) -> Any:
    """A node of the tree without what the browser counts by itself."""
    if isinstance(part, dict):
        return {key: without_numbers(one) for key, one in part.items() if key not in OWN_NUMBERS}
    return [without_numbers(one) for one in part] if isinstance(part, list) else part


AT_REST = """async () => {
    const ending = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(document.getAnimations().filter(ending).map((one) => one.finished));
}"""

TAKE = """async () => [window.observe(), {
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map((one) => one.name),
    caches: "caches" in window ? await caches.keys() : [],
    history: [history.length, history.state],
    title: document.title,
    scrolled: [scrollX, scrollY],
}]"""


@dataclass
class Room:
    """The pages that are open on one match, and all that was noted of them."""

    site: Any
    match: Match
    nudges: Nudges
    onlookers: dict[str, Onlooker]
    noted: list[Received] = field(default_factory=list)

    def let_in(self, name: str, page: Page, user: Any = None) -> None:
        """Open a page for somebody."""
        if user is not None:
            sign_in(page, self.site, user)
        self.onlookers[name] = Onlooker(name, page)

    def note(self, place: str, *readers: str) -> None:
        """Wait for rest, and write down what came of the last act; *readers* have it read out."""
        self.rest()
        for name, onlooker in self.onlookers.items():
            if onlooker.page.url != "about:blank":
                self.noted += onlooker.take(place, is_read_out=name in readers)

    def note_pictures(self) -> None:
        """Write down what was asked for to be drawn."""
        for name, onlooker in self.onlookers.items():
            pictures = "\n".join(sorted(onlooker.pictures))
            self.noted.append(Received(f"all the time: pictures of the {name}", pictures.encode()))

    def rest(self) -> None:
        """Return when nothing is under way any more, and nothing would come with time."""
        before = None
        while before != self._state():
            self.wait(self._is_quiet)
            before = self._state()
            for onlooker in self.onlookers.values():
                onlooker.breathe()
            self.wait(self._is_quiet)
            if self.nudges.release():
                before = None

    def _state(self) -> list[tuple[int, int]]:
        return [
            (len(one.requests) + len(one.pictures), one.frames_received)
            for one in self.onlookers.values()
        ]

    def _is_quiet(self) -> bool:
        pages = self.onlookers.values()
        is_quiet = (
            not any(one.under_way for one in pages)
            and self.nudges.expected == self.nudges.handled
            and len(self.nudges.sockets) == sum(len(one.sockets) for one in pages)
            and self.nudges.sent == sum(one.frames_received for one in pages)
            and not any(one.is_waiting() for one in pages)
        )
        if is_quiet:
            self.site.settle()
        return is_quiet

    def wait(self, done: Callable[[], bool]) -> None:
        """Until it holds at two looks after each other."""
        deadline, held = time.monotonic() + PATIENCE, 0
        while held < 2:
            if time.monotonic() > deadline:
                raise TimeoutError(f"no rest: {vars(self.nudges)}, {self.onlookers.values()}")
            held = held + 1 if done() else 0
            for one in self.onlookers.values():
                if not one.page.is_closed():
                    one.page.wait_for_timeout(PAUSE)
                    break
            else:
                time.sleep(PAUSE / 1000)


# What they do


def look_and_play(room: Room, seat: int, moves: Moves) -> None:
    """Look around, go on by *moves*, look back, go to the desk."""
    viewer, visitor = (room.onlookers[name].page for name in ("viewer", "visitor"))
    for name, page in (("visitor", visitor), ("viewer", viewer)):
        page.goto(f"/matches/{room.match.uid}/")
        room.note(f"{name} opens the match", name)
    look_around(room, viewer)
    for number, (mover, text) in enumerate(moves):
        if mover == seat and not text.startswith("setup:"):
            make_move(room, viewer, text)
        else:
            play_elsewhere(room.match, mover, text)
        whose = "the viewer" if mover == seat else "the other"
        room.note(f"move {number} by {whose}", "viewer", "visitor")
    for key in ("Home", "End"):
        for page in (viewer, visitor):
            page.locator("h1").first.click()  # away from the board, whose squares know these keys
            page.keyboard.press(key)
        room.note(f"looking back by {key}")
    viewer.goto("/desk/")
    room.note("viewer at the desk", "viewer")


def look_around(room: Room, page: Page) -> None:
    """Point at things, choose and put back, ask what a piece can be, take it for something."""
    for what in TO_POINT_AT:
        for found in page.locator(what).filter(visible=True).all()[:1]:
            found.hover()
    room.note("viewer points at this and that")
    for name, what in TO_PRESS.items():
        for found in page.locator(what).filter(visible=True).all()[:1]:
            found.click()
            room.note(f"viewer presses {name}")
            page.keyboard.press("Escape")
    room.note("viewer has looked around", "viewer")


UNKNOWN = "#board .cell:not(.own):not(.target) .square:has(.piece)"

TO_POINT_AT = ("#board .own .square", UNKNOWN, "#board .square:not(:has(.piece))", ".spare")
TO_PRESS = {
    "a piece that can move": "#board .movable .square",
    "one of the others": UNKNOWN,
    "what they take it for": ".palette .palette-kind:nth-of-type(2)",
    "a piece to place": ".spare",
    "a whole set-up": ".ready-setups .ready-setup",
}


def make_move(room: Room, page: Page, text: str) -> None:
    """Type a move, or press the answer where a question is asked, and say yes to what is asked."""
    answer = page.locator(f'[data-row="check"]:not([hidden]) [data-ask="call-{text}"]')
    if answer.count():
        answer.click()
    else:
        page.locator("label[for=tab-moves]").click()
        page.locator("#typed").fill(text)
        page.keyboard.press("Enter")
    room.note(f"viewer says {text}")
    asked = page.locator(".action-row:not([hidden]) :is(button.primary, button.danger)")
    if asked.count():
        asked.first.click()


def play_elsewhere(match: Match, seat: Seat, text: str) -> None:
    """Let *seat* move from somewhere else."""
    user = match.players.get(seat=seat).user
    assert user is not None

    def send() -> None:
        from games.match.sealed import SealedPly

        done = SealedPly.objects.filter(match=match, seat=seat).count()
        turns.play_move(
            uid=match.uid,
            user=user,
            move=turns.MoveRequest(text, done + 1, f"key-elsewhere-{done}"),
            now=NOW,
        )

    elsewhere(send)
