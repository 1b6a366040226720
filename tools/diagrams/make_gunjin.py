"""Write the pictures of Gunjin boards in the rules, and the table of battles, as partials.

    PYTHONPATH=. python tools/diagrams/make_gunjin.py

The results are committed. Each piece is one `<use>` of a symbol in
templates/boards/gunjin/pieces.html, which is written here too.
"""

from __future__ import annotations

from collections.abc import Iterator

from make_xiongqi import TEMPLATES, Diagram, frame, ring

from engines.gunjin.battle import SIGNS, result_of
from engines.gunjin.pieces import FLAG, KINDS, LETTERS, MINE

NAMES = (
    *("", "General", "Lieutenant general", "Major general", "Colonel", "Lieutenant colonel"),
    *("Major", "Captain", "First lieutenant", "Second lieutenant", "Plane", "Tank", "Cavalry"),
    *("Engineer", "Spy", "Mine", "Flag"),
)
"""The name of each kind, as message ids."""
FILES, RANKS = "abcdefgh", "654321"
WATER = 0.42  # how broad the water is drawn, in squares
HEIGHT = 6 + WATER
Place = tuple[float, float]

FIGURES = {
    "start": Diagram(
        "South's army in place, North's as South sees it.",
        "uuuuuuu/uuuuuuuu/uuuuuuuu/ATBDDBTA/PCFXXEKP/HSLGMJE",
    ),
    "tank": Diagram(
        "A tank on b3: over the bridge, one square or two.",
        "7/8/8/1T6/8/7",
        picked="b3",
        open="a3 c3 b2 b4 b5",
    ),
    "headquarters": Diagram(
        "A tank in the headquarters: to both sides, and forward on both files.",
        "7/8/8/8/8/3T3",
        picked="d1",
        open="c1 f1 d2 d3 e2 e3",
    ),
    "engineer": Diagram(
        "An engineer on b1: along the rank through the headquarters, and over the bridge.",
        "7/8/8/8/8/1E5",
        picked="b1",
        open="a1 c1 d1 f1 g1 h1 b2 b3 b4 b5 b6",
    ),
    "plane": Diagram(
        "A plane on a1 with an own piece and an enemy on its file.",
        "7/8/u7/8/B7/P6",
        picked="a1",
        open="b1 a3 a5 a6",
        taken="a4",
    ),
    "flag": Diagram(
        "A flag on d5 with the general in the headquarters behind it, attacked by a colonel.",
        "3g3/3f4/3C4/8/8/7",
        picked="d4",
        taken="d5",
    ),
}
HEADQUARTERS = ("d1", "d6")


def place(square: str) -> Place:
    """The upper left corner of the unit on which a square's piece is drawn."""
    x, y = FILES.index(square[0]), RANKS.index(square[1])
    return x + (0.5 if square in HEADQUARTERS else 0), y + (WATER if y > 2 else 0)


def places(squares: str) -> list[Place]:
    return [place(square) for square in squares.split()]


def names_of_rank(rank: str) -> list[str]:
    return [file + rank for file in FILES if f"{file}{rank}" not in ("e1", "e6")]


def pieces(board: str) -> Iterator[tuple[Place, str]]:
    """Every piece of a position text with its place; u and U are unknown ones."""
    for rank, row in zip(RANKS, board.split("/"), strict=True):
        squares = iter(names_of_rank(rank))
        for sign in row:
            if sign.isdigit():
                for _empty in range(int(sign)):
                    next(squares)
            else:
                yield place(next(squares)), sign


def notes() -> str:
    below = f"{HEIGHT + 0.42:g}"
    files = "".join(
        f'<text x="{x + 0.5}" y="{below}">{name}</text>' for x, name in enumerate(FILES)
    )
    ranks = "".join(
        f'<text x="-0.3" y="{place(f"a{name}")[1] + 0.6:g}">{name}</text>' for name in RANKS
    )
    return f'<g class="notes">{files}{ranks}</g>'


def parts(diagram: Diagram) -> Iterator[str]:
    """What is drawn, from the ground up."""
    yield f'<use href="#g-board" x="0" y="0" width="8" height="{HEIGHT:g}"/>'
    yield notes()
    yield from (_short(frame("picked", *at)) for at in places(diagram.picked))
    for (x, y), sign in pieces(diagram.board):
        symbol = f"g-{'s' if sign.isupper() else 'n'}{sign.upper()}"
        yield f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="1" height="1"/>'
    yield from (_short(ring("dot", *at, ".15")) for at in places(diagram.open))
    yield from (_short(ring("take", *at, ".46")) for at in places(diagram.taken))


def _short(drawn: str) -> str:
    """Without the noise of adding tenths."""
    for digits in ("00000000001", "0000000000001"):
        drawn = drawn.replace(digits, "")
    return drawn


def drawn(diagram: Diagram) -> str:
    """The partial: what the picture says is also said in words beside it, so it is silent."""
    lines = "\n".join(f"  {part}" for part in parts(diagram))
    box = f"-0.55 -0.15 8.7 {HEIGHT + 0.7:g}"
    opening = f'<svg class="diagram" viewBox="{box}" aria-hidden="true" focusable="false">'
    return f"{{# {diagram.comment} #}}\n{opening}\n{lines}\n</svg>\n"


def symbols() -> str:
    """The pieces and the empty board, for `<use>`."""
    lines = [
        f'  <symbol id="g-{side[0]}{letter}" class="{side}" viewBox="0 0 100 100">'
        f'<g class="stone {side}">{_part(side)}{_part(letter)}</g></symbol>'
        for side in ("south", "north")
        for letter in (*LETTERS[1:], "U")
    ]
    return "\n".join(
        (
            "{% load static %}",
            '{% static "pieces/gunjin/kanji.svg" as kanji %}',
            "{# Pieces and empty board of Gunjin for pictures; tools/diagrams writes this. #}",
            '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">',
            *lines,
            *board(),
            "</svg>",
            "",
        )
    )


def _part(name: str) -> str:
    return f'<use href="{{{{ kanji }}}}#{name}" x="4" y="4" width="92" height="92"/>'


def board() -> Iterator[str]:
    """Squares, headquarters, water and bridges."""
    low = 3 + WATER
    uprights = "".join(f"M{x} {y:g}v{length}" for x in range(1, 8) for y, length in _uprights(x))
    levels = "".join(f"M0 {y:g}h8" for y in (1, 2, low + 1, low + 2))
    yield f'  <symbol id="g-board" viewBox="0 0 8 {HEIGHT:g}" overflow="visible">'
    rim = f'width="8.3" height="{HEIGHT + 0.3:g}" rx=".12"'
    yield f'    <rect class="frame" x="-.15" y="-.15" {rim}/>'
    yield f'    <rect class="field" width="8" height="{HEIGHT:g}"/>'
    yield f'    <path class="staff" d="M3 0h2v1h-2zM3 {HEIGHT - 1:g}h2v1h-2z"/>'
    yield f'    <path class="grid" d="{uprights}{levels}"/>'
    yield f'    <rect class="lake" y="3" width="8" height="{WATER}"/>'
    yield f'    <path class="plank" d="M1.2 3h.6v{WATER}h-.6zM6.2 3h.6v{WATER}h-.6z"/>'
    yield f'    <path class="grid" d="M0 3h8M0 {low:g}h8"/>'
    yield f'    <rect class="rim" width="8" height="{HEIGHT:g}"/>'
    yield "  </symbol>"


def _uprights(x: int) -> list[tuple[float, int]]:
    """Where the line right of a file begins and how long it is; none through a headquarters."""
    return [(1, 2), (3 + WATER, 2)] if x == 4 else [(0, 3), (3 + WATER, 3)]


SIGNED = {"+": ("win", "+"), "-": ("loss", "−"), "=": ("both", "=")}


def battles() -> str:
    """Who beats whom, as a table for eyes and ears; a flag fights as the piece behind it."""
    fighters = [kind for kind in KINDS if kind not in (MINE, FLAG)]
    attacked = [kind for kind in KINDS if kind != FLAG]
    heads = "".join(
        f'<th scope="col"><abbr title="{_name(kind)}">{LETTERS[kind]}</abbr></th>'
        for kind in attacked
    )
    rows = "\n".join(
        f'      <tr><th scope="row">{_name(kind)} <span class="letter">{LETTERS[kind]}</span></th>'
        f"{''.join(_cell(kind, other) for other in attacked)}</tr>"
        for kind in fighters
    )
    return f"""{{% load i18n %}}
{{# Who beats whom, as in engines/gunjin/battle.py; tools/diagrams writes this. #}}
{{% translate "the attacker wins" as win %}}
{{% translate "the defender wins" as loss %}}
{{% translate "both fall" as both %}}
{{% translate "Who beats whom" as title %}}
<div class="table-scroll" tabindex="0" role="region" aria-label="{{{{ title }}}}">
  <table class="table battle-table">
    <thead>
      <tr><td></td>{heads}</tr>
    </thead>
    <tbody>
{rows}
    </tbody>
  </table>
</div>
"""


def _name(kind: int) -> str:
    return f'{{% translate "{NAMES[kind]}" context "gunjin piece" %}}'


def _cell(attacker: int, defender: int) -> str:
    word, sign = SIGNED[SIGNS[result_of(attacker, defender, 0)]]
    return (
        f'<td class="{word}"><span aria-hidden="true">{sign}</span>'
        f'<span class="unseen">{{{{ {word} }}}}</span></td>'
    )


def main() -> None:
    figures = TEMPLATES / "boards" / "gunjin" / "figures"
    for name, diagram in FIGURES.items():
        (figures / f"{name}.html").write_text(drawn(diagram))
    (figures / "battles.html").write_text(battles())
    (TEMPLATES / "boards" / "gunjin" / "pieces.html").write_text(symbols())


if __name__ == "__main__":
    main()
