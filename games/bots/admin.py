"""The moderators' view of the turns that bots owe."""

from __future__ import annotations

from django.contrib import admin

from games.bots.models import BotTurn
from games.common.admin import ModelAdmin, ReadOnly


@admin.register(BotTurn)
class BotTurnAdmin(ReadOnly, ModelAdmin):
    """Turns that bots owe right now."""

    list_display = ("match", "seat", "due_at", "attempts", "set_aside_in")
    fields = list_display
