"""An offer stands again when its taker leaves before the first move."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.lobby.exceptions import SeekGone
from games.lobby.models import Seek
from games.lobby.selectors.seeks import Wanted, lobby_seeks, seek_for
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import deadlines, ending
from games.match.models import Match
from tests.kit.builders import NOON, north, person, play, terms

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def taken(*, side: int = 1, after: timedelta = HOUR, **changes: object) -> tuple[Seek, Match]:
    """Ann's seek, which bob has taken some time *after* it was opened."""
    asked = SeekRequest(terms(side=side, **changes), low=1000, high=1900)
    seek = open_seek(user=person("ann"), asked=asked, now=NOON)
    return seek, take_seek(uid=seek.uid, user=person("bob"), now=NOON + after)


def again() -> list[Seek]:
    return list(Seek.objects.filter(state="open"))


@pytest.mark.parametrize("game", ["xiongqi", "gunjin"])
def test_it_stands_again_as_it_stood_when_it_was_taken(game: str) -> None:
    seek, match = taken(game=game, rated=True)
    bob = match.players.get(seat=0).user
    ending.resign(uid=match.uid, user=bob, now=NOON + 2 * DAY)
    (open_again,) = again()
    assert (open_again.user, open_again.terms) == (seek.user, seek.terms)
    assert (open_again.low, open_again.high, open_again.match) == (1000, 1900, None)
    assert open_again.expires_at == seek.expires_at + 2 * DAY - HOUR
    other = take_seek(uid=open_again.uid, user=person("eve"), now=NOON + 2 * DAY)
    assert other.pk != match.pk


def test_who_has_left_does_not_get_it_again() -> None:
    _seek, match = taken()
    bob = match.players.get(seat=0).user
    ending.resign(uid=match.uid, user=bob, now=NOON + HOUR)
    (open_again,) = again()
    with pytest.raises(SeekGone):
        take_seek(uid=open_again.uid, user=bob, now=NOON + HOUR)
    assert seek_for(open_again.uid, bob, NOON + HOUR) is None
    assert not lobby_seeks(bob, Wanted(), NOON + HOUR)
    for reader in (open_again.user, person("dan")):
        assert seek_for(open_again.uid, reader, NOON + HOUR) is not None
    own = open_seek(user=bob, asked=SeekRequest(terms(side=0)), now=NOON + HOUR)
    assert pair_seek(seek_id=own.pk, now=NOON + HOUR) is None
    other = open_seek(user=person("eve"), asked=SeekRequest(terms(side=0)), now=NOON + HOUR)
    assert pair_seek(seek_id=other.pk, now=NOON + HOUR) is not None


def test_so_it_does_when_the_first_move_never_comes() -> None:
    _seek, match = taken(time_control="days1")
    assert match.deadline is not None
    deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + HOUR)
    match.refresh_from_db()
    assert match.ended_how == "first-move"
    assert [seek.user.name for seek in again()] == ["ann"]


def test_not_when_its_maker_leaves_or_play_has_begun() -> None:
    _seek, match = taken(side=0)
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=NOON)
    assert again() == []
    seek = open_seek(user=person("cat"), asked=SeekRequest(terms(side=0)), now=NOON)
    bob = north(match)
    later = take_seek(uid=seek.uid, user=bob, now=NOON)
    play(later, "e3e4", "e6e5")
    ending.resign(uid=later.uid, user=bob, now=NOON)
    assert again() == []


def test_of_two_that_were_paired_the_one_who_stays_gets_theirs() -> None:
    ann, bob = person("ann"), person("bob")
    first = open_seek(user=ann, asked=SeekRequest(terms(side=1)), now=NOON)
    second = open_seek(user=bob, asked=SeekRequest(terms(side=0)), now=NOON)
    match = pair_seek(seek_id=second.pk, now=NOON)
    assert match is not None
    ending.resign(uid=match.uid, user=bob, now=NOON)
    assert [seek.user for seek in again()] == [ann]
    assert first.state == "open"  # the row that was read before; its match is the first one still
    first.refresh_from_db()
    assert (first.state, first.match) == ("paired", match)


def test_one_for_live_play_stands_no_longer_than_it_said() -> None:
    seek, match = taken(time_control="live15", after=timedelta(minutes=1))
    bob = match.players.get(seat=0).user
    ending.resign(uid=match.uid, user=bob, now=NOON + timedelta(minutes=2))
    assert [one.expires_at for one in again()] == [seek.expires_at]


def test_one_for_live_play_that_has_run_out_is_gone() -> None:
    _seek, match = taken(time_control="live15", after=timedelta(minutes=1))
    bob = match.players.get(seat=0).user
    ending.resign(uid=match.uid, user=bob, now=NOON + HOUR)
    assert again() == []
