"""A challenge, and answering it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.common.access import own_form
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.lobby.presenters.cards import challenge_card
from games.lobby.selectors.challenges import challenge_for
from games.lobby.services import challenges
from games.match.presenters.declining import reason_words


@own_form
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
