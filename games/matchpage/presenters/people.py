"""Who plays, and how it ended for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.boards.endings import Ended, ResultPanel, result_of
from games.boards.kit.scenes import Tray
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.seats import SeatPanel, seat_panel
from games.ratings.presenters import rating_change

NOTHING_BESIDE = Tray(label="", faces=())


@dataclass(frozen=True, kw_only=True)
class People:
    """The seats around the board, and the result."""

    top: tuple[SeatPanel, ...]
    bottom: SeatPanel
    me: SeatPanel | None
    result: ResultPanel | None

    @property
    def panels(self) -> tuple[SeatPanel, ...]:
        """Every seat, the opponents first."""
        return (*self.top, self.bottom)


def people_of(reading: Reading) -> People:
    """The people of the match; whoever looks on sits with the first seat."""
    facts = reading.facts
    panels = _panels(reading)
    near = (facts.seat or 0) if facts.eyes_seat is None else facts.eyes_seat
    return People(
        top=tuple(panel for panel in panels if panel.seat != near),
        bottom=panels[near],
        me=None if facts.seat is None else panels[facts.seat],
        result=_result(reading),
    )


def _panels(reading: Reading) -> tuple[SeatPanel, ...]:
    """Every seat in seat order."""
    facts, sides = reading.facts, reading.sides
    shown = () if reading.is_bare else reading.presenter.trays(reading.view)
    trays = shown or [NOTHING_BESIDE] * len(facts.players)
    return tuple(seat_panel(facts, player, sides, trays[player.seat]) for player in facts.players)


def _result(reading: Reading) -> ResultPanel | None:
    facts = reading.facts
    ended = Ended(facts.status, facts.ended_how, facts.winners, facts.seat)
    result = result_of(facts.game, ended, reading.names, facts.options)
    if result is None:
        return None
    remarks = [] if facts.reveal is None else [*reading.presenter.remarks(facts.reveal)]
    if facts.is_annulled:
        remarks.append(_("A moderator has decided that the match does not count."))
    return replace(result, remarks=(*remarks, *_why_unrated(reading), *_rating_lines(reading)))


def _why_unrated(reading: Reading) -> Iterator[str]:
    """That a loss on time is not the first of an absence, if that is why it does not count."""
    facts = reading.facts
    is_lost = facts.is_rated and facts.ended_how == "time" and not facts.is_annulled
    if not is_lost or facts.ratings or any(player.is_bot for player in facts.players):
        return
    late = next(player.seat for player in facts.players if player.result == "lost")
    if late == facts.seat:
        yield _(
            "It does not count for ratings: you had lost another match on time and not moved"
            " since, and of one absence only the first loss counts."
        )
        return
    sentence = _(
        "It does not count for ratings: %(name)s had lost another match on time and not moved"
        " since, and of one absence only the first loss counts."
    )
    yield sentence % {"name": reading.names[late]}


def _rating_lines(reading: Reading) -> Iterator[str]:
    """What the match has made of the reader's rating; of both, where they only look on."""
    seat = reading.facts.seat
    for whose, found in sorted(reading.facts.ratings.items()):
        if found.before is not None and seat in (None, whose):
            parts = {"name": reading.names[whose], "change": rating_change(found)}
            mine = _("Your rating: %(change)s") % parts
            yield mine if seat == whose else _("%(name)s: %(change)s") % parts
