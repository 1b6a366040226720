"""What is refused: the right status, a sentence, the fresh board, and nothing has changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.boards.refusals import refusal_sentence
from games.common.exceptions import GamesError
from games.match.changes import ending
from games.match.models import Match, Player
from games.match.status import Status
from games.match.terms import opening
from tests.kit.browsing import BoardPage, message_of
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    everything,
    match_with_bot,
    north,
    person,
    play,
    south,
    terms,
    use_up_overtime,
)

pytestmark = pytest.mark.django_db

FIELDS = {"seat_ply": "1", "key": "a-key-of-mine", "move": "e3e4"}


@pytest.fixture(autouse=True)
def it_is_noon(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def running(match):
    play(match, "e3e4", "e6e5")


def over(match):
    play(match, *QUICK_MATE)


def offered(match):
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)


def refused(match):
    offered(match)
    ending.refuse_draw(uid=match.uid, user=north(match))


def rematch_asked(match):
    over(match)
    opening.ask_rematch(uid=match.uid, user=south(match), now=NOON)


def rematch_made(match):
    rematch_asked(match)
    opening.ask_rematch(uid=match.uid, user=north(match), now=NOON)


def nothing(match):
    pass


MOVES = [
    # who, before, what is sent, status, code
    ("south", nothing, {"move": "e3e9"}, 422, "unreadable-move"),
    ("south", nothing, {"move": ""}, 422, "unreadable-move"),
    ("south", nothing, {"move": "e3 e4 e5"}, 422, "unreadable-move"),
    ("south", nothing, {"key": ""}, 422, "unreadable-move"),
    ("south", nothing, {"key": "short"}, 422, "unreadable-move"),
    ("south", nothing, {"key": "with:colon:in:it"}, 422, "unreadable-move"),
    ("south", nothing, {"seat_ply": "0"}, 422, "unreadable-move"),
    ("south", nothing, {"seat_ply": "one"}, 422, "unreadable-move"),
    ("south", nothing, {"seat_ply": "2"}, 409, "stale"),
    ("south", running, {"seat_ply": "1"}, 409, "stale"),
    ("south", nothing, {"move": "e4e5"}, 422, "empty-square"),
    ("south", nothing, {"move": "e6e5"}, 422, "not-your-piece"),
    ("south", nothing, {"move": "a1b1"}, 422, "own-piece-there"),
    ("south", nothing, {"move": "e3e5"}, 422, "cannot-go-there"),
    ("south", nothing, {"move": "e3e4=E"}, 422, "promotion-not-here"),
    ("north", nothing, {"move": "e6e5"}, 409, "not-your-turn"),
    ("stranger", nothing, {}, 403, "not-seated"),
    ("anonymous", nothing, {}, 403, "not-seated"),
    ("south", over, {"seat_ply": "3"}, 409, "not-active"),
    ("north", over, {"seat_ply": "2"}, 409, "not-active"),
]
ACTIONS = [
    # who, before, path, what is sent, status, code
    ("stranger", nothing, "resign", {}, 403, "not-seated"),
    ("anonymous", nothing, "resign", {}, 403, "not-seated"),
    ("south", over, "resign", {}, 409, "not-active"),
    ("stranger", nothing, "draw", {"do": "offer"}, 403, "not-seated"),
    ("anonymous", offered, "draw", {"do": "accept"}, 403, "not-seated"),
    ("south", offered, "draw", {"do": "offer"}, 409, "already-offered"),
    ("south", refused, "draw", {"do": "offer"}, 409, "already-offered"),
    ("south", offered, "draw", {"do": "accept"}, 409, "nothing-offered"),
    ("south", nothing, "draw", {"do": "accept"}, 409, "nothing-offered"),
    ("south", nothing, "draw", {"do": "refuse"}, 409, "nothing-offered"),
    ("south", nothing, "draw", {"do": "withdraw"}, 409, "nothing-offered"),
    ("north", offered, "draw", {"do": "withdraw"}, 409, "nothing-offered"),
    ("south", over, "draw", {"do": "offer"}, 409, "not-active"),
    ("south", over, "draw", {"do": "accept"}, 409, "not-active"),
    ("south", nothing, "draw", {}, 422, "refused"),
    ("south", nothing, "draw", {"do": "dance"}, 422, "refused"),
    ("anonymous", nothing, "draw", {"do": "dance"}, 422, "refused"),
    ("stranger", over, "rematch", {}, 403, "not-seated"),
    ("anonymous", over, "rematch", {}, 403, "not-seated"),
    ("south", nothing, "rematch", {}, 409, "not-over"),
    ("south", rematch_asked, "rematch", {}, 409, "already-offered"),
    ("south", rematch_made, "rematch", {}, 409, "already-offered"),
]
CASES = [
    *((who, before, "move", {**FIELDS, **sent}, *rest) for who, before, sent, *rest in MOVES),
    *ACTIONS,
]


def page_of(match, who, *, htmx):
    users = {
        "south": lambda: south(match),
        "north": lambda: north(match),
        "stranger": lambda: person("carol"),
        "anonymous": lambda: None,
    }
    return BoardPage(match, users[who](), htmx=htmx)


def name_of(function: Any) -> str:
    return str(function.__name__)


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("who", "before", "path", "sent", "status", "code"),
    CASES,
    ids=[
        f"{who}-{getattr(before, '__name__', '')}-{path}-{code}-{number}"
        for number, (who, before, path, _sent, _status, code) in enumerate(CASES)
    ],
)
def test_a_refusal(match, htmx, who, before, path, sent, status, code) -> None:
    before(match)
    page = page_of(match, who, htmx=htmx)
    rows = everything()
    answer = page.post(path, sent)
    assert (answer.status_code, answer["X-Refusal"]) == (status, code)
    assert message_of(answer) == refusal_sentence(code, match.game)
    assert 'id="board"' in answer.content.decode()
    assert answer["X-Match-Version"]
    assert (b"<html" in answer.content) is not htmx
    assert everything() == rows


def kinds_of(kind: type[GamesError]) -> set[type[GamesError]]:
    return {kind}.union(*map(kinds_of, kind.__subclasses__()))


def test_every_refusal_has_a_sentence_of_its_own_and_one_code() -> None:
    kinds = kinds_of(GamesError) - {GamesError}
    kinds = {kind for kind in kinds if kind.__module__.startswith("games.")}
    unworded = {kind.__name__ for kind in kinds if kind.sentence is GamesError.sentence}
    assert unworded == {"RefusedMove", "UnknownAction"}
    assert all(refusal_sentence(kind.code) == str(kind.sentence) for kind in kinds)


def test_a_late_move_is_told_with_the_end_of_the_match(match, monkeypatch) -> None:
    play(match, "e3e4", "e6e5")
    use_up_overtime(match)
    page = page_of(match, "south", htmx=True)
    late = match.deadline + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: late)
    answer = page.post("move", {**FIELDS, "seat_ply": "2", "move": "d3d4"})
    assert (answer.status_code, answer["X-Refusal"]) == (409, "out-of-time")
    assert message_of(answer) == "Your time ran out before the move arrived."
    assert "You have lost" in answer.content.decode()
    assert Match.objects.get().status == Status.FINISHED


def test_a_key_used_for_another_move_is_refused(match) -> None:
    page = page_of(match, "south", htmx=True)
    assert page.post("move", FIELDS).status_code == 200
    rows = everything()
    answer = page.post("move", {**FIELDS, "move": "d3d4"})
    assert (answer.status_code, answer["X-Refusal"]) == (409, "key-reused")
    assert everything() == rows


def test_a_bot_is_not_asked_for_a_draw() -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    answer = BoardPage(match, ann, htmx=True).post("draw", {"do": "offer"})
    assert (answer.status_code, answer["X-Refusal"]) == (409, "nothing-offered")


@pytest.mark.parametrize("path", ["move", "resign", "draw", "rematch", "seen", "cancel"])
@pytest.mark.parametrize("who", ["stranger", "anonymous"])
def test_a_match_that_waits_is_not_there_for_others(path, who) -> None:
    invitation = opening.create_invitation(user=person("ann"), terms=terms(), now=NOON)
    page = page_of(invitation, who, htmx=False)
    rows = everything()
    answer = page.post(path, FIELDS)
    assert answer.status_code == 404 or (path, who) == ("cancel", "anonymous")
    assert everything() == rows


@pytest.mark.parametrize("path", ["move", "resign", "draw", "rematch", "seen", "cancel"])
@pytest.mark.parametrize("htmx", [False, True])
def test_an_unknown_match_is_not_found(match, path, htmx) -> None:
    page = page_of(match, "south", htmx=htmx)
    rows = everything()
    page.url = "/matches/0123456789ab/"
    assert page.post(path, FIELDS).status_code == 404
    assert page.get().status_code == 404
    assert page.get(path="board/").status_code == 404
    assert everything() == rows


def test_the_maker_of_an_invitation_cannot_play_against_nobody() -> None:
    ann = person("ann")
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    page = BoardPage(invitation, ann, htmx=True)
    for path, code in (
        ("move", "not-active"),
        ("resign", "not-active"),
        ("rematch", "not-over"),
    ):
        answer = page.post(path, FIELDS)
        assert (answer.status_code, answer["X-Refusal"]) == (409, code)
    assert Player.objects.filter(match=invitation, user=None).count() == 1
