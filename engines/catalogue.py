"""The games we host as the lobby knows them: no rules are loaded for it."""

from __future__ import annotations

from engines.core.engine import GameMeta
from engines.gungi.meta import META as GUNGI
from engines.gunjin.meta import META as GUNJIN
from engines.nation.meta import META as NATION
from engines.nation.meta import META_1 as NATION_1
from engines.nation.meta import META_2 as NATION_2
from engines.seichu.meta import META as SEICHU
from engines.xiongqi.meta import META as XIONGQI

GAMES: tuple[GameMeta, ...] = (XIONGQI, GUNJIN, SEICHU, GUNGI, NATION)
"""Every game in its newest rules version, in the order the lobby shows them."""

EARLIER: tuple[GameMeta, ...] = (NATION_1, NATION_2)
"""Earlier versions of rules: matches that began by them go on, and puzzles are still solved."""

_BY_SLUG = {meta.slug: meta for meta in GAMES}


def meta_for(slug: str) -> GameMeta:
    """Return the meta of a game; LookupError if we do not host it."""
    return _BY_SLUG[slug]


def duels() -> list[str]:
    """Return the games that two people play against each other, in the order of the lobby."""
    return [meta.slug for meta in GAMES if not meta.solo and len(meta.seats_for({})) == 2]


def rules_of(slug: str) -> frozenset[int]:
    """Return the versions of a game's rules that we host; none for no game of ours."""
    return frozenset(meta.rules_version for meta in (*GAMES, *EARLIER) if meta.slug == slug)
