"""What a puzzle is made of, before it is a row."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core.jsontypes import Json, JsonObject

WIN, GAIN, AHEAD, SURE = "win", "gain", "ahead", "sure"
"""Questions that moves answer: win in so many, win material, end ahead; begin a win that is sure
whatever is hidden."""
KINDS, WHICH = "kinds", "which"
"""What can this piece be? Which one is surely of this kind?"""
FOUL, KING, DOUBT = "foul", "king", "doubt"
"""Is this move surely a foul? Where can the king be? Doubt or accept?"""


@dataclass(frozen=True, slots=True)
class Found:
    """A question about a position of one match, and its answer."""

    ply: int
    """How many plies of the match came before."""
    seat: int
    """Whose eyes it is looked at with, and who is to answer."""
    ask: str
    """One of the words above."""
    answer: JsonObject
    """What is right; what the page needs to say why."""
    rating: int
    """How hard it seems, on the usual scale around 1500."""
    themes: tuple[str, ...] = ()
    at: str = ""
    """The square, or the kind, that is asked about."""
    position: str = ""
    """A text of the rules page, where the past does not matter; else the plies lead there."""

    def as_json(self) -> JsonObject:
        """For a line of a file."""
        bare: dict[str, Json] = {
            "ply": self.ply,
            "seat": self.seat,
            "ask": self.ask,
            "answer": self.answer,
            "rating": self.rating,
            "themes": list(self.themes),
        }
        if self.at:
            bare["at"] = self.at
        if self.position:
            bare["position"] = self.position
        return bare


@dataclass(frozen=True, slots=True)
class Source:
    """A match that puzzles were found in."""

    number: int
    plies: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    found: tuple[Found, ...] = field(default=())
