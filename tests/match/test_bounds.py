"""The site's rule against play without end: told in time, claimed by a player, or by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.match.changes import bounds, ending
from games.match.exceptions import NothingOffered
from games.match.models import Match
from games.match.referee import Referee
from games.record.presenters import record_json
from games.record.selectors import match_record
from tests.api.kit import Program
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, person, play, south
from tests.kit.endless import ROUND, without_repetition
from tools import verify_record
from tools.verify_record import Mismatch, read_record, verify

pytestmark = pytest.mark.django_db

QUIET, MOST = 8, 20
RULES = [(where.QUIET_PLIES, where.MOST_PLIES) for where in (bounds, verify_record)]
"""As the site has it, and as it is verified."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_repetition(monkeypatch)
    monkeypatch.setattr(bounds, "QUIET_PLIES", QUIET)
    monkeypatch.setattr(bounds, "MOST_PLIES", MOST)
    monkeypatch.setattr(bounds, "WARNED_BEFORE", 2)
    monkeypatch.setattr(verify_record, "QUIET_PLIES", QUIET)
    monkeypatch.setattr(verify_record, "MOST_PLIES", MOST)


def claim(match: Match, user: Any) -> None:
    try:
        ending.claim_draw(uid=match.uid, user=user, now=NOON)
    finally:
        match.refresh_from_db()


def drawn(match: Match) -> str:
    results = match.players.values_list("result", flat=True)
    assert (match.status, list(results)) == ("finished", ["drawn", "drawn"])
    verified(match)
    return match.ended_how


def verified(match: Match) -> None:
    verify(read_record(json.dumps(record_json(match_record(match.uid)))), None)


def test_records_are_verified_by_the_same_rule() -> None:
    assert RULES[0] == RULES[1]


@pytest.mark.parametrize(("rule", "rounds"), [("QUIET_PLIES", QUIET), ("MOST_PLIES", MOST)])
def test_no_record_holds_of_a_draw_before_its_time(
    rule: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_between(person(), person())
    play(match, *ROUND * (rounds // 4))
    if rule == "QUIET_PLIES":
        claim(match, south(match))
    match.refresh_from_db()
    verified(match)
    monkeypatch.setattr(verify_record, rule, rounds + 1)
    with pytest.raises(Mismatch):
        verified(match)


def test_either_player_may_claim_once_nothing_has_happened_for_long() -> None:
    match = match_between(person(), person())
    play(match, *ROUND, *ROUND[:3])
    with pytest.raises(NothingOffered):
        claim(match, south(match))
    play(match, ROUND[3])
    claim(match, north(match))
    assert drawn(match) == "quiet"


def test_a_soldiers_step_begins_the_count_anew() -> None:
    match = match_between(person(), person())
    play(match, *ROUND, "e3e4", "a8a7", "a1a2", "a7a8")
    assert Referee(match).quiet_plies() == 3
    with pytest.raises(NothingOffered):
        claim(match, south(match))


def test_in_gungi_a_capture_and_a_drop_begin_it_anew() -> None:
    match = match_between(person(), person(), game="gungi", options={"rules": "beginner"})
    counts = []
    for move in ("e3e4", "e7e6", "e4e5", "e6xe5", "f1f2", "e5e4", "d*f1", "d9c9", "d1c1"):
        play(match, move)
        counts.append(Referee(match).quiet_plies())
    assert counts == [1, 2, 3, 0, 1, 2, 0, 1, 2]
    with pytest.raises(NothingOffered):
        claim(match, south(match))


def test_a_match_of_too_many_moves_is_drawn_by_itself() -> None:
    match = match_between(person(), person())
    play(match, *ROUND * (MOST // 4))
    assert drawn(match) == "move-limit"


def test_matches_that_began_before_the_rule_go_on() -> None:
    match = match_between(person(), person())
    Match.objects.filter(pk=match.pk).update(is_bounded=False)
    play(match, *ROUND * (MOST // 4 + 1))
    with pytest.raises(NothingOffered):
        claim(match, south(match))
    assert match.status == "active"
    assert 'id="bounds"' not in BoardPage(match, south(match)).html()


def test_games_that_end_by_themselves_are_not_bounded() -> None:
    assert not match_between(person(), person(), game="gunjin").is_bounded


def test_the_board_tells_in_time_and_takes_the_claim() -> None:
    match = match_between(person(), person())
    page = BoardPage(match, south(match))
    play(match, *ROUND, *ROUND[:1])
    assert 'id="bounds"' not in page.html()
    play(match, ROUND[1])
    assert "After 2 more moves without progress" in page.html()
    assert 'value="claim"' not in page.html()
    play(match, *ROUND[2:])
    assert "8 moves without progress" in page.html()
    assert 'value="claim"' not in BoardPage(match).html()
    answer = page.client.post(f"/matches/{match.uid}/draw/", {"do": "claim"})
    assert answer.status_code == 302
    assert "(rule of this site)" in page.html()


def test_programs_are_told_and_claim_too() -> None:
    match = match_between(person(), person())
    program = Program(south(match))
    play(match, *ROUND)
    assert program.get(f"/matches/{match.uid}").json()["may"]["claim_draw"] is False
    assert program.post(f"/matches/{match.uid}/draw", {"do": "claim"}).status_code == 409
    play(match, *ROUND)
    assert program.get(f"/matches/{match.uid}").json()["may"]["claim_draw"] is True
    answer = program.post(f"/matches/{match.uid}/draw", {"do": "claim"}).json()
    assert answer["result"]["ended_how"] == "quiet"


def test_onlookers_who_lag_behind_are_told_nothing() -> None:
    match = match_between(person(), person(), onlookers="4")
    play(match, *ROUND, *ROUND)
    assert 'id="bounds"' in BoardPage(match, north(match)).html()
    assert 'id="bounds"' not in BoardPage(match, person()).html()
