"""Looking at what is hidden while it is: two of the staff, never one's own, and told at the end."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.common.exceptions import GamesError
from games.match.changes import ending
from games.match.models import Match
from games.moderation.models import Consent, ModAction
from games.moderation.services.consents import approve, ask_consent
from games.moderation.services.log import Why
from games.moderation.services.reports import Complaint, file_report
from games.moderation.services.reveals import reveal
from games.notices.models import Notice
from games.people.services import follow_person
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, north, person, south
from tests.kit.chance import play_some
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
ATTEMPTS = int(os.environ.get("JINYA_ATTEMPTS", "10"))
"""How often each forbidden look is tried."""


@pytest.fixture
def match() -> Match:
    made = match_between(person("south"), person("north"), game="gunjin")
    play_some(made, 4)
    return made


@pytest.fixture
def senior() -> User:
    return staff("senior")


def asked(match: Match, actor: User) -> Consent:
    return ask_consent(uid=match.uid, action="reveal", why=why(actor, "is it cheating?"), now=LATER)


def approved(match: Match, actor: User, other: User) -> Consent:
    return approve(consent_id=asked(match, actor).pk, why=why(other), now=LATER)


def test_two_of_the_staff_see_all_once_and_the_players_are_told_at_the_end(
    match: Match, senior: User
) -> None:
    approved(match, senior, staff("senior", "another"))
    view = reveal(uid=match.uid, why=why(senior, "both look odd"), now=LATER)
    assert view
    with pytest.raises(GamesError):
        reveal(uid=match.uid, why=why(senior), now=LATER)
    assert [row.verb for row in ModAction.objects.order_by("pk")] == [
        "reveal-asked", "reveal-approved", "reveal-looked"
    ]  # fmt: skip
    notices = Notice.objects.filter(kind="ruled", subject__startswith="reveal")
    assert not notices.exists()
    assert not match.rulings.exists()
    ending.resign(uid=match.uid, user=south(match), now=LATER)
    assert {notice.user for notice in notices} == {south(match), north(match)}
    assert match.rulings.get().verb == "reveal"


def test_the_page_shows_it_to_who_asked_and_to_nobody_else(match: Match, senior: User) -> None:
    other = staff("senior", "another")
    path = f"/admin/moderation/report/match/{match.uid}/reveal/"
    form = {"reason": "report", "note": "both look odd"}
    approved(match, senior, other)
    assert browser(other).post(path, form).status_code == 302
    answer = browser(senior).post(path, form)
    assert answer.status_code == 200
    assert b"board-picture" in answer.content
    assert answer["Cache-Control"].find("no-store") >= 0
    assert browser(senior).post(path, form).status_code == 302


def nothing(match: Match, senior: User) -> None:
    """Nobody has asked, nobody has approved."""


def without_approval(match: Match, senior: User) -> None:
    asked(match, senior)


def approved_by_oneself(match: Match, senior: User) -> None:
    approve(consent_id=asked(match, senior).pk, why=why(senior), now=LATER)


def approved_by_a_moderator(match: Match, senior: User) -> None:
    approved(match, senior, staff("moderator"))


def seated(match: Match, senior: User) -> None:
    match.players.filter(seat=0).update(user=senior)
    approved(match, senior, staff("senior", "another"))


def who_approves_is_seated(match: Match, senior: User) -> None:
    other = staff("senior", "another")
    match.players.filter(seat=0).update(user=other)
    approved(match, senior, other)


def seated_since(match: Match, senior: User) -> None:
    approved(match, senior, staff("senior", "another"))
    match.players.filter(seat=0).update(user=senior)


def recent_opponent(match: Match, senior: User) -> None:
    match_between(senior, north(match), now=NOON - timedelta(days=20))
    approved(match, senior, staff("senior", "another"))


def has_reported(match: Match, senior: User) -> None:
    complaint = Complaint("outside-help", "odd")
    file_report(uid=match.uid, user=south(match), complaint=complaint, now=LATER)
    from games.moderation.models import ReportAtom

    ReportAtom.objects.update(reporter=senior)
    approved(match, senior, staff("senior", "another"))


def follows_a_player(match: Match, senior: User) -> None:
    follow_person(user=senior, person=north(match), wanted=True)
    approved(match, senior, staff("senior", "another"))


def follows_since(match: Match, senior: User) -> None:
    approved(match, senior, staff("senior", "another"))
    follow_person(user=senior, person=south(match), wanted=True)


def who_approves_follows(match: Match, senior: User) -> None:
    other = staff("senior", "another")
    follow_person(user=other, person=north(match), wanted=True)
    approved(match, senior, other)


def too_late(match: Match, senior: User) -> None:
    approved(match, senior, staff("senior", "another"))
    Consent.objects.update(asked_at=LATER - timedelta(days=2))


FORBIDDEN: list[Callable[[Match, User], None]] = [
    nothing, without_approval, approved_by_oneself, approved_by_a_moderator, seated,
    who_approves_is_seated, seated_since, recent_opponent, has_reported,
    follows_a_player, follows_since, who_approves_follows, too_late,
]  # fmt: skip


@pytest.mark.parametrize("case", FORBIDDEN, ids=lambda case: case.__name__)
def test_every_forbidden_look_is_refused(
    match: Match, senior: User, case: Callable[[Match, User], None]
) -> None:
    with contextlib.suppress(GamesError):
        case(match, senior)
    for _attempt in range(ATTEMPTS):
        with pytest.raises(GamesError):
            reveal(uid=match.uid, why=why(senior), now=LATER)
    assert not ModAction.objects.filter(verb="reveal-looked").exists()


def test_a_look_wants_a_reason_and_a_right(match: Match, senior: User) -> None:
    approved(match, senior, staff("senior", "another"))
    for actor, note in ((senior, " "), (staff("moderator"), "odd"), (staff("operator"), "odd")):
        with pytest.raises(GamesError):
            reveal(uid=match.uid, why=Why(actor, "report", note), now=LATER)


def test_superusers_are_not_exempt(match: Match) -> None:
    root = person("root", is_staff=True, is_superuser=True)
    with pytest.raises(GamesError):
        reveal(uid=match.uid, why=why(root), now=LATER)


def test_only_the_reveal_opens_a_position_to_staff() -> None:
    from tests.test_guards import SOURCES

    callers = {path.name for path in SOURCES if ".lay_open(" in path.read_text()}
    assert callers == {"reveals.py"}
    assert {path.name for path in SOURCES if "arbiter()" in path.read_text()} == {
        "reveals.py", "viewers.py"
    }  # fmt: skip
