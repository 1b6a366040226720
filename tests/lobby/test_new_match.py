"""The form of a new match: asked twice, it makes one."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.models import Challenge
from games.match.models import Match, Vacation
from games.notices.models import Notice
from games.people import services as ties
from games.people.selectors import Kind
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
    ("asked", "said"),
    [
        ("opponent=walrus", "names an opponent that does not exist"),
        ("game=chess", "names a game that does not exist here"),
        ("opponent=&game=nation", "names an opponent that does not exist"),
        ("opponent=link&game=gungi", ""),
    ],
)
def test_a_link_that_asks_for_what_there_is_not_leads_to_the_usual_page(client, ann, asked, said):
    answer = client.get(f"/matches/new/?{asked}")
    html = answer.content.decode()
    form = answer.context["form"]
    assert answer.status_code == 200
    assert form["opponent"].value() == ("bot" if said else "link")
    assert form["game"].value() in form.slugs
    assert ("does not exist" in html) == bool(said)
    assert said in html


@pytest.mark.parametrize(
    ("asked", "time"),
    [("?opponent=link", "relaxed"), ("", "none"), ("?opponent=bot&time=brisk", "brisk")],
)
def test_against_a_bot_there_is_no_limit_unless_one_is_chosen(client, ann, asked, time):
    form = client.get(f"/matches/new/{asked}").context["form"]
    assert form["time"].value() == time


BY_NAME = {**CHOICES, "opponent": "person", "to": "bob", "rated": "no"}


def test_a_player_is_challenged_by_name(client, ann):
    bob = person("Bob")
    answer = client.post("/matches/new/", BY_NAME)
    sent = Challenge.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/challenges/{sent.uid}/")
    assert (sent.user, sent.person, sent.game, sent.side) == (ann, bob, "xiongqi", 0)
    assert not Match.objects.exists()


def test_a_profile_fills_in_the_name(client, ann):
    person("Bob")
    link = "/matches/new/?opponent=person&amp;to=Bob"
    assert f'href="{link}"' in client.get("/people/Bob/").content.decode()
    form = client.get(link.replace("&amp;", "&")).context["form"]
    assert (form["opponent"].value(), form["to"].value()) == ("person", "Bob")


def block(one, other):
    ties.block_person(user=one, person=other, kinds=list(Kind))


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("no name", "Please type the name of a player."),
        ("unknown", "There is no player with this name."),
        ("guest", "There is no player with this name."),
        ("oneself", "You cannot play against yourself."),
        ("blocked", "You have blocked this person."),
        ("away", "They are on vacation."),
        ("twice", "A challenge between you two to this game is open already."),
    ],
)
def test_why_a_player_cannot_be_challenged_stands_at_the_name(client, ann, case, said):
    bob = person("Bob")
    names = {"no name": " ", "unknown": "nobody", "oneself": "ann"}
    match case:
        case "guest":
            User.objects.filter(pk=bob.pk).update(is_guest=True)
        case "blocked":
            block(ann, bob)
        case "away":
            now = timezone.now()
            Vacation.objects.create(
                user=bob, starts_at=now, ends_at=now + timedelta(days=2), made_at=now
            )
        case "twice":
            client.post("/matches/new/", {**BY_NAME, "key": "one-press-0"})
    before = Challenge.objects.count()
    answer = client.post("/matches/new/", {**BY_NAME, "to": names.get(case, "Bob")})
    assert answer.status_code == 422
    assert said in str(answer.context["form"].errors["to"])
    assert Challenge.objects.count() == before


def test_who_is_blocked_reads_the_same_as_anybody(client, ann):
    bob, eve = person("Bob"), person("Zoe")
    block(bob, ann)
    found = []
    for other in (bob, eve):
        answer = client.post("/matches/new/", {**BY_NAME, "to": other.name}, follow=True)
        sent = Challenge.objects.get(person=other)
        html = answer.content.decode().replace(sent.uid, "UID").replace(other.name, "NAME")
        found.append(re.sub(r"[A-Za-z0-9]{60,}|:[0-9.:]+", "", html))
    assert found[0] == found[1]
    assert not Notice.objects.filter(user=bob).exists()


def test_visitors_are_offered_no_names(client, db):
    form = client.get("/matches/new/?opponent=person&to=Bob").context["form"]
    assert form["opponent"].value() == "link"
    assert 'value="person"' not in client.get("/matches/new/").content.decode()
    person("Bob")
    assert client.post("/matches/new/", BY_NAME).status_code == 422
    assert not User.objects.exclude(name="Bob").exists()


def test_the_terms_chosen_last_are_offered_again_for_the_game(client, ann):
    by_link = {**CHOICES, "game": "gungi", "gungi-rules": "advanced", "time": "brisk"}
    assert client.post("/matches/new/", {**by_link, "weekends": "on"}).status_code == 302
    form = client.get("/matches/new/").context["form"]
    assert [form[name].value() for name in ("opponent", "game")] == ["link", "gungi"]
    terms = ("gungi-rules", "time", "weekends", "side")
    assert [form[name].value() for name in terms] == ["advanced", "brisk", True, "0"]
    other = client.get("/matches/new/?game=xiongqi").context["form"]
    assert (other["time"].value(), other["side"].value()) == ("relaxed", "any")
    bot = client.get("/matches/new/?opponent=bot").context["form"]
    assert (bot["game"].value(), bot["time"].value()) == ("gungi", "none")


def test_another_browser_remembers_nothing_of_it(client, ann):
    client.post("/matches/new/", {**CHOICES, "game": "gungi"})
    client.logout()
    client.force_login(ann)
    assert client.get("/matches/new/").context["form"]["game"].value() == "xiongqi"


ANY = "Any side · Anyone may watch"


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("", f"No time limit · {ANY}"),
        (
            "opponent=link&time=days3.w",
            (
                "3 days per move · Weekends off · Casual · Any side"
                " · Who may watch: Only who has the link"
            ),
        ),
        (
            "opponent=here&time=days3&side=0&onlookers=closed",
            (
                "3 days per move · Rated where possible · You play South and move first"
                " · Who may watch: Nobody until the end"
            ),
        ),
        ("opponent=person&rated=no&time=own", f"Bank + bonus per move · Casual · {ANY}"),
        ("game=gungi&gungi-rules=advanced", f"Rules: Advanced · No time limit · {ANY}"),
        ("game=gungi&position=x", f"No time limit · {ANY} · Begins in a position"),
        ("game=%3Cb%3E&side=9&time=%3Cb%3E", f"<b> · {ANY}"),
    ],
    ids=["bot", "link", "here", "own clock", "rules", "position", "nonsense"],
)
def test_one_line_says_what_is_set(client, ann, asked, line):
    assert client.get(f"/matches/new/?{asked}").context["chosen"] == line


def test_a_whole_form_in_the_address_tells_what_it_has_chosen(client, ann):
    sent = {**CHOICES, "opponent": "person", "time": "days3", "nights": "on"}
    answer = client.get("/matches/new/", sent)
    line = "3 days per move · Nights off · Rated where possible · You play South and move first"
    assert answer.context["chosen"].startswith(line)
    assert not Match.objects.exists()


def test_a_bot_is_played_by_one_press(client, ann):
    answer = client.post("/play/gungi/", {"key": "one-press-2", "level": "medium"})
    match = Match.objects.get()
    assert answer.url == f"/matches/{match.uid}/"
    assert (match.game, match.time_control) == ("gungi", "none")
    assert [player.bot for player in match.players.exclude(user=ann)] == ["medium"]
    assert client.post("/play/gungi/", {"key": "one-press-2", "level": "medium"}).url == answer.url


def test_that_press_takes_what_was_chosen_last_against_a_bot(client, ann):
    chosen = {**CHOICES, "opponent": "bot", "level": "strong", "side": "1", "time": "brisk"}
    client.post("/matches/new/", chosen)
    client.post("/play/xiongqi/", {"key": "one-press-2"})
    match = Match.objects.latest("pk")
    assert match.time_control == "none"
    assert [player.bot for player in match.players.order_by("seat")] == ["strong", ""]


@pytest.mark.parametrize("game", ["nation", "chess", "gungi"])
def test_what_cannot_be_played_so_is_not_found(client, ann, game):
    answer = client.post(f"/play/{game}/", {"key": "one-press-2", "level": "god"})
    assert answer.status_code == 404
    assert not Match.objects.exists()


def test_names_are_left_out_only_against_somebody_here(client, ann):
    answer = client.post("/matches/new/", {**CHOICES, "onlookers": "anon"})
    assert answer.status_code == 422
    assert "Without names you play somebody here." in answer.content.decode()


def test_whoever_is_here_begins_at_the_start(client, ann):
    """A position that was typed for another opponent is not part of a seek."""
    here = {**CHOICES, "opponent": "here", "position": "nonsense"}
    assert client.post("/matches/new/", here).url.startswith("/lobby/seeks/")


@pytest.mark.parametrize(
    ("old", "opponent"), [("/lobby/new/", "here"), ("/challenges/new/", "person")]
)
def test_where_offers_were_made_before_leads_to_the_form(client, ann, old, opponent):
    answer = client.get(f"{old}?game=gungi&to=bob&opponent=bot")
    assert answer.status_code == 301
    assert answer["Location"] == f"/matches/new/?game=gungi&to=bob&opponent={opponent}"
    assert client.get(answer["Location"]).context["form"]["opponent"].value() == opponent
