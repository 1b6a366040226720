"""The turning points of a stage that is over: what foresight says of it, to whom, and when."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils.html import strip_tags

from accounts.models import User
from games.bots import thinking
from games.bots.thinking import PlayedOn, ThinkingFailed
from games.match.changes import ending
from games.match.exceptions import NotOver
from games.match.models import Match
from games.match.referee import Referee
from games.reviews import services
from games.reviews.foreseen import next_board, put_down_points, put_down_way, read_foreseen
from games.reviews.models import Review
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person
from tests.kit.stages import act, stage_of

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
PART = {"HX-Request": "true"}


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def over(ann: User) -> Match:
    """The first stage, in which nothing was done but training, and once Tax."""
    match = stage_of(ann)
    for number in range(1, 7):
        if number == 3:
            act(match, "command:tax")
        act(match, "train")
    return match


def answer(match: Match, user: User | None = None, *, part: bool = True) -> Any:
    return browser(user).get(f"/matches/{match.uid}/turning/", headers=PART if part else {})


def text(match: Match, user: User | None = None, *, part: bool = True) -> str:
    return " ".join(strip_tags(answer(match, user, part=part).content.decode()).split())


def worked_out(match: Match) -> None:
    assert services.go_through(match_id=match.pk, now=LATER, at_once=600)


# --- what is said ---


def test_the_end_of_a_stage_tells_what_cost_most(ann: User, over: Match) -> None:
    worked_out(over)
    html = text(over, ann)
    sentences = re.findall(r"Round (\d): (.*?) instead of (.*?) cost ([\d,]+)\.", html)
    assert [int(one[0]) for one in sentences] == sorted(int(one[0]) for one in sentences)
    assert len(sentences) == 3
    assert {one[1] for one in sentences} == {"Training"}, "Tax was pressed once, and cost nothing"
    ply = re.findall(r'data-look="(\d+)"', answer(over, ann).content.decode())
    assert ply[0] == "2", "the board before the first training"


def test_it_speaks_japanese(ann: User, over: Match) -> None:
    worked_out(over)
    client = browser(ann)
    client.cookies["django_language"] = "ja"
    html = client.get(f"/matches/{over.uid}/turning/").content.decode()
    assert "1ラウンド：「徴税」ではなく「訓練」を選んで" in html


def test_who_gives_up_is_told_of_the_turns_that_were_played(ann: User) -> None:
    match = stage_of(ann)
    act(match, "train")
    act(match, "command:tax")
    ending.resign(uid=match.uid, user=ann, now=LATER)
    worked_out(match)
    html = text(match, ann)
    assert "Round 1: Training instead of Tax cost" in html
    assert "Round 2" not in html


def test_giving_up_at_once_costs_nothing_that_foresight_could_tell(ann: User) -> None:
    match = stage_of(ann)
    ending.resign(uid=match.uid, user=ann, now=LATER)
    worked_out(match)
    assert "Foresight finds no move that cost anything." in text(match, ann)


# --- when, and to whom ---


def test_nothing_is_said_while_the_stage_goes_on(ann: User) -> None:
    match = stage_of(ann)
    act(match, "train")
    for user in (ann, None, person()):
        assert answer(match, user).status_code in (404, 409)
        assert browser(user).post(f"/matches/{match.uid}/turning/").status_code in (404, 409)
    assert not Review.objects.exists()
    with pytest.raises(NotOver):
        Referee(match).turns_of(1)  # type: ignore[arg-type]
    with pytest.raises(NotOver):
        Referee(match).thought_to_foresee(1, 1)  # type: ignore[arg-type]


def test_a_match_of_two_has_no_turning_points(people: tuple[User, User]) -> None:
    match = match_between(*people)
    ending.resign(uid=match.uid, user=people[0], now=LATER)
    assert answer(match).status_code == 404
    assert not Review.objects.exists()
    with pytest.raises(NotOver):
        Referee(match).turns_of(0)  # type: ignore[arg-type]


def test_a_hidden_match_tells_its_player_alone(ann: User, over: Match) -> None:
    worked_out(over)
    Match.objects.filter(pk=over.pk).update(hidden_at=LATER)
    assert [answer(over, user).status_code for user in (None, person(), ann)] == [404, 404, 200]


def test_the_match_page_fetches_them_once_it_is_over(ann: User, over: Match) -> None:
    page = browser(ann).get(f"/matches/{over.uid}/").content.decode()
    assert f'id="turning" hx-get="/matches/{over.uid}/turning/" hx-trigger="load"' in page
    running = stage_of(ann)
    assert "/turning/" not in browser(ann).get(f"/matches/{running.uid}/").content.decode()


# --- how it is worked out ---


def test_it_is_worked_out_by_itself_with_a_line_of_progress(ann: User, over: Match) -> None:
    assert Review.objects.get().match == over
    assert "0 of 19 moves are worked out." in text(over, ann)
    assert 'hx-trigger="load delay:2s"' in answer(over, ann).content.decode()
    reached, steps = [0], 0
    while not services.go_through(match_id=over.pk, now=LATER, at_once=0):
        reached.append(Review.objects.get().reached)
        steps += 1
    assert reached == sorted(reached)
    assert steps > 6 * 6, "six ways of every turn, one at a time"
    assert "hx-trigger" not in answer(over, ann).content.decode()
    assert "cost" in text(over, ann, part=False), "without a script, too"


def test_what_was_worked_out_stays_when_a_worker_fails(
    ann: User, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(7):
        services.go_through(match_id=over.pk, now=LATER, at_once=0)
    kept = Review.objects.get().data

    def fail(*_asked: object) -> None:
        raise ThinkingFailed

    monkeypatch.setattr(thinking, "foresee", fail)
    with pytest.raises(ThinkingFailed):
        services.go_through(match_id=over.pk, now=LATER)
    assert Review.objects.get().data == kept
    assert len(kept["leads"]) == 1
    assert services.lease_reviews(now=LATER + timedelta(minutes=5)) == [over.pk]
    Review.objects.update(attempts=8)
    assert "This match could not be worked out." in text(over, ann)


def test_a_match_that_ended_before_there_were_any_is_gone_through_when_asked(
    ann: User, over: Match
) -> None:
    Review.objects.all().delete()
    assert "Find the turning points" in text(over, ann)
    for _ in range(2):
        sent = browser(ann).post(f"/matches/{over.uid}/turning/", headers=PART)
        assert "0 of 19 moves are worked out." in sent.content.decode()
    assert browser(ann).post(f"/matches/{over.uid}/turning/").status_code == 302
    assert Review.objects.count() == 1


# --- which moves they are ---


TURNS = ((2, 3), (5,), (7, 8, 9), (12,), (14,))


def gone_through(leads: dict[int, int]) -> tuple[list[int], list[list[Any]]]:
    """The boards in the order in which they are played on, and the points; *leads* by board."""
    foreseen, asked = read_foreseen({}), []
    while (board := next_board(foreseen, TURNS)) is not None:
        asked.append(board)
        for worse in (5, 0):
            lead = PlayedOn(leads[board] - worse, board, f"best after {board}")
            put_down_way(foreseen, board, lead, 2)  # type: ignore[arg-type]
    put_down_points(foreseen, TURNS, [f"move {number}" for number in range(1, 15)])
    return asked, foreseen["points"]


def test_turns_are_valued_first_and_then_the_moves_of_the_costliest() -> None:
    asked, points = gone_through(
        {1: 100, 2: 100, 4: 60, 6: 50, 7: 50, 8: 20, 11: 20, 13: 18, 14: 18}
    )
    assert asked == [1, 4, 6, 11, 13, 14, 2, 7, 8]
    assert points == [
        [3, 2, "move 3", "best after 2", 40],
        [8, 7, "move 8", "best after 7", 30],
        [5, 4, "move 5", "best after 4", 10],
    ]


def test_what_cost_nothing_is_no_turning_point() -> None:
    asked, points = gone_through({1: 10, 4: 10, 6: 12, 11: 12, 13: 11, 14: 15})
    assert asked == [1, 4, 6, 11, 13, 14]
    assert points == [[12, 11, "move 12", "best after 11", 1]]
