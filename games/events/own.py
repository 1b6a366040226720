"""Somebody's own events at a glance: on their desk, and in their calendar."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.dates import when
from games.boards.cards import card_for
from games.boards.names import game_name
from games.endpoints.presenters.ics import Appointment
from games.ladders.presenters.pages import ladder_url
from games.ladders.selectors import games_by_event, standings_on, unanswered_by
from games.tournaments.presenters.pages import event_url, shown_name
from games.tournaments.selectors import Standings, State, going_of, tournaments_called
from games.tournaments.standings import Outcome

if TYPE_CHECKING:
    from games.ladders.models import LadderChallenge


@dataclass(frozen=True, slots=True)
class EventCard:
    """One of the reader's own events."""

    url: str
    kanji: str
    name: str
    line: str
    """How the reader stands there."""
    date: SafeString
    """When it begins, ends, or wants an answer; "" where nothing is set."""


@dataclass(frozen=True, slots=True)
class OwnEvents:
    """The events on a desk."""

    asking: list[EventCard]
    """What waits for the reader's answer."""
    going: list[EventCard]


def event_names(events: Collection[str]) -> dict[str, str]:
    """Return the names of events by the ids that matches hold, in one statement at most."""
    ladders = games_by_event()
    found = {
        event: _("Ladder: %(name)s") % {"name": game_name(ladders[event])}
        for event in events
        if event in ladders
    }
    uids = [event for event in events if event not in found]
    return found | {one.uid: shown_name(one) for one in tournaments_called(uids)} if uids else found


def own_events(user_id: int) -> OwnEvents:
    """Return the events of a user, in five statements at most."""
    asking = [_asked(one) for one in unanswered_by(user_id)]
    going = [_tournament(one, user_id) for one in going_of(user_id)]
    going += [
        EventCard(
            url=ladder_url(rung.ladder.game),
            kanji=card_for(rung.ladder.game).kanji,
            name=_("Ladder: %(name)s") % {"name": game_name(rung.ladder.game)},
            line=_("your place: %(place)d") % {"place": rung.place},
            date=SafeString(),
        )
        for rung in standings_on(user_id)
    ]
    return OwnEvents(asking, going)


def _asked(asked: LadderChallenge) -> EventCard:
    game = asked.ladder.game
    return EventCard(
        url=ladder_url(game),
        kanji=card_for(game).kanji,
        name=_("Ladder: %(name)s") % {"name": game_name(game)},
        line=_("%(name)s challenges you.") % {"name": asked.challenger.name},
        date=_dated(_("to be answered by %(moment)s"), asked.answer_by),
    )


def _tournament(standings: Standings, user_id: int) -> EventCard:
    tournament = standings.tournament
    is_open = tournament.state == State.OPEN
    return EventCard(
        url=event_url(tournament),
        kanji=card_for(tournament.game).kanji,
        name=shown_name(tournament),
        line=_places(standings) if is_open else _stand(standings, user_id),
        date=_dated(_("starts %(moment)s"), tournament.starts_at)
        if is_open
        else _dated(_("ends %(moment)s"), tournament.ends_at),
    )


def _dated(words: str, moment: datetime | None) -> SafeString:
    """*words*, which are our own, with the moment as an element; "" without one."""
    return SafeString(words % {"moment": when(moment)} if moment else "")


def _places(standings: Standings) -> str:
    return _("%(entered)d of %(size)d places taken") % {
        "entered": len(standings.entries),
        "size": standings.tournament.size,
    }


def _stand(standings: Standings, user_id: int) -> str:
    """Return the place as it is now, and how far the reader has come."""
    own = next(one.pk for one in standings.entries if one.user_id == user_id)
    place = next(line.place for line in standings.lines if line.entry == own)
    met = [one for one in standings.pairings if own in (one.first_id, one.second_id)]
    facts = {
        "place": place,
        "size": len(standings.entries),
        "decided": sum(one.outcome != Outcome.OPEN for one in met),
        "count": len(met),
    }
    return (
        ngettext(
            "place %(place)s of %(size)d · %(decided)d of your %(count)d match decided",
            "place %(place)s of %(size)d · %(decided)d of your %(count)d matches decided",
            len(met),
        )
        % facts
    )


def own_appointments(user_id: int) -> list[Appointment]:
    """Return the dates of a user's events, for a calendar. None of them ever moves."""
    appointments = []
    for asked in unanswered_by(user_id):
        title = _("Jinya: a challenge waits (ladder of %(game)s)")
        game = asked.ladder.game
        url, uid = ladder_url(game), f"{asked.ladder.event}-{asked.pk}"
        appointments.append(
            Appointment(uid, asked.answer_by, title % {"game": game_name(game)}, url)
        )
    for standings in going_of(user_id):
        tournament = standings.tournament
        url, named = event_url(tournament), {"game": game_name(tournament.game)}
        if tournament.state == State.OPEN and tournament.starts_at:
            title = _("Jinya: a tournament begins (%(game)s)") % named
            appointments.append(
                Appointment(f"{tournament.uid}-begin", tournament.starts_at, title, url)
            )
        elif tournament.state == State.RUNNING and tournament.ends_at:
            title = _("Jinya: the season ends (%(game)s)") % named
            appointments.append(
                Appointment(f"{tournament.uid}-end", tournament.ends_at, title, url)
            )
    return appointments
