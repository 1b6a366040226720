"""Accounts for children and classes: set up by a grown-up, and kept among those they know."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.test import Client

from accounts.common import events
from accounts.models import ChildFriend, User
from games.chat.services import say
from games.children import services
from games.children.exceptions import (
    NamesRefused,
    NeedsAddress,
    NoGrownUp,
    NoSuchChild,
    TooManyChildren,
    WrongNumber,
)
from games.clubs.models import Club
from games.clubs.services.board import announce
from games.clubs.services.members import found_club, join, leave
from games.common.exceptions import GamesError, NotForChildren
from games.lobby.exceptions import NoSuchPerson
from games.lobby.services.challenges import accept_challenge, challenge_called, send_challenge
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes.ending import resign
from games.match.exceptions import ChildrenPlayCasual
from games.match.models import Match
from games.match.terms.opening import create_bot_match, create_invitation, take_seat
from games.notices.models import Notice
from games.notices.presenters.mails import mail_for
from games.people.selectors import history_of, people_like
from games.people.writing import ChildrenWriteNot, ReaderHasNoTalk
from games.personal.services import ask_to_leave, erase
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, guest, person, terms


@pytest.fixture
def teacher() -> User:
    return person("teacher", email="teacher@jinya.example")


@pytest.fixture
def pupils(teacher: User) -> list[User]:
    """Return two of a class."""
    services.make_class(user=teacher, title="Class 5b", written="otter\nbadger", now=NOON)
    return [User.objects.get(name=name) for name in ("otter", "badger")]


def known(user: User) -> Client:
    """A browser in which the password was just said."""
    client = browser(user)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, method="password", reauthenticated=True)
    request.session.save()
    return client


def played(one: User, other: User) -> Match:
    """A match by challenge."""
    sent = send_challenge(user=one, person=other, terms=terms(), now=NOON)
    return accept_challenge(uid=sent.uid, user=other, now=NOON)


@pytest.mark.django_db
def test_a_class_of_five_is_made_on_one_page_and_plays_each_other(teacher: User) -> None:
    form = {"do": "class", "title": "Class 5b", "written": "a1\n\nb2\nc3\n d4 \ne5\n"}
    page = known(teacher).post("/settings/children/", form)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    slips = page.context["slips"]
    assert [slip.name for slip in slips] == ["a1", "b2", "c3", "d4", "e5"]
    for name, password in slips:
        assert authenticate(username=name, password=password) == User.objects.get(name=name)
    again = known(teacher).post("/settings/children/", form)
    assert again.status_code == 422
    assert User.objects.filter(guardian=teacher).count() == 5
    one, other = (User.objects.get(name=name) for name in ("a1", "e5"))
    match = played(one, other)
    assert (match.status, match.onlookers) == ("active", "closed")
    with pytest.raises(ChildrenWriteNot):
        say(uid=match.uid, user=one, room="players", text="words", now=NOON)
    say(uid=match.uid, user=one, room="players", preset="hello", now=NOON)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("who", "why"), [({"is_guest": True}, NoGrownUp), ({}, NeedsAddress), ("pupil", NoGrownUp)]
)
def test_who_answers_for_nobody_sets_up_nothing(who, why, pupils: list[User]) -> None:
    user = pupils[0] if who == "pupil" else person("somebody", **who)
    with pytest.raises(why):
        services.make_child(user=user, name="fox", password=PASSWORD)
    with pytest.raises(why):
        services.make_class(user=user, title="Class", written="fox", now=NOON)
    assert not User.objects.filter(name="fox").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", WrongNumber),
        ("\n".join(f"pupil{number}" for number in range(41)), WrongNumber),
        ("fox\nfox", NamesRefused),
        ("fox\nOtter", NamesRefused),
        ("fox\nFOX", NamesRefused),
        ("fox\nx", NamesRefused),
    ],
)
def test_a_list_makes_all_accounts_or_none(written, why, teacher, pupils) -> None:
    with pytest.raises(why):
        services.make_class(user=teacher, title="Class 6", written=written, now=NOON)
    assert User.objects.filter(guardian=teacher).count() == 2
    assert Club.objects.count() == 1


@pytest.mark.django_db
def test_there_are_so_many_children_of_one_grown_up(teacher: User, pupils: list[User]) -> None:
    for number in range(services.MOST_CHILDREN):
        services.make_child(user=teacher, name=f"own{number}", password=PASSWORD)
    with pytest.raises(TooManyChildren):
        services.make_child(user=teacher, name="fox", password=PASSWORD)


@pytest.mark.django_db
def test_nobody_else_touches_a_child_or_a_class(teacher: User, pupils: list[User]) -> None:
    other = person("other", email="other@jinya.example")
    club = Club.objects.get()
    for call in (
        lambda: services.reset_password(user=other, name="otter"),
        lambda: services.close_child(user=other, name="otter", now=NOON),
        lambda: services.allow_friend(user=other, name="otter", friend="other"),
        lambda: services.reset_class(user=other, uid=club.uid),
    ):
        with pytest.raises(NoSuchChild):
            call()
    client = known(other)
    for path in ("/settings/children/otter/", f"/clubs/{club.uid}/", "/people/otter/"):
        assert client.get(path).status_code == 404, path
    assert client.get(f"/clubs/{club.uid}/feed/").status_code == 404
    assert client.post(f"/clubs/{club.uid}/", {"do": "join"}).status_code == 404
    renew = {"do": "renew", "class": club.uid}
    assert client.post("/settings/children/", renew).status_code == 404
    with pytest.raises(GamesError):
        join(uid=club.uid, user=other, link=club.link, now=NOON)
    assert known(pupils[0]).get(f"/clubs/{club.uid}/").status_code == 200


@pytest.mark.django_db
def test_a_child_and_a_stranger_do_not_meet(pupils: list[User]) -> None:
    stranger, child = person("stranger"), pupils[0]
    with pytest.raises(NoSuchPerson):
        challenge_called(user=stranger, name="otter", terms=terms(), now=NOON)
    for one, other in ((stranger, child), (child, stranger)):
        with pytest.raises(NotForChildren):
            send_challenge(user=one, person=other, terms=terms(), now=NOON)
        link = create_invitation(user=one, terms=terms(), now=NOON)
        with pytest.raises(NotForChildren):
            take_seat(secret=link.secret, user=other, now=NOON)
    with pytest.raises(NotForChildren):
        open_seek(user=child, asked=SeekRequest(terms()), now=NOON)
    assert people_like("otter") == []
    assert not Match.objects.filter(status="active").exists()


@pytest.mark.django_db
def test_whom_the_grown_up_allows_a_child_may_play(teacher: User, pupils: list[User]) -> None:
    friend, child = person("friend"), pupils[0]
    services.allow_friend(user=teacher, name="otter", friend="Friend")
    services.allow_friend(user=teacher, name="otter", friend="friend")
    assert ChildFriend.objects.count() == 1
    match = played(friend, child)
    with pytest.raises(ReaderHasNoTalk):
        say(uid=match.uid, user=friend, room="players", text="words", now=NOON)
    resign(uid=match.uid, user=friend, now=NOON)
    assert [history_of(one.pk).count() for one in (friend, child)] == [0, 1]
    services.take_friend_back(user=teacher, name="otter", friend="friend")
    with pytest.raises(NotForChildren):
        send_challenge(user=friend, person=child, terms=terms(game="gungi"), now=NOON)


@pytest.mark.django_db
def test_children_of_two_grown_ups_need_the_yes_of_both(teacher: User, pupils) -> None:
    parent = person("parent", email="parent@jinya.example")
    with patch.object(events, "note", wraps=events.note) as noted:
        child = services.make_child(user=parent, name="fox", password=PASSWORD)
    noted.assert_called_once_with("child-registered", user=child.pk, by=parent.pk)
    services.allow_friend(user=parent, name="fox", friend="otter")
    with pytest.raises(NotForChildren):
        send_challenge(user=child, person=pupils[0], terms=terms(), now=NOON)
    services.allow_friend(user=teacher, name="otter", friend="fox")
    assert played(child, pupils[0]).status == "active"


@pytest.mark.django_db
def test_a_child_writes_and_begins_nothing_public(pupils: list[User]) -> None:
    child, club = pupils[0], Club.objects.get()
    with pytest.raises(ChildrenPlayCasual):
        create_invitation(user=child, terms=terms(rated=True), now=NOON)
    with pytest.raises(NotForChildren):
        found_club(user=child, name="Mine", about="words", now=NOON)
    for act in (
        lambda: announce(uid=club.uid, officer=child, text="words", now=NOON),
        lambda: leave(uid=club.uid, user=child),
    ):
        with pytest.raises(GamesError):
            act()
    match = create_bot_match(user=child, terms=terms(), level="easy", now=NOON)
    assert match.onlookers == "closed"
    client = known(child)
    assert client.post("/my-data/leave/", {"do": "leave"}).status_code in (403, 404)
    answer = client.post("/accounts/email/", {"action_add": "1", "email": "me@jinya.example"})
    assert "go to its grown-up" in answer.content.decode()
    assert not User.objects.exclude(leaves_at=None).exists()


@pytest.mark.django_db
def test_mails_about_a_child_go_to_its_grown_up(teacher: User, pupils: list[User]) -> None:
    match = played(*pupils)
    notice = Notice(user=pupils[0], match=match, kind="your-turn")
    mail = mail_for(pupils[0], [notice], key="x", now=NOON)
    assert mail.to == ["teacher@jinya.example"]
    assert mail.subject.startswith("otter: ")


@pytest.mark.django_db
def test_the_grown_up_resets_closes_and_keeps(teacher: User, pupils: list[User]) -> None:
    client = known(teacher)
    page = client.post("/settings/children/otter/", {"do": "password"})
    (slip,) = page.context["slips"]
    assert authenticate(username="otter", password=slip.password)
    assert client.post("/settings/children/otter/", {"do": "close"}).status_code == 302
    assert authenticate(username="otter", password=slip.password) is None
    assert User.objects.get(name="otter").leaves_at is not None
    page = client.post("/settings/children/otter/", {"do": "keep"})
    assert authenticate(username="otter", password=page.context["slips"][0].password)
    renewed = client.post(
        "/settings/children/", {"do": "renew", "class": Club.objects.get().uid}
    ).context["slips"]
    assert [slip.name for slip in renewed] == ["badger", "otter"]
    assert client.post("/settings/children/otter/", {"do": "dance"}).status_code == 404


@pytest.mark.django_db
def test_children_and_classes_go_with_their_grown_up(teacher: User, pupils: list[User]) -> None:
    ask_to_leave(teacher, NOON)
    assert erase(teacher.pk, NOON + timedelta(days=15))
    assert not User.objects.filter(name__in=["teacher", "otter", "badger"]).exists()
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_guests_are_sent_to_make_an_account_first() -> None:
    assert known(guest()).get("/settings/children/").status_code == 200
