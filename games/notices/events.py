"""The table of events: what people are told of, in which words, and by which channels at first.

To add one: a `Kind`; its row in `WORDINGS` with its two sentences (the bell's, and the subject of a
mail) and, where it is told of no match, the page that shows it; and either a place in an event of
`EVENTS` or a new row there, which is a new row of the matrix in the settings. No migration: what
users have chosen is kept by the words of these tables; what nobody has chosen follows from the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Channel(models.TextChoices):
    """The ways by which news reaches people; `games.notices.channels` has what sends by each."""

    BELL = "bell", pgettext_lazy("channel", "Bell")
    TAB = "tab", pgettext_lazy("channel", "Open tab")
    MAIL = "mail", pgettext_lazy("channel", "E-mail")
    PUSH = "push", pgettext_lazy("channel", "Push")
    WEBHOOK = "webhook", pgettext_lazy("channel", "Webhook")
    PROGRAM = "program", pgettext_lazy("channel", "Bot’s address")
    """Asks a bot account for its move; nobody chooses what comes by it."""


CHOSEN = tuple(channel for channel in Channel if channel != Channel.PROGRAM)
"""The channels of which people choose what comes by them."""


class Kind(models.TextChoices):
    """The kinds of news."""

    YOUR_TURN = "your-turn", _("a turn to answer")
    MATCH_BEGAN = "match-began", _("the match began")
    DRAW_OFFERED = "draw-offered", _("a draw offered")
    TAKEBACK_ASKED = "takeback-asked", _("asked to take a move back")
    PAUSE_ASKED = "pause-asked", _("asked for a pause")
    PAUSED = "paused", _("a pause has begun")
    GOES_ON = "goes-on", _("a pause ends")
    CLOCK_HALF = "clock-half", _("half of the time is left")
    CLOCK_LAST = "clock-last", _("little time is left")
    EXCUSED_BEGAN = "excused-began", _("excused time has begun")
    CLAIMABLE = "claimable", _("a win that can be claimed")
    TIME_GIVEN = "time-given", _("time given")
    ACCOUNT_CLOSED = "account-closed", _("the opponent's account is closed")
    MATCH_OVER = "match-over", _("the match is over")
    MATCH_CANCELLED = "match-cancelled", _("the match was cancelled")
    PLAY_ON_ASKED = "play-on-asked", _("asked to play on")
    REMATCH_OFFERED = "rematch-offered", _("a rematch offered")
    REMATCH_DECLINED = "rematch-declined", _("a rematch declined")
    PLACED_BY_HOUSE = "placed-by-house", _("pieces placed by the site")
    CHALLENGED = "challenged", _("a challenge")
    CHALLENGE_DECLINED = "challenge-declined", _("a challenge declined")
    CHALLENGE_EXPIRED = "challenge-expired", _("a challenge that has run out")
    SEEK_EXPIRED = "seek-expired", _("an offer that has run out")
    SEEKING = "seeking", _("somebody looks for a match")
    SPOKEN = "spoken", _("said in the chat")
    MESSAGE = "message", _("a message")
    TOURNAMENT_BEGAN = "tournament-began", _("a tournament has begun")
    TOURNAMENT_OVER = "tournament-over", _("a tournament is over")
    TOURNAMENT_OFF = "tournament-off", _("a tournament was called off")
    TOURNAMENT_LEFT = "tournament-left", _("withdrawn from a tournament")
    DIVISION_BEGAN = "division-began", _("a season of a league has begun")
    DIVISION_OVER = "division-over", _("a season of a league is over")
    CLUBS_ASKED = "clubs-asked", _("a match of clubs proposed")
    CLUBS_AGREED = "clubs-agreed", _("a match of clubs accepted")
    LADDER_CHALLENGED = "ladder-challenged", _("challenged on a ladder")
    LADDER_GIVEN = "ladder-given", _("a place on a ladder lost")
    LADDER_TAKEN = "ladder-taken", _("a place on a ladder taken without play")
    RULED = "ruled", _("a moderator's action")
    REPORT_ANSWERED = "report-answered", _("a report answered")
    APPEAL_ANSWERED = "appeal-answered", _("an appeal answered")
    BOT_ASKED = "bot-asked", _("asked to own a bot account")
    ADDRESS_STOPPED = "address-stopped", _("mail came back")
    WEBHOOK_STOPPED = "webhook-stopped", _("a webhook was switched off")
    BOT_STOPPED = "bot-stopped", _("the address of a bot was switched off")
    DATA_READY = "data-ready", _("the file of one’s own data is ready")
    TEST = "test", _("a test")
    LETTER = "letter", _("a mail about the account")


LABELS = {kind.value: kind.label for kind in Kind}
"""What each kind is called."""


def kinds() -> list[tuple[str, str]]:
    """Return the choices of `Notice.kind`: a function, so that a new kind needs no migration."""
    return [(kind.value, str(kind.label)) for kind in Kind]


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of a kind of news, and the channels it may use."""

    sentence: _StrPromise | str
    """The line of the bell. It may name %(game)s and %(opponent)s, and nothing of a position."""
    subject: _StrPromise | str = ""
    """Of a mail, likewise; empty for what goes no further than the site itself."""
    page: str = ""
    """The route of what shows it; empty for what is told of a match, which its own page shows."""


CHALLENGE, EVENT = "games:challenge", "games:event"
OF_SUBJECT = (CHALLENGE, EVENT)
"""Pages of what the subject of the news names."""

WORDINGS: dict[Kind, Words] = {
    Kind.YOUR_TURN: Words(
        _("%(game)s against %(opponent)s: it is your turn."),
        _("Your turn: %(game)s against %(opponent)s"),
    ),
    Kind.MATCH_BEGAN: Words(
        _("%(game)s against %(opponent)s has begun."),
        _("Begun: %(game)s against %(opponent)s"),
    ),
    Kind.DRAW_OFFERED: Words(
        _("%(game)s: %(opponent)s offers a draw."),
        _("Draw offered: %(game)s against %(opponent)s"),
    ),
    Kind.TAKEBACK_ASKED: Words(
        _("%(game)s: %(opponent)s asks to take a move back."),
        _("Take back asked: %(game)s against %(opponent)s"),
    ),
    Kind.PAUSE_ASKED: Words(
        _("%(game)s: %(opponent)s asks for a pause."),
        _("Pause asked: %(game)s against %(opponent)s"),
    ),
    Kind.PAUSED: Words(
        _("%(game)s against %(opponent)s: the pause has begun."),
        _("Pause: %(game)s against %(opponent)s"),
    ),
    Kind.GOES_ON: Words(
        _("%(game)s: %(opponent)s wants to go on. The pause ends within 24 hours."),
        _("The pause ends: %(game)s against %(opponent)s"),
    ),
    Kind.CLOCK_HALF: Words(
        _("%(game)s against %(opponent)s: half of your time for this move is left."),
        _("Half of your time is left: %(game)s against %(opponent)s"),
    ),
    Kind.CLOCK_LAST: Words(
        _("%(game)s against %(opponent)s: your time for this move is running out."),
        _("Your time is running out: %(game)s against %(opponent)s"),
    ),
    # of whoever has run out of time; their opponent is told of them
    Kind.EXCUSED_BEGAN: Words(
        _("%(game)s against %(opponent)s: your time ran out. You are excused for 24 hours."),
        _("Excused time has begun: %(game)s against %(opponent)s"),
    ),
    Kind.CLAIMABLE: Words(
        _("%(game)s against %(opponent)s: your time ran out. Move before the win is claimed."),
        _("Time has run out: %(game)s against %(opponent)s"),
    ),
    Kind.TIME_GIVEN: Words(
        _("%(game)s: %(opponent)s gives you time."),
        _("More time: %(game)s against %(opponent)s"),
    ),
    Kind.ACCOUNT_CLOSED: Words(
        _("%(game)s: the account of %(opponent)s is closed. You can end the match now."),
        _("You can end the match: %(game)s against %(opponent)s"),
    ),
    Kind.MATCH_OVER: Words(
        _("%(game)s against %(opponent)s is over."),
        _("Match over: %(game)s against %(opponent)s"),
    ),
    Kind.MATCH_CANCELLED: Words(
        _("%(game)s against %(opponent)s was cancelled: the first move was not made in time."),
        _("Cancelled: %(game)s against %(opponent)s"),
    ),
    Kind.PLAY_ON_ASKED: Words(
        _("%(game)s: %(opponent)s would like to play on from where it ended, unrated."),
        _("Play on? %(game)s against %(opponent)s"),
    ),
    Kind.REMATCH_OFFERED: Words(
        _("%(game)s: %(opponent)s wants a rematch."),
        _("Rematch? %(game)s against %(opponent)s"),
    ),
    Kind.REMATCH_DECLINED: Words(_("%(game)s: %(opponent)s declines the rematch.")),
    Kind.PLACED_BY_HOUSE: Words(
        _(
            "%(game)s against %(opponent)s: one side was not ready in time, so its pieces were"
            " placed automatically."
        )
    ),
    Kind.CHALLENGED: Words(
        _("%(opponent)s challenges you to %(game)s."),
        _("Challenge: %(game)s against %(opponent)s"),
        page=CHALLENGE,
    ),
    Kind.CHALLENGE_DECLINED: Words(
        _("%(opponent)s declines your challenge to %(game)s."), page=CHALLENGE
    ),
    Kind.CHALLENGE_EXPIRED: Words(
        _("Your challenge to %(opponent)s (%(game)s) has run out without an answer."),
        page=CHALLENGE,
    ),
    Kind.SEEK_EXPIRED: Words(
        _("Nobody has taken your seek for %(game)s; it has run out."), page="games:lobby"
    ),
    Kind.SEEKING: Words(
        _("%(opponent)s is looking for a match of %(game)s."),
        _("%(opponent)s is looking for a match: %(game)s"),
        page="games:lobby",
    ),
    Kind.SPOKEN: Words(
        _("%(game)s: %(opponent)s has written to you."),
        _("A message: %(game)s against %(opponent)s"),
    ),
    Kind.MESSAGE: Words(
        _("%(opponent)s has sent you a message."),
        _("A message from %(opponent)s"),
        page="games:messages",
    ),
    Kind.TOURNAMENT_BEGAN: Words(
        _("Your tournament of %(game)s has begun, with all of its matches."),
        _("Tournament begun: %(game)s"),
        page=EVENT,
    ),
    Kind.TOURNAMENT_OVER: Words(
        _("Your tournament of %(game)s is over."), _("Tournament over: %(game)s"), page=EVENT
    ),
    Kind.TOURNAMENT_OFF: Words(
        _("A tournament of %(game)s was called off."),
        _("Called off: a tournament of %(game)s"),
        page=EVENT,
    ),
    Kind.TOURNAMENT_LEFT: Words(
        _("You were withdrawn from a tournament of %(game)s."),
        _("Withdrawn from a tournament: %(game)s"),
        page=EVENT,
    ),
    Kind.DIVISION_BEGAN: Words(
        _("The season of your division in the league of %(game)s has begun."),
        _("League of %(game)s: the season has begun"),
        page=EVENT,
    ),
    Kind.DIVISION_OVER: Words(
        _("Your division in the league of %(game)s is over."),
        _("League of %(game)s: your division is over"),
        page=EVENT,
    ),
    Kind.CLUBS_ASKED: Words(
        _("%(opponent)s proposes a match of your clubs in %(game)s."),
        _("A match of clubs in %(game)s: %(opponent)s asks"),
        page=EVENT,
    ),
    Kind.CLUBS_AGREED: Words(
        _("%(opponent)s has accepted the match of your clubs in %(game)s. Members can enter now."),
        _("The match of clubs in %(game)s is accepted"),
        page=EVENT,
    ),
    Kind.LADDER_CHALLENGED: Words(
        _("%(opponent)s challenges you on the ladder of %(game)s. You have three days to answer."),
        _("Challenge on the ladder of %(game)s: %(opponent)s"),
        page=EVENT,
    ),
    Kind.LADDER_GIVEN: Words(
        _("%(opponent)s takes your place on the ladder of %(game)s: you did not answer in time."),
        _("Your place on the ladder of %(game)s is lost"),
        page=EVENT,
    ),
    Kind.LADDER_TAKEN: Words(
        _("You take the place of %(opponent)s on the ladder of %(game)s, who did not play."),
        _("A higher place on the ladder of %(game)s"),
        page=EVENT,
    ),
    # the sentence is each action's own
    Kind.RULED: Words("", _("A moderator's ruling: %(game)s against %(opponent)s")),
    Kind.REPORT_ANSWERED: Words(
        _("Your report about %(opponent)s has been answered."),
        _("Your report has been answered"),
        page="games:reports",
    ),
    Kind.APPEAL_ANSWERED: Words(
        _("Your appeal has been answered."),
        _("Your appeal has been answered"),
        page="games:own-sanctions",
    ),
    Kind.BOT_ASKED: Words(
        _("%(opponent)s asks to be your bot account. If you do not know it, decline."),
        _("%(opponent)s asks to be your bot account"),
        page="games:bots",
    ),
    Kind.ADDRESS_STOPPED: Words(
        _("Mail to your address came back, so we send no more there. Please check the address."),
        page="games:notice-settings",
    ),
    Kind.WEBHOOK_STOPPED: Words(
        _("Your webhook did not answer for a long time, so it is switched off."),
        _("Your webhook is switched off"),
        page="games:devices",
    ),
    Kind.BOT_STOPPED: Words(
        _("The address of %(opponent)s has not answered for a week, so it is switched off."),
        _("The address of %(opponent)s is switched off"),
        page="games:bots",
    ),
    Kind.DATA_READY: Words(
        _("The file with all of your data is ready to download."),
        _("Your data is ready to download"),
        page="games:my-data",
    ),
    Kind.LETTER: Words(_("A mail about your account."), page="games:ledger"),
    Kind.TEST: Words(
        _("This is a test you asked for."), _("A test from Jinya"), page="games:ledger"
    ),
}

ALL = frozenset(Channel)
ON_SITE = frozenset({Channel.BELL, Channel.TAB})


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the matrix: kinds of news that a person wants, or does not, by the same ways."""

    slug: str
    label: _StrPromise
    kinds: tuple[Kind, ...]
    on: frozenset[Channel]
    """By which channels it comes until the person chooses."""
    fixed: frozenset[Channel] = frozenset()
    """Those of them that nobody can switch off."""
    is_urgent: bool = False
    """Whether it waits for nothing: no pause before a mail, no rhythm."""


EVENTS: tuple[Event, ...] = (
    Event("turn", _("It is my turn"), (Kind.YOUR_TURN,), ALL),
    Event(
        "begins",
        _("A match begins or my seek is taken"),
        (Kind.MATCH_BEGAN, Kind.PLACED_BY_HOUSE, Kind.SEEK_EXPIRED),
        ALL - {Channel.MAIL},
    ),
    Event(
        "challenge",
        _("Somebody challenges me"),
        (Kind.CHALLENGED, Kind.CHALLENGE_DECLINED, Kind.CHALLENGE_EXPIRED),
        ALL,
    ),
    Event(
        "asked",
        _("Asked for a draw, a takeback, a pause or a rematch"),
        (
            *(Kind.DRAW_OFFERED, Kind.TAKEBACK_ASKED),
            *(Kind.PAUSE_ASKED, Kind.PAUSED, Kind.GOES_ON),
            *(Kind.PLAY_ON_ASKED, Kind.REMATCH_OFFERED, Kind.REMATCH_DECLINED),
        ),
        ALL - {Channel.MAIL},
    ),
    Event(
        "clock",
        _("My time is running out"),
        (Kind.CLOCK_HALF, Kind.CLOCK_LAST),
        ALL,
        is_urgent=True,
    ),
    Event(
        "excused",
        _("Time has run out, or is given"),
        (Kind.EXCUSED_BEGAN, Kind.CLAIMABLE, Kind.TIME_GIVEN),
        ALL,
    ),
    Event(
        "over",
        _("A match is over, or can be ended"),
        (Kind.ACCOUNT_CLOSED, Kind.MATCH_OVER, Kind.MATCH_CANCELLED),
        ALL,
    ),
    Event(
        "tournament",
        _("News of my tournaments, leagues and ladders"),
        (
            *(Kind.TOURNAMENT_BEGAN, Kind.TOURNAMENT_OVER),
            *(Kind.TOURNAMENT_OFF, Kind.TOURNAMENT_LEFT),
            *(Kind.DIVISION_BEGAN, Kind.DIVISION_OVER),
            *(Kind.CLUBS_ASKED, Kind.CLUBS_AGREED),
            *(Kind.LADDER_CHALLENGED, Kind.LADDER_GIVEN, Kind.LADDER_TAKEN),
        ),
        ALL,
    ),
    Event("chat", _("Somebody writes to me"), (Kind.SPOKEN, Kind.MESSAGE), ON_SITE),
    Event("seeking", _("Somebody I follow looks for a match"), (Kind.SEEKING,), ON_SITE),
    Event(
        "answered",
        _("A moderator answers or rules"),
        (Kind.RULED, Kind.REPORT_ANSWERED, Kind.APPEAL_ANSWERED),
        ON_SITE | {Channel.MAIL},
        fixed=frozenset({Channel.BELL}),
    ),
    Event(
        "account",
        _("My account and its security"),
        (
            *(Kind.BOT_ASKED, Kind.ADDRESS_STOPPED, Kind.WEBHOOK_STOPPED),
            *(Kind.BOT_STOPPED, Kind.DATA_READY, Kind.TEST, Kind.LETTER),
        ),
        ON_SITE | {Channel.MAIL},
        fixed=frozenset({Channel.BELL, Channel.MAIL}),
    ),
)

EVENT_OF: dict[str, Event] = {kind: event for event in EVENTS for kind in event.kinds}
"""The event of each kind."""


def is_urgent(kind: str) -> bool:
    """Return whether news of this kind waits for nothing; a test does not, either."""
    return EVENT_OF[kind].is_urgent or kind == Kind.TEST


BY_SLUG: dict[str, Event] = {event.slug: event for event in EVENTS}
