"""Stored matches still go as they went, for every viewer: changed behaviour shows as a diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.registry import ENGINES
from tests.engines.transcribing import transcribed, transcripts


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    assert path.read_text() == transcribed(path)


def test_every_game_has_one_in_every_version() -> None:
    heads = {path.read_text().splitlines()[0] for path in transcripts()}
    expected = {f"game: {engine.meta.slug} {engine.meta.rules_version}" for engine in ENGINES}
    assert heads == expected
