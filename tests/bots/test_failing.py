"""A bot's turn that fails time and again is set aside: no other waits, and all are told."""

from __future__ import annotations

import io
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import call_command
from django.db import OperationalError
from django.urls import reverse

from games.bots import failing, thinking
from games.bots import services as bots
from games.bots.models import BotTurn
from games.bots.selectors import oldest_owed_turn, turns_set_aside
from games.bots.thinking import Child, Question, ThinkingFailed, TooBusy
from games.management import doctor
from games.match.changes import telling
from games.match.changes.claims import end_at_once
from games.match.exceptions import NothingOffered
from games.match.models import Match
from games.moderation.selectors.audits import faults_of
from tests.bots.test_thinking import command
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, match_with_bot, person, south, submit
from tests.kit.gunjin import gunjin_match
from tests.kit.staff import staff
from tests.kit.stages import do, stage_of

pytestmark = pytest.mark.django_db

POISONED = "medium"
SECOND = timedelta(seconds=1)


class Poison:
    """What the bot of one level raises, and a clock by which its tries are counted."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.now = NOON + SECOND
        self.tried: list[datetime] = []
        self.also = ""

    def clock(self) -> datetime:
        return self.now

    def work(self, seconds: int) -> None:
        """Let a worker look at the queue every second."""
        for _second in range(seconds):
            bots.play_owed_turns(clock=self.clock)
            self.now += SECOND


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> Poison:
    poison, choose = Poison(ThinkingFailed("KeyError while thinking")), thinking.choose

    def fail(question: Question) -> str:
        if question.level not in (POISONED, poison.also):
            return choose(question)
        poison.tried.append(poison.now)
        raise poison.error

    monkeypatch.setattr(thinking, "choose", fail)
    return poison


def poisoned(name: str = "ann") -> Match:
    """A match in which a bot is to move that fails."""
    match = match_with_bot(person(name))
    submit(match, south(match))
    match.players.exclude(bot="").update(bot=POISONED)
    return match


def healthy(name: str) -> Match:
    match = match_with_bot(person(name))
    submit(match, south(match))
    return match


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


def test_it_is_tried_three_times_with_growing_gaps_and_told_once(poison, caplog) -> None:
    match = poisoned()
    poison.work(600)
    first, second, third = poison.tried
    assert timedelta(seconds=10) <= second - first < timedelta(seconds=30) <= third - second
    (said,) = errors(caplog)
    assert said == (
        f"turn of the medium bot in match {match.uid} set aside after 3 tries: "
        "KeyError while thinking"
    )
    assert "Traceback" not in caplog.text
    assert faults_of(match) == []


SLOW = f"""
answer = thinking._answer
def slow(question):
    while question.level == {POISONED!r}:
        pass
    return answer(question)
thinking._answer, thinking.TIME_LIMIT = slow, 0.3
"""


def test_none_waits_again_for_one_that_has_taken_all_its_time(monkeypatch) -> None:
    """In a process of its own, which is ended for it."""
    child, asked, choose = Child(), [], thinking.choose

    def note(question: Question) -> str:
        asked.append(question.level)
        return choose(question)

    monkeypatch.setattr(thinking, "COMMAND", command(SLOW))
    monkeypatch.setattr(thinking, "_child", child)
    monkeypatch.setattr(thinking, "choose", note)
    poisoned()
    try:
        bots.play_owed_turns(clock=lambda: NOON)
        later = BotTurn.objects.get().held_until
        for name in ("bea", "cleo"):
            healthy(name)
        BotTurn.objects.filter(attempts=0).update(due_at=later)
        bots.play_owed_turns(clock=lambda: later)
    finally:
        child.stop()
    assert asked == [POISONED, "easy", "easy", POISONED]
    assert BotTurn.objects.get().attempts == 2


def test_no_other_waits_for_it(poison, monkeypatch) -> None:
    """Twenty that are healthy are answered as soon as they are without it."""
    answered: dict[int, datetime] = {}

    def note(match: Match, *_players: Any, now: datetime, **_move: Any) -> None:
        answered[match.pk] = poison.now

    monkeypatch.setattr(bots, "play_for", note)
    monkeypatch.setattr(bots, "SHIFT", 600)
    poisoned()
    matches = [healthy(f"p{number}") for number in range(20)]
    began = poison.now
    poison.work(1)
    assert poison.tried == [began]
    assert answered == {match.pk: began for match in matches}
    assert [debt.match.players.get(seat=1).bot for debt in BotTurn.objects.all()] == [POISONED]


def test_operators_see_it_as_long_as_it_is_so(poison) -> None:
    poisoned()
    assert turns_set_aside() == 0
    (found,) = doctor.bots()
    assert found.state == "fine"
    poison.work(60)
    assert turns_set_aside() == 1
    assert oldest_owed_turn() == 0, "it is no turn that workers are late with"
    (found,) = doctor.bots()
    assert (found.state, "set aside" in found.said) == ("WRONG", True)
    assert (
        "Of them set aside"
        in browser(staff("operator")).get(reverse("admin:moderation_site")).content.decode()
    )


def test_another_version_tries_it_again_and_may_set_it_aside_anew(poison, settings, caplog) -> None:
    poisoned()
    poison.work(60)
    settings.OPERATOR = replace(settings.OPERATOR, version="9.1.0")
    poison.work(540)
    assert len(poison.tried) == 3, "while two versions run, each passes it on seldom"
    poison.work(120)
    assert len(poison.tried) == 4
    assert len(errors(caplog)) == 2
    settings.OPERATOR = replace(settings.OPERATOR, version="9.2.0")
    BotTurn.objects.get().match.players.filter(bot=POISONED).update(bot="easy")
    poison.work(700)
    assert not BotTurn.objects.exists()


@pytest.mark.parametrize("way", ["command", "start of the site"])
def test_operators_have_it_tried_again(poison, way) -> None:
    match = poisoned()
    poison.work(60)
    match.players.filter(bot=POISONED).update(bot="easy")
    poison.work(60)
    assert BotTurn.objects.exists()
    said = io.StringIO()
    if way == "command":
        call_command("retry_turns", stdout=said)
        assert said.getvalue() == "Turns that are tried again: 1.\n"
    else:
        bots.release_owed_turns()
    BotTurn.objects.update(due_at=NOON)
    poison.work(1)
    assert not BotTurn.objects.exists()
    assert "cannot move because" not in BoardPage(match, south(match)).html()


def test_the_player_reads_it_and_can_end_the_match_unrated(poison) -> None:
    match = poisoned()
    page = BoardPage(match, south(match))
    assert "cannot move because" not in page.html()
    with pytest.raises(NothingOffered):
        end_at_once(uid=match.uid, user=south(match), now=NOON)
    poison.work(60)
    html = page.html()
    assert "The bot cannot move because of an error." in html
    assert "The operators know of it, and the bot will try again. You can wait" in html
    assert "is thinking" not in html
    assert "You can wait, or end the match now, unrated." in html
    assert "End the match as a draw?" in page.html("?ask=end")
    onlooker = BoardPage(match).html()
    assert "cannot move because" in onlooker
    assert "The operators know of it" in onlooker
    assert "end the match now" not in onlooker
    assert page.post("time", {"do": "end"}).status_code == 302
    match.refresh_from_db()
    assert (match.status, match.ended_how, match.rated) == ("finished", "stuck", False)
    assert {one.result for one in match.players.all()} == {"drawn"}
    assert "The bot could not make its move: a draw, unrated." in page.html()
    assert not BotTurn.objects.exists()
    assert faults_of(match) == []


def test_it_is_said_in_japanese_as_well(poison) -> None:
    match = poisoned()
    poison.work(60)
    client = browser(south(match), headers={"Accept-Language": "ja"})
    html = client.get(f"/matches/{match.uid}/").content.decode()
    assert "エラーのためボットが指せません。" in html
    assert "今すぐ対局を終えることもできます" in html


def test_every_open_page_looks_again(poison) -> None:
    match = poisoned()
    before = BoardPage(match, south(match)).get(path="board/").headers["X-Match-Version"]
    poison.work(60)
    after = BoardPage(match, south(match)).get(path="board/").headers["X-Match-Version"]
    assert int(after) > int(before)


def test_in_the_set_up_it_is_cancelled(poison) -> None:
    match = gunjin_match(person("ann"), person("bob"))
    Match.objects.filter(pk=match.pk).update(is_setting_up=True)
    match.players.filter(seat=1).update(user=None, bot=POISONED)
    debt = BotTurn.objects.create(match=match, seat=1, due_at=NOON, hinted_until=NOON)
    BotTurn.objects.filter(pk=debt.pk).update(set_aside_in="0")
    end_at_once(uid=match.uid, user=south(match), now=NOON)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == ("aborted", "stuck")


@pytest.mark.parametrize("error", [OperationalError("away"), SoftTimeLimitExceeded(), SystemExit()])
def test_what_is_no_fault_of_the_turn_sets_none_aside(poison, error) -> None:
    poisoned()
    poison.error = error
    debt = BotTurn.objects.get()
    for number in range(5):
        with pytest.raises(type(error)):
            bots.play_bot_turns(debt_id=debt.pk, now=NOON + number * timedelta(hours=2))
    assert turns_set_aside() == 0


def test_a_busy_machine_sets_none_aside(poison, caplog) -> None:
    poisoned()
    poison.error = TooBusy("nothing within 40 s by the clock")
    poison.work(1200)
    assert len(poison.tried) > 3
    assert turns_set_aside() == 0
    assert errors(caplog) == []


def test_an_answer_that_cannot_be_played_is_set_aside_too(poison, monkeypatch) -> None:
    healthy("bea")
    monkeypatch.setattr(thinking, "choose", lambda _question: "a1a1")
    poison.work(60)
    assert turns_set_aside() == 1


def test_a_match_that_cannot_be_read_is_set_aside_too(poison, monkeypatch, caplog) -> None:
    poisoned()

    def broken(*_match: object) -> None:
        raise ValueError("a secret of the position")

    monkeypatch.setattr(bots, "Referee", broken)
    monkeypatch.setattr(telling, "Referee", broken)
    poison.work(60)
    assert turns_set_aside() == 1
    assert "secret" not in caplog.text


# Nation


def test_in_nation_the_neighbour_trains_instead(poison, monkeypatch, caplog) -> None:
    match = stage_of(person("ann"))
    own = match.players.get(bot="")
    poison.also = "npc"
    for _round in range(2):
        do(match, "train")
        assert not match.players.get(seat=own.seat).is_to_act
        poison.work(60)
        assert match.players.get(seat=own.seat).is_to_act
    assert len(poison.tried) == 4, "three times, and then once each"
    (said,) = errors(caplog)
    assert "made a simple move instead" in said
    html = BoardPage(match, own.user).html()
    assert html.count("could not decide on a move; a simple one is made instead.") == 1
    assert not BotTurn.objects.exists()
    assert faults_of(match) == []


def test_where_the_rules_fail_as_well_the_stage_waits_to_be_mended(poison, monkeypatch) -> None:
    match = stage_of(person("ann"))
    own = match.players.get(bot="")
    do(match, "train")

    def undecided(_now: object) -> None:
        raise KeyError("fort")

    with monkeypatch.context() as patch:
        for place in ("bots", "engine"):
            patch.setattr(f"engines.nation.{place}.decision_of", undecided)
        poison.work(60)
        assert turns_set_aside() == 1
        html = BoardPage(match, own.user).html()
        assert "cannot move because of an error" in html
        assert "The operators know of it" in html
        assert "end the match now" not in html
    failing.retry_turns()
    BotTurn.objects.update(due_at=NOON)
    poison.work(1)
    assert match.players.get(seat=own.seat).is_to_act
    assert faults_of(match) == []
