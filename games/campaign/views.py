"""The pages of the campaign."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.common.access import own_action, public_action, public_form, public_page
from accounts.common.requests import whole_number
from games.boards.answers import made_by
from games.boards.names import game_name
from games.boards.refusals import error_sentence
from games.campaign import services
from games.campaign.forms import SkirmishForm
from games.campaign.presenters import Seer, present_campaign, present_daily, skirmish_line
from games.campaign.selectors import (
    best_of_stage,
    campaign_game,
    has_played,
    is_daily,
    run_of,
    skirmish_called,
    skirmish_choices,
    stage_called,
    stage_of_day,
    stages_of,
    today_of,
)
from games.common.exceptions import GamesError
from games.common.guests import as_guest, player_asking
from games.common.requests import new_key
from games.match.reading.visibility import NoSuchMatch

NOBODY = 0
"""Stands for a visitor: nobody has that id, so nothing is cleared yet."""


@public_page
def campaign(request: HttpRequest) -> HttpResponse:
    """The map: what is cleared, what is open, what is not yet."""
    game = campaign_game()
    context = {
        "chapters": present_campaign(stages_of(request.user.pk or NOBODY)),
        "game": game,
        "game_name": game_name(game),
        "key": new_key(),
    }
    return render(request, "campaign/map.html", context)


@public_page
def stage(request: HttpRequest, stage: str) -> HttpResponse:
    """The board of honour of a stage."""
    card = stage_called(stage)
    if card is None or (is_daily(stage) and not has_played(request.user.pk or NOBODY, stage)):
        raise Http404
    chosen = skirmish_choices(stage)
    context = {
        "stage": card,
        "places": best_of_stage(stage),
        "choices": urlencode(chosen) if chosen else "",
    }
    return render(request, "campaign/stage.html", context)


@public_action
@as_guest
def start(request: HttpRequest) -> HttpResponse:
    """Begin a stage, and go to its board; a locked one is refused on the map."""
    stage = request.POST.get("stage", "")
    try:
        # nobody becomes a guest for a stage that is none, or locked
        services.check_may_start(request.user.pk or NOBODY, stage)
        match = services.start_stage(
            user=player_asking(request),
            stage=stage,
            key=request.POST.get("key", "")[:64] or new_key(),
            now=timezone.now(),
        )
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:campaign")
    return redirect("games:match", match.uid)


@public_form
@as_guest
def skirmish(request: HttpRequest) -> HttpResponse:
    """Choose a skirmish; the address may name choices, so that somebody else can play the same."""
    if request.method != "POST":
        return _form(request, SkirmishForm(initial=SkirmishForm.initial_of(request.GET)))
    form = SkirmishForm(request.POST)
    match = made_by(
        form,
        lambda: services.start_stage(
            user=player_asking(request),
            stage=skirmish_called(form.asked),
            key=form.cleaned_data["key"],
            now=timezone.now(),
        ),
    )
    if match is not None:
        return redirect("games:match", match.uid)
    return _form(request, form, status=422)


def _form(request: HttpRequest, form: SkirmishForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "chosen": skirmish_line(form)}
    return render(request, "campaign/skirmish.html", context, status=status)


@public_form
@as_guest
def daily(request: HttpRequest) -> HttpResponse:
    """The challenge of today, its tables for whoever has played it, and how to begin."""
    now = timezone.now()
    if request.method == "POST":
        key = request.POST.get("key", "")[:64] or new_key()
        try:
            match = services.start_daily(user=player_asking(request), key=key, now=now)
        except GamesError as error:
            messages.error(request, error_sentence(error))
            return redirect("games:daily")
        return redirect("games:match", match.uid)
    day = today_of(now)
    who = Seer(request.user.pk or NOBODY, is_guest=getattr(request.user, "is_guest", True))
    stage = stage_called(stage_of_day(day))
    assert stage is not None
    context = {"daily": present_daily(day, stage, run_of(who.id, day), who), "key": new_key()}
    return render(request, "campaign/daily.html", context)


@own_action
def fork(request: HttpRequest) -> HttpResponse:
    """Play on from a past round of a match, in a match of its own."""
    try:
        match = services.fork_stage(
            user=player_asking(request),
            uid=request.POST.get("match", ""),
            ply=whole_number(request.POST.get("ply"), 6),
            key=request.POST.get("key", "")[:64] or new_key(),
            now=timezone.now(),
        )
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:campaign")
    return redirect("games:match", match.uid)
