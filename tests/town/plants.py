"""Faults to be put into the code, where several rooms meet; the town has to find each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.db.models import Q
from django.utils import timezone

from accounts import mail as account_mail
from accounts.common.zones import zone_or_utc
from accounts.guests import services as guests
from accounts.models import Letter
from games import wiring
from games.bots import services as bots
from games.common import live
from games.desk import context as desk_context
from games.lobby.selectors import seeks as seek_selectors
from games.lobby.services import seeks
from games.match.changes import ending, followers, pausing, settling, turns
from games.match.clocks import controls, vacations
from games.match.exceptions import MatchNotActive
from games.match.models import Match, Player
from games.notices.services import notifying, post, timing
from games.plans import forced
from games.plans import services as plans
from games.plans.models import Plan
from games.ratings import services as ratings
from games.tournaments.models import Pairing
from games.tournaments.services import withdrawing
from games.tournaments.standings import Outcome


@dataclass(frozen=True)
class Planted:
    """One of them."""

    put: Callable[[], AbstractContextManager[object]]
    seen: tuple[int, int, int]
    """A season that has found it: its seed, people, and days."""


PLANTS: dict[str, Planted] = {}

Fault = Callable[[], Iterator[None]]


def plant(seed: int, people: int, days: int) -> Callable[[Fault], Fault]:
    """Put a fault into the table, by its name, with the season that has found it."""

    def enter(make: Fault) -> Fault:
        name = make.__name__.replace("_", "-")
        PLANTS[name] = Planted(contextmanager(make), (seed, people, days))
        return make

    return enter


@plant(12, 6, 2)
def end_keeps_the_deadline() -> Iterator[None]:
    """Giving up leaves the match the deadline it had."""
    resign = ending.resign

    def planted(*, uid: str, **rest: Any) -> None:
        before = Match.objects.get(uid=uid).deadline
        resign(uid=uid, **rest)
        Match.objects.filter(uid=uid).update(deadline=before)

    with patch.object(ending, "resign", planted):
        yield


@plant(3, 6, 1)
def mail_forgets_that_it_was_sent() -> Iterator[None]:
    """What was sent is tried again, as if it had failed."""
    close = post._close

    def planted(leader: Any, came: Any, now: Any) -> None:
        close(leader, post.Came("") if leader.pk % 2 else came, now)

    with patch.object(post, "_close", planted):
        yield


@plant(7, 3, 1)
def clock_gives_a_second_too_much() -> Iterator[None]:
    """Where a move settles the clock it gains a second, and where it is proved it does not."""
    after = controls.bank_after_move

    def planted(*args: Any, **rest: Any) -> timedelta | None:
        left = after(*args, **rest)
        return None if left is None else left + timedelta(seconds=1)

    class Planted:
        def __getattr__(self, name: str) -> Any:
            return planted if name == "bank_after_move" else getattr(controls, name)

    with patch.object(settling, "controls", Planted()):
        yield


@plant(7, 3, 1)
def rating_counts_twice() -> Iterator[None]:
    """A match that ends counts twice for the rating, and once in what is told of it."""
    count = ratings.count

    def planted(*args: Any) -> None:
        count(*args)
        count(*args)

    with patch.object(ratings, "count", planted):
        yield


@plant(2, 6, 4)
def repeated_move_is_refused() -> Iterator[None]:
    """Who clicks twice reads that it is not their turn."""
    with patch.object(turns, "_is_repeated", lambda *args: False):
        yield


@plant(12, 4, 2)
def resigning_is_offered_and_refused() -> Iterator[None]:
    """The button is there, and nobody may press it."""

    def planted(**rest: Any) -> None:
        raise MatchNotActive

    with patch.object(ending, "resign", planted):
        yield


@plant(1, 6, 1)
def lost_hint_is_never_found() -> Iterator[None]:
    """The sweep finds no turn that a bot owes."""
    with patch.object(bots, "lease_owed_turns", lambda *, now: []):
        yield


@plant(12, 6, 4)
def end_of_an_offer_is_forgotten() -> Iterator[None]:
    """Offers that have run out stay open."""
    with patch.object(seeks, "_expire", lambda key, now: False):
        yield


@plant(10, 6, 4)
def day_of_vacation_leaves_other_boards() -> Iterator[None]:
    """A day that is taken before a loss moves the deadline of that board alone."""
    with patch.object(vacations, "_renew_by_itself", lambda user_id, now: None):
        yield


@plant(12, 6, 4)
def only_move_is_looked_for_in_hidden_games() -> Iterator[None]:
    """The sweep asks for it where the referee says nothing of it."""
    with patch.object(forced, "hides_pieces", lambda game: False):
        yield


@plant(12, 6, 4)
def left_seek_is_offered_again() -> Iterator[None]:
    """Whoever has left a match sees the seek that stands again by that."""
    with patch.object(seek_selectors, "_left_by", lambda user: Q(pk=0)):
        yield


@plant(2, 6, 4)
def planned_move_is_never_made() -> Iterator[None]:
    """The sweep leaves planned moves that are due to others."""
    with patch.object(plans, "lease_planned", lambda *, now: []):
        yield


@plant(1, 6, 4)
def result_is_missed_by_its_table() -> Iterator[None]:
    """The end of a match of a tournament does not come to its table."""
    others = tuple(one for one in wiring.FOLLOWERS if one is not wiring.count_result)
    with patch.object(followers, "_followers", others):
        yield


@plant(3, 4, 1)
def warning_is_told_again_and_again() -> Iterator[None]:
    """A mail about an account stays in its box when it was sent."""
    send = account_mail.send

    def planted(letter_id: int, now: Any) -> bool:
        row = Letter.objects.filter(pk=letter_id).first()
        sent = send(letter_id, now)
        if row is not None and sent:
            row.save(force_insert=True)
        return sent

    with patch.object(account_mail, "send", planted):
        yield


@plant(2, 6, 4)
def open_pages_are_not_told() -> Iterator[None]:
    """A change of a board comes to no socket."""
    send = live._send

    def planted(group: str, message: dict[str, object]) -> None:
        if message["type"] != "match.changed":
            send(group, message)

    with patch.object(live, "_send", planted):
        yield


@plant(8, 6, 4)
def pause_forgets_a_plan() -> Iterator[None]:
    """When a pause begins, what was planned for the match is thrown away."""
    save = pausing._save

    def planted(match: Any, *rest: Any) -> None:
        save(match, *rest)
        Plan.objects.filter(match=match).delete()

    with patch.object(pausing, "_save", planted):
        yield


@plant(18, 6, 4)
def withdrawal_counts_twice() -> Iterator[None]:
    """Who leaves a tournament loses what is left once more, with the sides changed."""
    decide = withdrawing._decide

    def planted(pairing: Any, gone: Any) -> None:
        decide(pairing, gone)
        outcome = Outcome.FIRST if pairing.outcome == Outcome.SECOND else Outcome.SECOND
        Pairing.objects.get_or_create(
            tournament=pairing.tournament, first=pairing.second, second=pairing.first,
            defaults={"outcome": outcome, "is_forfeit": True},
        )  # fmt: skip

    with patch.object(withdrawing, "_decide", planted):
        yield


@plant(3, 6, 4)
def digest_is_sent_twice_over_a_change_of_clocks() -> Iterator[None]:
    """Around the change the next of a reader's hours is taken to have come."""

    def planted(user: Any, moment: Any) -> Any:
        zone = zone_or_utc(user.time_zone)
        days = (moment + timedelta(days=shift) for shift in (-2, 2))
        changes = len({day.astimezone(zone).utcoffset() for day in days}) > 1
        return moment if changes else slot(user, moment)

    slot = timing.slot
    with patch.object(timing, "slot", planted):
        yield


@plant(14, 6, 4)
def claim_resurrects_a_deadline() -> Iterator[None]:
    """Whoever saves a guest in an account has a day again wherever they have played."""
    claim = guests.claim

    def planted(request: Any, guest: Any, **rest: Any) -> Any:
        user = claim(request, guest, **rest)
        seats = Player.objects.filter(user=user)
        seats.update(deadline=timezone.now() + timedelta(days=1))
        return user

    with patch.object(guests, "claim", planted):
        yield


@plant(12, 4, 2)
def turns_are_counted_twice() -> Iterator[None]:
    """What a match says of how reliable its players are is counted twice."""
    tally = ratings._tally

    def planted(*args: Any, **rest: Any) -> None:
        tally(*args, **rest)
        tally(*args, **rest)

    with patch.object(ratings, "_tally", planted):
        yield


@plant(2, 4, 2)
def count_says_more_than_its_list() -> Iterator[None]:
    """The count of boards that wait is one too high where there are two or more."""
    count = desk_context.boards_to_move

    def planted(user_id: int) -> int:
        found = count(user_id)
        return found + (found >= 2)

    with patch.object(desk_context, "boards_to_move", planted):
        yield


@plant(7, 3, 1)
def turn_is_told_twice() -> Iterator[None]:
    """The same turn is on the bell twice now and then."""
    notify = notifying.notify

    def planted(match: Any, player: Any, kind: str, subject: str, now: Any) -> None:
        notify(match, player, kind, subject, now)
        if now.second % 4 == 0:
            notify(match, player, kind, f"{subject}!", now)

    with patch.object(notifying, "notify", planted):
        yield
