"""A bot's turn is a debt in a row: paid exactly once, whatever happens to the workers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engines.core.engine import Setup
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from games import tasks, thinking
from games.models import BotTurn, Match, Status
from games.models.sealed import SealedPly, SealedPosition
from games.referee import Referee
from games.selectors.audits import faults_of
from games.services import ending, opening, sweeping, turns
from tests.games.builders import NOON, QUICK_MATE, match_with_bot, person, south, submit, terms

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
    return turns.play_bot_turn(debt_id=debt.pk, now=now)


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

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def choose(self, question):
        self.now += self.thought
        return self._choose(question)


@pytest.mark.parametrize(
    ("thought", "answered"), [(0.0, 0.5), (0.01, 0.5), (0.49, 0.5), (0.6, 1.0), (7.1, 7.5)]
)
def test_how_long_it_thought_is_not_told(match, settings, monkeypatch, thought, answered) -> None:
    settings.BOT_PACE_SECONDS = 0.5
    watch = Watch(thought)
    monkeypatch.setattr(turns, "time", watch)
    monkeypatch.setattr(turns.thinking, "choose", watch.choose)
    assert pay(debt_of(match)) is True
    assert watch.now == pytest.approx(100.0 + answered)
    ply = SealedPly.objects.get(number=2)
    assert ply.made_at == SOON + answered * SECOND


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


def test_two_workers_that_both_thought_play_one_move(match, monkeypatch) -> None:
    """The first is slower than its lease; the second pays; the first comes too late."""
    debt, choose = debt_of(match), thinking.choose
    answers = []

    def slow(question):
        monkeypatch.setattr(thinking, "choose", choose)
        answers.append(pay(debt, SOON + turns.BOT_LEASE))
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
    assert sweeping.lease_bot_debts(now=SOON + turns.BOT_LEASE - SECOND) == []
    again = SOON + turns.BOT_LEASE
    assert sweeping.lease_bot_debts(now=again) == [debt.pk]
    assert pay(debt, again) is True
    assert plies() == [(1, 0), (2, 1)]


def test_a_worker_that_dies_while_paying_leaves_nothing_half_done(match, monkeypatch) -> None:
    debt = debt_of(match)
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(turns, "settle", lambda *args, **kwargs: (_ for _ in ()).throw(RuntimeError))
        pay(debt)
    assert plies() == [(1, 0)]
    assert faults_of(Match.objects.get(pk=match.pk)) == []
    assert pay(debt, SOON + turns.BOT_LEASE) is True


def test_one_sweep_sends_one_hint(match) -> None:
    late = NOON + timedelta(minutes=1)
    assert sweeping.lease_bot_debts(now=late) == [debt_of(match).pk]
    assert sweeping.lease_bot_debts(now=late + sweeping.HINT_LEASE - SECOND) == []
    assert len(sweeping.lease_bot_debts(now=late + sweeping.HINT_LEASE)) == 1


def test_the_hint_at_commit_gets_a_moment_before_a_sweep_hints_again(match) -> None:
    assert sweeping.lease_bot_debts(now=NOON + 2 * SECOND) == []


def test_a_debt_is_not_paid_before_it_is_due(match) -> None:
    debt = debt_of(match)
    BotTurn.objects.update(due_at=SOON + SECOND)
    assert pay(debt) is False
    assert pay(debt, SOON + SECOND) is True


@pytest.mark.parametrize("number", [0, -1, 10**12])
def test_a_debt_that_does_not_exist_is_nothing_to_do(match, number) -> None:
    assert turns.play_bot_turn(debt_id=number, now=SOON) is False


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
    debt, lease = debt_of(match), turns._lease

    def lease_and_lose(*args):
        leased = lease(*args)
        BotTurn.objects.all().delete()
        return leased

    monkeypatch.setattr(turns, "_lease", lease_and_lose)
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
    position = engine.start(Setup({}), dice=None).position
    position = engine.play(position, Seat(0), engine.codec.load_move("e3e4"), None).position
    view = engine.view(position, Viewer.of(Seat(1)))
    assert engine.codec.dump_view(question.view) == engine.codec.dump_view(view)
    assert not isinstance(question.view, type(position))
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
