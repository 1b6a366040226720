"""Your data: fetch all of it, or leave and take it with you."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.common import events
from games.common.requests import member
from games.personal import exporting, services
from games.personal.presenters import present_export
from games.personal.selectors import export_of, file_of


@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """Answer with what one can do with one's data."""
    user = member(request)
    export = present_export(export_of(user), timezone.now())
    context = {"leaves_at": user.leaves_at, "export": export}
    return render(request, "personal/my_data.html", context)


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Have everything put together in a file."""
    exporting.ask_export(user=member(request), now=timezone.now())
    return redirect("games:my-data")


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All that the site has of one, as a file; the password again comes first, if there is one."""
    return (_export if member(request).is_guest else reauthentication_required(_export))(request)


def _export(request: HttpRequest) -> HttpResponse:
    user = member(request)
    content = file_of(user)
    if content is None:
        return redirect("games:my-data")
    events.note("data-exported", request, user=user.pk)
    headers = {"Content-Disposition": 'attachment; filename="jinya.json"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


@require_POST
@reauthentication_required
def leave(request: HttpRequest) -> HttpResponse:
    """Ask to be deleted, or with ``do=stay`` take that back."""
    user = member(request)
    if user.is_child:
        raise PermissionDenied(_("The grown-up who set this account up decides that."))
    if request.POST.get("do") == "stay":
        services.stay(user)
        messages.success(request, _("Your account stays. It will not be deleted."))
    else:
        services.ask_to_leave(user, timezone.now())
        messages.success(
            request, _("Your account will be deleted in 14 days. Until then you can undo it here.")
        )
    return redirect("games:my-data")
