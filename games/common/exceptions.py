"""What is refused, and why.

Every refusal is a class with its status and its sentence, beside the services that raise it
(`exceptions.py` of their slice); here are those that several slices raise. Its code, which programs
are sent, is the name of the class in small letters with hyphens, unless it says another.
None of them says anything its reader could not already see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from engines.core.pasted import BadText


class GamesError(Exception):
    """Something was asked that cannot be done now; nothing has changed."""

    code = "refused"
    status = 409
    sentence: StrPromise = _("You cannot do that now. Nothing was changed.")
    game = ""
    """Whose rules have the code, where the card of a game has the sentence."""
    facts: Mapping[str, object] = {}
    """What the sentence names, such as the limit that was reached."""
    retry_after: int | None = None
    """In how many seconds at most the same can be asked again; None where no time helps."""
    text: BadText | None = None
    """What is wrong with the text that was sent, which has a sentence of its own."""

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


class NoteTooLong(GamesError):
    sentence = _("This note is too long and was not saved.")
    status = 422


class NoteWithoutPlace(GamesError):
    """No match comes to such a move."""

    sentence = _("There is no such move to note something to.")
    status = 422


class TooManyNotes(GamesError):
    sentence = _("You have as many notes to moves of this match as there can be.")


class NotForChildren(GamesError):
    sentence = _("An account for a child plays bots, and people its grown-up has allowed.")
    status = 403


class PersonBlocked(GamesError):
    sentence = _("You have blocked this person. Lift the block first.")


def refusal_with(code: str, among: type[GamesError] = GamesError) -> type[GamesError] | None:
    """Return the refusal of that code, from all that are loaded; None where there is none."""
    if vars(among).get("code") == code:
        return among
    found = (refusal_with(code, kind) for kind in among.__subclasses__())
    return next((kind for kind in found if kind is not None), None)
