"""What the lobby and the page of the set-up need to know of Seichu Shogi."""

from __future__ import annotations

from engines.core.engine import GameMeta
from engines.core.placing import Army, Placing

PLACING = Placing(
    pieces="KRBGSNLPP",
    ranks=(
        tuple(tuple(file + rank for file in "abcd") for rank in "21"),
        tuple(tuple(file + rank for file in "dcba") for rank in "67"),
    ),
    armies=(
        Army(
            "fortress",
            "Snow fort",
            "The king in the corner behind gold and silver, the bishop kept in hand: let them come,"
            " and drop it where it hurts.",
            "GSPRKLNP",
        ),
        Army(
            "spearhead",
            "Spearhead",
            "Rook and lance behind each other on the edge break through early; a pawn in hand keeps"
            " the file shut behind them.",
            "LGPSRKBN",
        ),
        Army(
            "runner",
            "Running king",
            "The king sets out for the far side at once, gold and rook beside it: who takes it for"
            " a gold lets it through to a Trial.",
            "PKGRLNBP",
        ),
    ),
    separator="/",
    on_board="K",
)

META = GameMeta(
    slug="seichu",
    name="Seichu Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("KRBGSNLP"),
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    placing=PLACING,
)
