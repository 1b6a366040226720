"""Why a move was not accepted."""

from __future__ import annotations


class InvalidMove(ValueError):
    """The text cannot be read as a move of this game.

    The message quotes the offending input and never the position.
    """


class IllegalMove(ValueError):
    """The move can be read but is not open to this seat now.

    *code* names a sentence in the templates; it follows from the seat's own
    view, so a refusal tells the player nothing new.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
