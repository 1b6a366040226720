"""A season of the demo site in some minutes: people's programs play it by pages and API.

Days pass by a clock that is moved. On each of them the regular work is done, and whoever plays has
their program look at the boards that wait: it moves at random, and gives up sooner or later. One
person stops answering, one withdraws, one leaves the league, and two never give up.
"""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.test import Client, override_settings

from accounts.models import User
from accounts.sign_in.tokens import Scope, make_token
from games import tasks
from games.leagues.models import League, Season
from games.leagues.selectors import divisions_of
from games.lobby import demo
from games.match.models import Match
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services.repairing import repair_all
from tests.kit.builders import house_was_up, person

GAME = "xiongqi"
SUNDAY = datetime(2026, 11, 22, 0, 30, tzinfo=UTC)
DAY = timedelta(days=1)
DAYS = 70
LEAVES_AFTER, STOPS_AFTER, WITHDRAWS_ON = 5, 3, 6
GIVES_UP_AFTER, GIVES_UP = 4, 0.12
"""After so many own moves, a program gives a match up with this chance before each."""
DAILY = (
    *(tasks.sweep_deadlines, tasks.run_tournaments, tasks.run_leagues),
    *(tasks.sweep_ladders, tasks.run_tournaments),
)


class Player:
    """Somebody's program."""

    def __init__(self, user: User, dice: random.Random, now: datetime) -> None:
        self.user, self.dice = user, dice
        self.gives_up, self.is_done = True, False
        _token, secret = make_token(
            user=user, name="season", scopes=Scope.values, days=365, now=now
        )
        self.site = Client(headers={"Authorization": f"Bearer {secret}"})
        self.waits: list[float] = []
        """Seconds for each answer."""
        self.moves = 0

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer; whatever is no answer breaks the season."""
        began = time.perf_counter()
        answer = getattr(self.site, method)(
            f"/api/v1{path}", body, content_type="application/json", headers=headers
        )
        self.waits.append(time.perf_counter() - began)
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()

    def look(self) -> None:
        """Move on every board that waits; nothing more once none is left."""
        if self.is_done:
            return
        boards = self.ask("get", "/events")["boards"]
        self.is_done = all(board["status"] != "active" for board in boards)
        for board in boards:
            if board["is_to_act"]:
                self.turn(board["match"])

    def turn(self, uid: str) -> None:
        """One move, or the end."""
        seen = self.ask("get", f"/matches/{uid}")
        has_enough = seen["seat_ply"] > GIVES_UP_AFTER
        if self.gives_up and has_enough and self.dice.random() < GIVES_UP:
            self.ask("post", f"/matches/{uid}/resign", {})
            return
        asked = {"move": self.dice.choice(seen["legal"])["action"], "seat_ply": seen["seat_ply"]}
        name = secrets.token_urlsafe(12)
        version = f'"{seen["version"]}"'
        known = {"If-Match": version, "Idempotency-Key": name}
        self.ask("post", f"/matches/{uid}/moves", asked, **known)
        self.moves += 1

    def press(self, do: str) -> None:
        """A button of the league's page."""
        page = Client()
        page.force_login(self.user)
        assert page.post(f"/events/league-{GAME}/", {"do": do}).status_code == 302


@dataclass
class Played:
    """What came of a season."""

    players: list[Player]
    begin: float = 0
    """Seconds until the season and all of its divisions and matches had begun."""
    end: float = 0
    """Seconds until it was over, and the next one had begun."""
    before: list[list[int]] = field(default_factory=list)
    """The divisions, as keys of users."""
    after: list[list[int]] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    """How the pairings were decided."""
    plies: int = 0
    wrong: int = 0
    """Rows that were other ones when all tables were made anew."""
    placed: int = 0
    withdrawn: int = 0


def play(people: int, days: int = DAYS, *, seed: int = 35) -> Played:
    """Play a season among so many people, the demo guests first."""
    dice = random.Random(seed)
    quiet = override_settings(API_LIMITS={}, PAGE_LIMITS={}, DEMO_PASSWORD=secrets.token_hex(8))
    with quiet, _clock() as clock:
        players = _players(people, dice)
        house_was_up(SUNDAY - DAY, SUNDAY + (days + 2) * DAY)
        played = Played(players)
        began = time.perf_counter()
        _work()
        played.begin = time.perf_counter() - began
        played.before = _divisions()
        for day in range(1, days):
            clock.move_to(SUNDAY + day * DAY)
            _day(players, day)
        clock.move_to(SUNDAY + DAYS * DAY)
        began = time.perf_counter()
        while Season.objects.count() == 1 or Pairing.objects.filter(ends_match=True).exists():
            _work()
        played.end = time.perf_counter() - began
        _count(played)
    return played


@contextmanager
def _clock() -> Iterator[Any]:
    with time_machine.travel(SUNDAY, tick=False) as clock:
        yield clock


def _players(people: int, dice: random.Random) -> list[Player]:
    """Enrolled in the league of the game, by its page."""
    demo.furnish(SUNDAY)
    users = [*User.objects.filter(name__in=demo.GUESTS).order_by("pk")]
    users += [person(f"player {number}") for number in range(people - len(users))]
    players = [Player(user, dice, SUNDAY) for user in users[:people]]
    for player in players:
        player.press("enrol")
    for stubborn in players[:2]:
        stubborn.gives_up = False
    return players


def _work() -> None:
    """What the worker does by itself."""
    for task in DAILY:
        task()


def _day(players: list[Player], day: int) -> None:
    leaves, stops, withdraws = players[-1], players[-2], players[-3]
    if day == LEAVES_AFTER:
        leaves.press("leave")
    if day == WITHDRAWS_ON:
        running = withdraws.ask("get", "/tournaments?state=mine")["tournaments"]
        withdraws.ask("post", f"/tournaments/{running[0]['uid']}", {"do": "withdraw"})
    for player in players:
        if player is not stops or day < STOPS_AFTER:
            player.look()
    _work()


def _divisions() -> list[list[int]]:
    """The divisions of the last season, each in the order it was made of."""
    season = Season.objects.order_by("-number")[0]
    found = divisions_of(League.objects.get(game=GAME), season)
    return [
        [entry.user_id for entry in one.entries.order_by("number") if entry.user_id]
        for one in found
    ]


def _count(played: Played) -> None:
    first = Tournament.objects.filter(series__startswith=f"league-{GAME}-1-")
    for pairing in Pairing.objects.filter(tournament__in=first):
        how = "forfeit" if pairing.is_forfeit else "played"
        played.outcomes[f"{how}: {pairing.outcome}"] += 1
    entries = Entry.objects.filter(tournament__in=first)
    played.placed = entries.exclude(place=None).count()
    played.withdrawn = entries.exclude(withdrawn_at=None).count()
    played.plies = sum(Match.objects.exclude(event="").values_list("plies", flat=True))
    played.after = _divisions()
    played.wrong = repair_all(SUNDAY + DAYS * DAY)[1]
