"""A tournament, as its form asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import OWN, OWN_FIXED, GameForm
from games.lobby.services.seeks import HIGHEST
from games.match.clocks import controls
from games.match.presenters.clocktext import terms_sentence
from games.match.terms.opening import Terms
from games.tournaments.services.clubmatches import BOARDS, ClubMatchRequest
from games.tournaments.services.entering import OPEN_FOR, SIZES, TournamentRequest

if TYPE_CHECKING:
    from games.clubs.models import Club

MOMENT = "%Y-%m-%dT%H:%M"


class EventForm(GameForm):
    """The terms of all matches of an event, and the time they begin."""

    time = forms.ChoiceField(label=_("Time"))
    rated = forms.ChoiceField(
        label=_("Match type"), choices=[("yes", _("Rated")), ("no", _("Casual"))], initial="yes"
    )
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        input_formats=[MOMENT],
        widget=forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"}),
    )
    time_hint = _("The same clock for every match. Nobody can pause a match or give time.")

    def clean_starts_at(self) -> datetime | None:
        """Refuses what is past or too far away."""
        starts: datetime | None = self.cleaned_data["starts_at"]
        now = timezone.now()
        if starts is not None and not now < starts < now + OPEN_FOR:
            raise ValidationError(
                _("Choose a start in the next %(days)d days."), "start", {"days": OPEN_FOR.days}
            )
        return starts

    def _offer_times(self) -> None:
        """Over days alone: all matches are played at the same time."""
        slow = [(control.slug, terms_sentence(control.slug)) for control in controls.OVER_DAYS]
        own = [(OWN, _("Bank + bonus per move")), (OWN_FIXED, _("Fixed time per move"))]
        named = [(str(_("Over days")), slow)]
        named.append((str(_("Your own clock")), [(kind, str(name)) for kind, name in own]))
        self.offer("time", named)
        self.fields["time"].help_text = self.time_hint
        self.fields["time"].initial = controls.RELAXED.slug

    @property
    def terms(self) -> Terms:
        """The terms of each match, of a valid form."""
        data = self.cleaned_data
        return Terms(
            game=data["game"],
            time_control=self.time_control,
            side=0,
            key=data["key"],
            options=self.options,
            rated=data["rated"] == "yes",
        )


class ClubMatchForm(EventForm):
    """An officer's request to another club."""

    against = forms.CharField(label=_("The other club"), max_length=80)
    boards = forms.TypedChoiceField(
        label=_("Boards"),
        coerce=int,
        choices=[(str(number), str(number)) for number in BOARDS],
        initial=4,
    )

    def asked(self, club: str) -> ClubMatchRequest:
        """Return what a valid form asks for, for the club of that id."""
        data = self.cleaned_data
        starts: datetime | None = data["starts_at"]
        return ClubMatchRequest(club, data["against"], self.terms, data["boards"], starts)


class TournamentForm(EventForm):
    """The card of a round robin: all of it is fixed once it is made."""

    name = forms.CharField(label=_("Name"), max_length=60)
    size = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(str(size), str(size)) for size in SIZES],
        initial=4,
    )
    entry = forms.ChoiceField(label=_("Who can enter"))
    low = forms.IntegerField(label=_("Rating from"), required=False, min_value=0, max_value=HIGHEST)
    high = forms.IntegerField(
        label=_("Rating up to"), required=False, min_value=0, max_value=HIGHEST
    )
    takes_bots = forms.BooleanField(label=_("Bots take what places are left"), required=False)
    club_choice = "club-"

    def __init__(self, *args: Any, clubs: Iterable[Club] = (), **kwargs: Any) -> None:
        """An officer can make it for the members of one of those *clubs*."""
        super().__init__(*args, **kwargs)
        own = [
            (f"{self.club_choice}{one.uid}", _("Members of %(club)s") % {"club": one.name})
            for one in clubs
        ]
        anyone = [("anyone", _("Anyone")), ("link", _("Who has the link"))]
        self.offer("entry", [*anyone, *own])

    @classmethod
    def for_club(cls, asked: Mapping[str, str], clubs: Iterable[Club]) -> dict[str, object]:
        """Return what a link to the form chooses that names one of the *clubs*."""
        is_own = asked.get("club") in {one.uid for one in clubs}
        return {"entry": f"{cls.club_choice}{asked['club']}"} if is_own else {}

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
    def _is_for_club(self) -> bool:
        return bool(self.cleaned_data["entry"].startswith(self.club_choice))

    @property
    def asked(self) -> TournamentRequest:
        """The request of a valid form."""
        data = self.cleaned_data
        starts: datetime | None = data["starts_at"]
        club = data["entry"].removeprefix(self.club_choice) if self._is_for_club else ""
        return TournamentRequest(
            name=data["name"],
            terms=self.terms,
            size=data["size"],
            low=data["low"],
            high=data["high"],
            by_link=data["entry"] == "link",
            club=club,
            takes_bots=data["takes_bots"],
            starts_at=starts,
        )
