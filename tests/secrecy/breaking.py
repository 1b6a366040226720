"""Things break while what is hidden is at hand; the text of each fault is the sealed position."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, NoReturn
from unittest.mock import patch

import channels.db
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.apps import apps
from django.core import mail as post

import engines.thinking
from engines.core.seats import Seat
from games import tasks
from games.bots import services as bots
from games.bots import thinking
from games.bots.models import BotTurn
from games.common import live
from games.desk import consumers as desk_consumers
from games.match.changes import turns
from games.match.referee import Referee
from games.match.sealed import SealedPosition
from games.matchpage import consumers
from games.matchpage.views import knowledge, matches
from games.notices.models import Delivery
from games.notices.senders import mail as mail_sender
from games.notices.services import notifying
from games.templatetags import boards
from tests.kit.logs import log_lines
from tests.kit.sockets import Page, socket_paths
from tests.secrecy.comparing import Difference, Pair, unlike
from tests.secrecy.comparisons import numbered_pairs, quiet_move, try_of
from tests.secrecy.house import NOW, SEATED, Showcase
from tests.secrecy.scripts import MARK, PATIENCE, SILENT, mark_all, marked_sockets
from tests.secrecy.surfaces import Cell, is_broken, page, read_all
from tests.secrecy.worlds import World

logger = logging.getLogger(__name__)

PLACES: dict[str, tuple[Any, str]] = {
    "a view": (matches, "preferences"),
    "a presenter": (matches, "present_match"),
    "the presenter of the sheet": (knowledge, "present_knowledge"),
    "a template": (boards, "_cell"),
    "a selector": (matches, "board_facts"),
    "the view of the referee": (Referee, "view"),
    "the news of the referee": (Referee, "latest_news"),
    "the sheet of the referee": (Referee, "knowledge"),
    "the judgement of a move": (Referee, "play"),
    "the end of a turn": (turns, "settle"),
    "a notice": (notifying, "notify"),
}
"""Functions of views, presenters, templates, selectors, the referee and services."""

SOCKETS: dict[str, tuple[Any, str]] = {
    "what a match's socket reads": (consumers, "watched_match"),
    "what a desk's socket reads": (desk_consumers, "boards_to_move"),
    "a nudge": (consumers.MatchConsumer, "match_changed"),
}
"""Functions of the consumers: when a page connects, and when it is nudged."""

BOTS: dict[str, tuple[Any, str]] = {
    "what a bot is given": (Referee, "thought"),
    "a bot's search": (thinking, "choose"),
    "a bot's move": (Referee, "play"),
    "the end of a bot's turn": (turns, "settle"),
}
MAILS: dict[str, tuple[Any, str]] = {"a mail": (mail_sender, "mail_for")}
"""Functions of the tasks by which a bot moves, and a mail is sent."""


def breaking(showcase: Showcase, numbers: Iterable[int]) -> Iterator[Difference]:
    """Compare the answers of a site in which one place after the other is broken.

    Pairs without a quiet move are passed over; a place at which nothing breaks is a difference.
    """
    showcase.is_honest = False
    for _number, pair in numbered_pairs(showcase.house.game, numbers):
        cells = cells_to_break(showcase, pair)
        for name in PLACES if cells else ():
            ones, others = (_answers(showcase, pair, which, name, cells) for which in (0, 1))
            yield from unlike(ones, [blob for _place, blob in others])
            if not any(is_broken(blob) for _place, blob in ones):
                yield Difference(name, b"nothing breaks there", b"")
        if cells:
            yield from breaking_behind(showcase, pair)


def breaking_behind(showcase: Showcase, pair: Pair) -> Iterator[Difference]:
    """The same of sockets and tasks: frames, what is stored, what is sent, and the log."""
    for places, receive in BEHIND_PAGES:
        for name in places:
            ones, others = (
                _received(showcase, pair, which, name, places, receive) for which in (0, 1)
            )
            yield from unlike(ones, [blob for _place, blob in others])
            if not any(b"RuntimeError" in blob for _place, blob in ones):  # bots log no more of it
                yield Difference(name, b"nothing breaks there", b"")


def cells_to_break(showcase: Showcase, pair: Pair) -> list[Cell]:
    """Pages, and moves of the player who may not know; nothing without a quiet move."""
    player, seat = pair.player, Seat(SEATED[pair.player])
    quiet = "" if pair.one.is_setting_up else quiet_move(pair, seat)
    if not quiet:
        return []
    base = f"/matches/{showcase.match.uid}/"
    pages = [
        page(f"get {base}{part}", viewer, "get", f"{base}{part}")
        for part in ("", "board/", "knowledge/")
        for viewer in (player, "visitor", "helper")
    ]
    return [*pages, *(try_of(showcase, pair, seat, text) for text in (quiet, "nonsense"))]


def _answers(
    showcase: Showcase, pair: Pair, which: int, name: str, cells: list[Cell]
) -> list[tuple[str, bytes]]:
    world = (pair.one, pair.other)[which]
    with showcase.showing(world, str(which)), broken(showcase, *PLACES[name]):
        return [(f"{name}: {cell}", blob) for cell, blob in read_all(showcase, cells)]


FAULT = "<what the fault says>"
"""Stands for the text of the fault where it is logged, as its operator reads it."""

Receive = Callable[[Showcase, Pair], list[tuple[str, str]]]


def _received(
    showcase: Showcase, pair: Pair, which: int, name: str, places: dict[str, Any], receive: Receive
) -> list[tuple[str, bytes]]:
    """What was said, stored and logged; of the log all but the very text of the fault."""
    world = (pair.one, pair.other)[which]
    with showcase.showing(world, str(which)), log_lines() as lines:
        showcase.chance.restart(name)
        post.outbox = []
        with broken(showcase, *places[name]) as truth:
            found = receive(showcase, pair)
        found.append(
            ("log", "\n".join(TIMES.sub("", line) for line in lines).replace(truth, FAULT))
        )
    return [(f"{name}: {place}", text.encode()) for place, text in found]


TIMES = re.compile(r"^[0-9:]{8}|in [0-9.e-]+s")
"""When a line was written, and how long a task took."""


def _sent_by_sockets(showcase: Showcase, pair: Pair) -> list[tuple[str, str]]:
    """Frames and closes of the sockets of the player and a visitor, and faults that end them."""
    with patch.object(channels.db, "close_old_connections"), marked_sockets():
        return async_to_sync(_connected)(showcase, (pair.player, "visitor"))


async def _connected(showcase: Showcase, viewers: Iterable[str]) -> list[tuple[str, str]]:
    found = []
    layer: Any = get_channel_layer()
    await layer.flush()  # sockets that a fault has ended leave something in it
    for viewer in viewers:
        for path in socket_paths(showcase.match):
            page = Page(path, showcase.house.client(viewer))
            said, fault = await _said_by(showcase, page, is_silent=path == SILENT)
            found.append((f"frames to {viewer} at {path}", said))
            if fault is not None:
                logger.error("a socket ended with a fault", exc_info=fault)
    return found


async def _said_by(
    showcase: Showcase, page: Page, *, is_silent: bool
) -> tuple[str, BaseException | None]:
    """What a socket says when it is opened and nudged, and the fault it ends with."""
    said: list[str] = []
    await page.send_input({"type": "websocket.connect"})
    while True:
        getting = asyncio.ensure_future(page.output_queue.get())
        ended = page.future
        for _look in range(LOOKS):
            if said and is_silent:
                mark_all(showcase)
            await asyncio.wait(
                {getting, ended}, timeout=PATIENCE / LOOKS, return_when=asyncio.FIRST_COMPLETED
            )
            if getting.done() or ended.done():
                break
        if not getting.done():
            getting.cancel()
            return "\n".join(said), ended.exception()
        message = getting.result()
        said.append(repr(sorted(message.items(), reverse=True)))
        if message["type"] == "websocket.send" and len(said) == 2:  # accepted, and told where it is
            nudge_all(showcase)
        if message["type"] == "websocket.close" or message.get("text") == MARK.decode():
            await page.send_input({"type": "websocket.disconnect", "code": 1000})
            await asyncio.wait({ended}, timeout=PATIENCE)
            return "\n".join(said), ended.exception()


LOOKS = 300
"""How often it is looked whether a socket has said something, while there is patience."""


def nudge_all(showcase: Showcase) -> None:
    """Announce a change to everybody who looks at the match, and then that no more will come."""
    layer: Any = get_channel_layer()
    message = {"type": "match.changed", "match": showcase.match.uid, "version": LATER}
    for seat in (*SEATED.values(), None):
        layer.announce(live.match_group(showcase.match.uid, seat), message)
    mark_all(showcase)


LATER = 10_000
"""A version that no match here comes to."""


def _left_by_a_bot(showcase: Showcase, pair: Pair) -> list[tuple[str, str]]:
    """What is there after the turn of a bot in the place of the player who may not know."""
    seat, level = SEATED[pair.player], pair.one.engine.meta.bot_levels[0]
    debt = showcase.owe(Seat(seat), level)
    with patch.object(bots, "_after", lambda now, began: now):  # its watch does not stand still
        tasks.play_bot_turn.apply(kwargs={"debt_id": debt.pk})
    return _left(showcase)


def _left_by_a_mail(showcase: Showcase, pair: Pair) -> list[tuple[str, str]]:
    """What is there after that player should have been sent a mail."""
    owed = Delivery.objects.filter(
        notice__match=showcase.match,
        notice__user=showcase.house.people[pair.player],
        settled_at=None,
    )
    owed.update(due_at=NOW)
    tasks.deliver.apply(kwargs={"delivery_id": owed.get().pk})
    return _left(showcase)


def _left(showcase: Showcase) -> list[tuple[str, str]]:
    """All rows that are not sealed, what was sent, and what the board shows."""
    models = [model for model in apps.get_models() if model.__module__ != SealedPosition.__module__]
    rows = [sorted(map(repr, model._base_manager.values_list())) for model in models]
    sent = [mail.message().as_string() for mail in post.outbox]
    board = page("board", "visitor", "get", f"/matches/{showcase.match.uid}/board/")
    [(_cell, shown)] = read_all(showcase, [board])
    return [("rows", repr(rows)), ("mails", repr(sent)), ("board", repr(shown))]


BEHIND_PAGES: tuple[tuple[dict[str, tuple[Any, str]], Receive], ...] = (
    (SOCKETS, _sent_by_sockets),
    (BOTS, _left_by_a_bot),
    (MAILS, _left_by_a_mail),
)
"""What breaks there, and how to come by."""


@contextmanager
def broken(showcase: Showcase, place: Any, name: str) -> Iterator[str]:
    """Let a function raise how the match really stands, as hex; hand that text out."""
    data = SealedPosition.objects.get(match=showcase.match).data
    truth = json.dumps(data).encode().hex()

    def fail(*args: object, **kwargs: object) -> NoReturn:
        raise RuntimeError(truth)

    with patch.object(place, name, fail):
        yield truth


# A bot that fails over its own pieces


def failing_thoughts(showcase: Showcase, numbers: Iterable[int]) -> Iterator[Difference]:
    """Compare what is logged, printed, stored and shown where a bot's search fails thrice."""
    for _number, pair in numbered_pairs(showcase.house.game, numbers):
        for seat in sorted(pair.one.to_act & pair.hidden):
            ones, others = (_failed(showcase, world, seat) for world in (pair.one, pair.other))
            yield from unlike(ones, [blob for _place, blob in others])
            if not any(b"set aside after 3 tries: RuntimeError" in blob for _place, blob in ones):
                yield Difference("a failing thought", b"nothing fails there", b"")


def _failed(showcase: Showcase, world: World, seat: Seat) -> list[tuple[str, bytes]]:
    """The same fault come by as a worker does, and as the process beside the site does."""
    level, said = world.engine.meta.bot_levels[0], io.StringIO()

    class Failing:
        def choose(self, view: object, dice: object) -> NoReturn:
            raise RuntimeError("while it searched")

    with (
        showcase.showing(world),
        log_lines() as lines,
        redirect_stdout(said),
        redirect_stderr(said),
        patch.object(engines.thinking, "bot_for", lambda slug, level: Failing()),
        patch.object(bots, "_after", lambda now, began: now),
    ):
        showcase.chance.restart("a failing thought")
        post.outbox = []
        debt = showcase.owe(seat, level)
        BotTurn.objects.filter(pk=debt.pk).update(attempts=2)
        tasks.play_bot_turn.apply(kwargs={"debt_id": debt.pk})
        thought, meta = Referee(showcase.match).thought(seat), world.engine.meta
        asked = thinking.Question.about(meta.slug, meta.rules_version, level, thought)
        beside = thinking._try_to_answer(asked.as_line())
        left = _left(showcase)
    found = [
        ("log", "\n".join(TIMES.sub("", line) for line in lines)),
        ("printed", said.getvalue()),
    ]
    rows = [*found, ("beside the site", repr(beside)), *left]
    return [(f"a failing thought: {place}", text.encode()) for place, text in rows]
