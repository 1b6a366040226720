"""The eyes that see everything; only `games.match.reading.viewers` may import this module."""

from __future__ import annotations

from engines.core.seats import Viewer

ARBITER = Viewer(sees_all=True)
