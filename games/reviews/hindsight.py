"""What was known when, put down ply by ply: the form in which a review is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log2
from typing import Any, NotRequired, TypedDict, cast

from engines.core.knowledge import Identity
from games.match.referee import PlyInHindsight, SeatInHindsight


class Attempt(TypedDict):
    """A move that put something hidden to the test; see `engines.core.hindsight.Tried`."""

    ply: int
    seat: int
    what: str
    piece: str | None
    could_be: dict[str, int]
    cases: int
    result: str


CODES_OF_0_2_0 = ("doubt", "king", "trial", "win")
"""Of what could have been done for sure; a process of 0.2.0 can show no other."""

Step = tuple[int, str, str, bool]
"""From which ply on a piece could be which kinds and stood where ("" for off the board), and
whether its kind had been shown."""


class Known(TypedDict):
    """The results worked out of a match; a list by seat holds what each seat could know."""

    bits: list[list[list[float]]]
    """By seat: a ply, and how many bits were left to learn of the pieces of the others."""
    pieces: list[dict[str, list[Step]]]
    """By seat, and by piece of the others."""
    unsure: list[list[int]]
    """By seat: after which plies there may have been more to know than could be worked out."""
    missed: list[tuple[int, int, str]]
    """Ply, seat, and code of what could have been done for sure."""
    missed_besides: NotRequired[list[tuple[int, int, str]]]
    """The same of codes that a process of 0.2.0, which may run beside this one, does not know."""
    tried: list[Attempt]
    truth: dict[str, str]
    """What each piece was, by its name; empty until all is worked out."""


def read_known(data: Mapping[str, Any], seats: int) -> Known:
    """Return the results stored as *data*; at the beginning empty ones for so many seats."""
    if data:
        return cast("Known", data)
    return {
        "bits": [[] for _ in range(seats)],
        "pieces": [{} for _ in range(seats)],
        "unsure": [[] for _ in range(seats)],
        "missed": [],
        "tried": [],
        "truth": {},
    }


def missed_in(known: Known) -> list[tuple[int, int, str]]:
    """Return all that could have been done for sure, in the order of plies."""
    return sorted([*known["missed"], *known.get("missed_besides", [])], key=lambda one: one[0])


def put_down(known: Known, here: PlyInHindsight) -> None:
    """Add what one ply has shown to *known*."""
    for code in here.missed:
        is_old = code in CODES_OF_0_2_0
        missed = known["missed"] if is_old else known.setdefault("missed_besides", [])
        missed.append((here.ply, here.seat, code))
    if here.tried is not None:
        tried = here.tried
        known["tried"].append(
            {
                "ply": here.ply,
                "seat": here.seat,
                "what": tried.what,
                "piece": tried.piece,
                "could_be": dict(tried.could_be),
                "cases": tried.cases,
                "result": tried.result,
            }
        )
    for seen in here.after:
        _put_down_seat(known, here.ply, seen)


def put_down_truth(known: Known, truth: Iterable[Identity]) -> None:
    """Add what the pieces were."""
    known["truth"] = {one.piece: one.kind for one in truth if one.kind}


def _put_down_seat(known: Known, ply: int, seen: SeatInHindsight) -> None:
    seat = seen.seat
    kinds = {one.piece: one.kinds for one in seen.sheet.suspects if one.seat != seat}
    left = sum(log2(len(letters)) for letters in kinds.values() if letters)
    known["bits"][seat].append([ply, round(left, 2)])
    if not seen.sheet.is_complete:
        known["unsure"][seat].append(ply)
    pieces = known["pieces"][seat]
    for one in seen.identities:
        is_shown = one.piece not in kinds
        if is_shown and (one.seat == seat or one.kind is None):
            continue
        step = (kinds.get(one.piece, one.kind or ""), one.square or "", is_shown)
        steps = pieces.setdefault(one.piece, [])
        if not steps or tuple(steps[-1][1:]) != step:
            steps.append((ply, *step))
