"""What can be said with one press, in everybody's own language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PRESETS: dict[str, Promise] = {
    "hello": _("Hello! Have fun."),
    "good-game": _("Thank you for the game."),
    "well-played": _("Well played!"),
    "slow": _("Sorry, I will be slow today."),
    "back": _("I am back now."),
    "thinking": _("I need to think about this one."),
}
