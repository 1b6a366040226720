"""The campaign for programs: the map, stages, skirmishes, the day, and playing on from a round."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.campaign.presenters import present_campaign
from games.campaign.selectors import stages_of
from games.match.changes import ending
from games.match.models import Match
from tests.api.kit import Program, code_of
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person
from tests.kit.stages import FIRST, pay_all, stage_of, win

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "key-of-this-stage"}


def test_the_map_is_the_pages() -> None:
    ann = person()
    match = stage_of(ann)
    answer = Program(ann).get("/campaign").json()
    page = browser(ann).get("/campaign/").content.decode()
    for chapter, shown in zip(answer["chapters"], present_campaign(stages_of(ann.pk)), strict=True):
        assert chapter["name"] == shown.name
        assert chapter["name"] in page
        for stage, panel in zip(chapter["stages"], shown.stages, strict=True):
            assert (stage["id"], stage["state"], stage["needs"]) == (
                panel.id,
                panel.state,
                panel.needs,
            )
            assert stage["name"] in page
    stages = {stage["id"]: stage for chapter in answer["chapters"] for stage in chapter["stages"]}
    assert (stages[FIRST]["match"], stages[FIRST]["best"]) == (match.uid, None)
    win(match)
    stages = {
        stage["id"]: stage
        for chapter in Program(ann).get("/campaign").json()["chapters"]
        for stage in chapter["stages"]
    }
    assert stages[FIRST]["state"] == "cleared"
    [place] = Program(person()).get(f"/campaign/stages/{FIRST}").json()["places"]
    assert place == {"name": ann.name, **stages[FIRST]["best"], "match": match.uid}


def test_a_stage_is_begun_once_for_each_key_and_a_locked_one_never() -> None:
    program = Program(person())
    path = f"/campaign/stages/{FIRST}"
    first, second = (program.post(path, **KEY).json()["match"] for _each in "ab")
    assert first == second == Match.objects.get().uid
    assert code_of(program.post("/campaign/stages/abbey-lands")) == "stage-locked"
    assert code_of(program.post("/campaign/stages/nowhere")) == "unknown-terms"
    assert code_of(program.get("/campaign/stages/nowhere")) == "not-found"
    assert Match.objects.count() == 1


def test_a_skirmish_is_made_of_choices() -> None:
    program = Program(person())
    usual = program.get("/campaign").json()["skirmish"]
    chosen = {
        "rivals": usual["rivals"][0],
        "rounds": usual["rounds"][0],
        "start": usual["starts"][-1]["value"],
        "difficulty": usual["difficulties"][-1]["value"],
        "seed": "abc",
    }
    uid = program.post("/campaign/skirmish", chosen).json()["match"]
    stage = Match.objects.get(uid=uid).options["stage"]
    answer = program.get(f"/campaign/stages/{stage}").json()
    assert answer["choices"] == {name: str(value) for name, value in chosen.items()}
    for wrong in ({"rivals": 0}, {"rounds": 10**6}, {"start": "x"}, {"seed": "ABC"}):
        assert code_of(program.post("/campaign/skirmish", {**chosen, **wrong})) == "unreadable"


def test_the_day_counts_once_and_shows_its_table_at_the_end() -> None:
    ann = person()
    program = Program(ann)
    answer = program.get("/campaign/daily").json()
    assert (answer["state"], answer["match"]) == ("open", "")
    first, second = (program.post("/campaign/daily").json()["match"] for _each in "ab")
    assert first == second
    answer = program.get("/campaign/daily").json()
    assert (answer["state"], answer["match"]) == ("running", first)
    match = Match.objects.get(uid=first)
    stage = match.options["stage"]
    assert code_of(program.get(f"/campaign/stages/{stage}")) == "not-found"
    pay_all(match, now=timezone.now())
    ending.resign(uid=first, user=ann, now=timezone.now())
    answer = program.get("/campaign/daily").json()
    assert answer["state"] == "over"
    assert [row["name"] for row in answer["tables"][0]["rows"]] == [ann.name]
    assert program.get(f"/campaign/stages/{stage}").status_code == 200
    other = Program(person())
    assert [
        row for table in other.get("/campaign/daily").json()["tables"] for row in table["rows"]
    ] == []
    assert code_of(other.get(f"/matches/{first}")) == "not-found"
    assert code_of(other.get(f"/matches/{first}/picture")) == "not-found"


def test_playing_on_from_a_round_makes_a_match_of_its_own() -> None:
    ann = person()
    match = stage_of(ann)
    program = Program(ann)
    made = program.post(f"/matches/{match.uid}/fork", {"ply": 2}).json()["match"]
    assert Match.objects.get(uid=made).given_plies
    assert code_of(program.post("/matches/nothing/fork", {"ply": 2})) == "not-found"
    duel = match_between(ann, person())
    assert code_of(program.post(f"/matches/{duel.uid}/fork", {"ply": 2})) == "unknown-terms"


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_is_the_pages_once_the_match_is_over(kind: str) -> None:
    match = match_between(person(), person(), now=timezone.now())
    program = Program(person())
    path = f"/matches/{match.uid}/picture"
    assert code_of(program.get(path)) == "not-over"
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=timezone.now())
    answer = program.get(path, kind=kind, pieces="international")
    page = browser().get(f"/matches/{match.uid}/board.{kind}?set=international")
    assert answer.content == page.content
    assert answer["Content-Type"].partition(";")[0] == page["Content-Type"].partition(";")[0]
    assert code_of(program.get(path, kind="gif")) == "unreadable"
    assert code_of(program.get("/matches/nothing/picture")) == "not-found"
