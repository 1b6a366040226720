"""Who tries by hand what no page offers leaves a line in the log; who comes too late does not."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import person, play, south

pytestmark = pytest.mark.django_db


def noted(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [vars(line)["event"] for line in caplog.records if line.name == "jinya.security"]


def send(match: Match, user: Any, action: str, **form: str) -> int:
    return browser(user).post(f"/matches/{match.uid}/{action}/", form).status_code


MOVE = {"seat_ply": "1", "key": "key-of-the-move"}


@pytest.mark.parametrize(
    ("move", "code"),
    [("e3e6", "cannot-go-there"), ("<script>", "unreadable-move")],
    ids=["foul", "odd"],
)
def test_a_move_against_the_rules_is_noted(match: Match, caplog: Any, move: str, code: str) -> None:
    caplog.set_level(logging.INFO, "jinya.security")
    user = south(match)
    assert send(match, user, "move", move=move, **MOVE) == 422
    (event,) = (event for event in noted(caplog) if event["kind"] == "action-refused")
    assert (event["user"], event["what"]) == (user.pk, code)
    assert "script" not in caplog.text


def test_an_action_in_a_match_of_others_is_noted(match: Match, caplog: Any) -> None:
    caplog.set_level(logging.INFO, "jinya.security")
    stranger = person("eve")
    assert send(match, stranger, "resign") == 403
    assert [event["what"] for event in noted(caplog) if event["kind"] == "action-refused"] == [
        "not-seated"
    ]


def test_what_came_too_late_is_not(match: Match, caplog: Any) -> None:
    caplog.set_level(logging.INFO, "jinya.security")
    play(match, "e3e4")
    assert send(match, south(match), "move", move="d3d4", **MOVE) == 409
    assert not [event for event in noted(caplog) if event["kind"] == "action-refused"]
