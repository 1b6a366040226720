"""Every table with a key of a user: what of it a person gets to read, and what goes with them.

A test finds each such key in the schema, so a new table has to be entered here, and in what the
privacy page says is kept (`games.about.presenters.KEPT`).
"""

from __future__ import annotations

from typing import NamedTuple


class Told(NamedTuple):
    """Rows of one's own: told to oneself, and perhaps deleted with the account."""

    name: str
    columns: tuple[str, ...]
    goes: bool = True
    """Whether the rows are deleted with the account; else they stay, under a name of nobody."""


class Kept(NamedTuple):
    """Rows that name a person and are not told, for a reason."""

    why: str
    goes: bool = False


TABLES: dict[str, Told | Kept] = {
    # model and column: what of it
    "accounts.SignIn.user": Told("sign_ins", ("browser", "since", "seen_at")),
    "accounts.AccessToken.user": Told(
        "access_tokens", ("name", "beginning", "scopes", "made_at", "expires_at", "used_at")
    ),
    "accounts.Trace.user": Told("traces", ("kind", "since", "seen_at")),
    "accounts.Sanction.user": Told(
        "sanctions", ("kind", "reason", "public_text", "starts_at", "ends_at", "lifted_at")
    ),
    "accounts.UndoLink.user": Told("undo_links", ("address", "made_at")),
    "accounts.StaffCode.user": Kept("a digest of a code that is good for a day", goes=True),
    "account.EmailAddress.user": Told("addresses", ("email", "verified", "primary")),
    "mfa.Authenticator.user": Told("second_factors", ("type", "created_at", "last_used_at")),
    "admin.LogEntry.user": Kept("what staff did in the admin site is the house's record"),
    "match.Player.user": Told(
        "matches",
        (
            *("match__uid", "match__game", "seat", "result", "match__started_at"),
            *("match__ended_at", "rests"),
        ),
        goes=False,
    ),
    "match.Vacation.user": Told("vacations", ("starts_at", "ends_at", "made_at", "is_automatic")),
    "endpoints.CalendarFeed.user": Told("calendars", ("made_at", "read_at")),
    "endpoints.PushDevice.user": Told("devices", ("browser", "made_at", "seen_at", "sent_at")),
    "endpoints.Webhook.user": Told("webhooks", ("url", "form", "made_at", "sent_at", "stopped_at")),
    "notices.Notice.user": Told("notices", ("kind", "match__uid", "made_at", "read_at")),
    "notices.Mailbox.user": Told("mailbox", ("mailed_at",)),
    "setup.SetupDraft.user": Told("drafts", ("match__uid", "letters")),
    "setup.Sketch.user": Told("sketches", ("game", "name", "letters")),
    "setup.Formation.user": Told("formations", ("game", "name", "letters")),
    "knowledge.GuessMark.user": Told("marks", ("match__uid", "ply", "kind", "square", "made_at")),
    "notes.MatchNote.user": Told("notes", ("match__uid", "text")),
    "plans.Plan.user": Told("plans", ("match__uid", "lines", "made_at", "fate")),
    "chat.ChatLine.author": Told(
        "talk",
        ("match__uid", "room", "text", "said_at"),
        goes=False,  # others have answered them
    ),
    "chat.Muted.user": Told("muted", ("whom__name",)),
    "chat.Muted.whom": Kept("whom others do not want to hear is their own affair", goes=True),
    "notices.Notice.person": Kept("news of others about this person", goes=True),
    "lobby.Seek.user": Told("seeks", ("game", "time_control", "rated", "created_at", "state")),
    "lobby.Challenge.user": Told(
        "challenges", ("person__name", "game", "time_control", "rated", "created_at", "state")
    ),
    "lobby.Challenge.person": Kept("somebody else's challenge", goes=True),
    "tournaments.Tournament.made_by": Told(
        "tournaments_made",
        ("name", "game", "created_at", "state"),
        goes=False,  # others play in them
    ),
    "tournaments.Entry.user": Told(
        "tournaments",
        ("tournament__name", "tournament__game", "entered_at", "withdrawn_at", "place"),
        goes=False,  # the tables of others follow from them
    ),
    "ladders.Rung.user": Told(
        "ladders",
        ("ladder__game", "place", "joined_at"),
        goes=False,  # the sweep takes them off a ladder before
    ),
    "ladders.LadderChallenge.challenger": Told(
        "ladder_challenges",
        ("ladder__game", "challenged__name", "state", "made_at"),
        goes=False,  # the places of others follow from them
    ),
    "ladders.LadderChallenge.challenged": Kept("somebody else's challenge"),
    "ladders.LadderStep.user": Told(
        "ladder_steps",
        ("ladder__game", "cause", "made_at"),
        goes=False,  # the places of others follow from them
    ),
    "ladders.LadderStep.other": Kept("how somebody else has climbed"),
    "people.Follow.user": Told("followed", ("person__name",)),
    "people.Follow.person": Kept("whom others follow is their own affair", goes=True),
    "people.Block.user": Told("blocked", ("person__name", "kind")),
    "people.Block.person": Kept("nobody learns by whom they are blocked", goes=True),
    "people.PersonNote.user": Told("notes_on_people", ("person__name", "text")),
    "people.PersonNote.person": Kept("what others noted for themselves", goes=True),
    "ratings.Rating.user": Told(
        "ratings",
        ("game", "pace", "versus", "rating", "deviation", "matches", "rated_at"),
        goes=False,  # the ratings of others follow from them
    ),
    "ratings.TurnTally.user": Told("reliability", ("asked", "answered"), goes=False),
    "campaign.StageResult.user": Told(
        "stages", ("stage", "is_cleared", "power", "rounds", "ended_at"), goes=False
    ),
    "campaign.DailyRun.user": Told(
        "daily_challenges", ("day", "stage", "lead", "rounds", "is_won", "ended_at"), goes=False
    ),
    "puzzles.PuzzleRating.user": Told(
        "puzzle_ratings", ("game", "rating", "tries", "solved", "streak", "best_streak")
    ),
    "puzzles.Attempt.user": Told(
        "puzzles",
        ("puzzle__game", "puzzle__key", "given", "is_right", "before", "after", "made_at"),
    ),
    "puzzles.PuzzleOpinion.user": Told(
        "puzzle_opinions", ("puzzle__key", "vote", "report", "made_at")
    ),
    "learn.StepDone.user": Told("lessons", ("game", "step", "done_at")),
    "moderation.ReportAtom.reporter": Told(
        "reports",
        ("match__uid", "category", "text", "line", "made_at"),
        goes=False,  # what others are to be kept from does not go with whoever told of it
    ),
    "moderation.Report.suspect": Kept("who reported what is not told to whom it is about"),
    "moderation.Report.taken_by": Kept("who worked on a report is the house's record"),
    "moderation.ReportNote.author": Kept("what staff wrote at work is the house's record"),
    "moderation.StaffNote.person": Kept("what staff remember to keep others safe", goes=True),
    "moderation.StaffNote.author": Kept("what staff wrote at work is the house's record"),
    "moderation.ModAction.actor": Kept("the audit log: nobody can change it"),
    "moderation.ModAction.person": Kept("the audit log: nobody can change it"),
    "moderation.Inquiry.actor": Kept("what staff look into is the house's record"),
    "moderation.Consent.asked_by": Kept("the house's record of reveals"),
    "moderation.Consent.approved_by": Kept("the house's record of reveals"),
}
