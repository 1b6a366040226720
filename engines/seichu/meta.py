"""What the lobby and the page of the set-up need to know of Seichu Shogi."""

from __future__ import annotations

from dataclasses import replace

from engines.core.engine import GameMeta
from engines.core.placing import Army, Placing

NOTHING_PLACED = "4/4/4/4/4/4/4 -/- -"
"""The text of the usual start."""

_LESSER = {
    "lance": "KRBGSNPP",
    "bishop": "KRGSNLPP",
    "rook": "KBGSNLPP",
    "rook-and-bishop": "KGSNLPPP",
}
"""What seat 0 has with each handicap: no more than it places, so that nothing is left in hand."""

_USUAL = Placing(
    pieces="KRBGSNLPP",
    ranks=(
        tuple(tuple(file + rank for file in "abcd") for rank in "21"),
        tuple(tuple(file + rank for file in "dcba") for rank in "67"),
    ),
    armies=(
        Army(
            "fortress",
            "GSPRKLNP",
            lesser={_LESSER["rook-and-bishop"]: "GPPPKSLN"},
        ),
        Army(
            "spearhead",
            "LGPSRKBN",
            lesser={
                _LESSER["bishop"]: "LGPSRKNP",
                _LESSER["rook-and-bishop"]: "LGPSPKNP",
            },
        ),
        Army(
            "runner",
            "PGRNLKBP",
        ),
    ),
    separator="/",
    on_board="K",
)

ARMIES_WRITTEN = {name: f"{pieces}/{_USUAL.pieces.lower()}" for name, pieces in _LESSER.items()}
"""What both sides place with each handicap, as the text of a position has it."""

HANDICAPS = {name: f"{NOTHING_PLACED} {written}" for name, written in ARMIES_WRITTEN.items()}

PLACING = replace(_USUAL, lesser={HANDICAPS[name]: _LESSER[name] for name in _LESSER})

META = GameMeta(
    slug="seichu",
    name="Seichu Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("KRBGSNLP"),
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    placing=PLACING,
    handicaps=HANDICAPS,
)
