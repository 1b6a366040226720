"""The form of a new match: asked twice, it makes one."""

from __future__ import annotations

import pytest

from games.match.models import Match
from tests.kit.builders import person

pytestmark = pytest.mark.django_db

CHOICES = {
    "game": "xiongqi",
    "opponent": "link",
    "time": "relaxed",
    "side": "0",
    "key": "one-press-1",
}


@pytest.fixture
def ann(client):
    user = person("Ann")
    client.force_login(user)
    return user


@pytest.mark.parametrize("opponent", ["link", "bot"])
def test_two_presses_of_the_button_make_one_match(client, ann, opponent):
    first = client.post("/matches/new/", {**CHOICES, "opponent": opponent})
    second = client.post("/matches/new/", {**CHOICES, "opponent": opponent})
    assert (first.status_code, first.url) == (302, second.url)
    assert Match.objects.count() == 1


def test_each_page_has_a_key_of_its_own(client, ann):
    keys = {client.get("/matches/new/").context["form"]["key"].value() for _press in range(3)}
    assert len(keys) == 3


def test_somebody_elses_key_is_another_key(client, ann):
    client.post("/matches/new/", CHOICES)
    client.force_login(person("Bob"))
    client.post("/matches/new/", CHOICES)
    assert Match.objects.count() == 2


@pytest.mark.parametrize("name", sorted(CHOICES))
@pytest.mark.parametrize("value", [None, "", "nonsense?", "9" * 300])
def test_a_wrong_choice_starts_nothing(client, ann, name, value):
    data = {**CHOICES, name: value} if value is not None else {**CHOICES}
    if value is None:
        del data[name]
    assert client.post("/matches/new/", data).status_code == 422
    assert not Match.objects.exists()


def test_a_link_may_choose_the_opponent(client, ann):
    form = client.get("/matches/new/?opponent=bot").context["form"]
    assert form["opponent"].value() == "bot"


@pytest.mark.parametrize(
    ("asked", "time"),
    [("", "relaxed"), ("?opponent=bot", "none"), ("?opponent=bot&time=brisk", "brisk")],
)
def test_against_a_bot_there_is_no_limit_unless_one_is_chosen(client, ann, asked, time):
    form = client.get(f"/matches/new/{asked}").context["form"]
    assert form["time"].value() == time
