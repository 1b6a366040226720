"""A visitor who plays becomes a guest, at the first thing that needs somebody to do it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.guests import services as guests
from accounts.models import User
from accounts.sign_in.find_user import signed_in_user


def player_asking(request: HttpRequest) -> User:
    """The user who asks, made a guest first where a visitor does.

    Raises accounts.guests.GuestsNotWelcome, or ImmediateHttpResponse beyond the limits.
    """
    if request.user.is_authenticated:
        return signed_in_user(request)
    return guests.come_in(request)


def as_guest(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Sends visitors on to register when staff have switched new guests off."""

    @wraps(view)
    def handle(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except guests.GuestsNotWelcome:
            messages.info(request, _("Guests cannot join right now. Please make an account."))
            onward = urlencode({"next": request.get_full_path()})
            return redirect(f"{reverse('account_signup')}?{onward}")

    return handle
