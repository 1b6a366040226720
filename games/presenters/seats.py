"""A player's panel beside the board."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presenters.clocktext import clock_of, time_up
from games.presenters.faces import SIDES
from games.presenters.games import side_name
from games.presenters.page import Clock, SeatPanel, Tray
from games.presenters.people import player_name, profile_url
from games.selectors.boards import BoardFacts, PlayerFacts


def seat_panel(facts: BoardFacts, player: PlayerFacts, tray: Tray) -> SeatPanel:
    """The panel of *player*, with that side's *tray*."""
    return SeatPanel(
        seat=player.seat,
        side=SIDES[player.seat],
        side_name=side_name(facts.game, player.seat),
        name=player_name(player.name, is_bot=player.is_bot),
        url=profile_url(player.name, is_bot=player.is_bot),
        is_bot=player.is_bot,
        is_me=player.seat == facts.seat,
        is_to_act=player.is_to_act,
        is_winner=player.seat in facts.winners,
        clock=_clock(facts, player),
        tray=_setup_tray(player) if facts.is_setting_up else tray,
    )


def _clock(facts: BoardFacts, player: PlayerFacts) -> Clock:
    """How the seat's clock stands; one that has run out holds nothing any more."""
    if facts.status == "finished" and facts.ended_how == "time" and player.result == "lost":
        return time_up()
    return clock_of(player.deadline, player.clock_seconds, facts.now)


def _setup_tray(player: PlayerFacts) -> Tray:
    """All that is told of a side while pieces are placed."""
    return Tray(label="", faces=(), count=_("Placing pieces") if player.is_to_act else _("Ready"))
