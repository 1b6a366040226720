"""What is passed on of a table: pictures, and a frame in somebody else's page."""

from __future__ import annotations

import html
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from accounts.models import User
from games.boards.tabledrawing import width_of
from games.tournaments.models import Tournament
from games.tournaments.services import withdrawing
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, person, play
from tests.tournaments.conftest import Maker
from tests.tournaments.test_running import match_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def running(begun: Maker) -> Tournament:
    """In progress: Ann has beaten Bob."""
    tournament = begun(name="Autumn <b>")
    play(match_of(tournament, "ann", "bob"), *QUICK_MATE)
    return tournament


def drawn(tournament: Tournament, language: str = "en") -> list[str]:
    """The texts of the picture, in their order."""
    answer = browser(None).get(
        f"/events/{tournament.uid}/table.svg", headers={"accept-language": language}
    )
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    return [each.text or "" for each in ET.fromstring(answer.content).iter(f"{SVG}text")]


def test_the_picture_says_what_the_table_says(running: Tournament) -> None:
    texts = drawn(running)
    assert texts[0] == "Autumn <b>"
    assert "Xiongqi · Casual" in texts[1] and "in progress" in texts[1]
    at = texts.index("ann")
    assert texts[at - 1] == "1" and texts[at + 1 : at + 6] == ["1 ·", "· ·", "· ·", "1", "0"]
    withdrawing.withdraw(uid=running.uid, user=User.objects.get(name="bob"), now=NOON)
    assert "× ×" in drawn(running)


def test_the_picture_speaks_the_readers_language(running: Tournament) -> None:
    assert "熊棋" in drawn(running, "ja")[1]


def test_every_text_of_the_picture_has_room(running: Tournament) -> None:
    User.objects.filter(name="bob").update(name="うねめ・はたらき・よしみつ・ながなが")
    answer = browser(None).get(f"/events/{running.uid}/table.svg")
    picture = ET.fromstring(answer.content)
    texts = [each for each in picture.iter(f"{SVG}text") if each.get("text-anchor") == "start"]
    assert all(
        float(each.get("x", "")) + width_of(each.text or "", int(each.get("font-size", "")))
        < float(picture.get("width", ""))
        for each in texts
    )


def test_the_picture_for_other_sites_shows_names(running: Tournament) -> None:
    found = []
    for name in ("bob", "boy"):
        User.objects.filter(name__in=["bob", "boy"]).update(name=name)
        answer = browser(None).get(f"/events/{running.uid}/table.png")
        assert answer["Content-Type"] == "image/png" and answer.content[:8] == b"\x89PNG\r\n\x1a\n"
        found.append(answer.content)
    assert found[0] != found[1]
    page = browser(None).get(f"/events/{running.uid}/").content.decode()
    assert f'og:image" content="http://testserver/events/{running.uid}/table.png"' in page


def test_pictures_have_the_letters_of_pages() -> None:
    faces = (TTFont(path).getBestCmap() for path in (ROOT / "static" / "fonts").glob("*mincho*"))
    whole = TTFont(ROOT / "games" / "boards" / "fonts" / "jinya-mincho.ttf")
    assert set(whole.getBestCmap()) == set().union(*faces)


def test_a_table_may_stand_in_any_page_and_is_the_same_for_everybody(
    running: Tournament, four: list[User]
) -> None:
    address = f"/events/{running.uid}/embed/"
    answer = browser(None).get(address)
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert browser(None).get(f"/events/{running.uid}/")["X-Frame-Options"] == "DENY"
    texts = {browser(user).get(address).content.decode() for user in (None, *four, person())}
    assert len(texts) == 1
    [text] = texts
    for tool in ("<form", "<button", "<input", "<script", "hx-", "csrf"):
        assert tool not in text
    links = re.findall(r"<a [^>]*>", text)
    assert len(links) == 4 + 24 + 1  # everybody, each match from both sides, and the page
    assert all('target="_blank" rel="noopener"' in link for link in links)
    assert 'title="won"' in text and "1 of 12 matches decided" in text


def test_the_page_hands_out_the_frame_it_serves(running: Tournament) -> None:
    page = browser(None).get(f"/events/{running.uid}/").content.decode()
    [embedding] = re.findall(r'id="share-embedding" type="text" value="([^"]*)"', page)
    frame = html.unescape(embedding)
    assert f'src="http://testserver/events/{running.uid}/embed/"' in frame
    assert 'title="Autumn &lt;b&gt;"' in frame


def test_what_is_not_there_may_be_framed_too(db: None) -> None:
    answer = browser(None).get("/events/nowhere/embed/")
    assert answer.status_code == 404 and "X-Frame-Options" not in answer
    assert "There is no such tournament." in answer.content.decode()
