"""Nobody notices what is planned where pieces are hidden, and plans know what their owner knows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from games.match import turns
from games.match.referee import Referee
from games.match.selectors import match_by_uid
from games.personal import selectors as exports
from games.plans import services as plans
from games.plans.models import Plan, PlannedMove
from tests.secrecy import plans as drives
from tests.secrecy.comparing import Difference
from tests.secrecy.house import Showcase, showcase
from tests.secrecy.leaking import on_the_page, saying, truth, wrap
from tests.secrecy.worlds import HIDDEN_GAMES

hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
pytestmark = pytest.mark.usefixtures("db")

PAIRS = range(60)
Patch = pytest.MonkeyPatch


@hidden_games
def test_opponents_who_differ_by_their_plans_alone_look_the_same(game: str) -> None:
    with showcase(game) as shown:
        assert list(drives.by_their_plans(shown)) == []


@hidden_games
def test_how_much_is_planned_does_not_tell_when_it_is_played(game: str) -> None:
    with showcase(game) as shown:
        assert list(drives.at_the_same_time(shown)) == []


@hidden_games
def test_what_is_refused_is_told_to_nobody(game: str) -> None:
    with showcase(game) as shown:
        assert list(drives.refused(shown)) == []


@hidden_games
def test_plans_are_judged_by_what_their_owner_sees(game: str) -> None:
    with showcase(game) as shown:
        assert len(drives.shown_by(game, PAIRS)) >= 3
        assert list(drives.in_twins(shown, PAIRS)) == []


# Leaks


def asked_as_one_moves(patch: Patch) -> None:
    """Plans are looked at as the other moves."""

    def leaky(settle: Any, match: Any, *args: Any, **kwargs: Any) -> Any:
        if Plan.objects.filter(match=match).exists():
            Plan.objects.filter(match=match).count()
        return settle(match, *args, **kwargs)

    wrap(patch, turns, "settle", leaky)


def planned_on_the_page(patch: Patch) -> None:
    """Everybody reads that something is planned."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        planned = Plan.objects.filter(match__uid=facts.uid).exists()
        return saying(page, "planned") if planned else {}

    on_the_page(patch, change)


def at_once(patch: Patch) -> None:
    """The answer comes as soon as it can."""
    patch.setattr(plans, "drawn_delay", timedelta)


def counted(patch: Patch) -> None:
    """A planned move counts a version more."""

    def leaky(play: Any, *, uid: str, **kwargs: Any) -> Any:
        play(uid=uid, **kwargs)
        Referee(match_by_uid(uid)).touch()

    wrap(patch, plans, "play_move", leaky)


def logged_as_it_is_refused(patch: Patch) -> None:
    """What could not be played as planned is logged."""

    def leaky(drop: Any, plan: Any, fate: str) -> None:
        if fate == plans.Fate.REFUSED:
            logging.getLogger("games.plans").warning("refused: %s", plan.lines)
        drop(plan, fate)

    wrap(patch, plans, "_drop", leaky)


def exported(patch: Patch) -> None:
    """The file of one's own data has the plans of both sides."""

    def leaky(rows_of: Any, key: str, user_id: int) -> Any:
        if key == "plans.Plan.user":
            return Plan.objects.filter(match__players__user=user_id)
        return rows_of(key, user_id)

    wrap(patch, exports, "rows_of", leaky)


def thought_about(patch: Patch) -> None:
    """Each line that is planned takes a second more."""

    def leaky(look: Any, plan: Any, now: Any) -> Any:
        found = look(plan, now)
        more = timedelta(seconds=len(plan.lines))
        for planned in PlannedMove.objects.filter(basis=plan):
            PlannedMove.objects.filter(pk=planned.pk).update(due_at=planned.due_at + more)
        return found

    wrap(patch, plans, "_look_at", leaky)


def judged_by_the_truth(patch: Patch) -> None:
    """Whether a condition has come true hangs on what is hidden."""

    def leaky(came_true: Any, self: Any, seat: Any, conditions: Any, *, after: int) -> list[str]:
        found: list[str] = came_true(self, seat, conditions, after=after)
        return found if truth(self.match.uid) % 2 else []

    wrap(patch, Referee, "came_true", leaky)


def offered_by_the_truth(patch: Patch) -> None:
    """What can be planned hangs on it."""

    def leaky(suppose: Any, self: Any, seat: Any, line: Any) -> Any:
        found = suppose(self, seat, line)
        less = found.conditions[truth(self.match.uid) % 2 :]
        return found._replace(conditions=less)

    wrap(patch, Referee, "suppose", leaky)


LEAKS: dict[Callable[[Patch], None], Callable[[Showcase], Iterator[Difference]]] = {
    asked_as_one_moves: drives.by_their_plans,
    planned_on_the_page: drives.by_their_plans,
    at_once: drives.by_their_plans,
    counted: drives.by_their_plans,
    exported: drives.by_their_plans,
    logged_as_it_is_refused: drives.refused,
    thought_about: drives.at_the_same_time,
    judged_by_the_truth: lambda shown: drives.in_twins(shown, PAIRS),
    offered_by_the_truth: lambda shown: drives.in_twins(shown, PAIRS),
}


@hidden_games
@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(game: str, plant: Any, monkeypatch: Patch) -> None:
    with showcase(game) as shown:
        drives.some_turn(game)  # this and the next are found by honest rules
        drives.shown_by(game, PAIRS)
        plant(monkeypatch)
        shown.is_honest = False
        assert next(LEAKS[plant](shown), None) is not None
