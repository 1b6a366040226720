"""People by the API: found by name, followed, blocked and noted, as far as the page lets one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import rights
from games.match.changes import ending
from games.match.clocks import vacations
from games.people.services import block_person, follow_person, note_person
from tests.api.kit import Program, code_of
from tests.kit.builders import everything, guest, match_between, person

pytestmark = pytest.mark.django_db


def suspended(name: str) -> User:
    user, now = person(name), timezone.now()
    Sanction.objects.create(
        user=user, kind="suspend", starts_at=now, ends_at=now + timedelta(days=1)
    )
    rights.remember(user, now)
    return user


def test_people_are_found_by_the_beginning_of_their_names_but_not_children_or_guests() -> None:
    teacher = person("Teacher")
    for name in ("Mika", "Mikado", "Nobu"):
        person(name)
    person("Mikan", guardian=teacher)
    guest("Mikes")
    suspended("Mikey")
    program = Program(person(), "read")

    def names(q: str) -> list[str]:
        return [one["name"] for one in program.get("/people", q=q).json()["people"]]

    assert names("MIKA") == names("mika") == ["Mika", "Mikado"]
    assert names("mik") == ["Mika", "Mikado"]
    assert names("\x00") == names("%") == names(" ") == []
    for query in ({}, {"q": ""}, {"q": "x" * 101}, {"q": "Mika", "page": "2"}):
        assert code_of(program.get("/people", **query)) == "unreadable"


@pytest.mark.parametrize("path", ["", "/matches", "/ties"])
def test_children_of_others_and_guests_are_not_there(path: str) -> None:
    teacher, other = person("Teacher"), person()
    person("Kid", guardian=teacher)
    guest("Passer")
    for name in ("Kid", "Passer", "Nobody", "x" * 300, "%00"):
        program = Program(other)
        assert code_of(program.get(f"/people/{name}{path}")) == "not-found"
        if path == "/ties":
            assert code_of(program.post(f"/people/{name}/ties", {"do": "follow"})) == "not-found"
    assert Program(teacher).get(f"/people/Kid{path}").status_code == 200


def test_ties_are_ones_own_and_their_person_is_not_told() -> None:
    mika, nobu = person("Mika"), person("Nobu")
    program, path = Program(mika), "/people/nobu/ties"
    before = Program(nobu).get("/people/mika").json()
    told = program.post(path, {"do": "follow"}).json()
    assert told["follows"]
    assert program.post(path, {"do": "follow"}).json() == told
    told = program.post(path, {"do": "block", "kinds": ["watch", "pairing"]}).json()
    assert told["blocks"] == ["pairing", "watch"]
    assert program.post(path, {"do": "note", "text": "  mine "}).json()["note"] == "mine"
    assert [one["name"] for one in program.get("/ties").json()["followed"]] == ["Nobu"]
    theirs = Program(nobu)
    assert theirs.get("/people/mika").json() == before
    assert theirs.get("/ties").json() == {"followed": [], "blocked": []}
    nothing = {"follows": False, "blocks": [], "note": "", "won": 0, "drawn": 0, "lost": 0}
    assert theirs.get("/people/mika/ties").json() == nothing
    program.post(path, {"do": "unfollow"})
    program.post(path, {"do": "block", "kinds": []})
    assert program.post(path, {"do": "note"}).json() == nothing
    assert program.get("/ties").json() == {"followed": [], "blocked": []}


def test_another_scope_reads_nothing_of_ties() -> None:
    mika, nobu = person("Mika"), person("Nobu")
    follow_person(user=mika, person=nobu, wanted=True)
    note_person(user=mika, person=nobu, text="A private remark")
    block_person(user=mika, person=nobu, kinds=["watch"])
    program = Program(mika, "read", "chat")
    told = program.get("/people/Nobu").content.decode()
    assert not any(word in told for word in ("follow", "remark", "watch"))


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("Mika", {"do": "follow"}, "not-oneself"),
        ("Nobu", {"do": "block", "kinds": ["breathing"]}, "unknown-block"),
        ("Nobu", {"do": "note", "text": "x" * 4001}, "note-too-long"),
        ("Nobu", {"do": "note", "text": "x" * 8001}, "unreadable"),
        ("Nobu", {"do": "block", "kinds": ["talk"] * 11}, "unreadable"),
        ("Nobu", {"do": "block"}, "unreadable"),
        ("Nobu", {"do": "hug"}, "unreadable"),
        ("Nobu", {}, "unreadable"),
    ],
)
def test_nonsense_is_refused_and_nothing_changed(name: str, body: Any, code: str) -> None:
    program = Program(person("Mika"))
    person("Nobu")
    assert code_of(program.get("/people/Mika/ties")) == "not-oneself"
    before = everything()
    assert code_of(program.post(f"/people/{name}/ties", body)) == code
    assert everything() == before


def test_when_somebody_is_back_is_told_to_opponents_alone() -> None:
    mika, nobu, now = person("Mika"), person("Nobu"), timezone.now()
    vacations.take(user=mika, starts=now, ends=now + timedelta(days=1), now=now)
    match_between(mika, nobu)
    for user, is_told in ((nobu, True), (mika, True), (person(), False)):
        told = Program(user).get("/people/mika").json()
        assert (told["is_away"], told["away_until"] is not None) == (True, is_told)


def test_the_history_goes_on_from_page_to_page_and_is_narrowed() -> None:
    mika, nobu, made = person("Mika"), person("Nobu"), []
    for number in range(3):
        match = match_between(mika, nobu, now=timezone.now(), rated=number == 2)
        ending.resign(uid=match.uid, user=mika if number else nobu, now=timezone.now())
        made.append(match.uid)
    match_between(mika, nobu)
    program, path = Program(person()), "/people/mika/matches"

    def uids(**query: Any) -> tuple[list[str], str | None]:
        told = program.get(path, **query).json()
        return [one["uid"] for one in told["matches"]], told["next"]

    assert uids() == ([made[2], made[1], made[0]], None)
    assert uids(limit=2) == ([made[2], made[1]], made[1])
    assert uids(limit=2, after=made[1]) == ([made[0]], None)
    assert uids(result="won") == ([made[0]], None)
    assert uids(rated="yes", opponent="NOBU") == ([made[2]], None)
    assert uids(game="gungi") == uids(opponent="\x00") == ([], None)
    for query in ({"limit": 101}, {"result": "x"}, {"player": "x"}):
        assert code_of(program.get(path, **query)) == "unreadable"
