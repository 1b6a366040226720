"""A league in words: its divisions, who goes up and down, and how it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from engines.catalogue import duels
from games.boards.cards import GameCard, game_card
from games.leagues import selectors
from games.leagues.models import League, Season
from games.leagues.pyramid import movers_between
from games.match.presenters.clocktext import terms_sentence
from games.tournaments.presenters.pages import Row, entry_name, rows_of
from games.tournaments.selectors import Standings, first_places
from games.tournaments.series import Division

if TYPE_CHECKING:
    from games.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DivisionLink:
    """A division of the season that is shown."""

    number: int
    is_shown: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season that is over, with who has won its first division."""

    number: int
    ended_at: datetime | None
    winners: str
    url: str


def league_cards(user_id: int | None, club: str = "") -> list[GameCard]:
    """Return the leagues of all games, or those of a *club*, and whether the reader is enrolled."""
    own = selectors.enrolled_of(user_id, club) if user_id else set()
    return [
        game_card(
            game,
            reverse("games:league", args=[League(game=game, club=club).slug]),
            _("enrolled") if game in own else "",
        )
        for game in duels()
    ]


def division_links(
    divisions: Sequence[Tournament], shown: int, own: int | None
) -> list[DivisionLink]:
    """The divisions by number, from 1, with the one that is *shown* and the reader's *own*."""
    return [
        DivisionLink(number, number == shown, number == own)
        for number in range(1, len(divisions) + 1)
    ]


def division_rows(
    standings: Standings, season: Season, sizes: Sequence[int], user_id: int | None
) -> list[Row]:
    """The table of a division, each line with the way it leads; *sizes* are of all divisions."""
    division = standings.tournament.division
    assert division is not None
    at = division.number - 1
    up, down = (movers_between(sizes, upper, season.number) for upper in (at - 1, at))
    rows = rows_of(standings, user_id)
    ways = {**dict.fromkeys(range(up), _("up")), **dict.fromkeys(range(-down, 0), _("down"))}
    return [
        replace(row, way=ways.get(place, ways.get(place - len(rows), "")))
        for place, row in enumerate(rows)
    ]


def past_seasons(league: League, seasons: Sequence[Season]) -> list[PastSeason]:
    """The last seasons that are over, newest first."""
    tops = {season: Division(league.event, season.number, 1).series for season in seasons}
    won = first_places(tops.values())
    return [
        PastSeason(
            number=season.number,
            ended_at=season.ended_at,
            winners=_(", ").join(entry_name(league.game, entry) for entry in won[top]),
            url=f"{reverse('games:league', args=[league.slug])}?season={season.number}",
        )
        for season, top in tops.items()
    ]


def rules_of(league: League) -> tuple[str, ...]:
    """Return what is fixed for all, as sentences."""
    return (
        _("Rated matches, %(clock)s. Nobody can pause a match, give time or take a move back.")
        % {"clock": terms_sentence(league.terms.time_control)},
        _(
            "A season lasts ten weeks, from a Sunday on. In a division of seven to nine everybody"
            " meets everybody, all at once. Matches that go on when the season ends are drawn,"
            " unrated."
        ),
        _(
            "At the end two go up and two go down; in the first two seasons it is a quarter of the"
            " division. Of equals, who stood higher before goes first."
        ),
        _(
            "Free places are filled from below. Newcomers begin at the bottom; in the first season,"
            " ratings say who plays where."
        ),
        _("You stay enrolled from season to season until you leave. Bots do not take part."),
        _(
            "Who loses two matches on time is withdrawn. If less than half was played, none of it"
            " counts; otherwise the rest is lost by forfeit, unrated."
        ),
    )
