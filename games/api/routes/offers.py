"""Seeks, challenges, and matches against house bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api.authorization import door, key_of, owner_of
from games.api.presenters import challenge_json, seek_json
from games.api.problems import Problem
from games.api.schemas import ChallengeListOut, ChallengeOut, SeekListOut, SeekOut, StartedOut
from games.api.shapes import Schema
from games.lobby.exceptions import ChallengeGone, SeekGone
from games.lobby.selectors.challenges import challenge_for, open_challenges
from games.lobby.selectors.seeks import Wanted, lobby_seeks, own_seeks, seek_for
from games.lobby.services import challenges as challenging
from games.lobby.services import seeks as seeking
from games.lobby.services.pairing import pair_seek, take_seek
from games.match.onlookers import ANYONE, CHOICES
from games.match.terms.opening import Terms

router = Router(tags=["Offers"])
MOST_ROWS = 100


class TermsIn(Schema):
    """The terms of a match."""

    game: Annotated[str, Field(max_length=20)]
    time_control: Annotated[str, Field(max_length=60)] = "relaxed"
    side: Annotated[int | None, Field(ge=0, le=1)] = None
    """Your own seat; null lets chance decide."""
    rated: bool = False
    options: Annotated[dict[str, str], Field(max_length=20)] = {}
    onlookers: Annotated[str, Field(max_length=10)] = ANYONE

    def terms(self, request: HttpRequest) -> Terms:
        """As the services take them. Raises Problem."""
        if self.onlookers not in CHOICES:
            raise Problem(422, "unreadable")
        return Terms(
            self.game,
            self.time_control,
            side=self.side,
            key=key_of(request),
            options=self.options,
            rated=self.rated,
            onlookers=self.onlookers,
        )


class SeekIn(TermsIn):
    low: Annotated[int | None, Field(ge=0, le=4000)] = None
    high: Annotated[int | None, Field(ge=0, le=4000)] = None
    audience: Literal["anyone", "followed"] = "anyone"
    days: Annotated[int, Field(ge=1, le=30)] = 7
    matches: Annotated[int | None, Field(ge=1, le=20)] = 1
    """How many matches it leads to; null as long as it stands."""
    at_once: Annotated[int, Field(ge=1, le=10)] = 1
    """How many of them may run at the same time."""


class ChallengeIn(TermsIn):
    to: Annotated[str, Field(min_length=1, max_length=100)]
    start: Annotated[str, Field(max_length=800)] = ""
    """Where the match begins, as a text of the rules page; then it is casual."""

    def terms(self, request: HttpRequest) -> Terms:
        return replace(super().terms(request), start=self.start)


class ChallengeAnswerIn(Schema):
    do: Literal["accept", "decline", "withdraw"]
    reason: Annotated[str, Field(max_length=20)] = ""
    """Of a decline: later, busy, game or time, as the page offers them."""


class SeekAnswerIn(Schema):
    do: Literal["take", "withdraw"]


@router.get("/seeks", url_name="seeks", summary="Open seeks", **door(Scope.SEEK, SeekListOut))
def seeks(
    request: HttpRequest,
    game: Annotated[str, Query(max_length=20)] = "",
    joinable: bool = False,
    limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = 50,
) -> SeekListOut:
    """The seeks of others that you may know of, newest first, and your own."""
    user, now = owner_of(request), timezone.now()
    found = lobby_seeks(user, Wanted(game=game, joinable=joinable), now)[:limit]
    mine = own_seeks(user, now)
    return SeekListOut(seeks=[*map(seek_json, found)], own=[*map(seek_json, mine)])


@router.post(
    "/seeks",
    url_name="seeks",
    summary="Make a seek",
    **door(Scope.SEEK, SeekOut, bucket="write", as_a_page="begin"),
)
def new_seek(request: HttpRequest, body: SeekIn) -> SeekOut:
    """Make a seek; a partner who fits is looked for at once, and then `match` is there."""
    user, now = owner_of(request), timezone.now()
    asked = seeking.SeekRequest(
        terms=body.terms(request),
        low=body.low,
        high=body.high,
        audience=body.audience,
        lasts=timedelta(days=body.days),
        matches=body.matches,
        at_once=body.at_once,
    )
    made = seeking.open_seek(user=user, asked=asked, now=now)
    pair_seek(seek_id=made.pk, now=now, present=user)
    facts = seek_for(made.uid, user, now)
    if facts is None:
        raise SeekGone
    return seek_json(facts)


@router.get("/seeks/{slug:seek}", url_name="seek", summary="A seek", **door(Scope.SEEK, SeekOut))
def one_seek(request: HttpRequest, seek: str) -> SeekOut:
    """One seek, with what became of yours."""
    facts = seek_for(seek, owner_of(request), timezone.now())
    if facts is None:
        raise Problem(404, "not-found")
    return seek_json(facts)


@router.post(
    "/seeks/{slug:seek}",
    url_name="seek",
    summary="Take or withdraw a seek",
    **door(Scope.SEEK, StartedOut, bucket="write", as_a_page="begin"),
)
def answer_seek(request: HttpRequest, seek: str, body: SeekAnswerIn) -> StartedOut:
    """Take somebody's seek, and the match begins; or withdraw your own."""
    user, now = owner_of(request), timezone.now()
    try:
        if body.do == "withdraw":
            seeking.withdraw_seek(uid=seek, user=user)
            return StartedOut(match=None)
        return StartedOut(match=take_seek(uid=seek, user=user, now=now).uid)
    except SeekGone as error:
        if seek_for(seek, user, now) is None:
            raise Problem(404, "not-found") from error
        raise


@router.get(
    "/challenges",
    url_name="challenges",
    summary="Open challenges",
    **door(Scope.CHALLENGE, ChallengeListOut),
)
def challenges(request: HttpRequest) -> ChallengeListOut:
    """The challenges that wait for your answer, and your own, newest first."""
    found = open_challenges(owner_of(request), timezone.now())
    return ChallengeListOut(challenges=[*map(challenge_json, found)][:MOST_ROWS])


@router.post(
    "/challenges",
    url_name="challenges",
    summary="Challenge somebody",
    **door(Scope.CHALLENGE, ChallengeOut, bucket="write", as_a_page="begin"),
)
def new_challenge(request: HttpRequest, body: ChallengeIn) -> ChallengeOut:
    """Challenge the person called `to`."""
    user, now = owner_of(request), timezone.now()
    made = challenging.challenge_called(user=user, name=body.to, terms=body.terms(request), now=now)
    return _challenge(made.uid, request)


@router.get(
    "/challenges/{slug:challenge}",
    url_name="challenge",
    summary="A challenge",
    **door(Scope.CHALLENGE, ChallengeOut),
)
def one_challenge(request: HttpRequest, challenge: str) -> ChallengeOut:
    """One challenge that you sent or were sent, with what became of it."""
    return _challenge(challenge, request)


@router.post(
    "/challenges/{slug:challenge}",
    url_name="challenge",
    summary="Answer or withdraw a challenge",
    **door(Scope.CHALLENGE, ChallengeOut, bucket="write", as_a_page="begin"),
)
def answer_challenge(request: HttpRequest, challenge: str, body: ChallengeAnswerIn) -> ChallengeOut:
    """Accept it, and the match begins; decline it with a reason; or withdraw your own."""
    asked: dict[str, Any] = {"uid": challenge, "user": owner_of(request), "now": timezone.now()}
    verbs: dict[str, Callable[..., object]] = {
        "accept": challenging.accept_challenge,
        "withdraw": challenging.withdraw_challenge,
        "decline": challenging.decline_challenge,
    }
    if body.do == "decline":
        asked["reason"] = body.reason
    try:
        verbs[body.do](**asked)
    except ChallengeGone:
        _challenge(challenge, request)
        raise
    return _challenge(challenge, request)


def _challenge(uid: str, request: HttpRequest) -> ChallengeOut:
    """As its two find it. Raises Problem where it is none of the owner's."""
    facts = challenge_for(uid, owner_of(request), timezone.now())
    if facts is None:
        raise Problem(404, "not-found")
    return challenge_json(facts)
