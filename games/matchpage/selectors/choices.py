"""What is open to the viewer of a match besides moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from accounts.sanctions.rights import Verb, can
from engines.catalogue import meta_for
from engines.core.coaching import Hint
from engines.core.seats import Seat
from games.coach.selectors import is_coached
from games.match.changes.permissions import (
    allowed,
    check_active,
    check_can_ask_takeback,
    check_can_claim,
    check_can_end,
    check_can_give,
    check_can_offer_draw,
    check_can_pause,
    check_can_rematch,
)
from games.match.changes.practice import is_practice, placings
from games.match.changes.takebacks import MOST as MOST_TAKEBACKS
from games.match.reading.selectors import RulingFacts
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms.playing_on import check_can_play_on, sequel_of
from games.matchpage.selectors.seen import SeenFacts

if TYPE_CHECKING:
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """The requests about time that stand, and what can be done about time besides moving."""

    paused_until: datetime | None = None
    """While the players have paused the match."""
    may_claim: bool = False
    """Whether the opponent's time has run out, so that the viewer can claim the win."""
    may_end: bool = False
    """Whether the opponent's account is closed, or it is a bot that cannot make its move, so that
    the viewer can end the match at once."""
    may_give: bool = False
    """Whether the opponent can be given a day."""
    may_pause: bool = False
    """Whether a pause can be asked for."""
    pause_asked_by: int | None = None
    pause_days: int | None = None
    """How long the pause is to last that is asked for."""
    resume_asked_by: int | None = None
    """Who wants to go on, while the match is paused."""
    may_play_on: bool = False
    """Whether the match can be played on, for nothing, from where it was lost on time."""
    play_on_asked_by: int | None = None
    played_on_uid: str = ""
    """The match in which it goes on."""


@dataclass(frozen=True, slots=True)
class TakebackFacts:
    """The state of requests to take a move back, as a player may know it."""

    asked_by: int | None = None
    """Who asks to take their last move back, while it is not answered."""
    may_ask: bool = False


@dataclass(frozen=True, kw_only=True)
class ChoiceFacts:
    """The choices open to the viewer besides moves; a bystander has none."""

    may_take_back: bool = False
    """Whether the viewer may take a move back, in practice against bots."""
    may_resign: bool = False
    may_offer_draw: bool = False
    may_claim_draw: bool = False
    """Whether the viewer may end the match by the rule of the site."""
    times: TimeFacts = field(default_factory=TimeFacts)
    takeback: TakebackFacts = field(default_factory=TakebackFacts)
    may_rematch: bool = False
    is_barred: bool = False
    """Whether a sanction keeps the viewer from the rematch that there could be."""
    may_challenge: bool = False
    """Whether the one other person is there to be asked for another match."""
    rematch_uid: str | None = None
    rematch_refusal: str = ""
    """Why the rematch that was asked for was declined; told to the players."""
    waits_elsewhere: bool = False
    """Whether another board waits for the viewer's move."""
    secret: str = ""
    """The invitation's secret while the viewer waits for an opponent; else ""."""
    hint: Hint | None = None
    """What a coach has to say to the viewer before their next move."""


def choice_facts(
    match: Match,
    players: Sequence[Player],
    seat: int | None,
    seen: SeenFacts,
    now: datetime,
    referee: Referee | None,
) -> ChoiceFacts:
    if seat is None:
        return ChoiceFacts(times=_times(match, None, players, now))
    mine = players[seat]
    rematch = getattr(match, "rematch", None) if match.status == Status.FINISHED else None
    may_rematch = _may_rematch(match, players, seat)
    kind = Verb.RATED if match.rated else Verb.BEGIN
    is_barred = may_rematch and mine.user is not None and not can(mine.user, kind, now)
    return ChoiceFacts(
        hint=_hint(referee, players, mine, seen),
        may_take_back=_may_take_back(match, players, mine, seen),
        may_resign=allowed(check_active, match),
        may_offer_draw=allowed(check_can_offer_draw, match, mine, players),
        may_claim_draw=seen.bounds is not None and seen.bounds.may_claim,
        times=_times(match, mine, players, now),
        takeback=_takeback(match, mine, players, seen.rulings, has_moved=seen.seat_ply > 1),
        may_rematch=may_rematch and not is_barred,
        is_barred=is_barred,
        may_challenge=_may_challenge(players, seat),
        rematch_uid=rematch.uid if rematch else None,
        rematch_refusal=match.rematch_refusal,
        waits_elsewhere=mine.waits_elsewhere,
        secret=match.secret if match.status == Status.OPEN else "",
    )


def _hint(
    referee: Referee | None, players: Sequence[Player], mine: Player, seen: SeenFacts
) -> Hint | None:
    if referee is None or not mine.is_to_act or seen.viewed_ply is not None:
        return None
    match = referee.match
    if match.is_setting_up or not is_coached(match, players):
        return None
    return referee.hint(Seat(mine.seat))


def _may_take_back(match: Match, players: Sequence[Player], mine: Player, seen: SeenFacts) -> bool:
    return (
        seen.viewed_ply is None
        and mine.is_to_act
        and seen.seat_ply - 1 > max((match.given_plies + 1) // 2, placings(match.game))
        and is_practice(match, players)
        and allowed(check_active, match)
    )


def _may_rematch(match: Match, players: Sequence[Player], seat: int) -> bool:
    is_possible = not meta_for(match.game).solo and allowed(check_can_rematch, match)
    return is_possible and _are_here(players, seat) and match.rematch_offered_by != seat


def _are_here(players: Sequence[Player], seat: int) -> bool:
    """Whether the other people are there to be asked for something."""
    others = [player.user for player in players if player.user and player.seat != seat]
    return all(can(other, Verb.PLAY) for other in others)


def _may_challenge(players: Sequence[Player], seat: int) -> bool:
    others = [player.user for player in players if player.user and player.seat != seat]
    return len(others) == 1 and not others[0].is_guest and can(others[0], Verb.PLAY)


def _times(
    match: Match, mine: Player | None, players: Sequence[Player], now: datetime
) -> TimeFacts:
    """What of time is everybody's to know, and besides it what *mine* can do and is asked."""
    pause = match.paused_until
    paused = pause if match.status == Status.ACTIVE and pause and pause > now else None
    if mine is not None and match.ended_how == "time":
        return _after_time(match, mine, players, now)
    if mine is None or match.status != Status.ACTIVE:
        return TimeFacts(paused)
    return TimeFacts(
        paused_until=paused,
        may_claim=allowed(check_can_claim, match, mine, players),
        may_end=allowed(check_can_end, match, mine, players),
        may_give=allowed(check_can_give, match, mine, players),
        may_pause=allowed(check_can_pause, match, players, now),
        pause_asked_by=match.pause_asked_by,
        pause_days=match.pause_days,
        resume_asked_by=match.resume_asked_by if paused else None,
    )


def _after_time(match: Match, mine: Player, players: Sequence[Player], now: datetime) -> TimeFacts:
    """Whether a match that was lost on time can be played on, or has been."""
    sequel = sequel_of(match)
    made = sequel.made.uid if sequel and sequel.made else ""
    may = not made and allowed(check_can_play_on, match, players, now)
    may = may and _are_here(players, mine.seat)
    may = may and mine.user is not None and can(mine.user, Verb.BEGIN, now)
    asked = sequel.asked_by if sequel and may else None
    return TimeFacts(may_play_on=may, play_on_asked_by=asked, played_on_uid=made)


def _takeback(
    match: Match,
    mine: Player | None,
    players: Sequence[Player],
    rulings: Sequence[RulingFacts],
    *,
    has_moved: bool,
) -> TakebackFacts:
    if mine is None or match.status != Status.ACTIVE:
        return TakebackFacts()
    done = sum(ruling.verb == "take-back" for ruling in rulings)
    return TakebackFacts(
        asked_by=None if match.takeback_refused else match.takeback_asked_by,
        may_ask=has_moved
        and mine.has_moved
        and done < MOST_TAKEBACKS
        and allowed(check_can_ask_takeback, match, mine, players),
    )
