"""Reports: checked against the match, merged, worked on, answered."""

from __future__ import annotations

import os
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Sanction, User
from games.chat.services import say
from games.match.changes import ending
from games.match.exceptions import CannotRule, NotSeated
from games.match.models import Match
from games.moderation.categories import CANNED, CATEGORIES, WITHOUT_MATCH
from games.moderation.conflicts import Conflict
from games.moderation.fitting import DoesNotFit, NeedsMatch
from games.moderation.models import ModAction, Report, ReportAtom
from games.moderation.services.log import NotAllowed
from games.moderation.services.reports import (
    Answer,
    Complaint,
    TakenByAnother,
    TooManyReports,
    close,
    file_report,
    pass_on,
    report_person,
    take,
    take_next,
)
from games.notices.models import Delivery, Notice
from tests.kit.browsing import bell, browser
from tests.kit.builders import NOON, guest, match_between, north, person, south
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db


def reported(
    match: Match, category: str, *, user: User | None = None, **about: object
) -> ReportAtom:
    asked = Complaint(category, **about)  # type: ignore[arg-type]
    now = NOON + timedelta(days=4)
    return file_report(uid=match.uid, user=user or north(match), complaint=asked, now=now)


def test_stopped_playing_wants_a_deadline_that_has_passed(match: Match) -> None:
    early = NOON + timedelta(days=1)
    with pytest.raises(DoesNotFit):
        file_report(uid=match.uid, user=north(match), complaint=Complaint("stopped"), now=early)
    with pytest.raises(DoesNotFit):  # North is not to move
        reported(match, "stopped", user=south(match))
    assert reported(match, "stopped").report.suspect == south(match)


def test_rude_words_want_words(match: Match) -> None:
    with pytest.raises(DoesNotFit):
        reported(match, "talk")
    say(uid=match.uid, user=south(match), room="later", text="a remark to myself", now=NOON)
    with pytest.raises(DoesNotFit):
        reported(match, "talk")
    say(uid=match.uid, user=south(match), room="players", text="you fool", now=NOON)
    assert reported(match, "talk").report.room == "talk"


def test_a_wrong_result_wants_a_result(match: Match) -> None:
    with pytest.raises(DoesNotFit):
        reported(match, "wrong-result")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert reported(match, "wrong-result").report.room == "rules"


def offered(match: Match, user: User) -> set[str]:
    page = browser(user).get(f"/matches/{match.uid}/report/").content.decode()
    return set(re.findall(r'<option value="([\w-]+)"', page))


def test_only_what_the_match_bears_out_is_offered(match: Match) -> None:
    checked = {"stopped", "talk", "wrong-result"}
    always = CATEGORIES.keys() - checked
    match.players.filter(seat=0).update(deadline=timezone.now() + timedelta(hours=1))
    assert offered(match, north(match)) == always
    match.players.filter(seat=0).update(deadline=timezone.now() - timedelta(hours=1))
    assert offered(match, north(match)) == always | {"stopped"}
    assert offered(match, south(match)) == always
    say(uid=match.uid, user=south(match), room="players", text="you fool", now=NOON)
    assert offered(match, north(match)) == always | {"stopped", "talk"}
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert offered(match, north(match)) == always | {"talk", "wrong-result"}


def test_what_is_sent_all_the_same_is_told_why_not(match: Match) -> None:
    def answered(category: str) -> str:
        form = {"category": category, "text": ""}
        answer = browser(north(match)).post(f"/matches/{match.uid}/report/", form)
        assert answer.status_code == 422
        return answer.content.decode()

    match.players.filter(seat=0).update(deadline=timezone.now() + timedelta(hours=1))
    assert "their time has not run out" in answered("stopped")
    assert "they have written nothing" in answered("talk")
    assert "the match has no result yet" in answered("wrong-result")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert "not lost by not moving" in answered("stopped")
    assert not ReportAtom.objects.exists()


def test_only_players_report_and_only_so_much(match: Match) -> None:
    with pytest.raises(NotSeated):
        reported(match, "throwing", user=person("stranger"))
    with pytest.raises(DoesNotFit):
        reported(match, "nonsense")
    for number in range(10):
        other = match_between(north(match), person(f"someone{number + 20}"))
        reported(other, "throwing", user=north(match))
    with pytest.raises(TooManyReports):
        reported(match, "throwing")


def test_what_is_told_of_one_person_is_one_report(match: Match) -> None:
    again = match_between(south(match), person("east"))
    for _twice in range(2):
        reported(match, "throwing", text="odd")
        reported(again, "outside-help", user=User.objects.get(name="east"))
    report = Report.objects.get()
    assert (report.atoms.count(), report.score) == (2, 40)
    helper = staff("helper")
    close(report_id=report.pk, actor=helper, outcome="acted", answer=Answer("Done."), now=NOON)
    reported(match, "throwing")
    assert Report.objects.filter(closed_at=None).count() == 1


def test_a_report_is_taken_by_one_answered_to_all_and_read_by_them(match: Match) -> None:
    report = reported(match, "throwing", text="odd").report
    one, two = staff("helper"), staff("moderator")
    assert take_next(actor=one, now=NOON) == report
    with pytest.raises(TakenByAnother):
        take(report_id=report.pk, actor=two, now=NOON)
    assert take_next(actor=two, now=NOON) is None
    page = browser(north(match))
    assert "A moderator is looking at it." in page.get("/reports/").content.decode()
    close(
        report_id=report.pk, actor=one, outcome="no-breach", answer=Answer("We looked."), now=NOON
    )
    assert "We looked." in page.get("/reports/").content.decode()
    assert "We looked." not in browser(south(match)).get("/reports/").content.decode()
    assert [row.verb for row in ModAction.objects.order_by("pk")] == [
        "report-taken", "report-closed"
    ]  # fmt: skip


def test_the_bell_tells_who_reported_of_the_answer_and_nobody_else(match: Match) -> None:
    report = reported(match, "throwing").report
    helper, moderator = staff("helper"), staff("moderator")
    close(report_id=report.pk, actor=helper, outcome="acted", answer=Answer("Done."), now=NOON)
    line = ("Your report about south has been answered.", "/reports/")
    assert line in bell(north(match))
    for other in (south(match), helper, moderator):
        assert not any("report" in text for text, _url in bell(other))
    listed = browser(moderator).get("/admin/notices/notice/").content.decode()
    rows = listed.partition('id="result_list"')[2].partition("</table>")[0]
    assert "the match began" in rows
    assert "a report answered" not in rows
    for notice in Notice.objects.order_by("pk"):
        Delivery.objects.get_or_create(
            notice=notice, channel="mail", defaults={"due_at": NOON, "hinted_until": NOON}
        )
    keys = dict(Delivery.objects.values_list("notice__kind", "pk"))
    listed = browser(moderator).get("/admin/notices/delivery/").text
    assert f"/delivery/{keys['match-began']}/" in listed
    assert f"/delivery/{keys['report-answered']}/" not in listed


def test_nobody_works_on_their_own_reports(match: Match) -> None:
    report = reported(match, "throwing").report
    helper = staff("helper")
    ReportAtom.objects.update(reporter=helper)
    with pytest.raises(Conflict):
        take(report_id=report.pk, actor=helper, now=NOON)
    assert take_next(actor=helper, now=NOON) is None
    with pytest.raises(NotAllowed):
        take(report_id=report.pk, actor=staff("operator"), now=NOON)


def test_a_canned_answer_is_read_by_both_sides_in_their_own_language(match: Match) -> None:
    report = reported(match, "throwing").report
    User.objects.filter(pk=north(match).pk).update(language="ja")
    User.objects.filter(pk=south(match).pk).update(language="ja")
    helper = browser(staff("helper"))
    work = f"/admin/moderation/report/{report.pk}/work/"
    helper.post(work, {"do": "close", "outcome": "warned", "canned": "warned", "tell": "on"})
    assert Report.objects.get().closed_at is not None
    read = browser(north(match)).get("/reports/").content.decode()
    assert "Thank you. We have talked to the person." not in read
    with override("ja"):
        assert str(CANNED["warned"][0]) in read
        assert Sanction.objects.get().public_text == str(CANNED["warned"][1])
    assert (Sanction.objects.get().user, Sanction.objects.get().kind) == (south(match), "warn")
    assert sorted(ModAction.objects.values_list("verb", flat=True)) == [
        "report-closed", "sanction-warn"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "form", [{"canned": "nonsense"}, {"canned": "no-breach", "tell": "on"}, {"tell": "on"}]
)
def test_a_warning_wants_words(match: Match, form: dict[str, str]) -> None:
    report = reported(match, "throwing").report
    helper = browser(staff("helper"))
    work = f"/admin/moderation/report/{report.pk}/work/"
    helper.post(work, {"do": "close", "outcome": "acted", **form})
    assert Report.objects.get().closed_at is None
    assert not Sanction.objects.exists()
    helper.post(work, {"do": "close", "outcome": "acted", "tell": "on", "message": "Be kind."})
    assert Sanction.objects.get().public_text == "Be kind."


def test_what_is_passed_on_is_for_seniors(match: Match) -> None:
    report = reported(match, "throwing").report
    helper, senior = staff("helper"), staff("senior")
    assert take_next(actor=helper, now=NOON) == report
    pass_on(report_id=report.pk, actor=helper, now=NOON)
    assert take_next(actor=helper, now=NOON) is None
    assert "for seniors" in browser(helper).get("/admin/moderation/report/").content.decode()
    with pytest.raises(CannotRule):
        pass_on(report_id=report.pk, actor=senior, now=NOON)
    assert take_next(actor=senior, now=NOON) == report


MANY = int(os.environ.get("JINYA_REPORTS", "1000"))
"""How many reports the longer queue has."""


def statements_of_the_queue(user: User) -> int:
    client = browser(user)
    client.get("/admin/moderation/report/")
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/admin/moderation/report/").status_code == 200
    return len(captured)


def fill_the_queue(match: Match, until: int) -> None:
    """Reports about so many people in all, each with something told."""
    names = [f"suspect{number}" for number in range(Report.objects.count(), until)]
    people = User.objects.bulk_create(
        User(name=name, name_key=name, name_look=name, password="!") for name in names
    )
    rows = Report.objects.bulk_create(
        Report(suspect=user, room="play", score=user.pk % 90, opened_at=NOON) for user in people
    )
    teller = south(match)
    ReportAtom.objects.bulk_create(
        ReportAtom(report=row, reporter=teller, match=match, category="throwing", made_at=NOON)
        for row in rows
    )


def test_a_longer_queue_takes_no_more_statements(match: Match) -> None:
    helper, counted = staff("helper"), []
    for until in (10, MANY):
        fill_the_queue(match, until)
        assert Report.objects.count() == until
        counted.append(statements_of_the_queue(helper))
    assert counted[0] == counted[1] <= 15, counted


# From a profile


def test_a_profile_leads_to_a_report_which_staff_work_on() -> None:
    ann, bob, senior = person("ann"), person("bob"), staff("senior")
    own = browser(ann)
    assert "/people/bob/report/" in own.get("/people/bob/").content.decode()
    assert "/report/" not in own.get("/people/ann/").content.decode()
    page = own.get("/people/bob/report/").content.decode()
    assert set(re.findall(r'<option value="([\w-]+)"', page)) == set(WITHOUT_MATCH)
    form = {"category": "name", "text": "look at it"}
    for _again in range(2):
        assert own.post("/people/bob/report/", form).headers["Location"] == "/reports/"
    atom = ReportAtom.objects.get()
    assert (atom.match, atom.report.suspect, atom.report.score) == (None, bob, 10)
    assert "Received." in own.get("/reports/").content.decode()
    desk = browser(senior)
    for path in (
        "/admin/moderation/report/",
        f"/admin/moderation/report/{atom.report_id}/change/",
        f"/admin/moderation/report/person/{bob.pk}/",
        f"/admin/moderation/report/person/{ann.pk}/",
    ):
        answer = desk.get(path)
        assert answer.status_code == 200, path
    case = desk.get(f"/admin/moderation/report/{atom.report_id}/change/").content.decode()
    assert "from the profile" in case
    take(report_id=atom.report_id, actor=senior, now=NOON)
    close(report_id=atom.report_id, actor=senior, outcome="acted", answer=Answer("Ta"), now=NOON)
    assert bell(ann)[0][1] == "/reports/"
    assert "Ta" in own.get("/reports/").content.decode()


def test_what_a_match_has_to_show_is_not_reported_from_a_profile() -> None:
    ann, bob = person("ann"), person("bob")
    for category in CATEGORIES.keys() - WITHOUT_MATCH:
        answer = browser(ann).post("/people/bob/report/", {"category": category, "text": ""})
        assert answer.status_code == 422
        assert "open the match it is about" in answer.content.decode()
    with pytest.raises(NeedsMatch):
        report_person(person=ann, user=ann, complaint=Complaint("name"), now=NOON)
    passer = guest()
    assert "/people/bob/report/" not in browser(passer).get("/people/bob/").content.decode()
    assert (
        browser(passer).post("/people/bob/report/", {"category": "name", "text": ""}).status_code
        == 403
    )
    assert not ReportAtom.objects.filter(report__suspect=bob).exists()


def test_reports_from_profiles_count_as_others_do() -> None:
    ann = person("ann")
    for _number in range(10):
        report_person(person=person(), user=ann, complaint=Complaint("name"), now=NOON)
    with pytest.raises(TooManyReports):
        report_person(person=person(), user=ann, complaint=Complaint("name"), now=NOON)


@pytest.mark.parametrize("role", ["", "helper", "operator"])
def test_whoever_has_a_role_finds_the_pages_of_staff(role: str) -> None:
    user = staff(role) if role else person()
    page = browser(user).get("/desk/").content.decode()
    assert ('href="/admin/"' in page) == bool(role)
