"""Switches for everybody: panic, no new matches, no new accounts, a notice, time for all."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts.models import SignUpCode
from accounts.switches import Switches
from games.bots import services as bots
from games.bots.models import BotTurn
from games.lobby.services import seeks
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import deadlines
from games.match.exceptions import HouseClosed
from games.match.models import Match
from games.match.terms import opening
from games.moderation.models import ModAction
from games.moderation.selectors.audits import faults_of
from games.moderation.services.log import NotAllowed
from games.moderation.services.sites import (
    give_time_to_all,
    open_sign_up,
    set_switches,
)
from tests.kit.browsing import browser
from tests.kit.builders import (
    NOON,
    house_was_up,
    match_between,
    match_with_bot,
    person,
    south,
    submit,
    terms,
)
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    cache.clear()


def switched(actor: object, *, now: object = NOON, **on: object) -> None:
    usual = {
        "panic": False,
        "no_new_matches": False,
        "no_new_accounts": False,
        "no_new_guests": False,
        "bots_paused": False,
    }
    setting = Switches(**{**usual, "banner_en": "", "banner_ja": "", **on})  # type: ignore[arg-type]
    set_switches(setting=setting, why=why(actor), now=now)  # type: ignore[arg-type]


def test_in_panic_no_deadline_counts_and_no_match_begins() -> None:
    operator, match = staff("operator"), match_between(person("south"), person("north"))
    before = match.deadline
    switched(operator, panic=True)
    late = NOON + 10 * DAY
    house_was_up(NOON - DAY, late)
    assert deadlines.sweep_deadlines(now=late) == 0
    with pytest.raises(HouseClosed):
        opening.create_invitation(user=person("eve"), terms=terms(), now=late)
    switched(operator, now=late)
    house_was_up(NOON - DAY, late)
    assert deadlines.sweep_deadlines(now=late) == 0
    match.refresh_from_db()
    assert match.status == "active"
    assert match.deadline == before + 10 * DAY
    opening.create_invitation(user=person("fay"), terms=terms(), now=late)


def test_the_notice_stands_on_every_page_in_the_readers_language() -> None:
    switched(staff("operator"), banner_en="Back soon.", banner_ja="まもなく戻ります。")
    assert "Back soon." in browser().get("/").content.decode()
    assert (
        "まもなく戻ります。" in browser(headers={"accept-language": "ja"}).get("/").content.decode()
    )


def test_no_new_accounts() -> None:
    switched(staff("operator"), no_new_accounts=True)
    assert b'name="username"' not in browser().get("/accounts/signup/").content


def test_time_for_all_and_who_may_give_it() -> None:
    operator, match = staff("operator"), match_between(person("south"), person("north"))
    with pytest.raises(NotAllowed):
        give_time_to_all(hours=5, why=why(staff("senior")), now=NOON)
    give_time_to_all(hours=5, why=why(operator), now=NOON)
    before = match.deadline
    house_was_up(NOON - DAY, NOON)
    deadlines.sweep_deadlines(now=NOON)
    match.refresh_from_db()
    assert match.deadline == before + timedelta(hours=5)
    assert ModAction.objects.get().verb == "time-for-all"


def test_while_bots_rest_their_turns_wait_and_nobody_loses_time() -> None:
    operator = staff("operator")
    match = match_with_bot(person("south"))
    submit(match, south(match))
    debt = BotTurn.objects.get()
    switched(operator, bots_paused=True)
    late = NOON + 10 * DAY
    assert bots.play_bot_turns(debt_id=debt.pk, now=NOON + DAY) == 0
    assert bots.lease_owed_turns(now=NOON + DAY) == bots.lease_answers(now=NOON + DAY) == []
    house_was_up(NOON - DAY, late)
    assert deadlines.sweep_deadlines(now=late) == 0
    assert "The bots rest for a while." in board_of(match)
    switched(operator, now=late)
    assert bots.lease_owed_turns(now=late) == [debt.pk]
    assert bots.play_bot_turns(debt_id=debt.pk, now=late) == 1
    match.refresh_from_db()
    assert (match.status, BotTurn.objects.count()) == ("active", 0)
    mine = match.players.get(seat=0)
    assert (mine.is_to_act, mine.clock_started_at is not None) == (True, True)
    assert mine.clock_started_at >= late
    assert faults_of(match) == []
    assert "The bots rest" not in board_of(match)


def test_while_bots_rest_they_take_no_seeks() -> None:
    maker = person("south")
    asked = SeekRequest(terms(time_control="none"), bot_after=timedelta(minutes=1))
    open_seek(user=maker, asked=asked, now=NOON)
    switched(staff("operator"), bots_paused=True)
    seeks.sweep_seeks(now=NOON + timedelta(minutes=2))
    assert not Match.objects.exists()
    switched(staff("operator", "other"), now=NOON)
    seeks.sweep_seeks(now=NOON + timedelta(minutes=2))
    assert Match.objects.get().players.filter(bot="easy").exists()


def test_the_page_of_the_site_tells_how_it_stands() -> None:
    operator = staff("operator")
    house_was_up(NOON - DAY, NOON)
    give_time_to_all(hours=5, why=why(operator), now=NOON)
    page = browser(operator).get("/admin/moderation/report/site/").content.decode()
    assert "19 Nov 2026, 12:10:00 UTC" in page  # ten minutes after the outage
    assert "<dd>05:00:00</dd>" in page


def board_of(match: Match) -> str:
    return browser(south(match)).get(f"/matches/{match.uid}/").content.decode()


def test_an_operator_opens_sign_up_for_a_class() -> None:
    form = {"do": "sign-up", "accounts": "40", "reason": "report", "note": "a class"}
    client = browser(staff("operator"))
    page = client.post("/admin/moderation/report/site/", form, follow=True).content.decode()
    (code,) = re.findall(r"Sign-up code ([A-Z2-9-]{11}), for 40 accounts within an hour", page)
    assert f"/accounts/signup/?code={code}" in page
    assert SignUpCode.objects.get().left == 40
    row = ModAction.objects.get()
    assert (row.verb, row.after) == ("sign-up-opened", {"accounts": 40})
    assert code not in client.get("/admin/moderation/report/site/").content.decode()
    for number in ("0", "201", "x"):
        client.post("/admin/moderation/report/site/", {**form, "accounts": number})
    assert SignUpCode.objects.count() == ModAction.objects.count() == 1
    with pytest.raises(NotAllowed):
        open_sign_up(accounts=1, why=why(staff("senior")), now=NOON)
