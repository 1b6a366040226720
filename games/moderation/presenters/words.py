"""The codes of rows and of the log as staff read them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.common.dates import exact_text
from accounts.models import Sanction
from games.boards.names import game_name as name_of_game
from games.match.presenters.endings import ending_name
from games.match.status import Status
from games.moderation.categories import CATEGORIES
from games.moderation.models import Appeal, Report
from games.moderation.services.actions import ACTIONS


def action_name(verb: str) -> str:
    """Return what is done with a match; the code itself for one we do not know."""
    if verb in ACTIONS:
        return str(ACTIONS[verb].label)
    return {
        "verified": _("Replay and compare"),
        "adjudicate": _("Decided"),
        "reveal": _("Hidden pieces were looked at"),
    }.get(verb, verb)


def verb_name(verb: str) -> str:
    """Return what a row of the log says was done."""
    subject, _hyphen, rest = verb.partition("-")
    if subject == "match":
        return action_name(rest)
    if subject == "sanction" and rest in Sanction.Kind.values:
        return str(Sanction.Kind(rest).label)
    return {
        "announcement-hidden": _("announcement hidden"),
        "club-closed": _("club closed"),
        "club-opened": _("club opened again"),
        "club-reports-closed": _("reports of the club closed"),
        "appeal-answered": _("appeal answered"),
        "barrier-answered": _("message on accessibility answered"),
        "factor-reset": _("second factor ended"),
        "line-hidden": _("message hidden"),
        "person-noted": _("note on the person"),
        "inquiry-closed": _("investigation taken off the list"),
        "report-closed": _("report closed"),
        "report-noted": _("note on the report"),
        "report-passed-on": _("report passed on to seniors"),
        "report-snoozed": _("report put off"),
        "report-taken": _("report taken"),
        "reveal-approved": _("look at hidden pieces approved"),
        "reveal-asked": _("look at hidden pieces asked for"),
        "reveal-looked": _("looked at hidden pieces"),
        "rewind-approved": _("rewinding approved"),
        "rewind-asked": _("rewinding asked for"),
        "sanction-lifted": _("sanction lifted"),
        "sign-up-opened": _("sign-up opened by a code"),
        "site-switched": _("switches set"),
        "time-for-all": _("time for all"),
    }.get(verb, verb)


def category_name(category: str) -> str:
    """Return what was reported."""
    return str(CATEGORIES[category].title) if category in CATEGORIES else category


def room_name(room: str) -> str:
    """Return where a line of talk was said."""
    return {
        "players": _("between the players"),
        "watchers": _("among spectators"),
        "later": _("for later"),
        "message": _("in messages"),
    }.get(room, room)


def status_name(status: str) -> str:
    """Return where a match is in its life."""
    return str(Status(status).label)


def game_name(slug: str) -> str:
    """Return what a game is called."""
    return name_of_game(slug)


def result_name(result: str) -> str:
    """Return how a match ended for one side."""
    return {"won": _("Won"), "lost": _("Lost"), "drawn": _("Drawn")}.get(result, result)


def fact_name(fact: str) -> str:
    """Return what a line of before and after is about."""
    return {
        "status": _("Status"),
        "ended_how": _("Ended by"),
        "frozen_at": _("Frozen since"),
        "annulled_at": _("Annulled"),
        "hidden_at": _("Hidden from the public since"),
        "silenced_at": _("Chat closed since"),
        "deadline": _("Deadline"),
        "user": _("account number"),
        "bot": _("Bot"),
        "club": _("Club"),
        "result": _("Result"),
        "is_to_act": _("to move"),
        "bank": _("clock"),
        "grace": _("grace"),
        # of persons, lines and reports
        "sanction": _("sanction number"),
        "barrier": _("message number"),
        "kind": _("What"),
        "reason": _("Reason"),
        "ends_at": _("Ends"),
        "lifted_at": _("Lifted"),
        "outcome": _("Outcome"),
        "faults": _("What differs"),
        "line": _("line number"),
        "had_one": _("had a second factor"),
        # of the whole site
        "hours": _("hours"),
        "accounts": _("accounts"),
        "panic_since": _("Panic since"),
        "no_new_matches": _("No new matches"),
        "no_new_guests": _("No new guests"),
        "no_new_accounts": _("No new accounts"),
        "bots_paused": _("Bots rest"),
        "banner_en": _("Notice in English"),
        "banner_ja": _("Notice in Japanese"),
    }.get(fact, fact)


def fact_value(fact: str, value: Any) -> str:
    """A value of before or after, in words; empty for none."""
    if value in (None, ""):
        return ""
    if fact == "faults":
        return "; ".join(_(fault) for fault in value) or _("Everything follows from the moves.")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if fact in ("bank", "grace"):
        return time_text(timedelta(seconds=value))
    if fact == "panic_since" or fact.endswith(("deadline", "_at")):
        return exact_text(datetime.fromisoformat(value))
    words: dict[str, Callable[[str], str]] = {
        "status": status_name,
        "ended_how": ending_name,
        "result": result_name,
        "kind": lambda kind: str(Sanction.Kind(kind).label),
        "reason": lambda reason: str(Sanction.Reason(reason).label),
        "outcome": outcome_name,
    }
    return words[fact](value) if fact in words else str(value)


def outcome_name(outcome: str) -> str:
    """Return what came of a report or an appeal."""
    labels = {*Report.Outcome.choices, *Appeal.Outcome.choices}
    return {code: str(label) for code, label in labels}.get(outcome, outcome)


def time_text(span: timedelta | None) -> str:
    """To the second, so that sums can be checked: "5 d 20:00:00"."""
    if span is None:
        return "–"
    seconds = round(span.total_seconds())
    days, rest = divmod(seconds, 86_400)
    clock = f"{rest // 3600:02}:{rest % 3600 // 60:02}:{rest % 60:02}"
    return f"{days} d {clock}" if days else clock
