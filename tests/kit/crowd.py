"""A site with many rows, made by statements that copy one row as often as is wanted.

A real row of each kind is made by the services; the database then copies it, a hundred thousand
times within seconds. `bench_scale` measures pages over them, and a test counts statements.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, models
from django.utils import timezone

from games.lobby.models import Seek
from games.match.models import Match, Player
from games.match.models.match import new_secret, new_uid
from games.match.sealed import SealedPly, SealedPosition
from games.notices.models import Delivery, Notice
from games.people.models import Block, Follow
from games.ratings.models import Rating, RatingEvent, TurnTally
from games.ratings.pools import Pool
from tests.kit.builders import QUICK_MATE, match_between, person, play

BASE = 1_000_000
"""The keys of copies begin there; those of finished matches at its double."""
POOL = Pool("xiongqi", "slow")


@dataclass(frozen=True)
class Size:
    """How many of each there are to be."""

    users: int
    finished: int
    running: int
    seeks: int
    notices: int

    def __floordiv__(self, parts: int) -> Size:
        return Size(*(count // parts for count in vars(self).values()))


FULL = Size(users=20_000, finished=200_000, running=5_000, seeks=1_000, notices=100_000)


@dataclass(frozen=True)
class Shares:
    """Of how many finished matches, running matches and notices one is that of those asked for."""

    finished: int = 1
    running: int = 1
    notices: int = 1


class Crowd:
    """The people that pages are asked by, and everybody else; `grow` makes more of all."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self.has = Size(0, 0, 0, 0, 0)
        self.now = timezone.now()
        self.veteran = person("veteran")
        """Has finished many matches, was told much, and plays nothing now."""
        self.busy = person("busy")
        """Has many matches under way."""
        self.newcomer = person("newcomer")
        """Has nothing at all."""
        self.collector = person("collector")
        """Has what `holdings` adds, where it does."""
        self.one, other = person("first"), person("second")
        self._running = match_between(self.one, other, now=self.now)
        self.finished = match_between(self.one, other, now=self.now, rated=True)
        play(self.finished, *QUICK_MATE, now=self.now)
        Player.objects.filter(match=self.finished).update(seen_end_at=self.now)
        self._make_rows()

    def _make_rows(self) -> None:
        """One of everything that matches do not bring with them."""
        one, now = self.one, self.now
        terms = {"game": "xiongqi", "time_control": "relaxed"}
        until = now + timedelta(days=30)
        self._seek = Seek.objects.create(
            user=one, key="copied", created_at=now, expires_at=until, side=1, **terms
        )
        self.notice = Notice.objects.create(
            user=one,
            match=self.finished,
            kind=Notice.Kind.MATCH_OVER,
            subject="copied",
            made_at=now,
        )
        self._delivery = Delivery.objects.create(
            notice=self.notice, channel="mail", due_at=now, hinted_until=now, settled_at=now,
            outcome=Delivery.Outcome.SENT,
        )  # fmt: skip
        self._rating = Rating.objects.get(user=one, **POOL._asdict())
        self._own_rating = Rating.objects.create(user=self.veteran, matches=20, **POOL._asdict())
        self._event = RatingEvent.objects.filter(match=self.finished)[0]
        self._tally = TurnTally.objects.get_or_create(user=one)[0]
        self._follow = Follow.objects.create(user=self.veteran, person=one)
        self._block = Block.objects.create(user=self.veteran, person=one, kind=Block.Kind.TALK)

    def grow(self, size: Size) -> None:
        """Have as many of each as *size* says, which is not fewer than there are."""
        had, self.has = self.has, size
        self._add_people(had.users, size.users)
        self._add_matches(self.finished, 2 * BASE, had.finished, size.finished)
        self._add_matches(self._running, BASE, had.running, size.running)
        copies(
            self._seek, had.seeks, size.seeks, user_id=self._person("n"), uid="'o' || n",
            key="'k' || n", created_at=_minutes_off("created_at"),
        )  # fmt: skip
        self._add_notices(had.notices, size.notices)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("VACUUM ANALYZE" if connection.get_autocommit() else "ANALYZE")

    def _person(self, number: str) -> str:
        return f"{BASE} + ({number}) % {self.has.users}"

    def _often(self, every: int, key: int) -> str:
        """That *key* each so-manieth time, else a person of the crowd."""
        return f"CASE WHEN n % {every} = 0 THEN {key} ELSE {self._person('n')} END"

    def _add_people(self, first: int, end: int) -> None:
        own = f"{BASE} + n"
        name = "'crowd' || n"
        copies(self.one, first, end, id=own, name=name, name_key=name, name_look=name)
        copies(self._rating, first, end, id=own, user_id=own, rating="1200 + n % 700")
        copies(self._tally, first, end, user_id=own)
        copies(self._follow, first, min(end, 200), person_id=own)
        copies(self._block, first, min(end, 200), person_id=own)

    def _add_matches(self, match: Match, base: int, first: int, end: int) -> None:
        own = f"{base} + n"
        when = ("created_at", "started_at", "ended_at")
        dates = {name: _minutes_off(name) for name in when if getattr(match, name)}
        if match.deadline:
            dates["deadline"] = _minutes_off("deadline", "+")
        letter = "f" if base > BASE else "r"
        names = {"uid": f"'{letter}' || n", "secret": f"'s{letter}' || n"}
        copies(match, first, end, id=own, **names, **dates)
        copies(SealedPosition.objects.get(pk=match.pk), first, end, match_id=own)
        is_over = match == self.finished
        whose, every = (
            (self.veteran, self.shares.finished) if is_over else (self.busy, self.shares.running)
        )
        second = self._person(f"n + 1 + n / {self.has.users}")
        seats = (self._often(every, whose.pk), second)
        owners = (self._often(every, self._own_rating.pk), second)
        for player in match.players.all():
            over_at = {"over_at": _minutes_off("over_at")} if is_over else {}
            copies(player, first, end, match_id=own, user_id=seats[player.seat], **over_at)
            if is_over:
                copies(
                    self._event, first, end, match_id=own, seat=f"{player.seat}",
                    owner_id=owners[player.seat],
                )  # fmt: skip

    def _add_notices(self, first: int, end: int) -> None:
        own = f"{BASE} + n"
        copies(
            self.notice, first, end, id=own, made_at=_minutes_off("made_at"),
            subject="'told ' || n", match_id=f"{2 * BASE} + n % {self.has.finished}",
            user_id=self._often(self.shares.notices, self.veteran.pk),
        )  # fmt: skip
        copies(self._delivery, first, end, notice_id=own)


def _minutes_off(column: str, sign: str = "-") -> str:
    if connection.vendor == "postgresql":
        return f"{column} {sign} n * interval '1 minute'"
    return f"strftime('%Y-%m-%d %H:%M:%f', {column}, '{sign}' || n || ' minutes')"


def copies(row: models.Model, first: int, end: int, **changed: str) -> None:
    """Put copies of *row* into its table, numbered `n` from *first* on and before *end*.

    What is *changed* is said in SQL by column; a key that is not named is given by the database.
    """
    if first >= end:
        return
    meta = row._meta
    key = meta.pk.column
    names = [one.column for one in meta.concrete_fields if one.column != key or key in changed]
    values = [changed.get(name, f"template.{name}") for name in names]
    quoted = ", ".join(f'"{name}"' for name in names)
    numbers = f"SELECT {first:d} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {end:d}"
    with connection.cursor() as cursor:
        cursor.execute(  # everything in it is written here or in a test
            f"INSERT INTO {meta.db_table} ({quoted}) WITH RECURSIVE numbers(n) AS ({numbers})"
            f" SELECT {', '.join(values)} FROM {meta.db_table} AS template, numbers"
            f" WHERE template.{key} = {row.pk:d}"
        )


def copy_match(match: Match, times: int) -> None:
    """As many more matches of the same people that stand as *match* does."""
    players, plies = list(match.players.all()), list(SealedPly.objects.filter(match=match))
    sealed = SealedPosition.objects.get(match=match)
    for _each in range(times):
        match.pk = match._state.db = None
        match._state.adding = True
        match.uid, match.secret, match.request_key = new_uid(), new_secret(), None
        match.save()
        for player in players:
            player.pk, player.match_id, player._state.adding = None, match.pk, True
        Player.objects.bulk_create(players)
        for ply in plies:
            ply.match_id, ply._state.adding = match.pk, True
        SealedPly.objects.bulk_create(plies)
        sealed.pk = sealed.match_id = match.pk
        sealed._state.adding = True
        sealed.save()
