"""A scene, turned towards its viewer and marked with what was picked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.presenters.faces import SIDES, PieceFace, sprite_path
from games.presenters.games import side_name
from games.presenters.guesses import guesses_on
from games.presenters.layouts import Spot
from games.presenters.page import Board, Cell, HandCell, Rank
from games.presenters.scenes import GamePresenter, Scene


@dataclass(frozen=True, slots=True)
class Marks:
    """What is special about squares besides what stands on them."""

    picked: tuple[str, ...] = ()
    targets: Mapping[str, bool] = field(default_factory=dict)
    """Where the picks can go on, and whether that captures."""
    shades: Mapping[str, str] = field(default_factory=dict)
    """Those that only a foul leads to, and which shade of one."""
    claim: tuple[str, ...] = ()
    """The squares of a move the viewer is asked about."""
    guesses: Mapping[str, str] = field(default_factory=dict)
    """What the viewer takes hidden pieces for, by square."""


def board_of(
    game: str,
    presenter: GamePresenter,
    scene: Scene,
    *,
    seat: int | None,
    marks: Marks,
    last_seat: int | None,
    piece_set: str,
    squares: Collection[str] | None = None,
) -> Board:
    """The board of *scene* for the viewer in *seat* (None looks from South).

    If *squares* are given, only their ranks are shown.
    """
    is_turned = seat == 1
    layout = presenter.layout
    build = _CellBuilder(game, presenter, scene, seat, marks)
    return Board(
        game=game,
        label=_("Board"),
        ply=scene.ply,
        last=" ".join(scene.last),
        slid=" ".join(scene.last) if scene.left in ("", "attacker") else "",
        last_seat=last_seat,
        ranks=tuple(
            Rank(rank, tuple(build(spot, row) for spot in spots))
            for row, (rank, spots) in enumerate(layout.rows(is_turned=is_turned))
            if squares is None or spots[0].square in squares
        ),
        files=layout.names_of_files(is_turned=is_turned),
        is_turned=is_turned,
        own="" if seat is None else SIDES[seat],
        sprite=sprite_path(game, piece_set),
        letters=presenter.letters,
        hand=_hand(scene, marks),
        has_letters=piece_set == "international",
    )


def _hand(scene: Scene, marks: Marks) -> tuple[HandCell, ...] | None:
    if scene.hand is None:
        return None
    return tuple(
        HandCell(
            square=piece.square,
            label=piece.label,
            face=piece.face,
            count=piece.count,
            is_picked=piece.square in marks.picked,
            description="say-picked" if piece.square in marks.picked else "",
        )
        for piece in scene.hand
    )


class _CellBuilder:
    """Makes the cell of a square; knows everything the cells share."""

    def __init__(
        self, game: str, presenter: GamePresenter, scene: Scene, seat: int | None, marks: Marks
    ) -> None:
        self._scene, self._marks = scene, marks
        self._own = None if seat is None else SIDES[seat]
        self._sides = {side: side_name(game, number) for number, side in enumerate(SIDES)}
        self._places = presenter.places()
        self._guesses = guesses_on(scene.pieces, marks.guesses, presenter)
        self._empty, self._taken = _("%(square)s, empty"), _("%(square)s, %(side)s %(piece)s")

    def __call__(self, spot: Spot, row: int) -> Cell:
        square = spot.square
        face = self._scene.pieces.get(square)
        return Cell(
            square=square,
            label=self._label(square, face),
            face=face,
            is_picked=square in self._marks.picked,
            classes=" ".join(self._classes(spot, row, face)),
            description=self._description(square),
            width=spot.width,
            guess=self._guesses.get(square),
        )

    def _label(self, square: str, face: PieceFace | None) -> str:
        place = self._places.get(square, square)
        if face is None:
            label = self._empty % {"square": place}
        else:
            side = self._sides[face.side]
            label = self._taken % {"square": place, "side": side, "piece": face.name}
        if square in self._guesses:
            guess = {"square": label, "piece": self._guesses[square].face.name}
            label = _("%(square)s, taken for: %(piece)s") % guess
        if square in self._scene.last[-1:]:
            label = _after_last(self._scene.left) % {"square": label}
        if square == self._scene.checked:
            label = _("%(square)s, in check") % {"square": label}
        return label

    def _classes(self, spot: Spot, row: int, face: PieceFace | None) -> Iterator[str]:
        square = spot.square
        if (row + spot.column) % 2 == 0:
            yield "light"
        if spot.width > 1:
            yield "wide"
        if face is not None and face.side == self._own:
            yield "own"
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

    def _description(self, square: str) -> str:
        if square in self._marks.picked:
            return "say-picked"
        if square in self._marks.shades:
            return f"say-{self._marks.shades[square]}"
        if square in self._marks.targets:
            return "say-capture" if self._marks.targets[square] else "say-target"
        return ""


def _after_last(left: str) -> str:
    """What is said of the square the last move led to."""
    return {
        "": _("%(square)s, moved last"),
        "attacker": _("%(square)s, won the last battle attacking"),
        "defender": _("%(square)s, held in the last battle"),
        "nobody": _("%(square)s, both fell here in the last battle"),
    }[left]
