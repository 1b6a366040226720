"""What players can do about time besides moving: claim, give, pause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.dates import moment_text
from engines.catalogue import meta_for
from games.boards.names import bot_name
from games.common.addresses import address
from games.match.changes.giving import MOST_GIFTS
from games.match.changes.pausing import LENGTHS
from games.match.presenters.clocktext import deadline_sentence
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, slots=True)
class TimePanel:
    """One sentence and what can be answered to it."""

    sentence: str
    answers: tuple[tuple[str, str], ...] = ()
    """What can be pressed: what the form says, and the words."""
    asks: tuple[str, str] | None = None
    """What is asked back first: its row, and the words to press."""
    url: str = ""
    """Where the match goes on."""
    bots: tuple[tuple[str, str], ...] = ()
    """Who can play on in the place of one who has run out of time: levels and names."""


@dataclass(frozen=True, slots=True)
class TimeOffers:
    """The time that can be offered to the opponent."""

    gifts: int | None
    """How many days were given in this match, where another can be; else None."""
    pauses: tuple[tuple[int, str], ...]
    """For how many days a pause can be asked for, and their words; none where it cannot."""


def time_panel(facts: BoardFacts, names: Sequence[str]) -> TimePanel | None:
    """Return the panel about time in the match of *facts*; None where there is nothing to tell."""
    times = facts.times
    if facts.is_stuck:
        return _stuck(facts)
    if times.may_claim or times.may_end:
        return _claim(facts, names) if times.may_claim else _end(facts, names)
    late = next((player for player in facts.players if player.clock and player.clock.late), None)
    if late is not None and late.clock is not None:
        sentence = deadline_sentence(late.clock, facts.now)
        return TimePanel(sentence if late.seat == facts.seat else f"{names[late.seat]}: {sentence}")
    return _paused_or_over(facts, names)


def _paused_or_over(facts: BoardFacts, names: Sequence[str]) -> TimePanel | None:
    times = facts.times
    if times.paused_until is not None:
        return _paused(facts, names)
    if times.pause_asked_by is not None:
        return _asked(facts, names)
    if times.played_on_uid:
        url = address("games:match", times.played_on_uid)
        return TimePanel(_("The match goes on from here, unrated."), url=url)
    return _after(facts, names) if times.may_play_on else None


def time_offers(facts: BoardFacts) -> TimeOffers | None:
    """Return the time that the viewer can offer; None if none."""
    gifts = sum(ruling.verb == "gift" for ruling in facts.rulings)
    may_give = facts.times.may_give and gifts < MOST_GIFTS
    if not may_give and not facts.times.may_pause:
        return None
    pauses = tuple((days, _days(days)) for days in LENGTHS) if facts.times.may_pause else ()
    return TimeOffers(gifts if may_give else None, pauses)


def _claim(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    late = next(p for p in facts.players if p.seat != facts.seat and p.clock and p.clock.late)
    levels = meta_for(facts.game).bot_levels
    return TimePanel(
        _("%(name)s has run out of time. Without a word of yours the win is claimed for you.")
        % {"name": names[late.seat]},
        (("two-days", _("Give two days")),),
        asks=("claim", _("Claim the win")),
        bots=tuple((level, bot_name(facts.game, level)) for level in levels),
    )


def _end(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    sentence = _(
        "The account of %(name)s is closed. You can end the match now; the moderators can still"
        " decide it otherwise."
    )
    name = next(name for seat, name in enumerate(names) if seat != facts.seat)
    return TimePanel(sentence % {"name": name}, asks=("end", _("End the match")))


def _stuck(facts: BoardFacts) -> TimePanel:
    known = _("The operators know of it, and the bot will try again.")
    if not facts.times.may_end:
        return TimePanel(known)
    choice = _("You can wait, or end the match now, unrated.")
    return TimePanel(f"{known} {choice}", asks=("end", _("End the match")))


def _paused(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    assert facts.times.paused_until is not None
    notice = _("The match is paused until %(moment)s. No clock runs; moves can be made.")
    sentence = notice % {"moment": moment_text(facts.times.paused_until)}
    asked = facts.times.resume_asked_by
    if facts.seat is None or asked == facts.seat:
        return TimePanel(sentence)
    if asked is not None:
        request = _("%(name)s wants to go on.") % {"name": names[asked]}
        return TimePanel(f"{sentence} {request}", (("go-on", _("Go on now")),))
    return TimePanel(sentence, (("go-on", _("Go on in 24 hours")),))


def _asked(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    asker, days = facts.times.pause_asked_by, _days(facts.times.pause_days or 0)
    assert asker is not None
    if asker == facts.seat:
        sentence = _("You have asked for a pause of %(days)s.") % {"days": days}
        return TimePanel(sentence, (("drop-pause", _("Withdraw")),))
    values = {"name": names[asker], "days": days}
    sentence = _("%(name)s asks for a pause of %(days)s. No clock would run.") % values
    answers = ("accept-pause", _("Accept")), ("drop-pause", _("Decline"))
    return TimePanel(sentence, answers)


def _after(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    asker = facts.times.play_on_asked_by
    if asker is None:
        offer = _("For seven days you can both play on from here, unrated.")
        return TimePanel(offer, (("play-on", _("Ask to play on")),))
    if asker == facts.seat:
        return TimePanel(_("You have asked to play on from here, unrated."))
    sentence = _("%(name)s would like to play on from here, unrated.") % {"name": names[asker]}
    return TimePanel(sentence, (("play-on", _("Play on")),))


def _days(days: int) -> str:
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
