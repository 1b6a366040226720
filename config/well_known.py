"""/.well-known/: where to tell of a hole (RFC 9116), and where passwords are changed."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)


@login_not_required
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The operator's contact, if one is named."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": "en, ja",
        "Canonical": settings.SITE_URL + reverse("security_txt"),
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@login_not_required
@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page for a new password, whoever asks."""
    return redirect("account_change_password")
