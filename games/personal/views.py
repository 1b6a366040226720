"""Your data: fetch all of it, or leave and take it with you."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.common import events
from games.common.requests import member
from games.personal import services
from games.personal.selectors import export_of


@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """What one can do with one's data."""
    return render(request, "personal/my_data.html", {"leaves_at": member(request).leaves_at})


@require_safe
@reauthentication_required
def export(request: HttpRequest) -> HttpResponse:
    """All that the house has of one, as a file; the password again comes first."""
    user = member(request)
    events.note("data-exported", request, user=user.pk)
    layout = {"indent": 1, "ensure_ascii": False}
    answer = JsonResponse(export_of(user, timezone.now()), json_dumps_params=layout)
    answer["Content-Disposition"] = 'attachment; filename="jinya.json"'
    return answer


@require_POST
@reauthentication_required
def leave(request: HttpRequest) -> HttpResponse:
    """Ask to be deleted, or with ``do=stay`` take that back."""
    user = member(request)
    if request.POST.get("do") == "stay":
        services.stay(user)
        messages.success(request, _("Your account stays. It will not be deleted."))
    else:
        services.ask_to_leave(user, timezone.now())
        messages.success(
            request, _("Your account will be deleted in 14 days. Until then you can undo it here.")
        )
    return redirect("games:my-data")
