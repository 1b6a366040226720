"""The pages of the lessons: with and without a script, for visitors, guests and members."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.learn.content import Step, all_courses
from games.learn.models import StepDone
from games.learn.presenters import step_url
from games.learn.services import keep_step
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, person

pytestmark = pytest.mark.django_db
CANNON = "/learn/xiongqi/cannon/"
STEPS = [step for course in all_courses() for step in course.steps.values()]
courses = pytest.mark.parametrize("game", [course.game for course in all_courses()])


def page(client: Client, path: str, query: dict[str, str] | None = None) -> str:
    answer = client.get(path, query or {})
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_the_list_of_all_paths_leads_to_every_game() -> None:
    html = page(browser(), "/learn/")
    for course in all_courses():
        assert f'href="/learn/{course.game}/"' in html


@courses
def test_a_path_lists_its_steps(game: str) -> None:
    html = page(browser(), f"/learn/{game}/")
    listed = set(re.findall(rf'href="/learn/{game}/([^/"]+)/"', html))
    assert listed == {step.id for step in STEPS if step.laid.game == game}


@pytest.mark.parametrize("step", STEPS[::5], ids=lambda step: f"{step.laid.game}-{step.id}")
def test_every_step_has_a_board_and_every_id_once(step: Step) -> None:
    html = page(browser(), step_url(step.laid.game, step.id))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert 'id="board"' in html


def test_a_move_goes_on_in_the_address_and_stores_nothing() -> None:
    answer = browser().post(CANNON, {"move": "c2c3"})
    assert answer["Location"] == f"{CANNON}c2c3/"
    html = page(browser(), answer["Location"])
    assert "The cannon needs a screen" in html
    assert not User.objects.exists()
    assert not StepDone.objects.exists()


def test_without_a_script_two_presses_and_a_button_make_a_move() -> None:
    client = browser()
    html = page(client, CANNON, {"at": ["c2", "c7"]})  # type: ignore[dict-item]
    assert re.search(r'name="move" value="c2c7"', html)
    answer = client.post(CANNON, {"move": "c2c7"})
    assert "Next step" in page(client, answer["Location"])


def test_a_goal_that_is_reached_makes_a_visitor_a_guest_and_is_kept_once() -> None:
    client = browser()
    for _press in range(2):
        client.post(CANNON, {"move": "c2c7"})
    assert User.objects.get().is_guest
    assert StepDone.objects.get().step == "cannon"
    assert "✓" in page(client, "/learn/xiongqi/")


def test_hints_tell_the_square_then_the_move() -> None:
    first = page(browser(), CANNON, {"hint": "1"})
    assert "Look at the marked square: c2." in first
    assert "c7" in re.findall(r'id="step-hint">([^<]*)', page(browser(), CANNON, {"hint": "2"}))[0]


@pytest.mark.parametrize("move", ["", "c2c8", "nonsense", "x" * 500, "\x00"])
def test_what_cannot_be_played_changes_nothing(move: str) -> None:
    answer = browser().post(CANNON, {"move": move})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        *("/learn/chess/", "/learn/xiongqi/none/", "/learn/xiongqi/cannon/a1a8/"),
        *("/learn/xiongqi/cannon/c2c7/c7c8/", "/learn/xiongqi/cannon/" + "a/" * 30),
    ],
)
def test_what_is_no_step_is_not_found(path: str) -> None:
    assert browser().get(path).status_code == 404


def test_a_script_is_sent_the_part_that_changes() -> None:
    answer = browser().get(CANNON, headers={"hx-request": "true"})
    assert answer["X-Match-Version"] == "0"
    assert b"<html" not in answer.content


def test_steps_of_a_guest_go_along_to_the_account() -> None:
    from games.wiring import move_everything

    mine, ann = guest(), person("ann")
    for user, step in ((mine, "cannon"), (mine, "bear"), (ann, "bear")):
        keep_step(user_id=user.pk, game="xiongqi", step=step, now=NOON)
    move_everything(mine.pk, ann.pk)
    rows = StepDone.objects.order_by("step").values_list("user", "step")
    assert list(rows) == [(ann.pk, "bear"), (ann.pk, "cannon")]


@pytest.mark.parametrize("path", ["/", "/lobby/", "/rules/", "/rules/gungi/"])
def test_pages_a_newcomer_sees_lead_to_the_lessons(path: str) -> None:
    assert 'href="/learn/' in page(browser(), path).partition("<main")[2]
    assert 'href="/learn/"' in page(browser(), path)


def test_an_empty_desk_leads_to_the_lessons() -> None:
    html = page(browser(person("ann")), "/desk/").partition("<main")[2]
    assert 'href="/learn/"' in html
