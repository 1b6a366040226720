"""The rights of players in a match. Services call these; nothing else decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ParamSpec

from accounts import switches
from accounts.common.visitors import Visitor
from accounts.models import User
from accounts.sanctions.rights import Verb, can, is_closed
from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.common.exceptions import GamesError
from games.match.clocks.controls import control_of, is_slow
from games.match.exceptions import (
    AlreadyOffered,
    ChildrenPlayCasual,
    HouseClosed,
    MatchFrozen,
    MatchNotActive,
    NothingOffered,
    NothingRecorded,
    NotOver,
    NotSeated,
    Sanctioned,
)
from games.match.models import Match, Player
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import check_watched
from games.match.status import Late, Status

P = ParamSpec("P")


def allowed(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Return whether *check* passes; for display only, services enforce with the check itself."""
    try:
        check(*args, **kwargs)
    except GamesError:
        return False
    return True


def check_seated(user: Visitor, players: Sequence[Player]) -> Player:
    """Return the player that *user* is in this match; raises NotSeated, or Sanctioned for a ban.

    Raises NoSuchMatch in place of NotSeated for whoever may not watch the match.
    """
    seat = seat_of(user, players)
    if seat is None:
        for player in players[:1]:
            check_watched(player.match, user, players)
        raise NotSeated
    if not can(user, Verb.PLAY):
        raise Sanctioned
    return next(player for player in players if player.seat == seat)


def check_active(match: Match) -> None:
    """Raises MatchNotActive unless the match is being played, MatchFrozen while it rests."""
    if match.status != Status.ACTIVE:
        raise MatchNotActive
    if match.frozen_at is not None:
        raise MatchFrozen


def check_can_offer_draw(match: Match, player: Player, players: Sequence[Player]) -> None:
    """Raises unless *player* may ask for a draw: against a person, once until the next own move."""
    check_active(match)
    if match.is_setting_up:
        raise NothingOffered
    if match.draw_offered_by is not None or player.draws_barred:
        raise AlreadyOffered
    if any(other.bot for other in players):
        raise NothingOffered


def check_can_answer_draw(match: Match, seat: Seat) -> None:
    """Raises unless the other side's draw offer stands."""
    check_active(match)
    if match.draw_offered_by is None or match.draw_offered_by == seat:
        raise NothingOffered


def check_can_withdraw_draw(match: Match, seat: Seat) -> None:
    """Raises unless the seat's own draw offer stands."""
    check_active(match)
    if match.draw_offered_by != seat:
        raise NothingOffered


def check_can_claim(match: Match, player: Player, players: Sequence[Player]) -> Player:
    """Return the opponent of *player* whose time has run out, so that the win can be claimed.

    Raises MatchNotActive or MatchFrozen, or NothingOffered where there is none.
    """
    check_active(match)
    others = [other for other in players if other.seat != player.seat and other.late == Late.CLAIM]
    if not others:
        raise NothingOffered
    return others[0]


def check_can_end(match: Match, player: Player, players: Sequence[Player]) -> None:
    """Raises unless *player* may end the match at once, as everybody else's account is closed, or
    they are bots of which one cannot make its move.

    MatchNotActive or MatchFrozen, or NothingOffered: also in an event, which decides itself.
    """
    check_active(match)
    others = [other for other in players if other.seat != player.seat]
    gone = [other for other in others if other.user is not None and is_closed(other.user)]
    if match.event or not others or (len(gone) < len(others) and not is_stuck(match, others)):
        raise NothingOffered


def is_stuck(match: Match, others: Sequence[Player]) -> bool:
    """Return whether *others* are bots of which one cannot make its move; where one person plays
    alone, there is nobody to be let go."""
    are_bots = not meta_for(match.game).solo and all(other.bot for other in others)
    return are_bots and any(other.is_stuck for other in others)


def check_can_give(match: Match, player: Player, players: Sequence[Player]) -> Player:
    """Return the opponent of *player* who can be given time: a person whose clock runs over days.

    Raises MatchNotActive or MatchFrozen, or NothingOffered where there is none.
    """
    check_active(match)
    _check_leisure(match)
    others = [other for other in players if other.seat != player.seat]
    running = [o for o in others if o.user_id and o.deadline and o.has_moved and not o.late]
    if not running:
        raise NothingOffered
    return running[0]


def check_can_pause(match: Match, players: Sequence[Player], now: datetime) -> None:
    """Raises unless a pause can be asked for: by people, over days, once both have moved.

    AlreadyOffered where one is asked for, else MatchNotActive or NothingOffered.
    """
    check_active(match)
    _check_leisure(match)
    if any(player.late or not player.has_moved for player in players):
        raise NothingOffered
    if any(player.bot or (player.user and player.user.is_program) for player in players):
        raise NothingOffered
    if match.paused_until is not None and match.paused_until > now:
        raise NothingOffered
    if match.pause_asked_by is not None:
        raise AlreadyOffered


def check_can_ask_takeback(match: Match, player: Player, players: Sequence[Player]) -> None:
    """Raises unless *player* may ask for a move back: casual, of people, where nothing is hidden.

    AlreadyOffered where one was asked for since the last move, else MatchNotActive or
    NothingOffered.
    """
    check_active(match)
    if match.event or match.rated or match.is_setting_up or not _is_open_duel(match, players):
        raise NothingOffered
    if any(one.bot or one.late for one in players):
        raise NothingOffered
    if match.takeback_asked_by is None:
        return
    if not match.takeback_refused or match.takeback_asked_by == player.seat:
        raise AlreadyOffered


def _is_open_duel(match: Match, players: Sequence[Player]) -> bool:
    meta = meta_for(match.game)
    return len(players) == 2 and not meta.solo and not meta.hides_information


def _check_leisure(match: Match) -> None:
    """Raises NothingOffered where nobody may stop a clock: in events, in set-ups, in live play."""
    if match.event or match.is_setting_up or not is_slow(control_of(match.time_control)):
        raise NothingOffered


def check_over(match: Match) -> None:
    """Raises NotOver unless the match was played to its end."""
    if match.status != Status.FINISHED:
        raise NotOver


def check_can_be_judged(match: Match) -> None:
    """Raises NotOver before the end, NothingOffered in a game that one plays alone."""
    check_over(match)
    if meta_for(match.game).solo:
        raise NothingOffered


def check_recorded(match: Match) -> None:
    """Raises NotOver before the end, NothingRecorded for a cancelled match."""
    if match.status == Status.ABORTED:
        raise NothingRecorded
    check_over(match)


def check_may_begin(user: User, *, rated: bool = False) -> None:
    """Raises HouseClosed while nobody may begin a match, Sanctioned for whoever may not now."""
    if switches.is_on("no_new_matches"):
        raise HouseClosed
    if not can(user, Verb.RATED if rated else Verb.BEGIN):
        raise Sanctioned
    if rated and user.is_child:
        raise ChildrenPlayCasual


def check_can_rematch(match: Match) -> None:
    """Raises NotOver before the end, AlreadyOffered once the rematch is on."""
    check_over(match)
    if hasattr(match, "rematch"):
        raise AlreadyOffered
