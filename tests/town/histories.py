"""What clients saw of a match, and whether one order of its turns explains all of it.

A history is made from the logs of clients alone: what each sent, what it was told, and when. A
match is a log of turns that grows; moves taken back make it shorter and its version higher. A
history is linearizable if all that was asked can be put into one order that keeps to time (what was
answered before another was sent comes first), in which each answer tells the state at its place.
For a log that tells its length this can be decided by looking at lengths and versions:

* whoever asks later is told no lower version (of the same eyes) and no shorter log;
* each accepted turn has a place of its own, behind all that was told before it was sent, and not
  behind what its own answer tells;
* the turn at one place reads the same whenever the same eyes look.

Turns of bots and of the site are in no log: they have the places that are left.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from tests.walk.browser import Page


@dataclass(frozen=True)
class Asked:
    """One request about a match, and what its client was told."""

    client: str
    """The window that asked."""
    eyes: str
    """Who looked: versions are of one pair of eyes."""
    sent: int
    answered: int
    key: str = ""
    """Of the turn that was sent and accepted; "" for whoever only looked."""
    version: int | None = None
    length: int | None = None
    """How many turns there were."""
    last: tuple[int, str] | None = None
    """The newest turn that was shown: its place and how it read."""


def unexplained(history: Sequence[Asked]) -> Iterator[str]:
    """Why no order explains *history*, one sentence for each reason; nothing if one does."""
    history = _once(history)
    yield from _fallen_versions(history)
    yield from _two_texts(history)
    if not _is_cut(history):
        yield from _shortened(history)
        yield from _without_a_place(history)


def _once(history: Iterable[Asked]) -> list[Asked]:
    """A turn that is sent again under its key is one turn: who sends it again only looks."""
    seen: set[str] = set()
    told = []
    for one in sorted(history, key=lambda one: (one.sent, one.answered)):
        if one.key and one.key in seen:
            one = Asked(
                one.client, one.eyes, one.sent, one.answered, "", one.version, one.length, one.last
            )
        seen.add(one.key)
        told.append(one)
    return told


def _in_time(history: Sequence[Asked], keep: str) -> Iterator[tuple[Asked, Asked]]:
    """Each with the one of those that were answered before it was sent that was told most."""
    known = [one for one in history if getattr(one, keep) is not None]
    ended = sorted(known, key=lambda one: one.answered)
    best: Asked | None = None
    number = 0
    for one in known:  # by when it was sent
        while number < len(ended) and ended[number].answered < one.sent:
            if best is None or getattr(ended[number], keep) > getattr(best, keep):
                best = ended[number]
            number += 1
        if best is not None:
            yield one, best


def _fallen_versions(history: Sequence[Asked]) -> Iterator[str]:
    by_eyes: dict[str, list[Asked]] = defaultdict(list)
    for one in history:
        by_eyes[one.eyes].append(one)
    for eyes, some in by_eyes.items():
        for one, before in _in_time(some, "version"):
            assert one.version is not None and before.version is not None
            if one.version < before.version:
                yield (
                    f"{eyes} was told version {before.version} at {before.answered}, and"
                    f" {one.version} at {one.sent}"
                )
            elif one.key and one.version == before.version:
                yield f"the turn of {eyes} at {one.sent} left version {one.version} as it was"


def _shortened(history: Sequence[Asked]) -> Iterator[str]:
    for one, before in _in_time(history, "length"):
        assert one.length is not None and before.length is not None
        if one.length < before.length:
            yield (
                f"{one.client} was told of {one.length} turns at {one.sent}, and {before.client}"
                f" of {before.length} at {before.answered}"
            )


def _is_cut(history: Sequence[Asked]) -> bool:
    """Whether turns were taken back: somebody's version grew by more than the log did, and the log
    became shorter."""
    last: dict[str, Asked] = {}
    for one in history:
        if one.version is None or one.length is None:
            continue
        before = last.get(one.eyes)
        was, old = (before.length or 0, before.version or 0) if before else (0, 0)
        if one.length < was and one.version > old:
            return True
        last[one.eyes] = one
    return False


def _two_texts(history: Sequence[Asked]) -> Iterator[str]:
    """The turn at a place that reads otherwise to the same eyes, with no turn taken back."""
    known: dict[tuple[str, int], tuple[str, int]] = {}
    for one in history:
        if one.last is None or one.version is None or one.length is None:
            continue
        place, text = one.last
        ahead = one.version - one.length
        before = known.setdefault((one.eyes, place), (text, ahead))
        if before[0] != text and before[1] == ahead:
            yield f"turn {place} reads {before[0]!r} to {one.eyes}, and {text!r} at {one.sent}"
        known[one.eyes, place] = (text, ahead)


def _without_a_place(history: Sequence[Asked]) -> Iterator[str]:
    """Turns that were accepted and cannot all have a place of their own.

    Each has to stand behind all that was told before it was sent, and behind the turns that were
    answered by then; and before the end of the first log that was told after it. Such windows, one
    place each, are filled by always taking the one that has to be first.
    """
    told = [one for one in history if one.length is not None]
    turns = [one for one in history if one.key]
    windows: list[tuple[float, float, Asked]] = []
    for turn in turns:
        before = [one.length or 0 for one in told if one.answered < turn.sent]
        after = [one.length or 0 for one in told if one.sent > turn.answered]
        own = [turn.length] if turn.length is not None else []
        windows.append((max(before, default=0) + 1, min([*after, *own], default=math.inf), turn))
    windows.sort(key=lambda window: window[0])
    waiting: list[tuple[float, int, Asked]] = []
    place, number = 0.0, 0
    while number < len(windows) or waiting:
        if not waiting:
            place = max(place, windows[number][0])
        while number < len(windows) and windows[number][0] <= place:
            heapq.heappush(waiting, (windows[number][1], number, windows[number][2]))
            number += 1
        until, _number, turn = heapq.heappop(waiting)
        if place > until:
            yield f"the turn that {turn.client} sent at {turn.sent} has no place in the log"
        place += 1


# --- what pages tell

BOARD = re.compile(
    r'<div class="match"[^>]*data-version="(\d+)"[^>]*data-present="yes" data-plies="(\d+)"'
    r' data-status="(\w*)" data-eyes="([^"]*)"'
)
TURN = re.compile(r'<a [^>]*data-look="(\d+)"[^>]*>(.*?)</a>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
ABOUT = re.compile(r"/matches/([\w-]{8,})/")
SET_UP = "setup:"
"""How placings begin: nobody learns from the log's length that one was sent."""


class Histories:
    """The logs of all clients, by match."""

    def __init__(self) -> None:
        self.asked: dict[str, list[Asked]] = defaultdict(list)
        self._number = 0
        self._new: set[str] = set()

    def note(self, client: str, who: str, method: str, body: bytes, page: Page) -> None:
        """Note what *page* answered to a request of *who*, in the window *client*."""
        found = ABOUT.match(page.path)
        if found is None or page.status >= 400:
            return
        self._number += 1
        board = BOARD.search(page.text)
        key = _turn_of(body) if method == "POST" and "/move/" in page.path else ""
        if board is None and not key:
            return
        version = length = last = None
        eyes = who
        if board is not None:
            version, length = int(board[1]), int(board[2])
            eyes = f"{who} {board[4]} {'open' if board[3] == 'open' else ''}".strip()
            last = _last_of(page.text, length)
        number = self._number
        self.asked[found[1]].append(Asked(client, eyes, number, number, key, version, length, last))
        self._new.add(found[1])

    def unexplained(self) -> Iterator[str]:
        """What no order explains of the matches about which something was asked since."""
        for uid in sorted(self._new):
            yield from (f"match {uid}: {why}" for why in unexplained(self.asked[uid]))
        self._new.clear()


def _turn_of(body: bytes) -> str:
    """The key of the turn that is sent; "" for a placing."""
    fields = parse_qs(body.decode())
    move, key = fields.get("move", [""])[0], fields.get("key", [""])[0]
    return key if move and not move.startswith(SET_UP) else ""


def _last_of(text: str, length: int) -> tuple[int, str] | None:
    for place, said in reversed(TURN.findall(text)):
        if int(place) == length:
            return length, " ".join(TAG.sub(" ", said).split())
    return None
