"""What a player has cleared, what is open to them, and who has done best."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, F, Max, Min, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.sanctions.rights import Verb, able
from engines.catalogue import GAMES, meta_for
from engines.core.dice import Dice
from games.boards.cards import card_for
from games.boards.kit.campaigns import Skirmish, SkirmishCard, StageCard
from games.campaign.models import DailyRun, StageResult
from games.match.reading.selectors import matches_of
from games.match.reading.visibility import shown
from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Match

MOST_ON_BOARD = 20
"""Places on the board of honour of a stage."""


def campaign_game() -> str:
    """Return the slug of the game that has a campaign; LookupError if the site has none."""
    found = [meta.slug for meta in GAMES if card_for(meta.slug).campaign is not None]
    if not found:
        raise LookupError("no campaign")
    return found[0]


def all_stages() -> tuple[StageCard, ...]:
    """Return every stage, in order."""
    campaign = card_for(campaign_game()).campaign
    return tuple(campaign.stages()) if campaign else ()


def stage_called(name: str) -> StageCard | None:
    """Return the stage of that name, be it in the campaign or not; None for no stage."""
    campaign = card_for(campaign_game()).campaign
    return campaign.stage(name) if campaign else None


def skirmish_card() -> SkirmishCard:
    """Return what can be chosen for a skirmish; LookupError if the site has no campaign."""
    campaign = card_for(campaign_game()).campaign
    assert campaign is not None
    return campaign.skirmish()


def skirmish_called(chosen: Skirmish) -> str:
    """Return the name of the stage that is made of these choices."""
    campaign = card_for(campaign_game()).campaign
    assert campaign is not None
    return campaign.skirmish_called(chosen)


def skirmish_choices(stage: str) -> dict[str, str]:
    """The choices that *stage* is made of, by the fields of the form; none if it is no skirmish."""
    campaign = card_for(campaign_game()).campaign
    chosen = campaign.choices_in(stage) if campaign else None
    return {name: str(value) for name, value in asdict(chosen).items()} if chosen else {}


def is_skirmish(stage: str) -> bool:
    """Return whether the stage of that name is made of choices."""
    campaign = card_for(campaign_game()).campaign
    return campaign is not None and campaign.choices_in(stage) is not None


def cleared_stages(user_id: int) -> frozenset[str]:
    """Return the stages that the user has won."""
    won = StageResult.objects.filter(user_id=user_id, is_cleared=True)
    return frozenset(won.values_list("stage", flat=True))


def open_stages(user_id: int) -> frozenset[str]:
    """Return the stages that the user may start."""
    cleared = cleared_stages(user_id)
    return frozenset(stage.id for stage in all_stages() if cleared.issuperset(stage.requires))


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage as one player has it."""

    stage: StageCard
    is_open: bool
    is_cleared: bool
    best: tuple[int, int] | None
    """Power and rounds of the best win; None before one."""
    tries: int
    running: str
    """The public id of a match of it under way; empty if there is none."""


def stages_of(user_id: int) -> tuple[StageFacts, ...]:
    """Return the whole campaign as the user has it."""
    cleared = cleared_stages(user_id)
    results = list(StageResult.objects.filter(user_id=user_id))
    running = _running(user_id)
    return tuple(
        StageFacts(
            stage=stage,
            is_open=cleared.issuperset(stage.requires),
            is_cleared=stage.id in cleared,
            best=_best([one for one in results if one.stage == stage.id]),
            tries=sum(one.stage == stage.id for one in results),
            running=running.get(stage.id, ""),
        )
        for stage in all_stages()
    )


def _best(results: list[StageResult]) -> tuple[int, int] | None:
    won = [(-one.power, one.rounds) for one in results if one.is_cleared]
    return (-min(won)[0], min(won)[1]) if won else None


def _running(user_id: int) -> dict[str, str]:
    """Stage to the newest match of it that goes on."""
    game = campaign_game()
    campaign = card_for(game).campaign
    running = matches_of(user_id).filter(game=game, status=Status.ACTIVE).order_by("pk")
    return {str(one.options[campaign.option]): one.uid for one in running} if campaign else {}


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the board of honour."""

    name: str
    power: int
    rounds: int
    uid: str


def best_of_stage(stage: str) -> tuple[Place, ...]:
    """Return the best win of each player by the newest rules: by final power, then by rounds, then
    the earlier one. Power under earlier rules is no measure of it."""
    seen: set[int] = set()
    places = []
    for one in _wins(stage):
        if one.user_id not in seen:
            seen.add(one.user_id)
            places.append(Place(one.user.name, one.power, one.rounds, one.match.uid))
        if len(places) == MOST_ON_BOARD:
            break
    return tuple(places)


def _wins(stage: str) -> QuerySet[StageResult]:
    newest = meta_for(campaign_game()).rules_version
    won = StageResult.objects.filter(
        able(Verb.PLAY, timezone.now(), "user"),
        shown("match__", of_days=True),
        user__guardian=None,
        stage=stage,
        is_cleared=True,
        match__rules_version=newest,
    )
    return won.select_related("user", "match").order_by("-power", "rounds", "pk")


# --- the challenge of a day -----------------------------------------------------------------


def today_of(now: datetime) -> date:
    """Return the day whose challenge it is: days begin at midnight UTC, for everybody."""
    return now.astimezone(UTC).date()


def is_daily(stage: str) -> bool:
    """Return whether the stage of that name is that of a day."""
    campaign = card_for(campaign_game()).campaign
    return campaign is not None and campaign.is_daily(stage)


def stage_of_day(day: date) -> str:
    """The stage of *day*: as it was first begun; before that it follows from the site's key.

    Nobody can tell it beforehand who does not have that key, and another key changes no day
    that has begun.
    """
    begun = DailyRun.objects.filter(day=day).order_by("pk").values_list("stage", flat=True).first()
    if begun:
        return begun
    campaign = card_for(campaign_game()).campaign
    assert campaign is not None
    seed = salted_hmac("jinya.daily", day.isoformat(), algorithm="sha256").digest()
    return campaign.daily_called(day, Dice(seed, "day").below)


def run_of(user_id: int, day: date) -> DailyRun | None:
    """The match that counts of that user on that day."""
    return DailyRun.objects.filter(user_id=user_id, day=day).select_related("match").first()


def has_played(user_id: int, stage: str) -> bool:
    """Return whether the user's own run of that stage of a day is over."""
    runs = DailyRun.objects.filter(user_id=user_id, stage=stage)
    return runs.filter(ended_at__isnull=False).exists()


def opened_by_own_end(matches: Collection[Match], user_id: int) -> frozenset[int]:
    """Return which of *matches*, all of some day, the user may look at: those of stages of which
    the user's own run is over, unless the user is a guest, who could be anybody."""
    own = DailyRun.objects.filter(
        user_id=user_id, user__is_guest=False, ended_at__isnull=False
    ).values_list("stage", flat=True)
    campaign = card_for(campaign_game()).campaign
    stages = {one.pk: str(one.options.get(campaign.option)) for one in matches} if campaign else {}
    played = set(own.filter(stage__in=set(stages.values())))
    return frozenset(pk for pk, stage in stages.items() if stage in played)


@dataclass(frozen=True, slots=True)
class DayPlace:
    """One line of the table of a day."""

    place: int
    name: str
    lead: int
    """In thousandths of the strongest rival's power."""
    rounds: int
    uid: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class WeekPlace:
    """One line of the table of a week."""

    place: int
    name: str
    lead: int
    """The best of the week, in thousandths."""
    days: int
    """On how many days the player has ended a run."""
    is_own: bool


def table_of_day(day: date, user_id: int) -> tuple[DayPlace, ...]:
    """Return who has the best leads of *day*: then fewer rounds, then who was earlier."""
    runs = _counted(day, day).order_by("-lead", "rounds", "ended_at", "pk")[:MOST_ON_BOARD]
    return tuple(
        DayPlace(
            place,
            one.user.name,
            one.lead or 0,
            one.rounds or 0,
            one.match.uid,
            is_own=one.user_id == user_id,
        )
        for place, one in enumerate(runs.select_related("user", "match"), start=1)
    )


def table_of_week(day: date, user_id: int) -> tuple[WeekPlace, ...]:
    """Return the top of the week up to *day*, from Monday on: by best lead, then by days played."""
    monday = day - timedelta(days=day.weekday())
    best = (
        _counted(monday, day)
        .values("user_id", "user__name")
        .annotate(best=Max("lead"), days=Count("pk"), first=Min("ended_at"))
        .order_by("-best", "-days", "first")[:MOST_ON_BOARD]
    )
    return tuple(
        WeekPlace(
            place,
            one["user__name"],
            one["best"],
            one["days"],
            is_own=one["user_id"] == user_id,
        )
        for place, one in enumerate(best, start=1)
    )


def _counted(first: date, last: date) -> QuerySet[DailyRun]:
    """The runs of these days that were ended within their day, nor hidden or annulled since."""
    runs = DailyRun.objects.filter(day__range=(first, last), ended_at__isnull=False)
    return runs.filter(
        able(Verb.PLAY, timezone.now(), "user"),
        shown("match__", of_days=True),
        user__guardian=None,
        ended_at__date__lte=F("day"),
        match__annulled_at=None,
    )
