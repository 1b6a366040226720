"""Leaks of what is planned are found; what is compared stands in the table of drives."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from games.match.changes import turns
from games.match.reading.selectors import match_by_uid
from games.match.referee import Referee
from games.personal import selectors as exports
from games.plans import services as plans
from games.plans.models import Plan, PlannedMove
from tests.secrecy import plans as drives
from tests.secrecy.comparing import Difference
from tests.secrecy.house import Showcase, showcase
from tests.secrecy.leaking import (
    Patch,
    Plant,
    changed,
    instead,
    on_the_page,
    put,
    saying,
    truth,
)
from tests.secrecy.worlds import HIDDEN_GAMES

hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
pytestmark = pytest.mark.usefixtures("db")

PAIRS = tuple(range(60))


@hidden_games
def test_there_are_plans_to_compare(game: str) -> None:
    assert len(drives.shown_by(game, PAIRS)) >= 3


# Leaks


def looked_at_in_a_move(settle: Any, match: Any, *args: Any, **kwargs: Any) -> Any:
    if Plan.objects.filter(match=match).exists():
        Plan.objects.filter(match=match).count()
    return settle(match, *args, **kwargs)


def planned_on_the_page(page: Any, facts: Any) -> dict[str, Any]:
    planned = Plan.objects.filter(match__uid=facts.uid).exists()
    return saying(page, "planned") if planned else {}


def logged(drop: Any, plan: Any, fate: str) -> None:
    if fate == plans.Fate.REFUSED:
        logging.getLogger("games.plans").warning("refused: %s", plan.lines)
    drop(plan, fate)


def plans_of_both(rows: Any, key: str, user_id: int) -> Any:
    is_plans = key == "plans.Plan.user"
    return Plan.objects.filter(match__players__user=user_id) if is_plans else rows


def later_for_each_line(found: Any, plan: Any, _now: Any) -> Any:
    more = timedelta(seconds=len(plan.lines))
    for planned in PlannedMove.objects.filter(basis=plan):
        PlannedMove.objects.filter(pk=planned.pk).update(due_at=planned.due_at + more)
    return found


def fewer_conditions(found: Any, referee: Referee, *_asked: Any) -> Any:
    return found._replace(conditions=found.conditions[truth(referee.match.uid) % 2 :])


Drive = Callable[[Showcase], Iterator[Difference]]


def in_twins(shown: Showcase) -> Iterator[Difference]:
    return drives.in_twins(shown, PAIRS)


LEAKS: dict[str, tuple[Plant, Drive]] = {
    "looked at as the other moves": (
        instead(turns, "settle", looked_at_in_a_move),
        drives.by_their_plans,
    ),
    "on the page": (on_the_page(planned_on_the_page), drives.by_their_plans),
    "played at once": (put(plans, "drawn_delay", timedelta), drives.by_their_plans),
    "counted as a version": (
        changed(plans, "play_move", lambda _none, uid, **_move: Referee(match_by_uid(uid)).touch()),
        drives.by_their_plans,
    ),
    "exported": (changed(exports, "rows_of", plans_of_both), drives.by_their_plans),
    "logged as it is refused": (instead(plans, "_drop", logged), drives.refused),
    "thought about": (
        changed(plans, "_look_at", later_for_each_line),
        drives.at_the_same_time,
    ),
    "judged by the truth": (
        changed(
            Referee,
            "came_true",
            lambda found, referee, *_asked, **_after: found if truth(referee.match.uid) % 2 else [],
        ),
        in_twins,
    ),
    "offered by the truth": (changed(Referee, "suppose", fewer_conditions), in_twins),
}


@hidden_games
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(game: str, leak: str, monkeypatch: Patch) -> None:
    plant, drive = LEAKS[leak]
    with showcase(game) as shown:
        drives.some_turn(game)  # this and the next are found by honest rules
        drives.shown_by(game, PAIRS)
        plant(monkeypatch)
        shown.is_honest = False
        assert next(drive(shown), None) is not None
