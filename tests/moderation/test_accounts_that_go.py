"""Reports outlive the accounts of both sides, and follow a guest who signs in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests.services import join
from accounts.models import Sanction, SignIn, User
from accounts.sanctions.rights import Verb, can
from games.match.models import Match
from games.moderation.models import ModAction, Report, ReportAtom
from games.moderation.services.reports import Answer, Complaint, close, file_report
from games.moderation.services.sanctions import Limit, impose
from games.personal.services import ask_to_leave, erase_due
from games.tasks import forget_guests
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, match_between, match_with_bot, north, person, south
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=4)


def reported(match: Match) -> Report:
    """South of *match* is reported by North."""
    complaint = Complaint("throwing", "moves like in the last match")
    return file_report(uid=match.uid, user=north(match), complaint=complaint, now=NOON).report


def leave(user: User) -> User:
    """The account is erased for good; the row that is left of it."""
    ask_to_leave(user, NOON)
    assert erase_due(NOON + timedelta(days=15)) == 1
    user.refresh_from_db()
    return user


@pytest.fixture
def match() -> Match:
    return match_between(person("the-suspect"), person("the-teller"))


def test_a_report_outlives_whoever_told_of_it(match: Match) -> None:
    report = reported(match)
    gone = leave(north(match))
    helper = browser(staff("helper"))
    page = helper.get(f"/admin/moderation/report/{report.pk}/change/").content.decode()
    assert "moves like in the last match" in page
    assert gone.name in page
    assert "the-teller" not in page
    assert helper.post("/admin/moderation/report/next/")["Location"].endswith("/change/")
    close(report_id=report.pk, actor=User.objects.get(name="helper"), outcome="acted",
          answer=Answer("Done."), now=LATER)  # fmt: skip
    assert ReportAtom.objects.get().report.outcome == "acted"


def test_a_report_outlives_whom_it_is_about(match: Match) -> None:
    report = reported(match)
    gone = leave(south(match))
    own = browser(north(match)).get("/reports/").content.decode()
    page = browser(staff("helper")).get(f"/admin/moderation/report/{report.pk}/change/")
    for text in (own, page.content.decode()):
        assert gone.name in text
        assert "the-suspect" not in text
    assert ReportAtom.objects.get().report.suspect == gone


def test_reports_and_sanctions_follow_a_guest_who_signs_in() -> None:
    visitor, account = guest(), person("account")
    first = reported(match_between(person(), visitor))
    second = reported(match_between(visitor, person()))
    impose(person=visitor, limit=Limit("mute", "abuse", 2), why=why(staff("helper")), now=NOON)
    join(visitor, account)
    assert ReportAtom.objects.get(report=first).reporter == account
    assert Report.objects.get(pk=second.pk).suspect == account
    assert Sanction.objects.get().user == account
    assert not can(account, Verb.TALK, NOON + timedelta(days=1))
    assert ModAction.objects.get().person == visitor
    visitor.refresh_from_db()
    assert not visitor.is_active, "the log speaks of it, so the row stays, shut"


def test_what_an_account_has_told_itself_is_not_told_twice() -> None:
    visitor, account, suspect = guest(), person("account"), person("suspect")
    report = reported(match_between(suspect, account))
    assert reported(match_between(suspect, visitor)) == report
    join(visitor, account)
    assert report.atoms.count() == 2
    visitor.refresh_from_db()
    assert not visitor.is_active


def test_a_guest_in_the_log_is_no_hindrance_to_forgetting_the_others() -> None:
    for name in ("noted", "other"):
        match_with_bot(guest(name))
    noted = User.objects.get(name="noted")
    impose(person=noted, limit=Limit("warn", "name", None), why=why(staff("helper")), now=NOON)
    User.objects.filter(is_guest=True).update(date_joined=timezone.now() - timedelta(days=31))
    SignIn.objects.all().delete()
    forget_guests()
    assert list(User.objects.filter(is_guest=True)) == [noted]
    noted.refresh_from_db()
    assert not noted.is_active
