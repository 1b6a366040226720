"""The pages of tournaments: lists, making one, one of them, its files."""

from __future__ import annotations

import codecs
import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.match.changes import ending
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import entering
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, play
from tests.tournaments.conftest import Maker
from tests.tournaments.test_running import match_of, resign_all

pytestmark = pytest.mark.django_db

FORM = {
    "key": "key-of-this-form",
    "name": "Winter <b>",
    "game": "xiongqi",
    "time": "relaxed",
    "size": "4",
    "rated": "no",
    "entry": "anyone",
}


def page_of(tournament: Tournament) -> str:
    return reverse("games:event", args=[tournament.uid])


def test_a_tournament_is_made_by_its_form_once(opened: Maker, four: list[User]) -> None:
    client = browser(four[0])
    assert "Winter" not in client.get("/events/new/").content.decode()
    for _twice in range(2):
        answer = client.post("/events/new/", FORM)
        assert answer.status_code == 302
    page = client.get(answer["Location"]).content.decode()
    assert "Winter &lt;b&gt;" in page and "1 of 4 places taken" in page
    assert Tournament.objects.count() == 1
    for which, is_there in (("open", True), ("mine", True), ("running", False), ("over", False)):
        listed = client.get("/events/", {"list": which}).content.decode()
        assert ("Winter &lt;b&gt;" in listed) == is_there


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"size": "9"}, "Select a valid choice"),
        ({"time": "live5"}, "Select a valid choice"),
        ({"low": "1700", "high": "1300"}, "The second number must be the higher one."),
        ({"takes_bots": "on", "rated": "yes"}, "Bots play casual tournaments only."),
        ({"starts_at": "2001-01-01T00:00"}, "Choose a start in the next 60 days."),
        ({"game": "nation"}, "Select a valid choice"),
    ],
)
def test_what_is_not_possible_is_said_and_nothing_is_made(
    opened: Maker, four: list[User], change: dict[str, str], said: str
) -> None:
    answer = browser(four[0]).post("/events/new/", {**FORM, **change})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Tournament.objects.exists()


def test_one_enters_leaves_and_begins_on_the_page(opened: Maker, four: list[User]) -> None:
    tournament = opened()
    url = page_of(tournament)
    ann, bob = browser(four[0]), browser(four[1])
    assert bob.post(url, {"do": "enter"}).status_code == 302
    assert bob.post(url, {"do": "enter"}).status_code == 409
    assert bob.post(url, {"do": "leave"}).status_code == 302
    assert bob.post(url, {"do": "call-off"}).status_code == 404
    assert bob.post(url, {"do": "nonsense"}).status_code == 404
    assert ann.post(url, {"do": "begin"}).status_code == 409
    assert ann.post(url, {"do": "call-off"}).status_code == 302
    assert "called off" in ann.get(url).content.decode()
    assert bob.post(url, {"do": "enter"}).status_code == 409


@pytest.mark.parametrize(("takes_bots", "count"), [(True, 0), (True, 3), (False, 2), (False, 3)])
def test_begin_now_is_shown_when_those_there_are_enough(
    opened: Maker, four: list[User], takes_bots: bool, count: int
) -> None:
    tournament = opened(takes_bots=takes_bots, size=5)
    for user in four[1 : count + 1]:
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    ann, url = browser(four[0]), page_of(tournament)
    is_enough = takes_bots or count == 3
    assert ('value="begin"' in ann.get(url).content.decode()) is is_enough
    assert ann.post(url, {"do": "begin"}).status_code == (302 if is_enough else 409)


def test_the_link_is_shown_to_its_maker_alone(opened: Maker, four: list[User]) -> None:
    tournament = opened(by_link=True)
    url = page_of(tournament)
    assert tournament.link in browser(four[0]).get(url).content.decode()
    bob = browser(four[1])
    page = bob.get(url).content.decode()
    assert tournament.link not in page and "only be entered by its link" in page
    assert tournament.link in bob.get(url, {"link": tournament.link}).content.decode()
    assert bob.post(url, {"do": "enter", "link": tournament.link}).status_code == 302
    assert tournament.name not in bob.get("/events/").content.decode()


def test_the_crosstable_says_what_came_of_each_match(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    play(match_of(tournament, "ann", "bob"), *QUICK_MATE)
    page = browser(four[1]).get(page_of(tournament)).content.decode()
    assert 'title="won">1<' in page and 'title="lost">0<' in page
    assert "1 of 12 matches decided" in page
    withdrawn = browser(four[1]).post(page_of(tournament), {"do": "withdraw"})
    assert withdrawn.status_code == 302
    page = browser(four[1]).get(page_of(tournament)).content.decode()
    assert "withdrawn" in page and 'title="does not count">×<' in page


def test_the_winner_is_named_on_the_page_and_the_profile(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    for pairing in tournament.pairings.select_related("match"):
        loser = pairing.first if pairing.second.user == four[2] else pairing.second
        ending.resign(uid=pairing.match.uid, user=loser.user, now=NOON)
    page = browser(four[0]).get(page_of(tournament)).content.decode()
    assert "Won by cat." in page
    assert tournament.name in browser(four[0]).get("/people/cat/").content.decode()
    assert tournament.name not in browser(four[0]).get("/people/ann/").content.decode()


def test_a_final_table_says_what_told_equals_apart(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    assert "points each" not in browser(None).get(page_of(tournament)).content.decode()
    resign_all(tournament)
    page = browser(None).get(page_of(tournament)).content.decode()
    assert "ann, bob, cat, dan have 3 points each and share the place." in page
    Pairing.objects.filter(first__user=four[0], second__user=four[1]).update(outcome="draw")
    page = browser(None).get(page_of(tournament)).content.decode()
    # Bob has 3½ points and Ann 2½; Cat and Dan have won against each other once
    assert "cat, dan have 3 points each and share the place." in page


def test_the_match_page_leads_to_its_event(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    match = match_of(tournament, "ann", "bob")
    page = browser(four[0]).get(reverse("games:match", args=[match.uid])).content.decode()
    assert page_of(tournament) in page


def test_files_say_the_same_as_the_page(begun: Maker, four: list[User]) -> None:
    tournament = begun()
    play(match_of(tournament, "ann", "bob"), *QUICK_MATE)
    resign_all(tournament)
    client = browser(four[0])
    url = page_of(tournament)
    answer = client.get(f"{url}table.json").json()
    assert answer["state"] == "over" and len(answer["pairings"]) == 12
    assert {row["name"]: row["points"] for row in answer["table"]} == dict.fromkeys(
        ("ann", "bob", "cat", "dan"), 3.0
    )
    table = client.get(f"{url}table.csv").content
    assert table.startswith(codecs.BOM_UTF8)
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    assert {row["name"]: row["place"] for row in rows} == dict.fromkeys(
        ("ann", "bob", "cat", "dan"), "1"
    )
    lines = client.get(f"{url}table.trf").content.decode().splitlines()
    ann = next(line for line in lines if line.startswith("001    1"))
    assert ann[14:47].strip() == "ann" and ann[80:84] == " 3.0"
    assert ann[91:99].split() == ["2", "w", "1"]


def test_a_name_is_no_formula_in_a_table(begun: Maker, four: list[User]) -> None:
    User.objects.filter(pk=four[1].pk).update(name="=bob")
    tournament = begun()
    assert ",'=bob," in browser(four[0]).get(f"{page_of(tournament)}table.csv").content.decode()


def test_a_list_takes_as_many_statements_for_many(opened: Maker, four: list[User]) -> None:
    client, counts = browser(four[1]), []
    client.get("/events/")
    for number in range(1, 13):
        Tournament.objects.create(
            key=f"key-{number}", name=f"one {number}", made_by=four[0], game="xiongqi", size=4,
            time_control="relaxed", created_at=NOON, closes_at=NOON,
        )  # fmt: skip
        if number in (1, 12):
            with CaptureQueriesContext(connection) as seen:
                client.get("/events/")
            counts.append(len(seen))
    assert counts[0] == counts[1]
