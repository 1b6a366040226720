"""Challenges: sent, accepted, declined with a reason, withdrawn, run out; and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from games.common.exceptions import PersonBlocked
from games.lobby.exceptions import (
    AlreadyChallenged,
    ChallengeGone,
    ChallengesUsedUp,
    GuestsSeekNot,
    OwnChallenge,
    TooManyChallenges,
)
from games.lobby.fitting import LONGEST_LIVE
from games.lobby.selectors.challenges import challenge_for, open_challenges
from games.lobby.services import challenges
from games.lobby.services.challenges import (
    LASTS,
    MOST_A_DAY_TO_ONE,
    MOST_OPEN,
    accept_challenge,
    decline_challenge,
    expire_challenges,
    send_challenge,
    withdraw_challenge,
)
from games.match.changes import ending
from games.match.exceptions import (
    PersonGone,
    RatedNeedsClock,
    SeekerHasNoRoom,
    UnknownReason,
    UnknownTerms,
)
from games.match.models import Match
from games.match.status import Reason
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from games.people.services import block_person
from tests.kit.browsing import browser
from tests.kit.builders import NOON, everything, person, terms
from tests.lobby.test_seeks import fill

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def send(user, other, now=NOON, **changes):
    return send_challenge(user=user, person=other, terms=terms(**changes), now=now)


def kinds(user):
    return list(Notice.objects.filter(user=user, read_at=None).values_list("kind", flat=True))


def test_a_challenge_is_told_and_accepted_by_its_terms(ann, bob) -> None:
    sent = send(ann, bob, rated=True, side=1)
    assert kinds(bob) == ["challenged"]
    match = accept_challenge(uid=sent.uid, user=bob, now=LATER)
    assert [player.user for player in match.players.all()] == [bob, ann]
    assert match.rated
    assert faults_of(match) == []
    assert "challenged" not in kinds(bob)
    assert kinds(ann) == ["match-began"]
    before = Match.objects.count()
    assert accept_challenge(uid=sent.uid, user=bob, now=LATER) == match
    assert Match.objects.count() == before


def test_the_same_request_again_is_the_challenge_that_was_sent(ann, bob) -> None:
    """Whoever clicks twice has sent one, even where it is answered in between."""
    sent = send(ann, bob, key="one-press-1")
    assert send(ann, bob, key="one-press-1") == sent
    accept_challenge(uid=sent.uid, user=bob, now=LATER)
    assert send(ann, bob, LATER, key="one-press-1") == sent
    assert kinds(bob).count("challenged") == 0
    other = send(ann, bob, LATER, key="one-press-1", rated=True)
    assert other != sent
    with pytest.raises(AlreadyChallenged):
        send(ann, bob, LATER, key="one-press-2")


@pytest.mark.parametrize("reason", Reason.values)
def test_declining_tells_why_once(ann, bob, reason) -> None:
    sent = send(ann, bob)
    for _time in range(2):
        decline_challenge(uid=sent.uid, user=bob, reason=reason, now=LATER)
    assert kinds(ann) == ["challenge-declined"]
    assert kinds(bob) == []
    assert challenge_for(sent.uid, ann, LATER).reason == reason
    with pytest.raises(ChallengeGone):
        accept_challenge(uid=sent.uid, user=bob, now=LATER)


def test_withdrawing_takes_the_question_off_the_bell(ann, bob) -> None:
    sent = send(ann, bob)
    withdraw_challenge(uid=sent.uid, user=ann, now=LATER)
    assert kinds(bob) == [] == open_challenges(bob, LATER)
    for action in (
        lambda: withdraw_challenge(uid=sent.uid, user=ann, now=LATER),
        lambda: accept_challenge(uid=sent.uid, user=bob, now=LATER),
        lambda: decline_challenge(uid=sent.uid, user=bob, reason="later", now=LATER),
    ):
        with pytest.raises(ChallengeGone):
            action()


def test_one_that_nobody_answers_runs_out_and_is_told(ann, bob) -> None:
    sent = send(ann, bob)
    late = NOON + LASTS
    with pytest.raises(ChallengeGone):
        accept_challenge(uid=sent.uid, user=bob, now=late)
    assert send(bob, ann, now=late)
    assert expire_challenges(now=late) == 1
    assert expire_challenges(now=late) == 0
    assert kinds(ann) == ["challenge-expired", "challenged"]


def test_a_live_one_stands_as_long_as_a_live_seek(ann, bob) -> None:
    sent = send(ann, bob, time_control="live15")
    assert sent.expires_at == NOON + LONGEST_LIVE
    with pytest.raises(ChallengeGone):
        accept_challenge(uid=sent.uid, user=bob, now=NOON + LONGEST_LIVE)
    assert expire_challenges(now=NOON + LONGEST_LIVE) == 1
    assert kinds(bob) == []


def test_a_third_person_knows_of_nothing_and_changes_nothing(ann, bob) -> None:
    sent = send(ann, bob)
    cid = person("cid")
    before = everything()
    assert challenge_for(sent.uid, cid, NOON) is None
    for user in (cid, ann):
        with pytest.raises(ChallengeGone):
            accept_challenge(uid=sent.uid, user=user, now=NOON)
        with pytest.raises(ChallengeGone):
            decline_challenge(uid=sent.uid, user=user, reason="later", now=NOON)
    for user in (cid, bob):
        with pytest.raises(ChallengeGone):
            withdraw_challenge(uid=sent.uid, user=user, now=NOON)
    with pytest.raises(UnknownReason):
        decline_challenge(uid=sent.uid, user=bob, reason="weather", now=NOON)
    assert everything() == before


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"game": "chess"}, UnknownTerms),
        ({"time_control": "bullet"}, UnknownTerms),
        ({"side": 2}, UnknownTerms),
        ({"time_control": "none", "rated": True}, RatedNeedsClock),
    ],
)
def test_terms_that_do_not_exist_are_refused(ann, bob, changes, refusal) -> None:
    before = everything()
    with pytest.raises(refusal):
        send(ann, bob, **changes)
    assert everything() == before


def test_oneself_guests_and_closed_accounts_are_not_challenged(ann, bob) -> None:
    with pytest.raises(OwnChallenge):
        send(ann, ann)
    bob.is_guest = True
    for pair in ((ann, bob), (bob, ann)):
        with pytest.raises(GuestsSeekNot):
            send(*pair)
    bob.is_guest = False
    type(bob).objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(PersonGone):
        send(ann, bob)  # also when it was closed a moment ago


def test_one_challenge_a_game_stands_between_two(ann, bob) -> None:
    send(ann, bob)
    send(bob, ann, game="gungi")
    before = everything()
    for pair in ((ann, bob), (bob, ann)):
        for game in ("xiongqi", "gungi"):
            with pytest.raises(AlreadyChallenged):
                send(*pair, game=game)
    assert everything() == before


def test_the_table_itself_holds_one_open_challenge_a_game(ann, bob) -> None:
    send(ann, bob, game="gungi")
    same = send(ann, bob)
    same.pk, same.uid = None, "another-one"
    with pytest.raises(IntegrityError, match=r"one_open_challenge_per_game|game"):
        same.save(force_insert=True)


def test_challenges_to_bots_take_no_place_of_those_to_people(ann, bob) -> None:
    for number in range(MOST_OPEN + 1):
        send(ann, person(f"urs{number} [bot]", is_program=True))
    for _time in range(MOST_OPEN):
        send(ann, person())
    with pytest.raises(TooManyChallenges):
        send(ann, bob)


def test_challenges_to_people_who_are_gone_take_no_place(ann, bob) -> None:
    gone = [person() for _time in range(MOST_OPEN)]
    for one in gone:
        send(ann, one)
    User.objects.filter(pk=gone[0].pk).update(is_active=False)
    assert send(ann, bob).state == "open"


def test_challenges_that_are_accepted_and_those_to_bots_are_no_storm(ann, bob) -> None:
    robot = person("urs [bot]", is_program=True)
    for _time in range(MOST_A_DAY_TO_ONE + 1):
        match = accept_challenge(uid=send(ann, bob).uid, user=bob, now=NOON)
        ending.resign(uid=match.uid, user=ann, now=NOON)
        withdraw_challenge(uid=send(ann, robot).uid, user=ann, now=NOON)


def test_there_is_place_again_when_the_first_of_the_day_is_a_day_old(ann, bob) -> None:
    for hour in range(MOST_A_DAY_TO_ONE):
        at = NOON + timedelta(hours=hour)
        withdraw_challenge(uid=send(ann, bob, now=at).uid, user=ann, now=at)
    with pytest.raises(ChallengesUsedUp) as used_up:
        send(ann, bob, now=NOON + timedelta(hours=10))
    assert used_up.value.retry_after == 14 * 60 * 60
    send(ann, bob, now=NOON + timedelta(hours=24))


def test_a_storm_of_challenges_ends_soon(ann, bob, monkeypatch) -> None:
    for _time in range(MOST_A_DAY_TO_ONE):
        withdraw_challenge(uid=send(ann, bob).uid, user=ann, now=NOON)
    with pytest.raises(ChallengesUsedUp) as used_up:
        send(ann, bob)
    assert used_up.value.retry_after == 24 * 60 * 60
    for _time in range(MOST_OPEN):
        send(ann, person())
    with pytest.raises(TooManyChallenges):
        send(ann, person())
    monkeypatch.setattr(challenges, "MOST_WAITING", 0)
    with pytest.raises(TooManyChallenges):
        send(bob, person())


def test_the_room_of_both_counts_when_it_is_accepted(ann, bob) -> None:
    sent = send(ann, bob)
    fill(ann)
    with pytest.raises(SeekerHasNoRoom):
        accept_challenge(uid=sent.uid, user=bob, now=NOON)
    sent.refresh_from_db()
    assert sent.state == "open"


def test_who_has_blocked_is_asked_to_lift_it_and_who_is_blocked_is_told_nothing(ann, bob) -> None:
    block_person(user=ann, person=bob, kinds=["challenge"])
    with pytest.raises(PersonBlocked):
        send(ann, bob)
    sent = send(bob, ann)
    assert kinds(ann) == [] == open_challenges(ann, NOON)
    assert len(open_challenges(bob, NOON)) == 1
    with pytest.raises(ChallengeGone):
        accept_challenge(uid=sent.uid, user=ann, now=NOON)
    expire_challenges(now=NOON + LASTS)
    assert kinds(bob) == ["challenge-expired"]


def test_a_block_made_since_closes_the_way(ann, bob) -> None:
    sent = send(ann, bob)
    block_person(user=ann, person=bob, kinds=["challenge"])
    with pytest.raises(ChallengeGone):
        accept_challenge(uid=sent.uid, user=bob, now=NOON)


def test_the_page_of_an_accepted_challenge_is_its_match(ann, bob) -> None:
    sent = send_challenge(user=ann, person=bob, terms=terms(), now=timezone.now())
    waiting = browser(ann).get(f"/challenges/{sent.uid}/").content.decode()
    assert f'data-onward="/challenges/{sent.uid}/"' in waiting
    assert "data-onward" not in browser(bob).get(f"/challenges/{sent.uid}/").content.decode()
    match = accept_challenge(uid=sent.uid, user=bob, now=timezone.now())
    for user in (ann, bob):
        answer = browser(user).get(f"/challenges/{sent.uid}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.uid}/")
