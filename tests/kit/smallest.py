"""The game at the end of docs/adding-a-game.md, made of the document's own blocks."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import engines
import games.boards
from engines import catalogue, registry
from games.boards import cards

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^`([\w/]+\.\w+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS: dict[str, str] = dict(BLOCK.findall(PAGE.read_text()))
"""The files of the game by path."""


@contextmanager
def house_of_sanmoku(root: Path) -> Iterator[Any]:
    """Host the game besides those of the site, by the entries of steps 4 and 7; its engine.

    Its files are written below *root*.
    """
    for name, text in BLOCKS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    with (
        patch.object(engines, "__path__", [*engines.__path__, f"{root}/engines"]),
        patch.object(games.boards, "__path__", [*games.boards.__path__, f"{root}/games/boards"]),
    ):
        rules = import_module("engines.sanmoku.engine")
        card = import_module("games.boards.sanmoku.card").CARD
        with (
            patch.dict(registry._BY_KEY, {("sanmoku", 1): rules.ENGINE}),
            patch.dict(registry.BOTS, {"sanmoku": rules.BOTS}),
            patch.dict(catalogue._BY_SLUG, {"sanmoku": rules.META}),
            patch.dict(cards._BY_SLUG, {"sanmoku": card}),
        ):
            yield rules.ENGINE
    for name in [name for name in sys.modules if ".sanmoku" in name]:
        del sys.modules[name]
