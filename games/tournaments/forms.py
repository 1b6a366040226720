"""A tournament, as its form asks for it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import OWN, OWN_FIXED, GameForm
from games.lobby.services.seeks import HIGHEST
from games.match import clocks
from games.match.opening import Terms
from games.match.presenters.clocktext import terms_sentence
from games.tournaments.services.entering import SIZES, TournamentRequest

MOMENT = "%Y-%m-%dT%H:%M"


class TournamentForm(GameForm):
    """The card of a round robin: all of it is fixed once it is made."""

    name = forms.CharField(label=_("Name"), max_length=60)
    time = forms.ChoiceField(label=_("Time"))
    size = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(str(size), str(size)) for size in SIZES],
        initial=4,
    )
    rated = forms.ChoiceField(
        label=_("Match type"), choices=[("yes", _("Rated")), ("no", _("Casual"))], initial="yes"
    )
    entry = forms.ChoiceField(
        label=_("Who can enter"),
        choices=[("anyone", _("Anyone")), ("link", _("Who has the link"))],
        initial="anyone",
    )
    low = forms.IntegerField(label=_("Rating from"), required=False, min_value=0, max_value=HIGHEST)
    high = forms.IntegerField(
        label=_("Rating up to"), required=False, min_value=0, max_value=HIGHEST
    )
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        input_formats=[MOMENT],
        widget=forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"}),
    )
    takes_bots = forms.BooleanField(label=_("Bots take what places are left"), required=False)
    time_hint = _("The same clock for every match. Nobody can pause a match or give time.")

    def _offer_times(self) -> None:
        """Over days alone: all matches are played at the same time."""
        slow = [(control.slug, terms_sentence(control.slug)) for control in clocks.OVER_DAYS]
        own = [(OWN, _("Bank + bonus per move")), (OWN_FIXED, _("Fixed time per move"))]
        named = [(str(_("Over days")), slow)]
        named.append((str(_("Your own clock")), [(kind, str(name)) for kind, name in own]))
        self.offer("time", named)
        self.fields["time"].help_text = self.time_hint
        self.fields["time"].initial = clocks.RELAXED.slug

    def clean(self) -> dict[str, Any] | None:
        """Refuses bots where ratings are at stake, and a range that is upside down."""
        cleaned = super().clean()
        data = self.cleaned_data
        if data.get("takes_bots") and data.get("rated") == "yes":
            self.add_error("takes_bots", _("Bots play casual tournaments only."))
        low, high = data.get("low"), data.get("high")
        if low is not None and high is not None and low > high:
            self.add_error("high", _("The second number must be the higher one."))
        return cleaned

    @property
    def asked(self) -> TournamentRequest:
        """What a valid form asks for."""
        data = self.cleaned_data
        starts: datetime | None = data["starts_at"]
        return TournamentRequest(
            name=data["name"],
            terms=Terms(
                game=data["game"],
                time_control=self.time_control,
                side=0,
                key=data["key"],
                options=self.options,
                rated=data["rated"] == "yes",
            ),
            size=data["size"],
            low=data["low"],
            high=data["high"],
            by_link=data["entry"] == "link",
            takes_bots=data["takes_bots"],
            starts_at=starts,
        )
