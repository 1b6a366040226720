"""A bound on deduction: steps are counted, never seconds, so it is the same on every machine."""

from __future__ import annotations


class OutOfSteps(Exception):
    """The question takes more steps than there are."""


class Steps:
    """A budget of steps; a single question gets a part of it."""

    def __init__(self, limit: int, *, a_question: int | None = None) -> None:
        self.left = limit
        self._a_question = a_question or limit
        self._left_for_question = self._a_question

    def begin_question(self) -> None:
        """Allow the next question its part, however much the one before has taken."""
        self._left_for_question = min(self.left, self._a_question)

    def take(self, count: int = 1) -> None:
        """Count *count* steps; raises OutOfSteps when there are no more."""
        self.left -= count
        self._left_for_question -= count
        if min(self.left, self._left_for_question) < 0:
            raise OutOfSteps
