"""Whole houses in processes of their own, and people who use them over the wire.

Nothing here imports Django, except what says that it runs inside a house: benchmarks and
fault runs look at the house from outside, as its players do.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable


class NotReady(RuntimeError):
    """A house did not come up, or has no place to stand."""
