"""Starting a match: the form, the link behind which it waits, and taking the seat."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from games.match.terms.opening import MOST_MATCHES
from tests.kit.browsing import browser, start_match
from tests.kit.builders import NOON, everything, guest, match_between, person, terms

pytestmark = pytest.mark.django_db


def link(invitation):
    return f"/take/{invitation.secret}/"


def test_the_form_offers_what_the_house_has(ann) -> None:
    html = browser(ann).get("/matches/new/").content.decode()
    for word in ("Xiongqi", "A friend, by link", "A bot", "No time limit"):
        assert word in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("game", ""),
        ("opponent", "god"),
        ("time", "bullet"),
        ("side", "2"),
        ("side", "-1"),
        ("side", "ANY"),
        ("key", ""),
        ("key", "short"),
        ("key", "0:01234567"),
    ],
)
def test_other_terms_are_refused_with_the_form(ann, field, value) -> None:
    client = browser(ann)
    before = everything()
    answer = start_match(client, **{field: value})
    assert answer.status_code == 422
    assert b"Nothing has been sent yet." in answer.content
    assert everything() == before


@pytest.mark.parametrize("opponent", ["link", "bot"])
def test_sending_the_form_twice_makes_one_match(ann, opponent) -> None:
    client = browser(ann)
    answers = [start_match(client, opponent=opponent, key="the-same-key") for _click in range(3)]
    assert [answer.status_code for answer in answers] == [302] * 3
    assert len({answer["Location"] for answer in answers}) == 1
    assert Match.objects.count() == 1


def test_a_key_of_somebody_else_is_not_mine(ann) -> None:
    for user in (ann, person("bob")):
        start_match(browser(user), key="the-same-key")
    assert Match.objects.count() == 2


@pytest.mark.parametrize("changes", [{"time": "none"}, {"opponent": "bot"}, {"side": "1"}])
def test_another_request_under_the_same_key_makes_another_match(ann, changes) -> None:
    """Back in the browser, something else chosen, sent again."""
    client = browser(ann)
    first = start_match(client, key="the-same-key")
    second = start_match(client, key="the-same-key", **changes)
    assert first["Location"] != second["Location"]
    assert Match.objects.count() == 2


def test_no_room_is_told_in_a_sentence(ann) -> None:
    client = browser(ann)
    for number in range(MOST_MATCHES):
        opening.create_invitation(user=ann, terms=terms(key=f"request-{number}"), now=NOON)
    before = everything()
    answer = start_match(client)
    assert answer.status_code == 422
    assert b"You have reached your limit" in answer.content
    assert everything() == before


def test_a_stranger_is_shown_who_invites_to_what(invitation) -> None:
    html = browser().get(link(invitation)).content.decode()
    assert "ann invites you to Xiongqi" in html
    assert "You play North and move second." in html
    assert "You play as a guest." in html


def test_a_link_may_be_to_a_match_that_counts(ann) -> None:
    start_match(browser(ann), rated="yes")
    match = Match.objects.get()
    before = everything()
    page = link(match)
    shown = browser().get(page).content.decode()
    assert "Rated" in shown
    assert "both players need an account" in shown
    for visitor in (browser(), browser(guest())):
        answer = visitor.post(page)
        assert answer.status_code == 403
        assert "Rated matches need an account." in answer.content.decode()
    assert {name for name, rows in everything().items() if rows != before[name]} <= {
        "accounts.User", "accounts.SignIn", "accounts.Trace", "sessions.Session"
    }  # fmt: skip
    assert User.objects.filter(is_guest=True).count() == 1
    assert browser(person("bob")).post(page).status_code == 302
    match.refresh_from_db()
    assert (match.status, match.rated) == (Status.ACTIVE, True)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"rated": "yes", "time": "none"}, "Without a time limit a match cannot be rated."),
        ({"rated": "perhaps"}, "Nothing has been sent yet."),
    ],
)
def test_a_match_that_cannot_count_is_not_made(ann, choices, words) -> None:
    answer = start_match(browser(ann), **choices)
    assert (answer.status_code, Match.objects.count()) == (422, 0)
    assert words in answer.content.decode()


def test_guests_and_bots_play_casual_matches(ann) -> None:
    answer = start_match(browser(guest()), rated="yes")
    assert answer.status_code == 422
    start_match(browser(ann), rated="yes", opponent="bot")
    assert not Match.objects.get().rated


def test_the_maker_is_shown_the_link_and_may_withdraw_it(invitation, ann) -> None:
    client = browser(ann)
    html = client.get(link(invitation)).content.decode()
    assert f"http://testserver{link(invitation)}" in html
    assert client.post(f"/matches/{invitation.uid}/cancel/")["Location"] == "/desk/"
    invitation.refresh_from_db()
    assert invitation.status == Status.ABORTED
    assert b"This invitation has expired" in browser().get(link(invitation)).content


def test_withdrawing_too_late_is_told_and_changes_nothing(invitation, ann) -> None:
    opening.take_seat(secret=invitation.secret, user=person("bob"), now=NOON)
    client = browser(ann)
    answer = client.post(f"/matches/{invitation.uid}/cancel/", follow=True)
    assert "Someone else has already joined." in answer.content.decode()
    invitation.refresh_from_db()
    assert invitation.status == Status.ACTIVE


def test_ones_own_seat_is_not_taken(invitation, ann) -> None:
    client = browser(ann)
    before = without_sessions()
    answer = client.post(link(invitation))
    assert answer.status_code == 409
    assert "Send the link to someone else" in answer.content.decode()
    assert without_sessions() == before


def without_sessions():
    """All rows but those that keep a message for the next page."""
    return {name: rows for name, rows in everything().items() if name != "sessions.Session"}


def test_a_taken_seat_is_told(invitation) -> None:
    opening.take_seat(secret=invitation.secret, user=person("bob"), now=NOON)
    carol = browser(person("carol"))
    answer = carol.post(link(invitation))
    assert answer.status_code == 409
    assert "Someone has already joined" in answer.content.decode()
    assert browser().get(link(invitation)).status_code == 200
    assert invitation.uid.encode() not in browser().get(link(invitation)).content


def test_the_name_behind_a_taken_link_is_told_to_nobody(invitation) -> None:
    opening.take_seat(secret=invitation.secret, user=person("bob"), now=NOON)
    html = browser().get(link(invitation)).content.decode().split("<main")[1]
    assert "ann" not in html
    assert "bob" not in html


@pytest.mark.parametrize("secret", ["nothing", "0" * 22, "a" * 300, "-", "_"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_link_is_not_found(ann, secret, method) -> None:
    assert getattr(browser(ann), method)(f"/take/{secret}/").status_code == 404


def test_a_link_to_the_form_may_choose_for_the_visitor(ann) -> None:
    match_between(ann, person("bob"))
    html = browser(ann).get("/matches/new/?opponent=bot&game=%3Cb%3E&side=9").content.decode()
    assert re.search(r'value="bot"[^>]*\bchecked', html)
    assert "<b>" not in html
