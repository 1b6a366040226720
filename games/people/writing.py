"""Who may write to whom: one table, asked wherever words of one person reach another.

`RULES` says for each standing between a writer and their readers what becomes of each kind of
writing. Reports and appeals are not in it: to the staff everybody may write. Nor are challenges,
which have no words, only an answer out of a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum, StrEnum
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions.rights import Verb, can
from games.common.exceptions import GamesError
from games.match.exceptions import Sanctioned
from games.people.models import Block
from games.people.selectors import kept_apart


class Writing(StrEnum):
    """A kind of writing."""

    TALK = "talk"
    """A line of chat around a match, or a remark that opens at its end."""
    MESSAGE = "message"
    """A message to one person."""
    PUBLIC = "public"
    """Words under a name of one's own: clubs, their boards, tournaments, shared analyses."""


class Standing(StrEnum):
    """A writer's state, or tie to a reader; of several that refuse, the first is named."""

    GUEST = "a guest writes"
    CHILD = "an account for a child writes"
    QUIET = "who has chosen no chat writes"
    TO_QUIET = "a reader has chosen no chat, or is a child"
    LIMITED = "a sanction keeps the writer from chat"
    APART = "a block of chat is between them"
    OTHERS = "anybody else writes"


class Passage(Enum):
    """The result of a rule: a message arrives, is asked about first, or is refused."""

    PASSES = "passes"
    QUICK_ONLY = "quick messages only"
    REFUSED = "refused"
    UNHEARD = "taken, and not shown to them"


class GuestsWriteNot(GamesError):
    sentence = _("Guests can send quick messages only. Sign up to write your own.")
    status = 403


class ChildrenWriteNot(GamesError):
    sentence = _("This account is for a child. It sends quick messages only.")
    status = 403


class NoTalkChosen(GamesError):
    sentence = _("You have chosen no chat. Quick messages are all you send and read.")
    status = 403


class ReaderHasNoTalk(GamesError):
    sentence = _("The other side has chosen no chat. You can send quick messages.")
    status = 403


class NoMessagesChosen(GamesError):
    sentence = _("You have chosen no chat, so you neither send nor read messages.")
    status = 403


class ReaderTakesNone(GamesError):
    sentence = _("This person takes no messages.")
    status = 403


class GuestsMessageNot(GamesError):
    sentence = _("Guests send no messages. Sign up to write to people.")
    status = 403


class ChildrenMessageNot(GamesError):
    sentence = _("This account is for a child. It sends and reads no messages.")
    status = 403


class Rule(NamedTuple):
    """One rule for a kind of writing: the result, and the code of a refusal."""

    passage: Passage
    why: type[GamesError] | None = None


PASSES = Rule(Passage.PASSES)
RULES: Mapping[Standing, Mapping[Writing, Rule]] = {
    Standing.GUEST: {
        Writing.TALK: Rule(Passage.QUICK_ONLY, GuestsWriteNot),
        Writing.MESSAGE: Rule(Passage.REFUSED, GuestsMessageNot),
        Writing.PUBLIC: Rule(Passage.REFUSED, GuestsWriteNot),
    },
    Standing.CHILD: {
        Writing.TALK: Rule(Passage.QUICK_ONLY, ChildrenWriteNot),
        Writing.MESSAGE: Rule(Passage.REFUSED, ChildrenMessageNot),
        Writing.PUBLIC: Rule(Passage.REFUSED, ChildrenWriteNot),
    },
    Standing.QUIET: {
        Writing.TALK: Rule(Passage.QUICK_ONLY, NoTalkChosen),
        Writing.MESSAGE: Rule(Passage.REFUSED, NoMessagesChosen),
        Writing.PUBLIC: PASSES,
    },
    Standing.TO_QUIET: {
        Writing.TALK: Rule(Passage.QUICK_ONLY, ReaderHasNoTalk),
        Writing.MESSAGE: Rule(Passage.REFUSED, ReaderTakesNone),
        Writing.PUBLIC: PASSES,
    },
    Standing.LIMITED: {
        Writing.TALK: Rule(Passage.REFUSED, Sanctioned),
        Writing.MESSAGE: Rule(Passage.REFUSED, Sanctioned),
        Writing.PUBLIC: Rule(Passage.REFUSED, Sanctioned),
    },
    Standing.APART: {
        Writing.TALK: Rule(Passage.UNHEARD),
        Writing.MESSAGE: Rule(Passage.UNHEARD),
        Writing.PUBLIC: PASSES,
    },
    Standing.OTHERS: dict.fromkeys(Writing, PASSES),
}


def check_may_write(
    what: Writing,
    writer: User,
    readers: Sequence[User] = (),
    *,
    is_quick: bool = False,
    now: datetime | None = None,
) -> None:
    """Raises why the writer's words, or a quick message, do not pass to those readers."""
    standings = [*_standings(writer, readers)]
    if not can(writer, Verb.TALK, now):
        standings.append(Standing.LIMITED)
    for rule in (RULES[standing][what] for standing in standings):
        if rule.passage == Passage.QUICK_ONLY and is_quick:
            continue
        if rule.why is not None:
            raise rule.why


def why_quick_only(writer: User, readers: Sequence[User] = ()) -> type[GamesError] | None:
    """Return why the writer has nothing but quick messages for those readers, or None."""
    rules = (RULES[standing][Writing.TALK] for standing in _standings(writer, readers))
    return next((rule.why for rule in rules if rule.passage == Passage.QUICK_ONLY), None)


def unheard_by(reader_id: int) -> frozenset[int]:
    """Return whose talk a block keeps from the reader, whoever of the two has blocked the other:
    neither can tell which, or whether."""
    return kept_apart(reader_id, Block.Kind.TALK)


def _standings(writer: User, readers: Sequence[User]) -> Iterator[Standing]:
    """What can be told without asking the database."""
    held = {
        Standing.GUEST: writer.is_guest,
        Standing.CHILD: writer.is_child,
        Standing.QUIET: writer.is_quiet,
        Standing.TO_QUIET: any(reader.is_quiet for reader in readers),
    }
    yield from (standing for standing, holds in held.items() if holds)
