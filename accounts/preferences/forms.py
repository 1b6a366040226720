"""The settings of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.common import zones
from accounts.models import User
from accounts.preferences.time_off import is_night

if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm


class ZoneField(forms.CharField):
    """A time zone, chosen from the list or typed; its value is the key of the zone."""

    def prepare_value(self, value: Any) -> Any:
        return zones.zone_text(value) if zones.is_zone(value or "") else value

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        if not text:
            return ""
        try:
            return zones.zone_called(text)
        except zones.NoSuchZone as error:
            raise ValidationError(_no_such_zone(text, error.like), "time_zone") from error


def _no_such_zone(text: str, like: tuple[str, ...]) -> str:
    if like:
        some = _("Several time zones fit, for example: %(zones)s. Please choose one.")
        return some % {"zones": "; ".join(like)}
    none = _("No time zone is called “%(text)s”. Please type a city and choose from the list.")
    return none % {"text": text[: zones.LONGEST_TYPED]}


class TimeInput(forms.TimeInput):
    """A time of the day, to the minute."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class SettingsForm(UserModelForm):
    time_zone = ZoneField(
        label=_("Time zone"),
        help_text=_("Type a city, then choose."),
        widget=forms.TextInput(attrs={"list": "zones"}),
    )
    night_from = forms.TimeField(label=_("From"), required=False, widget=TimeInput())
    night_to = forms.TimeField(label=_("Until"), required=False, widget=TimeInput())

    confirm_live = forms.BooleanField(label=_("Confirm each move in live matches"), required=False)
    steps_through = forms.BooleanField(
        label=_("Show what happened since my last move"), required=False
    )

    plays_forced = forms.BooleanField(
        label=_("Play my move when there is only one"),
        help_text=_("Over days, where nothing is hidden; within a minute, and never in check."),
        required=False,
    )

    meets_bots = forms.BooleanField(
        label=_("Bot accounts may play rated matches with me, and take my seeks"), required=False
    )

    gives_puzzles = forms.BooleanField(
        label=_("Let my matches become puzzles"),
        help_text=_("Finished ones, without names."),
        required=False,
    )

    no_talk = forms.BooleanField(label=_("No chat"), required=False)

    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "night_from", "night_to"),
            *("theme", "piece_set", "confirm_moves", "confirm_live", "steps_through"),
            *("plays_forced", "meets_bots", "gives_puzzles", "no_talk"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["confirm_moves"].label = _("Confirm each move in matches over days")
        self.initial["confirm_live"] = self.instance.confirms_live
        self.initial["steps_through"] = self.instance.wants_steps
        self.initial["plays_forced"] = bool(self.instance.plays_forced)
        self.initial["no_talk"] = self.instance.is_quiet
        self.fields["no_talk"].disabled = self.instance.is_child
        self.initial["gives_puzzles"] = self.instance.gives_puzzles is not False

    def clean(self) -> dict[str, Any] | None:
        """Refuses half a night, and one that is too long."""
        cleaned = super().clean()
        if not {"night_from", "night_to"} & set(self.errors):
            begins, ends = (self.cleaned_data[name] for name in ("night_from", "night_to"))
            if (begins is None) != (ends is None):
                self.add_error("night_to", _("Please give both ends of your night, or none."))
            elif begins is not None and not is_night(begins, ends):
                self.add_error("night_to", _("A night lasts nine hours at most."))
        return cleaned

    def zones(self) -> SafeString:
        """Return the options of the list."""
        return zones.zone_options()
