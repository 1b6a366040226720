"""What leaves a match, field by field: who is told, and when. Whatever is not listed may not leave.

A leak test compares two worlds that a viewer cannot tell apart: up to the
first line below that concerns the viewer they must agree in every byte.
"""

from __future__ import annotations

from dataclasses import dataclass

EVERYBODY = "everybody"
"""Both seats, bystanders, and whoever may read the public record."""
OWNER = "owner"
"""The seat whose piece, hand or set-up it is, and no other."""
KINGLESS = "kingless"
"""The seat whose king was just taken."""

AT_ONCE = "at-once"
"""With the event itself."""
ALWAYS = "always"
"""In every view, from the start of the match on."""
ONCE_TAKEN = "once-taken"
"""In every view from the capture of the piece on."""
WHILE_ASKED = "while-asked"
"""In views while the defeat check is open."""
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


RELEASES: tuple[Release, ...] = (
    Release("setup-began", ("to_act",), EVERYBODY, AT_ONCE),
    Release("placed", ("seat",), EVERYBODY, AT_ONCE),
    Release("placed", ("setup", "hand"), OWNER, AT_ONCE),
    Release("play-began", ("to_move",), EVERYBODY, AT_ONCE),
    Release("moved", ("seat", "move"), EVERYBODY, AT_ONCE),
    Release("moved", ("kind",), OWNER, AT_ONCE),
    Release("dropped", ("seat", "move"), EVERYBODY, AT_ONCE),
    Release("dropped", ("kind",), OWNER, AT_ONCE),
    Release("captured", ("seat", "move", "taken"), EVERYBODY, AT_ONCE),
    Release("captured", ("kind",), OWNER, AT_ONCE),
    Release("tried", ("seat", "move", "kind", "taken"), EVERYBODY, AT_ONCE),
    Release("asked", ("seat", "check"), EVERYBODY, AT_ONCE),
    Release("asked", ("captor",), KINGLESS, AT_ONCE),
    Release("accepted", ("seat", "check"), EVERYBODY, AT_ONCE),
    Release("doubted", ("seat", "check", "proven"), EVERYBODY, AT_ONCE),
    Release("conceded", ("seats",), EVERYBODY, AT_ONCE),
    Release("ended", ("termination", "winners"), EVERYBODY, AT_ONCE),
    Release("revealed", ("setups", "start", "dropped", "fouls"), EVERYBODY, AT_ONCE),
)
"""The events of a match. ``kind`` is the owner's own; ``taken`` is public, as every capture is."""

_HIDDEN = ("pieces[].kind", "hands[].kinds", "setups[]", "moves[].kind")

VIEW: tuple[Release, ...] = (
    Release(
        "view",
        (
            *("phase", "asked", "seat", "ready", "to_act", "pieces", "taken", "hands", "owned"),
            *("first", "moves", "plies", "setups", "outcome", "fouls"),
            *("pieces[].square", "pieces[].piece", "pieces[].seat"),
            *("taken[].ply", "taken[].piece", "taken[].seat"),
            *("hands[].count", "outcome.termination", "outcome.winners"),
        ),
        EVERYBODY,
        ALWAYS,
    ),
    Release("view", _HIDDEN, OWNER, ALWAYS),
    Release("view", ("taken[].kind",), EVERYBODY, ONCE_TAKEN),
    Release("view", ("pieces[].kind",), KINGLESS, WHILE_ASKED),
    Release(
        "view",
        (*_HIDDEN, "fouls[].ply", "fouls[].seat", "fouls[].foul"),
        EVERYBODY,
        AFTER_THE_END,
    ),
)
"""The fields of a view. What a viewer is not told is None, in a place everybody can see; in the
text of a drop (``moves[].kind``) it is left out."""
