"""The page of the bell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from games.bots.models import BotTurn
from games.bots.services import play_bot_turn
from games.match.changes import ending
from games.notices.events import EVENT_OF
from games.notices.models import Delivery, Notice
from games.notices.presenters.lines import notice_sentence, present_notice
from games.notices.selectors import newest_lines, unread_notices
from games.notices.services import notifying
from games.notices.services.notifying import QUIET
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    everything,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
)
from tests.kit.stages import stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_there() -> Iterator[None]:
    """No test inherits who was at a board."""
    cache.clear()
    yield
    cache.clear()


def page(user):
    return browser(user).get("/notices/").content.decode()


def test_it_lists_what_was_told_with_the_way_to_the_board(match) -> None:
    html = page(south(match))
    assert "Xiongqi against bob: it is your turn." in html
    assert html.count(f'href="/matches/{match.uid}/"') == 1
    assert html.count('<li class="unread">') == 1


def test_times_are_written_as_everywhere_else(match) -> None:
    user = south(match)
    user.time_zone = "Asia/Tokyo"
    user.save()
    exact = 'title="Fri 20 Nov 2026, 21:00:00 UTC+09:00"'
    with time_machine.travel(NOON, tick=False):
        assert f"{exact}>Fri 20 Nov, 21:00</time>" in page(user)
    with time_machine.travel(NOON + timedelta(days=60), tick=False):
        assert f"{exact}>Fri 20 Nov 2026, 21:00</time>" in page(user)


def test_looking_at_it_marks_nothing_pressing_the_button_does(match) -> None:
    client = browser(south(match))
    before = everything()
    client.get("/notices/")
    assert everything() == before
    assert client.post("/notices/")["Location"] == "/notices/"
    assert unread_notices(south(match).pk) == 0
    assert page(south(match)).count('<li class="read">') == 1


def answered(user, about, subject="1"):
    values = {"kind": Notice.Kind.REPORT_ANSWERED, "person": about, "subject": subject}
    return Notice.objects.create(user=user, made_at=NOON, **values)


def test_a_line_that_leads_to_no_board_is_settled_by_opening_it(match) -> None:
    ann, bob = south(match), north(match)
    first, second = answered(ann, bob), answered(ann, bob, "2")
    html = page(ann)
    assert html.count('name="line"') == 2
    assert f'name="line" value="{first.name}"' in html
    answer = browser(ann).post("/notices/", {"line": first.name})
    assert answer["Location"] == "/reports/"
    unread = Notice.objects.filter(user=ann, read_at=None)
    assert [*unread.exclude(match=match)] == [second], "one line, not all"
    assert unread.filter(match=match).exists()
    assert f'name="line" value="{first.name}"' not in page(ann)


@pytest.mark.parametrize(
    "line", ["0", "-1", "1" * 30, "x", "²", "1\x00", f"{'9' * 14}-", "99991231235959-x"]
)
def test_a_line_of_nothing_or_of_somebody_else_is_not_found(match, line) -> None:
    answered(north(match), south(match))
    theirs = Notice.objects.latest("pk").name
    client = browser(south(match))
    before = everything()
    for asked in (line, theirs):
        assert client.post("/notices/", {"line": asked}).status_code == 404
    assert everything() == before


def test_an_empty_bell_says_what_it_is_for() -> None:
    assert "No notices yet" in page(person("carol"))


def test_nobody_elses_news_is_there(match) -> None:
    assert "Xiongqi" not in page(person("carol")).split("<main")[1]


def shown(client: Any, before: object = "") -> tuple[list[str], str]:
    """The lines after the one of that name, and the name that leads further back."""
    html = client.get("/notices/", {"before": before}).content.decode()
    older = re.search(r'rel="next" href="\?before=([^"]+)"', html)
    return re.findall(r'name="line" value="([^"]+)"', html), older[1] if older else ""


def test_it_shows_fifty_lines_and_leads_to_those_before() -> None:
    ann, bob = person("ann"), person("bob")
    rows = Notice.objects.bulk_create(
        Notice(user=ann, kind="seeking", game="xiongqi", subject=str(n), made_at=NOON)
        for n in range(120)
    )
    names = [row.name for row in reversed(rows)]
    client = browser(ann)
    assert shown(client) == (names[:50], names[49])
    assert shown(client, names[49]) == (names[50:100], names[99])
    assert shown(client, names[99]) == (names[100:], "")
    assert shown(client, "no name") == shown(client)
    assert shown(browser(bob), names[49]) == ([], "")  # nobody else's line leads anywhere


def test_answered_turns_and_much_of_one_match_hide_no_line_before_them(match) -> None:
    ann = south(match)
    play(match, "e3e4")
    Notice.objects.all().delete()
    of_match = [("your-turn", 300), ("spoken", 300)]  # it is the other side's turn by now
    Notice.objects.bulk_create(
        Notice(user=ann, match=match, kind=kind, subject=str(n), made_at=NOON + timedelta(hours=1))
        for kind, count in of_match
        for n in range(count)
    )
    Notice.objects.create(user=ann, kind="seeking", game="xiongqi", subject="0", made_at=NOON)
    assert [line.kind for line in newest_lines(ann.pk, 9)] == ["spoken", "seeking"]


def test_further_back_a_match_is_not_told_again(match) -> None:
    ann = south(match)
    Notice.objects.all().delete()
    made = [
        Notice.objects.create(
            user=ann, match=one, kind=kind, subject="1", made_at=NOON + timedelta(minutes=minute)
        )
        for minute, (one, kind) in enumerate(
            [(None, "seeking"), (match, "match-began"), (match, "spoken"), (None, "test")]
        )
    ]
    seeking, _began, spoken, test = made
    newest = newest_lines(ann.pk, 9)
    assert newest == [test, spoken, seeking]
    assert newest_lines(ann.pk, 9, test.name) == [spoken, seeking]
    assert newest_lines(ann.pk, 9, spoken.name) == [seeking]


def test_a_long_list_costs_no_more_statements(match, django_assert_num_queries) -> None:
    client = browser(south(match))
    client.get("/notices/")
    with CaptureQueriesContext(connection) as short:
        client.get("/notices/")
    for name in ("carol", "dora", "emil"):
        match_between(south(match), person(name))
    with django_assert_num_queries(len(short)):
        html = client.get("/notices/").content.decode()
    assert "Xiongqi against emil: it is your turn." in html


@pytest.mark.parametrize("kind", Notice.Kind)
def test_each_kind_of_news_has_a_sentence(match, kind) -> None:
    if EVENT_OF[kind].slug not in ("turn", "clock"):
        ending.resign(uid=match.uid, user=south(match), now=NOON)
    Notice.objects.all().delete()
    subject = "freeze" if kind == Notice.Kind.RULED else "1"
    Notice.objects.create(user=south(match), match=match, kind=kind, subject=subject, made_at=NOON)
    assert page(south(match)).count('class="notice-text"') == 1


def test_a_page_that_is_looked_at_settles_its_notices(match) -> None:
    page = BoardPage(match, south(match))
    page.html()
    assert unread_notices(south(match).pk) == 1  # fetching alone is not looking
    answer = page.post("seen")
    assert (answer.status_code, answer.content) == (204, b"")
    assert unread_notices(south(match).pk) == 0


@pytest.mark.parametrize("who", [None, "carol"])
def test_onlookers_may_say_that_they_look_and_settle_nothing(match, who) -> None:
    page = BoardPage(match, who and person(who))
    before = everything()["notices.Notice"]
    assert page.post("seen").status_code == 204
    assert everything()["notices.Notice"] == before


def test_a_match_has_one_line_with_its_latest_news_and_counts_once() -> None:
    ann, bob = person("ann"), person("bob")
    match = match_between(ann, bob)
    play(match, "e3e4", "e6e5", "d3d4")
    assert Notice.objects.filter(user=bob, match=match).count() > 1
    assert unread_notices(bob.pk) == 1
    assert [line.match for line in newest_lines(bob.pk, 10)] == [match]


def test_a_bots_answer_rings_no_bell() -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    play(match, "e3e4")
    debt = BotTurn.objects.get(match=match)
    play_bot_turn(debt_id=debt.pk, now=NOON)
    assert match.players.get(user=ann).is_to_act
    assert unread_notices(ann.pk) == 0
    assert newest_lines(ann.pk, 10) == []


def test_the_end_is_told_with_the_result_and_the_rule() -> None:
    ann, bob = person("ann"), person("bob")
    play(match_between(ann, bob), *QUICK_MATE)
    assert present_notice(newest_lines(bob.pk, 1)[0]).text == (
        "You lost: Xiongqi against ann. "
        "Checkmate: the general of North is in check and cannot escape."
    )
    later = NOON + timedelta(hours=1)
    ending.resign(uid=match_between(bob, ann).uid, user=bob, now=later)
    texts = [present_notice(newest_lines(who.pk, 1)[0]).text for who in (ann, bob)]
    assert texts == [
        "You won: Xiongqi against bob. bob (South) resigned.",
        "You lost: Xiongqi against ann. You resigned.",
    ]


def test_in_japanese_the_result_and_the_rule_are_two_sentences() -> None:
    ann, bob = person("ann"), person("bob")
    play(match_between(ann, bob), *QUICK_MATE)
    with translation.override("ja"):
        text = present_notice(newest_lines(ann.pk, 1)[0]).text
    assert text.startswith("勝ちました：bobさんとの熊棋。詰み")


def test_in_japanese_only_persons_are_spoken_of_politely() -> None:
    ann = person("ann")
    matches = [match_between(ann, person("bob")), match_with_bot(ann), stage_of(ann)]
    with translation.override("ja"):
        found = [
            notice_sentence(Notice(user=ann, match=match, kind=Notice.Kind.MATCH_OVER))
            for match in matches
        ]
    assert found[0].startswith("bobさんとの熊棋")
    assert found[1].startswith("タマ（初級ボット）との熊棋")
    assert found[2].startswith("村の連合との国")


def test_a_turn_that_was_answered_is_no_news(match) -> None:
    ann = south(match)
    assert "bob: it is your turn" in page(ann)
    play(match, "e3e4")
    assert "bob: it is your turn" not in page(ann)


def test_what_comes_while_one_is_at_the_board_rings_no_bell(match) -> None:
    page_of_bob = BoardPage(match, north(match))
    page_of_bob.post("seen")
    play(match, "e3e4", now=timezone.now())
    assert unread_notices(north(match).pk) == 0
    page_of_bob.post("seen")
    assert unread_notices(north(match).pk) == 0
    assert newest_lines(north(match).pk, 10) == []


def test_a_page_that_does_not_say_that_it_was_read_makes_the_bell_ring_after_all(match) -> None:
    bob = north(match)
    BoardPage(match, bob).post("seen")
    play(match, "e3e4", now=timezone.now() - QUIET)
    assert unread_notices(bob.pk) == 1
    assert "it is your turn" in page(bob)


@pytest.mark.parametrize("who", ["ann", "carol"])
def test_another_pair_of_eyes_keeps_no_bell_from_ringing(match, who) -> None:
    BoardPage(match, south(match) if who == "ann" else person(who)).post("seen")
    BoardPage(match_between(north(match), person("dora")), north(match)).post("seen")
    play(match, "e3e4", now=timezone.now())
    assert unread_notices(north(match).pk) == 1


def test_mail_waits_until_the_page_could_say_that_it_was_read() -> None:
    bob = person("bob", email="bob@example.org", mail_wait_minutes=0)
    match = match_between(person("ann"), bob)
    BoardPage(match, bob).post("seen")
    now = timezone.now()
    play(match, "e3e4", now=now)
    delivery = Delivery.objects.get(notice__user=bob, notice__kind="your-turn")
    assert delivery.due_at == now + QUIET


def latest(user: User, at: str = "") -> dict[str, Any]:
    return browser(user).get("/notices/latest/", {"at": at}).json()


def test_an_open_tab_tells_the_latest_news_but_of_its_own_board() -> None:
    ann, now = person("annika"), timezone.now()
    match = match_between(ann, person("bobby"), now=now)
    found = latest(ann)
    assert found["text"] == "Xiongqi against bobby has begun."
    assert found["url"] == f"/matches/{match.uid}/"
    assert found["key"] == round(now.timestamp() * 1000), "no number of a row"
    assert latest(ann, match.uid) == {}
    User.objects.filter(pk=ann.pk).update(notice_choices={"cells": {"begins.tab": False}})
    assert latest(ann)["text"] == "Xiongqi against bobby: it is your turn."
    Notice.objects.update(made_at=now - timedelta(minutes=2))
    assert latest(ann) == {}


def test_an_open_tab_tells_nothing_of_bots_and_nothing_that_was_seen() -> None:
    ann, now = person("annika"), timezone.now()
    match_with_bot(ann, now=now)
    assert latest(ann) == {}
    match_between(ann, person("bobby"), now=now)
    notifying.mark_all_read(ann.pk, now=now)
    assert latest(ann) == {}
