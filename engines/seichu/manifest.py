"""What leaves a match of Seichu: `RELEASES` by its events, `VIEW` by what a viewer sees."""

from __future__ import annotations

from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER, Release

KINGLESS = "kingless"
"""The seat whose king was just taken."""

ONCE_TAKEN = "once-taken"
"""In every view from the capture of the piece on."""
WHILE_ASKED = "while-asked"
"""In views while the defeat check is open."""

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
