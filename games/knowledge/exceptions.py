"""What knowledge refuses, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class UnknownPiece(GamesError):
    """There is no piece of that name whose kind is hidden from this seat."""

    sentence = _("There is no such hidden piece.")
    status = 422


class UnknownKind(GamesError):
    sentence = _("This game has no pieces of that kind.")
    status = 422
