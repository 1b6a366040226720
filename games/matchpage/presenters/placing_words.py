"""Sentences of the script while pieces are placed."""

from __future__ import annotations

from django.utils.translation import gettext as _


def placing_words(*, has_hand: bool) -> dict[str, str]:
    """By the name the script knows them under; {braces} are filled in by the script.

    *has_hand* says that there are more pieces than squares: one begins in hand.
    """
    return {
        "picked": _("{piece} picked: where to?"),
        "dropped": _("Move cancelled."),
        "placed": _("{piece} on {square}."),
        "returned": _("{piece} taken back."),
        "undone": _("Undone."),
        "keep": _("Saved as {name}."),
        "replace": _("Saved as {name}."),
        "rename": _("Renamed to {name}."),
        "copy": _("{name} duplicated."),
        "forget": _("{name} deleted."),
        "none": _("No {piece} is left to place."),
        "first": _("Pick a piece first."),
        "left": _("{piece}, {count} left to place"),
        "allPlaced": _("All pieces are placed."),
        "inHand": _("In your hand when play begins: {piece}."),
        "onBoard": _("The {piece} must stand on the board, not in hand."),
        "and": _(", "),
        "toPlace": _("Still to place: {count}. The one left over is your first piece in hand.")
        if has_hand
        else _("Still to place: {count}"),
        "unsaved": _("No answer from the server. Your set-up is not saved yet."),
    }
