"""The bell as programs have it: read, counted, and marked as read."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.match.changes import ending
from games.notices.models import Notice
from tests.api.kit import Program, code_of
from tests.kit.browsing import browser
from tests.kit.builders import everything, match_between, person, play, south

pytestmark = pytest.mark.django_db


def test_one_line_is_marked_with_all_that_was_told_of_its_match_then_the_whole_bell() -> None:
    mika, nobu = person("Mika"), person("Nobu")
    for _each in range(2):
        match = match_between(nobu, mika, now=timezone.now())
        play(match, "e3e4", now=timezone.now())
        ending.offer_draw(uid=match.uid, user=nobu, now=timezone.now())
    program = Program(mika, "notices")
    told = program.get("/notices").json()
    assert told["unread"] == len(told["notices"]) == 2
    assert Notice.objects.filter(user=mika, read_at=None).count() > 2
    first, second = told["notices"]
    after = program.post("/notices", {"line": first["line"]}).json()
    assert after["unread"] == 1
    assert {n["line"]: n["is_read"] for n in after["notices"]} == {
        first["line"]: True,
        second["line"]: False,
    }
    unread = Notice.objects.filter(user=mika, read_at=None)
    assert {notice.match.uid for notice in unread if notice.match} == {second["match"]}
    again = program.post("/notices", {"line": first["line"]}).json()
    assert again == after
    assert program.post("/notices").json()["unread"] == 0
    assert '<li class="unread">' not in browser(mika).get("/notices/").content.decode()


@pytest.mark.parametrize("line", ["0", "x" * 60, "99991231235959-x", "1\x00", "²-²"])
def test_a_line_of_nobody_is_not_found_and_nothing_is_marked(line: str) -> None:
    match = match_between(person(), person(), now=timezone.now())
    program = Program(south(match))
    assert program.get("/notices").json()["unread"] == 1
    before = everything()
    assert code_of(program.post("/notices", {"line": line})) == "not-found"
    assert everything() == before


def test_the_line_of_another_is_not_found() -> None:
    match = match_between(person(), person("Nobu"), now=timezone.now())
    [mine] = Program(south(match)).get("/notices").json()["notices"]
    other = Program(person())
    assert code_of(other.post("/notices", {"line": mine["line"]})) == "not-found"
    assert code_of(other.post("/notices", {"line": "x" * 61})) == "unreadable"
    assert other.post("/notices").json() == {"notices": [], "unread": 0}
    assert Program(south(match)).get("/notices").json()["unread"] == 1
