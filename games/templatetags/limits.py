"""What keeps the reader of a page from writing or beginning, where they would write or begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.rights import Verb
from games.moderation.presenters.own import sanction_lines
from games.moderation.selectors.own import own_limit

if TYPE_CHECKING:
    from games.moderation.presenters.own import SanctionLine

register = template.Library()


@register.simple_tag(takes_context=True)
def limit_on(context: template.RequestContext, *verbs: str) -> SanctionLine | None:
    """The limit that keeps the reader from the first of *verbs* (`rights.Verb`) it forbids."""
    user = context["request"].user
    if not isinstance(user, User):
        return None
    limit = own_limit(user, map(Verb, verbs), timezone.now())
    return sanction_lines([limit])[0] if limit else None
