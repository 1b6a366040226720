"""A board as a small picture: for rows of the desk, for invitations, for the home page."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from games.presenters.faces import PieceFace, sprite_path
from games.presenters.games import game_name, presenter_for
from games.presenters.scenes import GamePresenter, Scene

SQUARE = 10
"""Units of the drawing per square."""

Corner = tuple[float, float]


def picture_svg(
    game: str, view: JsonObject | None, seat: int | None, *, piece_set: str = "kanji"
) -> SafeString:
    """The board of *view* as inline SVG, seen from *seat*; the opening if there is no view yet.

    It carries no sizes, ids or styles: `static/css/pieces.css` gives it colours,
    the place it stands in its size.
    """
    presenter = presenter_for(game)
    scene = presenter.scene(presenter.opening if view is None else view)
    places = _places(presenter, is_turned=seat == 1)
    width, height = SQUARE * len(presenter.files), SQUARE * len(presenter.ranks)
    return format_html(
        '<svg class="board-picture" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<rect class="ground" width="{}" height="{}"/>{}{}{}</svg>',
        *(width, height, _("Board of %(game)s") % {"game": game_name(game)}, width, height),
        _lines(width, height),
        _last(scene, places),
        _pieces(scene, places, static(sprite_path(game, piece_set))),
    )


def _places(presenter: GamePresenter, *, is_turned: bool) -> dict[str, Corner]:
    """The upper left corner of every square."""
    files, ranks = presenter.files, presenter.ranks
    if is_turned:
        files = files[::-1]
    else:
        ranks = ranks[::-1]
    return {
        file + rank: (column * SQUARE, row * SQUARE)
        for row, rank in enumerate(ranks)
        for column, file in enumerate(files)
    }


def _lines(width: int, height: int) -> SafeString:
    across = "".join(f"M0 {y}h{width}" for y in range(SQUARE, height, SQUARE))
    down = "".join(f"M{x} 0v{height}" for x in range(SQUARE, width, SQUARE))
    return format_html('<path class="lines" d="{}"/>', across + down)


def _last(scene: Scene, places: dict[str, Corner]) -> SafeString:
    return format_html_join(
        "",
        '<rect class="last" x="{}" y="{}" width="{}" height="{}"/>',
        ((*places[square], SQUARE, SQUARE) for square in scene.last),
    )


def _pieces(scene: Scene, places: dict[str, Corner], sprite: str) -> SafeString:
    return format_html_join(
        "",
        '<svg class="piece {}" x="{}" y="{}" width="9.2" height="9.2" viewBox="0 0 100 100">'
        '<use href="{}#{}"/><use href="{}#{}"/></svg>',
        (_drawn(face, places[square], sprite) for square, face in sorted(scene.pieces.items())),
    )


def _drawn(face: PieceFace, corner: Corner, sprite: str) -> tuple[object, ...]:
    left, top = corner
    return (face.side, left + 0.4, top + 0.4, sprite, face.side, sprite, face.sign)
