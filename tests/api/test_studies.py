"""Puzzles and lessons for programs: what their pages say, answered and kept as pages do."""

from __future__ import annotations

import json
from html import unescape

import pytest

from games.learn.content import Step, all_courses
from games.learn.models import StepDone
from games.match.models import Match
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion
from games.puzzles.selectors import opened, right_answer, solution_of
from tests.api.kit import Program, code_of
from tests.kit.browsing import browser
from tests.kit.builders import person, puzzle_of_the_house
from tests.puzzles.test_pages import EACH, a_puzzle, way

pytestmark = pytest.mark.django_db
STEPS = [step for course in all_courses() for step in course.steps.values()]


@pytest.mark.parametrize(("game", "ask"), EACH)
def test_each_kind_of_puzzle_is_answered_and_counts(game: str, ask: str) -> None:
    puzzle, user = a_puzzle(game, ask), person()
    program = Program(user)
    answer = program.get(f"/puzzles/{game}/next").json()
    assert answer["puzzle"].startswith(f"{puzzle.key}-")
    assert answer["answered"] is None
    assert "answer" not in {*answer, *answer["view"]}
    path = f"/puzzles/{game}/{answer['puzzle']}"
    page = unescape(browser(user).get(path + "/").content.decode())
    assert answer["question"] in page
    assert all(option["name"] in page for option in answer["options"])
    assert {move["action"] for move in answer["legal"]} <= set(opened(puzzle).study.legal)
    assert bool(answer["legal"]) is not bool(answer["options"])
    if answer["options"]:
        answer = program.post(path, {"say": right_answer(puzzle).split()}).json()
    else:
        for move in way(puzzle):
            answer = program.post(path, {"moves": answer["moves"], "move": move}).json()
    assert answer["answered"]["is_right"]
    assert answer["answered"]["rating"] == "", "before five tries it says little"
    assert answer["answered"]["solution"] == list(solution_of(puzzle))
    page = unescape(browser(user).get(path + "/").content.decode())
    assert all(why in page for why in answer["answered"]["why"])
    assert Attempt.objects.get(user=user, puzzle=puzzle).is_rated


def test_a_wrong_answer_counts_once_and_what_is_none_does_not() -> None:
    puzzle, program = puzzle_of_the_house(), Program(person())
    path = f"/puzzles/xiongqi/{puzzle.key}"
    for none in ({}, {"move": "nonsense"}, {"say": ["a1"]}):
        assert code_of(program.post(path, none)) == "not-open"
    assert not Attempt.objects.exists()
    assert code_of(program.post(f"{path}/opinion", {"vote": "good"})) == "not-answered"
    wrong = next(
        move["action"]
        for move in program.get(path).json()["legal"]
        if move["action"] not in puzzle.answer["tree"]
    )
    assert program.post(path, {"move": wrong}).json()["answered"]["is_right"] is False
    answer = program.post(path, {"move": "a1a8"}).json()
    assert (answer["is_done"], answer["answered"]["is_right"]) == (True, False)
    assert not Attempt.objects.get().is_rated  # nobody but the site has not chosen it
    answer = program.post(f"{path}/opinion", {"vote": "bad", "report": "unclear"}).json()
    assert (answer["answered"]["vote"], answer["answered"]["report"]) == (-1, "unclear")
    assert code_of(program.post(f"{path}/opinion", {})) == "unreadable"
    assert PuzzleOpinion.objects.count() == 1


def test_where_puzzles_are_and_where_none_is() -> None:
    program = Program(person())
    assert program.get("/puzzles").json() == {"games": []}
    for path in ("daily", "xiongqi/next", "chess/next", "xiongqi/nothing", "chess/nothing"):
        assert code_of(program.get(f"/puzzles/{path}")) == "not-found"
    puzzle = puzzle_of_the_house()
    assert program.get("/puzzles/daily").json()["puzzle"].startswith(puzzle.key)
    [card] = program.get("/puzzles").json()["games"]
    assert (card["game"], card["puzzles"]) == ("xiongqi", 1)
    assert [theme["theme"] for theme in card["themes"]] == ["win-1"]
    answer = program.get("/puzzles/xiongqi/next", theme="win-1").json()
    assert answer["puzzle"] == puzzle.key
    assert code_of(program.get("/puzzles/xiongqi/next", but=puzzle.key)) == "not-found"
    path = f"/puzzles/xiongqi/{puzzle.key}"
    assert code_of(program.get(path, moves="a1a2")) == "not-found"
    assert program.get(path, moves="a1a8").json()["is_done"] is True
    Puzzle.objects.update(rules=99)
    assert code_of(program.get(path)) == "not-found"


def test_the_paths_are_the_pages() -> None:
    user = person()
    answer = Program(user).get("/lessons").json()["courses"]
    assert [course["game"] for course in answer] == [course.game for course in all_courses()]
    for course in answer:
        page = unescape(browser(user).get(f"/learn/{course['game']}/").content.decode())
        for chapter in course["chapters"]:
            assert chapter["title"] in page
            for step in chapter["steps"]:
                assert step["title"] in page


@pytest.mark.parametrize("step", STEPS[::4], ids=lambda step: f"{step.laid.game}-{step.id}")
def test_a_step_is_done_by_its_known_way(step: Step) -> None:
    user = person()
    program = Program(user)
    path = f"/lessons/{step.laid.game}/{step.id}"
    answer = program.get(path, hints=1).json()
    page = unescape(
        browser(user).get(f"/learn/{step.laid.game}/{step.id}/?hint=1").content.decode()
    )
    assert answer["title"] in page
    assert answer["hint"] in page
    assert answer["hint"]
    for move in step.solution:
        assert move in {legal["action"] for legal in answer["legal"]}
        answer = program.post(path, {"moves": answer["moves"], "move": move}).json()
    assert answer["state"] == "done"
    assert answer["told"]
    assert StepDone.objects.get(user=user).step == step.id
    assert json.dumps(answer["view"])


def test_a_step_refuses_what_cannot_be_and_keeps_no_try() -> None:
    program = Program(person())
    path = "/lessons/xiongqi/cannon"
    assert code_of(program.post(path, {"move": "nonsense"})) == "not-open"
    assert code_of(program.get(path, moves="nonsense")) == "not-found"
    assert code_of(program.get("/lessons/xiongqi/nothing")) == "not-found"
    assert code_of(program.get("/lessons/chess/cannon")) == "not-found"
    assert program.post(path, {"move": "c2c3"}).json()["state"] == "wrong"
    assert not StepDone.objects.exists()


def test_the_match_at_the_end_of_a_path_begins_once_for_each_key() -> None:
    program = Program(person())
    coached = [
        course["game"]
        for course in program.get("/lessons").json()["courses"]
        if course["has_coach"]
    ]
    key = {"Idempotency-Key": "key-of-this-coach"}
    path = f"/lessons/{coached[0]}"
    first, second = (program.post(path, **key).json()["match"] for _each in "ab")
    assert first == second == Match.objects.get().uid
    assert code_of(program.post("/lessons/nation")) == "not-found"
    assert code_of(program.post("/lessons/chess")) == "not-found"
