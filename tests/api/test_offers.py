"""Seeks, challenges, talk, notices, ratings and the export, as programs have them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from games.lobby.models import Challenge, Seek
from games.match.changes import ending
from games.match.models import Match
from games.people.services import block_person
from tests.api.kit import Program, code_of
from tests.kit.browsing import browser
from tests.kit.builders import match_between, north, person, play, south

pytestmark = pytest.mark.django_db


def test_a_seek_is_made_found_and_taken() -> None:
    mika, nobu = Program(person("Mika")), Program(person("Nobu"))
    made = mika.post("/seeks", {"game": "xiongqi", "time_control": "relaxed"}).json()
    assert (made["state"], made["is_own"], made["match"]) == ("open", True, "")
    [found] = nobu.get("/seeks", game="xiongqi").json()["seeks"]
    assert (found["uid"], found["maker"]["name"]) == (made["uid"], "Mika")
    assert code_of(mika.post(f"/seeks/{made['uid']}", {"do": "take"})) == "own-seek"
    begun = nobu.post(f"/seeks/{made['uid']}", {"do": "take"}).json()["match"]
    assert Match.objects.get(uid=begun).started_at
    assert mika.get(f"/seeks/{made['uid']}").json()["match"] == begun


def test_a_seek_is_made_once_for_each_key_and_withdrawn() -> None:
    mika = Program(person())
    key = {"Idempotency-Key": "key-of-this-seek"}
    uids = [mika.post("/seeks", {"game": "xiongqi"}, **key).json()["uid"] for _each in "ab"]
    assert len(set(uids)) == 1
    assert mika.post(f"/seeks/{uids[0]}", {"do": "withdraw"}).json() == {"match": None}
    assert Seek.objects.get().state == Seek.State.WITHDRAWN
    assert code_of(mika.get("/seeks/nothing")) == "not-found"


def test_a_challenge_is_sent_declined_with_a_reason_and_accepted() -> None:
    mika, nobu = Program(person("Mika")), Program(person("Nobu"))
    body = {"game": "gungi", "to": "nobu"}
    sent = mika.post("/challenges", body).json()
    [asked] = nobu.get("/challenges").json()["challenges"]
    assert (asked["uid"], asked["other"]["name"], asked["is_own"]) == (sent["uid"], "Mika", False)
    path = f"/challenges/{sent['uid']}"
    assert code_of(nobu.post(path, {"do": "decline", "reason": "x"})) == "unknown-reason"
    reason = Challenge._meta.get_field("reason").choices[0][0]
    assert nobu.post(path, {"do": "decline", "reason": reason}).json()["reason"] == reason
    assert code_of(nobu.post(path, {"do": "accept"})) == "challenge-gone"
    again = mika.post("/challenges", body).json()
    answer = nobu.post(f"/challenges/{again['uid']}", {"do": "accept"}).json()
    assert Match.objects.get(uid=answer["match"]).game == "gungi"


def test_challenges_that_are_used_up_say_when_the_next_can_be_sent() -> None:
    mika, _nobu = Program(person("Mika")), person("Nobu")
    for _time in range(5):
        sent = mika.post("/challenges", {"game": "gungi", "to": "Nobu"}).json()
        mika.post(f"/challenges/{sent['uid']}", {"do": "withdraw"})
    answer = mika.post("/challenges", {"game": "gungi", "to": "Nobu"})
    assert (answer.status_code, code_of(answer)) == (409, "challenges-used-up")
    assert 86_000 < int(answer["Retry-After"]) <= 86_400


def test_a_challenge_is_none_of_a_strangers_business_and_blocks_are_not_told() -> None:
    mika, nobu = person("Mika"), person("Nobu")
    block_person(user=nobu, person=mika, kinds=["challenge"])
    sent = Program(mika).post("/challenges", {"game": "gungi", "to": "Nobu"}).json()
    for user in (nobu, person()):
        other = Program(user)
        assert other.get("/challenges").json() == {"challenges": []}
        for answer in (
            other.get(f"/challenges/{sent['uid']}"),
            other.post(f"/challenges/{sent['uid']}", {"do": "accept"}),
        ):
            assert code_of(answer) == "not-found"


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"time_control": "soon"}, {"onlookers": "x"}, {"side": 2}, {"options": []}],
)
def test_terms_the_house_does_not_have(wrong: dict[str, Any]) -> None:
    assert Program(person()).post("/seeks", {"game": "xiongqi", **wrong}).status_code == 422


def test_what_is_said_is_heard_by_those_who_may() -> None:
    match = match_between(person(), person(), now=timezone.now())
    path = f"/matches/{match.uid}/talk"
    reply = Program(south(match)).post(path, {"room": "players", "text": "well played"}).json()
    assert [line["text"] for line in reply["lines"]] == ["well played"]
    assert [line["is_mine"] for line in Program(north(match)).get(path).json()["lines"]] == [False]
    stranger = Program(person())
    assert stranger.get(path).json()["lines"] == []
    answer = stranger.post(path, {"room": "players", "text": "let me in"})
    assert code_of(answer) == "cannot-talk-here"


def test_notices_ratings_and_people() -> None:
    match = match_between(person("Mika"), person("Nobu"), now=timezone.now(), rated=True)
    play(match, "e3e4", now=timezone.now())
    program = Program(north(match))
    [notice] = [n for n in program.get("/notices").json()["notices"] if n["match"] == match.uid]
    assert notice["kind"]
    assert notice["text"] in browser(north(match)).get("/notices/").content.decode()
    ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    [rating] = program.get("/people/mika").json()["ratings"]
    assert (rating["game"], rating["matches"]) == ("xiongqi", 1)
    assert code_of(program.get("/people/somebody")) == "not-found"
    assert program.get("/ratings/xiongqi").json() == {"leaders": []}
    assert program.get("/ratings/chess").status_code == 404


def test_the_export_has_ones_own_finished_matches_as_their_records() -> None:
    mika, uids = person(), []
    for _each in range(3):
        match = match_between(mika, person(), now=timezone.now())
        ending.resign(uid=match.uid, user=mika, now=timezone.now())
        uids.append(match.uid)
    match_between(mika, person())
    program = Program(mika)
    answer = program.get("/export", limit=2)
    lines = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert [line["match"] for line in lines] == uids[:2]
    assert lines[0] == program.get(f"/matches/{uids[0]}/record").json()
    rest = program.get("/export", after=uids[1]).getvalue().splitlines()
    assert [json.loads(line)["match"] for line in rest] == uids[2:]
    assert Program(person()).get("/export").getvalue() == b""
