"""Once more, with sides swapped: both must agree, bots always do."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest

from accounts.models import User
from games.match.changes import ending
from games.match.exceptions import (
    AlreadyOffered,
    NothingOffered,
    NotOver,
    NotSeated,
    PersonGone,
    SeekerHasNoRoom,
    TooManyMatches,
    UnknownReason,
)
from games.match.models import Match
from games.match.status import Reason, Status
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import BoardPage, browser
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
from tests.lobby.test_seeks import fill

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


def decline(match, user, reason="later"):
    opening.decline_rematch(uid=match.uid, user=user, reason=reason, now=NOON)
    match.refresh_from_db()


@pytest.mark.parametrize("reason", Reason.values)
def test_declining_is_told_once_with_its_reason(match, reason) -> None:
    ask(match, south(match))
    for _twice in range(2):
        decline(match, north(match), reason)
    assert Notice.objects.get(kind="rematch-declined").user == south(match)
    assert board_facts(match.uid, south(match), now=NOON).rematch_refusal == reason
    assert board_facts(match.uid, person("eve"), now=NOON).rematch_refusal == ""
    assert faults_of(match) == []
    with pytest.raises(AlreadyOffered):  # once is enough
        ask(match, south(match))
    assert Match.objects.count() == 1


def test_whoever_has_declined_may_ask_in_turn(match) -> None:
    ask(match, south(match))
    decline(match, north(match))
    assert ask(match, north(match)) is None
    assert (match.rematch_offered_by, match.rematch_refusal) == (1, "")
    assert ask(match, south(match)).status == Status.ACTIVE


def test_only_what_was_asked_of_one_is_declined_and_with_a_reason(match) -> None:
    before = everything()
    for user, reason, refusal in (
        (north(match), "later", NothingOffered),
        (north(match), "", UnknownReason),
        (north(match), "never", UnknownReason),
        (person("eve"), "later", NotSeated),
    ):
        with pytest.raises(refusal):
            decline(match, user, reason)
    del before["accounts.User"]
    assert {name: rows for name, rows in everything().items() if name in before} == before
    ask(match, south(match))
    with pytest.raises(NothingOffered):
        decline(match, south(match))
    ask(match, north(match))
    with pytest.raises(AlreadyOffered):
        decline(match, north(match))


def test_it_begins_only_where_both_have_room_and_are_there(match) -> None:
    ask(match, south(match))
    fill(north(match))
    fill(north(match), 1)
    with pytest.raises(TooManyMatches):
        ask(match, north(match))
    Match.objects.exclude(pk=match.pk).delete()
    fill(south(match))
    fill(south(match), 1)
    with pytest.raises(SeekerHasNoRoom):
        ask(match, north(match))
    Match.objects.exclude(pk=match.pk).delete()
    User.objects.filter(pk=south(match).pk).update(is_active=False)
    with pytest.raises(PersonGone):
        ask(match, north(match))
    assert not hasattr(match, "rematch")


def test_the_page_declines_with_one_press_and_says_why(match) -> None:
    ask(match, south(match))
    page = BoardPage(match, north(match))
    html = page.get().content.decode()
    assert "Not now, perhaps later" in html
    assert page.post("rematch", {"do": "decline", "reason": "too-slow"}).status_code == 302
    assert "You declined: Too slow for me." in page.get().content.decode()
    shown = BoardPage(match, south(match)).get().content.decode()
    assert "bob declined: Too slow for me." in shown
    assert "Rematch</button>" not in shown
    eve = BoardPage(match, person("eve")).get().content.decode()
    assert "Too slow" not in eve
    assert page.post("rematch", {"do": "decline", "reason": "no"}).status_code == 422


def test_the_match_page_leads_to_a_challenge_by_its_terms(match) -> None:
    html = BoardPage(match, south(match)).get().content.decode()
    (url,) = re.findall(r'href="(/matches/new/[^"]*opponent=person[^"]*)"', html)
    form = browser(south(match)).get(unescape(url)).context["form"]
    assert (form["to"].value(), form["game"].value()) == ("bob", "xiongqi")
    assert form["time"].value() == match.time_control
    for user in (person("eve"), None):
        assert "opponent=person" not in BoardPage(match, user).get().content.decode()
