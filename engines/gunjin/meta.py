"""What the lobby and the page of the set-up need to know of Gunjin Shogi."""

from __future__ import annotations

from dataclasses import replace

from engines.core.engine import GameMeta
from engines.core.placing import Army, Placing

NOTHING_PLACED = "7/8/8/8/8/7 -"
"""The text of the usual start."""

_USUAL = Placing(
    pieces="GLMCKJAABBDDPPTTHEESXXF",
    ranks=(
        tuple(
            tuple(file + rank for file in files)
            for rank, files in (("3", "abcdefgh"), ("2", "abcdefgh"), ("1", "abcdfgh"))
        ),
        tuple(
            tuple(file + rank for file in files)
            for rank, files in (("4", "hgfedcba"), ("5", "hgfedcba"), ("6", "hgfdcba"))
        ),
    ),
    armies=(
        Army(
            "fortress",
            "ATBDDBTAPCFXXEKPHSLGMJE",
        ),
        Army(
            "hammer",
            "DXBAALMTDFBHEGTCPXKJSEP",
        ),
        Army(
            "scouts",
            "DEDPPBEBATXFXCTASJLMGKH",
        ),
    ),
)

_LESSER = {
    "general": "LMCKJAAABBDDPPTTHEESXXF",
    "planes": "GLMCKJAABBDDDDTTHEESXXF",
    "generals": "CKJAAAAABBDDPPTTHEESXXF",
}
"""What seat 0 has with each handicap: 23 pieces, as everybody, of lesser ranks."""

ARMIES_WRITTEN = {name: f"{pieces}/{_USUAL.pieces.lower()}" for name, pieces in _LESSER.items()}
"""What both sides have with each handicap, as the text of a position has it."""

HANDICAPS = {name: f"{NOTHING_PLACED} {written}" for name, written in ARMIES_WRITTEN.items()}

PLACING = replace(_USUAL, lesser={HANDICAPS[name]: _LESSER[name] for name in _LESSER})

META = GameMeta(
    slug="gunjin",
    name="Gunjin Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("GLMCKJABDPTHESXF"),
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    placing=PLACING,
    handicaps=HANDICAPS,
)
