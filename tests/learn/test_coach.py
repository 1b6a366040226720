"""The match at the end of a path: the coach speaks before the first ten moves, from the view."""

from __future__ import annotations

import pytest

from engines.catalogue import GAMES
from games.boards.cards import card_for
from games.boards.kit.scenes import Scene
from games.coach.models import Coached
from games.coach.selectors import COACHED_MOVES
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play

pytestmark = pytest.mark.django_db
COACHES = {meta.slug: card_for(meta.slug).coach for meta in GAMES if card_for(meta.slug).coach}


@pytest.mark.parametrize("game", [meta.slug for meta in GAMES])
def test_a_game_has_ten_lines_or_stages_with_hints(game: str) -> None:
    coach = card_for(game).coach
    if coach is None:
        campaign = card_for(game).campaign
        assert campaign is not None
        assert campaign.stages()
    else:
        assert len(coach.lines) == COACHED_MOVES


def test_the_coach_is_silent_after_the_last_line() -> None:
    for coach in COACHES.values():
        assert coach is not None
        nothing = Scene(pieces={}, last=(), ply=0)
        assert coach.line(nothing, (), COACHED_MOVES - 1)
        assert coach.line(nothing, (), COACHED_MOVES) == ""


def test_a_check_comes_before_all_advice() -> None:
    coach = COACHES["xiongqi"]
    assert coach is not None
    assert "in check" in coach.line(Scene(pieces={}, last=(), ply=1, checked="e1"), (), 0)


def test_two_presses_begin_one_match_in_which_the_coach_speaks() -> None:
    client = browser()
    for _press in range(2):
        answer = client.post("/learn/xiongqi/", {"key": "key-of-this-match"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.uid}/"
    assert Coached.objects.get().match == match
    assert 'id="coach"' in client.get(answer["Location"]).content.decode()
    play(match, "e3e4")
    assert 'id="coach"' not in client.get(answer["Location"]).content.decode()


def test_onlookers_and_other_matches_hear_no_coach() -> None:
    client = browser()
    where = client.post("/learn/xiongqi/", {"key": "key-of-this-match"})["Location"]
    ann, bob = person("ann"), person("bob")
    other = match_between(ann, bob)
    assert 'id="coach"' not in browser(ann).get(where).content.decode()
    assert 'id="coach"' not in browser(ann).get(f"/matches/{other.uid}/").content.decode()


def test_a_game_with_a_campaign_leads_to_its_first_stage() -> None:
    html = browser().get("/learn/nation/").content.decode()
    assert 'name="stage" value="first-harvest"' in html
    assert browser().post("/learn/nation/", {"key": "key-of-it"})["Location"] == "/learn/nation/"
    assert not Match.objects.exists()
