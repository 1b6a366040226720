"""The match at the end of a path: a coach speaks of the position before the learner's moves."""

from __future__ import annotations

import re

import pytest

from engines.catalogue import GAMES
from engines.core.coaching import Hint
from games.boards.cards import card_for
from games.coach.models import Coached
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play

pytestmark = pytest.mark.django_db
COACHED = [meta.slug for meta in GAMES if card_for(meta.slug).coach]


@pytest.mark.parametrize("game", [meta.slug for meta in GAMES])
def test_a_game_has_a_coach_or_stages_with_hints(game: str) -> None:
    card = card_for(game)
    if card.coach is None:
        assert card.campaign is not None
        assert card.campaign.stages()


@pytest.mark.parametrize("game", COACHED)
def test_each_fact_has_a_sentence_that_can_be_filled_in(game: str) -> None:
    card = card_for(game)
    assert card.coach is not None
    scene = card.presenter.scene(card.presenter.start_view)
    for code in card.coach.sentences:
        said = card.coach.line(Hint(code, ("a1", "b1")), scene, card.presenter)
        assert said
        assert "%" not in said


def _said(html: str) -> str:
    found = re.search(r'id="coach">.*?<span>(.*?)</span>', html)
    return found[1] if found else ""


def test_two_presses_begin_one_match_in_which_the_coach_speaks() -> None:
    client = browser()
    for _press in range(2):
        answer = client.post("/learn/xiongqi/", {"key": "key-of-this-match"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.uid}/"
    assert Coached.objects.get().match == match
    html = client.get(answer["Location"]).content.decode()
    assert _said(html) == "Your bear on c1 is still at home. On d2 nothing can capture it."
    marked = re.findall(r'class="cell[^"]* hinted[^"]*".*?value="(\w\d)"', html, re.DOTALL)
    assert marked == ["d2", "c1"]
    play(match, "e3e4")
    html = client.get(answer["Location"]).content.decode()
    assert 'id="coach"' not in html
    assert "hinted" not in html


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
