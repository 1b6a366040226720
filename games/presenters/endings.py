"""How a match ended: the headline, and the rule that decided it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.presenters.games import presenter_for, side_name
from games.presenters.page import ResultPanel


def result_of(
    game: str,
    *,
    status: str,
    ended_how: str,
    winners: Sequence[int],
    seat: int | None,
    names: Sequence[str],
) -> ResultPanel | None:
    """The result as the viewer in *seat* reads it; None while the match goes on.

    *names* are the players' by seat.
    """
    if status == "aborted":
        return ResultPanel(_("Cancelled"), cancelled_sentence(ended_how), "over")
    if status != "finished":
        return None
    sides = [side_name(game, number) for number in range(len(names))]
    why = why_sentence(game, ended_how, winners, names)
    return ResultPanel(_headline(winners, seat, sides), why, _tone(winners, seat))


def _headline(winners: Sequence[int], seat: int | None, sides: Sequence[str]) -> str:
    if not winners:
        return _("Draw")
    if seat is None:
        return _("%(side)s has won") % {"side": sides[winners[0]]}
    return _("You have won") if seat in winners else _("You have lost")


def _tone(winners: Sequence[int], seat: int | None) -> str:
    if not winners:
        return "drawn"
    if seat is None:
        return "over"
    return "won" if seat in winners else "lost"


def cancelled_sentence(ended_how: str) -> str:
    """Why a match was cancelled."""
    if ended_how == "first-move":
        return _("The first move was not made in time, so the match counts for nobody.")
    if ended_how == "set-up":
        return _("Neither side was ready in time, so the match counts for nobody.")
    if ended_how == "left":
        return _("A player left before play began, so the match counts for nobody.")
    return _("The match counts for nobody.")


def why_sentence(game: str, ended_how: str, winners: Sequence[int], names: Sequence[str]) -> str:
    """The rule that decided a finished match, and whom it hit; *names* are by seat."""
    loser = next((seat for seat in range(len(names)) if seat not in winners), 0)
    sentences = {
        "checkmate": _("Checkmate: the general of %(side)s is attacked and nothing helps."),
        "stalemate": _("Stalemate: %(side)s has no move left, and that loses."),
        "resignation": _("%(name)s (%(side)s) resigned."),
        "time": _("The time of %(name)s (%(side)s) ran out."),
        "agreement": _("The players agreed on a draw."),
        "repetition": _("The same position has occurred for the third time."),
        "no-progress": _("For too many moves nothing has been decided."),
        "king-captured": _("The king of %(side)s was taken."),
        "trial": _("Trial: the king of %(winner)s reached the far side and was shown there."),
        "foul-proven": _("Doubt: a foul of %(side)s was proven."),
        "doubt-miss": _("Doubt: %(side)s found no foul, and that loses."),
        "insufficient-material": _("Neither side has the pieces left to give mate."),
        **presenter_for(game).endings(is_draw=not winners),
    }
    sentence = sentences.get(ended_how, _("The match is over."))
    parts = {"side": side_name(game, loser), "name": names[loser]}
    return sentence % {**parts, "winner": side_name(game, winners[0]) if winners else ""}
