"""Making a tournament, entering it, leaving it before it begins, calling it off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import get_random_string

from accounts.models import User
from engines.catalogue import meta_for
from games.clubs.selectors import is_member, is_officer
from games.common.exceptions import NotForChildren
from games.match.changes.permissions import check_may_begin
from games.match.clocks import controls
from games.match.reading.selectors import count_finished
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.notices.services.notifying import NoticeKind, tell, tell_many
from games.people.writing import Writing, check_may_write
from games.ratings.pools import Pool, pace_of
from games.ratings.selectors import rating_of
from games.tournaments import selectors
from games.tournaments.exceptions import (
    AlreadyEntered,
    BadTournament,
    BotsEnterNot,
    EnteredByLink,
    EntriesClosed,
    GuestsEnterNot,
    MembersEnter,
    NotEntered,
    NoTournament,
    OfficersMake,
    OutsideRatings,
    TooFewFinished,
    TooManyTournaments,
    TournamentFull,
)
from games.tournaments.models import Entry, Tournament
from queues.transactions import writing

State = Tournament.State

SIZES = range(4, 9)
FEWEST = SIZES[0]
DOUBLE_UP_TO = 5
"""With so many or fewer, each pair meets twice."""
MOST_MADE = 3
"""How many one may have made that have not begun."""
MOST_ENTERED = 10
OPEN_FOR = timedelta(days=60)
"""What has not begun by then is called off."""


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """A request to make a tournament, from a form."""

    name: str
    terms: Terms
    size: int
    low: int | None = None
    high: int | None = None
    by_link: bool = False
    club: str = ""
    """The id of the club whose members alone can enter."""
    takes_bots: bool = False
    starts_at: datetime | None = None


def make_tournament(*, user: User, asked: TournamentRequest, now: datetime) -> Tournament:
    """A tournament open for entries, its maker entered. Made twice under one key, it is one.

    Raises GuestsEnterNot, TooFewFinished, OfficersMake, TooManyTournaments, BadTournament,
    UnknownTerms, Sanctioned or HouseClosed; then nothing has changed.
    """
    check_may_make(user)
    _check_request(user, asked, now)
    with writing():
        opening.hold(user)
        key = asked.terms.key
        before = Tournament.objects.filter(made_by=user, key=key).first()
        if before is not None:
            return before
        check_may_begin(user, rated=asked.terms.rated)
        if Tournament.objects.filter(made_by=user, state=State.OPEN).count() >= MOST_MADE:
            raise TooManyTournaments
        tournament = Tournament.objects.create(
            key=key,
            name=asked.name,
            made_by=user,
            game=asked.terms.game,
            options=opening.chosen_options(asked.terms),
            time_control=asked.terms.time_control,
            rated=asked.terms.rated,
            size=asked.size,
            low=asked.low,
            high=asked.high,
            link=get_random_string(22) if asked.by_link else "",
            club=asked.club,
            takes_bots=asked.takes_bots,
            created_at=now,
            starts_at=asked.starts_at,
            closes_at=now + OPEN_FOR,
        )
        _check_band(tournament, user, now)
        _check_number(user)
        Entry.objects.create(tournament=tournament, user=user, entered_at=now)
    return tournament


def check_may_make(user: User) -> None:
    """Raises what keeps a user from making tournaments."""
    if user.is_guest:
        raise GuestsEnterNot
    if user.is_child:
        raise NotForChildren
    if user.is_program:
        raise BotsEnterNot
    check_may_write(Writing.PUBLIC, user)
    if not user.is_staff and (own := count_finished(user.pk)) < settings.FINISHED_FIRST:
        raise TooFewFinished(own=own, needed=settings.FINISHED_FIRST)


def _check_request(user: User, asked: TournamentRequest, now: datetime) -> None:
    if asked.club and not is_officer(asked.club, user.pk):
        raise OfficersMake
    opening.check_terms(asked.terms)
    _check_card(asked)
    if asked.starts_at is not None and not now < asked.starts_at < now + OPEN_FOR:
        raise BadTournament


def _check_card(asked: TournamentRequest) -> None:
    """Raises BadTournament for what no tournament can be."""
    check_duel(asked.terms)
    if asked.size not in SIZES:
        raise BadTournament
    if asked.takes_bots and asked.terms.rated:
        raise BadTournament
    if asked.low is not None and asked.high is not None and asked.low > asked.high:
        raise BadTournament


def check_duel(terms: Terms) -> None:
    """Raises BadTournament for what is not played by two over days."""
    meta = meta_for(terms.game)
    is_duel = not meta.solo and len(meta.seats_for(terms.options)) == 2
    if not is_duel or not controls.is_slow(controls.control_of(terms.time_control)):
        raise BadTournament


def enter(*, uid: str, user: User, link: str = "", now: datetime) -> Tournament:
    """Take a place. Raises NoTournament, GuestsEnterNot, EntriesClosed, AlreadyEntered,
    EnteredByLink, MembersEnter, OutsideRatings, TooManyTournaments, TournamentFull, Sanctioned or
    HouseClosed."""
    with writing():
        tournament = lock_tournament(uid)
        opening.hold(user)
        check_may_enter(tournament, user, link=link, now=now)
        team = _team_of(tournament, user)
        Entry.objects.create(tournament=tournament, user=user, team=team, entered_at=now)
    return tournament


def check_may_enter(tournament: Tournament, user: User, *, link: str, now: datetime) -> None:
    """Raises what keeps the user from taking a place."""
    if user.is_guest:
        raise GuestsEnterNot
    if user.is_child:
        raise NotForChildren
    if user.is_program and not tournament.takes_bots:
        raise BotsEnterNot
    check_may_begin(user, rated=tournament.rated)
    _check_open(tournament, now)
    if tournament.entries.filter(user=user).exists():
        raise AlreadyEntered
    _check_invited(tournament, user, link)
    if tournament.entries.count() >= tournament.size:
        raise TournamentFull
    _team_of(tournament, user)
    _check_band(tournament, user, now)
    _check_number(user)


def _check_invited(tournament: Tournament, user: User, link: str) -> None:
    if tournament.link and link != tournament.link and user.pk != tournament.made_by_id:
        raise EnteredByLink
    if tournament.clubs and not any(is_member(uid, user.pk) for uid in tournament.clubs):
        raise MembersEnter


def _team_of(tournament: Tournament, user: User) -> int | None:
    """For which of two clubs that meet the user plays; None where none meet. Who is in both plays
    for the first with a board left. Raises TournamentFull."""
    if not tournament.guests:
        return None
    for team, uid in enumerate(tournament.clubs):
        taken = tournament.entries.filter(team=team).count()
        if taken < tournament.boards and is_member(uid, user.pk):
            return team
    raise TournamentFull


def _check_open(tournament: Tournament, now: datetime) -> None:
    if tournament.state != State.OPEN or tournament.closes_at <= now:
        raise EntriesClosed


def _check_band(tournament: Tournament, user: User, now: datetime) -> None:
    if tournament.low is None and tournament.high is None:
        return
    pool = Pool(tournament.game, pace_of(tournament.time_control))
    rating = rating_of(user.pk, pool, now).rating
    if not (tournament.low or 0) <= rating <= (tournament.high or rating):
        raise OutsideRatings


def _check_number(user: User) -> None:
    if selectors.going_on(user) >= MOST_ENTERED:
        raise TooManyTournaments


def leave_before(*, uid: str, user: User) -> None:
    """Give one's place up before it begins. Raises NoTournament, EntriesClosed or NotEntered."""
    with writing():
        tournament = lock_tournament(uid)
        if tournament.state != State.OPEN:
            raise EntriesClosed
        if not tournament.entries.filter(user=user).delete()[0]:
            raise NotEntered


def call_off(*, uid: str, user: User, now: datetime) -> None:
    """Call one's own tournament off before it begins, or take the proposal of a match of clubs
    back. Raises NoTournament or EntriesClosed."""
    with writing():
        tournament = lock_tournament(uid)
        if tournament.made_by_id != user.pk and not user.is_staff:
            raise NoTournament
        if tournament.state == State.CALLED_OFF:
            return
        if tournament.state not in (State.PROPOSED, State.OPEN):
            raise EntriesClosed
        drop(tournament, now, but=user.pk)


def drop(tournament: Tournament, now: datetime, *, but: int | None = None) -> None:
    """Call a locked tournament off, and tell all in it *but* one."""
    tournament.state, tournament.ended_at = State.CALLED_OFF, now
    tournament.save(update_fields=["state", "ended_at"])
    tell_all(tournament, NoticeKind.TOURNAMENT_OFF, now, but=but)


def tell_all(tournament: Tournament, kind: str, now: datetime, *, but: int | None = None) -> None:
    """Tell everybody who is in it, in the same few statements however many they are."""
    people = tournament.entries.filter(withdrawn_at=None, user__isnull=False)
    tell_many(
        user_ids=[key for key in people.values_list("user", flat=True) if key and key != but],
        kind=kind,
        person=None,
        game=tournament.game,
        subject=tournament.uid,
        now=now,
    )


def tell_one(
    tournament: Tournament, user: User, kind: str, now: datetime, *, person: User | None = None
) -> None:
    """Tell one of those in it, where that is so by which *person*."""
    tell(user=user, kind=kind, person=person, game=tournament.game, subject=tournament.uid, now=now)


def lock_tournament(uid: str) -> Tournament:
    """Return the tournament under its row lock; raises NoTournament."""
    tournament = Tournament.objects.select_for_update(no_key=True).filter(uid=uid).first()
    if tournament is None:
        raise NoTournament
    return tournament
