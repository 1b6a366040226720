"""Xiongqi as Fairy-Stockfish is told of it."""

from __future__ import annotations

from pathlib import Path

VARIANT = "jinya-xiongqi"
DEFINITION = (Path(__file__).resolve().parents[3] / "docs" / "variants.ini").read_text()
