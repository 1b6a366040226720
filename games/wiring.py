"""What follows from what happens: literal lists, for which no slice knows another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest

from accounts import mail
from accounts.common.hooks import Hooks
from accounts.guests import services as guests
from accounts.models import User
from accounts.sign_in.limits import guests_turned_away
from games.api import asking
from games.bots.opinions import forget_opinions
from games.bots.selectors import IS_STUCK, oldest_owed_turn, turns_set_aside
from games.bots.services import owe_turns
from games.campaign.selectors import opened_by_own_end
from games.campaign.services import keep_result, move_results
from games.chat.services import move_talk
from games.clubs.presenters.pages import club_pull
from games.common.pulls import Puller
from games.knowledge.services import move_marks
from games.ladders.presenters.pages import profile_rungs
from games.ladders.selectors import is_climbing
from games.ladders.services.counting import count_climb
from games.learn.presenters import lesson_pull
from games.learn.services import move_steps
from games.lobby.presenters.watching import watch_pull
from games.lobby.selectors.challenges import has_open_offers
from games.lobby.services.reposting import repost_offer
from games.lobby.services.series import open_waiting
from games.match.changes import guests as seats
from games.match.changes.followers import Follower
from games.match.reading.selectors import are_at_play, sweep_age
from games.moderation.services.accounts import is_on_record, move_reports
from games.moderation.services.reveals import disclose_reveals
from games.notes.services import move_notes
from games.notices.events import Channel
from games.notices.selectors import oldest_delivery
from games.notices.services import post
from games.notices.services.bounces import stop_mail_to
from games.notices.services.gathering import redate
from games.notices.services.letters import note_letter
from games.notices.services.notifying import move_notices, notify_players
from games.notices.services.post import Sender
from games.notices.services.reachability import move_reach
from games.people.selectors import unwatched
from games.people.services import move_ties
from games.people.views import profile_facts
from games.plans.forced import forget_forced
from games.plans.selectors import HAS_PLAN
from games.plans.services import move_plans
from games.puzzles.presenters.pages import daily_pull
from games.puzzles.services import move_tries
from games.ratings.services import rate_match
from games.reviews.saved import move_analyses
from games.reviews.services import foresee_ended, forget_review
from games.reviews.variations import move_variations
from games.setup.services import drop_used_drafts, move_setups
from games.tournaments.presenters.pages import profile_trophies
from games.tournaments.selectors import has_entered
from games.tournaments.services.counting import count_result
from games.vacation.presenters import vacation_pull
from queues.sweeps import each

# In this order, inside the transaction of the match.
FOLLOWERS: tuple[Follower, ...] = (
    owe_turns,
    forget_opinions,
    notify_players,
    drop_used_drafts,
    rate_match,
    keep_result,
    disclose_reveals,
    count_result,
    forget_review,
    foresee_ended,
    count_climb,
    forget_forced,
    repost_offer,
    open_waiting,
)

QUESTIONS = {"has_plan": HAS_PLAN, "is_stuck": IS_STUCK}
"""What slices ask along whenever the players of a match are read."""

APART = unwatched
"""Who does not watch whom."""

ENDED = opened_by_own_end
"""Who may look at matches of a day before it is over."""

IS_USED = (has_open_offers, is_climbing, has_entered)
"""Whether an account has done something for which it cannot become a bot account any more."""

SENDERS: dict[str, Sender] = {Channel.PROGRAM: asking.SENDER}
"""What sends by channels whose slice does not know the senders."""

MOVES = (
    *(
        move_marks,
        move_notes,
        move_analyses,
        move_variations,
        move_setups,
        move_notices,
        move_reports,
    ),
    *(move_talk, move_ties, move_results, move_reach, move_steps, move_plans, move_tries),
)
"""What a guest has besides its seats, each moved by the slice whose tables it is in."""

PULLS: tuple[Puller, ...] = (daily_pull, lesson_pull, watch_pull, club_pull, vacation_pull)
"""What a desk leads to besides its matches, in this order."""

MOST_FORGOTTEN = 200
"""Guests forgotten in one go, so that no sweep holds the database for long."""


def move_everything(from_id: int, to_id: int) -> bool:
    """Move what a guest has to the account it signed in to; whether nothing is left behind."""
    gone = seats.move_seats(from_id, to_id)
    for move in MOVES:
        move(from_id, to_id)
    return gone and not is_on_record(from_id)


def profile_with_events(request: HttpRequest, person: User) -> dict[str, object]:
    """Return what a profile shows of play: matches, tournaments won, and places on ladders."""
    more = {"trophies": profile_trophies(person.pk), "rungs": profile_rungs(person)}
    return {**profile_facts(request, person), **more}


HOOKS = Hooks(
    profile_facts=profile_with_events,
    move_everything=move_everything,
    times_chosen=redate,
    are_at_play=are_at_play,
    letter_sent=note_letter,
    address_refused=stop_mail_to,
)
"""Who answers what accounts ask."""

GAUGES: dict[str, Callable[[], float]] = {
    "oldest_letter_seconds": mail.oldest_due,
    "oldest_owed_turn_seconds": oldest_owed_turn,
    "turns_set_aside": turns_set_aside,
    "oldest_delivery_seconds": oldest_delivery,
    "guests_turned_away": guests_turned_away,
    "deadline_sweep_age_seconds": sweep_age,
}
"""What /metrics shows besides, by name: about the whole site only, never about one match."""

AFTER_RESTORE: tuple[Callable[[], object], ...] = (mail.forget_waiting, post.forget_waiting)
"""What drops that which a restored site must not do again."""


def forget_idle_guests(now: datetime) -> int:
    """Delete the guests who have been away for 30 days, and what they played alone; how many.

    One who played a person stays as a name in that match, and one whom the moderators have dealt
    with in their log; neither can ever come back.
    """
    return each(list(guests.idle_guests(now)[:MOST_FORGOTTEN]), _forget, what="guest to forget")


def _forget(guest: User) -> bool:
    with transaction.atomic():
        if not is_on_record(guest.pk) and seats.forget_seats(guest.pk):
            guest.delete()
        else:
            User.objects.filter(pk=guest.pk).update(is_active=False)
    return True
