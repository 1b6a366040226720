"""Codes of rows as staff read them."""

from __future__ import annotations

from django import template

from games.moderation.presenters import words
from games.notices.presenters.ledger import what_came_of

register = template.Library()
register.filter("came", what_came_of)
for name in ("category", "action", "ending", "game", "result", "room", "status", "verb"):
    register.filter(f"{name}_name", getattr(words, f"{name}_name"))
