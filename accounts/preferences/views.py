"""The settings, and the switches for language, colours and pieces."""

from __future__ import annotations

from collections.abc import Container

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.common import zones
from accounts.common.access import own_form, public_action
from accounts.common.cookies import PIECES, THEME, ZONE, cookie_name, set_cookie
from accounts.common.hooks import hooks
from accounts.common.requests import way_back
from accounts.models import User
from accounts.preferences.forms import SettingsForm
from accounts.sign_in.find_user import signed_in_user

YEAR = 365 * 24 * 60 * 60  # seconds


@own_form
def preferences(request: HttpRequest) -> HttpResponse:
    """Language, look, time zone, and what is mailed."""
    user = signed_in_user(request)
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        hooks().times_chosen(user.pk, timezone.now())
        with translation.override(user.language or translation.get_language()):
            messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "device_zone": _device_zone(request, user)}
    return render(request, "accounts/settings.html", context, status=status)


def _device_zone(request: HttpRequest, user: User) -> str:
    """Return what the zone of the browser is called, where it is another than the account's."""
    key = zones.canonical(request.COOKIES.get(cookie_name(ZONE), ""))
    is_other = zones.is_zone(key) and key != zones.canonical(user.time_zone)
    return zones.zone_text(key) if is_other else ""


@public_action
def language(request: HttpRequest) -> HttpResponse:
    """Chooses the language."""
    name, known = settings.LANGUAGE_COOKIE_NAME, dict(settings.LANGUAGES)
    return _choose(request, "language", known, name, _("There is no such language."))


@public_action
def theme(request: HttpRequest) -> HttpResponse:
    """Chooses the colours."""
    name, known = cookie_name(THEME), User.Theme.values
    return _choose(request, "theme", known, name, _("There is no such theme."))


@public_action
def pieces(request: HttpRequest) -> HttpResponse:
    """Chooses how pieces are drawn."""
    name, known = cookie_name(PIECES), User.PieceSet.values
    return _choose(request, "pieces", known, name, _("There are no such pieces."))


COLUMNS = {"language": "language", "theme": "theme", "pieces": "piece_set"}
"""What an account keeps of what is chosen, by the field of the form."""


def _choose(
    request: HttpRequest, field: str, known: Container[str], cookie: str, unknown: str
) -> HttpResponse:
    """Keep what *field* says, in the account and for visitors in the browser."""
    choice = request.POST.get(field, "")
    if choice not in known:
        return HttpResponseBadRequest(unknown, content_type="text/plain")
    response = redirect(way_back(request))
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(**{COLUMNS[field]: choice})
    set_cookie(response, cookie, choice, YEAR)
    return response
