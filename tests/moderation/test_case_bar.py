"""The bar of a case, wherever one looks at whom it is about; and the replay on the workbench."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.match.models import Match
from games.match.sealed import SealedPly
from games.moderation.models import ModAction, Report, ReportNote
from games.moderation.services.reports import Complaint, file_report, take
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, north, person, play, south
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
ROOT = "/admin/moderation/report"
BAR = 'class="case"'


@pytest.fixture
def match() -> Match:
    made = match_between(person("south"), person("north"))
    play(made, "e3e4")
    return made


@pytest.fixture
def report(match: Match) -> Report:
    complaint = Complaint("throwing", "odd")
    return file_report(uid=match.uid, user=south(match), complaint=complaint, now=NOON).report


def pages(match: Match) -> list[str]:
    pk = north(match).pk
    return [
        f"{ROOT}/match/{match.uid}/", f"{ROOT}/person/{pk}/", f"/matches/{match.uid}/talk/",
    ]  # fmt: skip


def shows_bar(user: User | None, path: str) -> bool:
    return BAR in browser(user).get(path).content.decode()


def test_who_holds_a_report_has_its_bar_and_nobody_else(match: Match, report: Report) -> None:
    helper, other = staff("helper"), staff("senior")
    for path in pages(match):
        assert not shows_bar(helper, path)
    take(report_id=report.pk, actor=helper, now=NOON)
    for path in pages(match):
        assert shows_bar(helper, path), path
        assert not shows_bar(other, path), path
    for user in (None, south(match), north(match), person("eve")):
        assert not shows_bar(user, pages(match)[-1])
    elsewhere = match_between(person("ann"), person("bob"))
    assert not shows_bar(helper, f"/matches/{elsewhere.uid}/talk/")


def test_a_note_leads_back_and_to_no_other_site(match: Match, report: Report) -> None:
    helper = staff("helper")
    take(report_id=report.pk, actor=helper, now=NOON)
    client, work = browser(helper), f"{ROOT}/{report.pk}/work/"
    for path in pages(match):
        answer = client.post(work, {"do": "note", "text": "seen", "back": path})
        assert answer["Location"] == path
    for bad in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil"):
        answer = client.post(work, {"do": "note", "text": "seen", "back": bad})
        assert answer["Location"] == f"{ROOT}/{report.pk}/change/"
    assert ReportNote.objects.count() == 7
    assert "seen" in client.get(pages(match)[0]).content.decode()


@pytest.mark.parametrize("do", ["snooze", "pass-on", "close"])
def test_it_is_put_off_passed_on_and_dismissed(match: Match, report: Report, do: str) -> None:
    helper = staff("helper")
    take(report_id=report.pk, actor=helper, now=NOON)
    form = {"do": do, "hours": "24", "outcome": "no-breach", "canned": "no-breach"}
    assert browser(helper).post(f"{ROOT}/{report.pk}/work/", form).status_code == 302
    report.refresh_from_db()
    assert report.outcome == ("no-breach" if do == "close" else "")
    assert report.for_seniors == (do == "pass-on")
    assert (report.snoozed_until is not None) == (do == "snooze")
    assert not shows_bar(helper, pages(match)[0])


def test_for_players_the_bar_costs_no_question(
    match: Match, django_assert_num_queries: Any
) -> None:
    from django.template import Context, Template
    from django.test import RequestFactory

    request = RequestFactory().get("/")
    request.user = south(match)
    bar = Template("{% load casebar %}{% case_bar_of_match uid %}")
    with django_assert_num_queries(0):
        assert bar.render(Context({"request": request, "uid": match.uid})).strip() == ""


def test_a_replay_is_one_row_of_the_log_and_says_what_differs(match: Match) -> None:
    client = browser(staff("moderator"))
    path, form = f"{ROOT}/match/{match.uid}/", {"reason": "bug", "note": "looks odd"}
    assert client.post(f"{path}verify/", form).status_code == 302
    assert "Everything follows from the moves." in client.get(path).content.decode()
    SealedPly.objects.update(move="a1a1")
    assert client.post(f"{path}verify/", form).status_code == 302
    assert "its plies do not lead to the stored position" in client.get(path).content.decode()
    rows = ModAction.objects.order_by("pk")
    assert [row.verb for row in rows] == ["match-verified"] * 2
    assert rows[0].after == {"faults": []}
    assert match.rulings.count() == 0
    assert client.post(f"{path}verify/", {"reason": "bug"}).status_code == 302
    assert ModAction.objects.count() == 2
