"""Leaks in the calendar, the bell, the open tab and news: rows of the table in `planted_leaks`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.devices import views as calendars
from games.endpoints.presenters import ics
from games.match.models import Match
from games.notices import views as bells
from games.notices.services import closed
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import Pair
from tests.secrecy.leaking import (
    Patch,
    Planted,
    both,
    by,
    differing,
    in_play,
    pairs_like,
    truth,
    wrap,
)


def words_in_the_calendar(patch: Patch) -> None:
    """The line of a deadline says how the board stands."""

    def leaky(event: Any, due: Any, now: Any) -> Iterator[str]:
        for line in event(due, now):
            stands = f" {truth(due.uid) % 100}" if line.startswith("SUMMARY") else ""
            yield f"{line}{stands}"

    wrap(patch, ics, "_due", leaky)


def numbers_in_the_calendar(patch: Patch) -> None:
    """What the opponent keeps hidden counts as a change of the deadline."""

    def leaky(number: Any, feed: Any, deadlines: Any, now: Any) -> dict[int, int]:
        numbers = number(feed, deadlines, now)
        uids = dict(Match.objects.filter(pk__in=numbers).values_list("pk", "uid"))
        return {pk: of + truth(uids[pk]) % 100 for pk, of in numbers.items()}

    wrap(patch, calendars, "number_entries", leaky)


def names_in_the_calendar(patch: Patch) -> None:
    """An entry is another one where something else is hidden."""

    def leaky(event: Any, due: Any, now: Any) -> Any:
        return event(replace(due, seat=due.seat + truth(due.uid) % 100), now)

    wrap(patch, ics, "_due", leaky)


def times_in_the_calendar(patch: Patch) -> None:
    """A deadline is a few minutes off."""

    def leaky(event: Any, due: Any, now: Any) -> Any:
        off = timedelta(minutes=truth(due.uid) % 100)
        return event(replace(due, clock=replace(due.clock, deadline=due.clock.deadline + off)), now)

    wrap(patch, ics, "_due", leaky)


def in_the_bell(patch: Patch) -> None:
    """A line of the bell, and of an open tab, that says more."""

    def leaky(present: Any, notice: Any) -> Any:
        line = present(notice)
        if notice.match is None:
            return line
        return replace(line, text=f"{line.text} {truth(notice.match.uid) % 100}")

    wrap(patch, bells, "present_notice", leaky)


def closed_account_says_more(patch: Patch) -> None:
    """Whoever may end the match is told how it stands."""

    def leaky(notify: Any, match: Any, player: Any, kind: Any, subject: str, now: Any) -> Any:
        return notify(match, player, kind, f"{subject}{truth(match.uid) % 100}", now)

    wrap(patch, closed, "notify", leaky)


def closed_account_to_some(patch: Patch) -> None:
    """Whether they are told follows from how it stands."""

    def leaky(tell: Any, seat: int, uid: str, now: Any) -> bool:
        return bool(truth(uid) % 2 and tell(seat, uid, now))

    wrap(patch, closed, "_tell", leaky)


def closed_account_to_both(patch: Patch) -> None:
    """Whose account is closed is told as well that the match can be ended."""

    def leaky(notify: Any, match: Any, player: Any, *news: Any) -> Any:
        for each in match.players.all():
            notify(match, each, *news)

    wrap(patch, closed, "notify", leaky)


def is_souths_turn(pair: Pair) -> bool:
    """It is the turn of South, whose calendar there is, and who may not know."""
    return in_play(pair) and 0 in pair.one.to_act - pair.hidden


OWED = pairs_like(both(differing(100), is_souths_turn))

PLANTED: dict[str, Planted] = {
    **{
        f"L24 {what} in the calendar": Planted(
            plant, by(drives.everywhere, only="games:calendar", viewers=("south",)), OWED
        )
        for what, plant in (
            ("words", words_in_the_calendar),
            ("numbers", numbers_in_the_calendar),
            ("names", names_in_the_calendar),
            ("times", times_in_the_calendar),
        )
    },
    **{
        f"L24 a closed account {what}": Planted(plant, drives.closing, shown, is_tried=True)
        for what, plant, shown in (
            ("says more", closed_account_says_more, pairs_like(both(differing(100), in_play))),
            ("to some alone", closed_account_to_some, pairs_like(both(differing(2), in_play))),
            ("to both", closed_account_to_both, pairs_like(in_play)),
        )
    },
    "L24 the bell": Planted(
        in_the_bell, by(drives.everywhere, only="get games:notices ", viewers=("south",)), OWED
    ),
    "L24 the open tab": Planted(
        in_the_bell, by(drives.behind_the_pages, only="open tab as south"), OWED
    ),
}
"""What is planted in the channels that are pages of their own."""
