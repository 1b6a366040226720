"""The story of a match: the move list, looking back, what was captured, how it ended."""

from __future__ import annotations

import pytest

from engines.core.outcome import Termination
from games.boards.endings import why_sentence
from games.boards.xiongqi.presenter import START_VIEW, XIONGQI
from games.match.changes.bounds import QUIET, TOO_LONG
from games.matchpage.presenters.page import present_match
from tests.kit.board_facts import facts

MATE = ("c2c6", "f7e7", "c6c8")


def test_moves_stand_two_by_two_with_sentences() -> None:
    page = present_match(facts("e3e4", "e6e5", "e4e5"))
    first, second = page.story.moves
    assert first.moves[0] is not None
    assert first.moves[1] is not None
    assert (first.moves[0].letter, first.moves[0].path) == ("S", "e3–e4")
    assert second.moves[0] is not None
    assert second.moves[0].path == "e4×e5"
    assert second.moves[0].sentence == "Soldier e4 captures Soldier on e5"
    assert second.moves[1] is None


def test_mate_and_check_are_written_and_said() -> None:
    page = present_match(facts(*MATE))
    last = page.story.moves[-1].moves[0]
    assert last is not None
    assert last.path == "c6×c8#"
    assert last.sentence.endswith(", mate")
    assert page.story.last_move_text == f"South: {last.sentence}."


def test_a_story_that_north_began_leaves_a_gap() -> None:
    page = present_match(facts("h2h1", start="3g4/8/8/s7/4S3/8/2BH3r/R3G2R N"))
    assert page.story.moves[0].moves[0] is None
    assert page.story.moves[0].moves[1] is not None
    assert page.story.moves[0].moves[1].path == "h2×h1+"


def test_every_move_leads_back_to_its_board_and_the_last_to_the_present() -> None:
    page = present_match(facts("e3e4", "e6e5"))
    first = page.story.moves[0]
    assert first.moves[0] is not None
    assert first.moves[1] is not None
    assert first.moves[0].url == "?ply=1"
    assert first.moves[1].url == page.links.match
    assert first.moves[1].is_current


def test_looking_back_shows_the_ply_and_offers_the_way_on() -> None:
    page = present_match(facts("e3e4", "e6e5", "d3d4", after_ply=1))
    browse = page.story.browse
    assert (browse.ply, browse.plies, browse.is_live) == (1, 3, False)
    assert (browse.first, browse.back, browse.forward, browse.last) == (0, 0, 2, 3)
    assert page.extras.actions.row == "back"
    assert page.story.moves[0].moves[0] is not None
    assert page.story.moves[0].moves[0].is_current


def test_at_the_ends_there_is_no_step() -> None:
    assert present_match(facts()).story.browse.back is None
    assert present_match(facts("e3e4")).story.browse.forward is None


def test_trays_hold_what_was_captured_up_to_the_ply_shown() -> None:
    moves = ("e3e4", "e6e5", "e4e5", "c7c3")
    page = present_match(facts(*moves))
    assert [face.sign for face in page.people.bottom.tray.faces] == ["nS"]
    assert [face.sign for face in page.people.top[0].tray.faces] == ["sS"]
    earlier = present_match(facts(*moves, after_ply=2))
    assert earlier.people.bottom.tray.faces == ()


def test_captured_pieces_lie_in_piles_the_strongest_first() -> None:
    south, north = XIONGQI.trays({**START_VIEW, "captured": "sCshSrSSb"})
    assert [(face.sign, count) for face, count in south.piles] == [
        *(("nR", 1), ("nH", 1), ("nB", 1), ("nS", 2)),
    ]
    assert [(face.sign, count) for face, count in north.piles] == [("sC", 1), ("sS", 3)]


@pytest.mark.parametrize(
    ("seat", "headline", "tone"),
    [(0, "You have won", "won"), (1, "You have lost", "lost"), (None, "South has won", "over")],
)
def test_the_result_is_told_to_each_in_their_words(
    seat: int | None, headline: str, tone: str
) -> None:
    result = present_match(facts(*MATE, seat=seat)).people.result
    assert result is not None
    assert (result.headline, result.tone) == (headline, tone)
    assert result.why == "Checkmate: the general of North is in check and cannot escape."


def test_a_draw_and_a_cancelled_match() -> None:
    drawn = present_match(facts(status="finished", ended_how="agreement", legal=())).people.result
    assert drawn is not None
    assert (drawn.headline, drawn.tone) == ("Draw", "drawn")
    void = present_match(facts(status="aborted", ended_how="first-move", legal=())).people.result
    assert void is not None
    assert void.headline == "Cancelled"
    assert "first move" in void.why


DECIDED = {
    "xiongqi": ("checkmate", "stalemate"),
    "gunjin": ("occupation", "elimination"),
    "seichu": ("king-captured", "trial", "foul-proven", "doubt-miss"),
}
DRAWN = {
    "xiongqi": ("insufficient-material", "repetition", "quiet", "move-limit"),
    "gunjin": ("elimination", "stalemate", "repetition", "no-progress"),
    "seichu": ("repetition", "no-progress"),
}
ENDINGS = [
    *(
        (game, how, winners)
        for game in DECIDED
        for how in DECIDED[game]
        for winners in [(0,), (1,)]
    ),
    *((game, how, (0,)) for game in DECIDED for how in ("resignation", "time")),
    *((game, how, ()) for game in DRAWN for how in (*DRAWN[game], "agreement")),
]


@pytest.mark.parametrize(("game", "how", "winners"), ENDINGS)
def test_every_ending_has_a_sentence_of_its_own(
    game: str, how: str, winners: tuple[int, ...]
) -> None:
    said = why_sentence(game, how, winners, ("Ann", "Bob"))
    assert said != why_sentence(game, "unheard-of", winners, ("Ann", "Bob"))
    assert "%" not in said


def test_no_ending_is_forgotten() -> None:
    endings = {how for game in DECIDED for how in (*DECIDED[game], *DRAWN[game])}
    endings |= {"rounds", "concession"}  # the one is told by all games, the other by none yet
    assert endings - {QUIET, TOO_LONG} == {end.value for end in Termination}
