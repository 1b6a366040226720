"""Where the running matches of a user stand: nobody is helped with what they are playing.

For games that hide nothing and that two play. Only the matches of whoever asks are read, so what
others play changes no answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.jsontypes import JsonObject
from engines.core.seats import Viewer
from engines.registry import engine_for
from games.match.models import Player
from games.match.referee.position_cache import position_of
from games.match.sealed import SealedPosition
from games.match.status import Status

RANKS_OF_A_MOVE = 2
"""A move changes where it begins and where it ends, and so no more ranks of a text than that."""


FEW_SQUARES = 8
"""So many squares differ at most after four plies, two of each side."""

_STANDING = re.compile(r"\d|\|[^|]*\||[^/\d|]")


def _apart(one: str, other: str) -> int:
    """On how many squares the boards of two texts differ."""
    return sum(a != b for a, b in zip(_squares(one), _squares(other), strict=True))


def _squares(text: str) -> list[str]:
    """What stands on each square of a text, a dot where nothing does."""
    found: list[str] = []
    for part in _STANDING.findall(text.split(" ", maxsplit=1)[0]):
        found += ["."] * int(part) if part.isdigit() else [part]
    return found


def is_open(game: str) -> bool:
    """Return whether *game* hides nothing and two play it; LookupError for one we do not host."""
    meta = meta_for(game)
    return not meta.hides_information and not meta.solo


def stands_as_stored(game: str, version: int, schema: int, data: JsonObject) -> None:
    """Nothing: what migration 0013 writes is not read any more."""


@dataclass(frozen=True)
class _Board:
    engine: Any
    position: Any
    text: str

    def leads_to(self, text: str) -> bool:
        """Return whether one move leads to the board of *text*, or none."""
        return text == self.text or (self._is_near(text) and text in self._after)

    def _is_near(self, text: str) -> bool:
        """Return whether one move could lead there at all; ranks are parted by strokes."""
        ranks, others = (one.partition(" ")[0].split("/") for one in (self.text, text))
        changed = sum(rank != then for rank, then in zip(ranks, others, strict=False))
        return 1 <= changed <= RANKS_OF_A_MOVE

    @cached_property
    def _after(self) -> frozenset[str]:
        """The boards that one move leads to."""
        engine, here = self.engine, self.position
        mover = min(engine.to_act(here))
        return frozenset(
            text_of(engine, engine.play(here, mover, move, Dice(b"", "look")).position)
            for move in engine.legal_moves(engine.view(here, Viewer.of(mover)))
        )


def text_of(engine: Any, position: Any) -> str:
    """A position without its history."""
    return str(engine.codec.write(position))


class OwnBoards:
    """The boards of a user's running matches of a game; none for a visitor, nor for a game that
    hides something.

    The usual start of the game is anybody's, and so are those of its handicaps: a match in which
    nobody has moved counts only if it began somewhere else.
    """

    def __init__(self, user_id: int | None, game: str, *, but_practice: bool = False) -> None:
        self._boards: list[_Board] = []
        if user_id is None or not is_open(game):
            return
        usual = ["", *meta_for(game).handicaps.values()]
        own = SealedPosition.objects.filter(
            Q(plies__gt=0) | ~Q(match__start__in=usual),
            match__status=Status.ACTIVE,
            match__game=game,
            match__players__user_id=user_id,
        )
        if but_practice:
            bots = Player.objects.filter(match=OuterRef("match")).exclude(bot="")
            own = own.exclude(Exists(bots), match__rated=False)
        for row in own.select_related("match"):
            engine: Any = engine_for(game, row.match.rules_version)
            here = position_of(row.match_id, engine, row.schema, row.data)
            self._boards.append(_Board(engine, here, text_of(engine, here)))

    def __bool__(self) -> bool:
        return bool(self._boards)

    def is_near(self, text: str) -> bool:
        """Return whether one of them differs from the board of *text* by at most a few moves."""
        return any(_apart(board.text, text) <= FEW_SQUARES for board in self._boards)

    def __contains__(self, text: str) -> bool:
        """Return whether one of them is the board of *text*, or may be after its next move."""
        return any(board.leads_to(text) for board in self._boards)
