"""What must hold in every season: cheap questions after each event, all of them every few hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from games.ladders.services.counting import sweep_places
from games.match.clocks.timeoff import due
from games.match.models import Match, Player
from games.match.reading.selectors import all_matches
from games.moderation.selectors.audits import faults_of
from games.ratings.services import recompute
from games.tournaments.services.repairing import repair_all
from tests.town.people import Town

BOUND = timedelta(minutes=30)
"""Later than that nothing is done that is owed: with a message lost, one late, and a sweep."""

OWED: dict[str, str] = {
    # what waits for nothing: how many rows, given the moment before which they were due
    "a bot owes a turn": (
        "SELECT COUNT(*) FROM bots_botturn WHERE due_at < %s AND set_aside_in = ''"
    ),
    "a planned move is not made": "SELECT COUNT(*) FROM plans_plannedmove WHERE due_at < %s",
    "a forced move is not made": (
        "SELECT COUNT(*) FROM plans_forcedmove f JOIN match_player p ON p.id = f.player_id"
        " JOIN match_match m ON m.id = p.match_id"
        " WHERE f.due_at < %s AND f.key <> '' AND p.is_to_act AND m.status = 'active'"
        " AND f.turn_began = p.clock_started_at"
    ),
    "a delivery is not sent": (
        "SELECT COUNT(*) FROM notices_delivery WHERE due_at < %s AND settled_at IS NULL"
    ),
    "a letter is not sent": "SELECT COUNT(*) FROM accounts_letter WHERE due_at < %s",
    "a deadline has passed": (
        "SELECT COUNT(*) FROM match_match WHERE deadline < %s AND status = 'active'"
        " AND frozen_at IS NULL"
    ),
    "an offer has run out": (
        "SELECT COUNT(*) FROM lobby_seek WHERE state = 'open' AND expires_at < %s"
    ),
    "a challenge has run out": (
        "SELECT COUNT(*) FROM lobby_challenge WHERE state = 'open' AND expires_at < %s"
    ),
    "a pairing has no match": (
        "SELECT COUNT(*) FROM tournaments_pairing p JOIN tournaments_tournament t"
        " ON t.id = p.tournament_id WHERE t.state = 'running' AND t.began_at < %s"
        " AND p.match_id IS NULL AND p.outcome = ''"
    ),
    "a tournament is due": (
        "SELECT COUNT(*) FROM tournaments_tournament WHERE state IN ('open', 'proposed')"
        " AND MIN(COALESCE(starts_at, closes_at), closes_at) < %s"
    ),
    "a place was not defended": (
        "SELECT COUNT(*) FROM ladders_ladderchallenge WHERE state = 'open' AND answer_by < %s"
    ),
    "an export is not done": (
        "SELECT COUNT(*) FROM personal_dataexport WHERE due_at < %s AND done_at IS NULL"
    ),
}

WRONG: dict[str, str] = {
    "plies are not numbered without a gap": (
        "SELECT COUNT(*) FROM (SELECT match_id FROM match_sealedply GROUP BY match_id"
        " HAVING COUNT(DISTINCT number) <> MAX(number) OR MIN(number) <> 1)"
    ),
    "a seat's plies are not numbered without a gap": (
        "SELECT COUNT(*) FROM (SELECT match_id FROM match_sealedply WHERE seat IS NOT NULL"
        " GROUP BY match_id, seat HAVING COUNT(*) <> MAX(seat_ply))"
    ),
    "nobody is to act in a match that goes on": (
        "SELECT COUNT(*) FROM match_match m WHERE status = 'active' AND NOT EXISTS"
        " (SELECT 1 FROM match_player p WHERE p.match_id = m.id AND p.is_to_act)"
    ),
    "somebody is to act in a match that is over": (
        "SELECT COUNT(*) FROM match_match m JOIN match_player p ON p.match_id = m.id"
        " WHERE m.status IN ('finished', 'aborted') AND p.is_to_act"
    ),
    "a match that is over has a deadline": (
        "SELECT COUNT(*) FROM match_match m JOIN match_player p ON p.match_id = m.id"
        " WHERE m.status IN ('finished', 'aborted')"
        " AND (m.deadline IS NOT NULL OR p.deadline IS NOT NULL)"
    ),
    "a match's deadline is not the earliest of its players'": (
        "SELECT COUNT(*) FROM match_match m WHERE status = 'active' AND m.deadline IS NOT"
        " (SELECT MIN(p.deadline) FROM match_player p WHERE p.match_id = m.id)"
    ),
    "somebody meets themselves": (
        "SELECT COUNT(*) FROM (SELECT match_id FROM match_player WHERE user_id IS NOT NULL"
        " GROUP BY match_id, user_id HAVING COUNT(*) > 1)"
    ),
    "a notice is told twice": (
        "SELECT COUNT(*) FROM (SELECT user_id, match_id, kind, made_at FROM notices_notice"
        " WHERE kind IN ('your-turn', 'match-over') GROUP BY user_id, match_id, kind, made_at"
        " HAVING COUNT(*) > 1)"
    ),
    "a notice is owed twice by one channel": (
        "SELECT COUNT(*) FROM (SELECT notice_id, channel FROM notices_delivery"
        " GROUP BY notice_id, channel HAVING COUNT(*) > 1)"
    ),
    "two meet more often than they are to": (
        "SELECT COUNT(*) FROM (SELECT p.tournament_id FROM tournaments_pairing p"
        " JOIN tournaments_tournament t ON t.id = p.tournament_id"
        " GROUP BY p.tournament_id, MIN(p.first_id, p.second_id), MAX(p.first_id, p.second_id),"
        " t.is_double HAVING COUNT(*) > 1 + t.is_double)"
    ),
    "an accepted challenge has no match": (
        "SELECT COUNT(*) FROM lobby_challenge WHERE state = 'accepted' AND match_id IS NULL"
    ),
    "a paired offer has no match": (
        "SELECT COUNT(*) FROM lobby_seek WHERE state = 'paired' AND match_id IS NULL"
    ),
}

LAST_MOVED = (
    "SELECT m.uid, COALESCE(MAX(p.made_at), '') FROM match_match m LEFT JOIN match_sealedply p"
    " ON p.match_id = m.id WHERE m.status = 'active' GROUP BY m.id"
)

TALLIED = (
    "SELECT u.name, t.asked, t.answered, COALESCE(SUM(json_array_length(p.answers) + p.missed), 0),"
    " COALESCE(SUM(json_array_length(p.answers)), 0)"
    " FROM ratings_turntally t JOIN accounts_user u ON u.id = t.user_id"
    " LEFT JOIN (match_player p JOIN match_match m ON m.id = p.match_id"
    " AND m.status IN ('finished', 'aborted') AND m.time_control <> 'none'"
    " AND NOT EXISTS (SELECT 1 FROM match_player b WHERE b.match_id = m.id AND b.bot <> ''))"
    " ON p.user_id = u.id GROUP BY u.id"
)
"""The turns that are counted of each, and those that they have had in matches that are over."""

DAILY_READERS = (
    "SELECT name FROM accounts_user WHERE json_extract(notice_choices, '$.rhythm') = 'morning'"
)
DIGESTS = (
    "SELECT DISTINCT u.name, d.settled_at || '' FROM notices_delivery d"
    " JOIN notices_notice n ON n.id = d.notice_id JOIN accounts_user u ON u.id = n.user_id"
    " WHERE d.channel = 'mail' AND d.outcome = 'sent'"
    " AND NOT EXISTS (SELECT 1 FROM notices_delivery w JOIN notices_notice o ON o.id = w.notice_id"
    " WHERE o.user_id = n.user_id AND w.channel = 'mail' AND w.settled_at = d.settled_at"
    " AND o.kind IN ('clock-half', 'clock-last', 'test')) ORDER BY d.settled_at"
)
"""When mails of news went out: what goes in one mail is settled in one moment.
A warning takes the turns along that wait."""

PLANS = "SELECT p.id, m.uid, p.fate FROM plans_plan p JOIN match_match m ON m.id = p.match_id"
VACATIONS = (
    "SELECT COUNT(*) || '-' || COALESCE(MAX(id), 0) || '-' || COALESCE(MAX(ends_at), '')"
    " FROM match_vacation"
)

SOON = timedelta(minutes=10)
HOURLY = timedelta(hours=6)
DAILY = timedelta(days=2)


class Truths:
    """Asks them; what is found wrong is told as sentences."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self._next_soon = self._next_hour = self._next_day = town.world.clock.now
        self._mails = 0
        self._told: Counter[str] = Counter()
        self._readers: dict[str, datetime] = {}
        """Since when somebody has wanted one mail a day."""
        self._vacations = ""
        """A sign of those that there were."""
        self._kept: dict[int, tuple[str, str]] = {}
        """All plans, with their matches and what has become of them."""
        self._plans: dict[tuple[str, int], str] = {}
        """Those that stood, with when somebody had moved last."""
        self._sound: dict[int, tuple[object, ...]] = {}
        """What matches were like that were found sound."""

    def look(self, _name: str) -> list[str]:
        """What is wrong after an event."""
        town, now = self.town, self.town.world.clock.now
        found = [*town.world.noise.take(), *town.noted.faults, *town.broken]
        town.noted.faults, town.broken = [], []
        if now >= self._next_soon:
            self._next_soon = now + SOON
            found += [*_counted(OWED, [now - BOUND]), *self._forgotten_plans()]
        found += [*self._clocks_of_travellers(now), *self._thrown_away()]
        if now >= self._next_hour:
            self._next_hour = now + HOURLY
            found += self.every_hour(now)
        if now >= self._next_day:
            self._next_day = now + DAILY
            found += self.all(now)
        return found

    def forget(self, until: datetime) -> None:
        """All that was seen is of a time that never was; *until* then nothing is looked at."""
        self._next_soon = self._next_hour = self._next_day = until
        self._readers, self._plans, self._kept, self._sound = {}, {}, {}, {}

    def every_hour(self, now: datetime) -> list[str]:
        """What is wrong by statements over all rows."""
        return [
            *_counted(OWED, [now - BOUND]),
            *_counted(WRONG, []),
            *self._mailed_once(),
            *self._digests_too_soon(now),
        ]

    def all(self, now: datetime) -> list[str]:
        """What is wrong by making it anew: matches, ratings, tables, ladders."""
        found = [*self._unsound_matches(), *self.town.noted.histories.unexplained()]
        found += self._tallied()
        for name, remake in REMADE.items():
            if wrong := undone(remake):
                found.append(f"{wrong} {name} were other ones")
        found += self.town.world.noise.take()
        return found

    def _forgotten_plans(self) -> Iterator[str]:
        """A plan stands while nobody moves and nobody touches it."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT m.uid, p.user_id FROM plans_plan p"
                " JOIN match_match m ON m.id = p.match_id WHERE p.fate = ''"
            )
            plans = set(cursor.fetchall())
            cursor.execute(LAST_MOVED)
            boards = dict(cursor.fetchall())
        for (uid, user), was in self._plans.items():
            stands = (uid, user) in plans or uid in self.town.planned
            if not stands and boards.get(uid) == was:
                yield f"the plan of user {user} in match {uid} is gone"
        self._plans = {(uid, user): boards[uid] for uid, user in plans if uid in boards}
        self.town.planned = set()

    def _thrown_away(self) -> Iterator[str]:
        """A plan that stood and is no more was taken back by its owner, or its match is over."""
        with connection.cursor() as cursor:
            cursor.execute(PLANS)
            plans = {key: (uid, fate) for key, uid, fate in cursor.fetchall()}
            for key, (uid, fate) in self._kept.items():
                if fate or key in plans or uid in self.town.planned:
                    continue
                cursor.execute("SELECT status FROM match_match WHERE uid = %s", [uid])
                if cursor.fetchone() == ("active",):
                    yield f"a plan in match {uid} was thrown away"
        self._kept = plans

    def _clocks_of_travellers(self, now: datetime) -> Iterator[str]:
        """Where a vacation has begun or changed, the deadlines are those of the calendar."""
        with connection.cursor() as cursor:
            cursor.execute(VACATIONS)
            (vacations,) = cursor.fetchone()
        if vacations == self._vacations:
            return
        self._vacations = vacations
        away = Player.objects.filter(user__away_until__gt=now, clock_started_at__isnull=False)
        for player in away.filter(match__status="active").select_related("match", "user"):
            moment = due(player.match, player)
            if moment != player.deadline:
                yield (
                    f"{player.user} is on vacation, and has until {player.deadline} in match"
                    f" {player.match.uid}, not until {moment}"
                )

    def _digests_too_soon(self, now: datetime) -> Iterator[str]:
        """Whoever has wanted one mail a day for a day gets no other soon after, but warnings."""
        with connection.cursor() as cursor:
            cursor.execute(DAILY_READERS)
            readers = {name for (name,) in cursor.fetchall()}
            self._readers = {name: self._readers.get(name, now) for name in sorted(readers)}
            cursor.execute(DIGESTS)
            last: dict[str, datetime] = {}
            for name, text in cursor.fetchall():
                sent = datetime.fromisoformat(text).replace(tzinfo=UTC)
                if name not in readers or sent < self._readers[name] + timedelta(days=1):
                    continue
                if name in last and sent - last[name] < timedelta(hours=12):
                    yield f"{name} was sent two daily mails, at {last[name]} and {sent}"
                last[name] = sent

    def _tallied(self) -> Iterator[str]:
        """The turns of each are counted once; those that somebody had as a guest may not be."""
        guests = {person.name for person in self.town.people if person.habits.is_guest}
        with connection.cursor() as cursor:
            cursor.execute(TALLIED)
            for name, *counted, asked, answered in cursor.fetchall():
                if name not in guests and counted != [asked, answered]:
                    yield f"turns of {name} are counted as {counted}, not {[asked, answered]}"

    def _mailed_once(self) -> Iterator[str]:
        """No message goes out twice under its id."""
        new = mail.outbox[self._mails :]
        self._mails = len(mail.outbox)
        for letter in new:
            name = letter.extra_headers.get("Message-ID", "")
            self._told[name] += 1
            if name and self._told[name] > 1 and name not in self.town.unsure:
                yield f"a mail was sent twice: {name} {letter.subject}"

    def _unsound_matches(self) -> Iterator[str]:
        """What `verify_matches` says of those that have changed."""
        seen = Match.objects.values_list("pk", "uid", "status", "deadline", "annulled_at")
        plies = _plies()
        changed = {
            pk: (*rest, plies.get(pk, 0))
            for pk, *rest in seen
            if self._sound.get(pk) != (*rest, plies.get(pk, 0))
        }
        for match in all_matches().filter(pk__in=list(changed)):
            yield from (f"match {match.uid}: {fault}" for fault in faults_of(match))
        self._sound |= changed


def _plies() -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id, COUNT(*) FROM match_sealedply GROUP BY match_id")
        return dict(cursor.fetchall())


def _counted(questions: dict[str, str], values: list[datetime]) -> Iterator[str]:
    texts = [connection.ops.adapt_datetimefield_value(value) for value in values]
    with connection.cursor() as cursor:
        for name, statement in questions.items():
            cursor.execute(statement, texts)
            (count,) = cursor.fetchone()
            if count:
                yield f"{name} ({count} rows)"


def undone(remake: Callable[[], int]) -> int:
    """What *remake* counts, done in a transaction that leaves nothing behind."""
    with transaction.atomic():
        wrong = remake()
        transaction.set_rollback(True)
    return wrong


REMADE: dict[str, Callable[[], int]] = {
    "ratings": recompute,
    "rows of tables": lambda: repair_all(timezone.now())[1],
    "places on ladders": lambda: sweep_places(timezone.now()),
}
"""What follows from matches, and how many rows of it differ from what they lead to."""
