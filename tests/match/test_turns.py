"""Making a move: one accepted ply, or a refusal that changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.match.changes import turns
from games.match.exceptions import (
    KeyReused,
    MatchNotActive,
    NotSeated,
    NotToAct,
    OutOfTime,
    RefusedMove,
    StaleMove,
    UnreadableMove,
)
from games.match.models import Match
from games.match.sealed import SealedPly, SealedPosition
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from tests.kit.builders import (
    LONGER_MATE,
    NOON,
    QUICK_MATE,
    REPETITION,
    TOO_LATE,
    person,
    play,
    use_up_overtime,
)

pytestmark = pytest.mark.django_db


def submit(match, user, text="e3e4", *, seat_ply=1, key="key-one-1", now=NOON):
    turns.play_move(uid=match.uid, user=user, move=turns.MoveRequest(text, seat_ply, key), now=now)
    match.refresh_from_db()


def rows():
    """Everything a refused move must leave alone."""
    return (
        list(SealedPly.objects.values()),
        list(SealedPosition.objects.values()),
        list(Match.objects.values()),
    )


def south(match):
    return match.players.get(seat=0).user


def north(match):
    return match.players.get(seat=1).user


def test_a_move_passes_the_turn(match):
    submit(match, south(match))
    assert [player.is_to_act for player in match.players.all()] == [False, True]
    assert match.status == Status.ACTIVE
    assert faults_of(match) == []


def test_the_same_request_twice_is_one_ply(match):
    submit(match, south(match))
    before = rows()
    submit(match, south(match))
    assert rows() == before
    assert SealedPly.objects.count() == 1


def test_a_repeated_request_is_answered_as_the_first_time_even_after_the_end(match):
    play(match, *QUICK_MATE[:2])
    user = south(match)
    submit(match, user, QUICK_MATE[2], seat_ply=2, key="the-mate-key")
    assert match.status == Status.FINISHED
    submit(match, user, QUICK_MATE[2], seat_ply=2, key="the-mate-key")


@pytest.mark.parametrize("text", ["e3e4\n", "ｅ3e4", "E3-E4"])
def test_a_move_written_otherwise_is_read_and_its_repetition_is_answered(match, text):
    submit(match, south(match), text, key="the-same-key")
    submit(match, south(match), text, key="the-same-key")
    assert [ply.move for ply in SealedPly.objects.all()] == ["e3e4"]
    with pytest.raises(KeyReused):
        submit(match, south(match), "d3d4", key="the-same-key")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"text": "e3e4", "seat_ply": 2}, StaleMove),
        ({"text": "e3e4", "seat_ply": 1000}, StaleMove),
        ({"text": "e3e9"}, UnreadableMove),
        ({"text": ""}, UnreadableMove),
        ({"text": "e3e4 e6e5"}, UnreadableMove),
        ({"text": "e3e5"}, RefusedMove),
        ({"text": "e6e5"}, RefusedMove),
        ({"text": "e4e5"}, RefusedMove),
        ({"text": "e3e4=E"}, RefusedMove),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(match, changes, error):
    before = rows()
    with pytest.raises(error):
        submit(match, south(match), **changes)
    assert rows() == before


def test_the_other_seat_may_not_move_first(match):
    before = rows()
    with pytest.raises(NotToAct):
        submit(match, north(match), "e6e5")
    assert rows() == before


def test_a_stranger_may_not_move(match):
    with pytest.raises(NotSeated):
        submit(match, person("carol"))


def test_a_key_names_one_move_only(match):
    submit(match, south(match), "e3e4", key="one-key-1")
    submit(match, north(match), "e6e5", key="two-key-2")
    with pytest.raises(KeyReused):
        submit(match, south(match), "d3d4", seat_ply=2, key="one-key-1")


def test_two_seats_may_use_the_same_key(match):
    submit(match, south(match), "e3e4", key="same-key")
    submit(match, north(match), "e6e5", key="same-key")
    assert SealedPly.objects.count() == 2


def test_nobody_moves_after_the_end(match):
    play(match, *QUICK_MATE)
    with pytest.raises(MatchNotActive):
        submit(match, north(match), "a6a5", seat_ply=2)


@pytest.mark.parametrize(
    ("moves", "how", "results"),
    [
        (QUICK_MATE, "checkmate", ["won", "lost"]),
        (LONGER_MATE, "checkmate", ["lost", "won"]),
        (REPETITION, "repetition", ["drawn", "drawn"]),
    ],
)
def test_the_rules_end_the_match(match, moves, how, results):
    play(match, *moves)
    assert (match.status, match.ended_how) == (Status.FINISHED, how)
    assert [player.result for player in match.players.all()] == results
    assert match.plies == len(moves)
    assert match.deadline is None
    assert faults_of(match) == []


def test_a_move_at_the_deadline_counts(match):
    submit(match, south(match), now=match.deadline)
    assert match.status == Status.ACTIVE
    assert len(match.players.get(seat=0).answers) == 1


def test_a_move_after_the_deadline_loses_on_time(match):
    play(match, "e3e4", "e6e5")
    use_up_overtime(match)
    with pytest.raises(OutOfTime):
        submit(
            match,
            south(match),
            "d3d4",
            seat_ply=2,
            key="too-late",
            now=match.deadline + timedelta(microseconds=1),
        )
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "time")
    assert [player.result for player in match.players.all()] == ["lost", "won"]
    assert faults_of(match) == []


def test_the_late_move_itself_is_not_played(match):
    play(match, "e3e4", "e6e5")
    with pytest.raises(OutOfTime):
        submit(match, south(match), "d3d4", seat_ply=2, now=match.deadline + TOO_LATE)
    assert not SealedPly.objects.filter(move="d3d4").exists()
