"""How every kind goes at every tier, drawn: `python -m tests.engines.gungi.patterns` draws anew.

``patterns.txt`` has, for each kind and tier, three boards of a black piece on e5: alone; between
`OBSTACLES` by the rule set ``guide``; and there by the official rules. A square is two signs:

* what stands there: ``.`` nothing, ``1`` to ``3`` a black stack of that height, ``A`` to ``C`` a
  white one;
* what the piece can do there: ``*`` go, ``x`` capture, ``+`` stack, ``#`` capture or stack.

They are drawn from the restated rules, which share nothing with the engine. Read the difference
before committing it.
"""

from __future__ import annotations

from pathlib import Path

from tests.engines.gungi.restated import Game, reach, ways

FILE = Path(__file__).parent / "patterns.txt"
KINDS = "mgijwnrsfdcakt"
OBSTACLES = {
    "e6": "D",
    "e7": "d",
    "e8": "nd",
    "d6": "d",
    "c7": "sD",
    "b8": "r",
    "f6": "DN",
    "g7": "w",
    "f7": "d",
    "d5": "D",
    "c5": "f",
    "f5": "jn",
    "h5": "d",
    "e4": "d",
    "e2": "DR",
    "d4": "FdW",
    "c3": "n",
    "f4": "n",
    "g3": "Dd",
    "h2": "d",
}
SIGNS = {"": "*", "x": "x", "+": "+", "x+": "#"}


def board_with(obstacles: dict[str, str], kind: str, tier: int) -> dict[tuple[int, int], str]:
    """The restated rules' board."""
    board = {("abcdefghi".index(name[0]) + 1, int(name[1])): obstacles[name] for name in obstacles}
    return {**board, (5, 5): "D" * (tier - 1) + kind.upper()}


def marks(obstacles: dict[str, str], kind: str, tier: int, rules: str) -> dict[str, str]:
    """For each square the piece can do something on: its sign, by the restated rules."""
    board = board_with(obstacles, kind, tier)
    game = Game(board, {True: {}, False: {}}, True, rules)
    found = {}
    for square in reach(rules, board, (5, 5)):
        onto = board.get(square, "")
        signs = [sign for sign, _, _ in ways(game, kind, onto)] if len(onto) <= tier else []
        if signs:
            found["?abcdefghi"[square[0]] + str(square[1])] = SIGNS["".join(signs)]
    return found


def drawn(obstacles: dict[str, str], kind: str, found: dict[str, str]) -> list[str]:
    """The board's nine lines."""
    return [
        " ".join(_square(obstacles, kind, found, file + str(rank)) for file in "abcdefghi").rstrip()
        for rank in range(9, 0, -1)
    ]


def _square(obstacles: dict[str, str], kind: str, found: dict[str, str], name: str) -> str:
    if name == "e5":
        return kind.upper() + " "
    stack = obstacles.get(name, "")
    sign = ("123" if stack[-1].isupper() else "ABC")[len(stack) - 1] if stack else "."
    return sign + found.get(name, " ")


def page(kind: str, tier: int, boards: list[list[str]]) -> str:
    """A heading and the three boards beside each other."""
    rows = zip(*boards, strict=True)
    lines = ["   |   ".join(board.ljust(26) for board in row).rstrip() for row in rows]
    return "\n".join([f"{kind} {tier}", *lines])


def main() -> None:
    """Draw all of them anew, from the restated rules."""
    pages = []
    for kind in KINDS:
        for tier in (1, 2, 3):
            cases = [({}, "guide"), (OBSTACLES, "guide"), (OBSTACLES, "advanced")]
            boards = [
                drawn(obstacles, kind, marks(obstacles, kind, tier, rules))
                for obstacles, rules in cases
            ]
            pages.append(page(kind, tier, boards))
    FILE.write_text("\n\n".join(pages) + "\n")


if __name__ == "__main__":
    main()
