"""The knowledge sheet as its player sees it, and that nobody else has one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.knowledge.presenters import KnowledgePage, Suspect, present_knowledge, score_sentences
from games.knowledge.selectors import Score, knowledge_facts
from games.knowledge.services import mark_piece
from games.match.changes import ending
from games.match.models import Match
from tests.kit.browsing import HTMX, BoardPage, message_of
from tests.kit.builders import NOON, match_between, north, person, play, south
from tests.kit.gunjin import gunjin_match, place

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """South's general has won on b4, North's tank on g3."""
    return gunjin_match(person(), person(), "b3b4", "g4g3")


def sheet(match: Match, piece: str = "", after_ply: int | None = None) -> KnowledgePage:
    facts = knowledge_facts(match.uid, south(match), after_ply=after_ply)
    return present_knowledge(facts, piece=piece, piece_set="kanji")


def line(page: KnowledgePage, piece: str) -> Suspect:
    return next(one for one in (*page.standing, *page.fallen) if one.piece == piece)


def mark(match: Match, piece: str, kind: str) -> None:
    mark_piece(uid=match.uid, user=south(match), piece=piece, kind=kind, now=NOON)


def signs(faces: Any) -> str:
    return "".join(face.sign for face in faces)


# What it says


def test_a_line_says_what_a_piece_can_be_in_as_few_signs_as_possible(match: Match) -> None:
    page = sheet(match)
    moved, fell, untouched = (line(page, piece) for piece in ("g4", "b4", "a4"))
    assert (moved.square, moved.origin) == ("g3", "g4")
    assert (signs(moved.kinds), moved.is_all_but) == ("HESXF", True)
    assert moved.sentence == "Can be anything but: Cavalry, Engineer, Spy, Mine, Flag."
    assert (fell.square, signs(fell.kinds)) == ("", "GSX")
    assert (signs(untouched.kinds), untouched.sentence) == ("", "Can be anything.")
    assert page.standing[0] == moved  # the surest first
    assert page.fallen == (fell,)


def test_the_counters_say_how_many_are_left(match: Match) -> None:
    found = {
        counter.face.sign: (counter.text, counter.sentence) for counter in sheet(match).counters
    }
    assert found["G"] == ("1", "General: 1 of 1")
    assert found["T"] == ("1–2", "Tank: 1–2 of 2")
    assert "".join(found) == "GLMCKJABDPTHESXF"


def test_the_palette_strikes_out_what_cannot_be(match: Match) -> None:
    palette = sheet(match, "g4").palette
    assert palette is not None
    assert palette.title == "The piece on g3, from g4"
    assert signs(kind.face for kind in palette.kinds if kind.is_ruled_out) == "HESXF"
    assert {kind.label for kind in palette.kinds} >= {"Tank", "Mine, impossible"}
    assert not palette.has_mark
    assert sheet(match, "a1").palette is None  # one's own
    fell = sheet(match, "b4").palette
    assert fell is not None
    assert fell.title == "A piece off the board, from b4"


def test_a_mark_is_shown_with_its_history_and_with_what_speaks_against_it(match: Match) -> None:
    mark(match, "g4", "T")
    play(match, "b4b5")
    mark(match, "g4", "X")
    palette = sheet(match, "g4").palette
    assert palette is not None
    assert [(past.when, past.text) for past in palette.history] == [
        ("After move 2", "Tank"),
        ("After move 3", "Mine"),
    ]
    assert palette.note == "This guess is impossible, but it stays until you remove it."
    assert line(sheet(match), "g4").sentence.endswith("Your guess: Mine, but that is impossible.")
    before = line(sheet(match, after_ply=4), "g4").guess
    assert before is not None
    assert (before.face.sign, before.verdict) == ("T", "")


def test_looking_back_nothing_is_marked(match: Match) -> None:
    palette = sheet(match, "g4", after_ply=3).palette
    assert palette is not None
    assert palette.title == "The piece on g4"
    assert palette.kinds == ()


def test_before_play_there_was_nothing_to_know(match: Match) -> None:
    html = BoardPage(match, south(match)).get("?ply=0", "knowledge/").content.decode()
    assert "Nothing is known yet." in html


def test_at_the_end_marks_stand_beside_the_truth(match: Match) -> None:
    mark(match, "g4", "T")
    mark(match, "a4", "G")
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    page = sheet(match, "a4")
    right, wrong, unmarked = (line(page, piece) for piece in ("g4", "a4", "b4"))
    assert right.guess is not None
    assert wrong.guess is not None
    assert (right.guess.verdict, wrong.guess.verdict, unmarked.guess) == ("right", "wrong", None)
    assert wrong.sentence == "It was: Cavalry. Your guess: General. Wrong."
    assert unmarked.sentence == "It was: Second lieutenant."
    assert page.score == ("1 of 2 marks right.", "21 pieces unmarked.")
    assert (page.counters, page.may_mark) == ((), False)


@pytest.mark.parametrize(
    ("score", "sentences"),
    [
        (None, ()),
        (Score(0, 0, 23, 0, 0), ("You did not mark any hidden piece.",)),
        (Score(1, 1, 1, 0, 0), ("1 of 1 mark right.",)),
        (
            Score(14, 22, 23, 3, 5),
            (
                "14 of 22 marks right.",
                "1 piece unmarked.",
                "Of the marks on pieces as they left the board, 3 of 5 were right.",
            ),
        ),
    ],
)
def test_the_score_in_sentences(score: Score | None, sentences: tuple[str, ...]) -> None:
    assert score_sentences(score) == sentences


# Who gets it, and how


def test_it_is_a_page_of_its_own_and_a_part_of_the_board_page(match: Match) -> None:
    page = BoardPage(match, south(match))
    assert f'data-url="/matches/{match.uid}/knowledge/"' in page.html()
    whole = page.get("?piece=g4", "knowledge/").content.decode()
    assert "<!doctype html>" in whole
    assert 'id="palette-title"' in whole
    assert "hx-post" not in whole.split('class="sheet"')[1]
    part = page.client.get(f"{page.url}knowledge/?piece=g4", headers=HTMX).content.decode()
    assert "<html" not in part
    assert f'hx-post="/matches/{match.uid}/mark/"' in part


def test_nobody_else_has_a_sheet(match: Match) -> None:
    placing = gunjin_match(person(), person(), is_placed=False)
    place(placing, 1)
    open_game = match_between(person(), person())
    root = person(is_staff=True, is_superuser=True)
    for which, user in (
        *((match, user) for user in (None, person(), root)),
        *((which, south(which)) for which in (placing, open_game)),
    ):
        page = BoardPage(which, user)
        assert page.get(path="knowledge/").status_code == 404
        assert "knowledge/" not in page.html()


@pytest.mark.parametrize("htmx", [True, False])
def test_marking_shows_the_mark_on_the_board(match: Match, htmx: bool) -> None:
    page = BoardPage(match, south(match), htmx=htmx)
    answer = page.post("mark", {"piece": "g4", "kind": "T"})
    if not htmx:
        assert answer["Location"] == f"/matches/{match.uid}/knowledge/?piece=g4"
        answer = page.get()
    html = answer.content.decode()
    assert re.search(r'id="sq-g3"[^>]*your guess: Tank[^>]*>.*?class="guess "', html)
    assert "taken for" not in BoardPage(match, north(match)).html()
    assert "taken for" not in BoardPage(match).html()
    assert "taken for" not in page.html("?ply=3")  # it had not been made yet
    page.post("mark", {"piece": "g4", "kind": ""})
    assert "taken for" not in page.html()


def test_a_refused_mark_is_answered_with_a_sentence(match: Match) -> None:
    answer = BoardPage(match, south(match), htmx=True).post("mark", {"piece": "g4", "kind": "Z"})
    assert (answer.status_code, answer["X-Refusal"]) == (422, "unknown-kind")
    assert message_of(answer) == "This game has no pieces of that kind."


def test_after_the_end_the_board_shows_which_marks_were_right(match: Match) -> None:
    mark(match, "g4", "T")
    mark(match, "a4", "G")
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    html = BoardPage(match, south(match)).html()
    assert re.search(r'id="sq-g3".*?class="guess right"', html)
    assert re.search(r'id="sq-a4".*?class="guess wrong"', html)
    assert 'class="guess' not in BoardPage(match, north(match)).html()


# Looking back at a match that is over, with the eyes of a side


def asked(match: Match, user: Any, query: str) -> Any:
    return BoardPage(match, user).client.get(f"/matches/{match.uid}/{query}")


def test_a_match_that_is_over_is_looked_back_at_with_the_knowledge_of_either_side(
    match: Match,
) -> None:
    mark(match, "g4", "T")
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    stranger = person()
    for user in (south(match), north(match), stranger):
        html = asked(match, user, "knowledge/?ply=4&as=north").content.decode()
        assert "What North could know after move 2" in html
        assert 'id="suspect-b3"' in html  # South's, which North had met
        assert 'id="suspect-a4"' not in html
        assert "Your guess" not in html
        assert f'href="/matches/{match.uid}/known/"' in html
    own = asked(match, south(match), "knowledge/?ply=4&as=south").content.decode()
    assert "What South could know after move 2" in own
    assert "Your guess: Tank." in own
    assert asked(match, stranger, "knowledge/?ply=4").status_code == 404
    assert asked(match, stranger, "knowledge/?ply=4&as=all").status_code == 404


def test_the_board_shows_what_was_sure_and_where_the_sheet_is() -> None:
    match = gunjin_match(person(), person(), "b3b4", "g4g3")
    stranger, base = person(), "?ply=4"
    assert 'id="tab-knowledge"' not in asked(match, stranger, base).content.decode()
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert 'id="tab-knowledge"' not in asked(match, stranger, base).content.decode()
    html = asked(match, stranger, f"{base}&as=south").content.decode()
    assert 'id="tab-knowledge"' in html
    assert "?ply=4&amp;as=south" in html


def test_while_a_match_goes_on_nobody_has_the_eyes_of_another(match: Match) -> None:
    assert asked(match, person(), "knowledge/?as=north").status_code == 404
    html = asked(match, south(match), "knowledge/?as=north").content.decode()
    assert "could know" not in html
    assert 'id="suspect-g4"' in html
    assert 'id="suspect-b4"' in html
