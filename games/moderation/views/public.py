"""What everybody may read of the moderators' work."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import public_page
from games.moderation.presenters.published import present_months
from games.moderation.selectors.published import published_months


@public_page
def fair_play(request: HttpRequest) -> HttpResponse:
    """Answer with what is expected of players, what happens otherwise, and how often it did."""
    months = present_months(published_months(timezone.now()))
    context = {"months": months, "reports_url": reverse("games:reports")}
    return render(request, "moderation/fair_play.html", context)
