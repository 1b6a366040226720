"""Sentences the script of the match page says, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.languages import once_a_language


@once_a_language
def script_words() -> dict[str, str]:
    """By the name the script knows them under; {braces} are filled in by the script."""
    return {
        "stuck": _("{piece} cannot move now."),
        "pickedOne": _("{piece} picked: one square to go to."),
        "picked": _("{piece} picked: {count} squares to go to."),
        "dropped": _("Move cancelled."),
        "bluffing": _("You can now pick fouls too."),
        "honest": _("You can now pick legal moves only."),
        "ask": _("{move}. Play it?"),
        "unreadable": _("Type a move by its squares, such as {example}."),
        "lost": _("No answer from the server. Nothing was lost, so try again."),
        "failed": _("That did not work. Nothing has changed."),
        "changed": _("The position has changed, so the move was not played."),
        "moved": _("A new move was made."),
        "declined": _("Your draw offer was declined."),
        "days": _("{days} d {hours} h"),
        "hours": _("{hours} h {minutes} min"),
    }
