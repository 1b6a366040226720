"""The games we host as the lobby knows them: no rules are loaded for it."""

from __future__ import annotations

from engines.core.engine import GameMeta
from engines.gungi.meta import META as GUNGI
from engines.gunjin.meta import META as GUNJIN
from engines.nation.meta import META as NATION
from engines.seichu.meta import META as SEICHU
from engines.xiongqi.meta import META as XIONGQI

GAMES: tuple[GameMeta, ...] = (XIONGQI, GUNJIN, SEICHU, GUNGI, NATION)
"""Every game in its newest rules version, in the order the lobby shows them."""

_BY_SLUG = {meta.slug: meta for meta in GAMES}


def meta_for(slug: str) -> GameMeta:
    """What the lobby needs to know of a game; LookupError if we do not host it."""
    return _BY_SLUG[slug]
