"""The sentences of a review: what was missed, what was sure, what was luck."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.reviews.hindsight import Attempt


def missed_sentence(code: str, move: int) -> str:
    """Return what could have been done for sure instead of the move of that number."""
    sentence = {
        "doubt": _("Instead of move %(move)s: a Doubt was sure to be proven."),
        "king": _("Instead of move %(move)s: the king was sure to stand where it could be taken."),
        "sure-win": _("Instead of move %(move)s: a win was sure, whatever the other side held."),
        "trial": _("Instead of move %(move)s: the Trial was open, and would have won."),
        "win": _("Instead of move %(move)s: entering the headquarters was sure to win."),
    }[code]
    return sentence % {"move": move}


def attempt_sentence(attempt: Attempt, move: int, square: str) -> str:
    """Return what a move put to the test, and how sure that was; "" if not worth telling."""
    values: dict[str, int | str] = {
        "move": move,
        "square": square,
        "count": attempt["could_be"].get(attempt["result"], 0),
        "cases": attempt["cases"],
    }
    return {
        "battle": _battle_sentence,
        "capture": _capture_sentence,
        "doubt": _doubt_sentence,
    }[attempt["what"]](attempt, values)


def _battle_sentence(attempt: Attempt, values: dict[str, int | str]) -> str:
    how = {
        "won": _("Move %(move)s: the attack on %(square)s won."),
        "lost": _("Move %(move)s: the attack on %(square)s lost."),
        "both-fell": _("Move %(move)s: in the attack on %(square)s both fell."),
    }[attempt["result"]]
    if len(attempt["could_be"]) == 1:
        return f"{how % values} {_('It could not end otherwise.')}"
    odds = _("So it ends with %(count)s of the %(cases)s kinds that the piece could be.")
    return f"{how % values} {odds % values}"


def _capture_sentence(attempt: Attempt, values: dict[str, int | str]) -> str:
    if attempt["result"] != "king":
        return ""
    how = _("Move %(move)s: the king was taken on %(square)s.") % values
    if len(attempt["could_be"]) == 1:
        return f"{how} {_('It could stand nowhere else.')}"
    odds = _("It could have been any of %(cases)s pieces.")
    return f"{how} {odds % values}"


def _doubt_sentence(attempt: Attempt, values: dict[str, int | str]) -> str:
    if len(attempt["could_be"]) == 1:
        return _("Move %(move)s: the Doubt was proven, and was sure to be.") % values
    if attempt["result"] == "proven":
        return _("Move %(move)s: the Doubt was proven, without being sure.") % values
    return _("Move %(move)s: the Doubt was not proven, and had not been sure.") % values


def sure_sentence(move: int, square: str, kind: str) -> str:
    """From when on a piece could only be one kind."""
    values = {"move": move, "square": square, "kind": kind}
    if move <= 0:
        return _("From the start the piece on %(square)s could only be: %(kind)s.") % values
    return _("From move %(move)s on the piece on %(square)s could only be: %(kind)s.") % values


def shown_sentence(move: int) -> str:
    """Return which move showed a kind."""
    return _("Move %(move)s showed it.") % {"move": move}


def used_sentence(move: int | None) -> str:
    """Return whether a piece whose kind was certain was moved against after that."""
    if move is None:
        return _("It was never attacked after that.")
    return _("It was attacked in move %(move)s.") % {"move": move}


def guess_sentence(guessed: str, *, is_right: bool) -> str:
    """Return what the reader had taken the piece for in the end."""
    if not guessed:
        return _("You had no mark on it.")
    if is_right:
        return _("You had marked it so.")
    return _("You had marked it: %(kind)s.") % {"kind": guessed}
