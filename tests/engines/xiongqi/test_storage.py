"""What a position of Xiongqi is when it comes back; see `test_storage` for all games."""

from __future__ import annotations

import json
from typing import Any

from tests.engines.xiongqi.boards import after, position
from tests.engines.xiongqi.samples import XIONGQI
from tests.engines.xiongqi.texts import ENDED, GOOD, ROUND_TRIP


def load(data: object) -> Any:
    return XIONGQI.codec.load_position(json.loads(json.dumps(data)), 1)


def test_repetitions_survive_storage() -> None:
    here = load({**GOOD, "moves": [*ROUND_TRIP, *ROUND_TRIP[:-1]]})
    assert after(here, ROUND_TRIP[-1]).outcome is not None
    assert load(XIONGQI.codec.dump_position(after(here, ROUND_TRIP[-1]))).repetitions == 3


def test_a_mate_is_known_again() -> None:
    assert load(ENDED).outcome == after(ENDED["start"], "h1a1").outcome


def test_positions_read_from_text_start_afresh() -> None:
    here = position("4g3/8/8/8/8/8/8/R2GA2r N")
    assert (here.repetitions, here.moves) == (1, ())
