"""Finding people, what one keeps about them, and the leaderboards."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import own_action, own_page, public_page
from accounts.guardians.meeting import may_see
from accounts.models import User
from accounts.sanctions.rights import Verb, can, is_closed
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.feeds import feed_answer
from games.common.requests import member
from games.endpoints.selectors import answering_of
from games.match.reading.selectors import bots_beaten, past_seats
from games.people import services
from games.people.forms import HistoryForm
from games.people.presenters import (
    block_choices,
    floor_sentence,
    graphs_of,
    ladder_of,
    leaderboards,
    next_bot_of,
    past_feed,
    past_row,
)
from games.people.selectors import (
    away_of,
    blocked_people,
    followed_people,
    head_to_head,
    history_of,
    open_history_of,
    past_matches_of,
    people_like,
    person_called,
    ties_of,
)
from games.ratings.pools import PEOPLE, PROGRAMS
from games.ratings.presenters import reliability_line
from games.ratings.selectors import NEVER_ASKED, reliability_of

PAGE_SIZE = 20


def profile_facts(request: HttpRequest, person: User) -> dict[str, object]:
    """Return the facts of the profile page of *person* for the reader: finished matches alone."""
    form = HistoryForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = history_of(person.pk, **wanted)
    past = past_seats(found, before=request.GET.get("before", ""), most=PAGE_SIZE)
    beaten = bots_beaten(person.pk)
    facts: dict[str, object] = {
        "graphs": graphs_of(person),
        "reliability": reliability_line(reliability_of([person.pk]).get(person.pk, NEVER_ASKED)),
        "ladder": ladder_of(beaten),
        "form": form,
        "past": past,
        "rows": [past_row(row) for row in past_matches_of(past.seats)],
    }
    user = request.user
    facts |= {"is_here": can(person, Verb.PLAY), "is_closed": is_closed(person)}
    if person.is_program:
        facts["answering"] = answering_of([person.pk]).get(person.pk)
    facts |= away_of(person, user.pk, timezone.now())._asdict()
    if user.pk == person.pk:
        facts["next_bot"] = next_bot_of(beaten)
    elif user.is_authenticated:
        ties = ties_of(user.pk, person.pk)
        facts |= {
            "ties": ties,
            "blocks": block_choices(ties.blocks),
            "head_to_head": head_to_head(user.pk, person.pk),
        }
    return facts


@public_page
def person_feed(request: HttpRequest, name: str) -> HttpResponse:
    """The finished matches of somebody as a feed; none of an account that is closed or suspended.

    Matches that were kept from onlookers, or played without names, are not in it.
    """
    person = person_called(name)
    if person is None or person.is_child or not can(person, Verb.PLAY):
        raise Http404
    if name != person.name:
        path = reverse("games:person-feed", args=[person.name])
        return redirect(f"{path}?{query}" if (query := request.GET.urlencode()) else path)
    seats = open_history_of(person.pk)[:PAGE_SIZE]
    return feed_answer(request, lambda: past_feed(person, past_matches_of(seats)))


@own_page
def people(request: HttpRequest) -> HttpResponse:
    """Search by name; whom one follows, and whom one has blocked."""
    user, wanted = member(request), request.GET.get("q", "")
    context = {
        "wanted": wanted.replace("\x00", "")[:80],
        "found": people_like(wanted),
        "followed": followed_people(user.pk),
        "blocked": blocked_people(user.pk),
    }
    return render(request, "people/people.html", context)


@own_action
def ties(request: HttpRequest, name: str) -> HttpResponse:
    """Follow, block or note somebody, by the field ``do``."""
    person, user = person_called(name), member(request)
    if person is None or not may_see(user, person):
        raise Http404
    try:
        match request.POST.get("do"):
            case "follow":
                services.follow_person(user=user, person=person, wanted=True)
            case "unfollow":
                services.follow_person(user=user, person=person, wanted=False)
            case "block":
                kinds = request.POST.getlist("kind")
                services.block_person(user=user, person=person, kinds=kinds)
            case "note":
                text = request.POST.get("text", "")
                services.note_person(user=user, person=person, text=text)
            case _:
                raise GamesError
    except GamesError as error:
        messages.error(request, error_sentence(error))
    else:
        messages.success(request, _("Saved."))
    return redirect("accounts:profile", person.name)


@public_page
def ratings(request: HttpRequest) -> HttpResponse:
    """The leaderboards, of one game or of all; with ``who=bots`` those of bot accounts."""
    is_of_bots = request.GET.get("who") == "bots"
    versus = PROGRAMS if is_of_bots else PEOPLE
    boards = leaderboards(request.GET.get("game", ""), timezone.now(), versus=versus)
    context = {"boards": boards, "floor": floor_sentence(), "is_of_bots": is_of_bots}
    return render(request, "people/ratings.html", context)
