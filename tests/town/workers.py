"""Workers and beat of a season: real tasks, late, doubled or lost as a broker may have them.

Beat's schedule has a million runs in a season, nearly all of which find nothing. A sweep is run at
the first tick of its own at which there is something for it, by the dates in the rows (`NEEDS`),
at the first tick after what it looks at has changed (`AFTER_PEOPLE`), and at least every few hours.
The heartbeat that the runs in between would have left is written before each event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from celery import current_app
from django.db import close_old_connections, connection

from config.celery import SWEEPS
from tests.town.broker import Message
from tests.town.clock import Clock, lot
from tests.town.scheduler import Scheduler

GRID = timedelta(hours=8)
"""So often at least each sweep is run, but those that are rarer by themselves."""

BEATING = "games.sweep_deadlines"
"""What notes that the site is up."""

NEEDS: dict[str, tuple[str, ...]] = {
    "games.sweep_deadlines": (
        "SELECT MIN(deadline) FROM match_match WHERE status = 'active' AND frozen_at IS NULL",
        "SELECT MIN(until) FROM match_credit",
    ),
    "games.sweep_bot_turns": (
        "SELECT MIN(MAX(due_at, hinted_until)) FROM bots_botturn WHERE set_aside_in = ''",
        "SELECT MIN(MAX(due_at, hinted_until)) FROM bots_opinion",
    ),
    "games.sweep_plans": (
        "SELECT MIN(MAX(due_at, hinted_until)) FROM plans_plannedmove",
        "SELECT MIN(MAX(due_at, hinted_until)) FROM plans_forcedmove WHERE key <> ''",
    ),
    "games.drain_outbox": (
        (
            "SELECT MIN(MAX(due_at, COALESCE(held_until, due_at))) FROM notices_delivery"
            " WHERE settled_at IS NULL AND (bundle IS NULL OR bundle = id)"
        ),
    ),
    "games.ping_bots": ("SELECT MIN(ping_at) FROM endpoints_botaddress WHERE stopped_at IS NULL",),
    "games.sweep_clock_warnings": ("SELECT MIN(warn_at) FROM notices_notice",),
    "games.sweep_seeks": (
        "SELECT MIN(expires_at) FROM lobby_seek WHERE state = 'open'",
        "SELECT MIN(bot_at) FROM lobby_seek WHERE state = 'open'",
    ),
    "games.sweep_challenges": ("SELECT MIN(expires_at) FROM lobby_challenge WHERE state = 'open'",),
    "games.run_tournaments": (
        "SELECT MIN(starts_at) FROM tournaments_tournament WHERE state IN ('open', 'proposed')",
        "SELECT MIN(closes_at) FROM tournaments_tournament WHERE state IN ('open', 'proposed')",
        "SELECT MIN(ends_at) FROM tournaments_tournament WHERE state = 'running'",
    ),
    "games.sweep_ladders": (
        "SELECT MIN(answer_by) FROM ladders_ladderchallenge WHERE state = 'open'",
    ),
    "games.sweep_reviews": (
        "SELECT MIN(MAX(due_at, hinted_until)) FROM reviews_review WHERE done_at IS NULL",
    ),
    "games.sweep_exports": (
        "SELECT MIN(MAX(due_at, hinted_until)) FROM personal_dataexport WHERE done_at IS NULL",
    ),
    "accounts.sweep_letters": ("SELECT MIN(due_at) FROM accounts_letter",),
    "games.pay_recounts": ("SELECT MIN('2000-01-01') FROM ratings_recount HAVING COUNT(*)",),
}
"""When there will be something for a sweep, by the rows that it works from."""

AFTER_PEOPLE: dict[str, str] = {
    "games.sweep_plans": (
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM plans_plan WHERE fate = '')"
        " OR EXISTS (SELECT 1 FROM accounts_user WHERE plays_forced) THEN"
        " (SELECT MAX(rowid) FROM match_sealedply) || (SELECT COUNT(*) FROM plans_plan) END"
    ),
    "games.sweep_seeks": "SELECT COUNT(*) || '-' || MAX(id) FROM lobby_seek WHERE state = 'open'",
    "games.run_tournaments": (
        "SELECT (SELECT GROUP_CONCAT(state) FROM tournaments_tournament)"
        " || (SELECT COUNT(*) || COUNT(withdrawn_at) FROM tournaments_entry)"
        " || (SELECT COUNT(*) || COUNT(match_id) || SUM(ends_match) || SUM(outcome = '')"
        " FROM tournaments_pairing)"
    ),
}
"""What looks for more than dates say: a sign of what there is for it, NULL for nothing. After it
has changed the sweep is run at the next of its ticks."""
SIGNS = f"SELECT {', '.join(f'({statement})' for statement in AFTER_PEOPLE.values())}"


@dataclass(frozen=True)
class Weather:
    """How the broker and the workers are in a season, as shares of one."""

    lost: float = 0.02
    doubled: float = 0.03
    late: float = 0.02
    troubled: float = 0.0
    """Of what goes to mail servers, push services and webhooks."""
    faults: float = 0.0
    """Of requests, messages and sweeps in which the process or the database fails."""
    restores: bool = False
    """Whether a backup is restored somewhere in the middle."""
    skips: timedelta = timedelta()
    """How much later than others the season begins."""


LOSES = (0.0, 0.0, 0.15)
"""At least so many messages are lost in the town of a seed: there sweeps have to do the work."""

ROUGH = Weather(
    0.05, 0.05, 0.05, troubled=0.1, faults=0.05, restores=True, skips=timedelta(days=22)
)
"""What can go wrong does; Europe's clocks go back on the second day, America's nine days after."""


@dataclass
class _Sweep:
    name: str
    period: timedelta
    phase: timedelta
    planned: datetime | None = None
    """When it runs next."""
    need: datetime | None = None
    """What there was for it when it was planned."""
    idle: int = 0
    """How often it has run since that, and left it."""


class Workers:
    """Everything that no person does."""

    def __init__(self, scheduler: Scheduler, weather: Weather) -> None:
        self.scheduler, self.weather = scheduler, weather
        self.clock: Clock = scheduler.clock
        self.ran: Counter[str] = Counter()
        self.lost = self.doubled = 0
        at_least = LOSES[int(lot(scheduler.seed, "loses") * len(LOSES))]
        self._loses = max(weather.lost, at_least)
        self._sweeps = {
            name: _Sweep(
                name, timedelta(seconds=every), timedelta(seconds=every * lot(scheduler.seed, name))
            )
            for name, every in SWEEPS.items()
        }
        self._needs = _one_statement()
        self._signs: dict[str, str | None] = {}
        self._is_back = False
        scheduler.before.append(self._beat)
        scheduler.after.append(self._look)

    def start(self) -> None:
        """Begin to look at what there is, each sweep from a tick of its own on."""
        for sweep in self._sweeps.values():
            self._plan(sweep, self._grid(sweep))

    def come_back(self) -> None:
        """The rows are of some hours ago: the site finds out how long it was away."""
        self._is_back = True
        sweep = self._sweeps[BEATING]
        self._plan(sweep, self._tick(sweep, self.clock.now))

    def _beat(self, _called: str) -> None:
        if not self._is_back:
            heartbeat(self.clock.now)

    # --- what is sent

    def post(self, message: Message) -> None:
        """Carry *message*: soon, late, twice, or never."""
        if self.scheduler.lot() < self._loses:
            self.lost += 1
            return
        times = 1
        if self.scheduler.lot() < self.weather.doubled:
            self.doubled += 1
            times = 2
        for _time in range(times):
            self._carry(message)

    def _carry(self, message: Message) -> None:
        wait = 0.005 + 0.5 * self.scheduler.lot()
        if self.scheduler.lot() < self.weather.late:
            wait = 1 + 89 * self.scheduler.lot()
        when = message.due + timedelta(seconds=wait)
        self.scheduler.at(when, f"task {message.task} {message.body}", lambda: self._run(message))

    def _run(self, message: Message) -> None:
        if message.run(self.clock.now):
            self.ran[message.task] += 1

    # --- what comes by the clock

    def _look(self, _name: str) -> None:
        """Plan the sweeps for which there is something now."""
        with connection.cursor() as cursor:
            cursor.execute(self._needs)
            found = dict(zip(NEEDS, cursor.fetchone(), strict=True))
        for task, text in found.items():
            if text:
                self._need(self._sweeps[task], _moment(text))
        with connection.cursor() as cursor:
            cursor.execute(SIGNS)
            signs = dict(zip(AFTER_PEOPLE, cursor.fetchone(), strict=True))
        for task, sign in signs.items():
            if sign is not None and sign != self._signs.get(task):
                sweep = self._sweeps[task]
                self._plan(sweep, self._tick(sweep, self.clock.now + sweep.period))
        self._signs = signs

    def _need(self, sweep: _Sweep, need: datetime) -> None:
        if need != sweep.need:
            sweep.need, sweep.idle = need, 0
        pause = sweep.period * (2 ** min(sweep.idle, 12) - 1)
        when = max(need, self.clock.now) + min(pause, GRID)
        if sweep.planned is None or when < sweep.planned:
            self._plan(sweep, self._tick(sweep, when))

    def _grid(self, sweep: _Sweep) -> datetime:
        wait = max(GRID, sweep.period) * (0.5 + self.scheduler.lot())
        return self._tick(sweep, self.clock.now + wait)

    def _tick(self, sweep: _Sweep, when: datetime) -> datetime:
        """The first tick of *sweep* after *when*."""
        since = when - self.clock.began - sweep.phase
        ticks = since // sweep.period + 1
        return self.clock.began + sweep.phase + ticks * sweep.period

    def _plan(self, sweep: _Sweep, when: datetime) -> None:
        if sweep.planned is not None and sweep.planned <= when:
            return
        sweep.planned = when
        self.scheduler.at(when, f"sweep {sweep.name}", self._sweeping(sweep, when))

    def _sweeping(self, sweep: _Sweep, when: datetime) -> Callable[[], None]:
        def go() -> None:
            if sweep.planned != when:
                return  # it has run before
            sweep.planned = None
            close_old_connections()
            current_app.tasks[sweep.name]()
            self.ran[sweep.name] += 1
            self._is_back &= sweep.name != BEATING
            sweep.idle += sweep.need is not None and sweep.need <= self.clock.now
            self._plan(sweep, self._grid(sweep))

        return go


def _one_statement() -> str:
    asked = (
        f"(SELECT MIN(at) FROM ({' UNION ALL '.join(_named(one) for one in statements)}))"
        for statements in NEEDS.values()
    )
    return f"SELECT {', '.join(asked)}"


def _named(statement: str) -> str:
    head, _from, rest = statement.partition(" FROM ")
    return f"{head} AS at FROM {rest}"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def heartbeat(now: datetime) -> None:
    """Write the beat of the sweep that would have come just before."""
    beat = connection.ops.adapt_datetimefield_value(now - timedelta(seconds=3))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE match_househealth SET last_beat = %s WHERE id = 1", [beat])
