"""Whole sites in processes of their own, and people who use them over the wire.

Nothing here imports Django, except what says that it runs inside a site: benchmarks and
fault runs look at the site from outside, as its players do.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable


class NotReady(RuntimeError):
    """A site did not come up, or has no place to stand."""
