"""The bots as characters: a name, a drawn face, and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Words: TypeAlias = str | Promise


@dataclass(frozen=True, slots=True)
class Character:
    """The character of a bot of one level."""

    face: str
    """The id of the drawing in `static/img/bots.svg`."""
    name: Words
    about: Words
    """Character and strength, in a sentence."""
    strength: Words = ""
    """What the name is told with wherever it stands; "" where its game says what it is."""

    @property
    def full_name(self) -> str:
        """The name with the strength, which no user's name can look like."""
        if not self.strength:
            return str(self.name)
        return gettext("%(name)s (%(strength)s)") % {"name": self.name, "strength": self.strength}


HOUSE_BOTS: Mapping[str, Character] = {
    "easy": Character(
        "tama",
        _("Tama"),
        _("A playful cat. Moves fast, likes to capture, and overlooks things."),
        _("easy bot"),
    ),
    "easy-bold": Character(
        "uribo",
        _("Uribo"),
        _("A wild young boar. Charges straight ahead, and bluffs rashly where that can be done."),
        _("easy bot"),
    ),
    "medium": Character(
        "ponta",
        _("Ponta"),
        _("A crafty tanuki. Thinks about your reply, and sets small traps."),
        _("medium bot"),
    ),
    "medium-bold": Character(
        "shishi",
        _("Shishi"),
        _("A proud lion dog. Goes for your king, and loves to bluff where that can be done."),
        _("medium bot"),
    ),
    "strong": Character(
        "kurama",
        _("Kurama"),
        _("A stern tengu. Looks far ahead and forgives few mistakes."),
        _("strong bot"),
    ),
    "strong-firm": Character(
        "genbu",
        _("Genbu"),
        _("An old tortoise. Stays at home, never bluffs, and waits for your mistake."),
        _("strong bot"),
    ),
}
"""The opponents of games that bring none of their own, by level."""
