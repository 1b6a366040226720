"""What positions of the analysis board are worth: asked for by whoever looks, thought about by the
workers as everything that bots think about.

Questions and answers stand in the cache and are no rows: what is lost is asked again. So many wait
at most, and who plays on the position is told nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache

from accounts import switches
from engines.catalogue import meta_for
from games.bots import thinking
from games.common import dispatch
from games.match.exceptions import BeingPlayed
from games.match.referee.analysing import leads_to_own
from games.match.referee.studies import Laid, study_thought
from games.reviews.evaluations import UNSAID, Worth
from games.reviews.exceptions import ThinkersBusy

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.reviews.board import BoardAsked

LEVEL = "medium"
"""Whose opinion it is: it answers at once, and bots that people wait for are not held up."""
MOST_WAITING = 20
PATIENCE = 60
"""Seconds after which a question that nobody has answered is forgotten."""
AGE = 24 * 3600
"""Seconds for which an answer is kept."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation of a position, as far as it is known."""

    worth: Worth = UNSAID
    """To the first seat."""
    line: tuple[str, ...] = ()
    """The best move and what should follow it."""
    is_known: bool = False
    is_waiting: bool = False
    """Whether somebody has asked."""


def worth_of(asked: BoardAsked, user: Visitor) -> Evaluation:
    """Return what is known of a board's worth; raises BeingPlayed."""
    _check(asked, user)
    name = _name(asked)
    found: list[Any] | None = cache.get(_answer(name))
    if found is None:
        return Evaluation(is_waiting=cache.get(_question(name)) is not None)
    points, wins_in, line = found
    return Evaluation(Worth(points, wins_in, line[0] if line else ""), tuple(line), is_known=True)


def ask_worth(asked: BoardAsked, user: Visitor) -> None:
    """Let a worker think about a board, unless that is done or one does; nothing where the match
    would be over.

    Raises BeingPlayed or ThinkersBusy.
    """
    _check(asked, user)
    name = _name(asked)
    is_over = asked.board.study.winners is not None
    if is_over or cache.get(_answer(name)) is not None:
        return
    if switches.is_on("bots_paused"):
        raise ThinkersBusy
    if not cache.add(_question(name), [asked.line.game, asked.board.text], PATIENCE):
        return
    if not any(cache.add(_slot(number), name, PATIENCE) for number in range(MOST_WAITING)):
        cache.delete(_question(name))
        raise ThinkersBusy
    dispatch.after_commit("games.weigh_position", worth_id=name)


def find_worth(*, worth_id: str) -> None:
    """Think about one question, if it still stands; raises ThinkingFailed, and it is asked again
    then by whoever still looks."""
    question = cache.get(_question(worth_id))
    if question is None:
        return
    game, text = question
    try:
        laid = Laid(game, text)
        thought = study_thought(laid)
        found = thinking.weigh(
            thinking.Question.about(game, meta_for(game).rules_version, LEVEL, thought)
        )
        sign = -1 if thought.seat else 1
        answer: list[Any] = [None, None, []]
        if found is not None:
            wins_in = None if found.wins_in is None else sign * found.wins_in
            answer = [sign * found.points, wins_in, list(found.line)]
        cache.set(_answer(worth_id), answer, AGE)
    finally:
        cache.delete(_question(worth_id))
        for number in range(MOST_WAITING):
            if cache.get(_slot(number)) == worth_id:
                cache.delete(_slot(number))


def _check(asked: BoardAsked, user: Visitor) -> None:
    if leads_to_own(asked.line.laid, user.pk):
        raise BeingPlayed


def _name(asked: BoardAsked) -> str:
    """What a board is called: how it came about makes no difference."""
    text = f"{asked.line.game} {asked.board.text}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _question(name: str) -> str:
    return f"worth-asked:{name}"


def _answer(name: str) -> str:
    return f"worth:{name}"


def _slot(number: int) -> str:
    return f"worth-slot:{number}"
