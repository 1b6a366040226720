"""What was shipped stays as it is: matches, forks and puzzles of earlier versions go by it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.nation.engine import ENGINE, ENGINE_1, ENGINE_2
from engines.nation.library import NEWEST, VERSIONS, files_of

WORDS = {"name", "flavour", "hints", "medals"}
"""What bears upon no match."""
SHIPPED = {
    1: "c2bd359afbba9ac2",
    2: "e8d280a616810bd8",
}
"""The digest of the content of each version that matches have been played with."""


def rules_in(value: Any) -> Any:
    """The same without what bears upon no match."""
    if isinstance(value, dict):
        return {key: rules_in(one) for key, one in value.items() if key not in WORDS}
    return [rules_in(one) for one in value] if isinstance(value, list) else value


def test_every_version_but_the_newest_is_shipped() -> None:
    assert tuple(SHIPPED) == VERSIONS[:-1]
    assert VERSIONS[-1] == NEWEST


@pytest.mark.parametrize(("version", "digest"), SHIPPED.items())
def test_what_was_shipped_never_changes(version: int, digest: str) -> None:
    text = json.dumps(rules_in(files_of(version)), ensure_ascii=False)
    assert sha256(text.encode()).hexdigest()[:16] == digest


def test_each_version_of_the_rules_begins_with_its_content_and_reads_no_later_one() -> None:
    texts = []
    for number, engine in enumerate((ENGINE_1, ENGINE_2, ENGINE), start=1):
        assert engine.meta.rules_version == number
        start = engine.start(Terms({"stage": "first-harvest"}), Dice(b"", "0")).position
        assert start.now.content.version == number
        texts.append(engine.codec.write(start))
        for before in texts:
            assert engine.codec.write(engine.codec.read(before)) == before
    for engine in (ENGINE_1, ENGINE_2):
        with pytest.raises(ValueError, match="version"):
            engine.codec.read(texts[-1])


def test_version_3_changes_the_balance_of_four_stages_and_nothing_else() -> None:
    before, now = files_of(2), files_of(3)
    changed = {name for name, entry in now["stages"].items() if entry != before["stages"][name]}
    assert changed == {"first-harvest", "market-towns", "old-walls", "four-winds"}
    assert {name: now[name] for name in now if name != "stages"} == {
        name: before[name] for name in before if name != "stages"
    }
