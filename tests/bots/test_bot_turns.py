"""A bot's turn is a debt in a row: paid exactly once, whatever happens to the workers."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.admin import site
from django.test import RequestFactory

from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from games import tasks
from games.bots import opinions, thinking
from games.bots import services as bots
from games.bots.models import BotTurn
from games.match.changes import ending, turns
from games.match.models import Match
from games.match.referee import Referee
from games.match.sealed import SealedPly, SealedPosition
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from queues import leases
from tests.kit.builders import NOON, QUICK_MATE, match_with_bot, person, south, submit, terms

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
SOON = NOON + SECOND


@pytest.fixture
def match():
    """North, the bot, owes its first move."""
    match = match_with_bot(person("ann"))
    submit(match, south(match))
    return match


def debt_of(match):
    return BotTurn.objects.get(match=match)


def pay(debt, now=SOON):
    return bots.play_bot_turn(debt_id=debt.pk, now=now)


def plies():
    return list(SealedPly.objects.values_list("number", "seat"))


def test_a_debt_is_paid_by_a_move_of_the_bot(match) -> None:
    assert pay(debt_of(match)) is True
    match.refresh_from_db()
    assert plies() == [(1, 0), (2, 1)]
    assert not BotTurn.objects.exists()
    assert [player.is_to_act for player in match.players.all()] == [True, False]
    assert match.deadline is not None
    assert faults_of(match) == []


class Watch:
    """A monotonic clock by which a bot's thought takes so many seconds."""

    def __init__(self, thought: float) -> None:
        self.now = 100.0
        self.thought = thought
        self._choose = thinking.choose

    def monotonic(self) -> float:
        return self.now

    def choose(self, question):
        self.now += self.thought
        return self._choose(question)


@pytest.fixture
def soonest(settings, monkeypatch) -> None:
    """Whenever a delay is drawn, it is half a second."""
    settings.BOT_PACE_SECONDS = 0.5
    monkeypatch.setattr(bots, "salted_hmac", lambda *what: SimpleNamespace(digest=lambda: b""))


@pytest.mark.usefixtures("soonest")
@pytest.mark.parametrize(
    ("thought", "answered"), [(0.0, 0.5), (0.01, 0.5), (0.49, 0.5), (0.6, 1.0), (7.1, 7.5)]
)
def test_how_long_it_thought_is_not_told(match, monkeypatch, thought, answered) -> None:
    """And no worker waits until it is told."""
    watch = Watch(thought)
    monkeypatch.setattr(bots, "time", watch)
    monkeypatch.setattr(bots.thinking, "choose", watch.choose)
    debt = debt_of(match)
    assert pay(debt) is False
    assert watch.now == pytest.approx(100.0 + thought)
    due = SOON + answered * SECOND
    assert debt_of(match).due_at == due
    assert pay(debt, due - timedelta(milliseconds=1)) is False
    assert pay(debt, due) is True
    assert SealedPly.objects.get(number=2).made_at == due
    assert faults_of(Match.objects.get(pk=match.pk)) == []


@pytest.mark.parametrize(("level", "least"), [("easy", 0.5), ("strong", 3.0)])
def test_a_delay_is_drawn_by_match_and_turn_alone(match, settings, level, least) -> None:
    settings.BOT_PACE_SECONDS = 0.5
    debt = debt_of(match)
    debt.level = level
    delays = [bots._drawn_delay(debt, f"1.{turn}") for turn in range(60)]
    assert delays == [bots._drawn_delay(debt, f"1.{turn}") for turn in range(60)]
    assert {min(delays), max(delays)} == {least, 2 * least}


@pytest.fixture
def answered(match, soonest):
    """North has thought of its answer, which is due half a second after it was asked."""
    assert pay(debt_of(match)) is False
    return debt_of(match)


DUE = SOON + SECOND / 2


def no_more_thoughts(question):
    raise AssertionError("the same turn is thought about twice")


def test_an_answer_is_played_once_and_as_it_was_thought_of(answered, monkeypatch) -> None:
    monkeypatch.setattr(thinking, "choose", no_more_thoughts)
    assert [pay(answered, DUE), pay(answered, DUE), pay(answered, DUE + bots.LEASE)] == [
        True,
        False,
        False,
    ]
    assert plies() == [(1, 0), (2, 1)]
    assert SealedPly.objects.get(number=2).move == answered.answer


def test_an_answer_that_no_message_brings_up_is_found_by_a_sweep(answered) -> None:
    found = DUE + leases.FIRST_HINT
    assert bots.lease_answers(now=found - SECOND) == []
    assert bots.lease_owed_turns(now=found) == []
    assert bots.lease_answers(now=found) == [answered.pk]
    assert pay(answered, found) is True


def test_a_worker_that_dies_with_an_answer_in_hand_leaves_it_to_the_next(
    answered, monkeypatch
) -> None:
    monkeypatch.setattr(thinking, "choose", no_more_thoughts)
    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(turns, "settle", lambda *args, **kwargs: (_ for _ in ()).throw(SystemExit))
        pay(answered, DUE)
    assert plies() == [(1, 0)]
    assert debt_of(answered.match).answer == answered.answer
    assert pay(answered, DUE + bots.LEASE) is True


@pytest.mark.usefixtures("soonest")
def test_of_two_answers_the_first_stands(match, monkeypatch) -> None:
    """The first worker is slower than its lease; the second answers; the first comes too late."""
    debt = debt_of(match)

    def slow(question):
        monkeypatch.setattr(thinking, "choose", lambda question: "e6e5")
        pay(debt, SOON + bots.LEASE)
        return "d6d5"

    monkeypatch.setattr(thinking, "choose", slow)
    assert pay(debt) is False
    assert debt_of(match).answer == "e6e5"
    assert debt_of(match).due_at == SOON + bots.LEASE + SECOND / 2


def test_an_answer_is_dropped_when_the_match_ends_before_it_is_due(answered) -> None:
    ending.resign(uid=answered.match.uid, user=south(answered.match), now=SOON)
    assert not BotTurn.objects.exists()
    assert pay(answered, DUE) is False


def test_an_answer_that_waits_is_shown_to_no_staff(answered) -> None:
    BotTurn.objects.update(answer="a-move-of-the-bot")
    staff = person("staff", is_staff=True, is_superuser=True)
    request = RequestFactory().get("/")
    request.user = staff
    lists = site._registry[BotTurn]
    shown = {*lists.get_list_display(request), *lists.get_fields(request)}
    assert not shown & {"answer", "answer_ply"}


def test_the_same_debt_twice_is_one_move(match) -> None:
    debt = debt_of(match)
    assert [pay(debt), pay(debt), pay(debt, SOON + timedelta(hours=2))] == [True, False, False]
    assert plies() == [(1, 0), (2, 1)]


def test_an_old_message_does_not_pay_a_new_debt(match) -> None:
    old = debt_of(match)
    pay(old)
    submit(match, south(match), "d3d4", seat_ply=2, key="key-two-2", now=SOON)
    assert pay(old) is False
    assert pay(debt_of(match), SOON + SECOND) is True
    assert plies() == [(1, 0), (2, 1), (3, 0), (4, 1)]


def test_a_second_worker_leaves_a_debt_alone_that_is_being_thought_about(
    match, monkeypatch
) -> None:
    debt, choose = debt_of(match), thinking.choose
    answers = []

    def meanwhile(question):
        answers.append(pay(debt, SOON + SECOND))
        return choose(question)

    monkeypatch.setattr(thinking, "choose", meanwhile)
    assert pay(debt) is True
    assert answers == [False]


@pytest.mark.parametrize("meantime", ["taken", "answered"])
def test_a_debt_is_taken_on_only_as_it_was_read(match, monkeypatch, settings, meantime) -> None:
    """Another worker comes by between the reading and the taking."""
    settings.BOT_PACE_SECONDS = 0.5 if meantime == "answered" else 0.0
    debt, hold = debt_of(match), leases.hold
    BotTurn.objects.update(attempts=1, held_until=SOON)  # by one who died
    others: list[object] = []

    def late(row, **how):
        monkeypatch.setattr(leases, "hold", hold)
        if meantime == "taken":
            others.append(leases.claim(BotTurn.objects.all(), debt.pk, now=SOON, lease=bots.LEASE))
        else:
            others.append(BotTurn.objects.update(answer="e6e5", answer_ply=1, held_until=None))
        hold(row, **how)

    monkeypatch.setattr(leases, "hold", late)
    assert leases.claim(BotTurn.objects.all(), debt.pk, now=SOON, lease=bots.LEASE) is None
    assert all(others)


def test_two_workers_that_both_thought_play_one_move(match, monkeypatch) -> None:
    """The first is slower than its lease; the second pays; the first comes too late."""
    debt, choose = debt_of(match), thinking.choose
    answers = []

    def slow(question):
        monkeypatch.setattr(thinking, "choose", choose)
        answers.append(pay(debt, SOON + bots.LEASE))
        return choose(question)

    monkeypatch.setattr(thinking, "choose", slow)
    assert pay(debt) is False
    assert answers == [True]
    assert plies() == [(1, 0), (2, 1)]
    assert faults_of(Match.objects.get()) == []


def test_a_worker_that_dies_while_thinking_leaves_the_debt_to_a_sweep(match, monkeypatch) -> None:
    debt = debt_of(match)

    def die(question):
        raise SystemExit

    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(thinking, "choose", die)
        pay(debt)
    assert bots.lease_owed_turns(now=SOON + bots.LEASE - SECOND) == []
    again = SOON + bots.LEASE
    assert bots.lease_owed_turns(now=again) == [debt.pk]
    assert pay(debt, again) is True
    assert plies() == [(1, 0), (2, 1)]


def test_a_lease_is_longer_than_a_thought_may_take() -> None:
    assert bots.LEASE.total_seconds() > thinking.WALL_LIMIT > thinking.TIME_LIMIT
    assert opinions.LEASE >= bots.LEASE


def test_a_worker_that_dies_while_paying_leaves_nothing_half_done(match, monkeypatch) -> None:
    debt = debt_of(match)
    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(turns, "settle", lambda *args, **kwargs: (_ for _ in ()).throw(SystemExit))
        pay(debt)
    assert plies() == [(1, 0)]
    assert faults_of(Match.objects.get(pk=match.pk)) == []
    assert pay(debt, SOON + bots.LEASE) is True


def test_one_sweep_sends_one_hint(match) -> None:
    late = NOON + timedelta(minutes=1)
    assert bots.lease_owed_turns(now=late) == [debt_of(match).pk]
    assert bots.lease_owed_turns(now=late + leases.HINT - SECOND) == []
    assert len(bots.lease_owed_turns(now=late + leases.HINT)) == 1


def test_the_hint_at_commit_gets_a_moment_before_a_sweep_hints_again(match) -> None:
    assert bots.lease_owed_turns(now=NOON + 2 * SECOND) == []


def test_a_debt_is_not_paid_before_it_is_due(match) -> None:
    debt = debt_of(match)
    BotTurn.objects.update(due_at=SOON + SECOND)
    assert pay(debt) is False
    assert pay(debt, SOON + SECOND) is True


@pytest.mark.parametrize("number", [0, -1, 10**12])
def test_a_debt_that_does_not_exist_is_nothing_to_do(match, number) -> None:
    assert bots.play_bot_turn(debt_id=number, now=SOON) is False


def test_a_debt_whose_match_ended_while_the_bot_thought_is_not_paid(match, monkeypatch) -> None:
    debt, choose = debt_of(match), thinking.choose

    def resign_meanwhile(question):
        ending.resign(uid=match.uid, user=south(match), now=SOON)
        return choose(question)

    monkeypatch.setattr(thinking, "choose", resign_meanwhile)
    assert pay(debt) is False
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "resignation")


def test_a_debt_that_vanishes_just_after_it_was_taken_on_is_nothing_to_do(
    match, monkeypatch
) -> None:
    debt, claim = debt_of(match), leases.claim

    def lease_and_lose(*args, **how):
        leased = claim(*args, **how)
        BotTurn.objects.all().delete()
        return leased

    monkeypatch.setattr(leases, "claim", lease_and_lose)
    assert pay(debt) is False
    assert plies() == [(1, 0)]


def test_the_bot_is_given_the_view_of_its_seat_and_nothing_that_leads_further(
    match, monkeypatch
) -> None:
    questions, choose = [], thinking.choose
    monkeypatch.setattr(thinking, "choose", lambda q: questions.append(q) or choose(q))
    pay(debt_of(match))
    (question,) = questions
    sealed = SealedPosition.objects.get(match=match)
    engine = engine_for("xiongqi", 1)
    position = engine.start(Terms({}), dice=None).position
    position = engine.play(position, Seat(0), engine.codec.load_move("e3e4"), None).position
    view = engine.view(position, Viewer.of(Seat(1)))
    assert engine.codec.views.load(question.view) == view
    assert question[:3] == ("xiongqi", 1, "easy")
    assert question.label == "1.1"
    assert question.seed != bytes(sealed.seed)
    assert bytes(sealed.seed) not in repr(question).encode()


def test_the_dice_of_a_bot_are_its_own_but_the_same_for_the_same_turn(match) -> None:
    thoughts = [Referee(match).thought(Seat(1)) for _time in range(2)]
    assert thoughts[0].seed == thoughts[1].seed
    assert (thoughts[0].label, thoughts[1].label) == ("1.1", "1.1")
    other = match_with_bot(person("bob"))
    assert Referee(other).thought(Seat(1)).seed != thoughts[0].seed


def test_two_bots_play_each_other_to_the_end_and_owe_nothing_then(monkeypatch, settings) -> None:
    match = opening.create_house_match(
        terms=terms(side=None, time_control="none"), levels=["easy", "easy"], now=NOON
    )
    moves = iter(QUICK_MATE)
    monkeypatch.setattr(thinking, "choose", lambda question: next(moves))
    pace = timedelta(seconds=settings.HOUSE_MATCH_PACE_SECONDS)
    for turn in range(1, 4):
        assert pay(debt_of(match), NOON + turn * pace - SECOND) is False
        assert pay(debt_of(match), NOON + turn * pace) is True
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "checkmate")
    assert not BotTurn.objects.exists()
    assert faults_of(match) == []


@pytest.fixture
def now_is_soon(monkeypatch):
    monkeypatch.setattr(tasks.timezone, "now", lambda: NOON + timedelta(minutes=1))


def test_the_task_ignores_what_a_later_release_may_add(match, now_is_soon) -> None:
    debt = debt_of(match)
    tasks.play_bot_turn(debt_id=debt.pk, priority=9)
    assert plies() == [(1, 0), (2, 1)]


def test_the_sweep_hints_at_debts_nobody_works_on(match, now_is_soon, monkeypatch) -> None:
    hinted = []
    monkeypatch.setattr(tasks.play_bot_turn, "delay", lambda **kwargs: hinted.append(kwargs))
    tasks.sweep_bot_turns()
    assert hinted == [{"debt_id": debt_of(match).pk}]


def test_the_hint_leaves_after_commit_and_not_before(match, django_capture_on_commit_callbacks):
    hints = []

    class Recorder:
        def apply_async(self, **kwargs):
            hints.append(kwargs["kwargs"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(tasks.play_bot_turn.app.tasks, "games.play_bot_turn", Recorder())
        with django_capture_on_commit_callbacks(execute=True):
            other = match_with_bot(person("bob"))
            submit(other, south(other))
            assert hints == []
        assert hints == [{"debt_id": debt_of(other).pk}]


def test_a_broken_queue_does_not_break_the_move(
    match, django_capture_on_commit_callbacks, caplog
) -> None:
    class Broken:
        def apply_async(self, **kwargs):
            raise ConnectionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(tasks.play_bot_turn.app.tasks, "games.play_bot_turn", Broken())
        with django_capture_on_commit_callbacks(execute=True):
            other = match_with_bot(person("bob"))
            submit(other, south(other))
    assert debt_of(other)
    assert "could not be queued" in caplog.text
