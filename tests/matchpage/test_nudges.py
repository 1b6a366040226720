"""Nudges leave after commit and not before, never after a rollback, and carry no content."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.bots import services as bots
from games.common import live
from games.common.exceptions import GamesError
from games.match.changes import ending
from tests.kit.builders import NOON, match_with_bot, person, play, south, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch):
    messages: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(live, "_send", lambda group, message: messages.append((group, message)))
    return messages


def test_they_wait_for_the_commit(match, sent, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        submit(match, south(match))
        assert sent == []
    assert sent != []


def test_they_carry_the_match_and_a_version_or_nothing(
    match, sent, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play(match, "e3e4", "e6e5")
        ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
        ending.resign(uid=match.uid, user=south(match), now=NOON)
    for group, message in sent:
        if message["type"] == "match.changed":
            assert set(message) == {"type", "match", "version"}
            assert group.startswith(f"match.{match.uid}.")
        else:
            assert message == {"type": "desk.changed"}
            assert group in {live.user_group(player.user_id) for player in match.players.all()}


def test_versions_grow_by_one_for_every_pair_of_eyes(
    match, sent, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play(match, "e3e4", "e6e5", "d3d4")
    for eyes in (0, 1, None):
        group = live.match_group(match.uid, eyes)
        assert [m["version"] for to, m in sent if to == group] == [2, 3, 4]


def roll_back() -> None:
    raise RuntimeError


def test_a_rollback_takes_them_back(match, sent, django_capture_on_commit_callbacks) -> None:
    with (
        django_capture_on_commit_callbacks(execute=True) as callbacks,
        pytest.raises(RuntimeError),
        transaction.atomic(),
    ):
        submit(match, south(match))
        roll_back()
    assert callbacks == []
    assert sent == []


def test_a_refusal_sends_none(match, sent, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(GamesError):
        submit(match, south(match), "e3e9")
    assert callbacks == []


def test_a_repeated_request_sends_none(match, sent, django_capture_on_commit_callbacks) -> None:
    submit(match, south(match))
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        submit(match, south(match))
    assert callbacks == []


def test_a_bots_move_nudges_like_a_persons(sent, django_capture_on_commit_callbacks) -> None:
    match = match_with_bot(person("ann"))
    submit(match, south(match))
    with django_capture_on_commit_callbacks(execute=True):
        bots.play_bot_turn(debt_id=match.bot_turns.get().pk, now=NOON)
    assert {group for group, _message in sent} >= {
        live.match_group(match.uid, eyes) for eyes in (0, 1, None)
    }


def test_a_broken_layer_does_not_break_the_move(
    match, monkeypatch, caplog, django_capture_on_commit_callbacks
) -> None:
    class Broken:
        async def group_send(self, group, message):
            raise ConnectionError

    monkeypatch.setattr(live, "get_channel_layer", Broken)
    with django_capture_on_commit_callbacks(execute=True):
        submit(match, south(match))
    assert match.players.get(seat=1).is_to_act
    assert "a live nudge could not be sent" in caplog.text
