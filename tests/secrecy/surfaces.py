"""Where something reaches somebody: every address of the house for every viewer, mails, and what
selectors hand to templates. The list follows the URL table; nothing is left out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from django.contrib import admin
from django.db import connection

from engines.core.dice import Dice
from games.matchpage.selectors import board_facts, watched_match
from games.notices.models import Notice
from games.notices.presenters.mails import mail_for
from tests.kit.browsing import HTMX
from tests.kit.leaks import VISITOR, addresses, answer, as_bytes, known, methods
from tests.routes import TABLE
from tests.secrecy.house import NOW, SEATED, VIEWERS, Stage
from tests.secrecy.worlds import DRAW_OFFERED, World

T = TypeVar("T")

ADMIN = "admin:"
OUTSIDE_ADMIN = ("visitor", "stranger", "north")
"""Who is not let in there; South stands for them."""

ASKED_BY = {
    # how a fragment may be asked for
    "plain": {},
    "htmx": HTMX,
    "boosted": {**HTMX, "HX-Boosted": "true"},
    "restored": {**HTMX, "HX-History-Restore-Request": "true"},
}


@dataclass(frozen=True)
class Cell:
    """One surface for one viewer."""

    surface: str
    viewer: str
    read: Callable[[Stage, str], bytes] = field(compare=False)
    address: str = ""
    """Method and path, where it is a page."""

    @property
    def is_private(self) -> bool:
        """Whether it is a page for somebody who is signed in."""
        return bool(self.address) and self.viewer != "visitor"

    def __str__(self) -> str:
        return f"{self.surface} as {self.viewer}"


@lru_cache(maxsize=2)
def all_cells(stage: Stage) -> Sequence[Cell]:
    """Every cell of the house; made once for a stage, as it takes as long as ten pages."""
    return [*page_cells(stage), *cells_behind_pages(stage)]


def cells_behind_pages(stage: Stage) -> list[Cell]:
    """What reaches people without a page, and what pages are made from."""
    return [*told_cells(stage), *mail_cells()]


def core_cells(stage: Stage, viewers: tuple[str, ...]) -> list[Cell]:
    """What every pair is looked at through: the match page, its live part, the offered moves."""
    base = f"/matches/{stage.match.uid}/"
    pages = [
        page(f"get {base}{part}", viewer, "get", f"{base}{part}")
        for part in ("", "board/")
        for viewer in viewers
    ]
    return [*pages, *told_cells(stage, viewers)]


def glance_cells(stage: Stage, viewer: str) -> list[Cell]:
    """What *viewer* sees at a glance: the match page, the first frame, the offered moves."""
    base = f"/matches/{stage.match.uid}/"
    told = [cell for cell in told_cells(stage, (viewer,)) if cell.surface != "knowledge"]
    return [page(f"get {base}", viewer, "get", base), *told]


# Pages


def page_cells(stage: Stage) -> Iterator[Cell]:
    """Every address, by every method that leads anywhere, for every viewer."""
    for name, path in addresses(stage.house):
        for method in methods(name):
            for viewer in VIEWERS:
                if name.startswith(ADMIN) and viewer in OUTSIDE_ADMIN:
                    continue
                yield from _asked(name, path, method, viewer)


def _asked(name: str, path: str, method: str, viewer: str) -> Iterator[Cell]:
    by_script = "/matches/" in path and not name.startswith(ADMIN)
    for manner in ASKED_BY if by_script else ("plain",):
        surface = f"{method} {name} {path} {manner}"
        form = TABLE[name].form if method == "post" else {}
        yield page(surface, viewer, method, path, form, ASKED_BY[manner])


def page(
    surface: str,
    viewer: str,
    method: str,
    path: str,
    form: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> Cell:
    """The cell of one request, all of whose answer is read; what it did is undone."""

    def read(stage: Stage, viewer: str) -> bytes:
        with counted_queries() as count:
            blob = answer(stage.house, viewer, method, path, form or {}, headers or {})
        return b"queries: %d\n" % len(count) + blob

    return Cell(surface, viewer, read, f"{method} {path}")


def is_release(cell: Cell, world: World) -> bool:
    """Whether a player ends the match by it, which reveals all, unless play has not begun."""
    ends = cell.surface.startswith("post games:resign")
    if world.state.name == DRAW_OFFERED:  # to offer one, too, is to say yes
        ends = ends or cell.surface.startswith("post games:draw")
    return ends and cell.viewer in SEATED and not world.is_setting_up


def cells_of_staff(stage: Stage, number: int) -> list[Cell]:
    """The match's own pages of the admin site: its row, and in turn one more that has it."""
    beside = [
        f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for model in admin.site._registry
        if any(field.name == "match" for field in model._meta.get_fields())
    ]
    others = [f"/admin/match/match/?q={stage.match.uid}", *beside]
    viewer = ("helper", "root")[number % 2]
    paths = (f"/admin/match/match/{stage.match.pk}/change/", others[number % len(others)])
    return [page(f"get {path}", viewer, "get", path) for path in paths]


def is_broken(blob: bytes) -> bool:
    """Whether a page answered that something broke."""
    return re.match(rb"queries: \d+\n500", blob) is not None


@contextmanager
def counted_queries() -> Iterator[list[int]]:
    """A list with an entry for every statement sent to the database meanwhile."""
    found: list[int] = []

    def note(execute: Any, *args: Any) -> Any:
        found.append(1)
        return execute(*args)

    with connection.execute_wrapper(note):
        yield found


# What is behind the pages


def told_cells(stage: Stage, viewers: tuple[str, ...] = VIEWERS) -> Iterator[Cell]:
    """What the selectors hand out on the match: the view, the offered moves, the socket's state."""

    def facts(stage: Stage, viewer: str) -> bytes:
        eyes: Any = stage.house.people[viewer] or VISITOR
        return as_bytes(asdict(board_facts(stage.match.uid, eyes, now=NOW)))

    def knowledge(stage: Stage, viewer: str) -> bytes:
        return as_bytes(known(stage.match, stage.house.people[viewer] or VISITOR, None))

    def watched(stage: Stage, viewer: str) -> bytes:
        eyes: Any = stage.house.people[viewer] or VISITOR
        return as_bytes(watched_match(stage.match.uid, eyes))

    for viewer in viewers:
        yield Cell("board_facts", viewer, facts)
        yield Cell("first frame", viewer, watched)
        yield Cell("knowledge", viewer, knowledge)


# Mails


def mail_cells() -> Iterator[Cell]:
    """Every notice of a player as a mail, as it goes over the wire."""

    def mails(stage: Stage, viewer: str) -> bytes:
        user = stage.house.people[viewer]
        blobs = []
        for notice in Notice.objects.filter(user=user).select_related("user", "match"):
            if notice.kind in ("your-turn", "match-over"):
                stage.chance.restart("mail")
                blobs.append(mail_for(notice).message().as_bytes())
            blobs.append(repr((notice.kind, notice.subject, notice.made_at)).encode())
        return b"\n".join(blobs)

    for viewer in VIEWERS:
        if viewer != "visitor":
            yield Cell("mails", viewer, mails)


def some_of(cells: Sequence[T], count: int, dice: Dice) -> list[T]:
    """*count* of *cells*, or of whatever else, at random."""
    return [dice.choice(cells) for _number in range(count)] if cells else []


def read_all(stage: Stage, cells: Iterable[Cell]) -> list[tuple[Cell, bytes]]:
    """What each of *cells* shows now."""
    found = []
    for cell in cells:
        stage.chance.restart(cell.surface)
        blob = cell.read(stage, cell.viewer)
        if stage.is_honest:
            assert not is_broken(blob), f"{cell} breaks: there, twins would be alike in vain"
        found.append((cell, blob))
    return found
