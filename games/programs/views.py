"""The page of bot accounts: what one owns, who asks, and turning a new account into one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts.common.access import own_form
from accounts.common.requests import whole_number
from accounts.models import User
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.programs import addresses, selectors, services
from games.programs.exceptions import NothingAsked
from games.programs.forms import AddressForm, OwnerForm, RulesForm
from games.programs.presenters import own_address, with_addresses


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
    if asked in ("address", "renew-secret"):
        return _new_secret(request, user, asked, now)
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


def _new_secret(request: HttpRequest, user: User, asked: str, now: datetime) -> HttpResponse:
    """Name an address, or give it another secret: the one answer that shows it."""
    form = AddressForm(request.POST) if asked == "address" else None
    if form is not None and not form.is_valid():
        return _page(request, user, status=422, address_form=form)
    try:
        if form is not None:
            secret = addresses.name_address(user=user, url=form.cleaned_data["url"], now=now)
        else:
            secret = addresses.renew_secret(user=user, now=now)
    except GamesError as error:
        said = {"address_form": form} if form else {}
        return _page(request, user, status=error.status, refusal=error_sentence(error), **said)
    return _page(request, user, secret=secret)


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
    asked = request.POST.get("do")
    if asked in ADDRESS:
        change, sentence = ADDRESS[asked]
        change(user, now)
        return str(sentence)
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


ADDRESS: dict[str, tuple[Callable[[User, datetime], None], str | Promise]] = {
    "end-old-secret": (
        lambda user, _now: addresses.end_old_secret(user=user),
        gettext_lazy("Posts are signed with the new secret alone."),
    ),
    "start-address": (
        lambda user, now: addresses.start_again(user=user, now=now),
        gettext_lazy("The address is on again."),
    ),
    "end-address": (
        lambda user, _now: addresses.end_address(user=user),
        gettext_lazy("The address is gone. The program plays by the API alone."),
    ),
}
"""What can be done with an address, and what is said then."""


def _page(request: HttpRequest, user: User, *, status: int = 200, **asked: object) -> HttpResponse:
    row, own = selectors.rules_of(user.pk), selectors.account_of(user.pk)
    bots = list(selectors.bots_of(user.pk))
    context = {
        "ask": OwnerForm(),
        "rules": RulesForm(row=row),
        "has_rules": row is not None,
        "own": own,
        "address": own and own_address(user.pk, timezone.now()),
        "address_form": AddressForm(),
        "bots": with_addresses(bots, timezone.now()),
        "waiting": list(selectors.waiting_for(user.pk)),
        "most": services.MOST_BOTS,
        **asked,
    }
    return render(request, "programs/bots.html", context, status=status)
