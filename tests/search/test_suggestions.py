"""What is suggested under a search box is what the page of the search finds."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.match.onlookers import CLOSED
from tests.kit.browsing import browser
from tests.kit.builders import club_of, match_between, person

pytestmark = pytest.mark.django_db


def suggested(text: str, user: User | None = None) -> list[str]:
    answer = browser(user).get("/search/suggest/", {"q": text})
    assert answer.status_code == 200
    return re.findall(r'href="([^"]+)"', answer.content.decode())


def test_the_first_lines_of_each_kind_are_suggested() -> None:
    club = club_of(person("Puzzler"))
    for number in range(4):
        person(f"Puz{number}")
    club.name = "Puzzle friends"
    club.save()
    found = suggested("puz")
    assert [one for one in found if one.startswith("/people/")] == [
        "/people/Puz0/",
        "/people/Puz1/",
        "/people/Puz2/",
    ]
    assert f"/clubs/{club.uid}/" in found
    assert "/puzzles/" in found
    assert len(found) <= 8


def test_nothing_is_suggested_that_the_reader_may_not_find() -> None:
    ann, bob = person("ann"), person("bob")
    match = match_between(ann, bob, onlookers=CLOSED)
    assert suggested(match.uid) == []
    assert suggested(match.uid, ann) == [f"/matches/{match.uid}/"]
    assert suggested("") == suggested("\x00") == []


def test_names_are_text_and_nothing_else() -> None:
    club = club_of(person("ann"))
    club.name = "<b>Friends"
    club.save()
    page = browser().get("/search/suggest/", {"q": "<b>"}).content.decode()
    assert "&lt;b&gt;Friends" in page
    assert "<b>" not in page
