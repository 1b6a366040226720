"""What a person is like, drawn from the seed: when they come, what they want and write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from tests.town.clock import lot

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
    "draw do=refuse": 2.0,
    "draw do=withdraw": 0.5,
    "undo do=ask": 0.5,
    "undo do=accept": 3.0,
    "undo do=decline": 2.0,
    "time do=gift": 0.3,
    "time do=pause": 0.6,
    "time do=accept-pause": 4.0,
    "time do=drop-pause": 1.0,
    "time do=go-on": 0.5,
    "time do=claim": 3.0,
    "rematch": 1.5,
    "resign": 0.4,
    "take/-": 1.0,
    "talk": 0.5,
    "plan do=keep": 2.0,
    "lobby/quick": 0.5,
    "lobby/seeks/- do=take": 3.0,
    "challenges/- do=accept": 4.0,
    "challenges/- do=decline": 0.7,
    "events/- do=enter": 4.0,
    "events/- do=begin": 2.0,
    "events/- do=leave": 0.2,
    "events/- do=withdraw": 0.5,
    "events/- do=call-off": 0.05,
    "events/ladder do=join": 2.0,
    "events/ladder do=challenge": 2.0,
    "events/ladder do=accept": 4.0,
    "events/ladder do=leave": 0.1,
    "clubs/- do=join": 2.0,
    "clubs/- do=let-in": 4.0,
    "clubs/- do=leave": 0.1,
    "vacation do=begin": 0.3,
    "vacation do=back": 2.0,
}
OTHERWISE = 0.25
SELDOM_WANTED = {"play": 0.02, "desk/mark": 0.05, "matches/-/talk": 0.1}
"""What pages offer in many variants at once, by the beginnings of its kind."""
OFTEN = (0.5, 1.0, 2.0, 3.0, 5.0)
"""Visits a day of those who come, where everybody is busy: much happens in few days."""
SELDOM = (2.0, 1.0, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1, 0.1, 0.1)
"""The same where they are as members of a site of slow games: two of ten come every day, three
twice a week, and half of them every ten days."""
DAY = 86_400.0
"""Seconds."""
NEVER = ("accounts/logout", "accounts/", "language", "theme", "pieces", "my-data", "settings/")
"""What nobody presses for fun; habits of their own do some of it."""

A_WHILE = 20.0
"""Days in which somebody stays away once or twice."""
KEEN = (0.1, 1.0, 1.0, 6.0)
"""How many times more than usual a town is after something."""

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


@dataclass(frozen=True)
class Kind:
    """What a town lives for, in which comes together what elsewhere hardly meets."""

    keen: Mapping[str, float] = field(default_factory=dict)
    """How many times more than usual people are after what is called so, or ends so."""
    games: tuple[str, ...] = ()
    """Those that are played; none for what the seed draws, here and below."""
    times: tuple[str, ...] = ()
    zones: tuple[str, ...] = ZONES
    strays: tuple[float, ...] = ()
    fiddles: tuple[float, ...] = ()
    gives_up: tuple[float, ...] = (0.0, 0.02, 0.05, 0.15)
    bustle: float = 0.0
    lines: tuple[int, ...] = (1, 2, 5)
    """How many answers are planned at a time."""
    ponders: float = 0.0
    """How often, at least, a visit has a look at a board at which the other is to move."""
    has_book: bool = False
    """Whether all like the same moves, so that one can tell what the other will play."""
    cups: str = "4446"
    """For how many a cup is made, each as likely as the others."""
    goes_away: tuple[float, float] | None = None
    """Between which days of the season everybody goes away for a while."""


USUAL = Kind()
CUPS = Kind(
    keen={
        "look_at_events": 12.0,
        "look_at_own_events": 15.0,
        "events/new": 0.35,
        "events/- do=enter": 6.0,
        "events/- do=begin": 1.0,
        "events/- do=withdraw": 8.0,
        "events/- do=call-off": 0.1,
    },
    games=("seichu",),
    times=("days1", "days2", "brisk"),
    strays=(0.8, 0.95),
    bustle=1.5,
)
SINGLE_CUPS = replace(CUPS, cups="6666", gives_up=(0.15, 0.3))
"""Each meets each other once: with up to five players a pair meets twice, once from either side."""
THINKERS = Kind(
    keen={
        "plan": 1.5,
        "time do=pause": 30.0,
        "time do=accept-pause": 8.0,
        "draw do=offer": 0.1,
        "begin_match": 0.05,
    },
    games=("xiongqi", "gungi"),
    times=("days1", "days2", "days3", "relaxed", "steady", "brisk"),
    fiddles=(0.6, 0.9),
    bustle=2.5,
    lines=(5, 8, 12),
    has_book=True,
)
PLANNERS = Kind(
    keen={"plan": 1.6, "begin_match": 0.05},
    games=("xiongqi",),
    times=("days2", "days3", "relaxed"),
    strays=(0.1,),
    fiddles=(0.0, 0.02),
    gives_up=(0.0,),
    bustle=2.5,
    lines=(5, 8),
    ponders=0.9,
    has_book=True,
)
"""They leave each other in peace: whatever is asked of somebody ends their plan."""
READERS = Kind(
    keen={"has_address": 2.0, "confirm_address": 2.0, "choose_when_mail_comes": 3.0},
    zones=("America/New_York", "America/Los_Angeles"),
    bustle=2.5,
)
TRAVELLERS = Kind(
    keen={"begin_match": 0.05, "seek": 3.0, "challenge": 3.0, "vacation do=begin": 0.1},
    games=("xiongqi", "gungi"),
    times=("days1",),
    bustle=5.0,
    goes_away=(1.2, 2.2),
)
IMPATIENT = Kind(
    keen={"seek": 8.0, "challenge": 0.3, "begin_match": 0.1, "change_settings": 40.0},
    games=("seichu", "xiongqi"),
    times=("live15", "days1"),
    strays=(0.5, 0.8),
    gives_up=(0.05, 0.1, 0.2, 0.3),
    bustle=2.5,
)
KINDS = (
    *(IMPATIENT, CUPS, PLANNERS, READERS, TRAVELLERS, USUAL),
    *(SINGLE_CUPS, CUPS, THINKERS, READERS, TRAVELLERS, USUAL),
)
"""By turns, from seed 0 on: those of readers all begin before America's clocks change."""
BOOK = 20
"""How much a move of the book is liked before another."""


@dataclass(frozen=True)
class Fashion:
    """What one town is keen on. What is rare in all towns together comes together in some, and what
    needs two of one mind finds them."""

    seed: int
    kind: Kind
    games: tuple[str, ...]
    times: tuple[str, ...]
    strays: tuple[float, ...]
    fiddles: tuple[float, ...]
    bustle: float
    """How many times as often as elsewhere people come."""

    def keenness(self, what: str) -> float:
        """How many times more than usual people are after *what*."""
        for name, times in self.kind.keen.items():
            if what.endswith(name):
                return times
        return KEEN[int(lot(self.seed, "fashion", what) * len(KEEN))]

    def wanted(self, kind: str) -> float:
        """How much somebody wants what is offered as *kind*."""
        return wanted(kind) * self.keenness(kind)

    def liked(self, move: str) -> float:
        """How much a *move* is liked before others."""
        return lot(self.seed, "book", move) ** BOOK if self.kind.has_book else 1.0


def fashion_of(seed: int) -> Fashion:
    """That of the town of *seed*."""
    chance, kind = Random(f"{seed} fashion"), KINDS[seed % len(KINDS)]
    games = tuple(chance.sample(GAMES, min(chance.choice((1, 1, 2, 4)), len(GAMES))))
    times = tuple(chance.sample(TIMES, chance.choice((3, 5, 9))))
    strays = chance.choice(((0.1, 0.3, 0.6), (0.1, 0.3, 0.6), (0.5, 0.8)))
    fiddles = chance.choice(((0.03, 0.1, 0.3), (0.03, 0.1, 0.3), (0.3, 0.6, 0.9)))
    bustle = chance.choice((1.0, 1.0, 2.5))
    return Fashion(
        seed,
        kind,
        games=kind.games or games,
        times=kind.times or times,
        strays=kind.strays or strays,
        fiddles=kind.fiddles or fiddles,
        bustle=kind.bustle or bustle,
    )


def drawn(
    chance: Random, days: float, fashion: Fashion, visits: tuple[float, ...] = OFTEN
) -> Habits:
    """Somebody of a town of that *fashion*, who comes as often as one of *visits*."""
    rises = chance.uniform(6, 10)
    games, times = fashion.games, fashion.times
    habits = Habits(
        zone=chance.choice(fashion.kind.zones),
        rises=rises,
        sleeps=rises + chance.uniform(12, 16),
        visits=chance.choice(visits) * fashion.bustle,
        moves=chance.choice((1, 2, 3, 5)),
        wants=chance.choice((2, 3, 4, 7)),
        has_scripts=chance.random() < 0.8,
        forgets=chance.choice((0.0, 0.05, 0.1, 0.3)),
        strays=chance.choice(fashion.strays),
        fiddles=chance.choice(fashion.fiddles),
        doubles=chance.choice((0.0, 0.02, 0.1)),
        stale=chance.choice((0.0, 0.02, 0.1)),
        gives_up=chance.choice(fashion.kind.gives_up),
        is_guest=chance.random() < 0.1,
        devices=chance.choice((1, 1, 2)),
        games=tuple(chance.sample(games, min(chance.choice((1, 1, 2, 4)), len(games)))),
        times=tuple(chance.sample(times, min(3, len(times)))),
    )
    for _time in range(chance.choice((0, 0, 0, 1, 2))):
        first = chance.uniform(0, max(days, A_WHILE))
        habits.away.append((first, first + chance.choice((2, 5, 9, 21))))
    if fashion.kind.goes_away:
        first = chance.uniform(*fashion.kind.goes_away)
        habits.away = [(first, first + chance.choice((1.5, 2.5, 4.0)))]
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
    for beginning, weight in SELDOM_WANTED.items():
        if kind.startswith((f"{beginning} ", f"{beginning}/")):
            return weight
    return OTHERWISE
