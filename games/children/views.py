"""The pages of a grown-up: the accounts for children, a class, and one child."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.common.access import own_form
from accounts.models import User
from games.boards.answers import made_by, refusal_of
from games.boards.refusals import error_sentence
from games.children import selectors, services
from games.children.exceptions import NoSuchChild
from games.children.forms import ChildForm, ClassForm
from games.clubs.services.classes import classes_of, pupils_of
from games.common.exceptions import GamesError
from games.common.requests import member
from games.people.presenters import past_row
from games.people.selectors import history_of, past_matches_of

MATCHES = 50
"""So many matches of a child are listed, the newest first."""


@own_form
@reauthentication_required
@never_cache
def children(request: HttpRequest) -> HttpResponse:
    """The accounts one has set up; a POST sets up one, or a class, or renews a class's passwords,
    by ``do``."""
    user, sent = member(request), request.POST
    if request.method != "POST":
        return _page(request, user)
    if sent.get("do") == "class":
        class_form = ClassForm(sent)
        now = timezone.now()
        made = made_by(
            class_form, lambda: services.make_class(user=user, now=now, **class_form.cleaned_data)
        )
        if made is None:
            return _page(request, user, status=422, class_form=class_form)
        return _slips(request, made[1], made[0].name)
    if sent.get("do") == "renew":
        try:
            return _slips(request, services.reset_class(user=user, uid=sent.get("class", "")))
        except NoSuchChild as error:
            raise Http404 from error
    child_form = ChildForm(sent)
    child = made_by(child_form, lambda: services.make_child(user=user, **child_form.cleaned_data))
    if child is None:
        return _page(request, user, status=422, child_form=child_form)
    messages.success(request, _("The account is ready. The child signs in with it."))
    return redirect("games:child", child.name)


@own_form
@never_cache
def child(request: HttpRequest, name: str) -> HttpResponse:
    """One child: whom it may play, what it has played; a POST acts, by ``do``."""
    found = selectors.child_called(member(request), name)
    if found is None:
        raise Http404  # before a password is asked for: there is nothing to protect
    return _known_child(request, found)


@reauthentication_required
def _known_child(request: HttpRequest, found: User) -> HttpResponse:
    user = member(request)
    if request.method != "POST":
        return _child_page(request, found)
    act = _acts(user, found, request.POST.get("friend", "")[:100]).get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        slip = act()
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return _child_page(request, found, status=error.status)
    if slip is not None:
        return _slips(request, [slip])
    messages.success(request, _("Done."))
    return redirect("games:child", found.name)


def _acts(user: User, child: User, friend: str) -> dict[str, Callable[[], services.Slip | None]]:
    """Return what a grown-up can do about a child."""
    name = child.name
    return {
        "allow": lambda: services.allow_friend(user=user, name=name, friend=friend),
        "take-back": lambda: services.take_friend_back(user=user, name=name, friend=friend),
        "password": lambda: services.reset_password(user=user, name=name),
        "close": lambda: services.close_child(user=user, name=name, now=timezone.now()),
        "keep": lambda: services.keep_child(user=user, name=name),
    }


def _page(
    request: HttpRequest,
    user: User,
    *,
    status: int = 200,
    child_form: ChildForm | None = None,
    class_form: ClassForm | None = None,
) -> HttpResponse:
    context = {
        "why_not": refusal_of(lambda: services.check_may_guard(user)),
        "child_form": child_form or ChildForm(),
        "class_form": class_form or ClassForm(),
        "children": selectors.children_of(user),
        "classes": [(club, pupils_of(club)) for club in classes_of(user)],
        "most": services.MOST_PUPILS,
    }
    return render(request, "children/children.html", context, status=status)


def _child_page(request: HttpRequest, child: User, status: int = 200) -> HttpResponse:
    seats = history_of(child.pk)[:MATCHES]
    context = {
        "child": child,
        "friends": selectors.friends_of(child),
        "rows": [past_row(row) for row in past_matches_of(seats)],
    }
    return render(request, "children/child.html", context, status=status)


def _slips(request: HttpRequest, slips: Sequence[services.Slip], title: str = "") -> HttpResponse:
    """Show names and passwords, this once."""
    context = {"slips": slips, "title": title}
    return render(request, "children/slips.html", context)
