"""The sides of one match, by seat."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Sides:
    """The names of the seats of a match; there are as many as its terms say."""

    keys: tuple[str, ...]
    """For programs: the seat's disc in a sprite, a class in styles, its eyes in addresses."""
    names: tuple[str, ...]
    """In the reader's language."""


SOUTH_AND_NORTH: dict[str, str | Promise] = {"South": _("South"), "North": _("North")}
"""The names of seats in games for two, by their names in the meta."""
