"""Keeping what comes of stages, and starting them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from engines.catalogue import meta_for
from engines.core.seats import BYSTANDER
from games.boards.cards import card_for
from games.campaign.models import DailyRun, StageResult
from games.campaign.selectors import (
    all_stages,
    campaign_game,
    has_played,
    is_daily,
    is_skirmish,
    open_stages,
    run_of,
    stage_of_day,
    today_of,
)
from games.match.changes.followers import Change, Kind
from games.match.exceptions import UnknownTerms
from games.match.onlookers import DAY
from games.match.reading.selectors import begun_match
from games.match.referee import Referee
from games.match.terms import opening
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match


def keep_result(change: Change) -> None:
    """Write down how a stage ended, once it has; the match is written with it or not at all."""
    campaign = card_for(change.match.game).campaign
    if change.kind != Kind.OVER or campaign is None or change.match.given_plies:
        return  # a fork does not count
    player = next((one for one in change.players if one.user_id), None)
    if player is None or player.user_id is None:
        return
    end = campaign.ended(Referee(change.match).view(BYSTANDER))
    DailyRun.objects.filter(match=change.match).update(
        lead=end.lead,
        rounds=end.rounds,
        is_won=player.result == "won",
        ended_at=change.now,
    )
    StageResult.objects.update_or_create(  # a ruling may end again what is over
        match=change.match,
        defaults={
            "user_id": player.user_id,
            "stage": end.stage,
            "is_cleared": player.result == "won",
            "power": end.power,
            "rounds": end.rounds,
            "ended_at": change.now,
        },
    )


def move_results(from_id: int, to_id: int) -> None:
    """Give the stages of one user, and so what they have unlocked, to another."""
    StageResult.objects.filter(user_id=from_id).update(user_id=to_id)
    days = DailyRun.objects.filter(user_id=to_id).values("day")
    DailyRun.objects.filter(user_id=from_id).exclude(day__in=days).update(user_id=to_id)
    DailyRun.objects.filter(user_id=from_id).delete()  # one run a day counts


def check_may_start(user_id: int, stage: str) -> None:
    """Raises StageLocked, or UnknownTerms for no stage. A skirmish is open to everybody;
    the stage of a day, DayNotPlayed until the run that counts is over."""
    if is_skirmish(stage):
        return
    if is_daily(stage):
        if not has_played(user_id, stage):
            raise DayNotPlayed
        return
    if stage not in {one.id for one in all_stages()}:
        raise UnknownTerms
    if stage not in open_stages(user_id):
        raise StageLocked


def start_stage(*, user: User, stage: str, key: str, now: datetime) -> Match:
    """A match of *stage*, begun at once. Raises StageLocked, or UnknownTerms for no stage."""
    check_may_start(user.pk, stage)
    game = campaign_game()
    campaign = card_for(game).campaign
    assert campaign is not None
    terms = opening.Terms(game=game, time_control="none", key=key, options={campaign.option: stage})
    return opening.create_bot_match(
        user=user, terms=terms, level=meta_for(game).bot_levels[0], now=now
    )


def fork_stage(*, user: User, uid: str, ply: int, key: str, now: datetime) -> Match:
    """A match of its own that goes on from where match *uid* stood after *ply* plies.

    It says that it is a fork, counts for nothing, and goes by the rules of that match. Raises
    NoSuchMatch, StageLocked, or UnknownTerms for a match of another game, or one that was over by
    then.
    """
    match = begun_match(uid, user)
    campaign = card_for(match.game).campaign
    if campaign is None:
        raise UnknownTerms
    stage = str(match.options[campaign.option])
    check_may_start(user.pk, stage)
    plies = Referee(match).open_moves(up_to=ply)
    if not plies:
        return start_stage(user=user, stage=stage, key=key, now=now)
    terms = opening.Terms(
        game=match.game,
        time_control="none",
        key=key,
        options=match.options,
        rules=match.rules_version,
    )
    level = meta_for(match.game).bot_levels[0]
    try:
        return opening.create_lesson_match(
            user=user, terms=terms, plies=plies, level=level, now=now
        )
    except ValueError as error:  # nobody is to act any more
        raise UnknownTerms from error


def start_daily(*, user: User, key: str, now: datetime) -> Match:
    """Return the user's run of today, begun now if it has not been; it is the one that counts."""
    game, day = campaign_game(), today_of(now)
    campaign = card_for(game).campaign
    assert campaign is not None
    with writing():
        opening.hold(user)
        run = run_of(user.pk, day)
        if run is not None:
            return run.match
        stage = stage_of_day(day)
        terms = opening.Terms(
            game=game,
            time_control="none",
            key=key,
            options={campaign.option: stage},
            onlookers=DAY,
        )
        level = meta_for(game).bot_levels[0]
        match = opening.create_bot_match(user=user, terms=terms, level=level, now=now)
        DailyRun.objects.create(day=day, user=user, match=match, stage=stage)
    return match


class DayNotPlayed(UnknownTerms):
    """The user's own run of that day is not over."""

    sentence = _("The challenge of a day is begun from its own page, and counts once.")
    status = 403


class StageLocked(UnknownTerms):
    sentence = _("This stage is still locked. Clear the ones before it first.")
    status = 403
