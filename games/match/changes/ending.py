"""Ends that are not moves: resigning, draws by agreement, cancelling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, Subquery

from accounts.common.visitors import Visitor
from accounts.models import User
from engines.core.seats import Seat
from games.common import live
from games.match.changes.bounds import QUIET, check_can_claim_draw
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import lock_match, seated
from games.match.changes.permissions import (
    check_active,
    check_can_answer_draw,
    check_can_offer_draw,
    check_can_withdraw_draw,
)
from games.match.changes.settling import settle
from games.match.models import Match, Player
from games.match.referee import Referee
from games.match.status import Status
from queues.transactions import writing

NO_FORCE = "no-force"
"""How a match has ended in which somebody resigned who could not lose."""
SEASON = "season"
"""How a match has ended that was going on when its season ended."""
CLOSED = "closed"
"""How a match has ended that one did not play on against an account that is closed."""
STUCK = "stuck"
"""How a match has ended that one did not play on against a bot that could not make its move."""

BATCH = 5_000
"""So many players are dated in one statement."""


def resign(*, uid: str, user: Visitor, now: datetime) -> None:
    """Give the match up; before play has begun it is cancelled. Raises NotSeated, MatchNotActive.

    Nobody learns the other's set-up by leaving at once.
    """
    with seated(uid, user) as (match, players, player):
        check_active(match)
        if match.is_setting_up:
            cancel_running(match, players, ended_how="left", by=player, now=now)
        else:
            _resign(match, players, Seat(player.seat), now)
        # no news to who has just done it
        follow(Change(Kind.LOOKED, match, players, [player], now))


def leave_matches(*, user: User, now: datetime) -> bool:
    """Give up every match of somebody who leaves the site; false if one is frozen.

    Invitations are withdrawn, what has not begun is cancelled, and opponents are told.
    """
    own = Match.objects.of_user(user.pk).filter(status__in=[Status.OPEN, Status.ACTIVE])
    for uid in own.order_by("pk").values_list("uid", flat=True):
        match, players = lock_match(uid=uid)
        if match.frozen_at is not None:
            return False
        if match.status == Status.OPEN:
            withdraw_offer(match, now)
        elif match.is_setting_up:
            left = next(player for player in players if player.user_id == user.pk)
            cancel_running(match, players, ended_how="left", by=left, now=now)
        elif match.status == Status.ACTIVE:
            seats = {Seat(player.seat) for player in players if player.user_id == user.pk}
            for seat in seats:
                _resign(match, players, seat, now)
    return True


def _resign(match: Match, players: Sequence[Player], seat: Seat, now: datetime) -> None:
    """Give up: a loss, or a draw where the other side has too little left to win by the rules."""
    if Referee(match).cannot_lose(seat):
        everybody = {Seat(player.seat) for player in players}
        concede(match, players, everybody, NO_FORCE, now=now)
    else:
        concede(match, players, {seat}, "resignation", now=now)


def forfeit(*, uid: str, seat: int | None, now: datetime) -> None:
    """End a match of an event without play, unrated: *seat* loses it, or it counts for nobody.

    What nobody has set up yet is cancelled. A match that has ended in the meantime stays as it
    is. Raises MatchFrozen.
    """
    with writing():
        match, players = lock_match(uid=uid)
        if match.status != Status.ACTIVE:
            return
        check_active(match)
        if seat is None or match.is_setting_up:
            cancel_running(match, players, ended_how="withdrawn", now=now)
            return
        match.rated = False
        match.save(update_fields=["rated"])
        concede(match, players, {Seat(seat)}, "forfeit", now=now)


def end_season(*, uid: str, now: datetime) -> None:
    """End a match whose season is over: a draw, unrated, whatever stands on the board.

    What nobody has set up yet is cancelled. A match that has ended in the meantime stays as it
    is. Raises MatchFrozen.
    """
    with writing():
        match, players = lock_match(uid=uid)
        if match.status != Status.ACTIVE:
            return
        check_active(match)
        if match.is_setting_up:
            cancel_running(match, players, ended_how=SEASON, now=now)
            return
        match.rated = False
        match.save(update_fields=["rated"])
        everybody = {Seat(player.seat) for player in players}
        concede(match, players, everybody, SEASON, now=now)


def concede(
    match: Match, players: Sequence[Player], seats: set[Seat], ended_how: str, *, now: datetime
) -> None:
    """Take *seats* out of a locked, active match and write down how it ended."""
    happened = Referee(match).concede(frozenset(seats), now=now)
    settle(match, players, happened, movers=(), now=now, ended_how=ended_how)


def offer_draw(*, uid: str, user: Visitor, now: datetime) -> None:
    """Ask the other side for a draw; if they have asked already, that is a yes.

    Raises NotSeated, MatchNotActive, AlreadyOffered, or NothingOffered against a bot.
    """
    with seated(uid, user) as (match, players, player):
        if match.draw_offered_by not in (None, player.seat):
            _agree(match, players, now)
            return
        check_can_offer_draw(match, player, players)
        match.draw_offered_by = player.seat
        _save_offer(match, players)
        others = [other for other in players if other.seat != player.seat]
        follow(Change(Kind.DRAW_OFFERED, match, players, others, now))


def accept_draw(*, uid: str, user: Visitor, now: datetime) -> None:
    """Say yes to the other side's offer. Raises NotSeated, MatchNotActive or NothingOffered."""
    with seated(uid, user) as (match, players, player):
        check_can_answer_draw(match, Seat(player.seat))
        _agree(match, players, now)


def refuse_draw(*, uid: str, user: Visitor) -> None:
    """Say no. The other side may ask again after its next move. Raises like `accept_draw`."""
    with seated(uid, user) as (match, players, player):
        check_can_answer_draw(match, Seat(player.seat))
        _drop_offer(match, players)


def withdraw_draw(*, uid: str, user: Visitor) -> None:
    """Take one's own offer back, until after one's next move. Raises like `accept_draw`."""
    with seated(uid, user) as (match, players, player):
        check_can_withdraw_draw(match, Seat(player.seat))
        _drop_offer(match, players)


def claim_draw(*, uid: str, user: Visitor, now: datetime) -> None:
    """End a match without progress as a draw, by the rule of the site (`bounds`).

    Raises NotSeated, MatchNotActive or NothingOffered.
    """
    with seated(uid, user) as (match, players, player):
        check_can_claim_draw(match, Referee(match))
        concede(match, players, {Seat(one.seat) for one in players}, QUIET, now=now)
        follow(Change(Kind.LOOKED, match, players, [player], now))


def _agree(match: Match, players: Sequence[Player], now: datetime) -> None:
    check_active(match)
    concede(match, players, {Seat(player.seat) for player in players}, "agreement", now=now)


def _drop_offer(match: Match, players: Sequence[Player]) -> None:
    assert match.draw_offered_by is not None
    offerer = players[match.draw_offered_by]
    offerer.draws_barred = True
    offerer.save(update_fields=["draws_barred"])
    match.draw_offered_by = None
    _save_offer(match, players)


def _save_offer(match: Match, players: Sequence[Player]) -> None:
    match.save(update_fields=["draw_offered_by"])
    live.announce_match(match.uid, Referee(match).touch())
    live.announce_desks(player.user_id for player in players)


def cancel_running(
    match: Match,
    players: Sequence[Player],
    *,
    ended_how: str = "first-move",
    by: Player | None = None,
    now: datetime,
) -> None:
    """Annul a locked, active match, perhaps as *by* has left: nobody wins, nothing is rated."""
    match.status = Status.ABORTED
    match.ended_at, match.ended_how, match.deadline = now, ended_how, None
    match.drop_offers()
    match.is_setting_up = False
    match.save()
    for player in players:
        player.is_to_act, player.over_at = False, now
        player.stop_clock()
        player.save()
    subject = "" if by is None else f"seat {by.seat}"
    follow(Change(Kind.CANCELLED, match, players, players, now, subject))
    live.announce_match(match.uid, Referee(match).touch())
    live.announce_desks(player.user_id for player in players)


def withdraw_offer(match: Match, now: datetime) -> None:
    """End a locked match that nobody has joined: there is no end to be looked at."""
    match.status, match.ended_at, match.ended_how = Status.ABORTED, now, "withdrawn"
    match.save(update_fields=["status", "ended_at", "ended_how"])
    match.players.update(over_at=now, seen_end_at=now)


def date_ends() -> int:
    """Note the end with the players of matches that ended while processes of the release before
    were still at work; returns how many players that were."""
    left = Player.objects.filter(over_at__isnull=True, match__ended_at__isnull=False)
    ended_at = Match.objects.filter(pk=OuterRef("match_id")).values("ended_at")
    batches = iter(lambda: list(left.order_by().values_list("pk", flat=True)[:BATCH]), [])
    return sum(
        Player.objects.filter(pk__in=keys, over_at__isnull=True).update(over_at=Subquery(ended_at))
        for keys in batches
    )


def note_end_seen(player: Player, now: datetime) -> None:
    """Note when *player* first saw that the match has ended."""
    Player.objects.filter(pk=player.pk, seen_end_at__isnull=True).update(seen_end_at=now)
