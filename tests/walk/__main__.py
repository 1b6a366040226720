"""Walk by hand: `python -m tests.walk [words of the names of steps]`."""

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

    from tests.walk.houses import walk_embedded

    with tempfile.TemporaryDirectory(prefix="walk-") as folder:
        faults = walk_embedded(Path(folder), sys.argv[1:])
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
