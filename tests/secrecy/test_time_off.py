"""Nights, zones and vacations of one's own: others read no more than that one is off.

In both twins the match and its deadlines are the same, and another plan lies behind these.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any

import pytest

from accounts.models import User
from engines.core.seats import Seat
from games.match.clocks.timeoff import RunningClock, due
from games.match.models import Player, Vacation
from games.matchpage.selectors import public
from games.people import selectors as profiles
from tests.secrecy.comparing import Difference, Pair, cells_of, differences
from tests.secrecy.house import NOW, SEATED, Showcase, showcase
from tests.secrecy.leaking import Patch, wrap
from tests.secrecy.surfaces import Cell, core_cells, is_as_usual, is_list, page
from tests.secrecy.worlds import World, engine_of, some_world

pytestmark = pytest.mark.usefixtures("db")

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BEGAN = NOW - HOUR
"""When the turn of the one with the plans has begun: at eleven in the evening of UTC."""


@dataclass(frozen=True)
class Plans:
    """What somebody has set, in a match that allows it."""

    control: str = "relaxed.n"
    zone: str = "UTC"
    night: tuple[time, time] = (time(2), time(6))
    away: tuple[tuple[timedelta, timedelta], ...] = ()
    """From and to, from now on."""
    is_automatic: bool = False


TWINS: dict[str, tuple[Plans, Plans]] = {
    "the same hours by the clock of another zone": (
        Plans(),
        Plans(zone="Asia/Kathmandu", night=(time(7, 45), time(11, 45))),
    ),
    "other hours": (Plans(night=(time(2), time(6))), Plans(night=(time(9, 30), time(13, 30)))),
    "vacations planned for after the deadline": (
        Plans("relaxed.v", away=((20 * DAY, 21 * DAY),)),
        Plans("relaxed.v", away=((24 * DAY, 26 * DAY), (30 * DAY, 33 * DAY))),
    ),
    "a vacation on another day": (
        Plans("relaxed.v", away=((DAY, 2 * DAY),)),
        Plans("relaxed.v", away=((2 * DAY, 3 * DAY),)),
    ),
    "a vacation of one's own or of the site": (
        Plans("relaxed.v", away=((-HOUR, 23 * HOUR),)),
        Plans("relaxed.v", away=((-HOUR, 23 * HOUR),), is_automatic=True),
    ),
}
OTHERS = ("south", "visitor", "stranger")


class RestingShowcase(Showcase):
    """A showcase in which it is North's turn, who has the one plans or the other."""

    def __init__(self, showcase: Showcase, plans: tuple[Plans, Plans]) -> None:
        super().__init__(showcase.house, showcase.chance)
        self.is_honest, self._plans = (
            showcase.is_honest,
            dict(zip(("one", "other"), plans, strict=True)),
        )

    @contextmanager
    def showing(self, world: World, order: str = "one") -> Iterator[None]:
        with super().showing(world, order):
            self._set(self._plans[order])
            self.match.refresh_from_db()
            self.chance.restart("with plans")
            yield

    def _set(self, plans: Plans) -> None:
        match, north = self.match, self.house.user("north")
        match.time_control = plans.control
        spans = [(NOW + begins, NOW + ends) for begins, ends in plans.away]
        User.objects.filter(pk=north.pk).update(
            time_zone=plans.zone,
            clock_zone=plans.zone,
            night_from=plans.night[0],
            night_to=plans.night[1],
            away_until=max((ends for _begins, ends in spans), default=None),
        )
        values = {"user": north, "made_at": NOW - DAY, "is_automatic": plans.is_automatic}
        for begins, ends in spans:
            Vacation.objects.create(starts_at=begins, ends_at=ends, **values)
        player = Player.objects.select_related("user").get(match=match, seat=SEATED["north"])
        night = [moment.isoformat() for moment in plans.night]
        if plans.control.endswith("n"):
            since = (NOW - 9 * DAY).isoformat()
            player.rests = [{"since": since, "zone": plans.zone, "night": night}]
        player.clock_started_at = BEGAN
        player.deadline = match.deadline = due(match, player)
        player.save()
        match.save()


def unlike_plans(shown: Showcase, name: str) -> Iterator[Difference]:
    """What others read that is not the same in both twins."""
    world = some_world(engine_of(shown.house.game), b"time off".ljust(32, b"."), PLIES)
    assert world.moved == {0, 1}
    assert world.to_act == {NORTH}
    pair, resting = Pair(world, world, frozenset({NORTH})), RestingShowcase(shown, TWINS[name])
    ends = []
    for order in ("one", "other"):
        with resting.showing(world, order):
            ends.append(resting.match.deadline)
    assert ends[0] == ends[1], "a deadline is for everybody to see"
    yield from differences(resting, pair, cells_for(shown, pair, name), owners_cells=0)


NORTH, PLIES = Seat(1), 9


def cells_for(shown: Showcase, pair: Pair, name: str) -> list[Cell]:
    """The match and whom it is played by, and a share of what lists matches and people."""
    uid, share = shown.match.uid, [*TWINS].index(name)
    found = [cell for cell in cells_of(shown, pair) if cell.viewer in OTHERS and is_as_usual(cell)]
    rows = {cell for cell in found if cell.route in TELLING and cell.viewer in SEATED}
    lists = [cell for cell in found if is_list(cell) and cell not in rows]
    board = [cell for cell in core_cells(shown, OTHERS) if "?" not in cell.address]
    paths = (
        *(f"/matches/{uid}/talk/", f"/matches/{uid}/commitments.txt", "/people/north/", "/desk/"),
        "/api/v1/people/north",
    )
    asked = [page(f"get {path}", who, "get", path) for path in paths for who in OTHERS]
    return [*board, *asked, *lists[share :: len(TWINS)]]


TELLING = ("games:challenge", "games:lobby")
"""The two people of a challenge are told how late it is for each other, there and in the list."""


@pytest.mark.parametrize("name", TWINS)
def test_nobody_else_reads_what_somebody_has_planned(name: str) -> None:
    with showcase("gunjin") as shown:
        assert list(unlike_plans(shown, name)) == []


# Planted: each is one careless line


def zone_of_clocks(patch: Patch) -> None:
    """Beside a name stands the zone by which its clock goes."""

    def leaky(facts: Any, player: Player, *rest: Any) -> Any:
        found = facts(player, *rest)
        zones = [plan["zone"] for plan in player.rests]
        return replace(found, name=f"{found.name} {zones[-1]}") if zones else found

    wrap(patch, public, "_player_facts", leaky)


def next_break(patch: Patch) -> None:
    """Everybody is told when a clock stands still next."""
    patch.setattr(RunningClock, "to_others", lambda self, now: self)


def dates_of_vacations(patch: Patch) -> None:
    """Whoever is looked up has said when they will be away."""

    def leaky(away_until: Any, user_ids: Any, now: datetime) -> Any:
        rows = Vacation.objects.filter(user__in=user_ids, ends_at__gt=now).order_by("-starts_at")
        return away_until(user_ids, now) | dict(rows.values_list("user", "starts_at"))

    wrap(patch, profiles, "away_until", leaky)
    patch.setattr(profiles, "know_they_play", lambda one, other: True)


PLANTED = {
    "a zone": (zone_of_clocks, "the same hours by the clock of another zone"),
    "the next break": (next_break, "other hours"),
    "dates of vacations": (dates_of_vacations, "a vacation on another day"),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str, monkeypatch: Patch) -> None:
    plant, name = PLANTED[leak]
    with showcase("gunjin") as shown:
        plant(monkeypatch)
        shown.is_honest = False
        assert next(unlike_plans(shown, name), None) is not None
