"""Walk by hand: `python -m tests.walk [--servers] [words of the names of steps]`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Walk, and print what was met; 1 if anything went wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django

    django.setup()  # to know the routes by their names

    from tests.walk.houses import walk_embedded, walk_servers

    words = [word for word in sys.argv[1:] if word != "--servers"]
    walk_through = walk_embedded if words == sys.argv[1:] else walk_servers
    with tempfile.TemporaryDirectory(prefix="walk-") as folder:
        faults = walk_through(Path(folder), words)
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
