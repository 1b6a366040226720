"""How careless lines are planted in the house: the comparison must find what they give away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import pytest

from games.match.sealed import SealedPosition
from games.matchpage.views import matches
from tests.secrecy.comparing import Difference
from tests.secrecy.house import Stage

Patch = pytest.MonkeyPatch
Found = Iterator[Difference]


def truth(uid: str) -> int:
    """A number that follows from all that is hidden in a match."""
    data = SealedPosition.objects.get(match__uid=uid).data
    return crc32(json.dumps(data, sort_keys=True).encode())


def wrap(patch: Patch, place: Any, name: str, leaky: Callable[..., Any]) -> None:
    """Put *leaky* in the place of a function; it is given that function first."""
    honest = getattr(place, name)
    patch.setattr(place, name, lambda *args, **kwargs: leaky(honest, *args, **kwargs))


def on_the_page(patch: Patch, change: Callable[[Any, Any], dict[str, Any]]) -> None:
    """Let *change* say what of the match page is to be something else."""

    def leaky(present: Any, facts: Any, **kwargs: Any) -> Any:
        page = present(facts, **kwargs)
        return replace(page, **change(page, facts))

    wrap(patch, matches, "present_match", leaky)


def in_a_header(patch: Patch, say: Callable[[Any, str, Any], None]) -> None:
    """Let *say* add to the answers of the match page."""

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        response = answer(request, uid, *args, **kwargs)
        say(request, uid, response)
        return response

    wrap(patch, matches, "_answer", leaky)


@dataclass(frozen=True)
class Planted:
    """A leak, and the drive that must find it."""

    plant: Callable[[Patch], None]
    find: Callable[[Stage], Found]
