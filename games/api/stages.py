"""The campaign in JSON: what is answered of it, made of the facts and the page of its map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from games.api.schemas import Named
from games.api.shapes import Schema
from games.boards.kit.campaigns import SkirmishCard, StageCard
from games.campaign.presenters import DailyPage, StagePanel, Table, TableRow, present_campaign
from games.campaign.selectors import Place, StageFacts
from games.common.filling import filled


class BestOut(Schema):
    power: int
    rounds: int


class StageOut(Schema):
    """A stage as one player has it."""

    id: str
    number: int
    name: str
    flavour: str
    rivals: list[str]
    rounds: int
    unlocks: list[str]
    needs: str
    """What has to be cleared before it opens; "" if it is open."""
    state: str
    """locked, open or cleared."""
    best: BestOut | None
    """The best win; null before one."""
    medals: list[int]
    """The leads for bronze, silver and gold, in percent; empty where there are none."""
    tries: int
    match: str
    """The match of it that goes on; "" if none does."""


class ChapterOut(Schema):
    name: str
    stages: list[StageOut]


class SkirmishOut(Schema):
    """The choices of a skirmish: the same choices make the same stage for everybody."""

    rivals: list[int]
    """The least and the most."""
    rounds: list[int]
    """The least and the most."""
    starts: list[Named]
    difficulties: list[Named]


class CampaignOut(Schema):
    game: str
    chapters: list[ChapterOut]
    skirmish: SkirmishOut


class PlaceOut(Schema):
    """One line of the board of honour."""

    name: str
    power: int
    rounds: int
    match: str


class HonourOut(Schema):
    """The best result at a stage."""

    id: str
    name: str
    flavour: str
    rivals: list[str]
    rounds: int
    places: list[PlaceOut]
    choices: dict[str, str]
    """Of a skirmish, what it is made of."""


class LeadOut(Schema):
    """A line of a table of leads."""

    place: int
    name: str
    lead: str
    note: str
    """Rounds, or on how many days."""
    replay: str
    """The address of the match; "" where it is not to be seen yet."""
    is_own: bool


class LeadTableOut(Schema):
    title: str
    rows: list[LeadOut]


class DailyOut(Schema):
    """The challenge of today."""

    day: date
    terms: str
    state: str
    """open, running or over."""
    match: str
    """Your own run; "" before it is begun."""
    result: str
    tables: list[LeadTableOut]


def campaign_json(game: str, facts: Sequence[StageFacts], skirmish: SkirmishCard) -> CampaignOut:
    """The map, as one player has it."""
    known = {one.stage.id: one for one in facts}
    return CampaignOut(
        game=game,
        chapters=[
            ChapterOut(
                name=chapter.name,
                stages=[_stage(panel, known[panel.id]) for panel in chapter.stages],
            )
            for chapter in present_campaign(facts)
        ],
        skirmish=SkirmishOut(
            rivals=list(skirmish.rivals),
            rounds=list(skirmish.rounds),
            starts=_named(skirmish.starts),
            difficulties=_named(skirmish.difficulties),
        ),
    )


def _named(names: Mapping[str, str]) -> list[Named]:
    return [Named(value=value, name=str(name)) for value, name in names.items()]


def _stage(panel: StagePanel, facts: StageFacts) -> StageOut:
    best = BestOut(power=facts.best[0], rounds=facts.best[1]) if facts.best else None
    return filled(
        StageOut,
        panel,
        facts.stage,
        rivals=facts.stage.rivals,
        unlocks=facts.stage.unlocks,
        medals=facts.stage.medals,
        best=best,
        match=facts.running,
    )


def honour_json(stage: StageCard, places: Sequence[Place], choices: Mapping[str, str]) -> HonourOut:
    """The board of honour of a stage."""
    lines = [filled(PlaceOut, one, match=one.uid) for one in places]
    return filled(HonourOut, stage, places=lines, choices=dict(choices))


def daily_json(page: DailyPage, match: str) -> DailyOut:
    """The challenge of a day, with the uid of one's own run."""
    return filled(DailyOut, page, match=match, tables=[*map(_table, page.tables)])


def _table(table: Table) -> LeadTableOut:
    return filled(LeadTableOut, table, rows=[*map(_lead, table.rows)])


def _lead(row: TableRow) -> LeadOut:
    return filled(LeadOut, row, replay=row.replay_url)
