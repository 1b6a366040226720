"""Bringing two players to a board."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from engines.catalogue import meta_for
from engines.core.engine import GameMeta
from engines.core.pasted import BadText
from games.common import live
from games.match.changes.ending import withdraw_offer
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import lock_match, seated
from games.match.changes.permissions import check_can_rematch, check_may_begin, check_seated
from games.match.changes.settling import settle
from games.match.clocks import controls
from games.match.exceptions import (
    AlreadyOffered,
    BeingPlayed,
    CasualFromPosition,
    GuestsPlayCasual,
    InvitationGone,
    ListedIfRated,
    NothingOffered,
    OwnInvitation,
    PersonGone,
    RatedNeedsClock,
    Sanctioned,
    SeatTaken,
    SeekerHasNoRoom,
    TooManyMatches,
    UnknownPosition,
    UnknownReason,
    UnknownTerms,
)
from games.match.models import Match, Player
from games.match.onlookers import ANONYMOUS, ANYONE, BY_LINK, CHOICES, CLOSED, DAY
from games.match.referee import Referee, begun_at
from games.match.referee.analysing import is_played_now
from games.match.referee.studies import Laid
from games.match.status import Reason, Status
from games.match.terms.meeting import check_meets
from games.match.terms.programs import check_room_of_program
from queues.transactions import writing

MOST_MATCHES = 20
"""Matches against people a user may have in progress, before any is finished."""

MOST_GUEST_MATCHES = 10
"""Matches a guest may have in progress, those against bots included."""

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: the game, its options, the time, and the creator's side."""

    game: str
    time_control: str
    side: int | None = None
    """The creator's seat; None lets chance decide."""
    key: str = ""
    """The request's own name: asked again under it, the creator gets the same match."""
    options: dict[str, str] = field(default_factory=dict)
    rated: bool = False
    """Whether ratings follow from the result."""
    onlookers: str = ANYONE
    """Who may watch it, and how far behind: one of `onlookers.CHOICES`."""
    start: str = ""
    """Where it begins, as a text of the rules page; empty for the game's own start."""
    rules: int | None = None
    """The rules version it is played by; None for the newest."""


def create_invitation(*, user: User, terms: Terms, now: datetime) -> Match:
    """Create an open match; whoever has its secret link can take the free seat.

    Raises UnknownTerms, UnknownPosition, CasualFromPosition, RatedNeedsClock, GuestsPlayCasual or
    TooManyMatches.
    """
    if _meta(terms.game).solo:
        raise UnknownTerms
    terms = with_options_of_start(terms)
    check_terms(terms)
    _check_counts(user, rated=terms.rated)
    with writing():
        hold(user)
        request_key = request_key_of(user, terms, "person")
        made = _made_before(request_key)
        if made is not None:
            return made
        check_may_begin(user, rated=terms.rated)
        check_room(user)
        return _create(terms, now, _beside(user, terms, None), request_key=request_key)


def create_bot_match(*, user: User, terms: Terms, level: str, now: datetime) -> Match:
    """Begin a match against a bot, in the position of the terms or else at the start.

    Raises UnknownTerms, UnknownPosition, BeingPlayed or, for guests, TooManyMatches.
    """
    if level not in _meta(terms.game).bot_levels:
        raise UnknownTerms
    _check_clock_of_bot(terms)
    terms = with_options_of_start(terms)
    if terms.start and is_played_now(
        Laid(terms.game, terms.start, rules=terms.rules), user.pk, but_practice=True
    ):
        raise BeingPlayed
    return _begin_against_bot(user, terms, level, now, asked=level)


def with_options_of_start(terms: Terms) -> Terms:
    """The terms with the options that their position names, which is read as people paste it.

    Raises UnknownPosition.
    """
    if not terms.start:
        return terms
    try:
        start, options = begun_at(terms.game, terms.start)
    except BadText as error:
        raise UnknownPosition(error) from error
    except ValueError as error:
        raise UnknownPosition from error
    return replace(terms, start=start, options=options)


def create_lesson_match(
    *, user: User, terms: Terms, plies: Sequence[str], level: str, now: datetime
) -> Match:
    """Begin a match against a bot in the position after *plies*; the user has seat 0
    unless the terms say another side.

    The site plays them as the seats' own, so that the match replays like any other.
    Raises UnknownTerms or, for guests, TooManyMatches.
    """
    if level not in _meta(terms.game).bot_levels:
        raise UnknownTerms
    terms = terms if terms.side else replace(terms, side=0)
    return _begin_against_bot(user, terms, level, now, asked=f"{level}, lesson", given=plies)


def _begin_against_bot(
    user: User, terms: Terms, level: str, now: datetime, *, asked: str, given: Sequence[str] = ()
) -> Match:
    """Begin it after the *given* plies, or return what this request made; *asked* tells it from
    requests for other opponents."""
    with writing():
        hold(user)
        request_key = request_key_of(user, terms, asked)
        made = _made_before(request_key)
        if made is not None:
            return made
        if user.is_guest or user.is_program:
            check_room(user)
        check_may_begin(user)
        seats = _beside(user, terms, level)
        match = _create(terms, now, seats, request_key=request_key, given_plies=len(given))
        begin(match, now=now, given=given)
    return match


def create_house_match(*, terms: Terms, levels: Sequence[str], now: datetime) -> Match:
    """Begin a match between bots of the site."""
    with writing():
        match = _create(terms, now, levels)
        begin(match, now=now)
    return match


def create_pairing(
    *, seats: Sequence[User], terms: Terms, absent: Sequence[User], now: datetime
) -> Match:
    """Begin a match between people who have agreed on it; *seats* are in seat order.

    The *absent* are told. Raises UnknownTerms or PersonGone; TooManyMatches for who is here and
    has no room, SeekerHasNoRoom for another.
    """
    with writing():
        away = {user.pk for user in absent}
        for user in hold(*seats):
            _check_may_be_paired(user, rated=terms.rated, is_here=user.pk not in away)
            _check_room_for_pairing(user, is_here=user.pk not in away)
        check_meets(seats, rated=terms.rated, now=now)
        match = _create(terms, now, seats)
        players = begin(match, now=now)
        concerned = [player for player in players if player.user_id in away]
        follow(Change(Kind.BEGAN, match, players, concerned, now))
    return match


def create_event_match(
    *, event: str, seats: Sequence[User | str], terms: Terms, now: datetime
) -> Match:
    """Begin a match of an *event* between those *seats*, users or levels of bots.

    All of them are told; the room for other matches is not touched. Raises UnknownTerms,
    HouseClosed or PersonGone.
    """
    people = [seat for seat in seats if not isinstance(seat, str)]
    with writing():
        if any(is_gone(user, rated=terms.rated) for user in hold(*people)):
            raise PersonGone
        match = _create(terms, now, seats, event=event)
        players = begin(match, now=now)
        follow(Change(Kind.BEGAN, match, players, players, now))
    return match


def is_gone(user: User, *, rated: bool) -> bool:
    """Return whether the user has left, or may begin no such match. Raises HouseClosed."""
    try:
        check_may_begin(user, rated=rated)
    except Sanctioned:
        return True
    return False


def _check_may_be_paired(user: User, *, rated: bool, is_here: bool) -> None:
    """Raises HouseClosed; Sanctioned for who is here; PersonGone for the others' sanctions.

    Nobody learns here what is set to somebody else's account.
    """
    try:
        check_may_begin(user, rated=rated)
    except Sanctioned as error:
        if is_here:
            raise
        raise PersonGone from error


def check_terms(terms: Terms) -> None:
    """Raises UnknownTerms for terms the site does not have, CasualFromPosition, RatedNeedsClock,
    ListedIfRated."""
    meta = _meta(terms.game)
    if terms.start and terms.rated:
        raise CasualFromPosition
    control = _control(terms)
    options = chosen_options(terms)
    if terms.side not in (None, *range(len(meta.seats_for(options)))):
        raise UnknownTerms
    _check_onlookers(terms)
    if terms.rated and control.bank is None:
        raise RatedNeedsClock


def _check_onlookers(terms: Terms) -> None:
    """Raises UnknownTerms; ListedIfRated where a match that counts is to be in no list."""
    if terms.onlookers not in CHOICES:
        raise UnknownTerms
    if terms.rated and terms.onlookers == BY_LINK:
        raise ListedIfRated


def _check_counts(user: User, *, rated: bool) -> None:
    """Raises GuestsPlayCasual for a guest at a match that counts."""
    if rated and user.is_guest:
        raise GuestsPlayCasual


def hold(*users: User) -> list[User]:
    """Let these users open matches one after the other, so that each is counted; as they now are.

    In one order for all, so that nobody waits in a circle.
    """
    rows = get_user_model().objects.select_for_update(no_key=True).order_by("pk")
    return list(rows.filter(pk__in=[user.pk for user in users]))


def take_seat(*, secret: str, user: User, now: datetime) -> Match:
    """Take the first empty seat of the invitation *secret* belongs to; with the last one taken
    the match begins.

    Raises Match.DoesNotExist, OwnInvitation, SeatTaken, InvitationGone, GuestsPlayCasual,
    PersonGone or TooManyMatches.
    """
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(secret=secret)
        players = list(match.players.all())
        if any(player.user_id == user.pk for player in players):
            raise OwnInvitation
        if match.status == Status.ABORTED:
            raise InvitationGone
        if match.status != Status.OPEN:
            raise SeatTaken
        hold(user)
        _check_counts(user, rated=match.rated)
        check_may_begin(user, rated=match.rated)
        check_room(user)
        sitting = [player.user for player in players if player.user is not None]
        check_others_here(players, rated=match.rated)
        check_meets([user, *sitting], rated=match.rated, now=now)
        empty = next(player for player in players if player.user_id is None)
        empty.user = user
        empty.save(update_fields=["user"])
        if user.is_child:
            match.onlookers = _onlookers(match.onlookers, [user])
            match.save(update_fields=["onlookers"])
        if any(player.user_id is None and not player.bot for player in players):
            live.announce_desks(player.user_id for player in players)
            return match
        begin(match, now=now)
        others = [player for player in players if player.user_id != user.pk]
        follow(Change(Kind.BEGAN, match, players, others, now))
    return match


def cancel_invitation(*, uid: str, user: User, now: datetime) -> None:
    """Withdraw an invitation nobody has taken. Raises NotSeated, SeatTaken or InvitationGone."""
    with writing():
        match, players = lock_match(uid=uid)
        check_seated(user, players)
        if match.status == Status.ABORTED:
            raise InvitationGone
        if match.status != Status.OPEN:
            raise SeatTaken
        withdraw_offer(match, now)
        live.announce_desk(user.pk)


def ask_rematch(*, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """Ask for a rematch, or agree to the one asked for: then it begins and is returned.

    Sides are swapped, but whoever gave a handicap gives it again. A bot agrees at once; whoever has
    declined may ask in turn. Raises NotSeated, NotOver, AlreadyOffered, PersonGone or
    TooManyMatches.
    """
    with seated(uid, user) as (match, players, player):
        check_can_rematch(match)
        assert player.user is not None
        check_may_begin(player.user, rated=match.rated)
        others = [other for other in players if other.seat != player.seat]
        if match.rematch_offered_by == player.seat:
            raise AlreadyOffered
        is_asked = match.rematch_offered_by is not None and not match.rematch_refusal
        if not is_asked and not all(other.bot for other in others):
            _offer_rematch(match, player, others, now)
            return None
        _check_people(match.rated, player, others, now)
        return _begin_rematch(match, players, now)


def _offer_rematch(match: Match, player: Player, others: Sequence[Player], now: datetime) -> None:
    check_others_here(others, rated=match.rated)
    match.rematch_offered_by, match.rematch_refusal = player.seat, ""
    match.save(update_fields=["rematch_offered_by", "rematch_refusal"])
    live.announce_match(match.uid, Referee(match).touch())
    follow(Change(Kind.REMATCH_OFFERED, match, [player, *others], others, now))
    live.announce_desks(other.user_id for other in others)


def check_others_here(others: Sequence[Player], *, rated: bool) -> None:
    """Raises PersonGone where one of the people may begin no such match, HouseClosed."""
    if any(other.user is not None and is_gone(other.user, rated=rated) for other in others):
        raise PersonGone


def decline_rematch(*, uid: str, user: User | AnonymousUser, reason: str, now: datetime) -> None:
    """Say no to a rematch, and why; whoever asked is told. Declined twice, it is told once.

    Raises UnknownReason, NotSeated, NotOver, AlreadyOffered or NothingOffered.
    """
    if reason not in Reason.values:
        raise UnknownReason
    with seated(uid, user) as (match, players, player):
        check_can_rematch(match)
        if match.rematch_offered_by in (None, player.seat):
            raise NothingOffered
        if match.rematch_refusal:
            return
        match.rematch_refusal = reason
        match.save(update_fields=["rematch_refusal"])
        live.announce_match(match.uid, Referee(match).touch())
        asker = [other for other in players if other.seat == match.rematch_offered_by]
        follow(Change(Kind.REMATCH_DECLINED, match, players, asker, now))
        live.announce_desks(other.user_id for other in players)


def _check_people(rated: bool, player: Player, others: Sequence[Player], now: datetime) -> None:
    """Raises TooManyMatches or PersonGone where one of the people cannot begin a match now."""
    people = hold(*(other.user for other in (player, *others) if other.user is not None))
    for person in people:
        _check_may_be_paired(person, rated=rated, is_here=person.pk == player.user_id)
        if len(people) > 1 or person.is_guest:
            _check_room_for_pairing(person, is_here=person.pk == player.user_id)
    check_meets(people, rated=rated, now=now)


def _check_room_for_pairing(user: User, *, is_here: bool) -> None:
    """Raises TooManyMatches for who is here, SeekerHasNoRoom for the other."""
    try:
        check_room(user)
    except TooManyMatches as error:
        if is_here:
            raise
        raise SeekerHasNoRoom from error


def _begin_rematch(match: Match, players: Sequence[Player], now: datetime) -> Match:
    terms = replace(terms_of(match), rated=match.rated)
    meta = meta_for(match.game)
    stays = meta.solo or match.start in meta.handicaps.values()
    seats = [player.user or player.bot for player in (players if stays else reversed(players))]
    again = _create(terms, now, seats, rematch_of=match)
    _begin_after(match, again, now)
    return again


def terms_of(match: Match) -> Terms:
    """Return the terms of another match like *match*, by lot and for nothing."""
    return Terms(
        match.game,
        match.time_control,
        options=match.options,
        onlookers=CLOSED if match.onlookers == ANONYMOUS else match.onlookers,
        start=match.start,
    )


def begin_from(
    match: Match, players: Sequence[Player], player: Player, plies: Sequence[str], *, now: datetime
) -> Match:
    """Begin a casual match of the same people in the same seats, in the position after *plies*.

    *player* has just agreed to it; the others are told. Raises PersonGone, SeekerHasNoRoom or
    TooManyMatches.
    """
    terms = terms_of(match)
    others = [other for other in players if other.seat != player.seat]
    _check_people(terms.rated, player, others, now)
    again = _create(terms, now, [sitter.user for sitter in players], given_plies=len(plies))
    _begin_after(match, again, now, given=plies)
    return again


def _begin_after(match: Match, again: Match, now: datetime, *, given: Sequence[str] = ()) -> None:
    """Begin the match *again*, to which the page of *match* leads from now on."""
    players = begin(again, now=now, given=given)
    live.announce_match(match.uid, Referee(match).touch())
    follow(Change(Kind.BEGAN, again, players, players, now))


def check_room(user: User) -> None:
    """Raises TooManyMatches when the user has no room for another match against a person.

    The room is 20 matches in progress, and one more for each one finished; those of events are
    not counted. A guest has room for ten of any kind, a bot account for thirty.
    """
    if user.is_program:
        check_room_of_program(user)
        return
    if user.is_guest:
        _check_room_of_guest(user)
        return
    own = Match.objects.of_user(user.pk).filter(event="")
    against_people = own.exclude(players__bot__gt="")
    running = against_people.filter(status__in=[Status.OPEN, Status.ACTIVE]).count()
    if running < MOST_MATCHES:
        return
    limit = MOST_MATCHES + against_people.filter(status=Status.FINISHED).count()
    if running >= limit:
        raise TooManyMatches(limit)


def _check_room_of_guest(guest: User) -> None:
    running = Match.objects.of_user(guest.pk).filter(status__in=[Status.OPEN, Status.ACTIVE])
    if running.count() >= MOST_GUEST_MATCHES:
        raise TooManyMatches(MOST_GUEST_MATCHES)


def request_key_of(user: User, terms: Terms, opponent: str) -> str | None:
    """Return the key of a request by its user: the same for the same form sent twice, and no
    other."""
    if not terms.key:
        return None
    asked = repr(
        (
            terms.key,
            terms.game,
            terms.time_control,
            terms.side,
            terms.options,
            terms.rated,
            terms.onlookers,
            *([terms.start] if terms.start else []),
            opponent,
        )
    )
    return f"{user.pk}:{sha256(asked.encode()).hexdigest()}"


def _made_before(request_key: str | None) -> Match | None:
    """Return the match this very request made already, if it did."""
    return Match.objects.filter(request_key=request_key).first() if request_key else None


def _create(terms: Terms, now: datetime, seats: Sequence[User | str | None], **facts: Any) -> Match:
    """Write the rows of a match with those *seats*: users, levels of bots, or nobody yet; *facts*
    are what else its own row says."""
    meta = _meta(terms.game)
    control = _control(terms)
    match = Match.objects.create(
        game=meta.slug,
        rules_version=terms.rules or meta.rules_version,
        options=chosen_options(terms),
        time_control=control.slug,
        rated=terms.rated,
        onlookers=_onlookers(terms.onlookers, seats),
        start=terms.start,
        is_bounded=meta.endless,
        created_at=now,
        **facts,
    )
    Player.objects.bulk_create(
        Player(
            match=match,
            seat=seat,
            bank=control.bank,
            user=sitter if isinstance(sitter, User) else None,
            bot=sitter if isinstance(sitter, str) else "",
        )
        for seat, sitter in enumerate(seats)
    )
    return match


def _onlookers(chosen: str, seats: Sequence[User | str | None]) -> str:
    """Return who may look on: nobody while a child plays."""
    has_child = any(isinstance(sitter, User) and sitter.is_child for sitter in seats)
    return CLOSED if has_child and chosen != DAY else chosen


def _control(terms: Terms) -> controls.TimeControl:
    try:
        return controls.control_of(terms.time_control)
    except LookupError as error:
        raise UnknownTerms from error


def _check_clock_of_bot(terms: Terms) -> None:
    """Raises UnknownTerms where time off is asked for against a bot, who needs none."""
    control = _control(terms)
    if control.rests or control.vacation:
        raise UnknownTerms


def _meta(game: str) -> GameMeta:
    try:
        return meta_for(game)
    except LookupError as error:
        raise UnknownTerms from error


def chosen_options(terms: Terms) -> dict[str, str]:
    """Every option of the terms' game with its chosen value or its default; raises UnknownTerms."""
    meta, asked = _meta(terms.game), terms.options
    if not all(meta.permits(name, value) for name, value in asked.items()):
        raise UnknownTerms
    return {name: asked.get(name, values[0]) for name, values in meta.options.items()}


def _beside(user: User, terms: Terms, other: str | None) -> list[User | str | None]:
    """Return who sits where: *user* in the seat for a person, in the one asked for, or in one by
    lot, and *other* in every other. Raises UnknownTerms."""
    count = len(_meta(terms.game).seats_for(chosen_options(terms)))
    if _meta(terms.game).solo:
        own = count - 1
    else:
        own = secrets.randbelow(count) if terms.side is None else terms.side
    if not 0 <= own < count:
        raise UnknownTerms
    return [user if seat == own else other for seat in range(count)]


def begin(match: Match, *, now: datetime, given: Sequence[str] = ()) -> list[Player]:
    """Lay out the board of a match whose seats are filled, and start the first turn; its players.

    The plies *given* have been played by then.
    """
    match.status, match.started_at = Status.ACTIVE, now
    match.save(update_fields=["status", "started_at"])
    referee = Referee(match)
    happened = referee.open_match(seed=secrets.token_bytes(SEED_BYTES))
    if given:
        happened = referee.give(given, now=now)
        match.players.filter(seat__in=referee.movers()).update(has_moved=True)
    players = list(match.players.select_related("user"))
    settle(match, players, happened, movers=(), now=now)
    return players
