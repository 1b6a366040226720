"""The moderators' view of notices and their deliveries."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.common.names import name_key
from games.common.admin import ModelAdmin, ReadOnly, WordedFilter
from games.match.reading.selectors import matches_of
from games.notices.events import LABELS, Channel
from games.notices.models import Delivery, Notice
from games.notices.presenters.ledger import what_came_of


def _channel(code: str) -> str:
    """Return the channel as people call it."""
    return str(Channel(code).label)


@admin.register(Notice)
class NoticeAdmin(ReadOnly, ModelAdmin):
    """Notices: the reader, the text, and when it was read."""

    list_display = ("user", "kind_name", "match", "made_at", "read_at", "came")
    list_filter = ("kind",)
    list_select_related = ("user", "match")
    search_fields = ("match__uid__exact",)
    fields = ("user", "kind", "match", "made_at", "read_at", "came")

    @admin.display(description=_("kind"), ordering="kind")
    def kind_name(self, notice: Notice) -> str:
        """Return what it tells of. (Django would put all kinds into words to name the one.)"""
        return str(LABELS.get(notice.kind, notice.kind))

    @admin.display(description=pgettext_lazy("deliveries", "What came of it"))
    def came(self, notice: Notice) -> str:
        """Return what its reader finds in their ledger."""
        return what_came_of(notice)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Notice], search_term: str
    ) -> tuple[QuerySet[Notice], bool]:
        """Return those about the match of that address, or else of the person of that name."""
        found, _is_doubled = super().get_search_results(request, queryset, search_term)
        key = name_key(search_term)
        return (found if not key or found.exists() else queryset.filter(user__name_key=key)), False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Return all but those of one's opponents, and what the moderators answered others.

        When a notice was read tells when somebody looked, and an answer tells who has reported.
        """
        own = matches_of(request.user.pk or 0)
        rows: QuerySet[Notice] = super().get_queryset(request).prefetch_related("deliveries")
        return rows.exclude(~Q(user=request.user.pk), Q(match__in=own) | Q(kind__in=Notice.ANSWERS))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, ModelAdmin):
    """The delivery ledger."""

    list_display = (*("notice", "channel", "due_at", "attempts", "settled_at", "outcome", "came"),)
    list_select_related = ("notice__user", "notice__match")
    list_filter = (("channel", WordedFilter.by(_channel, _("channel"), [*Channel])), "outcome")
    fields = list_display

    @admin.display(description=pgettext_lazy("deliveries", "What came of it"))
    def came(self, delivery: Delivery) -> str:
        """Return the line of its notice in the reader's ledger, which tells of all channels."""
        return what_came_of(delivery.notice)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Return all but those to one's opponents: a mail not needed tells when somebody looked.

        Nor what the moderators answered others: that tells who has reported.
        """
        # by their keys: with a subquery PostgreSQL prefers to join all the rows there are
        own = list(matches_of(request.user.pk or 0).values_list("pk", flat=True))
        rows: QuerySet[Delivery] = super().get_queryset(request)
        rows = rows.prefetch_related("notice__deliveries")
        of_others = Q(notice__match__in=own) | Q(notice__kind__in=Notice.ANSWERS)
        return rows.exclude(~Q(notice__user=request.user.pk), of_others)
