"""How many matches against people one may have in progress: twenty, and one more for each ended."""

from __future__ import annotations

import pytest

from games.match.exceptions import TooManyMatches
from games.match.models import Match, Player
from games.match.status import Status
from games.match.terms import opening
from games.match.terms.opening import MOST_MATCHES
from tests.kit.builders import NOON, everything, match_with_bot, person, terms

pytestmark = pytest.mark.django_db


def rows(user, count, *, status, bot=""):
    """*count* matches of *user* as bare rows."""
    matches = Match.objects.bulk_create(
        Match(game="xiongqi", rules_version=1, time_control="none", status=status, created_at=NOON)
        for _number in range(count)
    )
    Player.objects.bulk_create(
        [Player(match=match, seat=0, user=user) for match in matches]
        + [Player(match=match, seat=1, bot=bot) for match in matches]
    )


def invite(user):
    return opening.create_invitation(user=user, terms=terms(), now=NOON)


@pytest.mark.parametrize("status", [Status.OPEN, Status.ACTIVE])
def test_twenty_in_progress_are_the_limit(ann, status) -> None:
    rows(ann, MOST_MATCHES - 1, status=status)
    invite(ann)
    before = everything()
    with pytest.raises(TooManyMatches):
        invite(ann)
    assert everything() == before


def test_each_finished_match_makes_room_for_one_more(ann) -> None:
    rows(ann, MOST_MATCHES, status=Status.ACTIVE)
    rows(ann, 2, status=Status.FINISHED)
    invite(ann)
    invite(ann)
    with pytest.raises(TooManyMatches):
        invite(ann)


def test_withdrawn_and_cancelled_matches_count_for_nothing(ann) -> None:
    rows(ann, MOST_MATCHES - 1, status=Status.ACTIVE)
    rows(ann, 5, status=Status.ABORTED)
    invite(ann)
    with pytest.raises(TooManyMatches):
        invite(ann)


def test_matches_against_bots_take_no_room_and_make_none(ann) -> None:
    rows(ann, MOST_MATCHES, status=Status.ACTIVE)
    rows(ann, 5, status=Status.FINISHED, bot="easy")
    match_with_bot(ann)
    with pytest.raises(TooManyMatches):
        invite(ann)


def test_whoever_has_no_room_cannot_take_a_seat_either(ann) -> None:
    invitation = invite(person("bob"))
    rows(ann, MOST_MATCHES, status=Status.ACTIVE)
    before = everything()
    with pytest.raises(TooManyMatches):
        opening.take_seat(secret=invitation.secret, user=ann, now=NOON)
    assert everything() == before


def test_other_peoples_matches_are_not_counted(ann) -> None:
    rows(person("bob"), MOST_MATCHES, status=Status.ACTIVE)
    assert invite(ann).status == Status.OPEN
