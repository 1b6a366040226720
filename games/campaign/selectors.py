"""What a player has cleared, what is open to them, and who has done best."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.db.models import QuerySet

from engines.catalogue import GAMES
from games.boards.cards import card_for
from games.boards.kit.campaigns import Skirmish, SkirmishCard, StageCard
from games.campaign.models import StageResult
from games.match.selectors import matches_of
from games.match.status import Status

MOST_ON_BOARD = 20
"""Places on the board of honour of a stage."""


def campaign_game() -> str:
    """The slug of the game that has a campaign; LookupError if the house has none."""
    found = [meta.slug for meta in GAMES if card_for(meta.slug).campaign is not None]
    if not found:
        raise LookupError("no campaign")
    return found[0]


def all_stages() -> tuple[StageCard, ...]:
    """Every stage, in order."""
    campaign = card_for(campaign_game()).campaign
    return tuple(campaign.stages()) if campaign else ()


def stage_called(name: str) -> StageCard | None:
    """The stage of that name, be it in the campaign or not; None for no stage."""
    campaign = card_for(campaign_game()).campaign
    return campaign.stage(name) if campaign else None


def skirmish_card() -> SkirmishCard:
    """What can be chosen for a skirmish; LookupError if the house has no campaign."""
    campaign = card_for(campaign_game()).campaign
    assert campaign is not None
    return campaign.skirmish()


def skirmish_called(chosen: Skirmish) -> str:
    """The name of the stage that is made of these choices."""
    campaign = card_for(campaign_game()).campaign
    assert campaign is not None
    return campaign.skirmish_called(chosen)


def skirmish_choices(stage: str) -> dict[str, str]:
    """The choices that *stage* is made of, by the fields of the form; none if it is no skirmish."""
    campaign = card_for(campaign_game()).campaign
    chosen = campaign.choices_in(stage) if campaign else None
    return {name: str(value) for name, value in asdict(chosen).items()} if chosen else {}


def is_skirmish(stage: str) -> bool:
    """Whether the stage of that name is made of choices."""
    campaign = card_for(campaign_game()).campaign
    return campaign is not None and campaign.choices_in(stage) is not None


def cleared_stages(user_id: int) -> frozenset[str]:
    """The stages that the user has won."""
    won = StageResult.objects.filter(user_id=user_id, is_cleared=True)
    return frozenset(won.values_list("stage", flat=True))


def open_stages(user_id: int) -> frozenset[str]:
    """The stages that the user may start."""
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
    """The whole campaign as the user has it."""
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
    """The best win of each player: by final power, then by rounds, then the earlier one."""
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
    won = StageResult.objects.filter(stage=stage, is_cleared=True, user__is_active=True)
    return won.select_related("user", "match").order_by("-power", "rounds", "pk")
