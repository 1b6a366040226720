"""Becoming a bot account and setting its rules, as programs do it."""

from __future__ import annotations

import pytest

from games.leagues.exceptions import BotsEnrolNot
from games.leagues.services.enrolling import check_may_enrol
from games.programs import services
from games.programs.models import BotAccount
from tests.api.kit import Program, code_of
from tests.endpoints.conftest import Outside
from tests.kit.builders import NOON, match_between, person
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db
URL = "https://bots.example/turn"


def test_a_program_asks_and_its_owner_says_yes() -> None:
    fresh, mika = person("Walker"), person("Mika")
    program = Program(fresh, "bot")
    reply = program.get("/bot").json()
    nobody = {"state": "none", "owner": "", "rules": None, "address": None, "closes_at": None}
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


def test_an_address_is_named_renewed_and_removed(outside: Outside) -> None:
    program = Program(bot_of(person("Mika")), "bot")
    asked = {"url": "https://bots.example/turn"}
    first = program.post("/bot/address", asked).json()["address"]
    assert first["url"] == asked["url"]
    assert first["secret"].startswith("whsec_")
    assert (first["old_until"], first["silent_since"], first["troubles"]) == (None, None, [])
    second = program.post("/bot/address", {"do": "renew-secret"}).json()["address"]
    assert second["secret"] not in ("", first["secret"])
    assert second["old_until"] is not None
    shown = program.get("/bot").json()["address"]
    assert shown == {**second, "secret": ""}
    ended = program.post("/bot/address", {"do": "end-old-secret"}).json()["address"]
    assert ended["old_until"] is None
    assert program.post("/bot/address", {"do": "start"}).status_code == 200
    assert program.post("/bot/address", {"do": "remove"}).json()["address"] is None
    for again in ("renew-secret", "start"):
        assert code_of(program.post("/bot/address", {"do": again})) == "no-address"


def test_an_address_that_is_none_is_refused(outside: Outside) -> None:
    program = Program(bot_of(person("Mika")), "bot")
    for url in ("", "http://bots.example/", "https://bots.example:22/"):
        assert code_of(program.post("/bot/address", {"url": url})) == "address-refused"
    outside.address = "10.0.0.1"
    assert code_of(program.post("/bot/address", {"url": URL})) == "address-refused"
    assert code_of(Program(person(), "bot").post("/bot/address", {"url": URL})) == "not-a-bot"


def test_the_same_request_makes_one_secret(outside: Outside) -> None:
    program, key = Program(bot_of(person("Mika")), "bot"), {"Idempotency-Key": "address-01"}
    first, again = (program.post("/bot/address", {"url": URL}, **key).json() for _each in "ab")
    assert first == again
