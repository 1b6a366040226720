"""A match is offered by a secret link and begins when somebody takes it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.lobby.selectors.invitations import invitation_by_secret
from games.match.exceptions import InvitationGone, NotSeated, OwnInvitation, SeatTaken, UnknownTerms
from games.match.models import Match
from games.match.sealed import SealedPosition
from games.match.status import Status
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import browser
from tests.kit.builders import NOON, everything, guest, match_with_bot, person, play, terms

pytestmark = pytest.mark.django_db


def take(invitation, user, now=NOON):
    opening.take_seat(secret=invitation.secret, user=user, now=now)
    invitation.refresh_from_db()


def state(invitation, user):
    return invitation_by_secret(invitation.secret, user).state


def test_an_invitation_waits_with_one_seat_empty_and_no_board(invitation, ann) -> None:
    assert invitation.status == Status.OPEN
    assert [player.user for player in invitation.players.all()] == [ann, None]
    assert not SealedPosition.objects.exists()
    assert state(invitation, ann) == "own"


@pytest.mark.parametrize(("side", "seats"), [(0, ["ann", "bob"]), (1, ["bob", "ann"])])
def test_taking_it_begins_the_match_with_the_chosen_side(ann, side, seats) -> None:
    invitation = opening.create_invitation(user=ann, terms=terms(side=side), now=NOON)
    take(invitation, person("bob"), NOON + timedelta(hours=1))
    assert (invitation.status, invitation.started_at) == (
        Status.ACTIVE,
        NOON + timedelta(hours=1),
    )
    assert [player.user.name for player in invitation.players.all()] == seats
    assert [player.is_to_act for player in invitation.players.all()] == [True, False]
    assert faults_of(invitation) == []


def test_without_a_request_chance_decides_the_side(ann) -> None:
    seats = {
        opening.create_invitation(user=ann, terms=terms(side=None), now=NOON)
        .players.get(user=ann)
        .seat
        for _time in range(19)
    }
    assert seats == {0, 1}


def test_the_inviter_is_told_that_it_has_begun(invitation, ann) -> None:
    take(invitation, person("bob"))
    assert set(Notice.objects.filter(user=ann).values_list("kind", flat=True)) == {
        "match-began",
        "your-turn",
    }
    assert not Notice.objects.filter(user__name="bob").exists()


def test_nobody_takes_their_own_seat(invitation, ann) -> None:
    before = everything()
    with pytest.raises(OwnInvitation):
        take(invitation, ann)
    assert everything() == before


def test_the_second_to_come_finds_the_seat_taken(invitation) -> None:
    take(invitation, person("bob"))
    carol = person("carol")
    before = everything()
    with pytest.raises(SeatTaken):
        take(invitation, carol)
    assert everything() == before
    assert state(invitation, carol) == "taken"


def test_taking_the_same_seat_twice_is_refused_and_changes_nothing(invitation) -> None:
    bob = person("bob")
    take(invitation, bob)
    before = everything()
    with pytest.raises(OwnInvitation):
        take(invitation, bob)
    assert everything() == before
    assert state(invitation, bob) == "mine"


def test_a_withdrawn_invitation_is_gone(invitation, ann) -> None:
    opening.cancel_invitation(uid=invitation.uid, user=ann, now=NOON)
    bob = person("bob")
    with pytest.raises(InvitationGone):
        take(invitation, bob)
    assert state(invitation, bob) == "gone"
    with pytest.raises(InvitationGone):
        opening.cancel_invitation(uid=invitation.uid, user=ann, now=NOON)


def test_only_its_maker_withdraws_it(invitation) -> None:
    with pytest.raises(NotSeated):
        opening.cancel_invitation(uid=invitation.uid, user=person("bob"), now=NOON)
    invitation.refresh_from_db()
    assert invitation.status == Status.OPEN


def test_a_match_that_has_begun_is_not_withdrawn(invitation, ann) -> None:
    take(invitation, person("bob"))
    with pytest.raises(SeatTaken):
        opening.cancel_invitation(uid=invitation.uid, user=ann, now=NOON)
    assert invitation.status == Status.ACTIVE


@pytest.mark.parametrize("secret", ["", "unknown", "0" * 22])
def test_an_unknown_secret_opens_nothing(invitation, ann, secret) -> None:
    with pytest.raises(Match.DoesNotExist):
        opening.take_seat(secret=secret, user=person("bob"), now=NOON)
    with pytest.raises(Match.DoesNotExist):
        invitation_by_secret(secret, ann)


def test_secrets_tell_large_letters_from_small(invitation) -> None:
    with pytest.raises(Match.DoesNotExist):
        opening.take_seat(secret=invitation.secret.swapcase(), user=person("bob"), now=NOON)


def test_a_match_that_never_was_offered_has_no_page_behind_its_secret(ann) -> None:
    first = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    take(first, person("bob"))
    play(first, "c2c6", "f7e7", "c6c8")
    opening.ask_rematch(uid=first.uid, user=ann, now=NOON)
    again = opening.ask_rematch(uid=first.uid, user=first.players.get(seat=1).user, now=NOON)
    with pytest.raises(Match.DoesNotExist):
        invitation_by_secret(again.secret, ann)
    with pytest.raises(Match.DoesNotExist):
        invitation_by_secret(match_with_bot(ann).secret, person("carol"))


def test_only_its_maker_sees_a_match_that_has_not_begun(invitation, ann) -> None:
    assert board_facts(invitation.uid, ann, now=NOON).secret == invitation.secret
    with pytest.raises(Match.DoesNotExist):
        board_facts(invitation.uid, person("bob"), now=NOON)


def test_the_secret_is_told_to_nobody_once_the_seat_is_taken(invitation, ann) -> None:
    take(invitation, person("bob"))
    assert board_facts(invitation.uid, ann, now=NOON).secret == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": ""},
        {"time_control": "bullet"},
        {"time_control": ""},
        {"side": 2},
        {"side": -1},
        {"options": {"komi": "7"}},
    ],
)
def test_terms_the_house_does_not_have_are_refused(ann, changes) -> None:
    before = everything()
    with pytest.raises(UnknownTerms):
        opening.create_invitation(user=ann, terms=terms(**changes), now=NOON)
    assert everything() == before


def test_a_guests_second_device_is_told_how_to_come_to_the_match() -> None:
    passer, ann = guest(), person("ann")
    words = "Was it you, as a guest on another device?"
    made = opening.create_invitation(user=passer, terms=terms(), now=NOON)
    mine = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    link = f"/take/{made.secret}/"
    assert words in browser().get(link).content.decode()
    assert words not in browser(ann).get(link).content.decode()
    assert words not in browser().get(f"/take/{mine.secret}/").content.decode()
    opening.take_seat(secret=made.secret, user=ann, now=NOON)
    assert words in browser().get(link).content.decode()
    assert words not in browser(person("bob")).get(link).content.decode()
