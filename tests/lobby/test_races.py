"""Two at the same moment: a seek, a challenge, a pair is one match, on either database.

`make races` (JINYA_RACES) runs them by the thousand.
"""

from __future__ import annotations

import os
from datetime import timedelta
from functools import partial

import pytest

from games.lobby.exceptions import AlreadyChallenged, ChallengeGone, SeekGone, TooManySeeks
from games.lobby.models import Challenge, Seek
from games.lobby.services import challenges
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import MOST_OPEN, SeekRequest, open_seek, sweep_seeks, withdraw_seek
from games.match.models import Match
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.builders import NOON, person, terms
from tests.kit.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

RACES = int(os.environ.get("JINYA_RACES", "4"))
LATER = NOON + timedelta(minutes=5)


def seek(user, **changes):
    return open_seek(user=user, asked=SeekRequest(terms(side=None, **changes)), now=NOON)


def one_match(*people) -> Match:
    """The only match there is; it is sound, and between *people*."""
    match = Match.objects.get()
    assert {player.user for player in match.players.all()} == set(people)
    assert faults_of(match) == []
    return match


def clear() -> None:
    Seek.objects.all().delete()
    Challenge.objects.all().delete()
    Notice.objects.all().delete()
    Match.objects.all().delete()


def test_two_who_take_one_seek_at_once_make_one_match() -> None:
    ann, *takers = (person(name) for name in ("ann", "bob", "cid"))
    for _race in range(RACES):
        wanted = seek(ann)
        results = at_once(
            *[
                lambda user=user, uid=wanted.uid: take_seek(uid=uid, user=user, now=NOON)
                for user in takers
            ]
        )
        assert results.count(SeekGone) == 1
        winner = next(user for user, got in zip(takers, results, strict=True) if got != SeekGone)
        one_match(ann, winner)
        clear()


def test_two_workers_that_pair_at_once_make_one_match() -> None:
    ann, bob = person("ann"), person("bob")
    for _race in range(RACES):
        seek(ann)
        seek(bob)
        results = at_once(*[lambda: sweep_seeks(now=LATER)] * 2)
        assert all(isinstance(result, int) for result in results), results
        one_match(ann, bob)
        assert Notice.objects.filter(kind="match-began").count() == 2
        clear()


def test_three_seeks_that_all_fit_leave_one_over() -> None:
    people = [person(name) for name in ("ann", "bob", "cid")]
    for _race in range(RACES):
        keys = [seek(user).pk for user in people]
        results = at_once(*[lambda key=key: pair_seek(seek_id=key, now=NOON) for key in keys])
        assert not [result for result in results if isinstance(result, Exception)]
        assert Match.objects.count() == 1
        assert Seek.objects.filter(state="open").count() == 1
        clear()


def test_pairing_taking_withdrawing_and_a_bot_at_once_do_one_of_them() -> None:
    ann, bob, cid = (person(name) for name in ("ann", "bob", "cid"))
    for _race in range(RACES):
        asked = SeekRequest(terms(side=None), bot_after=timedelta(seconds=1))
        wanted = open_seek(user=ann, asked=asked, now=NOON)
        seek(bob)
        at_once(
            lambda: sweep_seeks(now=LATER),
            partial(take_seek, uid=wanted.uid, user=cid, now=NOON),
            partial(withdraw_seek, uid=wanted.uid, user=ann),
        )
        wanted.refresh_from_db()
        mine = Match.objects.filter(players__user=ann)
        assert mine.count() == (wanted.state == "paired")
        assert all(faults_of(match) == [] for match in Match.objects.all())
        clear()


def test_a_challenge_accepted_and_withdrawn_at_once_is_one_of_them() -> None:
    ann, bob = person("ann"), person("bob")
    for _race in range(RACES):
        sent = challenges.send_challenge(user=ann, person=bob, terms=terms(), now=NOON)
        results = at_once(
            partial(challenges.accept_challenge, uid=sent.uid, user=bob, now=NOON),
            partial(challenges.accept_challenge, uid=sent.uid, user=bob, now=NOON),
            partial(challenges.withdraw_challenge, uid=sent.uid, user=ann, now=NOON),
        )
        assert not [result for result in results if isinstance(result, Exception)]
        sent.refresh_from_db()
        assert Match.objects.count() == (sent.state == "accepted")
        assert (ChallengeGone in results) is True
        clear()


def test_two_who_challenge_each_other_at_once_are_one_challenge() -> None:
    ann, bob = person("ann"), person("bob")
    for _race in range(RACES):
        results = at_once(
            lambda: challenges.send_challenge(user=ann, person=bob, terms=terms(), now=NOON),
            lambda: challenges.send_challenge(user=bob, person=ann, terms=terms(), now=NOON),
        )
        assert results.count(AlreadyChallenged) == 1
        assert Challenge.objects.count() == 1
        clear()


def test_the_last_seek_one_may_open_is_opened_once() -> None:
    ann = person("ann")
    for _number in range(MOST_OPEN - 1):
        seek(ann)
    results = at_once(*[lambda: seek(ann)] * 4)
    assert results.count(TooManySeeks) == 3
    assert Seek.objects.count() == MOST_OPEN
