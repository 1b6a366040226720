"""When one wants to be away, as the form sends it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_HOURS = 30 * 24
MOMENT = "%Y-%m-%dT%H:%M"


class MomentInput(forms.DateTimeInput):
    """A day and a time, in the reader's zone."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=MOMENT)


class NowForm(forms.Form):
    """A vacation that begins at once."""

    hours = forms.IntegerField(label=_("Hours"), min_value=12, max_value=MOST_HOURS, initial=24)


class PlanForm(forms.Form):
    """A vacation with dates."""

    starts = forms.DateTimeField(label=_("From"), widget=MomentInput(), input_formats=[MOMENT])
    ends = forms.DateTimeField(label=_("Until"), widget=MomentInput(), input_formats=[MOMENT])

    def clean(self) -> dict[str, Any] | None:
        """Refuses an end that is not after the start."""
        cleaned = super().clean()
        starts, ends = (self.cleaned_data.get(name) for name in ("starts", "ends"))
        if starts and ends and ends <= starts:
            self.add_error("ends", _("The end must be after the start."))
        return cleaned


def ends_after(now: datetime, hours: int) -> datetime:
    """Return the end of a vacation of that many hours."""
    return now + timedelta(hours=hours)
