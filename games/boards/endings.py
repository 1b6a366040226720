"""How a match ended: the headline, and the rule that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.names import NO_OPTIONS, sides_of


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """The result of a match."""

    headline: str
    why: str
    tone: str
    """"won", "lost", "drawn" or, for onlookers and cancelled matches, "over"."""
    remarks: tuple[str, ...] = ()
    """What came to light besides."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The state of a match, and its end for the one in *seat*."""

    status: str
    how: str
    winners: Sequence[int]
    seat: int | None


def result_of(
    game: str, ended: Ended, names: Sequence[str], options: Mapping[str, str] = NO_OPTIONS
) -> ResultPanel | None:
    """Return the result as the viewer reads it; None while the match goes on.

    *names* are the players' by seat, *options* those of the terms.
    """
    if ended.status == "aborted":
        return ResultPanel(_("Cancelled"), cancelled_sentence(ended.how), "over")
    if ended.status != "finished":
        return None
    sides, winners, seat = sides_of(game, options).names, ended.winners, ended.seat
    why = own_fault(game, ended.how, winners, seat) or why_sentence(
        game, ended.how, winners, names, options
    )
    return ResultPanel(_headline(winners, seat, sides), why, _tone(winners, seat))


def _headline(winners: Sequence[int], seat: int | None, sides: Sequence[str]) -> str:
    if not winners:
        return _("Draw")
    if seat is None:
        return _("%(side)s has won") % {"side": _named(winners, sides)}
    return _("You have won") if seat in winners else _("You have lost")


def _tone(winners: Sequence[int], seat: int | None) -> str:
    if not winners:
        return "drawn"
    if seat is None:
        return "over"
    return "won" if seat in winners else "lost"


def cancelled_sentence(ended_how: str) -> str:
    """Return why a match was cancelled."""
    if ended_how == "first-move":
        return _("The first move was not made in time. The match does not count.")
    if ended_how == "set-up":
        return _("Neither side was ready in time. The match does not count.")
    if ended_how == "left":
        return _("A player left before play began. The match does not count.")
    if ended_how == "annulled":
        return _("A moderator cancelled the match. It does not count.")
    if ended_how == "withdrawn":
        return _("A player has left the event. The match does not count.")
    if ended_how == "season":
        return _("The season is over. The match does not count.")
    if ended_how == "closed":
        return _("A player’s account was closed. The match does not count.")
    if ended_how == "stuck":
        return _("The bot could not make its move. The match does not count.")
    return _("The match does not count.")


def own_fault(game: str, ended_how: str, winners: Sequence[int], seat: int | None) -> str:
    """Return why the reader in *seat* lost, if by their own action and the game has no words."""
    has_words = ended_how in card_for(game).endings
    if has_words or seat is None or not winners or seat in winners:
        return ""
    return {"resignation": _("You resigned."), "time": _("Your time ran out.")}.get(ended_how, "")


def why_sentence(
    game: str,
    ended_how: str,
    winners: Sequence[int],
    names: Sequence[str],
    options: Mapping[str, str] = NO_OPTIONS,
) -> str:
    """Return the rule that decided a finished match, and whom it hit; *names* are by seat."""
    card, sides = card_for(game), sides_of(game, options).names
    losers = [seat for seat in range(len(names)) if seat not in winners]
    values = {
        **_endings(is_for_two=len(names) == 2),
        **card.endings,
        **({} if winners else card.draws),
    }
    parts = {
        "side": _named(losers[:1] if not winners else losers, sides),
        "name": names[losers[0]] if losers else "",
        "winner": _named(winners, sides),
    }
    return str(values.get(ended_how, _("The match is over."))) % parts


def _endings(*, is_for_two: bool) -> dict[str, str]:
    """Return how a match of any game can end; of many, nobody can say who was the one that left."""
    left = _("Everybody else has left the match.")
    return {
        "adjudicated": _("A moderator has decided the match."),
        "resignation": _("%(name)s (%(side)s) resigned.") if is_for_two else left,
        "forfeit": _("%(name)s (%(side)s) has left the event, and loses by forfeit."),
        "time": _("%(name)s (%(side)s) ran out of time.") if is_for_two else left,
        "no-force": _("One side resigned, but the other had too few pieces left to win: a draw."),
        "agreement": _("The players agreed on a draw."),
        "closed": _("A player’s account was closed: a draw, unrated."),
        "stuck": _("The bot could not make its move: a draw, unrated."),
        "season": _("The season ended before the match: a draw, unrated."),
        "repetition": _("The same position appeared three times."),
        "quiet": _("300 moves without progress: a player claimed the draw (rule of this site)."),
        "move-limit": _("3,000 moves were played: a draw (rule of this site)."),
        "no-progress": _("Too many moves without progress."),
        "rounds": _("The last round is over: %(winner)s has the most power."),
    }


def _named(seats: Sequence[int], sides: Sequence[str]) -> str:
    return _(", ").join(sides[seat] for seat in seats)
