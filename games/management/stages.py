"""The stages of Nation that an operator has added: folders of TOML files (JINYA_STAGES)."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as Caution

from engines.nation.workbench import LONGEST, BadStage, offer, read_own_stages

logger = logging.getLogger(__name__)

MOST_FILES = 100
MOST_BYTES = 4 * LONGEST  # no character takes more


def offer_stages() -> list[str]:
    """Read the folders, and let the campaign have their stages: all of them or none.

    Returns what is wrong, in sentences.
    """
    try:
        found = read_own_stages(dict(_texts(settings.STAGES)))
    except (BadStage, OSError, UnicodeDecodeError) as error:
        offer(())
        logger.error("The stages of this site are not offered. %s", error)
        return [str(error)]
    offer(found.items())
    return []


def stages_wrong(folders: Sequence[Path]) -> tuple[str, int]:
    """Return what is wrong with the folders, or "", and the number of stages in them."""
    try:
        return "", len(read_own_stages(dict(_texts(folders))))
    except (BadStage, OSError, UnicodeDecodeError) as error:
        return str(error), 0


def _texts(folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Every TOML file with its text; by its whole path where more than one is called so."""
    seen: set[str] = set()
    for folder in folders:
        if not folder.is_dir():
            raise BadStage(f"{folder}: there is no such folder.")
        files = sorted(folder.glob("*.toml"))
        if len(files) + len(seen) > MOST_FILES:
            raise BadStage(f"{folder}: there are more than {MOST_FILES} files of stages.")
        for path in files:
            name = str(path) if path.name in seen else path.name
            seen.add(name)
            yield name, _text(path)


def _text(path: Path) -> str:
    if not path.is_file():  # a pipe would be waited for without end
        raise BadStage(f"{path}: this is no file.")
    if path.stat().st_size > MOST_BYTES:
        raise BadStage(f"{path}: the file is longer than {LONGEST:,} characters.")
    return path.read_text(encoding="utf-8")


@register()
def check_stages(**_kwargs: object) -> list[CheckMessage]:
    """For `manage.py check`: what is wrong with the stages of this site."""
    wrong, _count = stages_wrong(settings.STAGES)
    return [Caution(wrong, id="games.W001")] if wrong else []
