"""Adding an index to a table that grows, while others write to it."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres import operations
from django.db import migrations


class AddIndexConcurrently(operations.AddIndexConcurrently):
    """Concurrently on PostgreSQL, which alone can; plainly elsewhere. For ``atomic = False``."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Make the index."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_forwards(
                self, app_label, schema_editor, from_state, to_state
            )
