#!/usr/bin/env python
"""Jinya's administrative commands; `manage.py play` runs the whole site."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

REFUSAL = (
    "This machine has a site on servers (/etc/jinya, or JINYA_DATABASE_URL). Use bin/jinya "
    "manage, which knows its values; or, for a site in one process beside it, set "
    "DJANGO_SETTINGS_MODULE=config.settings.embedded."
)


def is_on_servers() -> bool:
    """Whether a site on servers is at hand: then one of SQLite would be another site."""
    folder = os.environ.get("JINYA_ETC", "/etc/jinya")
    return Path(folder).is_dir() or "JINYA_DATABASE_URL" in os.environ


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        gc.disable()  # until everything is loaded (config.asgi)
    if "DJANGO_SETTINGS_MODULE" not in os.environ and is_on_servers():
        sys.exit(REFUSAL)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
