"""What everybody may know about a person, as a page."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from accounts.common import names
from accounts.models import User

# The first extends the second and adds what only the games know.
PROFILES = ["people/profile.html", "accounts/profile.html"]


@login_not_required
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know about a person."""
    if "\x00" in name or len(name) > names.MAX_LENGTH * 4:
        raise Http404
    person = get_object_or_404(User, name_key=names.name_key(name), is_active=True)
    if name != person.name:
        return redirect("accounts:profile", person.name)
    return render(request, PROFILES, {"person": person, **_facts(request, person)})


def _facts(request: HttpRequest, person: User) -> dict[str, object]:
    """What the rest of the house knows of a person: asked of the function that settings name."""
    if not settings.PROFILE_FACTS:
        return {}
    asked: Callable[[HttpRequest, User], dict[str, object]] = import_string(settings.PROFILE_FACTS)
    return asked(request, person)
