"""Check a stage of Nation that somebody has written, and say how hard it is."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engines.nation.workbench import HEADINGS, BadStage, read_stages, row_of

SECONDS = 600


class TooLongError(Exception):
    """Playing takes longer than is allowed."""


class Command(BaseCommand):
    """Reads a file of stages, or a folder of content, and plays its stages in every way."""

    help = "Check a stage of Nation, and play it by all plans (docs/adding-a-stage.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what is done with it."""
        parser.add_argument("file", help="a stage in TOML, or a folder of content")
        parser.add_argument("--read-only", action="store_true", help="read it, do not play it")
        parser.add_argument("--seconds", type=int, default=SECONDS, help="to play at most")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what is wrong, or print the rows of the balance table."""
        try:
            content, stages = read_stages(texts_in(Path(options["file"])))
        except (BadStage, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Read without a mistake: {', '.join(stages) or 'no stage'}.")
        if options["read_only"]:
            return
        until = monotonic() + options["seconds"]

        def watch() -> None:
            if monotonic() > until:
                raise TooLongError

        self.stdout.write(" | ".join(HEADINGS))
        for stage in stages:
            try:
                self.stdout.write(row_of(content, stage, watch).splitlines()[-1])
            except TooLongError as error:
                sentence = f"{stage} takes longer than {options['seconds']} seconds to play."
                raise CommandError(sentence) from error


def texts_in(path: Path) -> dict[str, str]:
    """Return the text of the file, or of the TOML files of the folder, by file name."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise CommandError(f"There is no TOML file in {path}.")
    return {one.name: one.read_text(encoding="utf-8") for one in files}
