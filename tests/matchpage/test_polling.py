"""Pages without a socket ask every few seconds: 204 unless there is something new for them."""

from __future__ import annotations

import pytest

from games.match.changes import ending
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, north, person, play, south

pytestmark = pytest.mark.django_db


def poll(match, user, version):
    return BoardPage(match, user).get(f"?v={version}", "board/")


def test_nothing_new_is_an_empty_answer(match) -> None:
    for user in (south(match), north(match), person("carol"), None):
        answer = poll(match, user, 1)
        assert (answer.status_code, answer.content) == (204, b"")


def test_something_new_is_the_board_with_its_version(match) -> None:
    play(match, "e3e4")
    for user in (south(match), north(match), None):
        answer = poll(match, user, 1)
        assert (answer.status_code, answer["X-Match-Version"]) == (200, "2")
        assert poll(match, user, 2).status_code == 204


def test_an_offer_and_the_end_are_new_too(match) -> None:
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    assert poll(match, north(match), 1)["X-Match-Version"] == "2"
    ending.accept_draw(uid=match.uid, user=north(match), now=NOON)
    assert poll(match, north(match), 2)["X-Match-Version"] == "3"


@pytest.mark.parametrize("version", ["0", "", "x", "-5", "1.0", "%00"])
def test_whatever_is_no_version_gets_the_board(match, version) -> None:
    assert poll(match, None, version).status_code == 200


@pytest.mark.parametrize("version", ["7", "999999999"])
def test_a_version_from_the_future_has_seen_everything(match, version) -> None:
    assert poll(match, None, version).status_code == 204


def test_an_overlong_version_gets_the_board(match) -> None:
    assert poll(match, None, "9" * 1000).status_code == 200


def test_an_unknown_match_is_not_found(match) -> None:
    page = BoardPage(match)
    page.url = "/matches/nothing/"
    assert page.get("?v=1", "board/").status_code == 404


def test_a_poll_costs_few_queries(match, django_assert_max_num_queries) -> None:
    page = BoardPage(match, south(match))
    page.get("?v=1", "board/")
    with django_assert_max_num_queries(4):
        assert page.get("?v=1", "board/").status_code == 204
