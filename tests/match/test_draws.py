"""Draws by agreement: offered, accepted, refused, withdrawn, and lapsed by a move."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.match.changes import ending
from games.match.exceptions import AlreadyOffered, MatchNotActive, NothingOffered, NotSeated
from games.match.status import Status
from games.matchpage.selectors.board import board_facts
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    everything,
    match_with_bot,
    north,
    person,
    play,
    south,
)

pytestmark = pytest.mark.django_db


def offer(match, user, now=NOON):
    ending.offer_draw(uid=match.uid, user=user, now=now)
    match.refresh_from_db()


def accept(match, user):
    ending.accept_draw(uid=match.uid, user=user, now=NOON)
    match.refresh_from_db()


def refuse(match, user):
    ending.refuse_draw(uid=match.uid, user=user)
    match.refresh_from_db()


def withdraw(match, user):
    ending.withdraw_draw(uid=match.uid, user=user)
    match.refresh_from_db()


def versions(match):
    seats = (south(match), north(match), person())
    return [board_facts(match.uid, user, now=NOON).version for user in seats]


def test_an_offer_stands_is_told_and_is_seen_by_everybody(match) -> None:
    before = versions(match)
    offer(match, south(match))
    assert match.draw_offered_by == 0
    assert Notice.objects.get(kind="draw-offered").user == north(match)
    assert versions(match) == [version + 1 for version in before]


def test_accepting_ends_the_match_as_a_draw(match) -> None:
    offer(match, south(match))
    accept(match, north(match))
    assert (match.status, match.ended_how) == (Status.FINISHED, "agreement")
    assert [player.result for player in match.players.all()] == ["drawn", "drawn"]
    assert match.draw_offered_by is None
    assert faults_of(match) == []


def test_two_offers_are_an_agreement(match) -> None:
    offer(match, north(match))
    offer(match, south(match))
    assert (match.status, match.ended_how) == (Status.FINISHED, "agreement")


def test_refusing_drops_the_offer_and_play_goes_on(match) -> None:
    offer(match, south(match))
    refuse(match, north(match))
    assert (match.status, match.draw_offered_by) == (Status.ACTIVE, None)


def test_withdrawing_drops_it_too(match) -> None:
    offer(match, south(match))
    withdraw(match, south(match))
    assert (match.status, match.draw_offered_by) == (Status.ACTIVE, None)


@pytest.mark.parametrize("end", ["refuse", "withdraw", "lapse"])
def test_whoever_offered_in_vain_may_ask_again_after_an_own_move(match, end) -> None:
    play(match, "e3e4")
    offer(match, south(match))
    if end == "refuse":
        refuse(match, north(match))
    elif end == "withdraw":
        withdraw(match, south(match))
    play(match, "e6e5")
    assert match.draw_offered_by is None
    with pytest.raises(AlreadyOffered):
        offer(match, south(match))
    assert not board_facts(match.uid, south(match), now=NOON).may_offer_draw
    play(match, "d3d4")
    offer(match, south(match), NOON + timedelta(hours=1))
    assert match.draw_offered_by == 0
    assert Notice.objects.filter(kind="draw-offered").count() == 2


def test_being_barred_bars_nobody_else(match) -> None:
    offer(match, south(match))
    refuse(match, north(match))
    offer(match, north(match))
    assert match.draw_offered_by == 1


def test_a_refused_player_still_accepts_the_others_offer(match) -> None:
    offer(match, south(match))
    refuse(match, north(match))
    offer(match, north(match))
    accept(match, south(match))
    assert match.status == Status.FINISHED


def test_an_offer_stands_through_the_offerers_own_move(match) -> None:
    offer(match, south(match))
    play(match, "e3e4")
    assert match.draw_offered_by == 0


@pytest.mark.parametrize(
    ("action", "seat", "error"),
    [
        (accept, 0, NothingOffered),
        (refuse, 0, NothingOffered),
        (withdraw, 0, NothingOffered),
        (withdraw, 1, NothingOffered),
    ],
)
def test_without_an_offer_there_is_nothing_to_answer(match, action, seat, error) -> None:
    before = everything()
    with pytest.raises(error):
        action(match, [south, north][seat](match))
    assert everything() == before


@pytest.mark.parametrize(
    ("action", "seat", "error"),
    [
        (accept, 0, NothingOffered),  # one's own
        (refuse, 0, NothingOffered),
        (offer, 0, AlreadyOffered),
        (withdraw, 1, NothingOffered),  # the other's
    ],
)
def test_one_does_not_answer_oneself(match, action, seat, error) -> None:
    offer(match, south(match))
    before = everything()
    with pytest.raises(error):
        action(match, [south, north][seat](match))
    assert everything() == before


def test_bots_are_not_asked() -> None:
    match = match_with_bot(person("ann"))
    before = everything()
    with pytest.raises(NothingOffered):
        offer(match, south(match))
    assert everything() == before
    assert not board_facts(match.uid, south(match), now=NOON).may_offer_draw


def test_an_offer_ends_with_the_match(match) -> None:
    play(match, *QUICK_MATE[:2])
    offer(match, south(match))
    play(match, QUICK_MATE[2])
    assert match.draw_offered_by is None


@pytest.mark.parametrize("action", [offer, accept, refuse, withdraw])
def test_after_the_end_nothing_is_offered_or_answered(match, action) -> None:
    offer(match, south(match))
    accept(match, north(match))
    before = everything()
    for user in (south(match), north(match)):
        with pytest.raises(MatchNotActive):
            action(match, user)
    assert everything() == before


@pytest.mark.parametrize("action", [offer, accept, refuse, withdraw])
def test_strangers_have_no_say(match, action) -> None:
    offer(match, south(match))
    with pytest.raises(NotSeated):
        action(match, person("carol"))
    assert match.draw_offered_by == 0
