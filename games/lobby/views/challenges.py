"""Challenging a person, and answering."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.lobby.exceptions import NoSuchPerson
from games.lobby.forms import ChallengeForm
from games.lobby.presenters.cards import challenge_card
from games.lobby.selectors.challenges import challenge_for
from games.lobby.services import challenges
from games.match.exceptions import UnknownPosition
from games.match.presenters.declining import reason_words


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Choose whom and by which terms."""
    if request.method != "POST":
        form = ChallengeForm(initial=ChallengeForm.chosen(request.GET))
        return render(request, "lobby/new_challenge.html", {"form": form})
    form = ChallengeForm(request.POST)
    if form.is_valid():
        try:
            return _send(request, form)
        except NoSuchPerson as error:
            form.add_error("to", error_sentence(error))
        except UnknownPosition as error:
            form.add_error("position", error_sentence(error))
        except GamesError as error:
            form.add_error(None, error_sentence(error))
    return render(request, "lobby/new_challenge.html", {"form": form}, status=422)


def _send(request: HttpRequest, form: ChallengeForm) -> HttpResponse:
    name = form.cleaned_data["to"]
    sent = challenges.challenge_called(
        user=member(request), name=name, terms=form.terms, now=timezone.now()
    )
    return redirect("games:challenge", sent.uid)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, challenge: str) -> HttpResponse:
    """One challenge; a POST accepts, declines or withdraws it, by the field ``do``."""
    now, user = timezone.now(), member(request)
    if request.method != "POST":
        return _challenge(request, challenge)
    try:
        match request.POST.get("do"):
            case "accept":
                begun = challenges.accept_challenge(uid=challenge, user=user, now=now)
                return redirect("games:match", begun.uid)
            case "decline":
                reason = request.POST.get("reason", "")
                challenges.decline_challenge(uid=challenge, user=user, reason=reason, now=now)
            case "withdraw":
                challenges.withdraw_challenge(uid=challenge, user=user, now=now)
            case _:
                raise GamesError
    except GamesError as error:
        if challenge_for(challenge, user, now) is None:
            raise Http404 from error
        messages.error(request, error_sentence(error))
        return _challenge(request, challenge, status=error.status)
    return redirect("games:challenge", challenge)


def _challenge(request: HttpRequest, uid: str, status: int = 200) -> HttpResponse:
    now = timezone.now()
    facts = challenge_for(uid, member(request), now)
    if facts is None:
        raise Http404
    card = challenge_card(facts, now)
    if card.match_url and status == 200:
        return redirect(card.match_url)
    context = {"card": card, "reasons": reason_words().items()}
    return render(request, "lobby/challenge.html", context, status=status)
