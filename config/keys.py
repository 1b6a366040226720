"""The embedded site keeps a key of its own, made at the first start."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def stored_key(path: Path, strength: int = 64) -> str:
    """The key in *path*, made from *strength* random bytes if it is missing.

    The file is readable by its owner alone.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    key = secrets.token_urlsafe(strength)
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
    return key
