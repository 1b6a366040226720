"""Runs inside a site: brings its database up to date."""

from __future__ import annotations

import django


def main() -> None:
    """Migrate."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    main()
