"""What leaves a match, field by field: who is told, and when. Whatever is not listed may not leave.

Each game lists its own releases in its ``manifest`` module. A leak test
compares two worlds that a viewer cannot tell apart: up to the first release
that concerns the viewer they must agree in every byte.
"""

from __future__ import annotations

from dataclasses import dataclass

EVERYBODY = "everybody"
"""Both seats, bystanders, and whoever may read the public record."""
OWNER = "owner"
"""The seat whose piece, hand or set-up it is, and no other."""

AT_ONCE = "at-once"
"""With the event itself."""
ALWAYS = "always"
"""In every view, from the start of the match on."""
AFTER_THE_END = "after-the-end"
"""In every view once there is an outcome, and never before."""


@dataclass(frozen=True, slots=True)
class Release:
    """Fields that someone is told: of an event, or of a view (`event` is then ``"view"``).

    A field inside a list is written ``list[].field``.
    """

    event: str
    fields: tuple[str, ...]
    to: str
    when: str
