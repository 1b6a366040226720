"""The page of a report and of a person: words around what is told, and second presses."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from accounts.models import Sanction, User
from games.chat.services import say
from games.match.models import Match
from games.moderation.models import ModAction, Report, ReportAtom
from games.moderation.services.appeals import appeal
from games.moderation.services.log import NotAllowed
from games.moderation.services.reports import Complaint, file_report
from games.moderation.services.sanctions import Limit, impose, lift
from tests.kit.browsing import browser
from tests.kit.builders import NOON, north, south
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
ROOT = "/admin/moderation/report"
WHY = {"reason": "report", "note": "as told"}
SANCTION = {"do": "sanction", "kind": "suspend", "why": "abuse", "text": "Enough.", **WHY}
MINUTE = timedelta(minutes=1)


@pytest.fixture
def senior() -> Client:
    return browser(staff("senior"))


def talk(match: Match, *texts: str, room: str = "players") -> None:
    for place, text in enumerate(texts):
        author = north(match) if place % 2 else south(match)
        say(uid=match.uid, user=author, room=room, text=text, now=NOON + place * MINUTE)


def page_of(report: Report, client: Client) -> str:
    return client.get(f"{ROOT}/{report.pk}/change/").content.decode()


def excerpt(html: str) -> list[tuple[bool, str]]:
    rows = re.findall(r'<li( class="reported")?><span.*?</span> <bdi>(.*?)</bdi></li>', html)
    return [(bool(mark), text) for mark, text in rows]


def test_the_reported_words_stand_between_the_lines_around_them(
    match: Match, senior: Client
) -> None:
    said = [f"line {n}" for n in range(5)] + ["you fool"] + [f"line {n}" for n in range(6, 10)]
    talk(match, *said)
    say(uid=match.uid, user=south(match), room="later", text="not you", now=NOON + 90 * MINUTE)
    complaint = Complaint("talk", "rude", line="you fool")
    report = file_report(
        uid=match.uid, user=south(match), complaint=complaint, now=NOON + 99 * MINUTE
    ).report
    lines = excerpt(page_of(report, senior))
    assert lines == [(text == "you fool", text) for text in said[2:9]]


def test_without_a_line_the_last_words_are_shown(match: Match, senior: Client) -> None:
    talk(match, "hello", "go away")
    complaint = Complaint("talk", "rude")
    report = file_report(
        uid=match.uid, user=south(match), complaint=complaint, now=NOON + MINUTE
    ).report
    assert excerpt(page_of(report, senior)) == [(False, "hello"), (True, "go away")]


def test_a_report_about_play_shows_no_chat(match: Match, senior: Client) -> None:
    talk(match, "hello", "go away")
    complaint = Complaint("throwing", "odd")
    report = file_report(
        uid=match.uid, user=south(match), complaint=complaint, now=NOON + MINUTE
    ).report
    assert excerpt(page_of(report, senior)) == []


def test_for_ever_is_a_choice_and_asked_again(ann: User, senior: Client) -> None:
    path = f"{ROOT}/person/{ann.pk}/"
    html = senior.get(path).content.decode()
    assert "empty is for ever" not in html
    assert 'name="term" value="for-ever"' in html
    form = {**SANCTION, "term": "for-ever", "days": "3"}
    asked = senior.post(path, form)
    assert "suspended for ann, for ever?" in asked.content.decode()
    assert not Sanction.objects.exists()
    again = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', asked.content.decode()))
    assert {name: again[name] for name in form} == form
    senior.post(path, {**form, "sure": "yes"})
    assert Sanction.objects.get().ends_at is None


@pytest.mark.parametrize("days", ["", "0", "x"])
def test_no_days_are_not_for_ever(ann: User, senior: Client, days: str) -> None:
    form = {**SANCTION, "term": "days", "days": days}
    answer = senior.post(f"{ROOT}/person/{ann.pk}/", form, follow=True)
    assert "Say for how many days" in answer.content.decode()
    assert not Sanction.objects.exists()


def test_days_are_set_with_one_press(ann: User, senior: Client) -> None:
    senior.post(f"{ROOT}/person/{ann.pk}/", {**SANCTION, "term": "days", "days": "2"})
    made = Sanction.objects.get()
    assert made.ends_at == made.starts_at + timedelta(days=2)


def test_a_closed_account_is_asked_again(ann: User, senior: Client) -> None:
    form = {**SANCTION, "kind": "close", "days": "3"}
    assert senior.post(f"{ROOT}/person/{ann.pk}/", form).status_code == 200
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("form", [{**SANCTION, "term": "for-ever"}, {"do": "factor", **WHY}])
def test_nobody_is_asked_again_who_may_not(ann: User, form: dict[str, str]) -> None:
    answer = browser(staff("moderator")).post(f"{ROOT}/person/{ann.pk}/", form)
    assert answer.status_code == 302
    assert not ModAction.objects.exists()


@pytest.mark.parametrize("chosen", [{}, {"passkeys": "1"}])
def test_passkeys_end_by_choice(ann: User, senior: Client, chosen: dict[str, str]) -> None:
    for kind in ("totp", "webauthn", "webauthn"):
        Authenticator.objects.create(user=ann, type=kind, data={})
    path, form = f"{ROOT}/person/{ann.pk}/", {"do": "factor", **WHY, **chosen}
    asked = senior.post(path, form).content.decode()
    assert ("delete their passkeys (2)?" if chosen else "Their passkeys (2) stay") in asked
    kept = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', asked))
    senior.post(path, {name: kept[name] for name in form} | {"sure": "yes"})
    left = Authenticator.objects.filter(user=ann).values_list("type", flat=True)
    assert list(left) == ([] if chosen else ["webauthn"] * 2)
    assert ModAction.objects.get().after == {"with_passkeys": bool(chosen)}


def test_the_second_step_is_ended_after_a_second_press(senior: Client) -> None:
    lost = staff("helper", "lost")
    User.objects.filter(pk=lost.pk).update(is_staff=False)
    path = f"{ROOT}/person/{lost.pk}/"
    section = re.search(
        r'<section class="full apart".*?</section>', senior.get(path).content.decode(), re.DOTALL
    )
    assert section
    assert "Turn off two-step sign-in" in section[0]
    form = {"do": "factor", **WHY}
    assert "Turn off two-step sign-in for lost?" in senior.post(path, form).content.decode()
    assert not ModAction.objects.exists()
    senior.post(path, {**form, "sure": "yes"})
    assert ModAction.objects.get().verb == "factor-reset"


def test_a_page_that_is_refused_says_why(match: Match) -> None:
    helper, moderator = staff("helper"), staff("moderator")
    complaint = Complaint("throwing", "odd")
    report = file_report(uid=match.uid, user=south(match), complaint=complaint, now=NOON).report
    ReportAtom.objects.update(reporter=moderator)
    role, part = "Your role does not include this.", "You have a part in this"
    for who, path, reason in (
        (helper, "site/", role),
        (moderator, f"person/{moderator.pk}/", part),
        (moderator, f"{report.pk}/change/", part),
    ):
        answer = browser(who).get(f"{ROOT}/{path}")
        assert answer.status_code == 403
        assert reason in answer.content.decode(), path


def test_a_mute_for_ever_is_for_seniors(ann: User) -> None:
    limit: Any = Limit("mute", "abuse", None)
    helper, now = staff("helper"), timezone.now()
    with pytest.raises(NotAllowed):
        impose(person=ann, limit=limit, why=why(helper), now=now)
    made = impose(person=ann, limit=limit, why=why(staff("senior")), now=now)
    with pytest.raises(NotAllowed):
        lift(sanction=made, why=why(helper), now=now)


def test_the_queue_says_what_its_numbers_are(match: Match, senior: Client) -> None:
    file_report(uid=match.uid, user=south(match), complaint=Complaint("throwing", "odd"), now=NOON)
    html = " ".join(senior.get(f"{ROOT}/").content.decode().split())
    assert "play · 1 report · highest score 20</a>" in html
    assert "</a> · score 20<small>1 report ·" in html


@pytest.mark.parametrize("language", ["en", "ja"])
def test_staff_read_plain_words(match: Match, language: str) -> None:
    boss = staff("senior")
    User.objects.filter(pk=boss.pk).update(is_superuser=True, language=language)
    client = browser(User.objects.get(pk=boss.pk))
    complaint = Complaint("throwing", "odd")
    report = file_report(uid=match.uid, user=south(match), complaint=complaint, now=NOON).report
    pages = [page_of(report, client), client.get("/admin/").content.decode()]
    pages.append(client.get(f"{ROOT}/person/{north(match).pk}/").content.decode())
    html = " ".join(pages)
    words = {
        "en": (
            "Second approvals", "Staff actions", "Outcome", "Apply sanction",
            "Message to the person (empty: standard text)",
        ),
        "ja": (
            "2人目の承認", "担当者の操作", "結果", "制限を適用",
            "本人へのメッセージ（空欄なら定型文）",
        ),
    }  # fmt: skip
    assert [word for word in words[language] if word not in html] == []


def test_filters_are_named_in_the_language_of_the_reader(match: Match) -> None:
    boss = staff("senior")
    User.objects.filter(pk=boss.pk).update(language="ja")
    client = browser(User.objects.get(pk=boss.pk))
    for address, names in (
        ("match/match", ("ゲーム", "持ち時間", "終局理由")),
        ("moderation/modaction", ("内容",)),
    ):
        html = client.get(f"/admin/{address}/").content.decode()
        asked = re.findall(r"<summary>\s*(.*?) で絞り込む", html)
        assert [name for name in asked if re.search("[a-z]", name)] == []
        assert set(names) <= set(asked), asked


def test_no_outcome_is_chosen_beforehand(match: Match, senior: Client) -> None:
    complaint = Complaint("throwing", "odd")
    report = file_report(uid=match.uid, user=south(match), complaint=complaint, now=NOON).report
    senior.post(f"{ROOT}/{report.pk}/work/", {"do": "take"})
    assert page_of(report, senior).count('<option value="">') == 2
    suspect = north(match)
    made = impose(
        person=suspect, limit=Limit("mute", "abuse", 3), why=why(staff("moderator")), now=NOON
    )
    asked = appeal(sanction=made, user=suspect, ground="sorry", happened="x", request="y", now=NOON)
    html = senior.get(f"/admin/moderation/appeal/{asked.pk}/change/").content.decode()
    assert 'name="outcome" required><option value="">' in html
