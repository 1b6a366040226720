"""What a bot would have played: asked for when a match is over, answered by a worker, kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots import opinions
from games.bots.models import Opinion
from games.bots.thinking import ThinkingFailed
from games.match.changes.adjudicating import Case, reopen
from games.match.changes.ending import resign
from games.match.exceptions import NotOver
from games.match.models import Match
from games.match.referee import Referee
from tests.kit.browsing import BoardPage, message_of
from tests.kit.builders import NOON, match_between, match_with_bot, person, play
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.stages import pay_all

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(seconds=5)


@pytest.fixture
def over(ann: User) -> Match:
    match = match_between(ann, person("bob"))
    play(match, "a3a4", "a6a5", "b3b4")
    resign(uid=match.uid, user=ann, now=NOON)
    match.refresh_from_db()
    return match


def answer_all() -> None:
    for asked in Opinion.objects.filter(move=""):
        assert opinions.form_opinion(opinion_id=asked.pk, now=timezone.now())


def test_it_is_asked_for_answered_and_kept(ann: User, over: Match) -> None:
    page = BoardPage(over, ann)
    assert "What would they play?" in page.html("?ply=1")
    assert 'name="level" hx-preserve' in page.html("?ply=1"), "who was asked stays chosen"
    assert "What would they play?" not in page.html(), "at the end nobody is to move"
    for _twice in range(2):
        answer = page.post("opinion", {"level": "easy"}, QUERY_STRING="ply=1")
        assert answer["Location"] == f"/matches/{over.uid}/?ply=1"
    asked = Opinion.objects.get()
    assert (asked.ply, asked.level, asked.move) == (1, "easy", "")
    assert "Tama is thinking…" in page.html("?ply=1")
    answer_all()
    asked.refresh_from_db()
    assert len(asked.move) == 4
    assert "Tama would have played:" in page.html("?ply=1")
    assert "Tama would have played:" in BoardPage(over).html("?ply=1"), "everybody reads it"
    assert "Tama would have played:" not in page.html("?ply=2")
    later = timezone.now() + timedelta(minutes=5)
    assert not opinions.form_opinion(opinion_id=asked.pk, now=later), "once is enough"
    assert opinions.lease_opinions(now=later) == []


def test_a_bot_answers_as_it_has_played(ann: User) -> None:
    match = match_with_bot(ann, side=0)
    play(match, "a3a4")
    pay_all(match)
    resign(uid=match.uid, user=ann, now=LATER)
    opinions.ask_opinion(uid=match.uid, user=ann, ply=1, level="easy", now=LATER)
    answer_all()
    assert Opinion.objects.get().move == Referee(match).open_moves(up_to=2)[1]


def test_in_a_hidden_game_from_the_view_of_the_seat_to_move(ann: User) -> None:
    match = gunjin_match(ann, person("bob"))
    play(match, *OCCUPATION)
    last = Referee(match).plies - 1
    opinions.ask_opinion(uid=match.uid, user=ann, ply=last, level="easy", now=LATER)
    seen: Any = Referee(match).thought_after(last).view
    assert seen["seat"] == min(Referee(match).to_act_after(last))
    answer_all()
    html = BoardPage(match, ann).html(f"?ply={last}&as=public")
    assert "Tama would have played:" in html


@pytest.mark.parametrize(
    ("ply", "level", "refusal"),
    [(1, "divine", "not available"), (4, "easy", "not available"), (9, "easy", "not available")],
)
def test_not_of_what_cannot_be_answered(
    ann: User, over: Match, ply: int, level: str, refusal: str
) -> None:
    answer = BoardPage(over, ann).post("opinion", {"level": level}, QUERY_STRING=f"ply={ply}")
    assert refusal in message_of(answer)
    assert not Opinion.objects.exists()


def test_not_while_pieces_were_placed(ann: User) -> None:
    match = gunjin_match(ann, person("bob"))
    play(match, *OCCUPATION)
    page = BoardPage(match, ann)
    assert page.post("opinion", {"level": "easy"}, QUERY_STRING="ply=1").status_code == 422
    assert page.post("opinion", {"level": "easy"}, QUERY_STRING="ply=2").status_code == 302


def test_not_before_the_end_nor_by_others(ann: User, over: Match) -> None:
    running = match_between(ann, person("cleo"))
    play(running, "a3a4")
    page = BoardPage(running, ann)
    assert page.post("opinion", {"level": "easy"}, QUERY_STRING="ply=0").status_code == 409
    assert "What would they play?" not in page.html("?ply=0")
    with pytest.raises(NotOver):
        Referee(running).thought_after(0)
    with pytest.raises(NotOver):
        Referee(running).shown_after(0, ())
    stranger = BoardPage(over, person("dora"))
    assert "What would they play?" not in stranger.html("?ply=1")
    assert stranger.post("opinion", {"level": "easy"}, QUERY_STRING="ply=1").status_code == 403
    assert not Opinion.objects.exists()


def test_a_match_that_is_opened_again_has_none(ann: User, over: Match) -> None:
    opinions.ask_opinion(uid=over.uid, user=ann, ply=1, level="easy", now=LATER)
    asked = Opinion.objects.get()
    reopen(Case(over, list(over.players.all()), LATER))
    assert not Opinion.objects.exists()
    assert not opinions.form_opinion(opinion_id=asked.pk, now=LATER)


def test_a_question_nobody_can_answer_is_dropped(
    ann: User, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_question: object) -> str:
        raise ThinkingFailed

    monkeypatch.setattr(opinions.thinking, "choose", fail)
    opinions.ask_opinion(uid=over.uid, user=ann, ply=1, level="easy", now=LATER)
    for moment in range(1, opinions.MOST_ATTEMPTS + 1):
        with pytest.raises(ThinkingFailed):
            answer_all_at(moment)
    answer_all_at(9)
    assert not Opinion.objects.exists()


def answer_all_at(moment: int) -> None:
    now = LATER + moment * 2 * opinions.LEASE
    assert opinions.lease_opinions(now=now)
    for asked in Opinion.objects.all():
        opinions.form_opinion(opinion_id=asked.pk, now=now)
