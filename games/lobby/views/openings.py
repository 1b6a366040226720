"""Starting a match: new terms, an invitation taken or withdrawn, a rematch."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError, PersonBlocked
from games.common.guests import as_guest, player_asking
from games.common.requests import member, new_key
from games.lobby.exceptions import (
    AlreadyChallenged,
    ChallengesUsedUp,
    NoSuchPerson,
    OwnChallenge,
    PersonAway,
)
from games.lobby.forms import BOT, PERSON, NewMatchForm
from games.lobby.presenters.invitations import present_invitation
from games.lobby.presenters.strengths import strength_words
from games.lobby.selectors.bots import known_strengths
from games.lobby.selectors.invitations import invitation_by_secret
from games.lobby.services.challenges import challenge_called
from games.lobby.services.practice import play_on
from games.match import opening
from games.match.exceptions import (
    GuestsPlayCasual,
    InvitationGone,
    NotSeated,
    SeatTaken,
    UnknownPosition,
)
from games.match.selectors import match_by_secret
from games.match.visibility import NoSuchMatch
from games.matchpage.views.matches import refused

NOT_OPEN = {"gone": InvitationGone, "taken": SeatTaken}
"""How a seat is refused, by the state of its invitation."""

ABOUT_THE_PERSON = (
    NoSuchPerson,
    OwnChallenge,
    PersonAway,
    PersonBlocked,
    AlreadyChallenged,
    ChallengesUsedUp,
)
"""What stands beside the name of whom one would challenge."""


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@as_guest
def new(request: HttpRequest) -> HttpResponse:
    """Choose game, opponent, time and side; then the board, or the link to share."""
    if request.method != "POST":
        form = NewMatchForm(initial=NewMatchForm.chosen(request.GET), is_member=_is_member(request))
        return _form(request, form)
    form = NewMatchForm(request.POST, is_member=_is_member(request))
    if form.is_valid():
        try:
            return redirect(_open(request, form))
        except ABOUT_THE_PERSON as error:
            form.add_error("to", error_sentence(error))
        except UnknownPosition as error:
            form.add_error("position", error_sentence(error))
        except GamesError as error:
            form.add_error(None, error_sentence(error))
    return _form(request, form, status=422)


def _form(request: HttpRequest, form: NewMatchForm, status: int = 200) -> HttpResponse:
    strengths = strength_words(known_strengths(timezone.now()))
    context = {"form": form, "bot_strengths": strengths}
    return render(request, "lobby/new.html", context, status=status)


def _is_member(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not member(request).is_guest


def _open(request: HttpRequest, form: NewMatchForm) -> str:
    now = timezone.now()
    if form.cleaned_data["opponent"] == BOT:
        match = opening.create_bot_match(
            user=player_asking(request), terms=form.terms, level=form.bot_level, now=now
        )
        return reverse("games:match", args=[match.uid])
    if form.cleaned_data["opponent"] == PERSON:
        sent = challenge_called(
            user=member(request), name=form.cleaned_data["to"], terms=form.terms, now=now
        )
        return reverse("games:challenge", args=[sent.uid])
    match = opening.create_invitation(user=player_asking(request), terms=form.terms, now=now)
    return reverse("games:take", args=[match.secret])


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@as_guest
def take(request: HttpRequest, secret: str) -> HttpResponse:
    """The page behind an invitation link; a POST takes the seat."""
    try:
        if request.method == "POST":
            return _take(request, secret)
        return _invitation(request, secret)
    except NoSuchMatch as error:
        raise Http404 from error


def _take(request: HttpRequest, secret: str) -> HttpResponse:
    match_by_secret(secret)
    try:
        # nobody becomes a guest for a seat that is none, or taken
        found = invitation_by_secret(secret, request.user)
        if found.state in NOT_OPEN:
            raise NOT_OPEN[found.state]
        if found.wants_account:
            raise GuestsPlayCasual
        match = opening.take_seat(secret=secret, user=player_asking(request), now=timezone.now())
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return _invitation(request, secret, status=error.status)
    return redirect("games:match", match.uid)


def _invitation(request: HttpRequest, secret: str, status: int = 200) -> HttpResponse:
    invitation = invitation_by_secret(secret, request.user)
    if invitation.state == "mine":
        return redirect("games:match", invitation.uid)
    link = request.build_absolute_uri(reverse("games:take", args=[secret]))
    invite = present_invitation(invitation, link)
    return render(request, "lobby/take.html", {"invite": invite}, status=status)


@login_required
@require_POST
def cancel(request: HttpRequest, uid: str) -> HttpResponse:
    """Withdraw an invitation nobody has taken."""
    try:
        opening.cancel_invitation(uid=uid, user=member(request), now=timezone.now())
    except (NoSuchMatch, NotSeated) as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:match", uid)
    return redirect("games:desk")


@login_required
@require_POST
def practise(request: HttpRequest, uid: str) -> HttpResponse:
    """Play on against a bot from a board of a match that is over."""
    ply = request.POST.get("ply", "")
    try:
        match = play_on(
            user=player_asking(request),
            uid=uid,
            ply=int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 7 else 0,
            level=request.POST.get("level", "")[:20],
            key=request.POST.get("key", "")[:64] or new_key(),
            now=timezone.now(),
        )
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        return refused(request, uid, error)
    return redirect("games:match", match.uid)
