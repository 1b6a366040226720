"""The room of the community: tournaments, leagues, ladders and clubs on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.common.access import public_page
from games.clubs.presenters.pages import club_card
from games.clubs.selectors import club_called, is_officer
from games.clubs.selectors import listed as listed_clubs
from games.ladders.presenters.pages import ladder_cards
from games.leagues.presenters.pages import league_cards
from games.tournaments import selectors
from games.tournaments.presenters.pages import tournament_card

if TYPE_CHECKING:
    from games.clubs.models import Club
    from games.clubs.presenters.pages import ClubCard

LISTS = ("open", "running", "over", "mine")
CLUBS = 5


@public_page
def events(request: HttpRequest) -> HttpResponse:
    """Tournaments: open for entries, in progress, over, one's own; leagues, ladders and clubs.

    Or all events of the club that ``club`` names.
    """
    which = request.GET.get("list", "")
    if which not in LISTS or (which == "mine" and not request.user.is_authenticated):
        which = "open"
    club = _club(request.GET.get("club", ""))
    found = selectors.listed(which=which, user_id=request.user.pk, club=club.uid if club else "")
    page = Paginator(found, selectors.PAGE).get_page(request.GET.get("page"))
    context = {
        "which": which,
        "club": club,
        "is_officer": club is not None and is_officer(club.uid, request.user.pk or 0),
        "leagues": league_cards(request.user.pk, club.uid if club else ""),
        "ladders": [] if club else ladder_cards(request.user.pk),
        "clubs": [] if club else _clubs(request.user.pk),
        "page": page,
        "cards": [tournament_card(one, one.entered) for one in page.object_list],
    }
    return render(request, "events/events.html", context)


def _clubs(user_id: int | None) -> list[ClubCard]:
    """Return the user's own clubs or, where there is none, the newest."""
    own = list(listed_clubs(wanted="", user_id=user_id)[:CLUBS]) if user_id else []
    return [club_card(one) for one in own or listed_clubs(wanted="", user_id=None)[:CLUBS]]


def _club(uid: str) -> Club | None:
    """Return the club of that id, if it is asked for; raises Http404 for one that is not there."""
    if not uid:
        return None
    club = club_called(uid)
    if club is None:
        raise Http404
    return club
