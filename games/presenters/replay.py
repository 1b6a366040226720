"""Looking back at a match that is over: with whose eyes, and how far."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presenters.games import side_name
from games.presenters.page import Browse, Eyes, Replay
from games.selectors.boards import BoardFacts

USUAL, ONLOOKERS = "all", "public"


def replay_of(facts: BoardFacts, browse: Browse, *, first: int) -> Replay | None:
    """What there is to look back with; None before the end, and where nothing was played."""
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
    labels = {
        USUAL: _("All-seeing"),
        "south": side_name(facts.game, 0),
        "north": side_name(facts.game, 1),
        ONLOOKERS: _("Onlookers"),
    }
    return tuple(
        Eyes(name, label, hiding, f"?ply={hiding}&as={name}", name == facts.eyes)
        for name, label in labels.items()
    )
