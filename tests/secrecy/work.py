"""How much is done for twins, in counted calls, at a move and at the first look after it."""

from __future__ import annotations

import gc
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from engines.core.seats import Seat
from games.match.changes import turns
from games.match.referee import lookback, position_cache, sheets
from tests.secrecy.comparing import Difference, Pair
from tests.secrecy.comparisons import pairs, quiet_move
from tests.secrecy.house import NAMES, NOW, Showcase
from tests.secrecy.surfaces import page
from tests.secrecy.worlds import World

Found = Iterator[Difference]
Work = Counter[str]
"""How often each function was called."""

MOST = 200
"""Calls that twins may differ by, some hundredths of a millisecond."""
LONG = re.compile(
    r"built in:(?!list\.|dict\.|set\.|str\.|all$|any$|len$|iter$|next$|sum$|m[ai][nx]$)"
)
"""What may take long by itself: called in one twin and not in the other, once is too often."""
OF_OTHERS = ("django/dispatch/",)
"""Where now and then something is tidied up."""


def work_after_moves(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """What the site does as a move is made, and as those who may not know look afterwards."""
    for pair in pairs(showcase.house.game, numbers):
        for seat in sorted(pair.one.to_act) if pair.one.moved else ():
            if text := quiet_move(pair, seat):
                _worked(
                    showcase, pair, pair.one, seat, text
                )  # what any match needs for the first time
                ones, others = (
                    _worked(showcase, pair, world, seat, text) for world in (pair.one, pair.other)
                )
                for (place, one), (_place, other) in zip(ones, others, strict=True):
                    yield from _unlike(f"work at {place} after {text}", one, other)


def _worked(
    showcase: Showcase, pair: Pair, world: World, seat: Seat, text: str
) -> list[tuple[str, Work]]:
    name, player = NAMES[seat], pair.player
    own = sum(mover == seat for mover, _text in world.acts) + 1
    base = f"/matches/{showcase.match.uid}/"
    move = turns.MoveRequest(text, own, "key-of-a-move")
    with showcase.showing(world):
        for kept_by in (position_cache._kept, lookback._kept, sheets._kept):
            kept_by.clear()
        with counted() as work:
            turns.play_move(
                uid=showcase.match.uid, user=showcase.house.user(name), move=move, now=NOW
            )
        found = [("the move", work)] if name in pair.viewers else []
        for viewer, part in ((player, "board/"), (player, "knowledge/"), ("visitor", "board/")):
            cell = page(f"get {part}", viewer, "get", base + part)
            with counted() as work:
                cell.read(showcase, viewer)
            found.append((str(cell), work))
    return found


@contextmanager
def counted() -> Iterator[Work]:
    """Counts every function that is called meanwhile."""
    work: Work = Counter()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            work[f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}"] += 1
        elif event == "c_call":
            work[f"built in:{arg.__qualname__}"] += 1

    before = sys.getprofile()
    gc.disable()  # what is thrown away calls functions too
    sys.setprofile(note)
    try:
        yield work
    finally:
        sys.setprofile(before)
        gc.enable()


def _unlike(place: str, one: Work, other: Work) -> Found:
    gaps = {
        name: abs(one[name] - other[name])
        for name in one | other
        if one[name] != other[name] and not any(part in name for part in OF_OTHERS)
    }
    alone = [name for name in gaps if not one[name] * other[name] and LONG.match(name)]
    if sum(gaps.values()) > MOST or alone:
        widest = sorted(gaps, key=lambda name: -gaps[name])[:3]
        yield Difference(f"{place}: {widest}", b"%d" % one.total(), b"%d" % other.total())
