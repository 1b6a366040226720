"""One poisoned row in the table of each worker: those before and after it are done in the same
sweep; it is logged, and tried again by a later one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from django.conf import settings as house
from django.utils import timezone

from accounts.models import Letter, User
from accounts.sanctions.rights import FOR_EVER
from config.celery import SWEEPS, app
from games import tasks
from games.bots import thinking
from games.bots.models import Opinion
from games.endpoints.models import BotAddress
from games.ladders.services import challenging, places
from games.leagues.models import League
from games.lobby.models import Challenge, Seek
from games.lobby.services.challenges import send_challenge
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import ending
from games.match.models import Match
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services import post
from games.notices.services.post import Came
from games.personal import exporting
from games.plans import services as planning
from games.plans.forced import look_for_forced
from games.plans.models import ForcedMove, PlannedMove
from games.ratings.models import Recount
from games.reviews.models import Review
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import beginning, entering
from tests.kit.builders import (
    NOON,
    ONE_MOVE,
    guest,
    house_was_up,
    match_between,
    match_from,
    north,
    person,
    play,
    south,
    terms,
)
from tests.kit.staff import staff
from tests.plans.test_plans import keep
from tests.tournaments.conftest import asked

pytestmark = pytest.mark.django_db

THREE = range(3)
LATER = NOON + timedelta(hours=1)
GAMES = ("xiongqi", "gungi", "seichu")


class Poison:
    """In *place* the second row that comes by makes whatever is done with it fail."""

    def __init__(self, place: str, key: Callable[..., object], patch: pytest.MonkeyPatch) -> None:
        self.key = key
        self.row: Any = None
        self.seen: list[object] = []
        self.done: list[object] = []
        name, _, function = place.rpartition(".")
        self._work = getattr(import_module(name), function)
        patch.setattr(import_module(name), function, self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        key = self.key(*args, **kwargs)
        if key not in self.seen:
            self.seen.append(key)
            if len(self.seen) == 2:
                self.row = key
        if key == self.row:
            raise RuntimeError("this row is poisoned")
        result = self._work(*args, **kwargs)
        self.done.append(key)
        return result


def first(row: Any, *_more: object, **_named: object) -> object:
    """The row is what the function is called with, or its number."""
    return getattr(row, "pk", row)


class Worker(NamedTuple):
    """One kind of work that is found row by row."""

    task: str
    """Which sweep does it, or finds it again."""
    make: Callable[[], object]
    """Writes at least three rows of it."""
    place: str
    """The function that does it, one row a call."""
    key: Callable[..., object] = first
    again: timedelta = timedelta(hours=2)
    """So much later a sweep tries it again."""
    at: datetime = LATER


def three_matches(*moves: str, **changes: Any) -> list[Match]:
    made = [match_between(person(), person(), **changes) for _number in THREE]
    for match in made:
        play(match, *moves)
    return made


def letters() -> None:
    for number in THREE:
        Letter.objects.create(
            recipient=f"p{number}@example.org", written_at=NOON, due_at=NOON, hinted_until=NOON
        )


def clocks() -> None:
    three_matches("e3e4")
    Notice.objects.filter(kind="your-turn").update(warn_at=NOON)


def plans() -> None:
    for match in three_matches():
        keep(match, "e3e4 e6e5")
        play(match, "e3e4")


def planned() -> None:
    plans()
    planning.look_at_plans(now=NOON)
    PlannedMove.objects.update(due_at=NOON, hinted_until=NOON)


def only_moves() -> None:
    for _number in THREE:
        match_from(ONE_MOVE, person(), person(plays_forced=True))


def forced() -> None:
    only_moves()
    look_for_forced(now=NOON)
    ForcedMove.objects.update(due_at=NOON, hinted_until=NOON)


def overdue() -> None:
    three_matches("e3e4", "e6e5")
    Match.objects.update(deadline=NOON)
    house_was_up(NOON - timedelta(days=1), LATER)


def over() -> list[Match]:
    made = three_matches("e3e4", "e6e5")
    for match in made:
        ending.resign(uid=match.uid, user=south(match), now=NOON)
    return made


def reviews() -> None:
    for match in over():
        Review.objects.create(
            match=match, asked_at=NOON, due_at=NOON, hinted_until=NOON, plies=match.plies
        )


def opinions() -> None:
    for match in over():
        Opinion.objects.create(match=match, ply=1, level="easy", due_at=NOON, hinted_until=NOON)


def exports() -> None:
    for _number in THREE:
        exporting.ask_export(user=person(), now=NOON)


def recounts() -> None:
    for game in GAMES:
        Recount.objects.create(game=game, pace="slow", versus="people", reached=0)


def closed() -> None:
    for match in three_matches("e3e4", "e6e5"):
        User.objects.filter(pk=north(match).pk).update(shut_out_until=FOR_EVER)


def full() -> list[str]:
    people = [person() for _number in range(4)]
    for number in THREE:
        made = entering.make_tournament(
            user=people[0], asked=asked(key=f"key-of-event-{number}"), now=NOON
        )
        for user in people[1:]:
            entering.enter(uid=made.uid, user=user, link=made.link, now=NOON)
    return list(Tournament.objects.values_list("uid", flat=True))


def owed_matches() -> None:
    full()
    beginning.begin_due(NOON)


def begun() -> None:
    owed_matches()
    beginning.begin_matches(NOON)


def at_their_end() -> None:
    begun()
    Tournament.objects.update(ends_at=NOON)


def decided() -> None:
    begun()
    Pairing.objects.update(ends_match=True, outcome="draw", is_forfeit=True)


def gone() -> None:
    begun()
    User.objects.filter(pk=Entry.objects.latest("pk").user_id).update(is_active=False)


def wrong() -> None:
    begun()
    Match.objects.update(status="finished", ended_at=NOON)


def leagues() -> None:
    for game in GAMES:
        League.objects.create(game=game, made_at=NOON)


def seeks(**fields: object) -> None:
    for number, game in enumerate(GAMES):
        open_seek(
            user=person(), asked=SeekRequest(terms(game=game, key=f"seek-{number}")), now=NOON
        )
    Seek.objects.update(**fields)


def challenges() -> None:
    for number in THREE:
        send_challenge(user=person(), person=person(), terms=terms(key=f"asked-{number}"), now=NOON)
    Challenge.objects.update(expires_at=NOON)


def ladders() -> list[User]:
    people = [person() for _number in range(6)]
    for user in people:
        places.join(game="xiongqi", user=user, now=NOON)
    return people


def ladder_challenges() -> None:
    people = ladders()
    for lower, higher in ((1, 0), (3, 2), (5, 4)):
        challenging.challenge(
            game="xiongqi", user=people[lower], name=people[higher].name, now=NOON
        )


def off_ladders() -> None:
    for user in ladders()[:3]:
        User.objects.filter(pk=user.pk).update(is_active=False)


def leavers() -> None:
    for _number in THREE:
        person(leaves_at=NOON)


def guests() -> None:
    for _number in THREE:
        guest(date_joined=NOON - timedelta(days=60))


def members_of_staff() -> None:
    for number in THREE:
        staff("operator", f"staff{number}")


def bot_addresses() -> None:
    for _each in THREE:
        BotAddress.objects.create(
            user=person(), url="https://10.0.0.1/", secret="whsec_eA==", made_at=NOON, ping_at=NOON
        )


def game_of(*, terms: Any, **_more: object) -> object:
    return terms.game


T, L = "games.tournaments.services", "games.ladders.services"
WORKERS = {
    "mails about accounts": Worker("accounts.sweep_letters", letters, "accounts.mail._message"),
    "warnings": Worker(
        "games.sweep_clock_warnings", clocks, "games.notices.services.warnings._look"
    ),
    "addresses of bots": Worker(
        "games.ping_bots", bot_addresses, "games.endpoints.services.bots.ping"
    ),
    "plans": Worker("games.sweep_plans", plans, "games.plans.services._look_at"),
    "planned moves": Worker("games.sweep_plans", planned, "games.plans.services._play"),
    "only moves": Worker("games.sweep_plans", only_moves, "games.plans.forced._look_at"),
    "forced moves": Worker("games.sweep_plans", forced, "games.plans.forced._play"),
    "deadlines": Worker(
        "games.sweep_deadlines",
        overdue,
        "games.match.changes.deadlines.flag_if_overdue",
        lambda *, uid, now: uid,
        timedelta(minutes=1),
    ),
    "reviews": Worker("games.sweep_reviews", reviews, "games.reviews.services._further"),
    "opinions": Worker(
        "games.sweep_bot_turns",
        opinions,
        "games.bots.opinions.Referee",
        lambda match: match.pk,
    ),
    "exports": Worker("games.sweep_exports", exports, "games.personal.exporting._further"),
    "recounts": Worker("games.pay_recounts", recounts, "games.ratings.recounts._pay"),
    "closed accounts": Worker(
        "games.tell_of_closed", closed, "games.notices.services.closed._tell", lambda *row: row[1]
    ),
    "tournaments that begin": Worker(
        "games.run_tournaments", full, f"{T}.beginning._begin_or_drop"
    ),
    "matches of tournaments": Worker(
        "games.run_tournaments", owed_matches, f"{T}.beginning._begin_match"
    ),
    "tournaments that end": Worker("games.run_tournaments", at_their_end, f"{T}.ending._end"),
    "matches without play": Worker("games.run_tournaments", decided, f"{T}.ending._end_match"),
    "entries of closed accounts": Worker(
        "games.run_tournaments", gone, f"{T}.withdrawing._withdraw_closed"
    ),
    "tables": Worker("games.repair_events", wrong, f"{T}.repairing.repair"),
    "leagues": Worker("games.run_leagues", leagues, "games.leagues.services.seasons._run"),
    "offers that run out": Worker(
        "games.sweep_seeks",
        partial(seeks, expires_at=NOON, bot_at=None),
        "games.lobby.services.seeks._expire",
    ),
    "offers for bots": Worker(
        "games.sweep_seeks",
        partial(seeks, bot_at=NOON),
        "games.lobby.services.seeks._seat_bot",
    ),
    "challenges": Worker(
        "games.sweep_challenges", challenges, "games.lobby.services.challenges._expire"
    ),
    "challenges on ladders": Worker(
        "games.sweep_ladders",
        ladder_challenges,
        f"{L}.challenging._give_unanswered",
        at=NOON + timedelta(days=4),
    ),
    "who is gone from ladders": Worker("games.sweep_ladders", off_ladders, f"{L}.places._take_off"),
    "who leaves": Worker("games.sweep_leavers", leavers, "games.personal.services.erase"),
    "guests": Worker("games.forget_guests", guests, "games.wiring._forget"),
    "staff": Worker(
        "games.watch_staff", members_of_staff, "games.moderation.services.watching._is_too_lucky"
    ),
    "matches of the site": Worker(
        "games.keep_house", lambda: None, "games.match.terms.opening.create_house_match", game_of
    ),
}

ELSEWHERE = {
    "games.sweep_bot_turns": "tests/bots/test_failing.py",
    "games.drain_outbox": "below, with all channels",
    "games.date_ends": "one statement for all rows",
    "games.look_for_release": "reads no row",
    "accounts.sweep_sessions": "one statement for all rows of each table",
    "games.forget_messages": "one statement for all rows of each table",
    "games.count_weeks": "sums, of no row apart",
}


def test_every_sweep_is_tried() -> None:
    assert {worker.task for worker in WORKERS.values()} | {*ELSEWHERE} == {*SWEEPS}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the time that tasks see; they send their messages straight to where they are done."""

    def send(task: Any, **arguments: object) -> None:
        task.apply(kwargs=arguments)

    for name in ("play_planned", "play_forced", "go_through_match", "form_opinion"):
        task = getattr(tasks, name)
        monkeypatch.setattr(task, "delay", partial(send, task))
    monkeypatch.setattr(tasks.go_on_exporting, "delay", partial(send, tasks.go_on_exporting))
    monkeypatch.setattr(house, "FINISHED_FIRST", 0)
    monkeypatch.setattr(house, "HOUSE_POPULATION", True)
    return lambda now: monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.parametrize("name", WORKERS)
def test_a_poisoned_row_keeps_no_other_from_being_done(
    name: str,
    clock: Callable[[datetime], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = WORKERS[name]
    # what a position is worth is thought about for seconds
    monkeypatch.setattr(thinking, "weigh", lambda _question: thinking.Weighed(0, None, ("e6e5",)))
    clock(LATER)
    worker.make()
    caplog.clear()
    poison = Poison(worker.place, worker.key, monkeypatch)
    app.loader.import_default_modules()
    sweep = app.tasks[worker.task]
    clock(worker.at)
    assert sweep.apply().successful()
    healthy = set(poison.seen) - {poison.row}
    assert len(healthy) >= 2
    assert healthy <= set(poison.done), "one of the others was not done in the same sweep"
    said = [one.levelno for one in caplog.records if one.levelno >= logging.WARNING]
    assert said, "nothing is said of it"
    poisoned, poison.row = poison.row, None
    clock(worker.at + worker.again)
    assert sweep.apply().successful()
    assert poisoned in poison.done, "it is not tried again"


@pytest.mark.parametrize("channel", ["mail", "push", "webhook"])
def test_a_poisoned_delivery_keeps_no_other_from_being_sent(
    channel: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    three_matches("e3e4")
    for notice in Notice.objects.filter(kind="your-turn"):
        Delivery.objects.create(
            notice=notice,
            reader_id=notice.user_id,
            channel=channel,
            due_at=NOON,
            hinted_until=NOON,
        )
    sent: list[int] = []

    def send(delivery: Delivery) -> Came:
        sent.append(delivery.pk)
        return Came(Delivery.Outcome.SENT)

    senders = {channel: replace(SENDERS[channel], send=send, line=nullcontext)}
    rows = list(Delivery.objects.order_by("pk").values_list("pk", flat=True))
    monkeypatch.setattr(post, "why_obsolete", lambda delivery: "")
    poison = Poison("games.notices.services.post.why_obsolete", first, monkeypatch)
    post.drain(senders=senders, clock=lambda: LATER)
    assert len(rows) >= 3
    assert sorted(sent) == [pk for pk in rows if pk != poison.row]
    assert "RuntimeError" in caplog.text
    poisoned, poison.row = poison.row, None
    assert Delivery.objects.get(pk=poisoned).tries == 1
    post.drain(senders=senders, clock=lambda: LATER + timedelta(seconds=30))
    assert poisoned not in sent, "it is not tried again at once"
    post.drain(senders=senders, clock=lambda: LATER + timedelta(hours=2))
    assert poisoned in sent
