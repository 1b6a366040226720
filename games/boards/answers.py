"""How a page answers what is asked of it by a form with a field ``do``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts.models import User
from games.boards.refusals import error_sentence
from games.boards.socialpictures import social_picture
from games.common.exceptions import GamesError
from games.common.requests import member

T = TypeVar("T")
Beside = Mapping["type[GamesError] | tuple[type[GamesError], ...]", str]
NOTHING: Beside = {}

Acts = Mapping[str, tuple[Callable[[], object], str]]
"""What a page can be asked to do, by the value of ``do``: how, and what to say of it."""


def page_with_acts(
    request: HttpRequest,
    acts: Callable[[User], Acts],
    *,
    missing: type[GamesError],
    page: Callable[[int], HttpResponse],
    onward: Callable[[], HttpResponse],
) -> HttpResponse:
    """Return the *page*; of a POST, do what ``do`` asks for, say so, and go *onward*.

    Visitors are asked to sign in. What *acts* has not is refused as *missing*. A refusal is said on
    the page, which is given the status to answer with.
    """
    if request.method != "POST":
        return page(200)
    if not request.user.is_authenticated:
        return redirect("account_login")
    try:
        act, said = acts(member(request)).get(request.POST.get("do", ""), (None, ""))
        if act is None:
            raise missing
        act()
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return page(error.status)
    messages.success(request, said)
    return onward()


def why_not(request: HttpRequest, check: Callable[[User], object], *, visitors: str = "") -> str:
    """Return why *check* refuses the reader, in a sentence; "" where it does not. Visitors are told
    *visitors*."""
    if not request.user.is_authenticated:
        return visitors
    user = member(request)
    return refusal_of(lambda: check(user))


def refusal_of(check: Callable[[], object]) -> str:
    """Return why *check* refuses, in a sentence; "" where it does not."""
    try:
        check()
    except GamesError as error:
        return str(error_sentence(error))
    return ""


def made_by(
    form: Form,
    make: Callable[[], T],
    beside: Beside = NOTHING,
) -> T | None:
    """Return what *make* makes of a valid *form*; None where it is refused, which the form says
    then: *beside* the field named for a refusal, or above all."""
    if not form.is_valid():
        return None
    try:
        return make()
    except GamesError as error:
        field = next((name for kind, name in beside.items() if isinstance(error, kind)), None)
        form.add_error(field, error_sentence(error))
        return None


def table_file(
    form: str,
    *,
    json: Callable[[], object],
    drawing: Callable[[], str],
    **texts: tuple[Callable[[], str], str],
) -> HttpResponse:
    """Return a table as JSON, SVG, PNG for other sites, or one of *texts*, each with its type."""
    if form == "json":
        return JsonResponse(json(), json_dumps_params={"ensure_ascii": False})
    if form == "png":
        return HttpResponse(social_picture(str(drawing())), content_type="image/png")
    made, kind = {"svg": (drawing, "image/svg+xml"), **texts}[form]
    return HttpResponse(made(), content_type=f"{kind}; charset=utf-8")
