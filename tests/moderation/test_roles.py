"""Every role tries all that staff can do: who may leaves one record, who may not nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.chat.services import say
from games.match.changes import ending
from games.moderation.models import Barrier, Consent, ModAction
from games.moderation.services.actions import ACTIONS, ActionRequest
from games.moderation.services.appeals import appeal
from games.moderation.services.reports import Complaint, file_report
from games.moderation.services.rulings import rule
from games.moderation.services.sanctions import Limit, impose
from tests.kit.browsing import browser
from tests.kit.builders import (
    LONGER_MATE,
    SOUTH,
    everything,
    match_between,
    person,
    play,
    south,
)
from tests.kit.staff import ROLES, staff, why

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

DAY = timedelta(days=1)
REPORT = "/admin/moderation/report"
WHY = {"reason": "report", "note": "as told"}
CLERK, HELPERS, MODERATORS = "clerk", "helper moderator senior", "moderator senior"
SENIORS, OPERATORS = "senior", "operator"


class Attempt(NamedTuple):
    """One form of the admin site, who may send it, and what has to be done before by a senior."""

    url: str
    form: dict[str, str]
    who: str
    before: str = ""
    records: int = 1


def sanction(kind: str, days: str) -> dict[str, str]:
    values = {"do": "sanction", "kind": kind, "why": "abuse", "text": "Be kind.", "sure": "yes"}
    return {**values, "days": days, "term": "days" if days else "for-ever"}


PERSON, WORK = f"{REPORT}/person/{{ann}}/", f"{REPORT}/{{report}}/work/"


def ruling(verb: str, who: str, *, at: str = "active", before: str = "", **form: str) -> Attempt:
    return Attempt(f"{REPORT}/match/{{{at}}}/rule/", {"verb": verb, **form}, who, before)


RULINGS = {
    "close-talk": ruling("close-talk", HELPERS),
    "open-talk": ruling("open-talk", HELPERS, before="close-talk"),
    "freeze": ruling("freeze", MODERATORS),
    "investigate": ruling("investigate", MODERATORS),
    "resume": ruling("resume", MODERATORS, before="freeze"),
    "extend": ruling("extend", MODERATORS, hours="1"),
    "take-time": ruling("take-time", MODERATORS, before="extend", hours="1"),
    "renew": ruling("renew", MODERATORS),
    "grace": ruling("grace", MODERATORS, hours="1"),
    "no-grace": ruling("no-grace", MODERATORS, before="grace"),
    "hide": ruling("hide", MODERATORS),
    "show": ruling("show", MODERATORS, before="hide"),
    "win": ruling("win", SENIORS, seat="0"),
    "draw": ruling("draw", SENIORS),
    "annul": ruling("annul", SENIORS, at="over"),
    "restore": ruling("restore", SENIORS, at="over", before="annul"),
    "void": ruling("void", SENIORS),
    "rewind": ruling("rewind", SENIORS, ply="1"),
    "replace": ruling("replace", SENIORS, seat="0", level="easy"),
    "reopen": ruling("reopen", SENIORS, at="over"),
}
ATTEMPTS = {
    **RULINGS,
    "take": Attempt(WORK, {"do": "take"}, HELPERS),
    "take the next": Attempt(f"{REPORT}/next/", {}, HELPERS),
    "put off": Attempt(WORK, {"do": "snooze", "hours": "24"}, HELPERS),
    "note on a report": Attempt(WORK, {"do": "note", "text": "seen"}, HELPERS),
    "close a report": Attempt(WORK, {"do": "close", "outcome": "no-breach"}, HELPERS),
    "close and warn": Attempt(
        WORK, {"do": "close", "outcome": "warned", "canned": "warned", "tell": "on"}, HELPERS,
        records=2,  # two actions: the answer, and the warning
    ),
    "pass on": Attempt(WORK, {"do": "pass-on"}, "helper moderator"),
    "hide a line": Attempt(f"{REPORT}/line/{{line}}/hide/", {}, HELPERS),
    "note on a person": Attempt(PERSON, {"do": "note"}, HELPERS),
    "warn": Attempt(PERSON, sanction("warn", ""), HELPERS),
    "mute for 14 days": Attempt(PERSON, sanction("mute", "14"), HELPERS),
    **{
        f"{kind} for 14 days": Attempt(PERSON, sanction(kind, "14"), MODERATORS)
        for kind in ("unrated", "no-new", "suspend")
    },
    **{
        f"{kind} for {days or 'ever'}": Attempt(PERSON, sanction(kind, days), SENIORS)
        for kind in ("mute", "unrated", "no-new", "suspend")
        for days in ("15", "")
    },
    "close an account": Attempt(PERSON, sanction("close", ""), SENIORS),
    "lift a mute": Attempt(PERSON, {"do": "lift", "sanction": "{mute}"}, HELPERS),
    "lift a long suspension": Attempt(PERSON, {"do": "lift", "sanction": "{suspension}"}, SENIORS),
    "end a second factor": Attempt(PERSON, {"do": "factor", "sure": "yes"}, SENIORS),
    "deny an appeal": Attempt(
        "/admin/moderation/appeal/{appeal}/change/", {"outcome": "denied", "answer": "no"},
        MODERATORS,
    ),
    "answer about a barrier": Attempt(
        f"{REPORT}/barriers/", {"key": "{barrier}", "answer": "mended"}, HELPERS
    ),
    "ask for a reveal": Attempt(
        f"{REPORT}/match/{{hidden}}/consent/", {"verb": "reveal", "do": "ask"}, SENIORS
    ),
    "approve a reveal": Attempt(
        f"{REPORT}/match/{{hidden}}/consent/",
        {"verb": "reveal", "do": "approve", "consent": "{consent}"},
        SENIORS,
    ),
    "end an inquiry": Attempt(f"{REPORT}/match/{{active}}/inquiry/", {}, "", before="investigate"),
    "switch": Attempt(f"{REPORT}/site/", {"no_new_guests": "on"}, OPERATORS),
    "sign-up for a class": Attempt(
        f"{REPORT}/site/", {"do": "sign-up", "accounts": "40"}, OPERATORS
    ),
    "time for all": Attempt(f"{REPORT}/site/", {"do": "time", "hours": "1"}, OPERATORS),
}  # fmt: skip


@pytest.fixture
def house() -> dict[str, Any]:
    """Matches, a report, a line, sanctions, an appeal and a consent asked for by a colleague."""
    now = timezone.now()
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    judge = staff("senior", "judge")
    over, active = match_between(ann, bob, now=now), match_between(ann, bob, now=now - DAY)
    play(active, *LONGER_MATE[:3], now=now - DAY)
    ending.resign(uid=over.uid, user=south(over), now=now)
    hidden = match_between(bob, eve, game="gunjin", now=now)
    report = file_report(uid=active.uid, user=bob, complaint=Complaint("throwing"), now=now).report
    values = {"person": ann, "why": why(judge), "now": now}
    mute = impose(limit=Limit("mute", "abuse", 3), **values)  # type: ignore[arg-type]
    long = impose(limit=Limit("unrated", "abuse", 99), **values)  # type: ignore[arg-type]
    words = {"ground": "sorry", "happened": "x", "request": "y"}
    asked = appeal(sanction=long, user=ann, now=now, **words)
    barrier = Barrier.objects.create(text="x", address="a@b.example", language="en", made_at=now)
    consent = Consent.objects.create(
        match=hidden, action="reveal", asked_by=judge, reason="a fault", asked_at=now
    )
    line = say(uid=active.uid, user=bob, room="players", text="boo", now=now)
    return {
        "ann": ann.pk, "report": report.pk, "line": line.pk, "mute": mute.pk,
        "suspension": long.pk, "appeal": asked.pk, "consent": consent.pk,
        "barrier": barrier.pk,
        "active": active.uid, "over": over.uid, "hidden": hidden.uid,
    }  # fmt: skip


@pytest.fixture
def clients() -> dict[str, Client]:
    """A browser for each role, and for a clerk without any."""
    people = {role: staff(role) for role in ROLES}
    people[CLERK] = staff("operator", CLERK)
    people[CLERK].groups.clear()
    return {name: browser(user) for name, user in people.items()}


OWN = ("accounts.User", "accounts.SignIn", "accounts.Trace", "sessions.Session")


def kept() -> dict[str, Any]:
    return {name: rows for name, rows in everything().items() if name not in OWN}


def records_of(client: Client, house: dict[str, Any], attempt: Attempt) -> int:
    """How many records the form leaves; nothing of it is kept. Without one nothing may change."""
    cache.clear()
    rows = house["rows"]
    with transaction.atomic():
        if attempt.before:
            match = next(part for part in ("active", "over") if f"{{{part}}}" in attempt.url)
            judge = User.objects.get(name="judge")
            asked = ActionRequest(
                attempt.before, hours=1, seat=SOUTH if attempt.before == "win" else None
            )
            rule(uid=house[match], asked=asked, why=why(judge), now=timezone.now())
            rows = kept()
        before = ModAction.objects.count()
        form = {name: value.format(**house) for name, value in attempt.form.items()}
        answer = client.post(attempt.url.format(**house), {**WHY, **form})
        assert answer.status_code in (302, 403), (attempt, answer.status_code)
        found = ModAction.objects.count() - before
        if not found:
            assert kept() == rows, (attempt, "something was done without a record")
        transaction.set_rollback(True)
    return found


def test_each_role_does_what_it_may_with_one_record_and_nothing_else(
    house: dict[str, Any], clients: dict[str, Client]
) -> None:
    wrong, house["rows"] = {}, kept()
    for name, attempt in ATTEMPTS.items():
        found = {role: records_of(client, house, attempt) for role, client in clients.items()}
        expected = {role: attempt.records * (role in attempt.who.split()) for role in clients}
        if found != expected:
            wrong[name] = found
    assert wrong == {}


def test_every_action_has_its_row() -> None:
    assert set(RULINGS) == set(ACTIONS)
    assert {attempt.form["verb"] for attempt in RULINGS.values()} == set(ACTIONS)
