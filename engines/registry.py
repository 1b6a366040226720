"""The games we host, with their rules. Only the referee imports this module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from engines.core.engine import Bot, GameEngine
from engines.gungi.bots import BOTS as GUNGI_BOTS
from engines.gungi.engine import ENGINE as GUNGI
from engines.gunjin.bots import BOTS as GUNJIN_BOTS
from engines.gunjin.engine import ENGINE as GUNJIN
from engines.nation.bots import BOTS as NATION_BOTS
from engines.nation.engine import ENGINE as NATION
from engines.nation.engine import ENGINE_1 as NATION_1
from engines.nation.engine import ENGINE_2 as NATION_2
from engines.seichu.bots import BOTS as SEICHU_BOTS
from engines.seichu.engine import ENGINE as SEICHU
from engines.xiongqi.bots import BOTS as XIONGQI_BOTS
from engines.xiongqi.engine import ENGINE as XIONGQI

AnyEngine: TypeAlias = GameEngine[Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]

ENGINES: tuple[AnyEngine, ...] = (XIONGQI, GUNJIN, SEICHU, GUNGI, NATION_1, NATION_2, NATION)
"""Every game and every rules version that a match may still be played under."""

BOTS: Mapping[str, Mapping[str, AnyBot]] = {
    "xiongqi": XIONGQI_BOTS,
    "gunjin": GUNJIN_BOTS,
    "seichu": SEICHU_BOTS,
    "gungi": GUNGI_BOTS,
    "nation": NATION_BOTS,
}
"""The opponents of each game, by level."""

_BY_KEY = {(engine.meta.slug, engine.meta.rules_version): engine for engine in ENGINES}


def engine_for(slug: str, rules_version: int) -> AnyEngine:
    """Return the rules of a game in one version; LookupError if we do not host them."""
    return _BY_KEY[slug, rules_version]


def bot_for(slug: str, level: str = "easy") -> AnyBot:
    """Return the opponent of a game at a level (one of its `GameMeta.bot_levels`); LookupError."""
    return BOTS[slug][level]
