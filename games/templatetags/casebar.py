"""The bar of a case: what a member of staff can do with a report that they hold, wherever they look
at the people it is about."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import template

from accounts.models import User
from games.match.selectors import match_by_uid, players_of
from games.moderation.categories import CANNED
from games.moderation.models import Report
from games.moderation.selectors.desk import held_reports

register = template.Library()


@register.inclusion_tag("moderation/admin/casebar.html", takes_context=True)
def case_bar(context: template.RequestContext, people: Collection[int]) -> dict[str, Any]:
    """The bar of each report about one of *people*, given by key, that the reader holds."""
    return _bar(context, people)


@register.inclusion_tag("moderation/admin/casebar.html", takes_context=True)
def case_bar_of_match(context: template.RequestContext, uid: str) -> dict[str, Any]:
    """The same of the people who play match *uid*; for all but staff no question is asked."""
    if not _works(context):
        return {"reports": ()}
    players = players_of(match_by_uid(uid))
    return _bar(context, [player.user_id for player in players if player.user_id is not None])


def _works(context: template.RequestContext) -> bool:
    user = context["request"].user
    return isinstance(user, User) and user.is_staff and user.has_perm("moderation.work_reports")


def _bar(context: template.RequestContext, people: Collection[int]) -> dict[str, Any]:
    request = context["request"]
    found = held_reports(request.user, people) if people and _works(context) else ()
    return {
        "reports": found,
        "back": request.path,
        "canned": [(key, texts[0]) for key, texts in CANNED.items()],
        "outcomes": Report.Outcome.choices,
        "csrf_token": context.get("csrf_token"),
    }
