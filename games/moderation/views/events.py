"""Staff's side of events: hints that come before all others, as a result here is a place."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.moderation.presenters.events import present_given_away, present_hint
from games.moderation.selectors.events import given_away, linked_in_events, signs_of
from games.moderation.views.staff import need, shown


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Accounts in one event that share something, and matches given up after a few plies."""
    actor, now = need(request, "sanction"), timezone.now()
    linked = linked_in_events(actor, now)
    context = {
        "title": _("Events: what to look at"),
        "hints": [*map(present_hint, linked, signs_of(linked, now))],
        "given": [present_given_away(match) for match in given_away(actor, now)],
    }
    return shown(request, "events", context)
