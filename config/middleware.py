"""What every answer carries."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.defaults import bad_request

from config.requests import current_request_id

Handler = Callable[[HttpRequest], HttpResponse]


def request_id(get_response: Handler) -> Handler:
    """Names each request, for the log and for the person who reports a fault."""

    def handle(request: HttpRequest) -> HttpResponse:
        name = uuid.uuid4().hex
        token = current_request_id.set(name)
        try:
            request.id = name  # type: ignore[attr-defined]
            response = get_response(request)
        finally:
            current_request_id.reset(token)
        response["X-Request-ID"] = name
        return response

    return handle


def readable_bodies(get_response: Handler) -> Handler:
    """Answer 400 to a body in another charset than UTF-8, or to a form that cannot be read.

    Checked before anything else asks for the form: an error page that shows a token does, too.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        try:
            _check_charset(request.content_params or {})
            request.POST  # noqa: B018 - reading it is what raises
        except (BadRequest, MultiPartParserError, SuspiciousOperation, ValueError) as error:
            request._mark_post_parse_error()  # type: ignore[attr-defined]  # noqa: SLF001
            return bad_request(request, error)
        return get_response(request)

    return handle


def _check_charset(parameters: dict[str, str]) -> None:
    """Raises BadRequest for any but UTF-8: Django would decode by whatever codec is named."""
    if parameters.get("charset", "utf-8").strip("\"' ").lower() != "utf-8":
        raise BadRequest


def house_headers(get_response: Handler) -> Handler:
    """Nobody embeds our answers, and a browser's features stay off unless we use them."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return handle


PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def private_pages(get_response: Handler) -> Handler:
    """Keep what somebody with a session was shown out of caches and the back button.

    A page for visitors may be kept, but not handed on without asking: by then it is old.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = settings.SESSION_COOKIE_NAME
        if name in request.COOKIES or name in response.cookies:
            add_never_cache_headers(response)
            patch_cache_control(response, no_store=True, private=True)
        else:
            response.setdefault("Cache-Control", "no-cache")
        return response

    return handle


def not_allowed_page(get_response: Handler) -> Handler:
    """Whoever asks in a way that is not answered (405) is told so in words."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and not response.streaming and not response.content:
            response.content = render_to_string("405.html")
            response["Content-Type"] = "text/html; charset=utf-8"
        return response

    return handle
