"""Whatever people type is shown as text, or refused with the reason: no page ever takes it for
markup, a template, a path, a format or a statement.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest

from accounts.models import User
from games.chat.models import LONGEST_LINE, ChatLine
from games.chat.selectors import LAST_LINES
from games.chat.services import NothingSaid, clean, say
from games.match.models import Match
from games.moderation.models import Report
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, north, person, south
from tests.kit.own_data import put_together
from tests.kit.staff import staff
from tests.kit.texts import TEXTS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]


class Shape(HTMLParser):
    """Which elements with which attributes a page has, and what it says."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: set[tuple[str, frozenset[str]]] = set()
        self.text: list[str] = []
        self.values: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add((tag, frozenset(name for name, _value in attrs)))
        self.values += [value or "" for _name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def says(self, text: str) -> bool:
        """Whether *text* stands on the page, or in one of its fields, sign for sign."""
        seen = " ".join(" ".join([*self.text, *self.values]).split())
        return " ".join(text.split()) in seen


def in_parts(longest: int) -> Iterator[str]:
    """All texts, as few at a time as fit: what is shown as one is shown as many."""
    part = ""
    for text in TEXTS:
        clean_one = text.replace("\x00", "")
        if part and len(part) + len(clean_one) + 3 > longest:
            yield part
            part = ""
        part = f"{part} | {clean_one}" if part else clean_one[:longest]
    yield part


@pytest.fixture
def match() -> Match:
    return match_between(person("south"), person("north"))


def test_there_are_enough_of_them() -> None:
    assert len(TEXTS) == len(set(TEXTS)) >= 400


def test_talk_is_text(match: Match) -> None:
    client, url = browser(north(match)), f"/matches/{match.uid}/talk/"
    say(uid=match.uid, user=south(match), room="players", text="words", now=NOON)
    plain = Shape(client.get(url).content.decode())
    said = [clean(text) for text in TEXTS if 0 < len(clean(text)) <= LONGEST_LINE]
    assert len(said) > 400
    for first in range(0, len(said), LAST_LINES):
        lines = said[first : first + LAST_LINES]
        ChatLine.objects.bulk_create(
            ChatLine(match=match, room="players", author=south(match), text=text, said_at=NOON)
            for text in lines
        )
        check_lines(client.get(url).content.decode(), plain, lines)


@pytest.mark.parametrize("text", ["", "\u3000", "\u200b\u202e", "\x00", "\r\n\t", "x" * 301])
def test_what_is_no_line_is_refused(match: Match, text: str) -> None:
    with pytest.raises(NothingSaid):
        say(uid=match.uid, user=south(match), room="players", text=text, now=NOON)
    form = {"room": "players", "text": text}
    answer = browser(south(match)).post(f"/matches/{match.uid}/talk/", form)
    assert answer.status_code == 422
    assert not ChatLine.objects.exists()


def check_lines(html: str, plain: Shape, lines: list[str]) -> None:
    page = Shape(html)
    assert page.elements <= plain.elements
    for line in lines:
        assert page.says(line), line


def report(match: Match, text: str) -> str:
    form = {"category": "throwing", "seat": "0", "text": text}
    Report.objects.all().delete()
    assert browser(north(match)).post(f"/matches/{match.uid}/report/", form).status_code == 302
    page = f"/admin/moderation/report/{Report.objects.get().pk}/change/"
    return str(browser(User.objects.get(name="helper")).get(page).content.decode())


def person_note(match: Match, text: str) -> str:
    client = browser(north(match))
    client.post("/people/south/ties/", {"do": "note", "text": text})
    return str(client.get("/people/south/").content.decode())


def match_note(match: Match, text: str) -> str:
    client = browser(north(match))
    client.post(f"/matches/{match.uid}/note/", {"text": text})
    return str(client.get(f"/matches/{match.uid}/note/").content.decode())


def staff_note(match: Match, text: str) -> str:
    client = browser(User.objects.get(name="helper"))
    page = f"/admin/moderation/report/person/{south(match).pk}/"
    client.post(page, {"do": "note", "note": text})
    return str(client.get(page).content.decode())


PLACES: dict[str, tuple[Callable[[Match, str], str], int]] = {
    "report": (report, 1000),
    "person note": (person_note, 4000),
    "match note": (match_note, 4000),
    "staff note": (staff_note, 1000),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_written_is_shown_as_text(match: Match, place: str) -> None:
    shown, longest = PLACES[place]
    staff("helper")
    plain = Shape(shown(match, "words"))
    for part in in_parts(longest):
        page = Shape(shown(match, part))
        assert page.elements <= plain.elements, part
        assert page.says(part.strip()), part


URLS = [
    "/people/?q=", "/people/south/?opponent=", "/lobby/?game=", "/lobby/?page=",
    "/ratings/?game=", "/matches/new/?opponent=person&to=", "/matches/new/?game=",
]  # fmt: skip


@pytest.mark.parametrize("url", URLS)
def test_what_is_asked_for_is_shown_as_text_or_not_at_all(match: Match, url: str) -> None:
    client = browser(north(match))
    plain = Shape(client.get(url, {}).content.decode())
    path, name = url.rstrip("=").split("?")
    for text in TEXTS[URLS.index(url) :: 40]:
        answer = client.get(path, {name: text})
        assert answer.status_code in (200, 404, 422), (text, answer.status_code)
        page = Shape(answer.content.decode())
        odd = {tag for tag, names in page.elements - plain.elements if "script" in tag}
        assert not odd, text
        assert not any(name.startswith("on") for _tag, names in page.elements for name in names)
        assert "evil.example" not in [value for value in page.values if value.startswith("//")]


def test_the_export_holds_it_sign_for_sign(match: Match) -> None:
    client = browser(north(match))
    text = next(in_parts(4000))
    client.post(f"/matches/{match.uid}/note/", {"text": text})
    answer = json.loads(put_together(north(match)))
    assert answer["notes"][0]["text"].split() == text.split()
