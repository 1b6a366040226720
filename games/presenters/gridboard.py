"""A scene, turned towards its viewer and marked with what was picked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.presenters.faces import SIDES, PieceFace, sprite_path
from games.presenters.games import side_name
from games.presenters.page import Board, Cell, Rank
from games.presenters.scenes import GamePresenter, Scene


@dataclass(frozen=True, slots=True)
class Marks:
    """What is special about squares besides what stands on them."""

    picked: tuple[str, ...] = ()
    targets: Mapping[str, bool] = field(default_factory=dict)
    """Where the picks can go on, and whether that captures."""


def board_of(
    game: str,
    presenter: GamePresenter,
    scene: Scene,
    *,
    seat: int | None,
    marks: Marks,
    last_seat: int | None,
    piece_set: str,
) -> Board:
    """The board of *scene* for the viewer in *seat* (None looks from South)."""
    is_turned = seat == 1
    files = _ordered(presenter.files, is_reversed=is_turned)
    ranks = _ordered(presenter.ranks, is_reversed=not is_turned)
    build = _CellBuilder(game, presenter, scene, seat, marks)
    return Board(
        game=game,
        label=_("Board"),
        ply=scene.ply,
        last=" ".join(scene.last),
        last_seat=last_seat,
        ranks=tuple(Rank(rank, tuple(build(file + rank) for file in files)) for rank in ranks),
        files=files,
        is_turned=is_turned,
        own="" if seat is None else SIDES[seat],
        sprite=sprite_path(game, piece_set),
        has_letters=piece_set == "international",
    )


def _ordered(names: Sequence[str], *, is_reversed: bool) -> tuple[str, ...]:
    return tuple(reversed(names)) if is_reversed else tuple(names)


class _CellBuilder:
    """Makes the cell of a square; knows everything the cells share."""

    def __init__(
        self, game: str, presenter: GamePresenter, scene: Scene, seat: int | None, marks: Marks
    ) -> None:
        self._scene, self._marks = scene, marks
        self._own = None if seat is None else SIDES[seat]
        self._sides = {side: side_name(game, number) for number, side in enumerate(SIDES)}
        self._files, self._ranks = presenter.files, presenter.ranks
        self._empty, self._taken = _("%(square)s, empty"), _("%(square)s, %(side)s %(piece)s")

    def __call__(self, square: str) -> Cell:
        face = self._scene.pieces.get(square)
        return Cell(
            square=square,
            label=self._label(square, face),
            face=face,
            is_picked=square in self._marks.picked,
            classes=" ".join(self._classes(square, face)),
            description=self._description(square),
        )

    def _label(self, square: str, face: PieceFace | None) -> str:
        if face is None:
            return self._empty % {"square": square}
        side = self._sides[face.side]
        label = self._taken % {"square": square, "side": side, "piece": face.name}
        if square in self._scene.last[-1:]:
            label = _("%(square)s, moved last") % {"square": label}
        if square == self._scene.checked:
            label = _("%(square)s, in check") % {"square": label}
        return label

    def _classes(self, square: str, face: PieceFace | None) -> Iterator[str]:
        if (self._files.index(square[0]) + self._ranks.index(square[1:])) % 2:
            yield "light"
        if face is not None and face.side == self._own:
            yield "own"
        if square in self._scene.last[:1]:
            yield "last-from"
        if square in self._scene.last[-1:]:
            yield "last-to"
        if square == self._scene.checked:
            yield "check"
        if square in self._marks.picked:
            yield "picked"
        if square in self._marks.targets:
            yield "target capture" if self._marks.targets[square] else "target"

    def _description(self, square: str) -> str:
        if square in self._marks.picked:
            return "say-picked"
        if square in self._marks.targets:
            return "say-capture" if self._marks.targets[square] else "say-target"
        return ""
