"""What of Nation is drawn: every sign is a symbol in the sprites."""

from __future__ import annotations

from games.boards.kit.faces import PieceFace
from games.boards.nation.words import book_of, said

PLAYER = "player"


def unit_face(unit: str, side: str = PLAYER, version: int = 0) -> PieceFace:
    """A unit of *side*."""
    return PieceFace(side, f"u-{unit}", said(book_of(version).units[unit].name), unit)


def command_face(command: str, version: int = 0) -> PieceFace:
    """A command: one that hires shows whom, others their family."""
    book = book_of(version)
    entry = book.commands[command]
    hired = command.removeprefix("hire-")
    sign = f"u-{hired}" if hired != command and hired in book.units else f"f-{entry.kind}"
    return PieceFace(PLAYER, sign, said(entry.name), command)


def action_face(sign: str, name: str, side: str = PLAYER) -> PieceFace:
    """Training, a battle, a special action, a nation."""
    return PieceFace(side, sign, name, sign)
