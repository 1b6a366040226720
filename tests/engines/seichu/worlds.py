"""What hidden pieces can be, found out without the engine: by trying everything.

Every way to deal what a hidden side began with, and every kind that could
have been dropped, is played through the second statement of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from engines.core.seats import Viewer
from engines.seichu.position import Position
from tests.engines.playing import ALL_EYES
from tests.engines.seichu.boards import shown
from tests.engines.seichu.restated import Match

Deal = tuple[dict[str, str], str]
"""The letter on each square of a side, and its hand."""


@dataclass
class World:
    """One match that would have looked the same, and what each hidden piece is in it."""

    match: Match
    kinds: dict[str, str]


class Worlds:
    """Every world that fits what a viewer has seen so far. For a handful of hidden pieces."""

    def __init__(self, start: Position, viewer: Viewer) -> None:
        truth = shown(start, ALL_EYES)
        assert truth["moves"] == []
        sides = [list(_deals(truth, seat, hidden=viewer.seat != seat)) for seat in (0, 1)]
        self.fitting = []
        for (south, south_hand), (north, north_hand) in product(*sides):
            board = south | {square: letter.lower() for square, letter in north.items()}
            match = Match(board, [south_hand, north_hand], truth["first"])
            self.fitting.append(World(match, south | north))

    def step(self, text: str, *, captor: str | None = None) -> None:
        """Keep the worlds in which this could come next and go on; *captor*: what it was shown."""
        self.fitting = [
            world
            for before in self.fitting
            for world in _after(before, text)
            if not world.match.over and captor in (None, _captor(world))
        ]

    def can_be(self, names: set[str]) -> dict[str, set[str]]:
        return {name: {world.kinds[name] for world in self.fitting} for name in names}

    def on_board(self, seat: int, kind: str) -> tuple[int, int]:
        """The least and the most of a kind that a side has on the board."""
        letter = kind if seat == 0 else kind.lower()
        counts = [list(world.match.board.values()).count(letter) for world in self.fitting]
        return min(counts), max(counts)


def _deals(truth: Any, seat: int, *, hidden: bool) -> Iterator[Deal]:
    pieces = {p["square"]: p["kind"] for p in truth["pieces"] if p["seat"] == seat}
    hand = truth["hands"][seat]["kinds"]
    if not hidden:
        yield pieces, hand
        return
    for letters in sorted(set(permutations([*pieces.values(), *hand]))):
        held = "".join(sorted(letters[len(pieces) :]))
        if "K" not in held and letters[len(pieces) :] == tuple(held):
            yield dict(zip(pieces, letters, strict=False)), held


def _after(world: World, text: str) -> Iterator[World]:
    move, _, taken = text.partition("x")
    if text[0] == "*":
        for letter in sorted(set(world.match.hands[world.match.to_move])):
            yield _played(world, letter + text)
        return
    if taken and world.match.board[move[2:4]].upper() != taken[0]:
        return
    yield _played(world, move)


def _played(world: World, text: str) -> World:
    match = copy(world.match)
    match.board, match.hands = dict(match.board), [list(hand) for hand in match.hands]
    match.log, match.fouls, match.seen = list(match.log), list(match.fouls), list(match.seen)
    match.play(text)
    dropped = {f"drop{len(match.log)}": text[0]} if text[1:2] == "*" else {}
    return World(match, world.kinds | dropped)


def _captor(world: World) -> str:
    return world.match.board[world.match.log[-1][0][2:4]].upper()
