"""The pages of accounts that are ours alone; the others are allauth's with our templates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required, login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import (
    events,
    guests,
    limits,
    mail,
    names,
    passkeys,
    patience,
    second_factor,
    sessions,
    undo,
    zones,
)
from accounts.browsers import browser_name
from accounts.cookies import PIECES, THEME, ZONE, cookie_name, set_cookie
from accounts.finding import signed_in_user
from accounts.forms import ClaimForm, ResetForm, SettingsForm
from accounts.models import SignIn, User

# The first extends the second and adds what only the games know.
PROFILES = ["people/profile.html", "accounts/profile.html"]
YEAR = 365 * 24 * 60 * 60  # seconds


@login_not_required
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know about a person."""
    if "\x00" in name or len(name) > names.MAX_LENGTH * 4:
        raise Http404
    person = get_object_or_404(User, name_key=names.name_key(name), is_active=True)
    if name != person.name:
        return redirect("accounts:profile", person.name)
    return render(request, PROFILES, {"person": person, **_facts(request, person)})


def _facts(request: HttpRequest, person: User) -> dict[str, object]:
    """What the rest of the house knows of a person: asked of the function that settings name."""
    if not settings.PROFILE_FACTS:
        return {}
    asked: Callable[[HttpRequest, User], dict[str, object]] = import_string(settings.PROFILE_FACTS)
    return asked(request, person)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Language, look, time zone, and what is mailed."""
    user = signed_in_user(request)
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "device_zone": _device_zone(request, user)}
    return render(request, "accounts/settings.html", context, status=status)


def _device_zone(request: HttpRequest, user: User) -> str:
    """What the zone of the browser is called, where it is another than the account's."""
    key = zones.canonical(request.COOKIES.get(cookie_name(ZONE), ""))
    is_other = zones.is_zone(key) and key != zones.canonical(user.time_zone)
    return zones.zone_text(key) if is_other else ""


@dataclass(frozen=True)
class Place:
    """One line of the list of places where one is signed in."""

    pk: int
    browser: str
    since: datetime
    seen_at: datetime
    is_here: bool

    @classmethod
    def of(cls, row: SignIn, current_key: str | None) -> Place:
        is_here = row.session_key == current_key
        return cls(row.pk, browser_name(row.browser), row.since, row.seen_at, is_here)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """A guest becomes an account: name and password, and every match stays."""
    user, onward = signed_in_user(request), _back(request, "games:desk")
    if not user.is_guest:
        return redirect(onward)
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        limits.spend(request, "registered")
        patience.note_registered(request, form.cleaned_data["username"])
        try:
            _claim(request, user, form)
            messages.success(request, _("Welcome! Your matches are saved in your account."))
            passkeys.offer(request, user)
            return redirect(onward)
        except IntegrityError:
            form.add_error("username", names.TAKEN)
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/claim.html", {"form": form, "next": onward}, status=status)


def _claim(request: HttpRequest, guest: User, form: ClaimForm) -> None:
    fields = form.cleaned_data
    guests.claim(
        request,
        guest,
        name=fields["username"],
        password=fields["password1"],
        zone=fields["time_zone"],
        said_age=form.said_age(),
    )


@login_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """How one signs in, and where one is signed in."""
    user = signed_in_user(request)
    rows = sessions.sign_ins_of(user, timezone.now())
    context = {
        "places": [Place.of(row, request.session.session_key) for row in rows],
        "has_second_factor": second_factor.is_set_up(user),
        "passkeys": passkeys.of(user),
    }
    return render(request, "accounts/security.html", context)


@login_required
@require_POST
@reauthentication_required
def end_sign_in(request: HttpRequest) -> HttpResponse:
    """Ends one sign-in (`which` is its id), or with `which=others` all but this one."""
    user, which = signed_in_user(request), request.POST.get("which", "")
    if which == "others":
        if sessions.end_all(user, except_key=request.session.session_key):
            mail.tell_of_ended_sign_ins(user)
            events.note("sign-ins-ended", request, user=user.pk, what="others")
        messages.success(request, _("You are signed out everywhere else."))
        return redirect("accounts:security")
    row = user.sign_ins.filter(pk=_whole(which)).first()
    if row is not None and row.session_key == request.session.session_key:
        logout(request)
        return redirect("games:home")
    if row is not None:
        sessions.end(row)
        events.note("sign-ins-ended", request, user=user.pk, what="one")
        mail.tell_of_ended_sign_ins(user)
    messages.success(request, _("That device is signed out."))
    return redirect("accounts:security")


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Chooses the language: kept by the account, or by the browser for a visitor."""
    code = request.POST.get("language", "")
    if code not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest(_("There is no such language."), content_type="text/plain")
    response = redirect(_back(request))
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=code)
    set_cookie(response, settings.LANGUAGE_COOKIE_NAME, code, YEAR)
    return response


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Chooses the colours: kept by the account, or by the browser for a visitor."""
    choice = request.POST.get("theme", "")
    if choice not in User.Theme.values:
        return HttpResponseBadRequest(_("There is no such theme."), content_type="text/plain")
    response = redirect(_back(request))
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=choice)
    set_cookie(response, cookie_name(THEME), choice, YEAR)
    return response


@login_not_required
@require_POST
def pieces(request: HttpRequest) -> HttpResponse:
    """Chooses how pieces are drawn: kept by the account, or by the browser for a visitor."""
    choice = request.POST.get("pieces", "")
    if choice not in User.PieceSet.values:
        return HttpResponseBadRequest(_("There are no such pieces."), content_type="text/plain")
    response = redirect(_back(request))
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(piece_set=choice)
    set_cookie(response, cookie_name(PIECES), choice, YEAR)
    return response


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_email(request: HttpRequest, token: str) -> HttpResponse:
    """Takes an account back for the reader of the mailbox that the link was sent to."""
    link = undo.link_of(token)
    if link is None:
        return render(request, "accounts/undo_email.html", {"link": None}, status=404)
    if request.method != "POST":
        return render(request, "accounts/undo_email.html", {"link": link})
    if not undo.take_back(link):
        return render(request, "accounts/undo_email.html", {"link": None}, status=404)
    events.note("taken-back", request, user=link.user_id)
    if request.user.is_authenticated:
        logout(request)
    form = ResetForm({"email": link.address})
    if form.is_valid():
        form.save(request)
    return render(request, "accounts/undo_email.html", {"link": link, "done": True})


def _back(request: HttpRequest, otherwise: str = "games:home") -> str:
    """Where a switch was pressed; never off this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    here = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if safe else reverse(otherwise)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
