"""A match against somebody whose account is closed may be ended at once by the other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from accounts.sanctions.rights import FOR_EVER
from games.match.changes.claims import end_at_once
from games.match.exceptions import MatchFrozen, NothingOffered
from games.match.models import Match
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ACTIONS
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services import post
from games.notices.services.closed import tell_of_closed
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, match_between, north, person, play, south
from tests.kit.gunjin import gunjin_match

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=1)


def against_closed(**fields: object) -> Match:
    """A rated match in which north's account is closed after two moves, or what *fields* say."""
    match = match_between(person("ann", email="ann@example.org"), person("bob"), rated=True)
    play(match, "e3e4", "e6e5")
    _set(match, **({"shut_out_until": FOR_EVER} | fields))
    return match


def _set(match: Match, **fields: object) -> None:
    bob = north(match)
    for name, value in fields.items():
        setattr(bob, name, value)
    bob.save()


def test_it_is_a_draw_that_is_not_rated() -> None:
    match = against_closed()
    page = BoardPage(match, south(match))
    assert "The account of bob is closed" in page.html()
    assert "End the match as a draw?" in page.html("?ask=end")
    assert page.post("time", {"do": "end"}).status_code == 302
    match.refresh_from_db()
    assert (match.status, match.ended_how, match.rated) == ("finished", "closed", False)
    assert {one.result for one in match.players.all()} == {"drawn"}
    assert faults_of(match) == []
    assert "account was closed: a draw, unrated" in page.html()


def test_the_desk_asks_about_it_and_only_of_its_player() -> None:
    match = against_closed()
    desk = browser(south(match)).get("/desk/").content.decode()
    assert "account is closed. You can end the match" in desk.replace("&#x27;", "'")
    _set(match, shut_out_until=None)
    assert "account is closed" not in browser(south(match)).get("/desk/").content.decode()


def test_moderators_can_still_decide_it_otherwise() -> None:
    match = against_closed()
    end_at_once(uid=match.uid, user=south(match), now=NOON)
    match.refresh_from_db()
    players = list(match.players.all())
    assert ACTIONS["win"].fits(match, players)


def test_in_the_set_up_it_is_cancelled() -> None:
    match = gunjin_match(person("ann"), person("bob"))
    Match.objects.filter(pk=match.pk).update(is_setting_up=True)
    match.refresh_from_db()
    _set(match, shut_out_until=FOR_EVER)
    end_at_once(uid=match.uid, user=south(match), now=NOON)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == ("aborted", "closed")


def test_whose_account_was_closed_by_themselves_counts_as_well() -> None:
    match = against_closed(shut_out_until=None, is_active=False)
    end_at_once(uid=match.uid, user=south(match), now=NOON)
    match.refresh_from_db()
    assert match.ended_how == "closed"


@pytest.mark.parametrize(
    "fields", [{"shut_out_until": None}, {"shut_out_until": NOON + timedelta(days=14)}]
)
def test_nobody_else_is_left_like_that(fields: dict[str, object]) -> None:
    match = against_closed(**fields)
    page = BoardPage(match, south(match))
    assert "is closed" not in page.html()
    with pytest.raises(NothingOffered):
        end_at_once(uid=match.uid, user=south(match), now=NOON)


def test_neither_in_an_event_nor_while_it_is_frozen() -> None:
    match = against_closed()
    Match.objects.filter(pk=match.pk).update(event="tournament 1")
    with pytest.raises(NothingOffered):
        end_at_once(uid=match.uid, user=south(match), now=NOON)
    Match.objects.filter(pk=match.pk).update(event="", frozen_at=NOON)
    with pytest.raises(MatchFrozen):
        end_at_once(uid=match.uid, user=south(match), now=NOON)


def test_the_other_is_told_once_by_all_ways_and_reads_no_more_than_at_the_board() -> None:
    match = against_closed()
    assert tell_of_closed(LATER) == 1
    assert tell_of_closed(LATER) == 0
    notice = Notice.objects.get(kind="account-closed")
    assert (notice.user, notice.match) == (south(match), match)
    assert set(notice.deliveries.values_list("channel", flat=True)) == {"mail"}
    sentence = "Xiongqi: the account of bob is closed. You can end the match now."
    assert sentence in browser(south(match)).get("/notices/").content.decode()
    assert settle(notice) == "sent"
    assert "account" not in mail.outbox[0].subject


@pytest.mark.parametrize(
    "fields", [{"shut_out_until": None}, {"shut_out_until": NOON + timedelta(days=14)}]
)
def test_nobody_is_told_of_others(fields: dict[str, object]) -> None:
    against_closed(**fields)
    assert tell_of_closed(LATER) == 0


def test_nobody_is_told_in_an_event_nor_where_both_are_gone() -> None:
    match = against_closed()
    Match.objects.filter(pk=match.pk).update(event="tournament 1")
    assert tell_of_closed(LATER) == 0
    Match.objects.filter(pk=match.pk).update(event="")
    User.objects.filter(pk=south(match).pk).update(is_active=False)
    assert tell_of_closed(LATER) == 0


def test_in_a_match_without_names_the_notice_has_none() -> None:
    match = against_closed()
    Match.objects.filter(pk=match.pk).update(onlookers="anon", rated=False)
    assert tell_of_closed(LATER) == 1
    page = browser(south(match)).get("/notices/").content.decode()
    assert "the account of Anonymous is closed" in page
    assert "bob" not in page


@pytest.mark.parametrize("way", ["it was ended", "it is open again"])
def test_a_mail_that_would_come_too_late_is_not_sent(way: str) -> None:
    match = against_closed()
    tell_of_closed(LATER)
    if way == "it was ended":
        end_at_once(uid=match.uid, user=south(match), now=NOON)
        Notice.objects.update(read_at=None)
    else:
        _set(match, shut_out_until=None)
    assert settle(Notice.objects.get(kind="account-closed")) == "not-wanted"


def settle(notice: Notice) -> str:
    """What comes of the mail about it."""
    later = NOON + timedelta(days=2)
    Delivery.objects.exclude(notice=notice).delete()
    post.drain(senders=SENDERS, clock=lambda: later)
    return str(notice.deliveries.get().outcome)
