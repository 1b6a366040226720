"""What presenters name, drawings and scripts have; pictures are plain and complete."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings

from engines.gunjin.pieces import LETTERS
from games.boards.kit.faces import PIECE_SETS
from games.boards.pictures import picture_svg
from games.boards.xiongqi.words import Words
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.words import script_words
from tests.kit.board_facts import facts

STATIC = settings.BASE_DIR / "static"
SVG = "{http://www.w3.org/2000/svg}"


def symbols(path: str) -> set[str | None]:
    tree = ET.parse(STATIC / path)
    return {symbol.get("id") for symbol in tree.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("piece_set", [*PIECE_SETS, "kanji.zh-hans", "kanji.zh-hant"])
def test_every_kind_of_gunjin_and_the_unknown_is_drawn_in_every_set(piece_set: str) -> None:
    wanted = {*LETTERS[1:], "U", "south", "north"}
    assert symbols(f"pieces/gunjin/{piece_set}.svg") == wanted


@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_every_piece_of_both_sides_is_drawn_in_every_set(piece_set: str) -> None:
    faces = [Words().face(letter) for letter in "GARBHCESgarbhces"]
    wanted = {face.sign for face in faces} | {face.side for face in faces}
    assert symbols(f"pieces/xiongqi/{piece_set}.svg") == wanted


@pytest.mark.parametrize("path", sorted((STATIC / "pieces").rglob("*.svg")), ids=lambda p: p.name)
def test_drawings_carry_no_styles_scripts_or_addresses(path: object) -> None:
    text = path.read_text()  # type: ignore[attr-defined]
    assert not re.search(r"style=|<style|<script|href=|on\w+=", text)
    assert text.count("http") == 1  # the name space


def test_every_way_to_end_has_a_seal() -> None:
    assert symbols("pieces/board/stamps.svg") == {"won", "lost", "drawn", "over"}


def test_the_script_finds_its_words_and_no_word_is_idle() -> None:
    scripts = "".join((STATIC / "js" / f"{name}.js").read_text() for name in ("board", "match"))
    assert set(re.findall(r"\bwords\.(\w+)", scripts)) == set(script_words())


@pytest.mark.parametrize(("seat", "corner"), [(0, "40.4"), (1, "30.4")])
def test_a_picture_is_seen_from_its_seat(seat: int, corner: str) -> None:
    view = facts().view
    drawing = ET.fromstring(picture_svg("xiongqi", view, seat))
    pieces = [piece for piece in drawing if piece.tag == "svg"]
    assert len(pieces) == 36
    general = next(p for p in pieces if any(use.get("href", "").endswith("#sG") for use in p))
    assert (general.get("x"), general.get("y")) == (corner, "73.4" if seat == 0 else "0.4")


def test_a_picture_names_its_game_and_carries_no_style() -> None:
    drawing = picture_svg("xiongqi", None, None)
    assert 'aria-label="Board of Xiongqi"' in drawing
    assert "style" not in drawing


def test_a_picture_shows_the_board_it_is_given() -> None:
    drawing = picture_svg("xiongqi", facts("e3e4").view, 0)
    assert drawing.count('class="last"') == 2


def test_onlookers_see_no_own_pieces() -> None:
    board: Any = present_match(facts(seat=None)).playing.board
    assert board.own == ""
