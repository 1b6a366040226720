"""What the lobby and the page of the set-up need to know of Gunjin Shogi."""

from __future__ import annotations

from engines.core.engine import GameMeta
from engines.core.placing import Army, Placing

PLACING = Placing(
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
            "Fortress",
            "Mines before the headquarters, a flag as strong as the lieutenant general behind it:"
            " let them come and wear themselves out, then cross both bridges.",
            "ATBDDBTAPCFXXEKPHSLGMJE",
        ),
        Army(
            "hammer",
            "Hammer",
            "Mines and flag shut the bridge on your left for good; the generals force the one on"
            " your right, with tanks close behind.",
            "DXBAALMTDFBHEGTCPXKJSEP",
        ),
        Army(
            "scouts",
            "Scouts first",
            "Planes and engineers strike from the first step to find out who stands where; the"
            " officers stay at home until the way is clear.",
            "DEDPPBEBATXFXCTASJLMGKH",
        ),
    ),
)

META = GameMeta(
    slug="gunjin",
    name="Gunjin Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("GLMCKJABDPTHESXF"),
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    placing=PLACING,
)
