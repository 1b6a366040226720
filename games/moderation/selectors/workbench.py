"""One match as a member of staff may see it: public facts, never a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.chat.selectors import lines_for_staff
from games.match.reading.clockproof import ClockStep, clock_steps
from games.match.reading.selectors import (
    RulingFacts,
    match_by_uid,
    matches_of,
    players_of,
    rulings_of,
)
from games.match.referee import Referee
from games.moderation.models import Consent, ModAction, ReportAtom
from games.notices.selectors import ledger_of

if TYPE_CHECKING:
    from games.chat.models import ChatLine
    from games.match.models import Match, Player
    from games.notices.models import Notice


@dataclass(frozen=True, slots=True)
class Workbench:
    """Everything on the page of one match."""

    match: Match
    players: Sequence[Player]
    view: JsonObject | None
    """What bystanders see."""
    news: Sequence[tuple[str, JsonObject]]
    """What bystanders were told."""
    steps: Sequence[ClockStep]
    ledger: Sequence[Notice]
    lines: Sequence[ChatLine]
    rulings: Sequence[RulingFacts]
    actions: Sequence[ModAction]
    atoms: Sequence[ReportAtom]
    encounters: Sequence[Match]
    """Earlier matches of the same people."""
    consents: Sequence[Consent]
    replay: ModAction | None
    """The last replay that somebody asked for."""
    levels: Sequence[str]
    hides: bool


def workbench_of(uid: str) -> Workbench:
    """Return the workbench of match *uid*; raises NoSuchMatch."""
    match = match_by_uid(uid)
    players = players_of(match)
    referee = Referee(match)
    has_begun = match.started_at is not None
    people = [player.user_id for player in players if player.user_id is not None]
    actions = ModAction.objects.filter(match=match).select_related("actor")
    return Workbench(
        match=match,
        players=players,
        view=referee.view(BYSTANDER) if has_begun else None,
        news=referee.news(BYSTANDER) if has_begun else [],
        steps=clock_steps(match),
        ledger=list(ledger_of(match)[:100]),
        lines=list(lines_for_staff(match)[:300]),
        rulings=rulings_of(match, seated=True),
        actions=list(actions[:100]),
        atoms=list(ReportAtom.objects.filter(match=match).select_related("report__suspect")),
        encounters=_encounters(match, people),
        consents=list(
            Consent.objects.filter(match=match).select_related("asked_by", "approved_by")
        ),
        replay=actions.filter(verb="match-verified").first(),
        levels=meta_for(match.game).bot_levels,
        hides=meta_for(match.game).hides_information,
    )


def _encounters(match: Match, people: Sequence[int]) -> list[Match]:
    if len(people) < 2:
        return []
    rows = matches_of(people[0])
    for pk in people[1:]:
        rows = rows.filter(players__user_id=pk)
    return list(rows.exclude(pk=match.pk).order_by("-pk").prefetch_related("players__user")[:20])
