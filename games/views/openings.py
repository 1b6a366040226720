"""Starting a match: new terms, an invitation taken or withdrawn, a rematch."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from engines.catalogue import meta_for
from games.exceptions import GamesError, NotSeated
from games.forms import BOT, NewMatchForm
from games.models import Match
from games.presenters.invitations import present_invitation
from games.presenters.refusals import refusal_sentence
from games.selectors.invitations import invitation_by_secret
from games.services import opening
from games.views.people import member


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose game, opponent, time and side; then the board, or the link to share."""
    if request.method != "POST":
        form = NewMatchForm(initial=_wishes(request))
        return render(request, "games/new.html", {"form": form})
    form = NewMatchForm(request.POST)
    if form.is_valid():
        try:
            return redirect(_open(request, form))
        except GamesError as error:
            form.add_error(None, refusal_sentence(error.code))
    return render(request, "games/new.html", {"form": form}, status=422)


def _wishes(request: HttpRequest) -> dict[str, str]:
    """What a link to the page has chosen already."""
    return {name: request.GET[name] for name in ("game", "opponent") if name in request.GET}


def _open(request: HttpRequest, form: NewMatchForm) -> str:
    now = timezone.now()
    if form.cleaned_data["opponent"] == BOT:
        level = meta_for(form.terms.game).bot_levels[0]
        match = opening.create_bot_match(
            user=member(request), terms=form.terms, level=level, now=now
        )
        return reverse("games:match", args=[match.uid])
    match = opening.create_invitation(user=member(request), terms=form.terms, now=now)
    return reverse("games:take", args=[match.secret])


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, secret: str) -> HttpResponse:
    """The page behind an invitation link; a POST takes the seat."""
    try:
        if request.method == "POST":
            return _take(request, secret)
        return _invitation(request, secret)
    except Match.DoesNotExist as error:
        raise Http404 from error


def _take(request: HttpRequest, secret: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('games:take', args=[secret])}")
    try:
        match = opening.take_seat(secret=secret, user=member(request), now=timezone.now())
    except GamesError as error:
        messages.error(request, refusal_sentence(error.code))
        return _invitation(request, secret, status=error.status)
    return redirect("games:match", match.uid)


def _invitation(request: HttpRequest, secret: str, status: int = 200) -> HttpResponse:
    invitation = invitation_by_secret(secret, request.user)
    if invitation.state == "mine":
        return redirect("games:match", invitation.uid)
    link = request.build_absolute_uri(reverse("games:take", args=[secret]))
    invite = present_invitation(invitation, link)
    return render(request, "games/take.html", {"invite": invite}, status=status)


@login_required
@require_POST
def cancel(request: HttpRequest, uid: str) -> HttpResponse:
    """Withdraw an invitation nobody has taken."""
    try:
        opening.cancel_invitation(uid=uid, user=member(request), now=timezone.now())
    except (Match.DoesNotExist, NotSeated) as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, refusal_sentence(error.code))
        return redirect("games:match", uid)
    return redirect("games:desk")
