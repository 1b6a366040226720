"""The bar of a case: what a member of staff can do with a report that they hold, wherever they look
at the people it is about."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import template

from accounts.models import User
from games.match.reading.selectors import match_by_uid, players_of
from games.moderation.presenters.cases import present_cases

register = template.Library()


@register.inclusion_tag("moderation/admin/casebar.html", takes_context=True)
def case_bar(context: template.RequestContext, people: Collection[int]) -> dict[str, Any]:
    """The bar of each report about one of *people*, given by key, that the reader holds."""
    actor = _staff_of(context)
    return _bar(context, actor, people) if actor else {"reports": ()}


@register.inclusion_tag("moderation/admin/casebar.html", takes_context=True)
def case_bar_of_match(context: template.RequestContext, uid: str) -> dict[str, Any]:
    """The same of the people who play match *uid*; for all but staff no question is asked."""
    actor = _staff_of(context)
    if actor is None:
        return {"reports": ()}
    players = players_of(match_by_uid(uid))
    people = [player.user_id for player in players if player.user_id is not None]
    return _bar(context, actor, people)


def _staff_of(context: template.RequestContext) -> User | None:
    """The reader, if they work on reports."""
    user = context["request"].user
    is_staff = isinstance(user, User) and user.is_staff
    return user if is_staff and user.has_perm("moderation.work_reports") else None


def _bar(context: template.RequestContext, actor: User, people: Collection[int]) -> dict[str, Any]:
    shown = {"back": context["request"].path, "csrf_token": context.get("csrf_token")}
    return {**present_cases(actor, people), **shown, "perms": context.get("perms")}
