"""What positions of open games were worth: of finished matches, and never of what is played."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from engines.core.dice import Dice
from engines.core.search import MATE, wins_in
from engines.core.seats import Seat, Viewer
from engines.registry import bot_for, engine_for
from games.bots import thinking
from games.bots.thinking import ThinkingFailed, Weighed
from games.match.changes import ending
from games.match.exceptions import NotOver
from games.match.models import Match
from games.match.referee import Referee
from games.reviews import services
from games.reviews.evaluations import Worth
from games.reviews.models import Review
from games.reviews.presenters.analysis import score_text
from games.reviews.selectors import analysis_facts
from tests.kit.browsing import browser
from tests.kit.builders import LONGER_MATE, NOON, QUICK_MATE, match_between, person, play
from tests.kit.gunjin import OCCUPATION, gunjin_match

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def over(people):
    match = match_between(*people)
    play(match, *QUICK_MATE)
    return match


@pytest.fixture
def opinions(monkeypatch):
    """What the bot says of one position after the other; to whoever is to move."""
    said = [Weighed(0, None, ("e3e4",)), Weighed(500, None, ("a8a7",)), Weighed(0, 1, ("c6c8",))]
    left = list(said)
    monkeypatch.setattr(thinking, "weigh", lambda _question: left.pop(0))
    return said


def worked_out(match: Match) -> Match:
    services.ask_analysis(uid=match.uid, user=person(), now=LATER)
    assert services.go_through(match_id=match.pk, now=LATER, at_once=600)
    return match


def page(match: Match, query: str = "", user=None):
    return browser(user).get(f"/matches/{match.uid}/analysis/{query}")


def text(match: Match, query: str = "", user=None) -> str:
    return " ".join(strip_tags(page(match, query, user).content.decode()).split())


# Who may see it


def test_a_running_match_is_not_analysed(people) -> None:
    match = match_between(*people)
    play(match, *QUICK_MATE[:2])
    for user in (None, *people):
        assert page(match, user=user).status_code == 409
        assert browser(user).post(f"/matches/{match.uid}/analysis/").status_code == 409
        board = browser(user).get(f"/matches/{match.uid}/").content.decode()
        assert f"/matches/{match.uid}/analysis/" not in board
    assert not Review.objects.exists()
    with pytest.raises(NotOver):
        Referee(match).thought_to_weigh(0)


def test_a_game_that_hides_has_no_analysis_even_when_it_is_over(people) -> None:
    match = gunjin_match(*people, *OCCUPATION)
    assert page(match).status_code == 404
    with pytest.raises(NotOver):
        Referee(match).thought_to_weigh(3)


def test_a_hidden_match_is_analysed_for_its_players_alone(people, over, opinions) -> None:
    worked_out(over)
    Match.objects.filter(pk=over.pk).update(hidden_at=LATER)
    assert page(over).status_code == 404
    assert page(over, user=person()).status_code == 404
    assert page(over, user=people[0]).status_code == 200


def test_the_page_of_a_finished_match_leads_there(over) -> None:
    assert (
        f'href="/matches/{over.uid}/analysis/"'
        in browser(None).get(f"/matches/{over.uid}/").content.decode()
    )


def scores(match: Match, user) -> list[int | None]:
    return [one.points for one in analysis_facts(match.uid, user).worths]


def test_nothing_is_said_to_who_plays_on_the_position_and_all_to_others(
    people, over, opinions
) -> None:
    worked_out(over)
    ann, eve = people[0], person("eve")
    running = match_between(eve, person())
    assert scores(over, eve) == [0, -500, 0], "the start is anybody's"
    play(running, QUICK_MATE[0])
    assert scores(over, eve) == [0, None, None], "where it stands, and a move further"
    assert scores(over, ann) == [0, -500, 0]
    assert scores(over, AnonymousUser()) == [0, -500, 0]
    refused = text(over, "?ply=1", eve)
    assert "best here" not in refused
    assert "You are playing a match that stands at this position" in refused
    assert 'href="/matches/' in page(over, "?ply=1", eve).content.decode(), "a step back"
    assert "best here: a8a7" in text(over, "?ply=1")
    ending.resign(uid=running.uid, user=eve, now=LATER)
    assert "best here: a8a7" in text(over, "?ply=1", eve)


def test_a_position_that_the_reader_reached_another_way_is_the_same(people, opinions) -> None:
    ann, bob = people
    match = match_between(ann, bob)
    play(match, "a3a4", "a6a5", "b3b4")
    ending.resign(uid=match.uid, user=bob, now=LATER)
    running = match_between(ann, person())
    play(running, "b3b4", "a6a5")
    referee = Referee(Match.objects.get(pk=match.pk))
    assert referee.played_now(ann.pk, up_to=3) == {3}
    assert referee.played_now(ann.pk, up_to=4) == {3, 4}, "a resignation leaves the board as it is"
    for user_id in (bob.pk, None):
        assert referee.played_now(user_id, up_to=4) == frozenset()


def test_one_question_is_asked_of_own_matches_however_many_run(people, over, opinions) -> None:
    worked_out(over)
    eve = person("eve")
    play(match_between(eve, person()), "b3b4")
    with CaptureQueriesContext(connection) as few:
        page(over, user=eve)
    for _more in range(3):
        play(match_between(eve, person()), "b3b4", "b6b5")
        play(match_between(person(), person()), QUICK_MATE[0])
    with CaptureQueriesContext(connection) as many:
        page(over, user=eve)
    assert len(many) == len(few)


# How it is worked out


def test_it_is_worked_out_ply_by_ply_with_a_line_of_progress(over, opinions) -> None:
    assert "Work it out" in text(over)
    services.ask_analysis(uid=over.uid, user=person(), now=LATER)
    assert not services.go_through(match_id=over.pk, now=LATER, at_once=0)
    assert "1 of 3 moves are worked out" in text(over)
    assert not services.go_through(match_id=over.pk, now=LATER, at_once=0)
    assert services.go_through(match_id=over.pk, now=LATER, at_once=0)
    assert Review.objects.get().done_at == LATER


def test_what_was_worked_out_stays_when_a_bot_fails(over, opinions, monkeypatch) -> None:
    services.ask_analysis(uid=over.uid, user=person(), now=LATER)
    services.go_through(match_id=over.pk, now=LATER, at_once=0)

    def fail(_question: object) -> None:
        raise ThinkingFailed

    monkeypatch.setattr(thinking, "weigh", fail)
    with pytest.raises(ThinkingFailed):
        services.go_through(match_id=over.pk, now=LATER)
    assert Review.objects.get().reached == 1
    assert services.lease_reviews(now=LATER + timedelta(minutes=5)) == [over.pk]


# What it says


def test_costly_moves_are_marked_with_what_was_better(over, opinions) -> None:
    worked_out(over)
    html = text(over)
    # South gives a lead of five away, North lets itself be mated, and South mates
    assert "Blunder better: e3e4" in html
    assert "Blunder better: a8a7" in html
    assert "Blunders: 1 and 1. Mistakes: 0 and 0. Inaccuracies: 0 and 0." in html
    assert "−5.0" in html
    assert "+#1" in html
    answer = page(over).content.decode()
    assert len(re.findall(r'<circle class="blunder"', answer)) == 2
    assert len(re.findall("<polyline", answer)) == 1


def test_a_resignation_is_no_mistake(people, opinions) -> None:
    match = match_between(*people)
    play(match, QUICK_MATE[0])
    ending.resign(uid=match.uid, user=people[1], now=LATER)
    worked_out(match)
    html = text(match)
    assert "Blunders: 1 and 0." in html
    assert page(match, "?ply=1").status_code == 200


def test_scores_are_written_as_people_write_them() -> None:
    assert score_text(Worth(140, None, "")) == "+1.4"
    assert score_text(Worth(-60, None, "")) == "−0.6"
    assert score_text(Worth(9, 3, "")) == "+#3"
    assert score_text(Worth(9, -2, "")) == "−#2"
    assert score_text(Worth(None, None, "")) == ""
    assert [wins_in(score) for score in (0, MATE - 1, MATE - 3, 2 - MATE)] == [None, 1, 2, -2]


# The bots


def test_the_bots_see_a_mate_and_name_it(people) -> None:
    match = match_between(*people)
    play(match, *LONGER_MATE)
    thought = Referee(match).thought_to_weigh(len(LONGER_MATE) - 1)
    assert thought is not None
    found = thinking.weigh(thinking.Question.about("xiongqi", 1, "medium", thought))
    assert found is not None
    assert (found.wins_in, found.line) == (1, (LONGER_MATE[-1],))


def test_nothing_is_said_while_sides_are_set_up(people) -> None:
    match = match_between(*people, game="gungi")
    engine = engine_for("gungi", match.rules_version)
    from engines.core.engine import Terms

    here = engine.start(Terms(options=match.options), Dice(b"", "0")).position
    seat = min(engine.to_act(here))
    view = engine.view(here, Viewer.of(Seat(seat)))
    bot: Any = bot_for("gungi", "medium")
    assert (bot.weigh(view, Dice(b"", "1")) is None) is bool(view.placing)
