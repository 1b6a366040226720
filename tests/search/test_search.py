"""The search box finds what its reader may see, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Sanction, User
from accounts.sanctions import rights
from games.match.models import Match
from games.match.onlookers import ANONYMOUS, BY_LINK, CLOSED
from games.people.models import Block
from games.people.services import block_person
from games.search.places import pages_like, rules_like
from tests.kit.browsing import browser
from tests.kit.builders import (
    NOON,
    club_of,
    match_between,
    match_with_bot,
    north,
    person,
    south,
    tournament_of,
)

pytestmark = pytest.mark.django_db

GROUP = re.compile(r'<section aria-labelledby="found-(\w+)">(.*?)</section>', re.DOTALL)
LINK = re.compile(r'<li><a href="([^"]+)">')


def found(text: str, user: User | None = None, **headers: str) -> dict[str, list[str]]:
    """What a search finds: addresses by group."""
    answer = browser(user).get("/search/", {"q": text}, headers=headers or None)
    assert answer.status_code == 200
    return {name: LINK.findall(part) for name, part in GROUP.findall(answer.content.decode())}


def at(match: Match) -> str:
    return f"/matches/{match.uid}/"


def test_people_are_found_by_the_first_letters_in_any_spelling() -> None:
    person("Hanako"), person("Hansel"), person("Johanna")
    assert found("ＨAN")["people"] == ["/people/Hanako/", "/people/Hansel/"]
    assert found("anna") == {}


def test_whoever_is_shut_out_is_not_found() -> None:
    person("Hanako", is_active=False)
    hansel = person("Hansel")
    assert found("han")["people"] == ["/people/Hansel/"]
    Sanction.objects.create(
        user=hansel, kind="suspend", reason="why", starts_at=timezone.now() - timedelta(days=1)
    )
    rights.remember(hansel, timezone.now())
    assert "people" not in found("han")


def test_clubs_and_tournaments_are_found_unless_they_are_closed_or_for_some() -> None:
    ann = person("ann")
    club, cup = club_of(ann), tournament_of(ann)
    assert found("friends")["clubs"] == [f"/clubs/{club.uid}/"]
    assert found("autu")["tournaments"] == [f"/events/{cup.uid}/"]
    club.closed_at = NOON
    club.save()
    assert "clubs" not in found("friends")
    for field in ("link", "club"):
        setattr(cup, field, "somewhere")
        cup.save()
        assert "tournaments" not in found("autu", ann), field
        setattr(cup, field, "")


@pytest.mark.parametrize("ends", ["", "board/", "?ply=2", "#moves"])
def test_a_match_is_found_by_its_id_and_by_its_address(ends: str) -> None:
    match = match_between(person("ann"), person("bob"))
    for text in (match.uid, f"https://jinya.example{at(match)}{ends}"):
        assert found(text)["matches"] == [at(match)], text


def test_its_line_names_the_players_and_what_bots_are_called() -> None:
    ann = person("ann")
    page = browser().get("/search/", {"q": match_with_bot(ann).uid}).content.decode()
    assert "ann against" in page
    assert "bot)" in page


def test_a_match_is_found_by_those_alone_who_may_look_at_it() -> None:
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    closed, hidden = match_between(ann, bob, onlookers=CLOSED), match_between(ann, bob)
    Match.objects.filter(pk=hidden.pk).update(hidden_at=NOON)
    for match in (closed, hidden):
        assert found(match.uid, ann)["matches"] == [at(match)]
        assert [found(match.uid, user) for user in (None, eve)] == [{}, {}]
    linked = match_between(ann, bob, onlookers=BY_LINK)
    assert found(linked.uid)["matches"] == [at(linked)], "whoever has the address may look"


def test_a_running_match_is_not_found_by_whom_its_players_keep_apart() -> None:
    match, eve = match_between(person("ann"), person("bob")), person("eve")
    assert "matches" in found(match.uid, eve)
    block_person(user=south(match), person=eve, kinds=[Block.Kind.WATCH])
    assert found(match.uid, eve) == {}


def test_a_match_without_names_names_nobody() -> None:
    match = match_between(person("ann"), person("bob"))
    Match.objects.filter(pk=match.pk).update(onlookers=ANONYMOUS)
    assert found(match.uid) == {}
    page = browser(south(match)).get("/search/", {"q": match.uid}).content.decode()
    assert at(match) in page
    assert north(match).name not in page


def test_a_match_is_looked_up_by_an_index() -> None:
    sql = str(Match.objects.filter(uid="abcdefghijkl").order_by().query).replace(
        "abcdefghijkl", "'abcdefghijkl'"
    )
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            assert all("SCAN" not in row[3] for row in cursor.fetchall())


@pytest.mark.parametrize("text", ["", " ", "\x00", "x" * 5000, "%%", "__", "'; --", "🎲" * 300])
def test_odd_questions_find_nothing_and_break_nothing(text: str) -> None:
    person("ann")
    assert found(text) == {}


@pytest.mark.parametrize(
    ("language", "text", "address"),
    [
        ("en", "delete account", "/my-data/"),
        ("en", "sound", "/settings/"),
        ("en", "Puzzles", "/puzzles/"),
        ("ja", "パスワード", "/settings/security/"),
        ("ja", "退会", "/my-data/"),
        ("zh-hans", "密码", "/settings/security/"),
        ("zh-hant", "軍儀", "/rules/gungi/"),
        ("zh-hans", "junren", "/rules/gunjin/"),
    ],
)
def test_pages_are_found_by_other_words_too(language: str, text: str, address: str) -> None:
    with translation.override(language):
        assert address in [place.url for place in pages_like(text)]


def test_titles_come_before_other_words() -> None:
    assert pages_like("vacation")[0].url == "/vacation/"


@pytest.mark.parametrize(
    ("language", "text", "address"),
    [
        ("en", "facing generals", "/rules/xiongqi/#check"),
        ("en", "advisor diagonally anywhere", "/rules/xiongqi/#pieces"),
        ("en", "cannon soldier c5 takes", "/rules/xiongqi/#pieces"),
        ("ja", "ダウト", "/rules/seichu/#doubt"),
        ("zh-hans", "质疑", "/rules/seichu/#doubt"),
    ],
)
def test_rules_are_found_at_the_place(language: str, text: str, address: str) -> None:
    with translation.override(language):
        assert address in [place.url for place in rules_like(text)]


def test_what_is_shown_of_rules_is_text_around_the_words() -> None:
    [place] = [one for one in rules_like("snowstorm") if one.url.startswith("/rules/seichu/")]
    assert "snowstorm" in place.also
    assert not set("<{") & set(place.also)
    assert len(place.also) < 160


def test_every_page_it_knows_is_there() -> None:
    client = browser(person())
    everything = {place.url for letter in "abcdefghijklmnoprstuvwy" for place in pages_like(letter)}
    assert len(everything) > 30
    for address in everything:
        assert client.get(address).status_code in (200, 302), address


def test_without_a_question_the_page_asks_for_one() -> None:
    page = Client().get("/search/").content.decode()
    assert "autofocus" in page
    assert GROUP.findall(page) == []
