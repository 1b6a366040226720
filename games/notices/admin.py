"""The moderators' view of notices and their deliveries."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.common.admin import ModelAdmin, ReadOnly
from games.match.selectors import matches_of
from games.notices.models import Delivery, Notice


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    """What was told to whom, and when it was read."""

    list_display = ("user", "kind", "match", "made_at", "read_at")
    list_filter = ("kind",)
    search_fields = ("=user__name", "=match__uid")
    fields = ("user", "kind", "match", "made_at", "read_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """All but those of one's opponents, and what the moderators answered others.

        When a notice was read tells when somebody looked, and an answer tells who has reported.
        """
        own = matches_of(request.user.pk or 0)
        rows: QuerySet[Notice] = super().get_queryset(request)
        return rows.exclude(~Q(user=request.user.pk), Q(match__in=own) | Q(kind__in=Notice.ANSWERS))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, ModelAdmin):
    """The delivery ledger."""

    list_display = (
        *("notice", "channel", "due_at", "attempts", "settled_at", "outcome", "detail"),
    )
    list_filter = ("channel", "outcome")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """All but those to one's opponents: a mail not needed tells when somebody looked."""
        own = matches_of(request.user.pk or 0)
        rows: QuerySet[Delivery] = super().get_queryset(request)
        return rows.exclude(~Q(notice__user=request.user.pk), notice__match__in=own)
