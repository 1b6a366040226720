"""The bell: each piece of news once, to whom it concerns, gone when it was seen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games.match.changes import ending
from games.match.changes.deskmarks import mark_board
from games.match.exceptions import NotSeated
from games.match.models import Match
from games.match.terms import opening
from games.matchpage import services as seeing
from games.notices.models import Delivery, Notice
from games.notices.selectors import notices_of, unread_notices
from games.notices.services import notifying
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
    terms,
)

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def kinds(user, **which):
    return list(
        Notice.objects.filter(user=user, **which).order_by("pk").values_list("kind", flat=True)
    )


def test_each_turn_is_told_once_to_whoever_is_to_move(match) -> None:
    play(match, "e3e4", "e6e5", "d3d4")
    assert kinds(south(match), kind="your-turn") == ["your-turn"] * 2
    assert kinds(north(match), kind="your-turn") == ["your-turn"] * 2


def test_the_same_news_is_told_once_however_often(match) -> None:
    player = match.players.get(seat=0)
    for _again in range(3):
        notifying.notify(match, player, "your-turn", "a turn", NOON)
    assert kinds(south(match), subject="a turn") == ["your-turn"]


def test_the_end_is_told_to_both(match) -> None:
    play(match, *QUICK_MATE)
    assert kinds(south(match), kind="match-over") == kinds(north(match), kind="match-over") != []


def test_bots_read_no_notices() -> None:
    match = match_with_bot(person("ann"))
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert set(Notice.objects.values_list("user__name", flat=True)) == {"ann"}


def test_a_move_answers_what_the_bell_said_about_that_match(match) -> None:
    other = match_between(south(match), person("cid"))
    assert unread_notices(south(match).pk) == 2  # one line a match
    play(match, "e3e4")
    assert unread_notices(south(match).pk) == 1
    assert set(Notice.objects.filter(read_at=None, user=south(match)).values_list("match")) == {
        (other.pk,)
    }


def test_looking_at_the_board_settles_its_notices_and_no_others(match) -> None:
    ann = south(match)
    other = match_between(ann, person("cid"))
    seeing.see_match(uid=match.uid, user=ann, now=NOON + MINUTE)
    assert {notice.read_at for notice in Notice.objects.filter(match=match, user=ann)} == {
        NOON + MINUTE
    }
    assert not Notice.objects.filter(match=other, read_at__isnull=False).exists()
    assert unread_notices(north(other).pk) == 0


def test_looking_at_an_ended_board_is_noted_the_first_time(match) -> None:
    play(match, *QUICK_MATE)
    for minute in (1, 2):
        seeing.see_match(uid=match.uid, user=south(match), now=NOON + minute * MINUTE)
    assert [player.seen_end_at for player in match.players.all()] == [NOON + MINUTE, None]


def test_the_eyes_of_strangers_settle_nothing(match) -> None:
    carol = person("carol")
    before = everything()
    for stranger in (carol, AnonymousUser()):
        with pytest.raises(NotSeated):
            seeing.see_match(uid=match.uid, user=stranger, now=NOON)
    with pytest.raises(Match.DoesNotExist):
        seeing.see_match(uid="nothing", user=carol, now=NOON)
    assert everything() == before


def test_the_bell_can_be_emptied_by_its_user_alone(match) -> None:
    play(match, "e3e4")
    notifying.mark_all_read(south(match).pk, now=NOON)
    assert (unread_notices(south(match).pk), unread_notices(north(match).pk)) == (0, 1)


def test_the_bell_lists_the_newest_first_and_only_ones_own(match) -> None:
    play(match, "e3e4", "e6e5", "d3d4")
    times = [notice.made_at for notice in notices_of(north(match).pk)]
    assert times == sorted(times, reverse=True)
    assert {notice.user for notice in notices_of(north(match).pk)} == {north(match)}


def test_refused_actions_tell_nobody_anything(match) -> None:
    before = everything()
    with pytest.raises(NotSeated):
        ending.offer_draw(uid=match.uid, user=person("carol"), now=NOON)
    assert everything()["notices.Notice"] == before["notices.Notice"]
    assert everything()["notices.Delivery"] == before["notices.Delivery"]


def test_only_turns_and_ends_go_out_by_mail() -> None:
    ann, bob = (person(name, email=f"{name}@example.org") for name in ("ann", "bob"))
    match = match_between(ann, bob)
    ending.offer_draw(uid=match.uid, user=ann, now=NOON)
    play(match, *QUICK_MATE)
    opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert set(Delivery.objects.values_list("notice__kind", flat=True)) == {
        "your-turn",
        "match-over",
    }
    assert set(Notice.objects.values_list("kind", flat=True)) == {
        "match-began",
        "your-turn",
        "draw-offered",
        "match-over",
        "rematch-offered",
    }


def test_an_open_invitation_tells_nobody() -> None:
    opening.create_invitation(user=person("ann"), terms=terms(), now=NOON)
    assert not Notice.objects.exists()


def test_turns_at_a_muted_board_do_not_ring_but_its_end_does(match) -> None:
    mark_board(uid=match.uid, user=north(match), mark="mute")
    play(match, "e3e4")
    (turn,) = Notice.objects.filter(user=north(match), kind="your-turn")
    assert not turn.rings
    assert not Delivery.objects.filter(notice=turn).exists()
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert Notice.objects.get(user=north(match), kind="match-over").rings
