"""A board as a small picture: for rows of the desk, for the home page, to be passed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from games.boards.cards import card_for
from games.boards.kit.brushes import Brush, Drawing
from games.boards.kit.faces import PieceFace


@dataclass(frozen=True, slots=True)
class PageBrush:
    """Leaves the colours to `static/css/pieces.css`, the pieces to the sprite."""

    sprite: str

    def part(self, name: str) -> SafeString:
        """Return its name as a class."""
        return format_html('class="{}"', name)

    def piece(self, face: PieceFace) -> SafeString:
        """References to the disc and the sign."""
        return format_html(
            '<use href="{}#{}"/><use href="{}#{}"/>',
            *(self.sprite, face.side, self.sprite, face.sign),
        )


def picture_svg(
    game: str,
    view: JsonObject | None,
    seat: int | None,
    *,
    piece_set: str = "kanji",
    changed: Sequence[str] = (),
) -> SafeString:
    """The board of *view* as inline SVG, seen from *seat*; the start if there is no view yet.

    The squares *changed* since the viewer's last move are framed, and named to who hears it. It
    carries no sizes, ids or styles: `static/css/pieces.css` gives it colours, the place it stands
    in its size.
    """
    card = card_for(game)
    brush = PageBrush(static(card.sprite(piece_set)))
    drawing = board_drawing(game, view, seat, brush, changed=changed)
    return format_html(
        '<svg class="board-picture {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        *(f"{game} turned" if card.board.is_turned(seat) else game, drawing.width, drawing.height),
        *(picture_label(game, changed), drawing.shapes),
    )


def picture_label(game: str, changed: Sequence[str] = ()) -> str:
    """Return what is said in place of the picture."""
    name = card_for(game).name
    if not changed:
        return _("Board of %(game)s") % {"game": name}
    label = _("Board of %(game)s, changed since your last move on %(squares)s")
    return label % {"game": name, "squares": _(", ").join(changed)}


def picture_size(game: str) -> tuple[int, int]:
    """Return how wide and how high a board of *game* is drawn, in units."""
    return card_for(game).board.size


def board_drawing(
    game: str,
    view: JsonObject | None,
    seat: int | None,
    brush: Brush,
    *,
    changed: Sequence[str] = (),
) -> Drawing:
    """The board of *view*, seen from *seat*, as *brush* draws it; the start without a view."""
    card = card_for(game)
    scene = card.presenter.scene(card.presenter.start_view if view is None else view)
    return card.board.picture(replace(scene, changed=tuple(changed)), seat, brush)
