"""Every table with a key of a user: what of it a person gets to read, and what goes with them.

A test finds each such key in the schema, so a new table has to be entered here, and in what the
privacy page says is kept (`games.about.presenters.KEPT`).
"""

from __future__ import annotations

from typing import NamedTuple


class Exported(NamedTuple):
    """Rows of one's own: told to oneself, and perhaps deleted with the account."""

    name: str
    columns: tuple[str, ...]
    goes: bool = True
    """Whether the rows are deleted with the account; else they stay, under a name of nobody."""


class Withheld(NamedTuple):
    """Rows that name a person and are not told, for a reason."""

    why: str
    goes: bool = False


TABLES: dict[str, Exported | Withheld] = {
    # model and column: what of it
    "accounts.User.guardian": Exported("children", ("name", "date_joined"), goes=False),
    "accounts.ChildFriend.child": Exported("allowed_to_play", ("friend__name",)),
    "accounts.ChildFriend.friend": Withheld("whom a child may play is its grown-up's affair", True),
    "accounts.SignIn.user": Exported("sign_ins", ("browser", "since", "seen_at")),
    "accounts.AccessToken.user": Exported(
        "access_tokens",
        (
            *("name", "beginning", "scopes", "made_at", "expires_at", "used_at"),
            *("client_id", "redirect_uri", "renewable_until"),
        ),
    ),
    "accounts.KeyedRequest.user": Withheld(
        "what one's own programs did in the last day, kept to be answered alike again", goes=True
    ),
    "accounts.Trace.user": Exported("traces", ("kind", "since", "seen_at")),
    "accounts.Sanction.user": Exported(
        "sanctions", ("kind", "reason", "public_text", "starts_at", "ends_at", "lifted_at")
    ),
    "accounts.UndoLink.user": Exported("undo_links", ("address", "made_at")),
    "accounts.StaffCode.user": Withheld("a digest of a code that is good for a day", goes=True),
    "account.EmailAddress.user": Exported("addresses", ("email", "verified", "primary")),
    "mfa.Authenticator.user": Exported("second_factors", ("type", "created_at", "last_used_at")),
    "socialaccount.SocialAccount.user": Exported(
        "linked_services", ("provider", "uid", "date_joined", "last_login")
    ),
    "admin.LogEntry.user": Withheld("what staff did in the admin site is the site's record"),
    "match.Player.user": Exported(
        "matches",
        (
            *("match__uid", "match__game", "seat", "result", "match__started_at"),
            *("match__ended_at", "rests"),
        ),
        goes=False,
    ),
    "match.Ruling.user": Exported(
        "seats_taken_by_bots", ("match__uid", "match__game", "seat", "made_at"), goes=False
    ),
    "match.Vacation.user": Exported(
        "vacations", ("starts_at", "ends_at", "made_at", "is_automatic")
    ),
    "endpoints.CalendarFeed.user": Exported("calendars", ("made_at", "read_at")),
    "endpoints.PushDevice.user": Exported("devices", ("browser", "made_at", "seen_at", "sent_at")),
    "endpoints.Webhook.user": Exported(
        "webhooks", ("url", "form", "made_at", "sent_at", "stopped_at")
    ),
    "endpoints.BotAddress.user": Exported(
        "bot_address",
        ("url", "made_at", "sent_at", "failing_since", "stopped_at", "troubles"),
    ),
    "notices.Notice.user": Exported(
        "notices", ("kind", "match__uid", "made_at", "read_at", "read_in_bell")
    ),
    "notices.Mailbox.user": Exported("mailbox", ("mailed_at",)),
    "personal.DataExport.user": Exported("exports", ("asked_at",)),
    "setup.SetupDraft.user": Exported("drafts", ("match__uid", "letters")),
    "setup.Sketch.user": Exported("sketches", ("game", "name", "letters")),
    "setup.Formation.user": Exported("formations", ("game", "name", "letters")),
    "knowledge.GuessMark.user": Exported(
        "marks", ("match__uid", "ply", "kind", "square", "made_at")
    ),
    "notes.MatchNote.user": Exported("notes", ("match__uid", "ply", "text")),
    "reviews.KeptAnalysis.user": Exported(
        "analyses", ("uid", "game", "title", "position", "tree", "link", "made_at", "changed_at")
    ),
    "reviews.Variations.user": Exported(
        "variations", ("match__uid", "trees", "is_open", "changed_at")
    ),
    "plans.Plan.user": Exported("plans", ("match__uid", "lines", "made_at", "fate")),
    "chat.ChatLine.author": Exported(
        "talk",
        ("match__uid", "room", "text", "said_at"),
        goes=False,  # others have answered them
    ),
    "chat.Muted.user": Exported("muted", ("whom__name",)),
    "chat.Muted.whom": Withheld("whom others do not want to hear is their own affair", goes=True),
    "notices.Notice.person": Withheld("news of others about this person", goes=True),
    **{
        f"conversations.Conversation.{end}": Withheld("told with the messages", goes=True)
        for end in ("first", "second", "begun_by")
    },
    "conversations.Message.author": Exported(
        "messages",
        (
            *("conversation__first__name", "conversation__second__name", "text", "said_at"),
            "conversation__accepted_at",
        ),
    ),
    "lobby.SavedFilter.user": Exported("lobby_filters", ("query", "made_at")),
    "lobby.Seek.user": Exported("seeks", ("game", "time_control", "rated", "created_at", "state")),
    "lobby.Challenge.user": Exported(
        "challenges", ("person__name", "game", "time_control", "rated", "created_at", "state")
    ),
    "lobby.Challenge.person": Withheld("somebody else's challenge", goes=True),
    "tournaments.Tournament.made_by": Exported(
        "tournaments_made",
        ("name", "game", "created_at", "state"),
        goes=False,  # others play in them
    ),
    "tournaments.Entry.user": Exported(
        "tournaments",
        ("tournament__name", "tournament__game", "entered_at", "withdrawn_at", "place"),
        goes=False,  # the tables of others follow from them
    ),
    "ladders.Rung.user": Exported(
        "ladders",
        ("ladder__game", "place", "joined_at"),
        goes=False,  # the sweep takes them off a ladder before
    ),
    "ladders.LadderChallenge.challenger": Exported(
        "ladder_challenges",
        ("ladder__game", "challenged__name", "state", "made_at"),
        goes=False,  # the places of others follow from them
    ),
    "ladders.LadderChallenge.challenged": Withheld("somebody else's challenge"),
    "ladders.LadderStep.user": Exported(
        "ladder_steps",
        ("ladder__game", "cause", "made_at"),
        goes=False,  # the places of others follow from them
    ),
    "ladders.LadderStep.other": Withheld("how somebody else has climbed"),
    "programs.BotAccount.user": Exported(
        "bot_account", ("owner__name", "state", "asked_at", "allowed_at"), goes=False
    ),
    "programs.BotAccount.owner": Exported(
        "own_bots",
        ("user__name", "state", "asked_at", "allowed_at"),
        goes=False,  # whose program it was stays known while the program plays
    ),
    "clubs.Member.user": Exported("clubs", ("club__name", "role", "asked_at", "joined_at")),
    "clubs.Announcement.author": Exported(
        "announcements",
        ("club__name", "text", "made_at"),
        goes=False,  # others have read them
    ),
    "clubs.ClubReport.reporter": Exported("club_reports", ("club__name", "text", "made_at")),
    "leagues.Enrolment.user": Exported("leagues", ("league__game", "enrolled_at")),
    "people.Follow.user": Exported("followed", ("person__name",)),
    "people.Follow.person": Withheld("whom others follow is their own affair", goes=True),
    "people.Block.user": Exported("blocked", ("person__name", "kind")),
    "people.Block.person": Withheld("nobody learns by whom they are blocked", goes=True),
    "people.PersonNote.user": Exported("notes_on_people", ("person__name", "text")),
    "people.PersonNote.person": Withheld("what others noted for themselves", goes=True),
    "ratings.Rating.user": Exported(
        "ratings",
        ("game", "pace", "versus", "rating", "deviation", "matches", "rated_at"),
        goes=False,  # the ratings of others follow from them
    ),
    "ratings.TurnTally.user": Exported("reliability", ("asked", "answered"), goes=False),
    "campaign.StageResult.user": Exported(
        "stages", ("stage", "is_cleared", "power", "rounds", "ended_at"), goes=False
    ),
    "campaign.DailyRun.user": Exported(
        "daily_challenges", ("day", "stage", "lead", "rounds", "is_won", "ended_at"), goes=False
    ),
    "puzzles.PuzzleRating.user": Exported(
        "puzzle_ratings", ("game", "rating", "tries", "solved", "streak", "best_streak")
    ),
    "puzzles.Attempt.user": Exported(
        "puzzles",
        ("puzzle__game", "puzzle__key", "given", "is_right", "before", "after", "made_at"),
    ),
    "puzzles.PuzzleOpinion.user": Exported(
        "puzzle_opinions", ("puzzle__key", "vote", "report", "made_at")
    ),
    "learn.StepDone.user": Exported("lessons", ("game", "step", "done_at")),
    "moderation.ReportAtom.reporter": Exported(
        "reports",
        ("match__uid", "category", "text", "line", "made_at"),
        goes=False,  # what others are to be kept from does not go with whoever told of it
    ),
    "moderation.Appeal.sanction__user": Exported(
        "appeals", ("sanction__kind", "ground", "happened", "request", "made_at", "outcome")
    ),
    "moderation.Report.suspect": Withheld("who reported what is not told to whom it is about"),
    "moderation.Report.taken_by": Withheld("who worked on a report is the site's record"),
    "moderation.ReportNote.author": Withheld("what staff wrote at work is the site's record"),
    "moderation.StaffNote.person": Withheld("what staff remember to keep others safe", goes=True),
    "moderation.StaffNote.author": Withheld("what staff wrote at work is the site's record"),
    "moderation.ModAction.actor": Withheld("the audit log: nobody can change it"),
    "moderation.ModAction.person": Withheld("the audit log: nobody can change it"),
    "moderation.Inquiry.actor": Withheld("what staff look into is the site's record"),
    "moderation.Consent.asked_by": Withheld("the site's record of reveals"),
    "moderation.Consent.approved_by": Withheld("the site's record of reveals"),
}
