"""The page of bot accounts: what one owns, who asks, and turning a new account into one."""

from __future__ import annotations

from datetime import datetime

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.common.access import own_form
from accounts.common.requests import whole_number
from accounts.models import User
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.programs import selectors, services
from games.programs.exceptions import NothingAsked
from games.programs.forms import OwnerForm, RulesForm


@own_form
@reauthentication_required
@never_cache
def bots(request: HttpRequest) -> HttpResponse:
    """One's bots; a POST asks, allows, declines or takes back, by ``do``."""
    user, now = member(request), timezone.now()
    if user.is_guest:
        return redirect("accounts:claim")
    if request.method != "POST":
        return _page(request, user)
    asked = request.POST.get("do", "")
    form = FORMS[asked](request.POST) if asked in FORMS else None
    if form is not None and not form.is_valid():
        return _page(request, user, status=422, **{asked: form})
    try:
        said = _do(request, user, form, now)
    except GamesError as error:
        context = {"refusal": error_sentence(error), **({asked: form} if form else {})}
        return _page(request, user, status=error.status, **context)
    messages.success(request, said)
    return redirect("games:bots")


FORMS: dict[str, type[OwnerForm | RulesForm]] = {"ask": OwnerForm, "rules": RulesForm}


def _do(request: HttpRequest, user: User, form: OwnerForm | RulesForm | None, now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NothingAsked and its like."""
    if isinstance(form, RulesForm):
        declines = form.cleaned_data["declines"]
        services.set_rules(user=user, rules=form.rules, declines=declines)
        return _("Challenges are answered by these rules from now on.")
    if form is not None:
        services.ask(user=user, name=form.cleaned_data["owner"], now=now)
        return _("Asked. Now say yes from the account of the owner, on this page.")
    key = whole_number(request.POST.get("key", ""))
    match request.POST.get("do"):
        case "allow":
            made = services.allow(owner=user, key=key, now=now)
            return _("%(name)s is your bot now.") % {"name": made.name}
        case "drop":
            services.drop(user=user, key=key, now=now)
            return _("That request is closed.")
        case "no-rules":
            services.set_rules(user=user, rules=None)
            return _("No challenge is answered by rules any more.")
        case _:
            raise NothingAsked


def _page(request: HttpRequest, user: User, *, status: int = 200, **asked: object) -> HttpResponse:
    row = selectors.rules_of(user.pk)
    context = {
        "ask": OwnerForm(),
        "rules": RulesForm(row=row),
        "has_rules": row is not None,
        "own": selectors.account_of(user.pk),
        "bots": list(selectors.bots_of(user.pk)),
        "waiting": list(selectors.waiting_for(user.pk)),
        "most": services.MOST_BOTS,
        **asked,
    }
    return render(request, "programs/bots.html", context, status=status)
