"""Challenging one person: sent, accepted, declined with a reason, withdrawn, or run out."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounts.guardians.meeting import may_see
from accounts.sanctions.rights import Verb, able
from engines.catalogue import meta_for
from games.common import live
from games.common.exceptions import GamesError, PersonBlocked
from games.lobby.exceptions import (
    AlreadyChallenged,
    ChallengeGone,
    ChallengesUsedUp,
    GuestsSeekNot,
    NoSuchPerson,
    OwnChallenge,
    PersonAway,
    TooManyChallenges,
)
from games.lobby.fitting import lasting, pool_of
from games.lobby.models import Challenge
from games.lobby.services.pairing import begin_between
from games.match.changes.permissions import check_may_begin
from games.match.clocks.vacations import away_until
from games.match.exceptions import PersonGone, UnknownReason, UnknownTerms
from games.match.status import Reason
from games.match.terms import opening
from games.match.terms.meeting import check_meets
from games.match.terms.opening import Terms
from games.notices.services.notifying import NoticeKind, mark_subject_read, tell
from games.people.selectors import Kind, are_apart, has_blocked, is_following, person_called
from games.programs.rules import ACCEPT, Asked
from games.programs.selectors import answer_by_rules, with_rules
from games.ratings.pools import pace_of
from games.ratings.selectors import rating_of
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match

State = Challenge.State

MOST_OPEN = 10
"""How many unanswered challenges a user may have sent to people; to bot accounts, any number."""
MOST_A_DAY = 40
"""How many challenges a user may send to people within a day; to bot accounts, any number."""
MOST_A_DAY_TO_ONE = 5
"""How many of them may go to one person without being accepted."""
MOST_WAITING = 50
"""How many challenges may wait for one person."""
DAY = timedelta(days=1)
LASTS = timedelta(days=7)
BATCH = 100


def send_challenge(*, user: User, person: User, terms: Terms, now: datetime) -> Challenge:
    """Challenge *person*, who is told, unless they have blocked it: then they are not bothered.
    The same terms with the same key again find the challenge as it is.

    Whoever is blocked does not learn of it: the challenge waits, and runs out. Raises
    OwnChallenge, GuestsSeekNot, NoSuchPerson, PersonBlocked, UnknownTerms, UnknownPosition,
    CasualFromPosition, RatedNeedsClock, PersonAway, PersonGone, TooManyMatches, MeetsNoBots,
    TooManyChallenges, ChallengesUsedUp or AlreadyChallenged; then nothing has changed.
    """
    terms = opening.with_options_of_start(terms)
    _check(user, person, terms)
    if away_until([person.pk], now):
        raise PersonAway
    with writing():
        held = {one.pk: one for one in opening.hold(user, person)}
        request_key = opening.request_key_of(user, terms, f"person {person.pk}")
        made = request_key and Challenge.objects.filter(request_key=request_key).first()
        if made:
            return made
        check_may_begin(held[user.pk], rated=terms.rated)
        if opening.is_gone(held[person.pk], rated=terms.rated):
            raise PersonGone
        opening.check_room(user)
        check_meets([user, person], rated=terms.rated, now=now)
        _check_numbers(user, person, terms.game, now)
        challenge = Challenge.objects.create(
            user=user,
            person=person,
            request_key=request_key,
            game=terms.game,
            options=opening.chosen_options(terms),
            time_control=terms.time_control,
            rated=terms.rated,
            onlookers=terms.onlookers,
            side=terms.side,
            start=terms.start,
            created_at=now,
            expires_at=now + lasting(terms.time_control, LASTS),
            is_silent=has_blocked(person.pk, user.pk, Kind.CHALLENGE),
        )
        if not challenge.is_silent:
            _tell(challenge, NoticeKind.CHALLENGED, person, user, now)
        live.announce_desk(user.pk)
    if person.is_program and not challenge.is_silent:
        _answer_by_rules(challenge, now)
    return challenge


def challenge_called(*, user: User, name: str, terms: Terms, now: datetime) -> Challenge:
    """Challenge the person of that name. Raises as `send_challenge`; a guest is NoSuchPerson."""
    person = person_called(name)
    if person is None or person.is_guest or not may_see(user, person):
        raise NoSuchPerson
    return send_challenge(user=user, person=person, terms=terms, now=now)


def _check(user: User, person: User, terms: Terms) -> None:
    if user.pk == person.pk:
        raise OwnChallenge
    if user.is_guest or person.is_guest:
        raise GuestsSeekNot
    if not person.is_active:
        raise NoSuchPerson
    if has_blocked(user.pk, person.pk, Kind.CHALLENGE):
        raise PersonBlocked
    opening.check_terms(terms)
    if len(meta_for(terms.game).seats_for(terms.options)) != 2:
        raise UnknownTerms


def _check_numbers(user: User, person: User, game: str, now: datetime) -> None:
    sent = Challenge.objects.filter(user=user)
    between = Q(user=user, person=person) | Q(user=person, person=user, is_silent=False)
    standing = Challenge.objects.filter(state=State.OPEN, expires_at__gt=now)
    if standing.filter(between, game=game).exists():
        raise AlreadyChallenged
    if standing.filter(person=person).count() >= MOST_WAITING:
        raise TooManyChallenges
    if not person.is_program:
        own = standing.filter(able(Verb.BEGIN, now, "person"), user=user, person__is_program=False)
        if own.count() >= MOST_OPEN:
            raise TooManyChallenges
        today = sent.filter(created_at__gt=now - DAY, person__is_program=False)
        _check_day(
            today.filter(person=person).exclude(state=State.ACCEPTED), MOST_A_DAY_TO_ONE, now
        )
        _check_day(today, MOST_A_DAY, now)
    # one that has run out makes place even before the sweep has come by
    sent.filter(person=person, game=game, state=State.OPEN).update(state=State.EXPIRED)


def _check_day(today: QuerySet[Challenge], most: int, now: datetime) -> None:
    """Raises ChallengesUsedUp where *most* were sent; once the first of them is a day old, there is
    place again."""
    times = list(today.order_by("-created_at").values_list("created_at", flat=True)[:most])
    if len(times) == most:
        wait = ceil((times[-1] + DAY - now).total_seconds())
        raise ChallengesUsedUp(a_day=MOST_A_DAY, to_one=MOST_A_DAY_TO_ONE, retry_after=wait)


def accept_challenge(*, uid: str, user: User, now: datetime) -> Match:
    """Accept a challenge one was sent: the match begins. Accepted twice, it is one match.

    Raises ChallengeGone, SeekerHasNoRoom or TooManyMatches; then nothing has changed.
    """
    with writing():
        challenge = _received(uid, user)
        if challenge.match is not None:
            return challenge.match
        if challenge.expires_at <= now or opening.is_gone(challenge.user, rated=challenge.rated):
            raise ChallengeGone
        if challenge.state != State.OPEN or are_apart(user.pk, challenge.user_id, Kind.CHALLENGE):
            raise ChallengeGone
        match = begin_between(challenge.user, user, challenge.terms, present=user, now=now)
        challenge.state, challenge.match = State.ACCEPTED, match
        challenge.save(update_fields=["state", "match"])
        _settle(challenge, now)
    return match


def decline_challenge(*, uid: str, user: User, reason: str, now: datetime) -> None:
    """Say no, and why. Declined twice, it is told once. Raises ChallengeGone or UnknownReason."""
    if reason not in Reason.values:
        raise UnknownReason
    with writing():
        challenge = _received(uid, user)
        if challenge.state == State.DECLINED:
            return
        if challenge.state != State.OPEN:
            raise ChallengeGone
        challenge.state, challenge.reason = State.DECLINED, reason
        challenge.save(update_fields=["state", "reason"])
        _tell(challenge, NoticeKind.CHALLENGE_DECLINED, challenge.user, user, now)
        _settle(challenge, now)


def withdraw_challenge(*, uid: str, user: User, now: datetime) -> None:
    """Take one's own challenge back. Raises ChallengeGone unless it stands."""
    with writing():
        challenge = _locked().filter(uid=uid, user=user, state=State.OPEN).first()
        if challenge is None:
            raise ChallengeGone
        challenge.state = State.WITHDRAWN
        challenge.save(update_fields=["state"])
        _settle(challenge, now)


def expire_challenges(*, now: datetime) -> int:
    """Close the challenges nobody has answered, and tell who sent them; how many."""
    past = Challenge.objects.filter(state=State.OPEN, expires_at__lte=now)
    keys = list(past.values_list("pk", flat=True)[:BATCH])
    return each(keys, lambda key: _expire(key, now), what="challenge that ran out")


def answer_waiting(*, now: datetime) -> int:
    """Let bot accounts answer what waits for them by their rules; how many were answered.

    What had no room then, or was left by a process that died, is answered here.
    """
    rows = Challenge.objects.filter(state=State.OPEN, expires_at__gt=now, is_silent=False)
    waiting = rows.filter(person__in=with_rules()).select_related("user", "person")
    asked = waiting.order_by("pk")[:BATCH]
    return each(asked, lambda one: _answer_by_rules(one, now), what="answer to the challenge")


def _answer_by_rules(challenge: Challenge, now: datetime) -> bool:
    """Whether the person, a bot account, has answered by its rules."""
    bot, maker, terms = challenge.person, challenge.user, challenge.terms
    pool = pool_of(terms.game, terms.time_control, is_program=maker.is_program)
    asked = Asked(
        game=terms.game,
        pace=pace_of(terms.time_control),
        rated=terms.rated,
        rating=rating_of(maker.pk, pool, now).rating,
        is_program=maker.is_program,
        is_followed=is_following(bot.pk, maker.pk),
    )
    answer = answer_by_rules(bot.pk, asked)
    try:
        if answer == ACCEPT:
            accept_challenge(uid=challenge.uid, user=bot, now=now)
        elif answer:
            decline_challenge(uid=challenge.uid, user=bot, reason=answer, now=now)
    except GamesError:  # no room just now: the sweep asks again
        return False
    return bool(answer)


def _expire(key: int, now: datetime) -> bool:
    with writing():
        rows = _locked().filter(pk=key, state=State.OPEN, expires_at__lte=now)
        challenge = rows.first()
        if challenge is None:
            return False
        challenge.state = State.EXPIRED
        challenge.save(update_fields=["state"])
        _tell(challenge, NoticeKind.CHALLENGE_EXPIRED, challenge.user, challenge.person, now)
        _settle(challenge, now)
    return True


def _received(uid: str, user: User) -> Challenge:
    challenge = _locked().filter(uid=uid, person=user, is_silent=False).first()
    if challenge is None:
        raise ChallengeGone
    return challenge


def _locked() -> QuerySet[Challenge]:
    rows = Challenge.objects.select_related("user", "person", "match")
    return rows.select_for_update(of=("self",), no_key=True)


def _settle(challenge: Challenge, now: datetime) -> None:
    """Nobody need be asked any more: the bell forgets the question, and both desks look again."""
    mark_subject_read(challenge.person_id, challenge.uid, now)
    live.announce_desks([challenge.user_id, challenge.person_id])


def _tell(challenge: Challenge, kind: str, user: User, person: User, now: datetime) -> None:
    tell(user=user, kind=kind, person=person, game=challenge.game, subject=challenge.uid, now=now)
