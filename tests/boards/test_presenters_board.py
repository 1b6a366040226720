"""The board as a viewer sees it: labels, sides, marks."""

from __future__ import annotations

import pytest

from games.boards.kit.grid import Cell
from games.boards.xiongqi.presenter import LAYOUT
from games.matchpage.presenters.page import MatchPage, present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import Asked
from tests.kit.board_facts import facts, grid

CHECKED = "3g4/8/8/s7/4S3/8/2BH3r/R3G2R N"  # h2h1 checks South


def cell(page: MatchPage, square: str) -> Cell:
    return next(one for rank in grid(page).ranks for one in rank.cells if one.square == square)


def marked(page: MatchPage, mark: str) -> set[str]:
    cells = (one for rank in grid(page).ranks for one in rank.cells)
    return {one.square for one in cells if mark in one.classes.split()}


def test_a_board_text_is_read_from_the_last_rank_down() -> None:
    assert LAYOUT.letters_on("g7/8/8/8/8/8/8/RG6") == {"a8": "g", "a1": "R", "b1": "G"}


def test_labels_name_square_side_and_piece() -> None:
    page = present_match(facts())
    assert cell(page, "e3").label == "e3, South Soldier"
    assert cell(page, "c7").label == "c7, North Cannon"
    assert cell(page, "e4").label == "e4, empty"


def test_faces_name_the_symbols_of_the_sprite() -> None:
    page = present_match(facts())
    south, north = cell(page, "e1").face, cell(page, "e8").face
    assert south is not None
    assert north is not None
    assert (south.side, south.sign) == ("south", "sG")
    assert (north.side, north.sign) == ("north", "nG")


@pytest.mark.parametrize(
    ("seat", "first", "last", "files"),
    [(0, "a8", "h1", "abcdefgh"), (1, "h1", "a8", "hgfedcba"), (None, "a8", "h1", "abcdefgh")],
)
def test_the_viewer_sits_below(seat: int | None, first: str, last: str, files: str) -> None:
    board = grid(present_match(facts(seat=seat)))
    assert board.ranks[0].cells[0].square == first
    assert board.ranks[-1].cells[-1].square == last
    assert "".join(board.files) == files
    assert board.is_turned is (seat == 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_near_right_corner_is_light_and_colours_alternate(seat: int) -> None:
    board = grid(present_match(facts(seat=seat)))
    near = board.ranks[-1].cells
    assert "light" in near[-1].classes
    assert "light" not in near[-2].classes


def test_own_pieces_are_those_of_the_viewers_side() -> None:
    assert "e3" in marked(present_match(facts(seat=0)), "own")
    assert "e6" in marked(present_match(facts(seat=1)), "own")
    assert marked(present_match(facts(seat=None)), "own") == set()


def test_the_last_move_is_marked_and_said() -> None:
    page = present_match(facts("e3e4"))
    assert marked(page, "last-from") == {"e3"}
    assert marked(page, "last-to") == {"e4"}
    assert cell(page, "e4").label == "e4, South Soldier, moved last"
    assert grid(page).last == "e3 e4"
    assert grid(page).last_seat == 0


def test_check_is_marked_on_the_general_to_move() -> None:
    page = present_match(facts("h2h1", start=CHECKED))
    assert marked(page, "check") == {"e1"}
    assert cell(page, "e1").label == "e1, South General, in check"
    assert page.sentences.status == "Check! Your move."


def test_mate_is_marked_on_the_general_that_lost() -> None:
    page = present_match(facts("c2c6", "f7e7", "c6c8"))
    assert page.facts.status == "finished"
    assert marked(page, "check") == {"e8"}


def test_picks_and_targets_are_marked() -> None:
    page = present_match(facts("e3e4", "e6e5"), asked=Asked(at=("e4",)))
    assert marked(page, "picked") == {"e4"}
    assert marked(page, "target") == {"e5"}
    assert marked(page, "capture") == {"e5"}


def test_a_piece_set_is_a_sprite() -> None:
    page = present_match(facts(), preferences=Preferences(piece_set="international"))
    assert page.playing.board.sprite == "pieces/xiongqi/international.svg"
    assert page.playing.board.has_letters
    odd = present_match(facts(), preferences=Preferences(piece_set="../../etc"))
    assert odd.playing.board.sprite == "pieces/xiongqi/kanji.svg"


def test_before_the_match_has_begun_the_opening_is_shown() -> None:
    page = present_match(facts(view=None, news=[], legal=(), status="open", secret="s"))
    assert cell(page, "e1").label == "e1, South General"
    assert page.links.socket == ""
    assert page.extras.actions.row == "open"
