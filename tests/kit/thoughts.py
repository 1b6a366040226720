"""Thoughts in this process: a child of low priority is starved on a busy machine."""

from __future__ import annotations

from games.bots import thinking
from games.bots.thinking import Child, Question


class InPlace(Child):
    """Answers what the child would be sent, here and now, and raises what it would pass over.

    `tests/bots/test_every_question.py` has every kind of question answered by the child itself.
    """

    def ask(self, question: Question) -> str:
        """The answer to *question*, however long it takes."""
        return thinking._answer(Question.of_line(question.as_line()))
