"""The moderators' view of matches by their public rows. Sealed rows are registered nowhere."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.common.admin_lists import NewestPages
from accounts.common.names import name_key
from accounts.models import User
from engines.catalogue import GAMES, meta_for
from games.common.admin import ModelAdmin, ReadOnly, TabularInline, WordedFilter
from games.match.clocks.controls import MENU
from games.match.models import Match, Player
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.endings import ending_codes, ending_name

PEOPLE_FOUND = 20
"""Of so many people whose names begin as wanted the matches are shown."""


def game_name(slug: str) -> str:
    """The game's name; its translation is that of its card, which this slice does not know."""
    return gettext(meta_for(slug).name)


def side_name(match: Match, seat: int) -> str:
    """Return the name of a seat in a match."""
    return gettext(meta_for(match.game).seats_for(match.options)[seat])


class PlayerInline(ReadOnly, TabularInline):
    """The players of the match, by seat."""

    model = Player
    fields = ("side", "user", "bot", "is_to_act", "placed_by_house", "result", "bank", "deadline")
    readonly_fields = fields
    extra = 0

    @admin.display(description=_("Side"))
    def side(self, row: Player) -> str:
        """Return the seat's name."""
        return side_name(row.match, row.seat)


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Matches by their public facts. The invitation's secret is shown to nobody."""

    list_display = ("uid", "game_name", "status", "how_it_ended", "deadline", "created_at")
    list_filter = (
        ("game", WordedFilter.by(game_name, _("game"), [meta.slug for meta in GAMES])),
        "status",
        ("ended_how", WordedFilter.by(ending_name, _("ended by"), ending_codes())),
        ("time_control", WordedFilter.by(terms_sentence, _("time control"), [*MENU])),
    )
    search_fields = ("uid__exact",)
    inlines = (PlayerInline,)
    fields = (
        "uid",
        "game_name",
        "rules_version",
        "options",
        "time",
        "status",
        "created_at",
        "started_at",
        "ended_at",
        "how_it_ended",
        "plies",
        "deadline",
        "is_setting_up",
        "draw_offered",
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Return the match of that address, or those of the people whose names begin so."""
        found, _is_doubled = super().get_search_results(request, queryset, search_term)
        key = name_key(search_term)
        if not key or found.exists():
            return found, False
        people = User.objects.filter(name_key__startswith=key).order_by("name_key")[:PEOPLE_FOUND]
        seats = Player.objects.filter(user__in=list(people.values_list("pk", flat=True)))
        newest = seats.order_by("-match_id").values_list("match_id", flat=True)
        return queryset.filter(pk__in=set(newest[: NewestPages.MOST])), False

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, row: Match) -> str:
        """Return what is played, by its name."""
        return game_name(row.game)

    @admin.display(description=_("ended by"), ordering="ended_how", empty_value="–")
    def how_it_ended(self, row: Match) -> str | None:
        """Return the rule or the action that ended it, in words."""
        return ending_name(row.ended_how) or None

    @admin.display(description=_("time control"))
    def time(self, row: Match) -> str:
        """Return what its clocks give, in words."""
        return terms_sentence(row.time_control)

    @admin.display(description=_("draw offered by"), empty_value="–")
    def draw_offered(self, row: Match) -> str | None:
        """The side whose offer of a draw stands."""
        return None if row.draw_offered_by is None else side_name(row, row.draw_offered_by)
