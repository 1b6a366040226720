"""The moderators' view of matches by their public rows. Sealed rows are registered nowhere."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engines.catalogue import meta_for
from games.common.admin import ModelAdmin, ReadOnly, TabularInline, WordedFilter
from games.match.models import Match, Player
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.endings import ending_name


def game_name(slug: str) -> str:
    """The game's name; its translation is that of its card, which this slice does not know."""
    return gettext(meta_for(slug).name)


class PlayerInline(ReadOnly, TabularInline):
    """Who sits where."""

    model = Player
    fields = ("seat", "user", "bot", "is_to_act", "placed_by_house", "result", "bank", "deadline")
    readonly_fields = fields
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Matches by their public facts. The invitation's secret is shown to nobody."""

    list_display = ("uid", "game_name", "status", "how_it_ended", "deadline", "created_at")
    list_filter = (
        ("game", WordedFilter.by(game_name, _("game"))),
        "status",
        ("ended_how", WordedFilter.by(ending_name, _("ended by"))),
        ("time_control", WordedFilter.by(terms_sentence, _("time control"))),
    )
    search_fields = ("=uid", "players__user__name")
    date_hierarchy = "created_at"
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
        "draw_offered_by",
    )

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, row: Match) -> str:
        """What is played, by its name."""
        return game_name(row.game)

    @admin.display(description=_("ended by"), ordering="ended_how", empty_value="–")
    def how_it_ended(self, row: Match) -> str | None:
        """The rule or the action that ended it, in words."""
        return ending_name(row.ended_how) or None

    @admin.display(description=_("time control"))
    def time(self, row: Match) -> str:
        """What its clocks give, in words."""
        return terms_sentence(row.time_control)
