"""The moderators' rooms behind the door of the admin site, and the log, which nobody changes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.common.admin import ModelAdmin, ReadOnly, WordedFilter
from games.moderation.models import Appeal, Consent, ModAction, Report
from games.moderation.presenters.staff import changes_of
from games.moderation.presenters.words import verb_name
from games.moderation.views import barriers, clubs, events, staff


@admin.register(Report)
class ReportAdmin(ReadOnly, ModelAdmin):
    """The queue in place of a list; around it everything moderators work with."""

    search_fields = ()

    def get_urls(self) -> list[URLPattern]:
        guard = self.admin_site.admin_view
        own = [
            path("next/", guard(staff.next_report), name="moderation_next"),
            path("site/", guard(staff.site), name="moderation_site"),
            path("events/", guard(events.events), name="moderation_events"),
            path("clubs/", guard(clubs.clubs), name="moderation_clubs"),
            path("barriers/", guard(barriers.waiting), name="moderation_barriers"),
            path("match/<slug:uid>/", guard(staff.match), name="moderation_match"),
            path("match/<slug:uid>/rule/", guard(staff.rule), name="moderation_rule"),
            path("match/<slug:uid>/verify/", guard(staff.verify), name="moderation_verify"),
            path("match/<slug:uid>/inquiry/", guard(staff.inquiry), name="moderation_inquiry"),
            path("match/<slug:uid>/consent/", guard(staff.consent), name="moderation_consent"),
            path("match/<slug:uid>/reveal/", guard(staff.reveal), name="moderation_reveal"),
            path("line/<int:pk>/hide/", guard(staff.hide_line), name="moderation_hide"),
            path("person/<int:pk>/", guard(staff.person), name="moderation_person"),
            path("<int:pk>/work/", guard(staff.work), name="moderation_work"),
        ]
        return [*own, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, *_more: Any) -> HttpResponse:
        return staff.queue(request)

    def change_view(self, request: HttpRequest, object_id: str, *_more: Any) -> HttpResponse:
        return staff.report(request, staff.number(object_id))


@admin.register(Appeal)
class AppealAdmin(ReadOnly, ModelAdmin):
    """Appeals; each is answered on its own page."""

    list_display = ("who", "limit", "ground", "made_at", "answered_at", "outcome")
    list_filter = ("outcome",)
    list_select_related = ("sanction__user",)

    @admin.display(description=_("person"), ordering="sanction__user__name")
    def who(self, row: Appeal) -> str:
        """Return who appeals."""
        return row.sanction.user.name

    @admin.display(description=_("limit"), ordering="sanction__kind")
    def limit(self, row: Appeal) -> str:
        """Return what is appealed against, in words."""
        return row.sanction.get_kind_display()

    def change_view(self, request: HttpRequest, object_id: str, *_more: Any) -> HttpResponse:
        return staff.appeal(request, staff.number(object_id))


@admin.register(ModAction)
class ModActionAdmin(ReadOnly, ModelAdmin):
    """The audit log."""

    list_display = ("made_at", "actor", "what", "person", "match", "reason")
    list_filter = (("verb", WordedFilter.by(verb_name, _("what"))), "reason")
    search_fields = ("=actor__name", "=person__name", "=match__uid")
    date_hierarchy = "made_at"
    list_select_related = ("actor", "person", "match")
    fields = (
        *("made_at", "actor", "what", "person", "match", "report"),
        *("changes", "reason", "note"),
    )

    @admin.display(description=_("what"), ordering="verb")
    def what(self, row: ModAction) -> str:
        """Return the action in words."""
        return verb_name(row.verb)

    @admin.display(description=_("before → after"), empty_value="–")
    def changes(self, row: ModAction) -> str | None:
        """Return what the action changed, line by line."""
        lines = changes_of(row.match, row.before, row.after)
        worded = ((name, old or "–", new or "–") for name, old, new in lines)
        return format_html_join(SafeString("<br>"), "{}: {} → {}", worded) or None


@admin.register(Consent)
class ConsentAdmin(ReadOnly, ModelAdmin):
    """The second approvals: who asked, who approved, and when they were used and told."""

    list_display = ("match", "action", "asked_by", "asked_at", "approved_by", "used_at")
    list_filter = ("action",)
    list_select_related = ("match", "asked_by", "approved_by")
    fields = (
        *("match", "action", "asked_by", "reason", "asked_at"),
        *("approved_by", "approved_at", "used_at", "disclosed_at"),
    )
