"""The moderators' view of the public rows. Sealed rows are registered nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.lookups import OfferedLookups
from games.models import BotTurn, Delivery, Match, Notice, Player

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnly(OfferedLookups):
    """Rows that follow from play: looked at, never edited by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes one."""
        return False


class PlayerInline(ReadOnly, TabularInline):
    """Who sits where."""

    model = Player
    fields = ("seat", "user", "bot", "is_to_act", "placed_by_house", "result", "bank", "deadline")
    readonly_fields = fields
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):
    """Matches by their public facts. The invitation's secret is shown to nobody."""

    list_display = ("uid", "game", "status", "ended_how", "deadline", "created_at")
    list_filter = ("game", "status", "ended_how", "time_control")
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


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    """What was told to whom, and when it was read."""

    list_display = ("user", "kind", "match", "made_at", "read_at")
    list_filter = ("kind",)
    search_fields = ("=user__name", "=match__uid")
    fields = ("user", "kind", "match", "made_at", "read_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """All but those of one's opponents: when they were read tells when somebody looked."""
        own = Match.objects.of_user(request.user.pk or 0)
        rows: QuerySet[Notice] = super().get_queryset(request)
        return rows.exclude(~Q(user=request.user.pk), match__in=own)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, ModelAdmin):
    """The delivery ledger."""

    list_display = ("notice", "channel", "due_at", "attempts", "settled_at", "outcome")
    list_filter = ("channel", "outcome")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """All but those to one's opponents: a mail not needed tells when somebody looked."""
        own = Match.objects.of_user(request.user.pk or 0)
        rows: QuerySet[Delivery] = super().get_queryset(request)
        return rows.exclude(~Q(notice__user=request.user.pk), notice__match__in=own)


@admin.register(BotTurn)
class BotTurnAdmin(ReadOnly, ModelAdmin):
    """Turns that bots owe right now."""

    list_display = ("match", "seat", "due_at", "attempts")
    fields = list_display
