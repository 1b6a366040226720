"""Challenging one above: sent, accepted, refused, taken back, or not answered in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from accounts.models import User
from accounts.sanctions.rights import Verb, able
from engines.catalogue import duels
from games.ladders import selectors
from games.ladders.climbing import Cause
from games.ladders.exceptions import (
    ChallengeRunning,
    ChallengeSettled,
    ClimberAway,
    MayNotBeChallenged,
    MetLately,
    NoLadder,
    NotOnLadder,
    OutOfReach,
    TooManyBegun,
    TooManyReceived,
)
from games.ladders.models import Ladder, LadderChallenge, Rung
from games.ladders.services.places import lock_ladder, take_step
from games.match.changes.permissions import check_may_begin
from games.match.clocks.vacations import away_until
from games.match.exceptions import PersonGone
from games.match.reading.selectors import first_seats
from games.match.terms import opening
from games.notices.services.notifying import NoticeKind, mark_subject_read, tell
from games.people.selectors import Kind, apart_from
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.match.models import Match

State = LadderChallenge.State
REACH = 8
MOST_BEGUN = 2
MOST_RECEIVED = 2
SAME_PAIR_AFTER = timedelta(days=14)
TO_ANSWER = timedelta(days=3)
BATCH = 100


@dataclass(frozen=True, slots=True)
class Reach:
    """The facts that decide whom somebody may challenge: read once, for all who stand above."""

    own: Rung
    begun: int
    received: Mapping[int, int]
    running: frozenset[int]
    """Between whom and the user there is a challenge that is not played out."""
    met: frozenset[int]
    away: Mapping[int, datetime]
    apart: frozenset[int]

    def check(self, other: Rung) -> None:
        """Raises why *other* cannot be challenged now."""
        if not 0 < self.own.place - other.place <= REACH:
            raise OutOfReach
        if other.user_id in self.apart:
            raise MayNotBeChallenged
        if self.begun >= MOST_BEGUN:
            raise TooManyBegun
        if other.user_id in self.away:
            raise ClimberAway
        if other.user_id in self.running:
            raise ChallengeRunning
        if other.user_id in self.met:
            raise MetLately
        if self.received.get(other.user_id, 0) >= MOST_RECEIVED:
            raise TooManyReceived


def reach_of(ladder: Ladder, own: Rung, above: list[Rung], now: datetime) -> Reach:
    """Return what decides whom of those *above* somebody may challenge; the same few statements
    however many they are."""
    keys = [rung.user_id for rung in above]
    running = selectors.running_of(ladder, own.user_id)
    return Reach(
        own=own,
        begun=sum(one.challenger_id == own.user_id for one in running),
        received=selectors.running_on(ladder),
        running=frozenset(key for one in running for key in (one.challenger_id, one.challenged_id)),
        met=selectors.met_since(ladder, own.user_id, now - SAME_PAIR_AFTER),
        away=away_until(keys, now),
        apart=apart_from(own.user_id, keys, Kind.CHALLENGE) | _gone(keys, now),
    )


def _gone(keys: Sequence[int], now: datetime) -> frozenset[int]:
    """Return those of the users who may not begin a match that counts."""
    here = User.objects.filter(able(Verb.RATED, now), pk__in=keys)
    return frozenset(keys) - frozenset(here.values_list("pk", flat=True))


def challenge(*, game: str, user: User, name: str, now: datetime) -> LadderChallenge:
    """Challenge the one of that name. Asked twice, it is one challenge.

    Raises NoLadder, NotOnLadder, Sanctioned, HouseClosed and what `Reach.check` raises.
    """
    with writing():
        ladder = _locked(game, now)
        own = selectors.rung_of(ladder, user.pk)
        other = selectors.rungs_of(ladder).filter(user__name=name.replace("\x00", "")).first()
        if own is None or other is None:
            raise NotOnLadder
        check_may_begin(user, rated=True)
        pair = {"ladder": ladder, "challenger": user, "challenged": other.user}
        before = LadderChallenge.objects.filter(**pair, state=State.OPEN).first()
        if before is not None:
            return before
        reach_of(ladder, own, [other], now).check(other)
        made = LadderChallenge.objects.create(**pair, made_at=now, answer_by=now + TO_ANSWER)
        _tell(made, NoticeKind.LADDER_CHALLENGED, other.user, user, now)
    return made


def accept(*, game: str, key: int, user: User, now: datetime) -> Match:
    """Accept a challenge: its match begins. Accepted twice, it is one match.

    Who has had the first seat less often on this ladder gets it, else the one challenged. Raises
    NoLadder, ChallengeSettled, Sanctioned, HouseClosed or MayNotBeChallenged.
    """
    with writing():
        ladder = _locked(game, now)
        found = _asked(ladder, pk=key, challenged=user)
        if found.state == State.ACCEPTED and found.match is not None:
            return found.match
        _check_open(found)
        check_may_begin(user, rated=True)
        try:
            found.match = opening.create_event_match(
                event=ladder.event, seats=_seats(ladder, found), terms=ladder.terms, now=now
            )
        except PersonGone as error:
            raise MayNotBeChallenged from error
        found.state = State.ACCEPTED
        found.save(update_fields=["state", "match"])
        _settle(found, now)
    return found.match


def _seats(ladder: Ladder, asked: LadderChallenge) -> list[User]:
    """Return the two in the order of their seats."""
    had = {asked.challenger_id: 0, asked.challenged_id: 0}
    for user_id in first_seats(ladder.event, list(had)):
        had[user_id] += 1
    pair = [asked.challenged, asked.challenger]
    return sorted(pair, key=lambda user: had[user.pk])


def refuse(*, game: str, key: int, user: User, now: datetime) -> None:
    """Refuse a challenge: the challenger takes the place. Raises NoLadder or ChallengeSettled."""
    with writing():
        ladder = _locked(game, now)
        found = _asked(ladder, pk=key, challenged=user)
        _check_open(found)
        _give(ladder, found, now)


def take_back(*, game: str, key: int, user: User, now: datetime) -> None:
    """Take one's own challenge back before it was answered. Raises NoLadder or ChallengeSettled."""
    with writing():
        found = _asked(_locked(game, now), pk=key, challenger=user)
        _check_open(found)
        found.state = State.WITHDRAWN
        found.save(update_fields=["state"])
        _settle(found, now)


def give_unanswered(now: datetime) -> int:
    """Give the places of those away who have not answered in time; how many.

    Whose account does not let the challenger play any more, or who has gone on vacation since,
    gives nothing: the challenge is taken back.
    """
    due = LadderChallenge.objects.filter(state=State.OPEN, answer_by__lte=now)
    rows = list(due.order_by("pk").values_list("pk", "ladder__game")[:BATCH])
    return each(rows, lambda row: _give_unanswered(*row, now), what="ladder's challenge")


def _give_unanswered(key: int, game: str, now: datetime) -> bool:
    with writing():
        ladder = _locked(game, now)
        found = _challenges(ladder).filter(pk=key, state=State.OPEN, answer_by__lte=now).first()
        if found is None:
            return False
        gone = opening.is_gone(found.challenger, rated=True)
        if gone or away_until([found.challenged_id], now):
            found.state = State.WITHDRAWN
            found.save(update_fields=["state"])
            _settle(found, now)
            return False
        _give(ladder, found, now)
        _tell(found, NoticeKind.LADDER_GIVEN, found.challenged, found.challenger, now)
    return True


def _give(ladder: Ladder, found: LadderChallenge, now: datetime) -> None:
    found.state = State.GIVEN
    found.save(update_fields=["state"])
    take_step(ladder, Cause.GIVEN, found.challenger, other=found.challenged, now=now)
    _settle(found, now)
    _tell(found, NoticeKind.LADDER_TAKEN, found.challenger, found.challenged, now)


def _challenges(ladder: Ladder) -> QuerySet[LadderChallenge]:
    return ladder.challenges.select_related("challenger", "challenged", "match")


def _asked(ladder: Ladder, **whose: object) -> LadderChallenge:
    """Return the challenge of that key, from the side of one of the two. Raises NoLadder."""
    found = _challenges(ladder).filter(**whose).first()
    if found is None:
        raise NoLadder
    return found


def _check_open(asked: LadderChallenge) -> None:
    if asked.state != State.OPEN:
        raise ChallengeSettled


def _locked(game: str, now: datetime) -> Ladder:
    if game not in duels():
        raise NoLadder
    return lock_ladder(game, now)


def _tell(asked: LadderChallenge, kind: str, user: User, person: User, now: datetime) -> None:
    ladder = asked.ladder
    tell(user=user, kind=kind, person=person, game=ladder.game, subject=_subject(asked), now=now)


def _subject(asked: LadderChallenge) -> str:
    return f"{asked.ladder.event} {asked.pk}"


def _settle(asked: LadderChallenge, now: datetime) -> None:
    """What was told of the challenge waits for nobody any more."""
    mark_subject_read(asked.challenged_id, _subject(asked), now)
