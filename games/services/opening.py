"""Bringing two players to a board."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from engines.catalogue import meta_for
from engines.core.engine import GameMeta
from games import clocks, live
from games.exceptions import (
    AlreadyOffered,
    InvitationGone,
    OwnInvitation,
    SeatTaken,
    TooManyMatches,
    UnknownTerms,
)
from games.models import Match, Notice, Player, Status
from games.permissions import check_can_rematch, check_seated
from games.referee import Referee
from games.services import telling
from games.services.locking import lock_match
from games.services.settling import settle
from games.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

MOST_MATCHES = 20
"""Matches against people a user may have in progress, before any is finished."""

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is to be: the game, its options, the time, and the creator's side."""

    game: str
    time_control: str
    side: int | None = None
    """The creator's seat; None lets chance decide."""
    key: str = ""
    """The request's own name: asked again under it, the creator gets the same match."""
    options: dict[str, str] = field(default_factory=dict)


def create_invitation(*, user: User, terms: Terms, now: datetime) -> Match:
    """An open match that whoever holds its secret link may take.

    Raises UnknownTerms or TooManyMatches.
    """
    with writing():
        _hold(user)
        request_key = _request_key(user, terms, "person")
        made = _made_before(request_key)
        if made is not None:
            return made
        check_room(user)
        match = _create(terms, now, request_key=request_key)
        _seat_creator(match, user, terms)
    return match


def create_bot_match(*, user: User, terms: Terms, level: str, now: datetime) -> Match:
    """A match against a bot, begun at once. Raises UnknownTerms."""
    if level not in _meta(terms.game).bot_levels:
        raise UnknownTerms
    with writing():
        _hold(user)
        request_key = _request_key(user, terms, level)
        made = _made_before(request_key)
        if made is not None:
            return made
        match = _create(terms, now, request_key=request_key)
        mine = _seat_creator(match, user, terms)
        for player in match.players.exclude(pk=mine.pk):
            player.bot = level
            player.save(update_fields=["bot"])
        begin(match, now=now)
    return match


def create_house_match(*, terms: Terms, levels: Sequence[str], now: datetime) -> Match:
    """A match between the house's own bots, begun at once."""
    with writing():
        match = _create(terms, now)
        for player, level in zip(match.players.all(), levels, strict=True):
            player.bot = level
            player.save(update_fields=["bot"])
        begin(match, now=now)
    return match


def take_seat(*, secret: str, user: User, now: datetime) -> Match:
    """Take the empty seat of the invitation *secret* belongs to; the match begins.

    Raises Match.DoesNotExist, OwnInvitation, SeatTaken, InvitationGone or TooManyMatches.
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
        _hold(user)
        check_room(user)
        empty = next(player for player in players if player.user_id is None)
        empty.user = user
        empty.save(update_fields=["user"])
        begin(match, now=now)
        for player in match.players.all():
            if player.user_id != user.pk:
                telling.tell(match, player, Notice.Kind.MATCH_BEGAN, subject="begin", now=now)
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
        match.status, match.ended_at, match.ended_how = Status.ABORTED, now, "withdrawn"
        match.save(update_fields=["status", "ended_at", "ended_how"])
        live.announce_desk(user.pk)


def ask_rematch(*, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """Ask for a rematch, or agree to the one asked for: then it begins and is returned.

    Sides are swapped. A bot agrees at once. Raises NotSeated, NotOver or AlreadyOffered.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        check_can_rematch(match)
        others = [other for other in players if other.seat != player.seat]
        if match.rematch_offered_by is None and not all(other.bot for other in others):
            _offer_rematch(match, player, others, now)
            return None
        if match.rematch_offered_by == player.seat:
            raise AlreadyOffered
        return _begin_rematch(match, players, now)


def _offer_rematch(match: Match, player: Player, others: Sequence[Player], now: datetime) -> None:
    match.rematch_offered_by = player.seat
    match.save(update_fields=["rematch_offered_by"])
    live.announce_match(match.uid, Referee(match).touch())
    for other in others:
        telling.tell(match, other, Notice.Kind.REMATCH_OFFERED, subject="rematch", now=now)
    live.announce_desks(other.user_id for other in others)


def _begin_rematch(match: Match, players: Sequence[Player], now: datetime) -> Match:
    terms = Terms(match.game, match.time_control, options=match.options)
    again = _create(terms, now, rematch_of=match)
    seats = list(again.players.all())
    for player in players:
        seat = seats[-1 - player.seat]
        seat.user_id, seat.bot = player.user_id, player.bot
        seat.save(update_fields=["user", "bot"])
    begin(again, now=now)
    live.announce_match(match.uid, Referee(match).touch())
    for seat in again.players.all():
        telling.tell(again, seat, Notice.Kind.MATCH_BEGAN, subject="begin", now=now)
    return again


def check_room(user: User) -> None:
    """Raises TooManyMatches when the user has no room for another match against a person.

    The room is 20 matches in progress, and one more for each one finished.
    """
    against_people = Match.objects.of_user(user.pk).exclude(players__bot__gt="")
    running = against_people.filter(status__in=[Status.OPEN, Status.ACTIVE]).count()
    if running < MOST_MATCHES:
        return
    if running >= MOST_MATCHES + against_people.filter(status=Status.FINISHED).count():
        raise TooManyMatches


def _hold(user: User) -> None:
    """Let the user open matches one after the other, so that each is counted."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def _request_key(user: User, terms: Terms, opponent: str) -> str | None:
    """Who asked for what under which key: the same form sent twice, and no other form."""
    if not terms.key:
        return None
    wish = repr((terms.key, terms.game, terms.time_control, terms.side, terms.options, opponent))
    return f"{user.pk}:{sha256(wish.encode()).hexdigest()}"


def _made_before(request_key: str | None) -> Match | None:
    """The match this very request made already, if it did."""
    return Match.objects.filter(request_key=request_key).first() if request_key else None


def _create(
    terms: Terms,
    now: datetime,
    *,
    request_key: str | None = None,
    rematch_of: Match | None = None,
) -> Match:
    meta = _meta(terms.game)
    if terms.time_control not in clocks.TIME_CONTROLS:
        raise UnknownTerms
    control = clocks.TIME_CONTROLS[terms.time_control]
    match = Match.objects.create(
        request_key=request_key,
        game=meta.slug,
        rules_version=meta.rules_version,
        options=_chosen(meta, terms.options),
        time_control=control.slug,
        created_at=now,
        rematch_of=rematch_of,
    )
    Player.objects.bulk_create(
        Player(match=match, seat=seat, bank=control.bank) for seat in range(len(meta.seats))
    )
    return match


def _meta(game: str) -> GameMeta:
    try:
        return meta_for(game)
    except LookupError as error:
        raise UnknownTerms from error


def _chosen(meta: GameMeta, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the game with its chosen value or its default; raises UnknownTerms."""
    if any(value not in meta.options.get(name, ()) for name, value in options.items()):
        raise UnknownTerms
    return {name: options.get(name, values[0]) for name, values in meta.options.items()}


def _seat_creator(match: Match, user: User, terms: Terms) -> Player:
    players = list(match.players.all())
    seat = secrets.randbelow(len(players)) if terms.side is None else terms.side
    if not 0 <= seat < len(players):
        raise UnknownTerms
    players[seat].user = user
    players[seat].save(update_fields=["user"])
    return players[seat]


def begin(match: Match, *, now: datetime) -> None:
    """Lay out the board of a match whose seats are filled, and start the first turn."""
    match.status, match.started_at = Status.ACTIVE, now
    match.save(update_fields=["status", "started_at"])
    happened = Referee(match).open_match(seed=secrets.token_bytes(SEED_BYTES))
    players = list(match.players.select_related("user"))
    settle(match, players, happened, movers=(), now=now)
