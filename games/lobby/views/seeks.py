"""The lobby: who seeks whom, and a match with whoever is there."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import own_action, public_form, public_page
from accounts.models import User
from accounts.preferences.display import piece_set_for
from games.boards.names import game_name, house_bots
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member, new_key
from games.lobby.exceptions import SeekGone
from games.lobby.forms import LobbyForm, QuickForm
from games.lobby.last_terms import last_game
from games.lobby.presenters.cards import challenge_card, seek_card
from games.lobby.presenters.filters import filter_links
from games.lobby.presenters.meanwhile import present_ways
from games.lobby.presenters.shows import show_card
from games.lobby.selectors.challenges import open_challenges
from games.lobby.selectors.filters import filters_of
from games.lobby.selectors.seeks import (
    Wanted,
    lobby_seeks,
    own_seeks,
    seek_for,
)
from games.lobby.selectors.shows import running_shows
from games.lobby.services import seeks
from games.lobby.services.filters import forget_filter, keep_filter
from games.lobby.services.pairing import pair_seek, take_seek
from games.match.exceptions import UnknownTerms

PAGE_SIZE = 24


@public_page
def lobby(request: HttpRequest) -> HttpResponse:
    """Everybody's open seeks, and what the reader has offered and is offered."""
    now, user, game = timezone.now(), _reader(request), last_game(request)
    form = LobbyForm(request.GET)
    wanted = Wanted(**form.cleaned_data) if form.is_valid() else Wanted()
    page = Paginator(lobby_seeks(user, wanted, now), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "bots": house_bots(),
        "last_game": game,
        "last_game_name": game_name(game),
        "bot_key": new_key(),
        "is_narrowed": wanted != Wanted(sort=wanted.sort),
        "page": page,
        "cards": [seek_card(fact, now, is_member=user is not None) for fact in page.object_list],
    }
    if user is not None:
        here = form.query if form.is_valid() else ""
        kept = filter_links(filters_of(user.pk), here)
        is_new = bool(here) and not any(link.is_here for link in kept)
        context |= {**_own(user), "filters": kept, "to_save": here if is_new else ""}
    if not context["cards"] and not context["is_narrowed"]:
        pieces = piece_set_for(request)
        shows = [show_card(show, piece_set=pieces) for show in running_shows()]
        context |= {"ways": present_ways(), "shows": shows}
    return render(request, "lobby/lobby.html", context)


def _reader(request: HttpRequest) -> User | None:
    return member(request) if request.user.is_authenticated else None


def _own(user: User) -> dict[str, object]:
    """What the reader has offered, is offered, and usually seeks."""
    now = timezone.now()
    offers = [challenge_card(facts, now) for facts in open_challenges(user, now)]
    mine = [seek_card(facts, now, is_member=True) for facts in own_seeks(user, now)]
    return {
        "quick": QuickForm(),
        "asked": [card for card in offers if not card.is_own],
        "mine": [*mine, *(card for card in offers if card.is_own)],
    }


@own_action
def filters(request: HttpRequest) -> HttpResponse:
    """Keep a filter of the lobby or, with ``do=forget``, keep it no longer; back to the lobby."""
    form = LobbyForm(QueryDict(request.POST.get("query", "")[:200]))
    query = form.query if form.is_valid() else ""
    try:
        if request.POST.get("do") == "forget":
            forget_filter(user=member(request), query=query)
        else:
            keep_filter(user=member(request), query=query, now=timezone.now())
    except GamesError as error:
        messages.error(request, error_sentence(error))
    lobby = reverse("games:lobby")
    return redirect(f"{lobby}?{query}" if query else lobby)


def seek_or_match(user: User, asked: seeks.SeekRequest, now: datetime) -> str:
    """Open a seek: where the match stands if a partner who fits is found at once, or the seek.

    Raises what `open_seek` raises.
    """
    seek = seeks.open_seek(user=user, asked=asked, now=now)
    match = pair_seek(seek_id=seek.pk, now=now, present=user)
    if match is not None:
        return reverse("games:match", args=[match.uid])
    return reverse("games:seek", args=[seek.uid])


@own_action
def quick(request: HttpRequest) -> HttpResponse:
    """A match with whoever is there; after a while with a bot, if chosen."""
    form = QuickForm(request.POST)
    if not form.is_valid():
        messages.error(request, error_sentence(UnknownTerms()))
        return redirect("games:lobby")
    try:
        return redirect(seek_or_match(member(request), form.asked, timezone.now()))
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:lobby")


@public_form
def seek(request: HttpRequest, seek: str) -> HttpResponse:
    """One seek; a POST takes it, or with ``do=withdraw`` withdraws one's own."""
    if request.method == "POST":
        return _act(request, seek)
    return _seek(request, seek)


def _seek(request: HttpRequest, uid: str, status: int = 200) -> HttpResponse:
    now, user = timezone.now(), _reader(request)
    facts = seek_for(uid, user, now)
    if facts is None:
        raise Http404
    card = seek_card(facts, now, is_member=user is not None)
    if card.match_url and status == 200:
        return redirect(card.match_url)
    return render(request, "lobby/seek.html", {"card": card}, status=status)


def _act(request: HttpRequest, uid: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    user, now = member(request), timezone.now()
    try:
        if request.POST.get("do") == "withdraw":
            seeks.withdraw_seek(uid=uid, user=user)
            return redirect("games:lobby")
        return redirect("games:match", take_seek(uid=uid, user=user, now=now).uid)
    except GamesError as error:
        if isinstance(error, SeekGone) and seek_for(uid, user, now) is None:
            raise Http404 from error
        messages.error(request, error_sentence(error))
        return _seek(request, uid, status=error.status)
