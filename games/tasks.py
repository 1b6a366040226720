"""What the workers run: load by id, call one service. A sweep finds what a lost message left.

Every task ignores arguments it does not know, so that messages of the next
release do no harm to workers of this one.
"""

from __future__ import annotations

from collections.abc import Callable

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.bots import opinions
from games.bots import services as bots
from games.conversations import services as conversations
from games.ladders.services import challenging as defences
from games.ladders.services import places
from games.ladders.services.counting import sweep_places
from games.leagues.services import seasons
from games.lobby import demo
from games.lobby.services import challenges, seeks
from games.management import releases
from games.match.changes import deadlines, ending
from games.moderation.services.watching import watch_staff as look_at_staff
from games.notices.channels import SENDERS
from games.notices.services import closed, post, warnings
from games.personal import exporting
from games.personal import services as personal
from games.plans import forced
from games.plans import services as plans
from games.programs import addresses
from games.ratings import recounts
from games.reviews import services as reviews
from games.reviews import worth
from games.statistics import services as statistics
from games.tournaments.services import beginning, repairing, withdrawing
from games.tournaments.services import ending as ends
from games.wiring import forget_idle_guests


@shared_task(name="games.play_bot_turn", ignore_result=True)
def play_bot_turn(**_hint: object) -> None:
    """Think about what bots owe, first where people wait; of which debt is told does not matter."""
    _think()


def _think(name: str = "", then: Callable[[], object] | None = None) -> None:
    """Do what bots owe, and *then* after a while, which is called *name*."""
    if bots.play_owed_turns(clock=timezone.now, then={name: then} if then else {}):
        play_bot_turn.delay()


@shared_task(name="games.play_bot_answer", ignore_result=True)
def play_bot_answer(*, debt_id: int, **_future: object) -> None:
    """Pay one bot's debt by the answer that was thought of: no thinking, so it is quick."""
    bots.play_bot_turn(debt_id=debt_id, now=timezone.now())


@shared_task(name="games.form_opinion", ignore_result=True)
def form_opinion(*, opinion_id: int, **_future: object) -> None:
    """Think about what a bot would have played in a match that is over."""
    _think(
        f"opinion {opinion_id}",
        lambda: opinions.form_opinion(opinion_id=opinion_id, now=timezone.now()),
    )


@shared_task(name="games.weigh_position", ignore_result=True)
def weigh_position(*, worth_id: str, **_future: object) -> None:
    """Think about what a position of the analysis board is worth."""
    _think(f"worth {worth_id}", lambda: worth.find_worth(worth_id=worth_id))


@shared_task(name="games.deliver", ignore_result=True)
def deliver(*, delivery_id: int, **_future: object) -> None:
    """Send one delivery of the outbox, unless that is done."""
    post.deliver(delivery_id=delivery_id, senders=SENDERS, now=timezone.now())


@shared_task(name="games.sweep_deadlines", ignore_result=True)
def sweep_deadlines(**_future: object) -> None:
    """End the matches whose deadline has passed."""
    deadlines.sweep_deadlines(now=timezone.now())


@shared_task(name="games.date_ends", ignore_result=True)
def date_ends(**_future: object) -> None:
    """Note with their players the ends of matches that an older release has ended."""
    ending.date_ends()


@shared_task(name="games.sweep_bot_turns", ignore_result=True)
def sweep_bot_turns(**_future: object) -> None:
    """Hint again at the bot turns and questions nobody is working on, and at answers that are
    due."""
    now = timezone.now()
    for debt_id in bots.lease_answers(now=now):
        play_bot_answer.delay(debt_id=debt_id)
    for debt_id in bots.lease_owed_turns(now=now):
        play_bot_turn.delay(debt_id=debt_id)
    for opinion_id in opinions.lease_opinions(now=now):
        form_opinion.delay(opinion_id=opinion_id)


@shared_task(name="games.sweep_plans", ignore_result=True)
def sweep_plans(**_future: object) -> None:
    """Let the planned and the forced moves be due whose turn has come, and hint at those due."""
    now = timezone.now()
    plans.look_at_plans(now=now)
    for planned_id in plans.lease_planned(now=now):
        play_planned.delay(planned_id=planned_id)
    forced.look_for_forced(now=now)
    for forced_id in forced.lease_forced(now=now):
        play_forced.delay(forced_id=forced_id)


@shared_task(name="games.play_planned", ignore_result=True)
def play_planned(*, planned_id: int, **_future: object) -> None:
    """Make one planned move."""
    plans.play_planned(planned_id=planned_id, now=timezone.now())


@shared_task(name="games.play_forced", ignore_result=True)
def play_forced(*, forced_id: int, **_future: object) -> None:
    """Make one forced move."""
    forced.play_forced(forced_id=forced_id, now=timezone.now())


@shared_task(name="games.keep_house", ignore_result=True)
def keep_house(**_future: object) -> None:
    """Begin matches between bots when some have ended, where they keep the site alive."""
    if settings.HOUSE_POPULATION:
        demo.keep_bots_at_play(timezone.now())


@shared_task(name="games.sweep_leavers", ignore_result=True)
def sweep_leavers(**_future: object) -> None:
    """Erase the accounts whose 14 days are over."""
    personal.erase_due(timezone.now())


@shared_task(name="games.drain_outbox", ignore_result=True)
def drain_outbox(**_future: object) -> None:
    """Send the deliveries whose time has come for a while; if there are more, ask to go on.

    In between others who wait for a worker have their turn. What nobody takes on in that time is
    asked for again by the clock.
    """
    if post.drain(senders=SENDERS, clock=timezone.now):
        drain_outbox.apply_async(expires=post.SHIFT)


@shared_task(name="games.ping_bots", ignore_result=True)
def ping_bots(**_future: object) -> None:
    """Ask the addresses of bot accounts whether they are there."""
    addresses.ping_addresses(timezone.now())


@shared_task(name="games.sweep_clock_warnings", ignore_result=True)
def sweep_clock_warnings(**_future: object) -> None:
    """Warn those whose clock runs out."""
    warnings.warn_of_clocks(timezone.now())


@shared_task(name="games.tell_of_closed", ignore_result=True)
def tell_of_closed(**_future: object) -> None:
    """Tell whoever plays somebody whose account is closed that the match can be ended."""
    closed.tell_of_closed(timezone.now())


@shared_task(name="games.forget_guests", ignore_result=True)
def forget_guests(**_future: object) -> None:
    """Delete the guests who have been away for a month."""
    forget_idle_guests(timezone.now())


@shared_task(name="games.sweep_seeks", ignore_result=True)
def sweep_seeks(**_future: object) -> None:
    """Pair the seeks that fit, seat bots where people have waited, and close what has run out."""
    seeks.sweep_seeks(now=timezone.now())


@shared_task(name="games.sweep_challenges", ignore_result=True)
def sweep_challenges(**_future: object) -> None:
    """Close the challenges that nobody has answered, and let bot accounts answer by their rules."""
    challenges.expire_challenges(now=timezone.now())
    challenges.answer_waiting(now=timezone.now())


@shared_task(name="games.run_tournaments", ignore_result=True)
def run_tournaments(**_future: object) -> None:
    """Begin tournaments that are due and the matches they owe, end those whose date has come, and
    what was decided without play."""
    now = timezone.now()
    withdrawing.withdraw_closed(now)
    beginning.begin_due(now)
    beginning.begin_matches(now)
    ends.end_due(now)
    ends.end_matches(now)


@shared_task(name="games.repair_events", ignore_result=True)
def repair_events(**_future: object) -> None:
    """Repair the tables of running events that have missed the end of a match, and all ladders."""
    now = timezone.now()
    repairing.repair_running(now)
    sweep_places(now)


@shared_task(name="games.run_leagues", ignore_result=True)
def run_leagues(**_future: object) -> None:
    """End the seasons of leagues that are played, and begin those that are due."""
    seasons.run_leagues(timezone.now())


@shared_task(name="games.count_weeks", ignore_result=True)
def count_weeks(**_future: object) -> None:
    """Count the weeks of the page of statistics that are not, or that may have changed."""
    statistics.count_weeks(timezone.now())


@shared_task(name="games.sweep_ladders", ignore_result=True)
def sweep_ladders(**_future: object) -> None:
    """Give places that were not defended, and take off ladders who is away too long or gone."""
    now = timezone.now()
    defences.give_unanswered(now)
    places.drop_absent(now)


@shared_task(name="games.pay_recounts", ignore_result=True)
def pay_recounts(**_future: object) -> None:
    """Make anew the ratings that followed from a match which counts no more."""
    recounts.pay_recounts()


@shared_task(name="games.watch_staff", ignore_result=True)
def watch_staff(**_future: object) -> None:
    """Raise an alarm where members of staff win more than they should."""
    look_at_staff(timezone.now())


@shared_task(name="games.look_for_release", ignore_result=True)
def look_for_release(**_future: object) -> None:
    """Ask whether there is a newer release, where the operator wants that."""
    releases.look_for_release()


@shared_task(name="games.go_through_match", ignore_result=True)
def go_through_match(*, match_id: int, **_future: object) -> None:
    """Go on for a moment with the review of a match that is over."""
    _think(f"review {match_id}", lambda: reviews.go_through(match_id=match_id, now=timezone.now()))


@shared_task(name="games.sweep_reviews", ignore_result=True)
def sweep_reviews(**_future: object) -> None:
    """Hint again at the reviews nobody is working on."""
    for match_id in reviews.lease_reviews(now=timezone.now()):
        go_through_match.delay(match_id=match_id)


@shared_task(name="games.go_on_exporting", ignore_result=True)
def go_on_exporting(*, user_id: int, **_future: object) -> None:
    """Go on for a moment with the file of a user's own data."""
    exporting.go_on_exporting(user_id=user_id, now=timezone.now())


@shared_task(name="games.forget_messages", ignore_result=True)
def forget_messages(**_future: object) -> None:
    """Drop messages between two that are 180 days old."""
    conversations.forget_messages(now=timezone.now())


@shared_task(name="games.sweep_exports", ignore_result=True)
def sweep_exports(**_future: object) -> None:
    """Hint again at the files of people's data that nobody is working on, and drop old ones."""
    now = timezone.now()
    exporting.forget_exports(now=now)
    for user_id in exporting.lease_exports(now=now):
        go_on_exporting.delay(user_id=user_id)
