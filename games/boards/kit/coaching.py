"""What a coach says of a position, in words: the facts are the engine's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.core.coaching import Hint
from games.boards.kit.scenes import GamePresenter, Scene

OPEN_BOARD: Mapping[str, Promise] = {
    "check": gettext_lazy("You are in check from %(b)s: your next move has to end that."),
    "mate": gettext_lazy("You can win at once, by a move to %(a)s."),
    "mate-threat": gettext_lazy("Your opponent threatens to win at once, by a move to %(a)s."),
    "gift": gettext_lazy(
        "The last move left the %(piece)s on %(a)s unprotected: your %(other)s can capture it."
    ),
    "free": gettext_lazy(
        "The %(piece)s on %(a)s is unprotected: your %(other)s on %(b)s can capture it."
    ),
    "exchange": gettext_lazy(
        "You win material if you capture the %(piece)s on %(a)s with the %(other)s on %(b)s."
    ),
    "hangs": gettext_lazy(
        "Your %(piece)s on %(a)s is unprotected, and the %(other)s on %(b)s attacks it."
    ),
    "outnumbered": gettext_lazy(
        "The %(other)s on %(b)s attacks your %(piece)s on %(a)s, and captures there win material."
    ),
}
"""The facts of games that hide nothing: %(a)s and %(b)s are squares, %(piece)s and %(other)s what
stands on them."""


@dataclass(frozen=True, slots=True)
class Coach:
    """A game's coach: a sentence for each fact that its engine finds."""

    sentences: Mapping[str, Promise]

    def line(self, hint: Hint, scene: Scene, presenter: GamePresenter[Any]) -> str:
        """Return the sentence of *hint* about *scene*."""
        a, b = (*hint.squares, "", "")[:2]
        return str(self.sentences[hint.code]) % {
            "a": a,
            "b": b,
            "piece": _name(scene, a),
            "other": _name(scene, b),
            "kinds": _(", ").join(_kinds(hint.kinds, presenter)),
        }


def _name(scene: Scene, square: str) -> str:
    stack = scene.pieces.get(square)
    return stack[-1].name.lower() if stack else ""


def _kinds(letters: str, presenter: GamePresenter[Any]) -> list[str]:
    faces = presenter.kind_faces(0) if letters else {}
    return [faces[letter].name.lower() for letter in letters]
