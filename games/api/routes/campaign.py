"""The campaign: its map, its stages, the challenge of the day, and playing on from a round."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api import stages as out
from games.api.authorization import door, key_of, owner_of
from games.api.problems import Problem
from games.api.schemas import StartedOut
from games.api.shapes import Schema
from games.campaign import services
from games.campaign.forms import SkirmishForm
from games.campaign.presenters import Seer, present_daily
from games.campaign.selectors import (
    best_of_stage,
    campaign_game,
    has_played,
    is_daily,
    run_of,
    skirmish_called,
    skirmish_card,
    skirmish_choices,
    stage_called,
    stage_of_day,
    stages_of,
    today_of,
)

router = Router(tags=["Campaign"])


class SkirmishIn(Schema):
    """The choices of a skirmish; the map lists what there is to choose from."""

    rivals: int = 3
    rounds: int = 12
    start: Annotated[str, Field(max_length=20)] = "even"
    difficulty: Annotated[str, Field(max_length=20)] = "fair"
    seed: Annotated[str, Field(max_length=20)] = ""
    """Of its map; by chance if there is none."""


class ForkIn(Schema):
    ply: Annotated[int, Field(ge=0, le=999_999)]
    """After which ply to go on."""


@router.get(
    "/campaign", url_name="campaign", summary="The campaign", **door(Scope.READ, out.CampaignOut)
)
def campaign(request: HttpRequest) -> out.CampaignOut:
    """Every stage as you have it, and what a skirmish can be made of."""
    return out.campaign_json(campaign_game(), stages_of(owner_of(request).pk), skirmish_card())


@router.get(
    "/campaign/stages/{slug:stage}",
    url_name="stage",
    summary="A stage",
    **door(Scope.READ, out.HonourOut),
)
def stage(request: HttpRequest, stage: str) -> out.HonourOut:
    """The best results at it: in the campaign, at a skirmish, or at the challenge of a day once
    your own run is over.
    """
    card = stage_called(stage)
    if card is None or (is_daily(stage) and not has_played(owner_of(request).pk, stage)):
        raise Problem(404, "not-found")
    return out.honour_json(card, best_of_stage(stage), skirmish_choices(stage))


@router.post(
    "/campaign/stages/{slug:stage}",
    url_name="stage",
    summary="Begin a stage",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def start_stage(request: HttpRequest, stage: str) -> StartedOut:
    """Begin a match of it; it goes on as any match does."""
    user, now = owner_of(request), timezone.now()
    made = services.start_stage(user=user, stage=stage, key=key_of(request), now=now)
    return StartedOut(match=made.uid)


@router.post(
    "/campaign/skirmish",
    url_name="skirmish",
    summary="Begin a skirmish",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def skirmish(request: HttpRequest, body: SkirmishIn) -> StartedOut:
    """Begin a match of a stage that is made of choices."""
    form = SkirmishForm({**body.dict(), "key": key_of(request)})
    if not form.is_valid():
        [why, *_others] = [error for errors in form.errors.values() for error in errors]
        raise Problem(422, "unreadable", str(why))
    made = services.start_stage(
        user=owner_of(request),
        stage=skirmish_called(form.asked),
        key=form.cleaned_data["key"],
        now=timezone.now(),
    )
    return StartedOut(match=made.uid)


@router.get(
    "/campaign/daily",
    url_name="daily",
    summary="The challenge of the day",
    **door(Scope.READ, out.DailyOut),
)
def daily(request: HttpRequest) -> out.DailyOut:
    """The challenge of today, and the tables that are open to you."""
    user, day = owner_of(request), today_of(timezone.now())
    card, run = stage_called(stage_of_day(day)), run_of(user.pk, day)
    assert card is not None
    page = present_daily(day, card, run, Seer(user.pk, is_guest=user.is_guest))
    return out.daily_json(page, run.match.uid if run else "")


@router.post(
    "/campaign/daily",
    url_name="daily",
    summary="Begin the challenge of the day",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def start_daily(request: HttpRequest) -> StartedOut:
    """Your run of today, which counts; the one that there is if it is begun already."""
    user, now = owner_of(request), timezone.now()
    made = services.start_daily(user=user, key=key_of(request), now=now)
    return StartedOut(match=made.uid)


@router.post(
    "/matches/{slug:uid}/fork",
    url_name="fork",
    summary="Play on from a past round",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def fork(request: HttpRequest, uid: str, body: ForkIn) -> StartedOut:
    """Go on from where a match of the campaign stood, in a match of its own that counts for
    nothing.
    """
    made = services.fork_stage(
        user=owner_of(request), uid=uid, ply=body.ply, key=key_of(request), now=timezone.now()
    )
    return StartedOut(match=made.uid)
