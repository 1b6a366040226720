"""What everybody who may look at a match knows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from accounts import switches
from games.common.filling import filled
from games.endpoints.selectors import answering_of
from games.match.clocks import controls
from games.match.clocks.timeoff import RunningClock, running_clock
from games.match.clocks.vacations import away_until
from games.match.reading.names import is_kept, name_for
from games.match.reading.visibility import has_talk
from games.ratings.selectors import SeatRating, seat_ratings

if TYPE_CHECKING:
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody is on vacation."""

    until: datetime | None
    """Not told to onlookers."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """The player of a seat, and the state of its clock."""

    seat: int
    name: str
    """The user's display name, or a bot's level."""
    is_bot: bool
    is_to_act: bool
    clock: RunningClock | None
    """The clock of this seat, while it runs."""
    clock_seconds: int | None
    """What the clock of this seat holds: while it runs, what is left at ``now``."""
    away: Away | None
    """That its player is on vacation."""
    silent_since: datetime | None
    """Since when the program that is to move for it has not answered; None where it does."""
    limit: timedelta | None
    """What its running clock is held to in place of what it holds, as at the first move."""
    placed_by_house: bool
    """Whether the site had to place this side's pieces."""
    result: str


@dataclass(frozen=True, kw_only=True)
class PublicFacts:
    """The facts of a match for everybody who may look at it."""

    uid: str
    game: str
    rules_version: int
    status: str
    is_setting_up: bool = False
    """Whether pieces are still to be placed."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What of the terms the rules are told."""
    players: tuple[PlayerFacts, ...]
    start: str = ""
    """Where it began, as a text of the rules page; empty for the game's own start."""
    is_practised: bool = False
    """Whether moves were taken back at will, so that it counts for nothing."""
    given_plies: int = 0
    """How many of the first plies the site has laid out, as a lesson."""
    draw_offered_by: int | None = None
    ended_how: str = ""
    winners: tuple[int, ...] = ()
    time_control: str
    onlookers: str = ""
    """Who may watch it, and how far behind."""
    is_rated: bool = False
    """Whether the result will count for the ratings of two persons."""
    ratings: Mapping[int, SeatRating] = field(default_factory=dict)
    """By seat, where the match is rated."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    rematch_offered_by: int | None = None
    has_talk: bool = False
    """Whether people talk around it."""
    frozen_at: datetime | None = None
    """Since when clocks and moves rest, if a moderator has stopped them."""
    is_annulled: bool = False
    """Whether a result that was reached counts for nobody."""
    bots_rest: bool = False
    """Whether it is for a bot to move, and bots make no moves just now."""
    is_stuck: bool = False
    """Whether it is for a bot to move that cannot, which the operators know of."""
    event: str = ""
    """The tournament it belongs to, if it does."""
    is_hidden: bool = False
    """Whether moderators have hidden the match from the public."""


def public_facts(
    match: Match, players: Sequence[Player], seat: int | None, now: datetime
) -> PublicFacts:
    """Return the public facts of *match*; only its players are told when a vacation ends."""
    return filled(
        PublicFacts,
        match,
        is_annulled=match.annulled_at is not None,
        bots_rest=_bots_rest(players),
        is_stuck=any(player.is_stuck for player in players),
        is_hidden=match.hidden_at is not None,
        players=tuple(_player_facts(player, match, seat, now) for player in players),
        winners=tuple(player.seat for player in players if player.result == "won"),
        is_rated=match.rated,
        ratings=seat_ratings(match, players, now),
        has_talk=_has_talk(match, players),
    )


def _has_talk(match: Match, players: Sequence[Player]) -> bool:
    return match.started_at is not None and has_talk(match, [player.user_id for player in players])


def _bots_rest(players: Sequence[Player]) -> bool:
    waits = any(player.bot and player.is_to_act for player in players)
    return waits and switches.is_on("bots_paused")


def _player_facts(player: Player, match: Match, seat: int | None, now: datetime) -> PlayerFacts:
    """What whoever sits in *seat* may know of *player*."""
    running = running_clock(match, player, match.frozen_at or now)
    if running is not None and player.seat != seat:
        running = running.to_others(now)
    reader_id = player.user_id if player.seat == seat else None
    return PlayerFacts(
        seat=player.seat,
        name=name_for(match, player, reader_id),
        is_bot=bool(player.bot),
        is_to_act=player.is_to_act,
        clock=None if match.frozen_at else running,
        clock_seconds=_seconds_left(player, running),
        away=None if is_kept(match, player, reader_id) else _away(player, seat, now),
        silent_since=None if is_kept(match, player, reader_id) else _silent_since(player),
        limit=None if match.frozen_at else _limit(player),
        placed_by_house=player.placed_by_house,
        result=player.result,
    )


def _away(player: Player, seat: int | None, now: datetime) -> Away | None:
    """That *player* is on vacation; until when is for those who play."""
    user = player.user
    if user is None or user.away_until is None or user.away_until <= now:
        return None  # as nearly everybody, without asking the database
    until = away_until([user.pk], now).get(user.pk)
    return Away(None if seat is None else until) if until else None


def _silent_since(player: Player) -> datetime | None:
    """Since when the address of a bot account that is to move has not answered."""
    user = player.user
    if user is None or not user.is_program or not player.is_to_act:
        return None  # as nearly everybody, without asking the database
    answering = answering_of([user.pk]).get(user.pk)
    return answering.silent_since if answering else None


def _limit(player: Player) -> timedelta | None:
    if player.deadline is None:
        return None
    setting_up, moved = player.match.is_setting_up, player.has_moved
    return controls.limit_now(player.bank, is_setting_up=setting_up, has_moved=moved)


def _seconds_left(player: Player, running: RunningClock | None) -> int | None:
    if player.bank is None or player.bot:
        return None
    return int((player.bank if running is None else running.left).total_seconds())
