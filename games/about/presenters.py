"""What is kept and for how long, and which cookies there are, as the code has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import retention
from accounts.common import cookies
from accounts.common.cookies import cookie_name
from accounts.sign_in import devices, sessions, staff_codes
from games.conversations import services as conversations
from games.personal import exporting
from games.personal.services import GRACE
from queues import leases

BACKUP_AGE = timedelta(days=35)
"""How long a dump lies at most: bin/jinya drops what is older than 34 whole days."""

YEAR = timedelta(days=365)

Words = str | Promise


def _days(age: timedelta) -> str:
    return ngettext("%(count)s day", "%(count)s days", age.days) % {"count": age.days}


def _for(age: timedelta) -> Callable[[], str]:
    return lambda: _days(age)


def _while_there() -> str:
    return _("until you delete your account")


def _for_good() -> str:
    return _("for good; once your account is deleted, under a name that leads to nobody")


def _on_record() -> str:
    return _("for good, as a record that nobody can change")


@dataclass(frozen=True, slots=True)
class KeptData:
    """Something that is kept of people."""

    what: Words
    how_long: Callable[[], str]
    tables: tuple[str, ...] = ()
    """The entries of `personal.tables.TABLES` that it covers: each is told of once."""
    sweeps: tuple[str, ...] = ()
    """The entries of `accounts.retention.TABLE` that see to it."""


_SEEN = "browsers of sign-ins, when last seen"
_LONGEST = "browsers of sign-ins, at the longest"
_MARKS = "marks of browsers and networks, as digests"
_UNDO = "links that undo a change of address"
_CODES = "codes for a second factor"
_TOKENS = "access tokens, once they have run out"
_APPS = "sign-ins of apps, once they can be renewed no more"
_KEYED = "answers that programs may ask for again"
_NAMES = "names of deleted accounts, as digests"
_UNCONFIRMED = "addresses that nobody has confirmed"

KEPT: tuple[KeptData, ...] = (
    KeptData(
        gettext_lazy(
            "Your account: name, a digest of your password, second factors, settings, and your"
            " e-mail address if you gave one"
        ),
        lambda: (
            _(
                "until you delete it, and %(grace)s more in which you can undo that. An account"
                " that is not used stays: nobody else can take its name"
            )
            % {"grace": _days(GRACE)}
        ),
        tables=("account.EmailAddress.user", "mfa.Authenticator.user"),
    ),
    KeptData(
        gettext_lazy(
            "Which accounts elsewhere you sign in with: the service, and its own number for you"
        ),
        lambda: _("until you unlink them, or delete your account"),
        tables=("socialaccount.SocialAccount.user",),
    ),
    KeptData(
        gettext_lazy("The name of a deleted account, as a digest, so that nobody else takes it"),
        _for(retention.TABLE[_NAMES].age),
        sweeps=(_NAMES,),
    ),
    KeptData(
        gettext_lazy("A guest, who has no password, and what the guest played alone"),
        lambda: (
            _(
                "%(time)s after the last visit. Whoever played a person stays as a name in that"
                " match"
            )
            % {"time": _days(sessions.IDLE)}
        ),
    ),
    KeptData(
        gettext_lazy("Sign-ins: since when, when last seen, and the browser’s name"),
        lambda: (
            _("%(idle)s after the last visit, at most %(total)s")
            % {
                "idle": _days(retention.TABLE[_SEEN].age),
                "total": _days(retention.TABLE[_LONGEST].age),
            }
        ),
        tables=("accounts.SignIn.user",),
        sweeps=(_SEEN, _LONGEST),
    ),
    KeptData(
        gettext_lazy(
            "Access tokens of your programs and apps, as digests: what each may do, and its last"
            " use"
        ),
        lambda: (
            _("until you revoke them, at most %(age)s after they have run out, of apps %(apps)s")
            % {
                "age": _days(retention.TABLE[_TOKENS].age),
                "apps": _days(retention.TABLE[_APPS].age),
            }
        ),
        tables=("accounts.AccessToken.user",),
        sweeps=(_TOKENS, _APPS),
    ),
    KeptData(
        gettext_lazy("What your programs asked under a name of their own, and what was answered"),
        _for(retention.TABLE[_KEYED].age),
        tables=("accounts.KeyedRequest.user",),
        sweeps=(_KEYED,),
    ),
    KeptData(
        gettext_lazy("Which account is the bot of which person, and since when"),
        _for_good,
        tables=("programs.BotAccount.user", "programs.BotAccount.owner"),
    ),
    KeptData(
        gettext_lazy(
            "Digests of the browser and of the beginning of the network address, by which"
            " moderators find accounts that belong together; nobody can read them"
        ),
        _for(retention.TABLE[_MARKS].age),
        tables=("accounts.Trace.user",),
        sweeps=(_MARKS,),
    ),
    KeptData(
        gettext_lazy("E-mail addresses that nobody has confirmed"),
        _for(retention.TABLE[_UNCONFIRMED].age),
        sweeps=(_UNCONFIRMED,),
    ),
    KeptData(
        gettext_lazy("A former e-mail address, so that its owner can undo the change"),
        _for(retention.TABLE[_UNDO].age),
        tables=("accounts.UndoLink.user",),
        sweeps=(_UNDO,),
    ),
    KeptData(
        gettext_lazy("A code by which staff set up a second factor, as a digest"),
        _for(staff_codes.LIFE),
        tables=("accounts.StaffCode.user",),
        sweeps=(_CODES,),
    ),
    KeptData(
        gettext_lazy("E-mails that wait to be sent"),
        lambda: _("until they are sent, at most about %(time)s") % {"time": _days(leases.PATIENCE)},
    ),
    KeptData(
        gettext_lazy(
            "Matches and moves, results, tournaments, ratings, and how reliably you answer"
        ),
        _for_good,
        tables=(
            *("match.Player.user", "match.Ruling.user"),
            *("ratings.Rating.user", "ratings.TurnTally.user"),
            *("campaign.StageResult.user", "campaign.DailyRun.user", "tournaments.Entry.user"),
            "tournaments.Tournament.made_by",
            *("ladders.Rung.user", "ladders.LadderChallenge.challenger"),
            *("ladders.LadderChallenge.challenged", "ladders.LadderStep.user"),
            "ladders.LadderStep.other",
        ),
    ),
    KeptData(
        gettext_lazy("What you say in the chat of a match, or announce in a club"),
        _for_good,
        ("chat.ChatLine.author", "clubs.Announcement.author"),
    ),
    KeptData(
        gettext_lazy("Messages between you and another person"),
        _for(conversations.KEPT),
        tables=(
            *("conversations.Message.author", "conversations.Conversation.first"),
            *("conversations.Conversation.second", "conversations.Conversation.begun_by"),
        ),
    ),
    KeptData(
        gettext_lazy(
            "What is yours alone: notes, analyses, marks, set-ups, vacations, lessons, notices and"
            " where they go, offers, leagues, clubs, whom you follow, mute or block"
        ),
        _while_there,
        tables=(
            *("match.Vacation.user", "notices.Notice.user", "notices.Notice.person"),
            *("notices.Mailbox.user", "endpoints.CalendarFeed.user"),
            *("endpoints.PushDevice.user", "endpoints.Webhook.user", "learn.StepDone.user"),
            "endpoints.BotAddress.user",
            *("puzzles.PuzzleRating.user", "puzzles.Attempt.user", "puzzles.PuzzleOpinion.user"),
            *("setup.SetupDraft.user", "setup.Sketch.user", "setup.Formation.user"),
            *("knowledge.GuessMark.user", "notes.MatchNote.user", "plans.Plan.user"),
            *("reviews.KeptAnalysis.user", "reviews.Variations.user"),
            *("chat.Muted.user", "chat.Muted.whom", "lobby.Seek.user", "lobby.SavedFilter.user"),
            *("lobby.Challenge.user", "lobby.Challenge.person"),
            *("leagues.Enrolment.user", "clubs.Member.user", "clubs.ClubReport.reporter"),
            *("people.Follow.user", "people.Follow.person"),
            *("people.Block.user", "people.Block.person"),
            *("people.PersonNote.user", "people.PersonNote.person"),
            *("accounts.ChildFriend.child", "accounts.ChildFriend.friend"),
        ),
    ),
    KeptData(
        gettext_lazy("Which accounts you set up for children"),
        _for_good,
        tables=("accounts.User.guardian",),
    ),
    KeptData(
        gettext_lazy("The file with all of your data, once you have asked for it"),
        _for(exporting.KEPT),
        tables=("personal.DataExport.user",),
    ),
    KeptData(
        gettext_lazy("Sanctions, and what moderators noted about you"),
        _while_there,
        tables=(
            *("accounts.Sanction.user", "moderation.Appeal.sanction__user"),
            "moderation.StaffNote.person",
        ),
    ),
    KeptData(
        gettext_lazy("Reports, with the answers to them"),
        _for_good,
        tables=(
            *("moderation.ReportAtom.reporter", "moderation.Report.suspect"),
            *("moderation.Report.taken_by", "moderation.ReportNote.author"),
            "moderation.StaffNote.author",
        ),
    ),
    KeptData(
        gettext_lazy("What you tell us about accessibility; the e-mail address you give for it"),
        lambda: _("for good, under no name; the address until you are answered"),
    ),
    KeptData(
        gettext_lazy("The log of what moderators and staff did (audit)"),
        _on_record,
        tables=(
            *("moderation.ModAction.actor", "moderation.ModAction.person"),
            *("moderation.Inquiry.actor", "moderation.Consent.asked_by"),
            *("moderation.Consent.approved_by", "admin.LogEntry.user"),
        ),
    ),
    KeptData(
        gettext_lazy(
            "The servers’ logs: when what was asked for, errors, sign-ins with their network"
            " address"
        ),
        lambda: _days(timedelta(days=settings.OPERATOR.log_days)),
    ),
    KeptData(
        gettext_lazy(
            "Backups of all this, for an accident; when one is put back, who has gone is deleted"
            " again"
        ),
        lambda: _("at most %(time)s") % {"time": _days(BACKUP_AGE)},
    ),
)
"""Everything of people that is kept. A test holds it against the tables of the code."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie of ours."""

    name: str
    what: Words
    how_long: str


def kept_rows() -> list[tuple[str, str]]:
    """Return everything that is kept, and how long, in the current language."""
    return [(str(kept.what), kept.how_long()) for kept in KEPT]


def own_blocks(text: str) -> list[tuple[str, str]]:
    """An operator's own text: its paragraphs, and its headings, which begin with "# "."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n"))]
    return [
        ("h2", block[2:].strip()) if block.startswith("# ") else ("p", block)
        for block in blocks
        if block
    ]


def cookie_rows() -> list[Cookie]:
    """Every cookie the site sets, by the name it has here."""
    year = _days(YEAR)
    return [
        Cookie(
            settings.SESSION_COOKIE_NAME,
            _("that you are signed in, or the guest you play as; short messages to the next page"),
            _days(timedelta(seconds=settings.SESSION_COOKIE_AGE)),
        ),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            _("that a form comes from our own page"),
            _days(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
        ),
        Cookie(settings.LANGUAGE_COOKIE_NAME, _("the language you chose"), year),
        Cookie(cookie_name(cookies.THEME), _("light, dark or high contrast, as you chose"), year),
        Cookie(cookie_name(cookies.PIECES), _("the pieces you chose"), year),
        Cookie(
            cookie_name(cookies.ZONE),
            _("your time zone, so that deadlines are shown in your time"),
            year,
        ),
        Cookie(
            cookie_name(cookies.DEVICE),
            _(
                "that you have signed in here before, so that strangers who guess passwords do not"
                " lock you out"
            ),
            _days(timedelta(seconds=devices.AGE)),
        ),
    ]
