"""Skirmishes: stages made of choices, the same for the same ones, played like any other."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.models import User
from engines.nation import further
from engines.nation.engine import ENGINE, ENGINE_1
from engines.nation.library import NEWEST, shipped
from engines.nation.meta import META
from engines.nation.progress import stage_start
from engines.nation.skirmish import DIFFICULTIES, STARTS, choices_in
from engines.nation.text import write_text
from games.campaign.models import StageResult
from games.match.models import Match
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person
from tests.kit.stages import act, pay_all

NAME = "skirmish-3-6-even-fair-abc"
FORM = {
    "rivals": "3",
    "rounds": "6",
    "start": "even",
    "difficulty": "fair",
    "seed": "abc",
    "key": "key-of-this-war",
}


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch, db: None) -> User:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return person("ann")


def text_of(name: str) -> str:
    return write_text(stage_start(shipped(NEWEST), name))


def test_the_same_choices_make_the_same_stage_and_others_another() -> None:
    first = text_of(NAME)
    stages = shipped(NEWEST).stages
    assert isinstance(stages, further.Further)
    stages._made.clear()
    assert text_of(NAME) == first
    assert text_of(NAME.replace("abc", "abd")) != first
    assert NAME not in list(stages)


def test_the_same_choices_are_the_same_terms_in_the_version_before() -> None:
    """So a day on which the site is upgraded has one challenge for everybody."""
    for name in (NAME, "skirmish-11-40-rich-cruel-zz9", "daily-5-20261126-abcdefghij"):
        before = write_text(stage_start(shipped(NEWEST - 1), name))
        assert text_of(name) == before.replace(f'"content":{NEWEST - 1}', f'"content":{NEWEST}')


@pytest.mark.parametrize("npcs", [1, 4, 11])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_skirmish_has_its_neighbours_commands_and_events(npcs: int, difficulty: str) -> None:
    for start, seed in zip(STARTS, ("a", "0123456789", "zz9"), strict=True):
        stage = shipped(NEWEST).stages[f"skirmish-{npcs}-12-{start}-{difficulty}-{seed}"]
        assert len({one.npc for one in stage.starting[:-1]}) == npcs
        assert stage.starting[-1].power == STARTS[start]
        assert len(stage.commands) == 23
        assert stage.events
        assert all(at <= 12 for event in stage.events for at in event.rounds)


@pytest.mark.parametrize(
    "name",
    [
        "skirmish-12-6-even-fair-abc",
        "skirmish-0-6-even-fair-abc",
        "skirmish-3-4-even-fair-abc",
        "skirmish-3-41-even-fair-abc",
        "skirmish-3-6-odd-fair-abc",
        "skirmish-3-6-even-fair-",
        "skirmish-3-6-even-fair-abcdefghijk",
        "skirmish-3-6-even-fair-Abc",
        "skirmish-3-6-even-fair-abc\n",
    ],
)
def test_other_choices_are_refused(name: str) -> None:
    assert choices_in(name) is None
    assert not META.permits("stage", name)
    assert name not in shipped(NEWEST).stages


def test_the_first_rules_know_no_skirmish() -> None:
    assert META.permits("stage", NAME)
    assert not ENGINE_1.meta.permits("stage", NAME)
    assert len(ENGINE.meta.seats_for({"stage": NAME})) == 4


def test_a_skirmish_is_begun_by_its_form_and_played_to_its_end(ann: User) -> None:
    client = browser(ann)
    assert 'name="seed"' in client.get("/campaign/skirmish/").content.decode()
    first, again = (client.post("/campaign/skirmish/", FORM) for _ in range(2))
    match = Match.objects.get()
    assert first["Location"] == again["Location"] == f"/matches/{match.uid}/"
    assert match.options == {"stage": NAME}
    pay_all(match)
    assert "Skirmish “abc”" in client.get(f"/matches/{match.uid}/").content.decode()
    while match.status == "active":
        act(match, "train")
    assert faults_of(match) == []
    assert StageResult.objects.get().stage == NAME
    assert match.uid in client.get("/archive/").content.decode()
    page = client.get(f"/campaign/{NAME}/").content.decode()
    named = re.findall(r'/campaign/skirmish/\?([^"]+)"', page)[0].replace("&amp;", "&")
    form = client.get(f"/campaign/skirmish/?{named}").content.decode()
    assert 'name="seed" value="abc"' in form


def test_without_a_seed_the_house_draws_one(ann: User) -> None:
    browser(ann).post("/campaign/skirmish/", {**FORM, "seed": ""})
    chosen = choices_in(Match.objects.get().options["stage"])
    assert chosen is not None
    assert len(chosen.seed) == 6


@pytest.mark.parametrize(
    "wrong",
    [{"rivals": "12"}, {"rounds": "41"}, {"rounds": ""}, {"start": "x"}, {"seed": "No seed"},
     {"seed": "abcdefghijk"}, {"difficulty": ""}],
)  # fmt: skip
def test_a_form_with_a_mistake_is_shown_again(ann: User, wrong: dict[str, str]) -> None:
    answer = browser(ann).post("/campaign/skirmish/", {**FORM, **wrong})
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_visitor_plays_a_skirmish_as_a_guest(db: None) -> None:
    answer = browser().post("/campaign/skirmish/", FORM)
    assert answer.status_code == 302
    assert User.objects.get().is_guest


def test_past_rounds_of_a_skirmish_are_played_on(ann: User) -> None:
    client = browser(ann)
    client.post("/campaign/skirmish/", FORM)
    match = Match.objects.get()
    pay_all(match)
    act(match, "train")
    client.post("/campaign/fork/", {"match": match.uid, "ply": "3", "key": "key-of-the-fork"})
    assert Match.objects.count() == 2
