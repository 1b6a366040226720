"""What a person chooses of notices, as the form sends it."""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.preferences.forms import TimeInput
from games.notices import choices
from games.notices.choices import Rhythm
from games.notices.events import CHOSEN, EVENTS

LONGEST_WAIT = 1440
"""Minutes."""

CELLS = [(f"{event.slug}.{channel}", "") for event in EVENTS for channel in CHOSEN]


class TimesForm(forms.Form):
    """The hours in which mail and push may come, and the ticks of the matrix."""

    cells = forms.MultipleChoiceField(choices=CELLS, required=False)
    wait = forms.IntegerField(
        label=_("Wait before mailing (minutes)"),
        help_text=_("Nothing is sent if you look at it meanwhile."),
        min_value=0,
        max_value=LONGEST_WAIT,
    )
    rhythm = forms.ChoiceField(
        label=_("How often mail may come"),
        choices=Rhythm,
        required=False,
        help_text=_("Warnings of your clock come at once, whatever you choose."),
    )
    hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"),
        coerce=int,
        choices=[(hour, f"{hour}:00") for hour in range(24)],
    )
    quiet_from = forms.TimeField(label=_("From"), required=False, widget=TimeInput())
    quiet_to = forms.TimeField(label=_("Until"), required=False, widget=TimeInput())
    warn = forms.BooleanField(
        label=_("Warn me all the same when less than three hours are left on a clock"),
        required=False,
    )

    def clean(self) -> dict[str, Any] | None:
        """Refuses half a window, and one without a length."""
        cleaned = super().clean()
        if not {"quiet_from", "quiet_to"} & set(self.errors):
            begins, ends = (self.cleaned_data[name] for name in ("quiet_from", "quiet_to"))
            if (begins is None) != (ends is None):
                self.add_error("quiet_to", _("Please give both times, or none."))
            elif begins is not None and begins == ends:
                self.add_error("quiet_to", _("The two times must differ."))
        return cleaned

    @property
    def quiet(self) -> tuple[time, time] | None:
        """The quiet hours that were given."""
        begins, ends = (self.cleaned_data[name] for name in ("quiet_from", "quiet_to"))
        return (begins, ends) if begins is not None else None

    @property
    def ticked(self) -> list[tuple[str, str]]:
        """The cells that are ticked, as event and channel."""
        pairs = (cell.partition(".") for cell in self.cleaned_data["cells"])
        return [(slug, channel) for slug, _dot, channel in pairs]


def kept_times(user: User) -> dict[str, Any]:
    """Return what the form shows of a user who has sent none."""
    quiet = choices.quiet_hours(user) or (None, None)
    return {
        "wait": user.mail_wait_minutes,
        "rhythm": choices.rhythm_of(user),
        "hour": choices.digest_hour(user),
        "quiet_from": quiet[0],
        "quiet_to": quiet[1],
        "warn": choices.warns_in_quiet(user),
    }
