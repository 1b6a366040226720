"""Once more, with sides swapped: both must agree, bots always do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common.exceptions import AlreadyOffered, NotOver, NotSeated
from games.match import ending, opening
from games.match.models import Match
from games.match.status import Status
from games.matchpage.selectors import board_facts
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    everything,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = match_between(person("ann"), person("bob"))
    play(match, *QUICK_MATE)
    return match


def ask(match, user):
    again = opening.ask_rematch(uid=match.uid, user=user, now=NOON + timedelta(hours=1))
    match.refresh_from_db()
    return again


def test_asking_tells_the_other_side_and_begins_nothing(match) -> None:
    assert ask(match, south(match)) is None
    assert match.rematch_offered_by == 0
    assert Notice.objects.get(kind="rematch-offered").user == north(match)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("first", [0, 1])
def test_when_both_have_asked_it_begins_with_sides_swapped(match, first) -> None:
    seats = [south(match), north(match)]
    ask(match, seats[first])
    again = ask(match, seats[1 - first])
    assert (again.status, again.rematch_of) == (Status.ACTIVE, match)
    assert [south(again).name, north(again).name] == ["bob", "ann"]
    assert (again.game, again.time_control, again.options) == (
        match.game,
        match.time_control,
        match.options,
    )
    assert set(
        Notice.objects.filter(match=again, kind="match-began").values_list("user__name", flat=True)
    ) == {"ann", "bob"}
    assert faults_of(again) == []


def test_asking_twice_is_not_agreeing(match) -> None:
    ask(match, south(match))
    before = everything()
    with pytest.raises(AlreadyOffered):
        ask(match, south(match))
    assert everything() == before


def test_a_double_click_makes_one_match(match) -> None:
    ask(match, south(match))
    ask(match, north(match))
    before = everything()
    for user in (north(match), south(match)):
        with pytest.raises(AlreadyOffered):
            ask(match, user)
    assert everything() == before
    assert Match.objects.count() == 2


def test_a_bot_agrees_at_once() -> None:
    ann = person("ann")
    match = match_with_bot(ann)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    again = ask(match, ann)
    assert [(player.user, player.bot) for player in again.players.all()] == [
        (None, "easy"),
        (ann, ""),
    ]
    assert again.bot_turns.get().seat == 0
    with pytest.raises(AlreadyOffered):
        ask(match, ann)
    assert Match.objects.count() == 2


def test_a_rematch_can_have_a_rematch(match) -> None:
    ask(match, south(match))
    again = ask(match, north(match))
    play(again, *QUICK_MATE)
    ask(again, south(again))
    third = ask(again, north(again))
    assert [south(third).name, north(third).name] == ["ann", "bob"]


def test_only_a_match_that_was_played_out_has_one(match) -> None:
    running = match_between(south(match), north(match))
    with pytest.raises(NotOver):
        ask(running, south(running))
    Match.objects.filter(pk=running.pk).update(status=Status.ABORTED)
    with pytest.raises(NotOver):
        ask(running, south(running))


def test_only_its_players_may_ask(match) -> None:
    with pytest.raises(NotSeated):
        ask(match, person("carol"))


def test_the_way_to_the_rematch_is_shown_to_its_players_only(match) -> None:
    ask(match, south(match))
    again = ask(match, north(match))

    def way(user):
        return board_facts(match.uid, user, now=NOON).rematch_uid

    assert way(south(match)) == way(north(match)) == again.uid
    assert way(person("carol")) is None
