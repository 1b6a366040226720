"""Nobody is helped with a position that they are playing on; what others play is of no account."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from engines.catalogue import meta_for
from games.bots import opinions
from games.bots.models import Opinion
from games.lobby.services.practice import play_on
from games.match.changes.ending import resign
from games.match.exceptions import BeingPlayed
from games.match.models import Match
from games.match.referee import Referee
from games.match.terms import opening
from games.puzzles.models import Puzzle
from games.puzzles.presenters.pages import puzzle_url
from tests.api.kit import Program, code_of
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import (
    NOON,
    match_between,
    match_with_bot,
    person,
    play,
    puzzle_of_the_house,
)

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
SAID = "You are playing a match that stands at this position"


@pytest.fixture
def over(ann: User) -> Match:
    match = match_between(ann, person("bob"))
    play(match, "a3a4", "a6a5", "b3b4")
    resign(uid=match.uid, user=ann, now=NOON)
    match.refresh_from_db()
    return match


def ask(match: Match, user: User, ply: int) -> None:
    opinions.ask_opinion(uid=match.uid, user=user, ply=ply, level="easy", now=LATER)


def test_what_a_bot_would_play_is_told_to_all_but_who_plays_there(ann: User, over: Match) -> None:
    ask(over, ann, 1)
    Opinion.objects.update(move="b6b5")
    eve = person("eve")
    running = match_between(ann, eve)
    play(running, "a3a4")
    told = "Tama would have played:"
    for player in (ann, eve):
        html = BoardPage(over, player).html("?ply=1")
        assert SAID in html
        assert told not in html
    assert 'href="/matches/' in html, "the moves of the match are there, and a step back"
    for other in (None, person("fay")):
        html = BoardPage(over, other).html("?ply=1")
        assert told in html
        assert SAID not in html
    answer = BoardPage(over, ann).post("opinion", {"level": "easy"}, QUERY_STRING="ply=1")
    assert answer.status_code == 409
    for ply in (1, 2):
        with pytest.raises(BeingPlayed):
            ask(over, ann, ply)
    ask(over, ann, 0)
    resign(uid=running.uid, user=eve, now=LATER)
    assert told in BoardPage(over, ann).html("?ply=1")


def test_practice_begins_where_one_plays_against_bots_alone(ann: User, over: Match) -> None:
    def practise() -> Match:
        return play_on(user=ann, uid=over.uid, ply=2, level="easy", key="", now=LATER)

    begun = practise()
    assert practise().pk != begun.pk, "practice is in the way of no other practice"
    play(match_between(person("eve"), person("fay")), "a3a4")
    practise()
    play(match_between(ann, person("gus")), "a3a4")
    with pytest.raises(BeingPlayed):
        practise()
    page = browser(ann).post(f"/matches/{over.uid}/practise/", {"ply": "2", "level": "easy"})
    assert page.status_code == 409
    assert SAID in page.content.decode()


def test_a_typed_position_is_not_practised_by_who_plays_there(ann: User, over: Match) -> None:
    start = Referee(over).text_after(2)
    terms = opening.Terms("xiongqi", "none", start=start)
    running = match_between(ann, person("eve"))
    opening.create_bot_match(user=ann, terms=terms, level="easy", now=LATER)
    play(running, "a3a4")
    with pytest.raises(BeingPlayed):
        opening.create_bot_match(user=ann, terms=terms, level="easy", now=LATER)
    opening.create_bot_match(user=person("fay"), terms=terms, level="easy", now=LATER)


def test_a_match_from_another_start_counts_before_its_first_move(ann: User, over: Match) -> None:
    ask(over, ann, 2)
    start = Referee(over).text_after(2)
    match_between(ann, person("eve"), start=start)
    for ply in (2, 3):
        with pytest.raises(BeingPlayed):
            ask(over, ann, ply)
    ask(over, ann, 0)
    with pytest.raises(BeingPlayed):
        play_on(user=ann, uid=over.uid, ply=2, level="easy", key="", now=LATER)


def test_the_start_of_a_handicap_is_anybodys(ann: User) -> None:
    start = next(iter(meta_for("xiongqi").handicaps.values()))
    match_between(ann, person("eve"), start=start)
    terms = opening.Terms("xiongqi", "relaxed", key="handicap", start=start)
    opening.create_bot_match(user=ann, terms=terms, level="easy", now=LATER)


def a_puzzle() -> Puzzle:
    """One that begins two moves after the start."""
    row = puzzle_of_the_house()
    row.position, row.plies, row.answer = "", "a3a4 a6a5", {"in": 1, "tree": {"b3b4": []}}
    row.save()
    return row


def test_a_puzzle_is_not_put_to_who_plays_there(ann: User) -> None:
    puzzle = a_puzzle()
    url = puzzle_url(puzzle)
    play(match_with_bot(ann, side=0), "a3a4")
    page = browser(ann).get(url)
    assert page.status_code == 409
    assert SAID in page.content.decode()
    assert browser(ann).post(url, {"move": "b3b4"}).status_code == 409
    assert code_of(Program(ann).get(f"/puzzles/xiongqi/{puzzle.key}")) == "being-played"
    for other in (None, person("eve")):
        assert browser(other).get(url).status_code == 200


@pytest.mark.parametrize(("language", "words"), [("en", "One move back"), ("ja", "1手戻る")])
def test_where_a_puzzle_is_refused_the_line_before_it_is_kept(
    ann: User, language: str, words: str
) -> None:
    puzzle = a_puzzle()
    url = puzzle_url(puzzle)
    play(match_between(ann, person("eve")), "a3a4", "a6a5", "b3b4")
    page = browser(ann).get(puzzle_url(puzzle, ["b3b4"]), headers={"Accept-Language": language})
    assert page.status_code == 409
    assert f'<a href="{url}">{words}</a>' in page.content.decode()
    assert browser(ann).get(url).status_code == 200
