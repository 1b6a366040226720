"""The moderators' view of matches by their public rows. Sealed rows are registered nowhere."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from games.common.admin import ModelAdmin, ReadOnly, TabularInline
from games.match.models import Match, Player


class PlayerInline(ReadOnly, TabularInline):
    """Who sits where."""

    model = Player
    fields = ("seat", "user", "bot", "is_to_act", "placed_by_house", "result", "bank", "deadline")
    readonly_fields = fields
    extra = 0


class HowEnded(admin.AllValuesFieldListFilter):
    """By the reason of the end; matches without one are named, too."""

    def choices(self, changelist: Any) -> Any:
        """What is offered to choose from."""
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "-"}


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Matches by their public facts. The invitation's secret is shown to nobody."""

    list_display = ("uid", "game", "status", "ended_how", "deadline", "created_at")
    list_filter = ("game", "status", ("ended_how", HowEnded), "time_control")
    search_fields = ("=uid", "players__user__name")
    date_hierarchy = "created_at"
    inlines = (PlayerInline,)
    fields = (
        "uid",
        "game",
        "rules_version",
        "options",
        "time_control",
        "status",
        "created_at",
        "started_at",
        "ended_at",
        "ended_how",
        "plies",
        "deadline",
        "is_setting_up",
        "draw_offered_by",
    )
