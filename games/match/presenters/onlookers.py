"""Who may look on, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.match.onlookers import ANONYMOUS, ANYONE, BY_LINK, CHOICES, CLOSED, DAY


def onlookers_words(onlookers: str) -> str:
    """Return who may watch a match with these terms."""
    words = {
        ANYONE: _("Anyone"),
        BY_LINK: _("Only who has the link"),
        CLOSED: _("Nobody until the end"),
        ANONYMOUS: _("Nobody until the end, and you play without names"),
        DAY: _("Nobody until their own challenge or the day is over"),
    }
    if onlookers in words:
        return words[onlookers]
    plies = int(onlookers)
    sentence = ngettext("Anyone, %(plies)s move behind", "Anyone, %(plies)s moves behind", plies)
    return sentence % {"plies": plies}


def onlookers_line(onlookers: str) -> str:
    """Return the same as a line of an offer's terms; "" where anyone may watch, as usual."""
    if onlookers == ANYONE:
        return ""
    return _("Who may watch: %(who)s") % {"who": onlookers_words(onlookers)}


def onlookers_choices() -> list[tuple[str, str]]:
    """Return what every form of an offer offers."""
    return [(one, onlookers_words(one)) for one in CHOICES]
