"""A statistic over whole matches tells a bot that sees from one that does not."""

from __future__ import annotations

from engines.gunjin.position import Position
from engines.registry import bot_for
from tests.bench.bots.players import PATIENT
from tests.bench.bots.seeing import SUSPICIOUS, Seeing, surplus

SEEDS = [bytes([number]) for number in range(8)]


def test_ours_win_no_more_attacks_than_their_views_allow() -> None:
    patient = PATIENT["gunjin"]()
    assert surplus((patient, patient), SEEDS) < SUSPICIOUS
    assert surplus((bot_for("gunjin", "easy"), patient), SEEDS) < SUSPICIOUS


def test_a_bot_that_sees_is_found() -> None:
    truth: list[Position] = []
    patient = PATIENT["gunjin"]()
    assert surplus((Seeing(patient, truth), patient), SEEDS, truth) > SUSPICIOUS
