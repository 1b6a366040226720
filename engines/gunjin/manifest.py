"""What leaves a match, field by field: who is told, and when. Whatever is not listed may not leave.

A leak test compares two worlds that a viewer cannot tell apart: up to the
first line below that concerns the viewer they must agree in every byte.
"""

from __future__ import annotations

from dataclasses import dataclass

EVERYBODY = "everybody"
"""Both seats, bystanders, and whoever may read the public record."""
OWNER = "owner"
"""The seat whose piece or set-up it is, and no other."""

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


RELEASES: tuple[Release, ...] = (
    Release("setup-began", ("to_act",), EVERYBODY, AT_ONCE),
    Release("placed", ("seat",), EVERYBODY, AT_ONCE),
    Release("placed", ("setup",), OWNER, AT_ONCE),
    Release("play-began", ("to_move",), EVERYBODY, AT_ONCE),
    Release("moved", ("seat", "move"), EVERYBODY, AT_ONCE),
    Release("moved", ("kind",), OWNER, AT_ONCE),
    Release("fought", ("seat", "move", "left"), EVERYBODY, AT_ONCE),
    Release("fought", ("kind",), OWNER, AT_ONCE),
    Release("conceded", ("seats",), EVERYBODY, AT_ONCE),
    Release("ended", ("termination", "winners"), EVERYBODY, AT_ONCE),
    Release("revealed", ("setups", "start"), EVERYBODY, AT_ONCE),
)
"""The events of a match. ``kind`` is the owner's own; a flag's battle reads like any other."""

VIEW: tuple[Release, ...] = (
    Release(
        "view",
        (
            *("phase", "seat", "ready", "to_act", "pieces", "fallen", "first", "moves"),
            *("quiet", "repetitions", "setups", "outcome"),
            *("pieces[].square", "pieces[].start", "pieces[].seat"),
            *("fallen[].ply", "fallen[].start", "fallen[].seat"),
            *("outcome.termination", "outcome.winners"),
        ),
        EVERYBODY,
        ALWAYS,
    ),
    Release("view", ("pieces[].kind", "fallen[].kind", "setups[]"), OWNER, ALWAYS),
    Release("view", ("pieces[].kind", "fallen[].kind", "setups[]"), EVERYBODY, AFTER_THE_END),
)
"""The fields of a view. What a viewer is not told is None, in a place everybody can see."""
