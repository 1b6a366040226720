"""The disks that a site writes on, and the room on them."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

LEAST_SHARE, LEAST_BYTES = 0.05, 100 * 1024 * 1024  # of a disk


class Room(NamedTuple):
    """The room on the disk of a folder, in bytes."""

    folder: Path
    total: int
    free: int

    @property
    def is_short(self) -> bool:
        """Return whether something may stop soon for want of room."""
        return self.free < LEAST_BYTES or self.free < self.total * LEAST_SHARE


def rooms() -> list[Room]:
    """Return the room on each disk on which this process writes, or backups lie."""
    folders = [Path(tempfile.gettempdir()), Path(settings.BASE_DIR), *settings.BACKUPS]
    if data := getattr(settings, "DATA_DIR", None):
        folders.insert(0, Path(data))
    there = [folder for folder in reversed(folders) if os.access(folder, os.F_OK)]
    devices = {folder.stat().st_dev: folder for folder in there}
    usage = {folder: shutil.disk_usage(folder) for folder in reversed(devices.values())}
    return [Room(folder, found.total, found.free) for folder, found in usage.items()]
