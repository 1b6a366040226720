"""A guest becomes an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.common import names
from accounts.common.access import own_form
from accounts.common.refused_forms import retry_after
from accounts.common.requests import way_back
from accounts.guests import services as guests
from accounts.guests.forms import ClaimForm
from accounts.models import User
from accounts.registration import robots
from accounts.sign_in import passkeys
from accounts.sign_in.find_user import signed_in_user


@own_form
def claim(request: HttpRequest) -> HttpResponse:
    """A guest becomes an account: name and password, and every match stays."""
    user, onward = signed_in_user(request), way_back(request, "games:desk")
    if not user.is_guest:
        return redirect(onward)
    if settings.SIGN_UP_BY_PROVIDERS and request.method == "POST":
        return redirect("accounts:claim")
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            with transaction.atomic():
                form.count(request)
                _claim(request, user, form)
            messages.success(request, _("Welcome! Your matches are saved in your account."))
            passkeys.offer(request, user)
            return redirect(onward)
        except IntegrityError:
            form.add_error("username", names.TAKEN)
        except robots.CodeUsedUp:
            form.add_error("code", robots.NO_CODE)
    status = form.status if request.method == "POST" else 200
    answer = render(request, "accounts/claim.html", {"form": form, "next": onward}, status=status)
    return retry_after(answer, form)


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
