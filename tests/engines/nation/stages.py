"""The engine with a single stage to choose: every stage has its own number of seats."""

from __future__ import annotations

from dataclasses import replace

from engines.core.engine import GameMeta
from engines.nation.engine import NationEngine
from engines.nation.library import Shipped


class OneStage(NationEngine):
    """Nation as if there were one stage, with exactly its seats."""

    def __init__(self, stage: str) -> None:
        super().__init__(Shipped())
        meta = NationEngine.meta
        self.meta: GameMeta = replace(
            meta, seats=meta.seats_for({"stage": stage}), options={"stage": (stage,)}, seats_by=None
        )
