"""What a person is like, drawn from the seed: when they come, what they want and write."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

ZONES = (
    *("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Tokyo"),
    *("Australia/Sydney", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Auckland", "UTC"),
)
SYLLABLES = ("ka", "mi", "to", "re", "su", "no", "ha", "yu", "ri", "shi", "wa", "ne", "mo", "ko")
GAMES = ("xiongqi", "gunjin", "seichu", "gungi")
TIMES = ("relaxed", "steady", "brisk", "days1", "days1", "days2", "days3", "none", "live15")

WANTS: dict[str, float] = {
    # what a page offers, by the end of its kind (`windows.Deed.kind`): how much it is wanted
    "draw do=offer": 0.3,
    "draw do=accept": 2.0,
    "draw do=decline": 2.0,
    "undo do=ask": 0.5,
    "undo do=accept": 3.0,
    "undo do=decline": 2.0,
    "time do=gift": 0.3,
    "time do=pause": 0.4,
    "time do=accept-pause": 3.0,
    "time do=decline-pause": 1.5,
    "time do=go-on": 0.5,
    "rematch": 1.5,
    "resign": 0.4,
    "take": 1.0,
    "talk": 0.5,
    "plan do=keep": 2.0,
    "lobby/quick": 0.5,
    "lobby/- do=take": 3.0,
    "challenges/- do=accept": 4.0,
    "challenges/- do=decline": 0.7,
    "events/- do=enter": 4.0,
    "events/- do=begin": 2.0,
    "events/- do=leave": 0.2,
    "events/- do=withdraw": 0.2,
    "events/- do=call-off": 0.05,
    "events/ladder do=join": 2.0,
    "events/ladder do=challenge": 2.0,
    "events/ladder do=accept": 4.0,
    "events/ladder do=leave": 0.1,
    "clubs/- do=join": 2.0,
    "clubs/- do=let-in": 4.0,
    "clubs/- do=leave": 0.1,
    "clubs/- do=dissolve": 0.02,
    "vacation do=begin": 0.3,
    "vacation do=back": 2.0,
}
OTHERWISE = 0.25
DAY = 86_400.0
"""Seconds."""
NEVER = ("accounts/logout", "accounts/", "language", "theme", "pieces", "my-data", "settings/")
"""What nobody presses for fun; habits of their own do some of it."""

SAID = ("Hello!", "Good luck", "Nice move", "Thanks", "また今度", "I am away next week", "gg")


@dataclass
class Habits:
    """One person's ways."""

    zone: str
    rises: float
    """By the hour of their own day."""
    sleeps: float
    visits: float
    """How often a day."""
    moves: int
    """At most so many boards a visit."""
    wants: int
    """How many matches at a time."""
    has_scripts: bool
    forgets: float
    """The share of days on which they do not come at all."""
    strays: float
    """How often a visit has something besides the boards."""
    fiddles: float
    """How often a board is looked at for more than a move."""
    doubles: float
    """The share of clicks made twice."""
    stale: float
    """The share of things done on a page that stood for long."""
    gives_up: float
    """How often a match is given up when it is one's turn."""
    is_guest: bool = False
    devices: int = 1
    games: tuple[str, ...] = GAMES
    times: tuple[str, ...] = TIMES
    away: list[tuple[float, float]] = field(default_factory=list)
    """Days of the season on which they do not come, without a word."""

    def is_away(self, day: float) -> bool:
        """Whether they stay away on that day of the season."""
        return any(first <= day < last for first, last in self.away)


def drawn(chance: Random, days: float) -> Habits:
    """Somebody."""
    rises = chance.uniform(6, 10)
    habits = Habits(
        zone=chance.choice(ZONES),
        rises=rises,
        sleeps=rises + chance.uniform(12, 16),
        visits=chance.choice((0.5, 1.0, 2.0, 3.0, 5.0)),
        moves=chance.choice((1, 2, 3, 5)),
        wants=chance.choice((1, 2, 4, 7)),
        has_scripts=chance.random() < 0.8,
        forgets=chance.choice((0.0, 0.05, 0.1, 0.3)),
        strays=chance.choice((0.1, 0.3, 0.6)),
        fiddles=chance.choice((0.03, 0.1, 0.3)),
        doubles=chance.choice((0.0, 0.02, 0.1)),
        stale=chance.choice((0.0, 0.02, 0.1)),
        gives_up=chance.choice((0.0, 0.02, 0.05, 0.15)),
        is_guest=chance.random() < 0.1,
        devices=chance.choice((1, 1, 2)),
        games=tuple(chance.sample(GAMES, chance.choice((1, 1, 2, 4)))),
        times=tuple(chance.sample(TIMES, 3)),
    )
    for _time in range(chance.choice((0, 0, 0, 1, 2))):
        first = chance.uniform(0, days)
        habits.away.append((first, first + chance.choice((2, 5, 9, 21))))
    return habits


def next_visit(habits: Habits, now: datetime, began: datetime, chance: Random) -> datetime:
    """When somebody comes next: in hours in which they are awake."""
    zone = ZoneInfo(habits.zone)
    when = now + timedelta(days=chance.expovariate(habits.visits))
    for _try in range(200):
        here = when.astimezone(zone)
        day = here.replace(hour=0, minute=0, second=0, microsecond=0)
        hour = (here - day) / timedelta(hours=1)
        if hour < habits.rises or hour > habits.sleeps:
            rise = day + timedelta(hours=habits.rises + 2 * chance.random())
            when = (rise if hour < habits.rises else rise + timedelta(days=1)).astimezone(
                now.tzinfo
            )
        season_day = (when - began) / timedelta(days=1)
        if not habits.is_away(season_day) and chance.random() >= habits.forgets:
            return max(when, now + timedelta(minutes=1))
        when += timedelta(days=1)
    return when


def name(chance: Random) -> str:
    """A name that nobody has: letters alone, as running numbers look like a robot's."""
    return "".join(chance.choice(SYLLABLES) for _syllable in range(5)).capitalize()


def wanted(kind: str) -> float:
    """How much somebody wants what is offered as *kind*."""
    if kind.startswith(NEVER):
        return 0.0
    for ending, weight in WANTS.items():
        if kind == ending or kind.endswith(f"/{ending}"):
            return weight
    return OTHERWISE
