"""Seichu on the match page: what each viewer reads and sees of covered pieces and Doubts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from games.boards.kit.grid import Cell
from games.boards.kit.scenes import ShownMove
from games.boards.pictures import picture_svg
from games.boards.seichu.figures import chapter
from games.matchpage.presenters.page import MatchPage, present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import Asked
from tests.kit.board_facts import facts, grid

FIELD = "k2l/2P1/1p2/4/PR2/4/K2b SP/n 0"
"""South's rook looks at a pawn; a pawn of South's stands in the enemy camp."""

LAST_STEP = "1n2/2K1/4/4/3p/4/3k -/- 0"
"""South's king is one step from its last rank."""

QUESTION = "k3/4/1p2/4/1G2/4/K3 -/- 1"
"""North's pawn can jump beside South's gold."""

PAWNS = "k3/4/4/1P2/4/4/K3 P/- 0"
"""South has one pawn on a file and another in hand."""


def page(*moves: str, asked: Asked = Asked(), **about: object) -> MatchPage:  # noqa: B008 - frozen
    return present_match(facts(*moves, game="seichu", **about), asked=asked)  # type: ignore[arg-type]


def cell(shown: MatchPage, square: str) -> Cell:
    return next(one for rank in grid(shown).ranks for one in rank.cells if one.square == square)


def marked(shown: MatchPage, name: str) -> set[str]:
    cells = (one for rank in grid(shown).ranks for one in rank.cells)
    return {one.square for one in cells if name in one.classes.split()}


def signs(shown: MatchPage) -> dict[str, str]:
    cells = (one for rank in grid(shown).ranks for one in rank.cells)
    return {one.square: one.face.sign for one in cells if one.face is not None}


def moves_shown(shown: MatchPage) -> list[ShownMove]:
    pairs = ((row.moves[0], row.moves[1]) for row in shown.story.moves)
    return [move for pair in pairs for move in pair if move is not None]


# Who sees what


def test_the_board_is_empty_until_somebody_sits_across() -> None:
    waiting = page(view=None, news=[], legal=(), status="open", secret="s")
    assert not [one for rank in grid(waiting).ranks for one in rank.cells if one.face]
    assert [panel.tray.count for panel in waiting.people.panels] == ["", ""]


def test_one_sees_ones_own_kinds_and_in_the_enemy_camp_how_they_move() -> None:
    south = {"c6": "zP", "a3": "P", "b3": "R", "a1": "K"}
    north = {"a7": "U", "d7": "U", "b5": "U", "d1": "U"}
    assert signs(page(start=FIELD)) == south | north
    assert cell(page(start=FIELD), "c6").label == "c6, South Pawn, moving as a gold"
    assert signs(page(start=FIELD, seat=1))["d1"] == "zB"
    assert set(signs(page(start=FIELD, seat=None)).values()) == {"U"}


@pytest.mark.parametrize("moves", [(), ("b3b4",), ("b3c4", "b5b4")])
def test_other_kinds_under_the_same_squares_are_the_same_page(moves: tuple[str, ...]) -> None:
    def bare(start: str, seat: int | None) -> MatchPage:
        shown = page(*moves, start=start, seat=seat)
        questions = {
            row: replace(question, fields=())
            for row, question in shown.extras.actions.questions.items()
        }
        actions = replace(shown.extras.actions, questions=questions)
        facts = replace(shown.facts, view=None)  # the armies differ, and everybody knows them
        choice = replace(shown.playing.choice, key="")
        playing = replace(shown.playing, choice=choice)
        extras = replace(shown.extras, actions=actions)
        return replace(shown, playing=playing, extras=extras, facts=facts)

    other = FIELD.replace("k2l", "l2g").replace("1p2", "1k2").replace("/n", "/r")
    for seat in (0, None):
        assert bare(FIELD, seat) == bare(other, seat)


def test_hands_are_counted_and_the_own_one_lies_at_the_board() -> None:
    shown = page(start=FIELD)
    assert grid(shown).hand is not None
    assert [(piece.square, piece.count) for piece in grid(shown).hand] == [("S*", 1), ("P*", 1)]
    assert [panel.tray.count for panel in (*shown.people.top, shown.people.bottom)] == [
        "1 piece in hand",
        "2 pieces in hand",
    ]
    assert not any(panel.tray.faces for panel in shown.people.panels)
    onlooker = page(start=FIELD, seat=None)
    assert grid(onlooker).hand is None
    assert not any(panel.tray.faces for panel in onlooker.people.panels)


def test_a_picture_shows_what_its_viewer_knows() -> None:
    drawing = picture_svg("seichu", facts(start=FIELD, game="seichu", seat=1).view, 1)
    assert "seichu turned" in drawing
    assert drawing.count("#U") == 4
    assert "#zB" in drawing


# Guess marks


CAMP = "k3/2P1/4/4/4/4/K2b -/- 0"
"""A pawn of South's and a bishop of North's stand in the enemy camp."""


@pytest.mark.parametrize(("seat", "square", "kind"), [(1, "c6", "P"), (0, "d1", "B")])
def test_a_mark_on_a_piece_in_the_camp_is_judged_by_its_kind(
    seat: int, square: str, kind: str
) -> None:
    def verdict(letter: str, *moves: str) -> str:
        guess = cell(page(*moves, start=CAMP, seat=seat, guesses={square: letter}), square).guess
        assert guess is not None
        return guess.verdict

    assert {letter: verdict(letter) for letter in "PBG"} == {"P": "", "B": "", "G": ""}
    judged = {letter: verdict(letter, "doubt") for letter in "PBG"}
    assert judged == {letter: "right" if letter == kind else "wrong" for letter in "PBG"}


# Bluffs


def test_true_moves_are_offered_at_once_and_fouls_behind_the_switch() -> None:
    true = {"b1", "b2", "b4", "b5", "c3", "d3"}
    shown = page(start=FIELD, asked=Asked(at=("b3",)))
    assert marked(shown, "target") == true
    assert not marked(shown, "foul")
    bluffing = page(start=FIELD, asked=Asked(at=("b3",), bluff=True))
    assert marked(bluffing, "target") - marked(bluffing, "foul") == true
    assert {"c4", "c5", "d1", "a4"} <= marked(bluffing, "bluff")
    assert {"c7", "d6", "d2"} <= marked(bluffing, "blatant")
    assert not marked(bluffing, "bluff") & marked(bluffing, "blatant")
    assert cell(bluffing, "c7").description == "say-blatant"


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("b3b5", "Rook b3 captures on b5"),
        ("b3c4", "Rook b3 to c4. Foul: this piece does not move like that"),
        ("b3d7", "Rook b3 captures on d7. Foul: no piece moves like that"),
        ("S*c4", "Silver dropped on c4"),
        ("P*a5", "Pawn dropped on a5. Foul: two pawns on one file"),
        ("a3c4", "Pawn a3 to c4. Foul: no piece moves like that, two pawns on one file"),
    ],
)
def test_the_confirm_row_names_the_foul(move: str, text: str) -> None:
    confirm = page(start=FIELD, asked=Asked(move=move)).playing.choice.confirm
    assert confirm is not None
    assert confirm.text == text


def test_a_mate_by_dropping_a_pawn_is_never_named() -> None:
    shown = page(start="k3/4/4/4/4/4/R3 P/- 0", asked=Asked(move="P*a6")).playing.choice.confirm
    assert shown is not None
    assert (shown.text, shown.shade) == ("Pawn dropped on a6", "")


def test_a_piece_in_hand_is_picked_like_a_square() -> None:
    shown = page(start=FIELD, asked=Asked(at=("P*",)))
    assert grid(shown).hand is not None
    assert [piece.square for piece in grid(shown).hand if piece.is_picked] == ["P*"]
    assert {"b7", "d6"} <= marked(shown, "target")
    assert not {"a5", "c2"} & marked(shown, "target")  # a pawn of South's stands on these files


def test_a_king_at_the_far_side_is_asked_how() -> None:
    shown = page(start=LAST_STEP, asked=Asked(at=("c6", "b7")))
    assert [(one.action, one.chooser) for one in shown.playing.choice.options] == [
        ("c6b7", "Move without declaring"),
        ("c6b7!", "Declare the Trial and show the king"),
    ]


@pytest.mark.parametrize("typed", ["c6b7!", "C6B7!", "c6-b7!", "c6 b7 !"])
def test_a_typed_trial_is_declared_and_the_confirm_row_says_so(typed: str) -> None:
    confirm = page(start=LAST_STEP, asked=Asked(move=typed)).playing.choice.confirm
    assert confirm is not None
    assert (confirm.action, confirm.text) == ("c6b7!", "King c6 captures on b7, Trial declared")


@pytest.mark.parametrize("typed", ["c6b6!", "C6-B6!"])
def test_a_trial_that_is_none_is_not_taken_for_a_silent_step(typed: str) -> None:
    shown = page(start=LAST_STEP, asked=Asked(move=typed))
    assert shown.playing.choice.confirm is None
    assert shown.playing.message == f"“{typed}” is not a move you can make now."


# Doubt


def test_the_help_names_each_kind_of_doubt_and_what_it_costs() -> None:
    told = {word: text for word, text in page(start=FIELD).heading.glossary if "Doubt" in word}
    own_turn, capture, defeat = told.values()
    for foul in ("their last move was a foul", "dropped mates", "stand on one file"):
        assert foul in own_turn
    assert own_turn.endswith("If so, you win; if not, you lose.")
    assert capture.endswith("if not, nothing changes.")
    assert defeat.endswith("if not, your king stays captured and you lose.")


def test_on_turn_a_doubt_names_what_it_costs() -> None:
    shown = page(start=FIELD, asked=Asked(ask="call-doubt"))
    question = shown.extras.actions.questions["call-doubt"]
    assert shown.extras.actions.row == "call-doubt"
    assert question.text == "Doubt? If there is no foul, you lose."
    assert question.is_grave
    assert ("move", "doubt") in question.fields
    assert question.about == (
        "They have made no move yet: only two pawns on one file of their set-up would be a foul."
    )
    assert "call-accept" not in shown.extras.actions.questions
    assert page(start=FIELD, asked=Asked(move="doubt")).extras.actions.row == "call-doubt"
    assert not page(start=FIELD, seat=1).extras.actions.calls


@pytest.mark.parametrize(
    ("start", "moves", "sentence"),
    [
        (FIELD, ("b3b4", "d7d6"), "Unknown piece d7 to d6"),
        (FIELD, ("b3b4", "b5a3"), "Unknown piece b5 captures Pawn on a3"),
        (FIELD, ("b3b4", "N*c5"), "Unknown piece dropped on c5"),
        (QUESTION, ("b5c4", "b3c4", "accept"), "Unknown piece b3 captures Pawn on c4"),
    ],
)
def test_the_last_move_of_the_other_side_stands_beside_what_a_doubt_costs(
    start: str, moves: tuple[str, ...], sentence: str
) -> None:
    seat = int(start == QUESTION)
    question = page(*moves, start=start, seat=seat).extras.actions.questions["call-doubt"]
    assert question.about == f"Their last move: {sentence}."
    assert question.text == "Doubt? If there is no foul, you lose."


def test_after_a_capture_nothing_is_repeated_beside_the_doubt() -> None:
    assert page("b5c4", "b3c4", start=QUESTION).extras.actions.questions["call-doubt"].about == ""


def test_a_question_says_what_silence_counts_as_and_until_when_to_who_is_asked() -> None:
    asked = page("b5c4", "b3c4", start=QUESTION).playing.check
    assert asked is not None
    assert asked.silence == "No answer counts as No Doubt."
    assert asked.until == "Due Sun 22 Nov, 16:30 UTC: 2 days 4 hours left."
    others = [page("b5c4", "b3c4", start=QUESTION, seat=seat).playing.check for seat in (1, None)]
    assert others == [None, None]


def test_without_a_deadline_nothing_is_said_of_silence() -> None:
    known = facts("b5c4", "b3c4", start=QUESTION, game="seichu")
    players = tuple(replace(player, clock=None, clock_seconds=None) for player in known.players)
    check = present_match(replace(known, players=players)).playing.check
    assert check is not None
    assert check.until == ""


def test_after_a_capture_squares_and_kind_stand_side_by_side() -> None:
    shown = page("b5c4", "b3c4", start=QUESTION)
    assert shown.playing.check is not None
    assert shown.playing.check.squares == ("b5", "c4")
    assert shown.playing.check.face.name == "Pawn"
    assert marked(shown, "claim") == {"b5", "c4"}
    assert shown.extras.actions.row == "check"
    assert [name for _row, name in shown.extras.actions.calls] == ["Doubt", "No Doubt"]
    assert shown.sentences.status == "Was that move a foul?"
    assert shown.sentences.said == (
        "South: Gold b3 captures Pawn on c4. You captured the piece that had just moved."
        " From b5 to c4: Pawn. Was that move a foul?"
    )
    for other in (1, None):
        seen = page("b5c4", "b3c4", start=QUESTION, seat=other)
        assert seen.playing.check is None
        assert "foul" not in seen.sentences.status
        assert seen.sentences.status == "Ann may doubt the move of the piece taken."


def test_who_lost_the_king_sees_what_took_it() -> None:
    shown = page("a7a1", start=QUESTION.replace("k3/", "r2k/"))
    assert shown.playing.check is not None
    assert shown.playing.check.squares == ("a7", "a1")
    assert shown.playing.check.face.name == "Rook"
    assert shown.playing.check.cost == "If it was not a foul, your king stays captured."
    assert "This piece captured your king. From a7 to a1: Rook." in shown.sentences.said
    for other in (1, None):
        seen = page("a7a1", start=QUESTION.replace("k3/", "r2k/"), seat=other)
        assert seen.sentences.status == "The king was captured. Ann may doubt that move."


def test_what_was_said_stands_in_the_row_for_no_piece_shows_it() -> None:
    honest = QUESTION.replace("p", "g")
    missed = page("b5c4", "b3c4", "doubt", start=honest, seat=1)
    assert missed.sentences.row == "There was no foul. Your move."
    assert moves_shown(missed)[2].path == "Doubt: no foul"
    assert missed.sentences.said == "South: Doubt: there was no foul. Your move."
    assert (
        page("b5c4", "b3c4", "accept", start=honest).sentences.row == "No Doubt. Waiting for Bob."
    )
    moved = page("b5c4", "b3c4", "accept", "a7a6", start=honest)
    assert moved.sentences.row == "Your move."


def test_looking_back_the_result_is_not_told_at_every_step() -> None:
    moves = ("b5c4", "b3c4", "doubt")
    assert page(*moves, start=QUESTION).sentences.said.endswith(
        "You have won. Doubt: a foul by North was caught."
    )
    back = page(*moves, start=QUESTION, after_ply=3)
    assert back.sentences.said == "North: Pawn b5 to c4. Foul: this piece does not move like that."
    assert back.people.result is not None
    assert back.people.result.remarks == ("Fouls: South 0, North 1.",)


# The story


def test_moves_are_told_with_the_kinds_one_knows() -> None:
    moves = ("b3b5", "d7d6", "S*c4")
    south = moves_shown(page(*moves, start=FIELD))
    assert [move.sentence for move in south] == [
        "Rook b3 captures Pawn on b5",
        "Unknown piece d7 to d6",
        "Silver dropped on c4",
    ]
    assert [move.path + move.outcome for move in south] == ["b3×b5", "d7–d6", "*c4"]
    north = moves_shown(page(*moves, start=FIELD, seat=1))
    assert [move.letter for move in north] == ["?", "L", "?"]


def test_at_the_end_kinds_and_fouls_are_told_to_everybody() -> None:
    shown = page("b5c4", "b3c4", "doubt", start=QUESTION, seat=None)
    assert [move.sentence for move in moves_shown(shown)] == [
        "Pawn b5 to c4. Foul: this piece does not move like that",
        "Gold b3 captures Pawn on c4",
        "Doubt: a foul is proven (this piece does not move like that)",
    ]
    assert [move.path for move in moves_shown(shown)] == ["b5–c4 ✗", "b3×", "Doubt: foul"]
    assert shown.people.result is not None
    assert shown.people.result.why == "Doubt: a foul by North was caught."
    assert shown.people.result.remarks == ("Fouls: South 0, North 1.",)


def test_a_set_up_with_two_pawns_on_a_file_comes_to_light() -> None:
    pawns = "k3/4/4/4/4/P3/P2K -/- 0"
    shown = page("a2a3", "doubt", start=pawns)
    assert shown.people.result is not None
    assert shown.people.result.remarks[1] == "South set up with two pawns on one file."
    assert moves_shown(shown)[-1].sentence == "Doubt: a foul is proven (two pawns on one file)"
    assert not page("a2a3", start=pawns).people.result


@pytest.mark.parametrize(
    ("start", "moves", "foul"),
    [
        (QUESTION, ("b5c4", "doubt"), "this piece does not move like that"),
        (QUESTION, ("b5c4", "b3c4", "doubt"), "this piece does not move like that"),
        (QUESTION.replace("k3/", "n2k/"), ("a7a1", "doubt"), "this piece does not move like that"),
        (PAWNS, ("P*b2", "doubt"), "two pawns on one file"),
        (PAWNS, ("P*b2", "a7a6", "a1a2", "doubt"), "two pawns on one file"),
        ("k3/4/4/4/4/4/R2K P/- 0", ("P*a6", "doubt"), "mate by dropping a pawn"),
    ],
)
def test_a_doubt_names_the_foul_it_has_proven(
    start: str, moves: tuple[str, ...], foul: str
) -> None:
    assert (
        moves_shown(page(*moves, start=start))[-1].sentence == f"Doubt: a foul is proven ({foul})"
    )


def test_an_answer_stands_in_the_column_of_who_gave_it() -> None:
    shown = page("b5c4", "b3c4", "accept", "a7a6", start=QUESTION)
    assert [(bool(row.moves[0]), bool(row.moves[1])) for row in shown.story.moves] == [
        (False, True),
        (True, False),
        (True, True),
    ]
    assert moves_shown(shown)[2].path == "No Doubt"


def test_both_sets_draw_the_same_board() -> None:
    known = facts(start=FIELD, game="seichu")
    sets: list[Any] = [
        present_match(known, preferences=Preferences(piece_set=name)).playing.board
        for name in ("kanji", "international")
    ]
    assert sets[0].ranks == sets[1].ranks
    assert [board.sprite for board in sets] == [
        "pieces/seichu/kanji.svg",
        "pieces/seichu/international.svg",
    ]


def test_a_true_move_is_the_example_of_how_to_type_one() -> None:
    shown = page(start="k3/4/4/4/4/P3/N2K -/- 0")
    assert shown.playing.choice.offers[0].shade
    assert not next(
        one for one in shown.playing.choice.offers if one.action == shown.playing.choice.example
    ).shade


# The rules page


def test_the_figure_of_a_bluff_shows_the_shades_of_the_board() -> None:
    """Dots where the rook on b3 truly goes, diamonds filled and hollow as the board has them."""
    drawn = chapter()["figures"]["rook"]
    shown = page(start="4/4/1p2/4/PR2/4/4 -/- 0", asked=Asked(at=("b3",), bluff=True))
    shades = {"dot": set(), "foul": {"foul", "bluff"}, "foul blatant": {"foul", "blatant"}}
    assert len(MARK.findall(drawn)) == 5 + 6
    for sign, x, y in MARK.findall(drawn):
        on_board = cell(shown, "abcd"[int(x)] + "7654321"[int(y)]).classes.split()
        assert "target" in on_board
        assert {"foul", "bluff", "blatant"}.intersection(on_board) == shades[sign]


MARK = re.compile(r'class="(dot|foul|foul blatant)" (?:cx="|d="M)(\d)\.\d+"? (?:cy=")?(\d)\.')
"""A sign in the drawing, and the column and row in which it stands."""
