"""Pages in the language and the time zone of whoever asks."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.common.zones import zone_of_browser, zone_or_utc

Handler = Callable[[HttpRequest], HttpResponse]


def preferences(get_response: Handler) -> Handler:
    """Pages in the language and the time zone the user chose; a visitor's come from the browser."""

    def handle(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(zone_of_browser(request)):
                return get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_or_utc(user.time_zone)):
            return get_response(request)

    return handle
