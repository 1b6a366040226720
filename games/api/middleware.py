"""What every request of a program meets: its token in the place of a cookie, its answer in JSON."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.sign_in.tokens import token_of
from games.api.counts import count_request
from games.api.limits import Usage, spend
from games.api.problems import CONTENT_TYPE, Problem, plain_problem, problem_answer

Handler = Callable[[HttpRequest], HttpResponse]
PROGRAMS = "/api/v1/"
SCHEME = "bearer "


def is_for_programs(request: HttpRequest) -> bool:
    """Return True if the address is one of the API."""
    return request.path_info.startswith(PROGRAMS)


def no_cookies(get_response: Handler) -> Handler:
    """Programs have no cookies: what a browser sends along opens nothing, and nothing is set.

    Every answer is JSON, refusals of the middlewares and broken requests too.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if not is_for_programs(request):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        request.COOKIES.clear()
        response = _sent_to_programs(request, _counted(request, get_response(request)))
        count_request(request, response)
        return response

    return handle


def _counted(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What has met no door is counted here, as it leads nowhere or says what there is."""
    if hasattr(request, "api_usage"):
        return response
    try:
        spend(request, "read" if hasattr(request, "api_token") else "unknown")
    except Problem as error:
        return problem_answer(error)
    return response


def _sent_to_programs(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if response.status_code >= 400 and response["Content-Type"] != CONTENT_TYPE:
        allowed = response.get("Allow")
        response = plain_problem(request, response.status_code)
        if allowed:
            response["Allow"] = allowed
    response["Cache-Control"] = "no-store"
    usage: Usage | None = getattr(request, "api_usage", None)
    if usage is not None:
        left = max(usage.left, 0)
        response["RateLimit-Policy"] = f'"{usage.name}";q={usage.quota};w={usage.window}'
        response["RateLimit"] = f'"{usage.name}";r={left};t={usage.resets}'
    return response


def bearer(get_response: Handler) -> Handler:
    """Whoever shows a token is its owner; nobody else is anybody here."""

    def handle(request: HttpRequest) -> HttpResponse:
        if is_for_programs(request):
            _sign_in(request)
        return get_response(request)

    return handle


def _sign_in(request: HttpRequest) -> None:
    given = request.headers.get("Authorization", "")
    request.user = AnonymousUser()
    if given[: len(SCHEME)].lower() != SCHEME:
        return
    token = token_of(given[len(SCHEME) :].strip(), timezone.now())
    if token is not None:
        request.user = token.user
        request.api_token = token  # type: ignore[attr-defined]
