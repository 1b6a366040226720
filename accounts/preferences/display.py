"""How a reader sees pages and boards: the pieces, and whether a move is confirmed."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.common.cookies import PIECES, cookie_name
from accounts.models import User

READ_KANJI = ("ja", "zh", "ko")
"""Languages whose readers know kanji."""


def piece_set_for(request: HttpRequest) -> str:
    """Return the set of pieces to draw: the account's choice, the browser's, or the language's."""
    user = request.user
    if isinstance(user, User):
        chosen = user.piece_set
    else:
        chosen = request.COOKIES.get(cookie_name(PIECES), "")
    if chosen in (User.PieceSet.KANJI, User.PieceSet.INTERNATIONAL):
        return chosen
    kanji = (get_language() or "").startswith(READ_KANJI)
    return User.PieceSet.KANJI if kanji else User.PieceSet.INTERNATIONAL


def play_at_once(request: HttpRequest, *, is_live: bool) -> None:
    """From now on the account's moves are played without being confirmed first, in live
    matches or in all others."""
    user = request.user
    if not isinstance(user, User):
        return
    if is_live:
        user.confirm_live = False
    else:
        user.confirm_live, user.confirm_moves = user.confirms_live, False
    user.save(update_fields=["confirm_moves", "confirm_live"])
