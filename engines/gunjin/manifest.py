"""What leaves a match of Gunjin: `RELEASES` by its events, `VIEW` by what a viewer sees."""

from __future__ import annotations

from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER, Release

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
            *("quiet", "repetitions", "setups", "outcome", "armies"),
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
