"""The map of the campaign: what is open, what clearing a stage opens, who has done best."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from engines.catalogue import meta_for
from games.campaign import services
from games.campaign.models import StageResult
from games.campaign.selectors import best_of_stage, open_stages, stages_of
from games.match.changes import ending
from games.match.changes.adjudicating import Case, adjudicate
from games.match.changes.locking import lock_match
from games.match.exceptions import UnknownTerms
from games.match.models import Match
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person
from tests.kit.stages import FIRST, ROUND, act, pay_all, stage_of, win

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def states(html: str) -> list[str]:
    """Whether stages are locked, open or cleared, in order."""
    return re.findall(r'<li class="stage (\w+)">', html)


def test_at_first_one_stage_is_open(ann: User) -> None:
    html = browser(ann).get("/campaign/").content.decode()
    assert states(html) == ["open"] + ["locked"] * 11
    assert html.count('name="stage"') == 1
    assert "Opens after: First harvest" in html
    assert html.count("Medals by lead: bronze 1%, silver 25%, gold 50%") == 1


def test_a_stage_is_started_from_the_map_once(ann: User) -> None:
    client = browser(ann)
    html = client.get("/campaign/").content.decode()
    key = re.findall(r'name="key" value="([^"]*)"', html)[0]
    form = {"stage": FIRST, "key": key}
    first, again = (client.post("/campaign/start/", form) for _ in range(2))
    match = Match.objects.get()
    assert first["Location"] == again["Location"] == f"/matches/{match.uid}/"
    assert [(one.user_id, one.bot) for one in match.players.all()] == [(None, "npc"), (ann.pk, "")]
    assert match.time_control == "none"
    html = client.get("/campaign/").content.decode()
    assert "Play on" in html


@pytest.mark.parametrize("stage", ["abbey-lands", "nowhere", ""])
def test_a_locked_stage_is_not_started(ann: User, stage: str) -> None:
    client = browser(ann)
    answer = client.post("/campaign/start/", {"stage": stage, "key": "a-key-for-it"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/campaign/"
    assert not Match.objects.exists()


def test_clearing_a_stage_opens_the_next_and_is_remembered(ann: User) -> None:
    win(stage_of(ann))
    result = StageResult.objects.get()
    assert (result.user, result.stage, result.is_cleared) == (ann, FIRST, True)
    assert (result.power, result.rounds) == (2091, 6)
    assert open_stages(ann.pk) == {FIRST, "abbey-lands"}
    html = browser(ann).get("/campaign/").content.decode()
    assert states(html)[:3] == ["cleared", "open", "locked"]
    assert "Best: power 2,091 in 6 rounds" in html


def test_a_stage_given_up_is_a_try_and_clears_nothing(ann: User) -> None:
    match = stage_of(ann)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    facts = stages_of(ann.pk)[0]
    assert (facts.tries, facts.is_cleared, facts.best) == (1, False, None)
    assert open_stages(ann.pk) == {FIRST}


def test_the_best_of_each_player_stands_on_the_board(ann: User) -> None:
    bea = person("bea")
    for user, power, rounds in ((ann, 10, 6), (ann, 30, 6), (bea, 30, 5), (bea, 20, 2)):
        match = services.start_stage(user=user, stage=FIRST, key="", now=NOON)
        StageResult.objects.create(
            match=match, user=user, stage=FIRST, is_cleared=True, power=power, rounds=rounds,
            ended_at=NOON,
        )  # fmt: skip
    places = [(one.name, one.power, one.rounds) for one in best_of_stage(FIRST)]
    assert places == [("bea", 30, 5), ("ann", 30, 6)]
    html = browser(ann).get(f"/campaign/{FIRST}/").content.decode()
    assert html.index("bea") < html.index("Replay of ann")
    assert browser(ann).get("/campaign/nowhere/").status_code == 404
    assert browser().get(f"/campaign/{FIRST}/").status_code == 200, "it is as public as the map"


def test_what_was_won_by_earlier_rules_is_on_no_board(ann: User) -> None:
    match = stage_of(ann)
    win(match)
    assert len(best_of_stage(FIRST)) == 1
    Match.objects.update(rules_version=meta_for("nation").rules_version - 1)
    assert best_of_stage(FIRST) == ()


def test_nobody_is_invited_to_a_game_for_one(ann: User) -> None:
    terms = opening.Terms(game="nation", time_control="none")
    with pytest.raises(UnknownTerms):
        opening.create_invitation(user=ann, terms=terms, now=NOON)
    assert 'value="nation"' not in browser(ann).get("/matches/new/").content.decode()


def test_a_round_can_be_tried_differently_and_does_not_count(ann: User) -> None:
    match = stage_of(ann)
    for text in (*ROUND, "command:market", "train"):
        act(match, text)
    client = browser(ann)
    html = client.get(f"/matches/{match.uid}/").content.decode()
    assert "Try round 2 differently" in html
    plies = re.findall(r'name="ply" value="(\d+)"', html)
    form = {"match": match.uid, "ply": plies[0], "key": "key-of-this-fork"}
    answers = [client.post("/campaign/fork/", form)["Location"] for _twice in range(2)]
    fork = Match.objects.exclude(pk=match.pk).get()
    assert answers == [f"/matches/{fork.uid}/"] * 2
    page = client.get(f"/matches/{fork.uid}/").content.decode()
    assert "Round 2 of 6" in page
    assert "this match does not count" in page
    assert "3 commands left" in page
    while fork.status == Status.ACTIVE:
        for text in ROUND:
            act(fork, text)
    assert fork.players.get(user=ann).result == "won"
    assert not StageResult.objects.exists()
    assert faults_of(fork) == []


def test_a_match_of_the_rules_before_plays_on_as_it_began_and_so_does_its_fork(ann: User) -> None:
    terms = opening.Terms("nation", "none", options={"stage": FIRST}, rules=2)
    match = opening.create_bot_match(user=ann, terms=terms, level="npc", now=NOON)
    pay_all(match)
    for text in ROUND:
        act(match, text)
    form = {"match": match.uid, "ply": str(Referee(match).plies), "key": "key-of-this-fork"}
    browser(ann).post("/campaign/fork/", form)
    fork = Match.objects.exclude(pk=match.pk).get()
    assert fork.rules_version == 2
    win(match)
    win(fork)
    assert StageResult.objects.get().power == 1580, "no barns are opened"
    assert browser(ann).get(f"/matches/{match.uid}/").content.count(b"Gold medal, for a lead of 8%")
    assert faults_of(match) == faults_of(fork) == []
    assert stage_of(ann).rules_version == meta_for("nation").rules_version == 3


def test_a_fork_costs_the_same_however_late_it_is(ann: User) -> None:
    match, client = stage_of(ann), browser(ann)
    for text in (*ROUND, *ROUND):
        act(match, text)
    asked = []
    for ply in (2, Referee(match).plies - 1):
        form = {"match": match.uid, "ply": str(ply), "key": f"key-of-this-fork-{ply}"}
        with CaptureQueriesContext(connection) as captured:
            assert client.post("/campaign/fork/", form)["Location"] != "/campaign/"
        asked.append(len(captured))
    assert asked[0] == asked[1]


def test_nobody_forks_into_a_stage_that_is_locked_to_them(ann: User) -> None:
    terms = opening.Terms(game="nation", time_control="none", options={"stage": "abbey-lands"})
    match = opening.create_bot_match(user=ann, terms=terms, level="npc", now=NOON)
    form = {"match": match.uid, "ply": "0", "key": "key-of-this-fork"}
    assert browser(ann).post("/campaign/fork/", form)["Location"] == "/campaign/"
    assert Match.objects.get() == match
    assert browser(ann).post("/campaign/fork/", {"match": "nowhere"}).status_code == 404


def test_a_ruling_on_a_stage_that_is_over_replaces_its_result(ann: User) -> None:
    match = stage_of(ann)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    assert not StageResult.objects.get(match=match).is_cleared
    seat = match.players.get(user=ann).seat
    adjudicate(Case(*lock_match(uid=match.uid), NOON), winner=seat)
    assert StageResult.objects.get(match=match).is_cleared
