"""Prints how a release describes its API: `python -m tests.upgrade.described`."""

from __future__ import annotations

import json
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.upgrade.settings")


def main() -> None:
    """As JSON, in one order."""
    import django

    django.setup()
    from games.api.views import description

    print(json.dumps(description(), sort_keys=True))


if __name__ == "__main__":
    main()
