"""What a record says is read back, of every game; and whatever else is pasted does not fail."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.engine import Terms
from engines.core.pasted import BadText
from engines.core.seats import BYSTANDER
from engines.registry import ENGINES
from games.match.referee import RecordedPly
from games.record.presenters import SETUP, json_parts, record_json, text_json_parts, text_parts
from games.record.reading import move_in, read_record
from games.record.selectors import MatchRecord, RecordedPlayer, TimedPly
from tests.engines.playing import Engine, playout, terms_for
from tests.kit.builders import NOON

PLIES = 40


def record_of(engine: Engine, seed: bytes, plies: int = PLIES) -> MatchRecord:
    """The record of a match by the dice, some moves of which took days."""
    terms: Terms = terms_for(engine, seed)
    sides = engine.meta.seats_for(terms.options)
    made = [
        RecordedPly(
            ply.number,
            () if ply.seat is None else (ply.seat,),
            ply.text,
            NOON if ply.text else None,
            tuple((one.kind, one.seen_by(BYSTANDER) or {}) for one in ply.events),
        )
        for ply in playout(engine, seed, plies)
    ]
    return MatchRecord(
        uid="abcDEF012345",
        game=engine.meta.slug,
        rules_version=engine.meta.rules_version,
        options=dict(terms.options),
        start=terms.start,
        time_control="relaxed",
        players=tuple(
            RecordedPlayer(seat, side, f'“{side}” [x] "{{1. e3e4', False)
            for seat, side in enumerate(sides)
        ),
        started_at=NOON,
        ended_at=NOON,
        ended_how="resignation",
        winners=(0,),
        plies=tuple(
            TimedPly(ply, timedelta(hours=7 * ply.number) if ply.move else None) for ply in made
        ),
        placed_by_house=(),
        commitments=(),
    )


@pytest.mark.parametrize(
    "engine", ENGINES, ids=lambda one: f"{one.meta.slug}-{one.meta.rules_version}"
)
@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_every_record_is_read_back(engine: Engine, seed: bytes) -> None:
    record = record_of(engine, seed)
    moves = [one.ply.move for one in record.plies]
    made = [move for move in moves if move and not move.startswith(SETUP)]
    assert made
    written = json.dumps(record_json(record), ensure_ascii=False, indent=1)
    assert "".join(json_parts(record)) == f"{written}\n"
    for text in ("".join(text_parts(record)), "".join(text_json_parts(record)), written):
        read = read_record(text)
        assert [move_in(word.text) for word in read.words] == made
        assert read.game == record.game
        assert dict(read.options) == {name: str(value) for name, value in record.options.items()}
        assert read.position == record.start
    pasted = "\ufeff" + "".join(text_parts(record)).replace("\n", "\r\n") + "\u200b"
    assert [move_in(word.text) for word in read_record(pasted).words] == made


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120) | st.text(st.sampled_from('e34 1.,(){};[]"*-x=+!$\n\r'), max_size=120))
def test_nothing_that_is_pasted_fails(text: str) -> None:
    try:
        words = read_record(text).words
    except BadText:
        return
    assert all(word.text and 1 <= word.line <= 121 for word in words)
