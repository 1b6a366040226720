"""Clubs: founding, joining by request and by link, roles, the board, reports and moderators."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.clubs import selectors
from games.clubs.exceptions import NoClub, TooMuchWritten
from games.clubs.models import Club, Member
from games.clubs.services import board, members
from games.match.exceptions import Sanctioned
from games.moderation.models import ModAction
from games.moderation.services.sanctions import Limit, impose
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest, person
from tests.kit.staff import staff, why
from tests.moderation.test_both_sides import set_to

pytestmark = pytest.mark.django_db
Role = Member.Role


@pytest.fixture
def ann(db: None) -> User:
    return person("ann")


@pytest.fixture
def club(ann: User, monkeypatch: pytest.MonkeyPatch) -> Club:
    """That Ann has founded."""
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    return members.found_club(user=ann, name="Go-betweens", about="We play slowly.", now=NOON)


def url(club: Club) -> str:
    return f"/clubs/{club.uid}/"


def roles(club: Club) -> list[tuple[str, int]]:
    return [(one.user.name, one.role) for one in selectors.members_of(club)]


def test_founding_wants_ten_matches_and_a_name_of_its_own(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = browser(ann)
    form = {"name": "Go-betweens", "about": ""}
    page = own.get("/clubs/new/").content.decode()
    assert "Finished matches needed to found clubs: 10. You have 0." in page
    assert own.post("/clubs/new/", form).status_code == 422
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    assert own.post("/clubs/new/", form).status_code == 302
    assert own.post("/clubs/new/", {"name": "go-BETWEENS"}).status_code == 422
    for name in ("", "ab", "a\u200bb", "x" * 41):
        assert own.post("/clubs/new/", {"name": name}).status_code == 422
    assert Club.objects.count() == 1
    assert "Go-betweens" in Client().get("/clubs/?q=go-b").content.decode()
    assert "Go-betweens" not in Client().get("/clubs/?q=x").content.decode()
    assert browser(guest("gast")).post("/clubs/new/", form).status_code == 422


def test_one_joins_by_request_or_at_once_by_the_link(club: Club, ann: User) -> None:
    bob, cat = browser(person("bob")), browser(person("cat"))
    assert bob.post(url(club), {"do": "join"}).status_code == 302
    assert bob.post(url(club), {"do": "join"}).status_code == 409
    assert roles(club) == [("ann", 0)]
    assert "You have asked to join." in bob.get(url(club)).content.decode()
    owner = browser(ann)
    assert "Requests to join" in owner.get(url(club)).content.decode()
    assert bob.post(url(club), {"do": "let-in", "name": "bob"}).status_code == 404
    assert owner.post(url(club), {"do": "let-in", "name": "bob"}).status_code == 302
    assert cat.post(url(club), {"do": "join", "link": club.link}).status_code == 302
    assert roles(club) == [("ann", 0), ("bob", 2), ("cat", 2)]
    assert club.link not in bob.get(url(club)).content.decode()
    assert club.link in owner.get(url(club)).content.decode()
    owner.post(url(club), {"do": "renew-link"})
    dan = browser(person("dan"))
    dan.post(url(club), {"do": "join", "link": club.link})  # the old one lets nobody in any more
    assert len(roles(club)) == 3
    assert browser(guest("gast")).post(url(club), {"do": "join"}).status_code == 403


def test_roles_are_the_owners_to_give_and_reach_down_only(club: Club, ann: User) -> None:
    people = {name: person(name) for name in ("bob", "cat", "dan")}
    for user in people.values():
        members.join(uid=club.uid, user=user, link=club.link, now=NOON)
    owner, bob = browser(ann), browser(people["bob"])
    assert bob.post(url(club), {"do": "role", "name": "cat", "role": 1}).status_code == 404
    for name in ("bob", "cat"):
        assert owner.post(url(club), {"do": "role", "name": name, "role": 1}).status_code == 302
    assert bob.post(url(club), {"do": "put-out", "name": "cat"}).status_code == 404
    assert bob.post(url(club), {"do": "put-out", "name": "ann"}).status_code == 404
    assert bob.post(url(club), {"do": "put-out", "name": "dan"}).status_code == 302
    assert owner.post(url(club), {"do": "role", "name": "ann", "role": 2}).status_code == 404
    assert owner.post(url(club), {"do": "role", "name": "bob", "role": 0}).status_code == 302
    assert roles(club) == [("bob", 0), ("ann", 1), ("cat", 1)]


def test_where_the_owner_goes_the_highest_and_longest_one_owns_it(club: Club, ann: User) -> None:
    for hours, name in enumerate(("bob", "cat")):
        at = NOON + timedelta(hours=hours)
        members.join(uid=club.uid, user=person(name), link=club.link, now=at)
    Member.objects.filter(user=ann).delete()  # as with an account that is erased
    bob = User.objects.get(name="bob")
    assert selectors.role_of(club, bob.pk) == Role.OWNER
    members.renew_link(uid=club.uid, officer=bob)
    assert roles(club) == [("bob", 0), ("cat", 2)]
    for name in ("bob", "cat"):
        members.leave(uid=club.uid, user=User.objects.get(name=name))
    assert not Club.objects.exists()


@pytest.mark.parametrize("kind", ["close", "suspend", "erased"])
def test_a_club_whose_owner_is_closed_has_the_next_one_in_line(
    club: Club, ann: User, kind: str
) -> None:
    bob = person("bob")
    members.join(uid=club.uid, user=bob, link=club.link, now=NOON)
    members.give_role(uid=club.uid, owner=ann, name="bob", role=Role.OFFICER)
    set_to(ann, kind)
    is_next = kind != "suspend"
    assert (selectors.role_of(club, bob.pk) == Role.OWNER) == is_next
    members.renew_link(uid=club.uid, officer=bob)
    assert roles(club) == ([("bob", 0), ("ann", 1)] if is_next else [("ann", 0), ("bob", 1)])


def test_no_role_is_offered_to_who_is_suspended(club: Club, ann: User) -> None:
    bob = person("bob")
    members.join(uid=club.uid, user=bob, link=club.link, now=NOON)
    members.give_role(uid=club.uid, owner=ann, name="bob", role=Role.OFFICER)
    set_to(bob, "suspend")
    page = browser(ann).get(url(club)).content.decode()
    assert "Make them: Owner" not in page
    assert browser(ann).post(url(club), {"do": "role", "name": "bob", "role": 2}).status_code == 302
    assert roles(club) == [("ann", 0), ("bob", 2)]


def test_officers_announce_and_nobody_else(club: Club, ann: User) -> None:
    bob = person("bob")
    members.join(uid=club.uid, user=bob, link=club.link, now=NOON)
    with pytest.raises(NoClub):
        board.announce(uid=club.uid, officer=bob, text="Hello", now=NOON)
    owner = browser(ann)
    for text in ("", "x" * 2001):
        assert owner.post(url(club), {"do": "announce", "text": text}).status_code == 422
    for number in range(board.MOST_A_DAY):
        board.announce(uid=club.uid, officer=ann, text=f"<b>{number}</b>", now=NOON)
    with pytest.raises(TooMuchWritten):
        board.announce(uid=club.uid, officer=ann, text="more", now=NOON)
    page = Client().get(url(club)).content.decode()
    assert "&lt;b&gt;4" in page and "<b>4" not in page
    key = club.announcements.latest("pk").pk
    assert browser(bob).post(url(club), {"do": "take-down", "key": key}).status_code == 404
    assert owner.post(url(club), {"do": "take-down", "key": key}).status_code == 302
    assert club.announcements.count() == 4
    impose(
        person=ann,
        limit=Limit("mute", "abuse", 2),
        why=why(staff("moderator")),
        now=NOON,
    )
    with pytest.raises(Sanctioned):
        board.announce(uid=club.uid, officer=ann, text="x", now=NOON + timedelta(days=1, hours=1))


def test_a_reported_club_is_seen_hidden_and_closed_by_moderators(club: Club, ann: User) -> None:
    board.announce(uid=club.uid, officer=ann, text="Rude words", now=NOON)
    bob = browser(person("bob"))
    for _twice in range(2):
        assert bob.post(url(club), {"do": "report", "text": "Look at it"}).status_code == 302
    assert club.reports.count() == 1
    desk = browser(staff("moderator"))
    page = desk.get("/admin/moderation/report/clubs/").content.decode()
    assert "Look at it" in page and "Rude words" not in page
    address = f"/admin/moderation/report/clubs/?club={club.uid}"
    chosen = desk.get(address).content.decode()
    assert "Rude words" in chosen and '<li class="whole">' in chosen
    reason = {"reason": "abuse", "note": "rude"}
    key = club.announcements.get().pk
    desk.post(address, {"do": "hide", "key": key})  # without a reason nothing happens
    assert "Rude words" in Client().get(url(club)).content.decode()
    desk.post(address, {"do": "hide", "key": key, **reason})
    assert "Rude words" not in Client().get(url(club)).content.decode()
    desk.post(address, {"do": "close", **reason})
    shut = Client().get(url(club)).content.decode()
    assert "A moderator has closed this club." in shut and "We play slowly" not in shut
    assert "Go-betweens" not in Client().get("/clubs/").content.decode()
    assert bob.post(url(club), {"do": "join"}).status_code == 409
    assert browser(ann).post(url(club), {"do": "announce", "text": "x"}).status_code == 409
    desk.post(address, {"do": "settle", **reason})
    assert not selectors.open_reports().exists()
    desk.post(address, {"do": "open", **reason})
    assert "We play slowly" in Client().get(url(club)).content.decode()
    verbs = set(ModAction.objects.values_list("verb", flat=True))
    assert {"announcement-hidden", "club-closed", "club-reports-closed", "club-opened"} <= verbs
    helper = browser(staff("helper"))
    helper.post(address, {"do": "close", **reason})
    assert Club.objects.get().closed_at is None


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "nonsense"},
        {"do": "role", "name": "ann", "role": "9"},
        {"do": "role", "name": "ann", "role": "x"},
        {"do": "put-out", "name": "\x00"},
        {"do": "take-down", "key": "9" * 30},
        {"do": "take-down", "key": "-1"},
        {"do": "let-in"},
    ],
)
def test_nonsense_changes_nothing(club: Club, ann: User, form: dict[str, str]) -> None:
    assert browser(ann).post(url(club), form).status_code == 404
    assert roles(club) == [("ann", 0)]


def test_the_page_asks_as_many_questions_for_many_as_for_few(club: Club) -> None:
    counted = []
    for names in (("bob",), ("cat", "dan", "eve")):
        for name in names:
            members.join(uid=club.uid, user=person(name), link=club.link, now=NOON)
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(url(club)).status_code == 200
        counted.append(len(asked))
    assert counted[0] == counted[1]
