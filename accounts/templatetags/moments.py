"""Moments in templates: `{{ made_at|when }}`, `{{ ended_at|day }}`, `{{ made_at|exact }}`.

Those two are elements; in plain text stands `{{ ends_at|moment }}`.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone

from accounts.common import dates

register = template.Library()
register.filter("when", dates.when)
register.filter("day", dates.day)
register.filter("moment", dates.moment_text)
register.filter("iso", dates.iso_text)
register.filter("time_of_day", dates.time_text)


@register.filter
def exact(moment: datetime | None) -> str:
    """Return the exact text; "" for what has not happened."""
    return "" if moment is None else dates.exact_text(moment)


@register.simple_tag
def exact_now() -> str:
    """Return the exact text of this moment."""
    return dates.exact_text(timezone.now())
