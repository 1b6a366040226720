"""A square of a board, whatever the board looks like: what is on it, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.boards.kit.faces import Guess, PieceFace, Stack
from games.boards.kit.guesses import guesses_on
from games.boards.kit.makers import Sight


class Cell(NamedTuple):
    """A square of the board as this viewer sees it now.

    A named tuple: a hundred are made for a page and compared with those drawn before.
    """

    square: str
    label: str
    """What a screen reader says: the square, what stands on it, what is special about it."""
    stack: Stack
    """The pieces on it, from the bottom up; empty where nothing stands."""
    is_picked: bool
    classes: str
    """What is special about it, as class names of board.css."""
    description: str
    """The id of what a screen reader adds to the label; empty if nothing."""
    width: int = 1
    """How many files it covers."""
    guess: Guess | None = None
    """What the viewer takes the piece on it for, the topmost of a stack."""

    @property
    def face(self) -> PieceFace | None:
        """The piece on it, the topmost of a stack."""
        return self.stack[-1] if self.stack else None


class CellMaker:
    """Makes the cells of one board; knows everything they share."""

    def __init__(self, sight: Sight) -> None:
        self._own, self._scene, self._marks = sight.own, sight.scene, sight.marks
        self._sides = dict(zip(sight.sides.keys, sight.sides.names, strict=True))
        self._places = sight.presenter.places()
        self._guesses, self._sure = (
            guesses_on(sight.scene.pieces, letters, sight.presenter, sight.sides.keys)
            for letters in (sight.marks.guesses, sight.marks.sure)
        )
        self._special = self._all_special()
        self._empty, self._taken = _("%(square)s, empty"), _("%(square)s, %(side)s %(piece)s")

    def _all_special(self) -> frozenset[str]:
        """The squares of which anything is told but what stands there: few of many."""
        marks, scene = self._marks, self._scene
        marked = (*marks.picked, *marks.targets, *marks.shades, *marks.claim, *marks.hinted)
        return frozenset((*marked, *scene.last, scene.checked, *self._guesses, *self._sure))

    def cell(self, square: str, *shape: str, width: int = 1) -> Cell:
        """The cell of *square*, with *shape*, what its place on the board adds to its classes."""
        stack = self._scene.pieces.get(square, ())
        if square not in self._special:
            label = self._standing(self._places.get(square, square), stack)
            classes = " ".join((*shape, *self._piled(stack)))
            return Cell(square, label, stack, False, classes, "", width)
        return Cell(
            square=square,
            label=self._label(square, stack),
            stack=stack,
            is_picked=square in self._marks.picked,
            classes=" ".join((*shape, *self._classes(square, stack))),
            description=self._description(square),
            width=width,
            guess=self._slip(square),
        )

    def _slip(self, square: str) -> Guess | None:
        """The slip of paper on the piece: what it can only be, or what the viewer takes it for."""
        if square in self._sure:
            return replace(self._sure[square], verdict="sure")
        return self._guesses.get(square)

    def _label(self, square: str, stack: Stack) -> str:
        label = self._standing(self._places.get(square, square), stack)
        if square in self._sure:
            sure = {"square": label, "piece": self._sure[square].face.name}
            label = _("%(square)s, sure to be: %(piece)s") % sure
        elif square in self._guesses:
            guess = {"square": label, "piece": self._guesses[square].face.name}
            label = _("%(square)s, your guess: %(piece)s") % guess
        if square in self._scene.last[-1:]:
            label = _after_last(self._scene.left) % {"square": label}
        if square == self._scene.checked:
            label = _("%(square)s, in check") % {"square": label}
        return label

    def _standing(self, place: str, stack: Stack) -> str:
        if not stack:
            return self._empty % {"square": place}
        *below, top = stack
        label = self._taken % {"square": place, "side": self._sides[top.side], "piece": top.name}
        if not below:
            return label
        piece = _("%(side)s %(piece)s")
        faces = [
            piece % {"side": self._sides[face.side], "piece": face.name} for face in reversed(below)
        ]
        return _("%(square)s, below it: %(pieces)s") % {
            "square": label,
            "pieces": _(", ").join(faces),
        }

    def _piled(self, stack: Stack) -> tuple[str, ...]:
        own = ("own",) if stack and stack[-1].side == self._own else ()
        return (*own, "stacked") if len(stack) > 1 else own

    def _classes(self, square: str, stack: Stack) -> Iterator[str]:
        yield from self._piled(stack)
        if square in self._scene.last[:1]:
            yield "last-from"
        if square in self._scene.last[-1:]:
            yield "last-to fought" if self._scene.left else "last-to"
        if square == self._scene.checked:
            yield "check"
        yield from self._marked(square)

    def _marked(self, square: str) -> Iterator[str]:
        if square in self._marks.picked:
            yield "picked"
        if square in self._marks.targets:
            yield "target capture" if self._marks.targets[square] else "target"
        if square in self._marks.shades:
            yield f"foul {self._marks.shades[square]}"
        if square in self._marks.claim:
            yield "claim"
        if square in self._marks.hinted:
            yield "hinted"

    def _description(self, square: str) -> str:
        if square in self._marks.picked:
            return "say-picked"
        if square in self._marks.shades:
            return f"say-{self._marks.shades[square]}"
        if square in self._marks.targets:
            return "say-capture" if self._marks.targets[square] else "say-target"
        return ""


def _after_last(left: str) -> str:
    """Return what is said of the square the last move led to."""
    return {
        "": _("%(square)s, moved last"),
        "attacker": _("%(square)s, won the last battle attacking"),
        "defender": _("%(square)s, defended in the last battle"),
        "nobody": _("%(square)s, both were lost here in the last battle"),
    }[left]
