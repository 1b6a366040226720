"""One thread of a process thinks: first where people wait; the others never wait for it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context

import pytest

from games import tasks
from games.bots import opinions, thinking
from games.bots.models import BotTurn
from games.bots.thinking import Question
from games.match.models import Match
from games.match.terms import opening
from games.reviews import services as reviews
from tests.kit.builders import NOON, match_with_bot, person, south, submit, terms

pytestmark = pytest.mark.django_db


def of_the_house() -> Match:
    """A match of two strong bots, whose turn has been owed for long."""
    match = opening.create_house_match(
        terms=terms(side=None, time_control="none"), levels=["strong", "strong"], now=NOON
    )
    BotTurn.objects.filter(match=match).update(due_at=NOON, hinted_until=NOON)
    return match


def of_a_person(name: str) -> Match:
    match = match_with_bot(person(name))
    submit(match, south(match))
    return match


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which bots have thought, in order; what a test has put into *meanwhile* happens amid that."""
    asked: list[str] = []
    choose = thinking.choose

    def note(question: Question) -> str:
        asked.append(question.level)
        while meanwhile:
            Context().run(meanwhile.pop())  # as another thread would
        return choose(question._replace(level="easy"))

    monkeypatch.setattr(thinking, "choose", note)
    return asked


meanwhile: list[Callable[[], object]] = []


def test_who_waits_goes_before_bots_among_themselves(levels: list[str]) -> None:
    for _match in range(2):
        of_the_house()
    of_a_person("ann")
    tasks.play_bot_turn(debt_id=BotTurn.objects.earliest("due_at", "pk").pk)
    assert levels == ["easy", "strong", "strong"]


def test_who_comes_to_wait_goes_before_those_who_waited(levels: list[str]) -> None:
    for _match in range(2):
        of_the_house()
    meanwhile.append(lambda: of_a_person("ann"))
    tasks.play_bot_turn()
    assert levels == ["strong", "easy", "strong"]


def test_what_is_due_waits_for_no_thought(levels: list[str]) -> None:
    """While one thread thinks the other is told to think as well, and then to pay."""
    answered, counts = of_a_person("ann"), []
    BotTurn.objects.filter(match=answered).update(answer="e6e5", answer_ply=1)
    debt = BotTurn.objects.get(match=answered)
    of_a_person("bea")
    of_a_person("cleo")

    def other_thread() -> None:
        for number in BotTurn.objects.values_list("pk", flat=True):
            tasks.play_bot_turn(debt_id=number)
        counts.append(len(levels))
        tasks.play_bot_answer(debt_id=debt.pk)
        counts.append(BotTurn.objects.filter(pk=debt.pk).count())

    meanwhile.append(other_thread)
    tasks.play_bot_turn()
    assert counts == [1, 0]
    assert levels == ["easy", "easy"]
    assert not BotTurn.objects.exists()


@pytest.mark.parametrize("kind", ["review", "opinion"])
def test_what_nobody_plays_goes_last(
    kind: str, levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(reviews, "go_through", lambda **_which: looked.append(len(levels)))
    monkeypatch.setattr(opinions, "form_opinion", lambda **_which: looked.append(len(levels)))
    work = {
        "review": lambda: tasks.go_through_match(match_id=1),
        "opinion": lambda: tasks.form_opinion(opinion_id=1),
    }[kind]
    of_the_house()
    of_a_person("ann")
    meanwhile.append(work)
    work()
    assert looked == [2], "not while another thread thinks, and after all turns"


def test_what_nobody_plays_waits_for_one_shift(
    levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much bots owe: in a site in which they play all day there is no end of it."""
    looked: list[int] = []
    monkeypatch.setattr(
        opinions, "form_opinion", lambda *, opinion_id, now: looked.append(opinion_id)
    )
    monkeypatch.setattr(tasks.play_bot_turn, "delay", lambda: None)
    of_a_person("ann")
    meanwhile.append(lambda: [tasks.form_opinion(opinion_id=number) for number in (1, 2, 1)])
    tasks.play_bot_turn()
    assert looked == [1]
    monkeypatch.setattr("games.bots.services.SHIFT", 0.0)
    of_a_person("bea")
    tasks.play_bot_turn()
    assert (levels, looked) == (["easy"], [1, 2])


def test_a_shift_that_is_over_asks_to_go_on(
    levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hints: list[object] = []
    monkeypatch.setattr(tasks.play_bot_turn, "delay", lambda: hints.append("go on"))
    monkeypatch.setattr("games.bots.services.SHIFT", 0.0)
    of_a_person("ann")
    tasks.play_bot_turn()
    assert (levels, hints) == ([], ["go on"])
