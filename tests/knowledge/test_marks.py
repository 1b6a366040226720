"""Guess marks: what a player takes hidden pieces for, kept and counted for that player alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from engines.core.seats import Seat, Viewer
from games.common.exceptions import GamesError
from games.knowledge.exceptions import UnknownKind, UnknownPiece
from games.knowledge.models import GuessMark
from games.knowledge.selectors import (
    Score,
    guesses_on_board,
    knowledge_facts,
    marks_of,
    standing_in,
)
from games.knowledge.services import mark_piece
from games.match.changes import ending
from games.match.exceptions import MatchNotActive, NotSeated
from games.match.models import Match
from games.match.referee import Referee
from tests.kit.builders import NOON, everything, match_between, north, person, play, south
from tests.kit.gunjin import gunjin_match, place

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Gunjin; South is to make the first step."""
    return gunjin_match(person(), person())


def mark(match: Match, piece: str, kind: str, *, user: Any = None) -> None:
    mark_piece(uid=match.uid, user=user or south(match), piece=piece, kind=kind, now=NOON)


def standing(match: Match, user: Any = None) -> dict[str, str]:
    return standing_in(marks_of(match.pk, (user or south(match)).pk))


def story(match: Match) -> list[tuple[str, str, str, int]]:
    marks = marks_of(match.pk, south(match).pk)
    return [(mark.piece, mark.kind, mark.square, mark.ply) for mark in marks]


def test_the_newest_mark_of_a_piece_stands(match: Match) -> None:
    mark(match, "g4", "T")
    mark(match, "b4", "G")
    play(match, "b3b4", "g4g3")
    mark(match, "g4", "S")
    assert standing(match) == {"b4": "G", "g4": "S"}
    assert story(match) == [("g4", "T", "g4", 2), ("b4", "G", "b4", 2), ("g4", "S", "g3", 4)]


def test_what_is_marked_again_the_same_is_one_mark(match: Match) -> None:
    for _time in range(2):
        mark(match, "g4", "T")
    play(match, "b3b4", "g4g3")
    mark(match, "g4", "T")
    assert story(match) == [("g4", "T", "g4", 2)]
    assert GuessMark.objects.count() == 1


def test_second_thoughts_within_a_ply_leave_the_last(match: Match) -> None:
    for kind in ("T", "P", "", "E"):
        mark(match, "g4", kind)
    assert story(match) == [("g4", "E", "g4", 2)]


def test_a_mark_is_taken_back(match: Match) -> None:
    mark(match, "g4", "T")
    play(match, "b3b4")
    mark(match, "g4", "")
    mark(match, "b4", "")
    assert standing(match) == {}
    assert story(match) == [("g4", "T", "g4", 2), ("g4", "", "g4", 3)]


def test_a_mark_goes_with_its_piece(match: Match) -> None:
    mark(match, "g4", "T")
    play(match, "b3b4", "g4g3")

    def on_board(after_ply: int | None) -> dict[str, str]:
        return guesses_on_board(
            Referee(match), match.pk, south(match).pk, Viewer.of(Seat(0)), after_ply=after_ply
        )

    assert on_board(None) == {"g3": "T"}
    assert on_board(3) == {"g4": "T"}
    assert on_board(1) == {}


REFUSED = [
    ("a1", "G", UnknownPiece),  # one's own
    ("c9", "G", UnknownPiece),
    ("", "G", UnknownPiece),
    ("g4", "Q", UnknownKind),
    ("g4", "g", UnknownKind),
    ("g4", "GL", UnknownKind),
]


@pytest.mark.parametrize(("piece", "kind", "error"), REFUSED)
def test_nonsense_is_refused(match: Match, piece: str, kind: str, error: type[GamesError]) -> None:
    with pytest.raises(error):
        mark(match, piece, kind)
    assert not GuessMark.objects.exists()


def test_a_guess_that_cannot_be_is_the_owners_business(match: Match) -> None:
    play(match, "b3b4", "g4g3")
    mark(match, "g4", "F")  # it has moved
    assert standing(match) == {"g4": "F"}


def test_only_a_player_marks_and_only_while_it_is_played(match: Match) -> None:
    with pytest.raises(NotSeated):
        mark(match, "g4", "T", user=person())
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    with pytest.raises(MatchNotActive):
        mark(match, "g4", "T")


def test_there_is_nothing_to_mark_before_play_begins_or_where_nothing_is_hidden() -> None:
    placing = gunjin_match(person(), person(), is_placed=False)
    place(placing, 1)
    for match in (placing, match_between(person(), person())):
        with pytest.raises(UnknownPiece):
            mark(match, "g4", "G")
        with pytest.raises(Match.DoesNotExist):
            knowledge_facts(match.uid, south(match))


def test_nobody_else_can_notice(match: Match, django_capture_on_commit_callbacks: object) -> None:
    before = everything()
    with django_capture_on_commit_callbacks() as announced, transaction.atomic():  # type: ignore[operator]
        mark(match, "g4", "T")
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"knowledge.GuessMark"}
    assert announced == []


def test_marks_are_told_to_their_owner_alone(match: Match) -> None:
    mark(match, "g4", "T")
    mark(match, "h1", "T", user=north(match))
    assert knowledge_facts(match.uid, south(match)).standing == {"g4": "T"}
    assert knowledge_facts(match.uid, north(match)).standing == {"h1": "T"}
    for user in (person(), person(is_staff=True, is_superuser=True)):
        with pytest.raises(Match.DoesNotExist):
            knowledge_facts(match.uid, user)


def test_the_sheet_is_that_of_the_seat_and_of_the_moment(match: Match) -> None:
    play(match, "b3b4", "g4g3")
    sheet: Any = knowledge_facts(match.uid, south(match)).sheet
    kinds = {line["start"]: line["kinds"] for line in sheet["pieces"]}
    assert set(kinds) == {one.piece for one in knowledge_facts(match.uid, south(match)).identities}
    assert "F" not in kinds["g4"]
    assert kinds["b4"] == "LMCKJABDPTHEF"  # it fell to the general
    earlier = knowledge_facts(match.uid, south(match), after_ply=3)
    sheet = earlier.sheet
    assert "F" in {line["start"]: line["kinds"] for line in sheet["pieces"]}["g4"]
    assert not earlier.may_mark


def test_the_score_is_told_at_the_end(match: Match) -> None:
    mark(match, "g4", "T")
    mark(match, "b4", "G")
    mark(match, "a4", "S")
    play(match, "b3b4", "g4g3")
    mark(match, "b4", "D")  # in hindsight
    facts = knowledge_facts(match.uid, south(match))
    assert facts.score is None
    assert facts.may_mark
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    facts = knowledge_facts(match.uid, south(match))
    assert facts.score == Score(right=2, marked=3, hidden=23, fallen_right=0, fallen_marked=1)
    assert not facts.may_mark
    assert knowledge_facts(match.uid, north(match)).score == Score(0, 0, 23, 0, 0)


def test_a_cancelled_match_tells_no_score(match: Match) -> None:
    mark(match, "g4", "D")
    ending.cancel_running(match, list(match.players.all()), now=NOON)
    assert knowledge_facts(match.uid, south(match)).score is None
