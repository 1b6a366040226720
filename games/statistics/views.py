"""The page of the site's numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.common.access import public_page
from games.moderation.presenters.published import present_months
from games.moderation.selectors.published import published_months
from games.statistics.presenters import present_statistics
from games.statistics.selectors import published_figures


@public_page
def statistics(request: HttpRequest) -> HttpResponse:
    """Matches and people by week, games, endings, and what moderators did last month."""
    now = timezone.now()
    context = {
        "page": present_statistics(published_figures(now)),
        "month": present_months(published_months(now))[0],
    }
    return render(request, "statistics/statistics.html", context)
