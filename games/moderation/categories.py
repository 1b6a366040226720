"""What can be reported: each with its queue and how much it weighs."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.moderation.models import Report

Room = Report.Room


class Category(NamedTuple):
    """One kind of trouble."""

    title: object
    room: str
    weight: int
    """What one report of it adds to the score by which the queue is ordered."""


CATEGORIES: dict[str, Category] = {
    "talk": Category(_("Rude or hateful words"), Room.TALK, 30),
    "stopped": Category(_("Has stopped playing"), Room.PLAY, 10),
    "outside-help": Category(_("Plays with help"), Room.PLAY, 20),
    "two-accounts": Category(_("The same person behind two accounts"), Room.PLAY, 20),
    "throwing": Category(_("Loses or wins by arrangement"), Room.PLAY, 20),
    "name": Category(_("An unsuitable name"), Room.TALK, 10),
    "wrong-result": Category(_("The result is wrong"), Room.RULES, 25),
    "fault": Category(_("Something does not work as the rules say"), Room.RULES, 25),
}
"""Checked against the match (`fitting`) are: talk (has anything been said?), stopped (has the time
run out?) and wrong-result (is there one?)."""

WITHOUT_MATCH = ("name", "outside-help", "two-accounts", "throwing")
"""What can be reported of a person from their profile: no single match has to show it."""

CANNED = {
    # what an answer may begin with: to the reporters, and what the person concerned is told
    "acted": (
        _("Thank you. We have looked at it and acted."),
        _("We have had a report about you and looked into it. Please keep to the rules."),
    ),
    "warned": (
        _("Thank you. We have talked to the person."),
        _("Please be friendly during matches. Next time we will have to limit your account."),
    ),
    "no-breach": (
        _("Thank you for telling us. We have looked at it and found nothing against the rules."),
        "",
    ),
    "fixed": (_("Thank you. The match has been put right."), ""),
}
