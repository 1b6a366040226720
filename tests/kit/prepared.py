"""The prepared questions of the site (`queues/prepared.py`), wherever they stand."""

from __future__ import annotations

import sys
from typing import Any

from queues.prepared import _Question

SLICES = ("games.", "accounts.")


def prepared() -> list[tuple[str, Any]]:
    """Return them with their names, as far as their modules are loaded."""
    modules = [(name, found) for name, found in sys.modules.items() if name.startswith(SLICES)]
    return [
        (f"{name}.{called}", one)
        for name, found in modules
        for called, one in vars(found).items()
        if isinstance(one, _Question)
    ]
