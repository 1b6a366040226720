"""Vacation: what is left, what is planned, which matches it protects."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import own_form
from accounts.models import User
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.match.clocks import vacations
from games.match.presenters.clocktext import HOUR, long_duration
from games.vacation.forms import NowForm, PlanForm, ends_after


@own_form
def vacation(request: HttpRequest) -> HttpResponse:
    """One's vacations; a POST plans, begins, ends or gives up one, by ``do``."""
    user, now = member(request), timezone.now()
    if request.method != "POST":
        return _page(request, user, now, status=200)
    asked = request.POST.get("do", "")
    form = FORMS[asked](request.POST) if asked in FORMS else None
    if form is not None and not form.is_valid():
        return _page(request, user, now, refused={asked: form})
    try:
        messages.success(request, _do(request, user, asked, form, now))
    except GamesError as error:
        if form is None:
            messages.error(request, error_sentence(error))
            return _page(request, user, now, status=error.status)
        form.add_error(None, error_sentence(error))
        return _page(request, user, now, refused={asked: form})
    return redirect("games:vacation")


FORMS: dict[str, type[Form]] = {"begin": NowForm, "plan": PlanForm}


def _do(request: HttpRequest, user: User, asked: str, form: Form | None, now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NoVacation and its like."""
    if asked == "begin" and form:
        ends = ends_after(now, form.cleaned_data["hours"])
        vacations.take(user=user, starts=now, ends=ends, now=now)
        return _("You are on vacation. Your clocks stand still where the match allows it.")
    if asked == "plan" and form:
        fields = form.cleaned_data
        vacations.take(user=user, starts=fields["starts"], ends=fields["ends"], now=now)
        return _("Your vacation is planned.")
    if asked == "back":
        vacations.come_back(user=user, now=now)
        return _("Welcome back! Your clocks run again.")
    if asked == "guard":
        user.saves_vacation = request.POST.get("guards") != "on"
        user.save(update_fields=["saves_vacation"])
        return _("Saved.")
    vacations.cancel(user=user, name=request.POST.get("vacation", "")[:16], now=now)
    return _("That vacation is cancelled.")


def _page(
    request: HttpRequest,
    user: User,
    now: datetime,
    *,
    status: int = 422,
    refused: Mapping[str, Form] = MappingProxyType({}),
) -> HttpResponse:
    account = vacations.account_of(user, now)
    context = {
        "account": account,
        "left": long_duration(account.hours * HOUR) if account.hours else "",
        "begin": NowForm(),
        "plan": PlanForm(),
        "guards": not user.saves_vacation,
        **refused,
    }
    return render(request, "vacation/vacation.html", context, status=status)
