"""Where staff write news: one item with its text in each language."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.common.admin_lists import LongList
from accounts.common.admin_lookups import OfferedLookups
from games.common.admin import ModelAdmin, TabularInline
from games.news.models import NewsItem, NewsText
from games.news.services import show_anew


class Texts(TabularInline):
    """The text of an item, a line a language; whoever may write items may write it."""

    model = NewsText
    extra, min_num, max_num = 0, 1, len(settings.LANGUAGES)

    def get_formset(self, request: HttpRequest, obj: Any = None, **more: Any) -> Any:
        """Return the form, which insists on one text."""
        return super().get_formset(request, obj, validate_min=True, **more)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the user may change items."""
        return request.user.has_perm("news.change_newsitem")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the user may change items."""
        return request.user.has_perm("news.change_newsitem")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the user may change items."""
        return request.user.has_perm("news.change_newsitem")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether the user may look at items."""
        return request.user.has_perm("news.view_newsitem")


@admin.register(NewsItem)
class NewsAdmin(LongList, OfferedLookups, ModelAdmin):
    """Site news, the newest first."""

    list_display = ("title", "languages", "shown_at")
    inlines = (Texts,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With their texts."""
        texts = Prefetch("texts", NewsText.objects.order_by("pk"))
        return super().get_queryset(request).prefetch_related(texts)

    @admin.display(description=_("title"))
    def title(self, item: NewsItem) -> str:
        """Return its first title."""
        return next((text.title for text in item.texts.all()), "–")

    @admin.display(description=_("languages"))
    def languages(self, item: NewsItem) -> str:
        """Return the codes of those it is written in."""
        return " ".join(sorted(text.language for text in item.texts.all())) or "–"

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the texts; then everybody reads them."""
        super().save_related(request, form, formsets, change)
        transaction.on_commit(show_anew)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete it; then nobody reads it."""
        super().delete_model(request, obj)
        transaction.on_commit(show_anew)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several; then nobody reads them."""
        super().delete_queryset(request, queryset)
        transaction.on_commit(show_anew)
