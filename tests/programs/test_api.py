"""Becoming a bot account and setting its rules, as programs do it."""

from __future__ import annotations

import pytest

from games.leagues.exceptions import BotsEnrolNot
from games.leagues.services.enrolling import check_may_enrol
from games.programs import services
from games.programs.models import BotAccount
from tests.api.kit import Program, code_of
from tests.kit.builders import NOON, match_between, person
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db


def test_a_program_asks_and_its_owner_says_yes() -> None:
    fresh, mika = person("Walker"), person("Mika")
    program = Program(fresh, "bot")
    reply = program.get("/bot").json()
    nobody = {"state": "none", "owner": "", "rules": None, "closes_at": None}
    assert reply == {"name": "Walker", **nobody}
    for _each in "ab":
        answer = program.post("/bot", {"owner": "mika"})
        assert (answer.status_code, answer.json()["state"]) == (200, "asked")
    assert code_of(program.post("/bot/rules", {})) == "not-a-bot"
    services.allow(owner=mika, key=BotAccount.objects.get().pk, now=NOON)
    reply = program.get("/bot").json()
    assert (reply["name"], reply["state"], reply["owner"]) == ("Walker [bot]", "allowed", "Mika")
    assert program.get("/people/Walker [bot]").json()["is_bot_account"] is True
    assert program.get("/people/Mika").json()["is_bot_account"] is False


def test_what_is_refused() -> None:
    used = person()
    match_between(used, person("Mika"))
    assert code_of(Program(used, "bot").post("/bot", {"owner": "Mika"})) == "not-fresh"
    fresh = person()
    assert code_of(Program(fresh, "bot").post("/bot", {"owner": "nobody"})) == "no-such-owner"
    others = Program(fresh, "read", "play", "challenge")
    for answer in (others.get("/bot"), others.post("/bot", {"owner": "Mika"})):
        assert code_of(answer) == "scope-missing"
    assert not BotAccount.objects.exists()


def test_rules_are_set_and_ended() -> None:
    program = Program(bot_of(person("Mika")), "bot")
    asked = {"games": ["gungi"], "rated": "no", "high": 1800, "declines": False}
    answer = program.post("/bot/rules", asked).json()["rules"]
    assert answer == {**asked, "pace": "", "audience": "anyone", "low": None}
    for wrong in ({"games": ["chess"]}, {"pace": "x"}, {"low": 4001}, {"low": 9, "high": 8}):
        assert program.post("/bot/rules", wrong).status_code == 422
    assert program.get("/bot").json()["rules"] == answer
    assert program.post("/bot/rules", {"on": False}).json()["rules"] is None


def test_leagues_are_for_people() -> None:
    with pytest.raises(BotsEnrolNot):
        check_may_enrol(None, bot_of(person("Mika")))
