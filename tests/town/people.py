"""People of the town. They do what their pages offer, and know nothing else."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tests.town import habits as ways
from tests.town.clock import lot
from tests.town.habits import Habits
from tests.town.histories import Histories
from tests.town.scheduler import Scheduler
from tests.town.windows import Deed, Noted, Window
from tests.town.world import World
from tests.walk.browser import Page

T = TypeVar("T")
PASSWORD = "nobody guesses this in town"
Life = Iterator[float]
"""What somebody does, one request or click after the other; between them so many seconds pass."""

REFUSED = (400, 403, 404, 405, 409, 410, 422)
"""Answers that break a promise; 422 does not where a field was left empty, or was filled in."""


class Town:
    """Who lives there, and what they have been told."""

    def __init__(self, world: World, scheduler: Scheduler, *, is_quiet: bool = False) -> None:
        self.world, self.scheduler, self.is_quiet = world, scheduler, is_quiet
        self.fashion = ways.fashion_of(scheduler.seed)
        self.noted = Noted()
        self.people: list[Person] = []
        self.done: Counter[str] = Counter()
        """What was done, by its kind and how it was answered."""
        self.visits: list[tuple[int, int]] = []
        """All visits, by whose they are and the how many of theirs."""
        self.planned: set[str] = set()
        """The matches for which somebody has changed a plan since that was last looked at."""
        self.broken: list[str] = []
        """Promises of pages that failed."""
        self.looked: list[Callable[[Person, str, str], object]] = []
        """Called when somebody is shown a page, with its path and text."""
        self.listened: list[Callable[[Person, str], object]] = []
        """Called when a program wants to hear what is new, with its token."""
        self.unsure: set[str] = set()
        """Mails that nobody has written down as sent: they may come again."""
        self.was_restored = False
        """Whether pages, keys and accounts may be of a time that never was."""

    def forget(self) -> None:
        """What they were told is of a time that never was."""
        self.was_restored = True
        self.planned.clear()
        self.noted.histories = Histories()

    def settle(self, count: int, days: float, life: Callable[[Person], Life]) -> None:
        """Let *count* people come to live there, in the first days of a season."""
        for number in range(len(self.people), len(self.people) + count):
            person = Person(self, number, days)
            self.people.append(person)
            after = timedelta(days=min(days / 3, 6) * person.chance.random() ** 2)
            person.begin(life(person), after)


class Person:
    """Somebody with an account, or a guest: at a window, now and then."""

    def __init__(self, town: Town, number: int, days: float) -> None:
        self.town, self.number = town, number
        self.chance = Random(f"{town.scheduler.seed} person {number}")
        visits = ways.SELDOM if town.is_quiet else ways.OFTEN
        self.habits: Habits = ways.drawn(self.chance, days, town.fashion, visits)
        self.name = ways.name(self.chance)
        self.windows = [
            Window(
                town.world,
                town.noted,
                f"10.{number // 250}.{number % 250}.{7 + device}",
                has_scripts=self.habits.has_scripts,
            )
            for device in range(self.habits.devices)
        ]
        """One for each of their devices."""
        self.window = self.windows[0]
        self.secret = ""
        """What an app makes codes from, of who signs in by two steps."""
        self.kept: list[tuple[Window, Deed]] = []
        """What old pages offer, in windows that stand open."""
        self.known: list[str] = []
        """People met on pages."""
        self.skipped: frozenset[int] = frozenset()
        """Visits that do not take place, by their number."""
        self._life: Life = iter(())

    # --- time

    def begin_visit(self, number: int) -> None:
        """What chance brings on a visit follows from its number, not from the visits before."""
        self.chance = Random(f"{self.town.scheduler.seed} person {self.number} visit {number}")

    def begin(self, life: Life, after: timedelta) -> None:
        """Come to town so long from now, and live that *life*."""
        self._life = life
        self._next(after.total_seconds())

    def leave(self) -> None:
        """Do nothing any more."""
        self._life = iter(())

    def _next(self, seconds: float) -> None:
        scheduler = self.town.scheduler
        when = scheduler.clock.now + timedelta(seconds=seconds)
        scheduler.at(when, f"{self.name}", self._go_on)

    def _go_on(self) -> None:
        try:
            pause = next(self._life)
        except StopIteration:
            return
        self._next(pause)

    def _says(self, what: str) -> None:
        """Let the event that is told of say what it was."""
        last = self.town.scheduler.last
        last[-1] += f" {what}"

    # --- what they do it with

    def pick(self, offered: Sequence[T], weigh: Callable[[T], float] = lambda _one: 1.0) -> T:
        """One of what is *offered*, as chance has it. What is offered besides on another day
        changes the choice only by being chosen."""
        lots, seen = self.chance.random(), Counter[str]()
        best, found = -math.inf, offered[0]
        for one in offered:
            sign = one.sign if isinstance(one, Deed) else str(one)
            seen[sign] += 1
            weight = weigh(one)
            drawn = math.log(lot(lots, sign, seen[sign])) / weight if weight else -math.inf
            if drawn > best:
                best, found = drawn, one
        return found

    def is_up_to(self, what: str, share: float) -> bool:
        """Whether they do *what* so big a share of all people do, more or less as the town has
        it."""
        return self.chance.random() < share * self.town.fashion.keenness(what)

    def something(self, page: Page, besides: tuple[str, ...] = ()) -> Life:
        """Do one of the things that *page* offers, as they are wanted; or keep it for later."""
        offered = [
            deed
            for deed in self.window.deeds(page)
            if not deed.form.is_hidden and not any(part in deed.kind for part in besides)
        ]
        wanted = self.town.fashion.wanted
        if not any(wanted(deed.kind) for deed in offered):
            return
        deed = self.pick(offered, lambda deed: wanted(deed.kind))
        if self.chance.random() < self.habits.stale:
            self.kept = [*self.kept[-3:], (self.window, deed)]
            return
        self.do(deed, **self.written(deed))
        yield self.pause()

    def press_old(self) -> Life:
        """Press what a page offers that stood open since long ago."""
        self.window, deed = self.kept.pop(0)
        self._says("on an old page")
        self.do(deed, is_fresh=False, **self.written(deed))
        yield self.pause()

    def written(self, deed: Deed) -> dict[str, Any]:
        """What they write into empty fields of a form."""
        texts: dict[str, Any] = {}
        for name, values in deed.form.fields.items():
            if name in ("text", "about", "note", "reason", "said", "line", "body") and not any(
                values
            ):
                texts[name] = self.chance.choice(ways.SAID)
        return texts

    def press(self, page: Page, ending: str) -> Page | None:
        """Do what *page* offers by a kind that ends so; None if it does not offer it."""
        for deed in self.window.deeds(page):
            if deed.kind.endswith(ending):
                return self.do(deed)
        return None

    def get(self, path: str) -> Page:
        """Go to *path*; a link of the site that leads nowhere is a fault."""
        self._says(f"GET {path}")
        page = self.window.get(path)
        while page.status == 0:
            page = self.window.get(path)
        self._says(f"-> {page.status}" + (f" {page.path}" if page.path != path else ""))
        for tell in self.town.looked:
            tell(self, page.path, page.text)
        if page.path.partition("?")[0] == "/desk/":
            self._count(page)
        if page.status == 405:
            self.broken(f"{path} answered {page.status}")
        return page

    def confirm(self, page: Page) -> Page:
        """The page that was asked for, once the password is given again where it is asked for."""
        for deed in self.window.deeds(page):
            if "reauthenticate" in deed.kind and deed.form.has("password"):
                return self.do(deed, password=PASSWORD)
        return page

    def _count(self, page: Page) -> None:
        """A desk lists as many boards that wait as it says."""
        said = re.search(r"<title>(?:\((\d+)\) )?", page.text)
        rows = page.text.count('class="match-row hot"')
        is_whole = "compact=on" not in page.text and "?" not in page.path
        if said and rows and int(said[1] or 0) != rows and is_whole:
            self.broken(f"{page.path} says {said[1] or 0} boards wait and lists {rows}")

    def do(self, deed: Deed, /, *, is_fresh: bool = True, told_as: str = "", **fields: Any) -> Page:
        """Send it, perhaps twice; what a page offers that was just looked at must work. It is
        counted as *told_as*."""
        kind = told_as or deed.kind
        shown = {name: value for name, value in fields.items() if "password" not in name}
        self._says(f"{deed.kind} {shown or ''}")
        if found := re.match(r"/matches/([\w-]+)/plan/", urlsplit(deed.page).path):
            self.town.planned.add(found[1])
        before = dict(self.window.cookies)
        page = self.window.do(deed, **fields)
        while page.status == 0:  # no answer: they press again
            self._says("-> no answer")
            self.window.cookies = dict(before)
            page = self.window.do(deed, **fields)
        self._says(f"-> {page.status}")
        self.town.done[f"{kind} {page.status}"] += 1
        if is_fresh and page.status in REFUSED and self._stands(deed, fields, page):
            self.broken(f"{deed.kind} at {deed.page} answered {page.status}: {page.said()}")
        if self.chance.random() < self.habits.doubles:
            self._says("twice")
            self.window.cookies = before  # the second click does not wait for the first answer
            again = self.window.do(deed, **fields)
            self.town.done[f"{kind} again {again.status}"] += 1
            if deed.form.has("key") and page.status == 200 and again.status in REFUSED:
                self.broken(f"{deed.kind} sent again answered {again.status}: {again.said()}")
        return page

    def _stands(self, deed: Deed, fields: dict[str, Any], page: Page) -> bool:
        """Whether a refused *deed* is a broken promise: it was filled in as the page had it, and
        its page still offers it."""
        empty = fields or any("" in values for values in deed.form.fields.values())
        if page.status == 422 and empty:
            return False
        again = self.window.deeds(self.window.get(deed.page))
        self.window.page = page
        return any(other.kind == deed.kind and _alike(other, deed) for other in again)

    def broken(self, what: str) -> None:
        """Note a promise that failed."""
        self.town.broken.append(f"{self.name}: {what}")

    def pause(self) -> float:
        """Seconds until the next click."""
        return self.chance.lognormvariate(2.5, 1.0)


def _alike(one: Deed, other: Deed) -> bool:
    """Whether the fields say the same, but for what is new each time."""
    new = ("csrfmiddlewaretoken", "key")
    return all(
        one.form.fields.get(name) == values
        for name, values in other.form.fields.items()
        if name not in new
    )
