"""Starting a match: new terms, an invitation taken or withdrawn, a rematch."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import own_action, public_action, public_form, public_page
from accounts.common.requests import whole_number
from games.boards.answers import Beside, made_by
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError, PersonBlocked
from games.common.guests import as_guest, player_asking
from games.common.requests import member, new_key, whole_form
from games.lobby.exceptions import (
    AlreadyChallenged,
    ChallengesUsedUp,
    NoSuchPerson,
    OwnChallenge,
    PersonAway,
)
from games.lobby.forms import BOT, HERE, PERSON, USUAL, NewMatchForm
from games.lobby.last_terms import LAST, keep_chosen, kept_terms, last_chosen, last_game
from games.lobby.presenters.chosen import chosen_line
from games.lobby.presenters.invitations import present_invitation
from games.lobby.presenters.strengths import strength_words
from games.lobby.selectors.bots import known_strengths
from games.lobby.selectors.invitations import invitation_by_secret
from games.lobby.services.challenges import challenge_called
from games.lobby.services.practice import play_on
from games.lobby.views.seeks import seek_or_match
from games.match.clocks.controls import UNTIMED
from games.match.exceptions import (
    GuestsPlayCasual,
    InvitationGone,
    NotSeated,
    SeatTaken,
    UnknownPosition,
)
from games.match.reading.selectors import match_by_secret
from games.match.reading.visibility import NoSuchMatch
from games.match.terms import opening
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


@public_form
@as_guest
def new(request: HttpRequest) -> HttpResponse:
    """Choose opponent, game and terms; then the board, or what waits for an answer."""
    is_member = _is_member(request)
    if request.method != "POST":
        chosen = _initial(request)
        form = NewMatchForm(whole_form(request), initial=chosen, is_member=is_member)
        return _form(request, form)
    form = NewMatchForm(request.POST, is_member=is_member)
    beside: Beside = {ABOUT_THE_PERSON: "to", UnknownPosition: "position"}
    address = made_by(form, lambda: _open(request, form), beside)
    if address is not None:
        keep_chosen(request, form)
        return redirect(address)
    return _form(request, form, status=422)


def _initial(request: HttpRequest) -> dict[str, object]:
    """What a link has chosen; else what was last chosen in this browser, for that game."""
    in_vain = _in_vain(request)
    asked = {
        name: value
        for name, value in NewMatchForm.chosen(request.GET).items()
        if name not in in_vain
    }
    last = {"opponent": BOT, "game": last_game(request), **last_chosen(request), **asked}
    game, opponent = str(last["game"]), str(last["opponent"])
    usual = {"time": UNTIMED.slug} if opponent == BOT else {}
    kept = NewMatchForm.chosen(kept_terms(request, game, opponent))
    return {**usual, **kept, **last, **asked}


def _in_vain(request: HttpRequest) -> set[str]:
    """What the address chooses that there is not: an opponent, a game."""
    offered = NewMatchForm.offered()
    return {name for name in LAST if name in request.GET and request.GET[name] not in offered[name]}


def _form(request: HttpRequest, form: NewMatchForm, status: int = 200) -> HttpResponse:
    strengths = strength_words(known_strengths(timezone.now()))
    context = {
        "form": form,
        "chosen": chosen_line(form),
        "bot_strengths": strengths,
        "in_vain": _in_vain(request),
    }
    return render(request, "lobby/new.html", context, status=status)


@public_page
def moved(request: HttpRequest, opponent: str) -> HttpResponse:
    """From where seeks and challenges were made to their opponent of the one form, with all that
    was chosen by the link."""
    chosen = request.GET.copy()
    chosen["opponent"] = opponent
    return redirect(f"{reverse('games:new')}?{chosen.urlencode()}", permanent=True)


def _is_member(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not member(request).is_guest


def _open(request: HttpRequest, form: NewMatchForm) -> str:
    """Where the match, or what waits for an answer, stands."""
    now, data = timezone.now(), form.cleaned_data
    if data["opponent"] == HERE:
        return seek_or_match(member(request), form.seek, now)
    if data["opponent"] == PERSON:
        sent = challenge_called(user=member(request), name=data["to"], terms=form.terms, now=now)
        return reverse("games:challenge", args=[sent.uid])
    user = player_asking(request)
    if data["opponent"] == BOT:
        match = opening.create_bot_match(user=user, terms=form.terms, level=form.bot_level, now=now)
        return reverse("games:match", args=[match.uid])
    match = opening.create_invitation(user=user, terms=form.terms, now=now)
    return reverse("games:take", args=[match.secret])


@public_action
@as_guest
def play_bot(request: HttpRequest, slug: str) -> HttpResponse:
    """A match of the game against a bot at once, without a clock, by the terms chosen last.

    Until a side is chosen, the reader moves first.
    """
    usual = {"side": "0", "onlookers": USUAL}
    asked = {name: request.POST[name] for name in ("level", "key") if request.POST.get(name)}
    fixed = {"opponent": BOT, "game": slug, "time": UNTIMED.slug}
    form = NewMatchForm({**usual, **kept_terms(request, slug, BOT), **asked, **fixed})
    if slug not in form.slugs or not form.is_valid():
        raise Http404
    try:
        return redirect(_open(request, form))
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:new")


@public_form
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


@own_action
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


@own_action
def practise(request: HttpRequest, uid: str) -> HttpResponse:
    """Play on against a bot from a board of a match that is over."""
    try:
        match = play_on(
            user=player_asking(request),
            uid=uid,
            ply=whole_number(request.POST.get("ply"), 6),
            level=request.POST.get("level", "")[:20],
            key=request.POST.get("key", "")[:64] or new_key(),
            now=timezone.now(),
        )
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        return refused(request, uid, error)
    return redirect("games:match", match.uid)
