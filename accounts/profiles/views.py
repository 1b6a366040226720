"""What everybody may know about a person, as a page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.common import names
from accounts.common.access import public_page
from accounts.common.hooks import hooks
from accounts.guardians.meeting import may_see
from accounts.models import User

# The first extends the second and adds what only the games know.
PROFILES = ["people/profile.html", "accounts/profile.html"]


@public_page
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show the public profile of a person."""
    if "\x00" in name or len(name) > names.MAX_LENGTH * 4:
        raise Http404
    person = get_object_or_404(User, name_key=names.name_key(name), is_active=True)
    if not may_see(request.user, person):
        raise Http404
    if name != person.name:
        return redirect("accounts:profile", person.name)
    return render(request, PROFILES, {"person": person, **hooks().profile_facts(request, person)})
