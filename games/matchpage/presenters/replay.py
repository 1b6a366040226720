"""Looking back at a match that is over: with whose eyes, and how far."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.names import sides_of
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True)
class Browse:
    """The ply looked at, and the plies to step to (None where there is no step)."""

    ply: int
    plies: int
    number: int
    """How many moves have been made up to here; set-ups are plies, but no moves."""
    numbers: int
    is_live: bool
    first: int | None
    back: int | None
    forward: int | None
    last: int | None
    present: str = ""
    """Where the match as it stands now is; empty if one is there."""
    eyes: str = ""
    """The name of the eyes chosen to look back with; empty for the usual ones."""

    @property
    def also(self) -> str:
        """The query that every link to an earlier board carries along."""
        return f"&as={self.eyes}" if self.eyes else ""


@dataclass(frozen=True, slots=True)
class Eyes:
    """One way to look back at a match that is over: with whose eyes."""

    name: str
    label: str
    ply: int
    """The board this leads to."""
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """The means to look back at a match that is over."""

    eyes: tuple[Eyes, ...]
    """Whose eyes there are to choose from; none where all see the same."""
    first: int
    """The first ply there is a board of."""
    sentence: str


USUAL, ONLOOKERS = "all", "public"


def replay_of(facts: BoardFacts, browse: Browse, *, first: int) -> Replay | None:
    """Return the means to look back; None before the end, and where nothing was played."""
    if facts.status != "finished" or not browse.numbers:
        return None
    shown = {"move": browse.number, "moves": browse.numbers}
    return Replay(
        eyes=_eyes(facts, browse, first) if facts.eyes else (),
        first=first,
        sentence=_("Move %(move)s of %(moves)s") % shown,
    )


def chosen_eyes(facts: BoardFacts) -> str:
    """The name of the eyes one looks back with, unless they are the usual ones."""
    return "" if facts.eyes == USUAL else facts.eyes


def _eyes(facts: BoardFacts, browse: Browse, first: int) -> tuple[Eyes, ...]:
    """Each choice leads to the board looked at; from the end, where everything is open, to the
    last one on which something was hidden."""
    hiding = max(first, browse.plies - 1) if browse.is_live else browse.ply
    sides = sides_of(facts.game, facts.options)
    labels = {
        USUAL: _("Show everything"),
        **dict(zip(sides.keys, sides.names, strict=True)),
        ONLOOKERS: _("Spectators"),
    }
    return tuple(
        Eyes(name, label, hiding, f"?ply={hiding}&as={name}", name == facts.eyes)
        for name, label in labels.items()
    )
