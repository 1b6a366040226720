"""When a match has ended stands with its players too, so that lists read in that order."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.desk.selectors import desk_of
from games.lobby.demo import keep_bots_at_play
from games.match.changes import ending
from games.match.models import Match, Player
from games.match.reading.selectors import count_house_matches, finished_seats
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.tasks import date_ends
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play, terms

pytestmark = pytest.mark.django_db


def test_ends_that_an_older_release_wrote_are_dated_within_batches(monkeypatch) -> None:
    monkeypatch.setattr(ending, "BATCH", 2)
    ann = person("ann")
    ended = [match_between(ann, person()) for _number in range(3)]
    for match in ended:
        play(match, *QUICK_MATE)
    running = match_between(ann, person())
    Player.objects.update(over_at=None)
    assert not finished_seats(ann.pk).exists()
    date_ends()
    assert {mine.match for mine in finished_seats(ann.pk)} == {*ended}
    assert [faults_of(match) for match in (*ended, running)] == [[], [], [], []]
    assert ending.date_ends() == 0


def test_an_end_that_is_not_dated_is_a_fault() -> None:
    match = match_between(person(), person())
    play(match, *QUICK_MATE)
    Player.objects.filter(match=match, seat=0).update(over_at=None)
    assert faults_of(match) != []


def test_an_invitation_that_was_withdrawn_is_dated_and_on_no_desk() -> None:
    ann = person("ann")
    match = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    ending_at = NOON + timedelta(minutes=1)
    opening.cancel_invitation(uid=match.uid, user=ann, now=ending_at)
    assert {player.over_at for player in match.players.all()} == {ending_at}
    desk = desk_of(ann.pk, now=ending_at)
    assert not (desk.to_move or desk.waiting or desk.offers or desk.finished)


def test_an_end_that_came_second_is_dated_no_earlier_than_the_ply_before() -> None:
    ann = person("ann")
    match = match_between(ann, person())
    last = NOON + timedelta(seconds=2)
    play(match, "e3e4", now=last)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    match.refresh_from_db()
    assert match.ended_at == last
    assert {player.over_at for player in match.players.all()} == {last}


def test_bots_at_play_are_counted_by_game_in_one_statement() -> None:
    keep_bots_at_play(NOON)
    running = count_house_matches()
    assert set(running.values()) == {1}
    assert sum(running.values()) == Match.objects.count()
    with CaptureQueriesContext(connection) as again:
        keep_bots_at_play(NOON)
    assert len(again) == 1
    assert count_house_matches() == running
