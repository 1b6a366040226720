"""Ends that are not moves: resigning, draws by agreement, time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from engines.core.seats import Seat
from games import live
from games.models import Match, Notice, Player, Status
from games.permissions import (
    check_active,
    check_can_answer_draw,
    check_can_offer_draw,
    check_can_withdraw_draw,
    check_seated,
)
from games.referee import Referee
from games.services import formations, placing, silence, telling
from games.services.locking import lock_match
from games.services.settling import settle
from games.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

    Visitor = AbstractBaseUser | AnonymousUser


def resign(*, uid: str, user: Visitor, now: datetime) -> None:
    """Give the match up; before play has begun it is cancelled. Raises NotSeated, MatchNotActive.

    Nobody learns the other's set-up by leaving at once.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        check_active(match)
        if match.is_setting_up:
            cancel_running(match, players, ended_how="left", now=now)
        else:
            concede(match, players, {Seat(player.seat)}, "resignation", now=now)
        if player.user_id is not None:
            telling.settle_seen(player.user_id, match, now)  # no news to who has just done it


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
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        if match.draw_offered_by not in (None, player.seat):
            _agree(match, players, now)
            return
        check_can_offer_draw(match, player, players)
        match.draw_offered_by = player.seat
        _save_offer(match, players)
        for other in players:
            if other.seat != player.seat:
                subject = now.isoformat()
                telling.tell(match, other, Notice.Kind.DRAW_OFFERED, subject=subject, now=now)


def accept_draw(*, uid: str, user: Visitor, now: datetime) -> None:
    """Say yes to the other side's offer. Raises NotSeated, MatchNotActive or NothingOffered."""
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        check_can_answer_draw(match, Seat(player.seat))
        _agree(match, players, now)


def refuse_draw(*, uid: str, user: Visitor) -> None:
    """Say no. The other side may ask again after its next move. Raises like `accept_draw`."""
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        check_can_answer_draw(match, Seat(player.seat))
        _drop_offer(match, players)


def withdraw_draw(*, uid: str, user: Visitor) -> None:
    """Take one's own offer back, until after one's next move. Raises like `accept_draw`."""
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        check_can_withdraw_draw(match, Seat(player.seat))
        _drop_offer(match, players)


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


def lose_on_time(match: Match, players: Sequence[Player], *, now: datetime) -> None:
    """End a locked match for the seats whose deadline has passed.

    A seat that never made its first move costs nobody anything: the match is
    cancelled instead. So is one in which nobody placed any pieces; if one side
    has, the house places them for the other. A question that silence answers is
    answered, and the match goes on.
    """
    late = [player for player in players if player.deadline and player.deadline < now]
    if match.is_setting_up and len(late) == len(players):
        cancel_running(match, players, ended_how="set-up", now=now)
    elif match.is_setting_up:
        placing.place_for(match, players, late, now=now)
    elif silence.answer_for(match, players, late, now=now):
        return
    elif any(not player.has_moved for player in late):
        cancel_running(match, players, now=now)
    else:
        concede(match, players, {Seat(player.seat) for player in late}, "time", now=now)


def cancel_running(
    match: Match, players: Sequence[Player], *, ended_how: str = "first-move", now: datetime
) -> None:
    """Annul a locked, active match: nobody wins, nothing is rated."""
    match.status = Status.ABORTED
    match.ended_at, match.ended_how, match.deadline = now, ended_how, None
    match.draw_offered_by = None
    match.is_setting_up = False
    match.save()
    formations.drop_drafts(match)
    match.bot_turns.all().delete()
    for player in players:
        player.is_to_act = False
        player.clock_started_at = player.deadline = None
        player.save()
        telling.tell(match, player, Notice.Kind.MATCH_CANCELLED, subject="end", now=now)
    live.announce_match(match.uid, Referee(match).touch())
    live.announce_desks(player.user_id for player in players)
