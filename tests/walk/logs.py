"""What a site has written down while it was walked through: nothing may have gone wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

WRONG = re.compile(
    r"^\d\d:\d\d:\d\d (?:error|critical) "  # config.logs.PlainLine
    r'|"level": "(?:error|critical)"|"trace": "'  # config.logs.JsonLine
    r"|^Traceback |^\S*(?:Error|Exception): "
    r"|\b(?:ERROR|CRITICAL|FATAL|PANIC)\b",
    re.MULTILINE,
)
RECORD = re.compile(r"(?m)^(?=\d\d:\d\d:\d\d |\{)")
"""Where a record begins; lines that follow, as those of a traceback, belong to it."""
ALIKE = re.compile(r"\b\d[\d.:-]*\b|\b[0-9a-f-]{8,}\b")


def logs_of(folder: Path) -> list[Path]:
    """The files that the processes of a site write to."""
    return sorted(folder.glob("*.log"))


def wrong_records(logs: Iterable[Path]) -> list[str]:
    """Each kind of record that tells of a fault, once, with how often it is there."""
    found: dict[str, tuple[str, int]] = {}
    for log in logs:
        for record in RECORD.split(log.read_text(errors="replace")):
            if WRONG.search(record):
                lines = record.strip().splitlines()
                shape = ALIKE.sub("#", lines[0])
                first, times = found.get(shape, (f"{log.name}: {lines[0][:300]} {lines[-1]}", 0))
                found[shape] = first, times + 1
    return [f"{times} times {said[:600]}" for said, times in found.values()]
