"""Whatever staff send: answered in a sentence, and nothing changed; of two at once, one does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client

from accounts.models import Sanction, User
from games.chat.services import say
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from games.moderation.models import Appeal, Consent, Report
from games.moderation.services.actions import ACTIONS
from games.moderation.services.appeals import appeal
from games.moderation.services.reports import Complaint, file_report
from games.moderation.services.sanctions import Limit, impose
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, everything, match_between, person, play, terms
from tests.kit.staff import staff, why

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

ROOT = "/admin/moderation/report"
WHY = {"reason": "report", "note": "as told"}
NUMBERS = ("", "0", "-1", "1.5", "99999", "9" * 40, "x", "\x00", "１", "1 or 1=1")
UIDS = ("nowhere", "0", "x" * 60, "no-such", "-")


@pytest.fixture
def house() -> dict[str, Any]:
    """A match in every state, a report, a sanction with its appeal, a line, a consent."""
    ann, bob = person("ann"), person("bob")
    made: dict[str, Any] = {name: match_between(ann, bob) for name in ("active", "over", "gone")}
    made["open"] = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    play(made["over"], *QUICK_MATE)
    gone = made["gone"]
    ending.cancel_running(gone, list(gone.players.all()), now=NOON)
    active = made["active"]
    made["line"] = say(uid=active.uid, user=ann, room="players", text="boo", now=NOON).pk
    made["report"] = file_report(
        uid=active.uid, user=bob, complaint=Complaint("throwing"), now=NOON
    ).report_id
    limit = Limit("mute", "abuse", 3)
    sanction = impose(person=ann, limit=limit, why=why(staff("moderator")), now=NOON)
    made["sanction"], made["person"] = sanction.pk, ann.pk
    Sanction.objects.update(ends_at=NOON + timedelta(days=9999))
    made["appeal"] = appeal(
        sanction=Sanction.objects.get(),
        user=ann,
        ground="sorry",
        happened="x",
        request="y",
        now=NOON,
    ).pk
    made["staff"] = staff("senior", "other").pk
    return made


def cases() -> list[tuple[str, dict[str, str]]]:
    """Addresses, by the parts of the site, and forms that cannot be meant."""
    found: list[tuple[str, dict[str, str]]] = []
    for action, state in product(ACTIONS, ("open", "gone")):
        if state == "gone" and action in ("reopen", "close-talk", "hide"):
            continue  # of a cancelled match that makes sense
        found.append(
            (f"{ROOT}/match/{{{state}}}/rule/", {"verb": action, "hours": "1", "seat": "0"})
        )
    for action in ACTIONS:
        found += [(f"{ROOT}/match/{uid}/rule/", {"verb": action}) for uid in UIDS]
        for reason, note in (("", "as told"), ("nonsense", "as told"), ("report", " ")):
            form = {"verb": action, "hours": "1", "seat": "0", "reason": reason, "note": note}
            found.append((f"{ROOT}/match/{{active}}/rule/", form))
    at = f"{ROOT}/match/{{active}}/rule/"
    found += [(at, {"verb": action}) for action in ("", "reveal", "delete", "Freeze", "__class__")]
    found += [(at, {"verb": "extend", "hours": hours}) for hours in NUMBERS]
    found += [(at, {"verb": "grace", "hours": hours}) for hours in NUMBERS]
    found += [
        (at, {"verb": action, "hours": "1", "seat": seat})  # no clock runs there
        for action, seat in product(("extend", "grace", "renew"), ("1", "2", "99"))
    ]
    found += [
        (at, {"verb": action}) for action in ("no-grace", "open-talk", "show", "resume", "void")
    ]
    found += [
        (f"{ROOT}/match/{{over}}/rule/", {"verb": action, "hours": "1", "ply": "1"})
        for action in ("freeze", "investigate", "extend", "renew", "grace", "no-grace", "void")
    ]
    found += [(at, {"verb": "win", "seat": seat}) for seat in ("", "2", "99", "9" * 9)]
    found += [(at, {"verb": "rewind", "ply": ply}) for ply in ("1", "7", "99999")]
    for level in ("", "god", "easy "):
        found.append((at, {"verb": "replace", "seat": "0", "level": level}))
    found += [(at, {"verb": "replace", "seat": s, "level": "easy"}) for s in ("", "2", "99")]
    for do in ("", "delete", "Take"):
        found.append((f"{ROOT}/{{report}}/work/", {"do": do}))
    for do, number in product(("take", "snooze", "note", "close"), ("0", "999999")):
        found.append((f"{ROOT}/{number}/work/", {"do": do, "text": "x", "outcome": "acted"}))
    found += [(f"{ROOT}/{{report}}/work/", {"do": "close", "outcome": o}) for o in ("", "x", "0")]
    found += [(f"{ROOT}/{{report}}/work/", {"do": "snooze", "hours": h}) for h in ("99999", "337")]
    found.append((f"{ROOT}/{{report}}/work/", {"do": "note", "text": "   "}))
    at = f"{ROOT}/person/{{person}}/"
    found += [(at, {"do": do}) for do in ("", "close", "delete", "is_staff")]
    for kind, reason in (("", "abuse"), ("ban", "abuse"), ("mute", ""), ("mute", "x")):
        found.append((at, {"do": "sanction", "kind": kind, "why": reason, "days": "1"}))
    for days in ("99999", "3651"):
        found.append((at, {"do": "sanction", "kind": "mute", "why": "abuse", "days": days}))
    found.append((at, {"do": "sanction", "kind": "mute", "why": "abuse", "days": "1", "note": ""}))
    found += [(at, {"do": "lift", "sanction": number}) for number in NUMBERS]
    found.append((at, {"do": "note", "note": ""}))
    found += [(f"{ROOT}/person/{pk}/", {"do": "note"}) for pk in ("0", "999999", "{staff}")]
    found += [(f"{ROOT}/line/{pk}/hide/", {}) for pk in ("0", "999999")]
    found.append((f"{ROOT}/line/{{line}}/hide/", {"reason": ""}))
    found += [(f"{ROOT}/barriers/", {"key": key, "answer": "x"}) for key in NUMBERS]
    at = "/admin/moderation/appeal"
    found += [(f"{at}/{{appeal}}/change/", {"outcome": o, "answer": "x"}) for o in ("", "lifted")]
    found += [(f"{at}/{pk}/change/", {"outcome": "denied"}) for pk in ("0", "999999", "x")]
    at = f"{ROOT}/match/{{active}}/consent/"
    found += [(at, {"verb": action, "do": "ask"}) for action in ("", "look", "win")]
    found += [(at, {"verb": "reveal", "do": "approve", "consent": n}) for n in ("", "0", "99999")]
    found += [(f"{ROOT}/match/{{{s}}}/consent/", {"verb": "reveal"}) for s in ("open", "over")]
    found += [(f"{ROOT}/match/{uid}/inquiry/", {}) for uid in UIDS]
    found += [(f"{ROOT}/match/{{{s}}}/reveal/", {}) for s in ("open", "over", "active")]
    return found


def test_there_are_enough_of_them() -> None:
    assert len(cases()) >= 150


def test_what_makes_no_sense_is_refused_and_changes_nothing(house: dict[str, Any]) -> None:
    client = browser(staff("senior", "sue"))
    places = {name: getattr(part, "uid", part) for name, part in house.items()}
    client.get(f"{ROOT}/")
    before = kept()
    for part in batched(cases(), 12):
        for url, form in part:
            refuse(client, url.format(**places), form)
        assert kept() == before, part


def refuse(client: Client, url: str, form: dict[str, str]) -> None:
    """The form is answered with a fitting status, and in a sentence."""
    answer = client.post(url, {**WHY, **form})
    assert answer.status_code in (302, 400, 403, 404, 409, 422), (url, form, answer.status_code)
    if answer.status_code == 302:
        assert said_to(client), (url, form)


def batched(rows: list[Any], size: int) -> Iterator[list[Any]]:
    """The rows, so many at a time."""
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def kept() -> dict[str, list[tuple[object, ...]]]:
    """All rows but those of sign-ins."""
    own = ("sessions.Session", "accounts.SignIn", "accounts.Trace", "accounts.User")
    return {name: rows for name, rows in everything().items() if name not in own}


def said_to(client: Client) -> str:
    """The refusal that the next page shows."""
    html = client.get(f"{ROOT}/").content.decode()
    found = re.findall(r'<li class="error">(.*?)</li>', html, re.DOTALL)
    return " ".join(found)


@pytest.mark.parametrize("action", ["freeze", "win", "draw", "annul"])
def test_of_two_moderators_one_does_it(house: dict[str, Any], action: str) -> None:
    match = house["active"]
    assert isinstance(match, Match)
    one, two = (browser(staff("senior", name)) for name in ("sue", "max"))
    url = f"{ROOT}/match/{match.uid}/rule/"
    form = {**WHY, "verb": action, "seat": "0"}
    assert one.get(f"{url}?verb={action}&seat=0").status_code == 200
    assert two.get(f"{url}?verb={action}&seat=0").status_code == 200
    assert one.post(url, form).status_code == 302
    rulings = match.rulings.count()
    two.post(url, form)
    if action in ("win", "draw"):
        return  # a decision that was made by no move can be made anew
    assert said_to(two)
    assert match.rulings.count() == rulings


def test_of_two_moderators_one_closes_answers_and_approves(house: dict[str, Any]) -> None:
    one, two = (browser(staff("senior", name)) for name in ("sue", "max"))
    work = f"{ROOT}/{house['report']}/work/"
    assert one.post(work, {"do": "take"}).status_code == 302
    two.post(work, {"do": "take"})
    assert Report.objects.get().taken_by == User.objects.get(name="sue")
    assert said_to(two)
    one.post(work, {"do": "close", "outcome": "acted", "answer": "one"})
    assert two.post(work, {"do": "close", "outcome": "no-breach"}).status_code == 404
    assert Report.objects.get().outcome == "acted"
    page = f"/admin/moderation/appeal/{house['appeal']}/change/"
    one.post(page, {**WHY, "outcome": "denied", "answer": "no"})
    two.post(page, {**WHY, "outcome": "upheld", "answer": "yes"})
    assert Appeal.objects.get().outcome == "denied"
    assert said_to(two)
    assert not Consent.objects.exists()
