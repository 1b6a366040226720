"""What the documents promise about games exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.catalogue import GAMES
from engines.core.engine import GameMeta

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
CITED = sorted(
    set(re.findall(r"`((?:docs|engines|games|static|templates|tests|tools)/[^`\s…]+)`", GUIDE))
)


@pytest.mark.parametrize("meta", GAMES, ids=lambda meta: meta.slug)
def test_every_game_has_its_rules_written_down(meta: GameMeta) -> None:
    assert (ROOT / "docs" / "rules" / f"{meta.slug}.md").exists()


@pytest.mark.parametrize("path", CITED)
def test_the_guide_names_files_that_exist(path: str) -> None:
    """With Xiongqi, which it tells to copy, in place of the new game."""
    if "boards/<slug>" not in path and "sanmoku" not in path:  # the example's own are no files here
        assert (ROOT / path.replace("<slug>", "xiongqi")).exists()


def test_the_guide_names_every_module_of_the_game_it_tells_to_copy() -> None:
    for path in (ROOT / "engines" / "xiongqi").glob("*.py"):
        assert path.name in GUIDE, path.name
