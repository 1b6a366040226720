"""A player's panel beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.common.dates import moment_text
from games.boards.kit.characters import Character
from games.boards.kit.scenes import Tray
from games.boards.kit.sides import Sides
from games.boards.names import bot_of, player_name
from games.match.clocks.controls import control_of, low_below
from games.match.presenters.clocktext import Clock, clock_of, time_up
from games.match.presenters.people import profile_url
from games.matchpage.selectors.board import BoardFacts
from games.matchpage.selectors.public import Away, PlayerFacts
from games.ratings.presenters import rating_text, seat_rating_sentence


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """One side of the match: who sits there, the clock, what lies beside the board."""

    seat: int
    side: str
    side_name: str
    name: str
    url: str
    bot: Character | None
    """Who plays for it; None if a person does."""
    is_me: bool
    is_to_act: bool
    is_winner: bool
    rating: str
    """Beside the name in a rated match, else ""."""
    rating_sentence: str
    clock: Clock
    away: str
    """That the player is on vacation; "" if not."""
    silent: str
    """That the program of a bot account does not answer; "" if not."""
    tray: Tray


def seat_panel(facts: BoardFacts, player: PlayerFacts, sides: Sides, tray: Tray) -> SeatPanel:
    """The panel of *player*, with that side's *tray*."""
    rating = facts.ratings.get(player.seat)
    return SeatPanel(
        seat=player.seat,
        side=sides.keys[player.seat],
        side_name=sides.names[player.seat],
        name=player_name(facts.game, player.name, is_bot=player.is_bot),
        url=profile_url(player.name, is_bot=player.is_bot),
        bot=bot_of(facts.game, player.name) if player.is_bot else None,
        is_me=player.seat == facts.seat,
        is_to_act=player.is_to_act,
        is_winner=player.seat in facts.winners,
        rating=rating_text(rating) if rating else "",
        rating_sentence=seat_rating_sentence(rating) if rating else "",
        clock=_clock(facts, player),
        away=_away(player.away),
        silent=_silent(player.silent_since),
        tray=_setup_tray(player) if facts.is_setting_up else tray,
    )


def _clock(facts: BoardFacts, player: PlayerFacts) -> Clock:
    """How the seat's clock stands; one that has run out holds nothing any more."""
    if facts.status == "finished" and facts.ended_how == "time" and player.result == "lost":
        return time_up()
    low = low_below(control_of(facts.time_control))
    return clock_of(player.clock, player.clock_seconds, facts.now, low=low)


def _away(away: Away | None) -> str:
    if away is None:
        return ""
    if away.until is None:
        return _("Away")
    return _("Away until %(moment)s") % {"moment": moment_text(away.until)}


def _silent(since: datetime | None) -> str:
    if since is None:
        return ""
    return _("Its program has not answered since %(moment)s.") % {"moment": moment_text(since)}


def _setup_tray(player: PlayerFacts) -> Tray:
    """All that is told of a side while pieces are placed."""
    return Tray(label="", faces=(), count=_("Placing pieces") if player.is_to_act else _("Ready"))
