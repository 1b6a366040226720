"""Folders of stages that an operator adds: offered, played as they began, or refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.utils import timezone

from accounts.models import User
from engines.nation import further
from engines.nation.almanac import almanac
from engines.nation.library import NEWEST, shipped
from games.boards.nation.card import rival_names
from games.boards.nation.words import stage_said
from games.campaign.models import StageResult
from games.management import doctor
from games.management.stages import offer_stages
from games.match.models import Match
from games.match.referee import position_cache
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON
from tests.kit.stages import act, pay_all

pytestmark = pytest.mark.django_db

FORD = (Path(__file__).parents[2] / "docs" / "examples" / "river-ford.toml").read_text("utf-8")
OPEN_FORD = FORD.replace('requires = ["first-harvest"]\n', "")


@pytest.fixture(autouse=True)
def nothing_added() -> Iterator[None]:
    yield
    further.offer(())
    forget_all()


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.STAGES = [tmp_path]
    (tmp_path / "ford.toml").write_text(OPEN_FORD, encoding="utf-8")
    return tmp_path


def forget_all() -> None:
    further._tables.clear()
    position_cache._kept.clear()
    for known in (shipped(NEWEST).stages, almanac().stages):
        assert isinstance(known, further.Further)
        known._made.clear()


def forget(folder: Path) -> None:
    """As after a restart without the file."""
    (folder / "ford.toml").unlink()
    forget_all()
    assert offer_stages() == []


def began(ann: User) -> Match:
    client = browser(ann)
    client.post("/campaign/start/", {"stage": further.offered()[0], "key": "a-key-for-the-ford"})
    match = Match.objects.get()
    pay_all(match)
    return match


def test_added_stages_stand_on_the_map_and_are_played(ann: User, folder: Path) -> None:
    assert offer_stages() == []
    html = browser(ann).get("/campaign/").content.decode()
    assert html.index("Stages of this site") < html.index("The river ford")
    match = began(ann)
    page = browser(ann).get(f"/matches/{match.uid}/").content.decode()
    assert "The river ford" in page
    while match.status == "active":
        act(match, "train")
    assert StageResult.objects.get().stage == further.offered()[0]
    assert faults_of(match) == []
    assert browser(ann).get(f"/campaign/{further.offered()[0]}/").status_code == 200


def test_what_they_require_has_to_be_cleared(ann: User, folder: Path) -> None:
    (folder / "ford.toml").write_text(FORD, encoding="utf-8")
    assert offer_stages() == []
    browser(ann).post("/campaign/start/", {"stage": further.offered()[0], "key": "a-key-for-it"})
    assert not Match.objects.exists()


def test_a_match_goes_on_as_it_began_without_the_file(ann: User, folder: Path) -> None:
    offer_stages()
    match = began(ann)
    forget(folder)
    assert stage_said(match.options["stage"]) == "River ford"  # nobody has opened the match yet
    assert rival_names(match.options) == ("Neighbour 1",)
    assert browser(ann).get("/desk/").status_code == 200
    act(match, "train")
    assert "The river ford" in browser(ann).get(f"/matches/{match.uid}/").content.decode()
    forget_all()
    assert faults_of(match) == []
    html = browser(ann).get("/campaign/").content.decode()
    assert "river" not in html


def test_a_changed_stage_is_another_one(folder: Path) -> None:
    offer_stages()
    before = further.offered()
    (folder / "ford.toml").write_text(OPEN_FORD.replace("power = 1150", "power = 1151"), "utf-8")
    offer_stages()
    assert before != further.offered()
    assert before[0][:17] == further.offered()[0][:17] == "own-1-river-ford-"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ford.toml", OPEN_FORD.replace('"duchy"', '"elves"'), "ford.toml, line 9: river-ford"),
        ("more.toml", OPEN_FORD, "another stage called river-ford"),
        ("more.toml", OPEN_FORD.replace("river-ford", "old-walls"), "called old-walls"),
        ("commands.toml", "", "adds stages, and no other content"),
        ("more.toml", OPEN_FORD.replace("river-ford", 21 * "a"), "at most 20 small letters"),
        ("more.toml", "#" * 200_001, "longer than 200,000 characters"),
        ("more.toml", "a = " + 9000 * "[", "too deep"),
        ("more.toml", "[ford]\nrounds = 1979-05-27", "ford"),
    ],
)
def test_mistakes_are_said_and_nothing_is_offered(
    folder: Path, name: str, text: str, said: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    wrong = offer_stages()
    assert len(wrong) == 1
    assert said in wrong[0]
    assert further.offered() == ()
    assert doctor.stages()[0].state == "WRONG"
    assert any(said in one.msg for one in run_checks())


def test_no_folder_and_no_file_are_said(folder: Path, settings: Any) -> None:
    os.mkfifo(folder / "pipe.toml")
    assert "no file" in offer_stages()[0]
    settings.STAGES = [folder / "none"]
    assert "no such folder" in offer_stages()[0]
    settings.STAGES = []
    assert doctor.stages()[0].state == "not tried"


def test_two_folders_may_name_their_files_alike(folder: Path, settings: Any) -> None:
    more = folder / "more"
    more.mkdir()
    (more / "ford.toml").write_text(OPEN_FORD.replace("river-ford", "sea-ford"), "utf-8")
    settings.STAGES = [folder, more]
    assert offer_stages() == []
    assert len(further.offered()) == 2
    assert doctor.stages()[0].said == "Stages added to the campaign: 2."


def test_a_position_cannot_bring_a_stage_that_its_name_does_not_tell(folder: Path) -> None:
    offer_stages()
    name = further.offered()[0]
    table = dict(further.table_of(name) or {})
    further._tables.clear()
    with pytest.raises(ValueError, match="not the stage"):
        further.learn(name, table | {"rounds": 9})
    with pytest.raises(ValueError, match="not a stage"):
        further.learn("old-walls", table)
    further.learn(name, table)
    assert further.table_of(name) == table
