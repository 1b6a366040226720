"""The settings of the tests, on the database that JINYA_UPGRADE_DATABASE names: a file or a URL."""

from __future__ import annotations

import os
from pathlib import Path

from config.databases import sqlite
from config.env import Env
from config.settings.test import *  # noqa: F403

if "://" in os.environ["JINYA_UPGRADE_DATABASE"]:
    kept = Env(prefix="JINYA_").database("UPGRADE_DATABASE", pooled=False)
    DATABASES = {"default": {**kept, "CONN_MAX_AGE": 0}}
else:
    DATABASES = {"default": sqlite(Path(os.environ["JINYA_UPGRADE_DATABASE"]))}
