"""Seeks that lead to several matches: shown once, taken as often as they say."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.lobby.exceptions import SeekGone
from games.lobby.models import Seek
from games.lobby.presenters.cards import seek_card
from games.lobby.selectors.seeks import Wanted, lobby_seeks, own_seeks
from games.lobby.services import series
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import SeekRequest, open_seek, sweep_seeks, withdraw_seek
from games.match.changes import ending
from games.match.exceptions import UnknownTerms
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person, play, terms

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def offer(matches: int | None = 3, at_once: int = 1, **changes: object) -> Seek:
    """Ann's seek of several matches, in all of which she moves second."""
    asked = SeekRequest(terms(side=1, **changes), matches=matches, at_once=at_once)
    return open_seek(user=person("ann"), asked=asked, now=NOON)


def take(name: str) -> Match:
    """Somebody takes the one seek of ann's that is open."""
    (seek,) = Seek.objects.filter(user__name="ann", state="open")
    return take_seek(uid=seek.uid, user=person(name), now=NOON + HOUR)


def states() -> list[str]:
    return list(
        Seek.objects.filter(user__name="ann").order_by("pk").values_list("state", flat=True)
    )


def end(match: Match) -> None:
    play(match, "e3e4", now=NOON + DAY)
    ending.resign(uid=match.uid, user=match.players.get(seat=1).user, now=NOON + DAY)


def test_it_is_taken_as_often_as_it_says_and_shown_once() -> None:
    offer(3, at_once=3)
    reader = person("reader")
    for number, name in enumerate(("bob", "cid", "dan")):
        (shown,) = lobby_seeks(reader, Wanted(), NOON + HOUR)
        assert shown.further == 2 - number
        take(name)
    assert states() == ["paired"] * 3
    assert not lobby_seeks(reader, Wanted(), NOON + HOUR)


def test_no_more_matches_run_at_once_than_it_says() -> None:
    ann = offer(3, at_once=1).user
    match = take("bob")
    assert states() == ["paired", "waiting"]
    assert not lobby_seeks(person("reader"), Wanted(), NOON + HOUR)
    (waiting,) = own_seeks(ann, NOON + HOUR)
    card = seek_card(waiting, NOON + HOUR, is_member=True)
    assert (card.is_open, card.state) == (True, "Opens again when one of its matches ends.")
    with pytest.raises(SeekGone):
        take_seek(uid=waiting.uid, user=person("cid"), now=NOON + HOUR)
    end(match)
    assert states() == ["paired", "open"]
    take("dan")


def test_what_a_lost_follower_left_waiting_is_opened_by_the_sweep(monkeypatch) -> None:
    offer(2)
    match = take("bob")
    with monkeypatch.context() as patch:
        patch.setattr(series, "open_where_room", lambda _series, ended: 0)
        end(match)
    assert states() == ["paired", "waiting"]
    assert sweep_seeks(now=NOON + DAY) == 1
    assert states() == ["paired", "open"]


def test_until_withdrawn_it_does_not_run_out() -> None:
    ann = offer(None, at_once=2).user
    take("bob")
    take("cid")
    (waiting,) = own_seeks(ann, NOON + HOUR)
    assert (waiting.state, waiting.further) == ("waiting", None)
    withdraw_seek(uid=waiting.uid, user=ann)
    end(Match.objects.first())
    assert states() == ["paired", "paired", "withdrawn"]


def test_it_runs_out_while_it_waits() -> None:
    offer(2)
    take("bob")
    sweep_seeks(now=NOON + 8 * DAY)
    assert states() == ["paired", "expired"]


def test_two_series_pair_their_makers_once_at_a_time() -> None:
    offer(5, at_once=5)
    asked = SeekRequest(terms(side=0), matches=5, at_once=5)
    other = open_seek(user=person("bob"), asked=asked, now=NOON)
    match = pair_seek(seek_id=other.pk, now=NOON)
    assert match is not None
    assert sweep_seeks(now=NOON + HOUR) == 0
    assert states() == ["paired", "open"]
    end(match)
    sweep_seeks(now=NOON + 2 * DAY)
    assert states() == ["paired", "paired", "open"]


def test_a_match_left_unplayed_is_given_back() -> None:
    offer(2)
    match = take("bob")
    ending.resign(uid=match.uid, user=match.players.get(seat=0).user, now=NOON + HOUR)
    (standing,) = Seek.objects.filter(state="open")
    assert (standing.further, states()) == (1, ["paired", "open"])


@pytest.mark.parametrize(
    "asked", [{"matches": 0}, {"matches": 21}, {"at_once": 0}, {"at_once": 11}]
)
def test_numbers_outside_the_bounds_are_refused(asked: dict[str, int]) -> None:
    with pytest.raises(UnknownTerms):
        offer(**{"matches": 2, **asked})
    assert not Seek.objects.exists()


def test_the_form_asks_for_them_and_the_card_says_so() -> None:
    client = browser(person("ann"))
    form = {
        "opponent": "here",
        "game": "xiongqi",
        "time": "relaxed",
        "side": "any",
        "key": "k" * 20,
    }
    several = {"count": "unlimited", "at_once": "2", "onlookers": "usual"}
    page = client.post("/matches/new/", form | several, follow=True).content.decode()
    assert "Several matches, at most 2 at once" in page
    refused = client.post("/matches/new/", form | {"key": "l" * 20, "count": "4", "at_once": "x"})
    assert set(refused.context["form"].errors) == {"count", "at_once"}
    assert Seek.objects.count() == 1
