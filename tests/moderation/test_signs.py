"""What two accounts share, as staff may read it: sentences with numbers, and never a verdict."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Trace, User
from games.chat.services import say
from games.match.changes import ending
from games.match.models import Match
from games.match.referee import moments_of
from games.match.sealed import SealedPly
from games.moderation.models import Report, ReportAtom
from games.moderation.selectors.links import pairs_of, rhythm_of
from games.moderation.selectors.person import person_facts
from games.moderation.services.reports import Complaint, file_report
from tests.kit.browsing import browser
from tests.kit.builders import NOON, REPETITION, match_between, person, play
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def trace(user: User, kind: str, digest: str) -> None:
    now = timezone.now()
    Trace.objects.create(user=user, kind=kind, digest=digest, since=now, seen_at=now)


def page(role: str, who: User, query: str = "") -> str:
    reader = User.objects.filter(name=role).first() or staff(role)
    answer = browser(reader).get(f"/admin/moderation/report/person/{who.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def ann() -> User:
    """Ann, who shares a browser and a network with Bob, and nothing with Eve."""
    made, bob = person("ann"), person("bob")
    person("eve")
    for user in (made, bob):
        trace(user, "device", "planted-device")
        trace(user, "network", "planted-network")
    match_between(made, person("both"))
    match_between(bob, User.objects.get(name="both"))
    return made


def test_every_sign_is_a_sentence_with_its_numbers(ann: User) -> None:
    html = page("moderator", ann)
    assert "Both were used in one browser, as its cookie shows: 2 accounts" in html
    assert "Both came from one part of the network: 2 accounts" in html
    assert "People played: ann 1, bob 1; the same in both lists: 1. They have never met." in html
    assert "Too few moves in 30 days" in html
    assert "Signs, not proof" in html
    assert ">eve<" not in html
    assert "planted-" not in html, "marks themselves are shown to nobody"


def test_two_accounts_can_be_compared_by_name(ann: User) -> None:
    html = page("moderator", ann, "?with=EVE")
    assert "People played: ann 1, eve 0; the same in both lists: 0." in html
    assert ">bob<" not in html
    assert "Nobody has that name." in page("moderator", ann, "?with=nobody-at-all")
    assert "No other account" in page("moderator", ann, "?with=ann")


def test_signs_are_no_business_of_helpers_nor_of_ones_own(ann: User) -> None:
    for html in (page("helper", ann), page("helper", ann, "?with=eve")):
        assert "Both were used" not in html
        assert "People played" not in html
    moderator = staff("moderator")
    trace(moderator, "device", "planted-device")
    assert "moderator 0" not in page("moderator", ann)
    match_between(User.objects.get(name="bob"), moderator, now=timezone.now())
    assert "Both were used" not in page("moderator", ann), "Bob is at play with the reader"


def test_the_match_page_tells_the_signs_of_its_players(ann: User) -> None:
    match = match_between(ann, User.objects.get(name="bob"))
    path = f"/admin/moderation/report/match/{match.uid}/"
    for role, found in (("moderator", True), ("helper", False)):
        html = browser(staff(role)).get(path).content.decode()
        assert ("Both were used in one browser" in html) is found
        assert ("They have played each other." in html) is found


def moments(match: int, first: datetime, *days: int) -> list[tuple[int, datetime]]:
    return [(match, first + day * DAY) for day in days]


def test_moves_at_nearly_the_same_moment_are_set_against_the_same_habits() -> None:
    mine = moments(1, NOON, *range(12))
    same = moments(2, NOON + 2 * MINUTE, *range(12))
    rhythm = rhythm_of(mine, same)
    assert rhythm is not None
    assert (rhythm.moves, rhythm.others_moves, rhythm.close) == (12, 12, 12)
    assert rhythm.close_by_habit == 11, "who plays at noon every day is near anybody who does"
    far = rhythm_of(mine, moments(2, NOON + 3 * MINUTE, *range(12)))
    assert far is not None
    assert far.close == 0
    once = rhythm_of(moments(1, NOON, *range(0, 40, 4)), moments(2, NOON, *range(0, 40, 4)))
    assert once is not None
    assert (once.close, once.close_by_habit) == (10, 0)


def test_a_board_of_both_and_few_moves_say_nothing() -> None:
    mine, theirs = moments(1, NOON, *range(20)), moments(1, NOON, *range(20))
    assert rhythm_of(mine, theirs) is None
    assert rhythm_of(mine, moments(2, NOON, *range(9))) is None


def test_moments_are_of_ones_own_moves_and_not_of_a_set_up(ann: User) -> None:
    match = Match.objects.of_user(ann.pk).get()
    play(match, *REPETITION[:3])
    placing = match_between(ann, person(), game="gunjin")
    counted = {"number": 1, "seat": 0, "seat_ply": 1}
    made = {"move": "secret", "key": "k", "made_at": NOON, "events": []}
    SealedPly.objects.create(match=placing, **counted, **made)
    found = moments_of([ann.pk], NOON - DAY)
    assert found == {ann.pk: [(match.pk, NOON), (match.pk, NOON + 2 * MINUTE)]}
    assert moments_of([ann.pk], NOON + MINUTE) == {ann.pk: [(match.pk, NOON + 2 * MINUTE)]}


def test_more_linked_accounts_take_no_more_statements(ann: User) -> None:
    counted = []
    for others in ([User.objects.get(name="bob")], list(User.objects.exclude(pk=ann.pk))):
        with CaptureQueriesContext(connection) as captured:
            assert len(pairs_of(ann, others, NOON)) == len(others)
        counted.append(len(captured))
    assert counted[0] == counted[1] <= 5


# Reports, words and reliability


def test_words_are_shown_with_a_report_and_not_without(ann: User) -> None:
    match, now = Match.objects.of_user(ann.pk).get(), timezone.now()
    say(uid=match.uid, user=ann, room="players", text="you planted fool", now=now)
    say(uid=match.uid, user=ann, room="later", text="planted remark", now=now)
    assert "planted" not in page("helper", ann)
    both = User.objects.get(name="both")
    complaint = Complaint("talk", "rude")
    report = file_report(uid=match.uid, user=both, complaint=complaint, now=now).report
    html = page("helper", ann)
    assert "you planted fool" in html
    assert "planted remark" not in html
    assert "(1 person)" in html
    helper = User.objects.get(name="helper")
    ReportAtom.objects.update(reporter=helper)
    facts = person_facts(ann.pk, helper, now)
    assert facts is not None
    assert facts.lines is None, "the only report is the reader's own"
    assert facts.reports == []
    ReportAtom.objects.update(reporter=both)
    Report.objects.filter(pk=report.pk).update(closed_at=now)
    assert "planted" not in page("helper", ann)


def test_nobody_reads_who_has_reported_them(ann: User) -> None:
    match, helper = Match.objects.of_user(ann.pk).get(), staff("helper")
    report = file_report(uid=match.uid, user=ann, complaint=Complaint("throwing"), now=NOON).report
    assert "Loses or wins by arrangement" in page("helper", ann)
    Report.objects.filter(pk=report.pk).update(suspect=helper)
    assert "Loses or wins by arrangement" not in page("helper", ann)


def test_reliability_is_broken_down_by_time_and_by_end(ann: User) -> None:
    now = timezone.now()
    quick = match_between(ann, person(), time_control="brisk", now=now)
    ending.resign(uid=quick.uid, user=ann, now=now)
    for days in (1, 100):
        late = match_between(ann, person(), now=now)
        Match.objects.filter(pk=late.pk).update(
            status="finished", ended_how="time", ended_at=now - days * DAY
        )
        late.players.update(over_at=now - days * DAY)
        late.players.filter(seat=0).update(result="lost")
    facts = person_facts(ann.pk, staff("helper"), now)
    assert facts is not None
    rows = {(row.time_control, row.ended_how): (row.matches, row.recent) for row in facts.endings}
    assert rows[("relaxed", "time")] == (2, 1)
    html = page("helper", ann)
    assert "<td>2 (1)</td>" in html
    assert "<td>1 (1)</td>" in html
