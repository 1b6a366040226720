"""Site news: what staff tell everybody, in each language that somebody has written."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class NewsItem(models.Model):
    """One piece of news; who wrote it stands in the log of the admin site."""

    shown_at = models.DateTimeField(
        default=timezone.now,
        verbose_name=_("shown from"),
        help_text=_("Before that nobody reads it."),
    )

    class Meta:
        verbose_name = _("news item")
        verbose_name_plural = _("news of the house")
        indexes = [models.Index(fields=["-shown_at"], name="news_by_age")]

    def __str__(self) -> str:
        return f"news {self.pk}"


class NewsText(models.Model):
    """The text of an item in one language."""

    item = models.ForeignKey(NewsItem, models.CASCADE, related_name="texts")
    language = models.CharField(
        max_length=10, choices=settings.LANGUAGES, verbose_name=_("language")
    )
    title = models.CharField(max_length=100, verbose_name=_("title"))
    text = models.TextField(max_length=4000, verbose_name=_("text"))

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["item", "language"], name="one_text_per_language"),
        ]

    def __str__(self) -> str:
        return self.title
