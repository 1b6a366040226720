"""What is left to whoever is suspended."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.defaults import permission_denied

from accounts.sanctions import rights

Handler = Callable[[HttpRequest], HttpResponse]


def shut_out(get_response: Handler) -> Handler:
    """Whoever is suspended has nothing here but their own affairs: why, an appeal, their data."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not rights.is_shut_out(request.user) or _is_own_affair(request):
            return get_response(request)
        if request.method in ("GET", "HEAD"):
            return redirect(settings.SANCTIONS_PAGE)
        said = _("Your account is suspended or closed. The home page says why, and how to appeal.")
        return permission_denied(request, PermissionDenied(said))

    return handle


def _is_own_affair(request: HttpRequest) -> bool:
    path = request.path_info
    return path.startswith(tuple(settings.OPEN_TO_THE_SHUT_OUT))
