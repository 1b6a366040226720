"""What a program sends twice under one name is done once, and answered as the first time."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import KeyedRequest
from games.match.models import Match
from tests.api.kit import Program, code_of
from tests.api.test_scopes import operations
from tests.kit.builders import match_between, north, offers, person, play, south

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "key-of-this-request"}
TERMS = {"game": "xiongqi", "time_control": "relaxed"}
WRITES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # what is sent, and another body of which the name cannot stand as well
    "draw": ("/matches/{uid}/draw", {"do": "offer"}, {"do": "withdraw"}),
    "takeback": ("/matches/{uid}/takeback", {"do": "ask"}, {"do": "withdraw"}),
    "talk": (
        "/matches/{uid}/talk",
        {"room": "players", "text": "Hello"},
        {"room": "players", "text": "Bye"},
    ),
    "match": (
        "/matches",
        {"game": "xiongqi", "level": "easy"},
        {"game": "xiongqi", "level": "hard"},
    ),
    "seek": ("/seeks", TERMS, {**TERMS, "days": 3}),
    "challenge": ("/challenges", {**TERMS, "to": "{third}"}, {**TERMS, "to": "nobody"}),
    "take": ("/seeks/{seek}", {"do": "take"}, {"do": "withdraw"}),
    "accept": ("/challenges/{challenge}", {"do": "accept"}, {"do": "withdraw"}),
    "ties": ("/people/{other}/ties", {"do": "follow"}, {"do": "unfollow"}),
    "message": ("/messages/{opponent}", {"text": "Hello"}, {"text": "Bye"}),
    "notices": ("/notices", {}, {"line": "nothing"}),
    "bot": ("/bot", {"owner": "{other}"}, {"owner": "nobody"}),
}


def begun() -> Match:
    match = match_between(person(), person(), now=timezone.now())
    play(match, "e3e4", "e6e5", now=timezone.now())
    return match


def filled(part: Any, known: dict[str, str]) -> Any:
    return {name: value.format(**known) if type(value) is str else value for name, value in part}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_is_done_once_for_its_name(name: str) -> None:
    match, other = begun(), person()
    user = south(match)
    known = {"uid": match.uid, "other": other.name, "third": person().name}
    known["opponent"] = north(match).name
    known |= offers(other, user, now=timezone.now())
    if name == "bot":
        user = person()
    path, *bodies = WRITES[name]
    body, changed = (filled(one.items(), known) for one in bodies)
    program, path = Program(user), path.format(**known)
    first, second = (program.post(path, body, **KEY) for _each in "ab")
    assert (first.status_code, second.status_code) == (200, 200), (first.content, second.content)
    assert second.content == first.content
    assert second.get("ETag") == first.get("ETag")
    answer = program.post(path, changed, **KEY)
    assert (answer.status_code, code_of(answer)) == (409, "key-reused")
    assert KeyedRequest.objects.count() == 1


def test_giving_up_twice_under_one_name_is_giving_up_once() -> None:
    match = begun()
    program, path = Program(south(match)), f"/matches/{match.uid}/resign"
    first, second = (program.post(path, **KEY) for _each in "ab")
    assert (first.status_code, second.content) == (200, first.content)
    assert code_of(program.post(path)) == "not-active"
    rematch = f"/matches/{match.uid}/rematch"
    assert code_of(program.post(rematch, {}, **KEY)) == "key-reused"  # of another address
    key = {"Idempotency-Key": "another-key"}
    assert [program.post(rematch, {}, **key).json() for _each in "ab"] == [{"match": None}] * 2
    made = Program(north(match)).post(rematch, {}).json()["match"]
    assert program.post(rematch, {}, **key).json() == {"match": None}  # as the first time
    assert made


def test_what_was_refused_is_tried_again_and_names_are_ones_own() -> None:
    match = begun()
    one, other = Program(south(match)), Program(north(match))
    path = f"/matches/{match.uid}/draw"
    assert one.post(path, {"do": "accept"}, **KEY).status_code == 409
    assert not KeyedRequest.objects.exists()
    assert other.post(path, {"do": "offer"}, **KEY).status_code == 200
    answer = one.post(path, {"do": "accept"}, **KEY)
    assert answer.json()["result"]["ended_how"] == "agreement"
    assert KeyedRequest.objects.count() == 2


def test_how_json_is_written_makes_no_other_request() -> None:
    program = Program(person())
    texts = ('{"game": "xiongqi", "level": "easy"}', '{"level":"easy","game":"xiongqi"}')
    first, second = (
        program.site.post(
            "/api/v1/matches",
            text,
            content_type="application/json",
            headers={**program.headers, **KEY},
        )
        for text in texts
    )
    assert (first.status_code, second.content) == (200, first.content)


@pytest.mark.parametrize("name", ["short", "with a space", "x" * 65])
def test_a_name_is_written_as_names_are(name: str) -> None:
    answer = Program(person()).post("/seeks", TERMS, **{"Idempotency-Key": name})
    assert (answer.status_code, code_of(answer)) == (422, "key-wrong")


def test_every_write_says_that_it_takes_a_name() -> None:
    for name, operation in operations().items():
        takes = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"]
        assert ("Idempotency-Key" in takes) == name.startswith("post "), name
