"""What is passed on of a match that is over: a link, a picture, a board in other pages."""

from __future__ import annotations

import html
import re
import struct
from datetime import timedelta
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client

from games.boards import picturefiles
from games.boards.cards import card_for
from games.boards.kit.brushes import USUAL
from games.boards.kit.faces import PIECE_SETS
from games.boards.picturefiles import PARTS, picture_file
from games.boards.socialpictures import social_picture
from games.match.changes import ending
from games.match.terms import opening
from tests.boards.test_presenters_seichu import FIELD
from tests.config.test_answers import policy, refused_by_policy
from tests.kit.board_facts import facts as facts_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]
LATER = NOON + timedelta(hours=1)
STATIC = Path(settings.BASE_DIR) / "static"


@pytest.fixture
def running(people):
    return gunjin_match(*people, *OCCUPATION[:4])


def page_of(match, query: str = "", user=None) -> str:
    return browser(user).get(f"/matches/{match.uid}/{query}").content.decode()


def shared(text: str) -> dict[str, str]:
    """What the page hands out, by what it is."""
    values = re.findall(r'<input id="share-(\w+)" value="([^"]*)"', text)
    picture = re.findall(r'href="([^"]*board\.svg[^"]*)" download', text)
    return {name: html.unescape(value) for name, value in [*values, ("picture", *picture)]}


# The page


def test_the_end_is_shared_as_the_match(over) -> None:
    handed = shared(page_of(over))
    base = f"/matches/{over.uid}/"
    assert handed["link"] == f"http://testserver{base}"
    assert handed["picture"] == f"{base}board.svg"
    assert handed["embedding"].startswith(f'<iframe src="http://testserver{base}embed/" width=')


def test_a_board_looked_back_at_is_shared_with_its_eyes(over) -> None:
    handed = shared(page_of(over, "?ply=4&as=north"))
    base, asked = f"/matches/{over.uid}/", "?ply=4&as=north"
    assert handed["link"] == f"http://testserver{base}{asked}"
    assert handed["picture"] == f"{base}board.svg{asked}"
    assert f'src="http://testserver{base}embed/{html.escape(asked)}"' in handed["embedding"]


def test_pictures_have_the_pieces_of_whoever_shares_them(over) -> None:
    sharing = south(over)
    sharing.piece_set = "international"
    sharing.save()
    handed = shared(page_of(over, "?ply=4", sharing))
    assert handed["link"].endswith("?ply=4")  # readers have their own on the page
    assert handed["picture"].endswith("?ply=4&set=international")
    assert "?ply=4&amp;set=international" in handed["embedding"]


@pytest.fixture
def cancelled(people):
    """A match left before anybody placed a piece."""
    match = gunjin_match(*people, is_placed=False)
    ending.resign(uid=match.uid, user=people[0], now=LATER)
    match.refresh_from_db()
    assert match.status == "aborted"
    return match


def test_nothing_is_shared_before_the_end_or_of_a_cancelled_match(
    running, cancelled, people
) -> None:
    for match in (running, cancelled):
        assert "share-link" not in page_of(match, user=people[0])


@pytest.mark.parametrize("part", ["board.svg", "board.png", "embed/"])
def test_before_the_end_nobody_gets_a_picture(part, running, cancelled, people) -> None:
    for match, user in product((running, cancelled), (None, *people, person("eve"))):
        answer = browser(user).get(f"/matches/{match.uid}/{part}")
        assert answer.status_code == 409
        assert answer["Content-Type"].startswith("text/html")
        assert b"board-picture" not in answer.content


@pytest.mark.parametrize("part", ["board.svg", "board.png", "embed/"])
def test_an_unknown_match_has_no_picture(part, people) -> None:
    terms = opening.Terms("xiongqi", "relaxed", 0)
    waiting = opening.create_invitation(user=people[0], terms=terms, now=NOON)
    for uid in ("nothing", waiting.uid):
        answer = browser(people[0]).get(f"/matches/{uid}/{part}")
        assert answer.status_code == 404
        assert answer["X-Frame-Options"] == "DENY"


# The picture


def signs(drawing: str) -> list[str]:
    """What stands on the pieces of a picture, each with its side."""
    return re.findall(r'<use href="#((?:south|north)-\w+)"/></svg>', drawing)


SEEN = {
    # after the second move, where each side has lost one: by whose eyes whose kinds are known
    "": (True, True),
    "&as=all": (True, True),
    "&as=south": (True, False),
    "&as=north": (False, True),
    "&as=public": (False, False),
    "&as=nonsense": (True, True),
}


@pytest.mark.parametrize("asked", SEEN)
def test_a_picture_shows_what_its_eyes_saw_and_the_same_to_everybody(over, asked) -> None:
    address = f"/matches/{over.uid}/board.svg?ply=4{asked}"
    answers = [browser(user).get(address) for user in (None, south(over), person("eve"))]
    assert {answer.content for answer in answers} == {answers[0].content}
    found = signs(answers[0].content.decode())
    assert len(found) > 40
    known = {side: f"{side}-U" not in found for side in ("south", "north")}
    assert (known["south"], known["north"]) == SEEN[asked]
    assert all((sign.endswith("-U")) is not known[sign.partition("-")[0]] for sign in found)


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_before_the_first_move_there_is_a_board(over, ply) -> None:
    picture, frame = (
        browser(None).get(f"/matches/{over.uid}/{part}?ply={ply}")
        for part in ("board.svg", "embed/")
    )
    assert len(signs(picture.content.decode())) == (46 if ply == 2 else 23 * ply)
    assert "Before the first move" in frame.content.decode()


def test_a_picture_is_a_file_with_a_name(over) -> None:
    answer = browser(None).get(f"/matches/{over.uid}/board.svg?ply=4&as=south")
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Content-Disposition"] == f'inline; filename="jinya-gunjin-{over.uid}-4.svg"'
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


NOWHERE = ("?ply=99999", "?ply=-1", "?ply=x", "?set=%00", "?set=seals", "?as=" + "all" * 99)


@pytest.mark.parametrize("query", NOWHERE)
def test_nonsense_is_the_board_at_the_end_in_the_usual_pieces(over, query) -> None:
    address = f"/matches/{over.uid}/board.svg"
    usual, other = (browser(None).get(address + asked) for asked in ("", query))
    assert other.status_code == 200
    assert other.content == usual.content


GAMES = {"xiongqi": None, "gunjin": None, "seichu": FIELD}


def drawn(game: str, seat: int | None, piece_set: str = "kanji") -> str:
    opened = card_for(game).presenter.start_view if GAMES[game] is None else None
    view = opened or facts_of(start=GAMES[game], game=game, seat=0).view
    return picture_file(game, view, seat, piece_set=piece_set)


@pytest.mark.parametrize(("game", "piece_set"), list(product(GAMES, PIECE_SETS)))
def test_a_picture_needs_nothing_besides_itself(game, piece_set) -> None:
    text = drawn(game, None, piece_set)
    drawing = ET.fromstring(text)
    ids = {found.get("id") for found in drawing.iter() if found.get("id")}
    used = {found.get("href", "") for found in drawing.iter() if found.tag.endswith("use")}
    assert used == {f"#{name}" for name in ids}
    assert len(used) > 3
    for outside in ("class=", "style", "var(", "currentColor", "http://www.w3.org/1999/xlink"):
        assert outside not in text
    assert min(int(drawing.get("width")), int(drawing.get("height"))) > 400


@pytest.mark.parametrize("game", GAMES)
def test_the_sides_change_places_and_pointed_pieces_turn(game) -> None:
    upright, turned = drawn(game, 0), drawn(game, 1)
    assert sorted(signs(upright)) == sorted(signs(turned))
    assert upright != turned
    is_pointed = game != "xiongqi"
    assert ("rotate(180" in turned) is is_pointed
    assert "rotate(180" not in upright


def test_every_drawing_can_be_coloured() -> None:
    for sprite in STATIC.glob("pieces/*/[ki][an]*.svg"):
        shapes = picturefiles._symbols(str(sprite.relative_to(STATIC)))
        assert len(shapes) == sprite.read_text().count("<symbol")
        for shape in shapes.values():
            text = picturefiles._coloured(shape, USUAL["south"])
            assert "var(" not in text
            assert "currentColor" not in text


def test_pictures_have_the_colours_of_the_day() -> None:
    usual = (STATIC / "css/tokens.css").read_text().partition(":root {")[2]
    styles = usual + (STATIC / "css/pieces.css").read_text()
    tokens = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", styles)[::-1])
    fills = dict(re.findall(r"& \.(\w+) \{\s*fill: light-dark\((#\w+),", styles))
    assert {
        name: tokens.get(name, fills.get(name)) for name in picturefiles.INK
    } == picturefiles.INK
    for side, ink in USUAL.items():
        assert (ink.face, ink.rim) == (tokens[f"{side}-face"], tokens[f"{side}-ink"])
        assert (ink.edge, ink.ink) == (tokens[f"{side}-edge"], tokens[f"{side}-ink"])
    for side, ink in card_for("seichu").inks.items():
        assert (ink.face, ink.edge) == (tokens["snow"], tokens["snow-edge"])
        assert (ink.rim, ink.ink) == (tokens[f"snow-{side}"], tokens[f"snow-{side}"])
    assert set(PARTS) == {"ground", "lines", "last", "water", "bridge"}


# The frame


def test_a_board_may_stand_in_any_page_and_nothing_else_of_the_house(over) -> None:
    answer = browser(None).get(f"/matches/{over.uid}/embed/?ply=4")
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    rules = policy(answer["Content-Security-Policy"])
    assert rules.pop("frame-ancestors") == "*"
    usual = policy(browser(None).get(f"/matches/{over.uid}/")["Content-Security-Policy"])
    assert usual.pop("frame-ancestors") == "'none'"
    assert {name: rules[name] for name in rules if name != "script-src"} == {
        name: usual[name] for name in usual if name != "script-src"
    }
    for part in ("", "board/", "board.svg", "record.json", "commitments.txt"):
        assert browser(None).get(f"/matches/{over.uid}/{part}")["X-Frame-Options"] == "DENY"


def test_in_a_frame_there_is_nothing_to_press_but_links(over, running, people) -> None:
    for match in (over, running):
        answer = browser(people[0]).get(f"/matches/{match.uid}/embed/")
        text = answer.content.decode()
        for tool in ("<form", "<button", "<input", "<script", "hx-", "csrf"):
            assert tool not in text
        assert refused_by_policy(answer) == []


def test_in_a_frame_everybody_sees_the_same(over, people) -> None:
    for query in ("", "?ply=4", "?ply=4&as=south&set=international"):
        address = f"/matches/{over.uid}/embed/{query}"
        everybody = {browser(user).get(address).content for user in (None, *people)}
        assert len(everybody) == 1


def links(text: str) -> list[str]:
    return [html.unescape(url) for url in re.findall(r'<a [^>]*href="([^"]*)"', text)]


def test_one_steps_through_a_match_in_its_frame(over) -> None:
    base = f"/matches/{over.uid}/embed/"
    text = browser(None).get(f"{base}?ply=4&as=south&set=international").content.decode()
    also = "&as=south&set=international"
    assert links(text) == [
        f"?ply=2{also}",
        f"?ply=3{also}",
        f"?ply=5{also}",
        f"{base}?set=international",
        f"http://testserver/matches/{over.uid}/",
    ]
    assert "2 / " in text
    assert "pieces/gunjin/international" in text
    end = browser(None).get(base).content.decode()
    assert "won" in end
    assert len(links(end)) == 3


def test_a_frame_speaks_its_readers_language(over) -> None:
    headers = {"accept-language": "ja"}
    text = Client().get(f"/matches/{over.uid}/embed/", headers=headers).content.decode()
    assert '<html lang="ja">' in text
    assert "軍人将棋" in text


def test_an_open_game_is_shared_too(people) -> None:
    match = match_between(*people)
    play(match, "e3e4")
    ending.resign(uid=match.uid, user=people[0], now=LATER)
    text = page_of(match, "?ply=1")
    assert urlsplit(shared(text)["picture"]).query == "ply=1"
    answer = browser(None).get(f"/matches/{match.uid}/board.svg?ply=1")
    assert len(signs(answer.content.decode())) == 36


# --------------------------------------------------------------------------------------------
# What other sites show with a link


def preview_of(page: str) -> dict[str, str]:
    """What a page says of itself to sites that show a link to it."""
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    assert len(found) == len({name for name, _said in found})
    return {name: html.unescape(said) for name, said in found}


def test_a_match_that_is_over_is_shown_elsewhere_with_its_board(over, people) -> None:
    page = Client().get(f"/matches/{over.uid}/?ply=4").content.decode()
    found = preview_of(page)
    assert found["image"].startswith(f"http://testserver/matches/{over.uid}/board.png?ply=4")
    assert f"<title>{html.escape(found['title'])}</title>" in page
    assert '<meta name="robots" content="noindex">' in page
    answer = Client().get(found["image"].removeprefix("http://testserver"))
    assert answer["Content-Type"] == "image/png"
    width, height = struct.unpack(">II", answer.content[16:24])
    assert (width, height) == (int(found["image:width"]), int(found["image:height"])) == (1200, 630)
    other = Client().get(f"/matches/{over.uid}/board.png?ply=0")
    assert other.content != answer.content


def test_a_match_in_progress_is_shown_elsewhere_with_the_picture_of_the_house(running) -> None:
    for path in (f"/matches/{running.uid}/", "/", "/rules/"):
        html = preview_of(Client().get(path).content.decode())
        assert html["image"] == "http://testserver/static/img/preview.png"
        assert html["site_name"] == "Jinya"
        assert html["description"]
    assert Client().get("/static/img/preview.png").status_code == 200
    assert Client().get("/static/img/touch-icon.png").status_code == 200


def test_a_picture_passed_on_widely_is_drawn_once(over) -> None:
    social_picture.cache_clear()
    for _time in range(3):
        Client().get(f"/matches/{over.uid}/board.png")
    assert social_picture.cache_info().misses == 1


def test_texts_of_the_head_are_escaped_once() -> None:
    template = Template('{% load heads %}{% say "a" %} {{ a }} {% endsay %} {% say_again "a" %}')
    once = "&quot;&gt;&lt;b&gt;&amp;"
    assert template.render(Context({"a": '"><b>&'})) == f"{once} {once}"
