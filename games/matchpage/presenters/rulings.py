"""What was done in a match besides moves, as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.names import presenter_for, side_name
from games.match.presenters.clocktext import long_duration
from games.match.reading.selectors import RulingFacts
from games.matchpage.selectors.board import BoardFacts

if TYPE_CHECKING:
    from games.match.models import Match


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One action."""

    sentence: str
    text: str
    made_at: datetime


def ruling_lines(facts: BoardFacts) -> tuple[RulingLine, ...]:
    """The actions in the match of *facts*, oldest first."""
    return tuple(
        RulingLine(ruling_sentence(facts, row), row.text, row.made_at) for row in facts.rulings
    )


def takeback_lines(facts: BoardFacts) -> tuple[str, ...]:
    """Return a line for each move taken back by agreement, for the list of moves."""
    sentence = _("Move %(ply)d: %(sentence)s")
    first = 1 - presenter_for(facts.game).plies_before
    return tuple(
        sentence % {"ply": (row.ply or 0) + first, "sentence": ruling_sentence(facts, row)}
        for row in facts.rulings
        if row.verb == "take-back"
    )


def ruling_sentence(facts: BoardFacts | Match, ruling: RulingFacts) -> str:
    """Return what was done in the match of *facts*, in the active language."""
    side = "" if ruling.seat is None else side_name(facts.game, ruling.seat, facts.options)
    time = long_duration(int(abs(ruling.moved).total_seconds())) if ruling.moved else ""
    decided = _("A moderator has decided the match: %(side)s wins.")
    sentences = {
        "freeze": _("A moderator has paused the match: clocks are stopped, and nobody can move."),
        "investigate": _(
            "A moderator is looking into this match. Until then clocks are stopped and nobody can"
            " move; nobody loses time."
        ),
        "resume": _("The match goes on. The clocks continue from where they stopped."),
        "extend": _("A moderator has given %(time)s more.")
        if ruling.seat is None
        else _("A moderator has given %(side)s %(time)s more."),
        "take-time": _("A moderator has taken %(time)s back that %(side)s had been given."),
        "renew": _("A moderator has given %(side)s the time of this turn again."),
        "grace": _(
            "A moderator has given %(side)s %(time)s of grace: this turn can be answered that much"
            " later."
        ),
        "no-grace": _("A moderator has taken the grace of %(side)s away."),
        "adjudicate": _("A moderator has decided the match: a draw.")
        if ruling.seat is None
        else decided,
        "annul": _("A moderator has decided that the match does not count."),
        "restore": _("A moderator has decided that the match counts again."),
        "rewind": _("A moderator has taken moves back."),
        "replace": _("A bot plays on for %(side)s."),
        "reopen": _("A moderator has opened the match again."),
        "close-talk": _("A moderator has closed the chat of this match."),
        "open-talk": _("A moderator has opened the chat of this match again."),
        "hide": _("A moderator has hidden this match from everybody but its players."),
        "show": _("A moderator has let everybody see this match again."),
        "excuse": _("The time of %(side)s ran out: excused for %(time)s."),
        "claimable": _("The time of %(side)s ran out: the opponent may claim the win."),
        "two-days": _("%(side)s was given %(time)s more."),
        "gift": _("%(side)s was given %(time)s more."),
        "pause": _("The match is paused for %(time)s, as both agreed."),
        "go-on": _("%(side)s wants to go on: the pause ends within 24 hours."),
        "take-back": _("%(side)s took a move back, as both agreed."),
        "stand-in": _("%(side)s could not decide on a move; a simple one is made instead."),
        "reveal": _("While the match went on, two moderators looked at the hidden pieces."),
    }
    return sentences[ruling.verb] % {"side": side, "time": time}
