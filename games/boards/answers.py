"""How a page answers what is asked of it by a form with a field ``do``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member

if TYPE_CHECKING:
    from accounts.models import User


def done_and_said(
    request: HttpRequest,
    act: Callable[[User], str],
    *,
    page: Callable[[int], HttpResponse],
    onward: Callable[[], HttpResponse],
) -> HttpResponse:
    """What *act* says of what it has done, and *onward*; of a refusal, on the *page* as it is.

    Visitors are asked to sign in. *page* is given the status to answer with.
    """
    if not request.user.is_authenticated:
        return redirect("account_login")
    try:
        said = act(member(request))
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return page(error.status)
    messages.success(request, said)
    return onward()
