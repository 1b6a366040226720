"""Every refusal that a program can meet: its code, its status, its sentence, and what helps.

Which operation may answer which stands in refusals.json, which `tools.problems` finds in the code.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from games.api.problems import BROKEN, codes, detail_of
from games.common.exceptions import refusal_with

LATER = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
FILE = Path(__file__).with_name("refusals.json")


class Again(StrEnum):
    """If and when the same request may be sent again."""

    LATER = "later"
    """In as many seconds as Retry-After says."""
    CHANGED = "changed"
    """Once it stands otherwise; a request with an Idempotency-Key is tried anew then."""
    NO = "no"
    """Not without another request, or another token."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One of them."""

    statuses: tuple[int, ...]
    sentence: str
    """In the reader's language; "…" stands for what differs from case to case."""
    again: Again


@cache
def _found() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text())
    for status, code in {**codes(), 500: BROKEN}.items():  # whatever is answered without a view
        found["own"].setdefault(code, []).append(status)
        found["operations"][""].append(code)
    return found


def codes_of(operation: str, status: int) -> list[str]:
    """Return the codes that an operation, by its operationId, may answer with that status."""
    found, kinds = _found()["operations"], table()
    either = {*found[""], *found[operation]}
    return sorted(code for code in either if status in kinds[code].statuses)


def table() -> dict[str, Refusal]:
    """Return all refusals by code, in the order of the alphabet."""
    operations = _found()["operations"].values()
    return {code: _refusal(code) for code in sorted({code for each in operations for code in each})}


def _refusal(code: str) -> Refusal:
    kind, own = refusal_with(code), _found()["own"].get(code, ())
    statuses = {*own, *([kind.status] if kind else ())}
    sentence = detail_of(min(own), code) if own else str(kind.sentence if kind else "")
    waits = bool(kind and kind.retry_after) or statuses & LATER
    changes = HTTPStatus.CONFLICT in statuses and code != "key-reused"
    again = Again.CHANGED if changes else Again.NO
    return Refusal(
        tuple(sorted(statuses)),
        re.sub(r"%\(\w+\)\w", "…", sentence),
        Again.LATER if waits else again,
    )
