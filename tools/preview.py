"""Draws the pictures that stand for the whole site elsewhere. `python -m tools.preview`

`static/img/preview.png` goes with links, `static/img/touch-icon.png` onto home screens; both are
made of what the site draws anyhow, so do this again when boards or the mark change.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
PAPER, INK = "#fdfaf4", "#221d17"
ICON = 180


def mark() -> str:
    """The mark of the site, by day."""
    drawn = (ROOT / "static" / "img" / "favicon.svg").read_text()
    shapes = re.sub(r"^<svg[^>]*>|<style>.*?</style>|</svg>\s*$", "", drawn)
    return shapes.replace('class="r"', f'fill="{INK}"')


def wordmark() -> str:
    """Its name in drawn letters."""
    template = (ROOT / "templates" / "components" / "wordmark.html").read_text()
    return "".join(re.findall(r"<path [^>]*/>", template))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    import resvg_py

    from games.boards.cards import CARDS
    from games.boards.picturefiles import picture_file
    from games.boards.socialpictures import HEIGHT, MARGIN, WIDTH, placed

    side = HEIGHT - 4 * MARGIN
    board = placed(
        str(picture_file(CARDS[0].slug, None, None, piece_set="kanji")),
        *(WIDTH - side - 3 * MARGIN, 2 * MARGIN, side, side),
    )
    sheet = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>{board}'
        f'<svg x="170" y="120" width="220" height="220" viewBox="0 0 32 32">{mark()}</svg>'
        f'<svg x="100" y="370" width="360" height="175" viewBox="0 0 206 100" fill="{INK}">'
        f"{wordmark()}</svg></svg>"
    )
    icon = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{ICON}" height="{ICON}">'
        f'<rect width="{ICON}" height="{ICON}" fill="{PAPER}"/>'
        f'<svg x="26" y="26" width="128" height="128" viewBox="0 0 32 32">{mark()}</svg></svg>'
    )
    for name, drawing in (("preview", sheet), ("touch-icon", icon)):
        drawn = resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True)
        (ROOT / "static" / "img" / f"{name}.png").write_bytes(drawn)


if __name__ == "__main__":
    main()
