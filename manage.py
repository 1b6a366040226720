#!/usr/bin/env python
"""Jinya's administrative commands; `manage.py play` runs the whole house."""

from __future__ import annotations

import gc
import os
import sys

if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        gc.disable()  # until everything is loaded (config.asgi)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
