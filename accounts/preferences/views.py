"""The settings, and the switches for language, colours and pieces."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common import zones
from accounts.common.cookies import PIECES, THEME, ZONE, cookie_name, set_cookie
from accounts.common.requests import way_back
from accounts.models import User
from accounts.preferences.forms import SettingsForm
from accounts.sign_in.find_user import signed_in_user

YEAR = 365 * 24 * 60 * 60  # seconds


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


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Chooses the language: kept by the account, or by the browser for a visitor."""
    code = request.POST.get("language", "")
    if code not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest(_("There is no such language."), content_type="text/plain")
    response = redirect(way_back(request))
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
    response = redirect(way_back(request))
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
    response = redirect(way_back(request))
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(piece_set=choice)
    set_cookie(response, cookie_name(PIECES), choice, YEAR)
    return response
