"""What setup refuses, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NotPlacing(GamesError):
    """There are no pieces to place: they are placed, or the game begins without."""

    sentence = _("There are no pieces to place here now.")


class BadDraft(GamesError):
    """Not a set-up, or one with pieces nobody has."""

    sentence = _("These pieces do not match your army.")
    status = 422


class IncompleteFormation(GamesError):
    sentence = _("Place all pieces before you save the set-up.")
    status = 422


class BadFormationName(GamesError):
    sentence = _("Give the set-up a name (40 characters or fewer).")
    status = 422


class TooManyFormations(GamesError):
    sentence = _("You cannot save any more set-ups. Delete one first.")


class FormationInTheWay(GamesError):
    """The user keeps another formation under this name, and has not said to replace it."""

    sentence = _(
        "You already have a set-up with this name. Press Replace to overwrite it, or choose "
        "another name."
    )


class FormationNameTaken(GamesError):
    sentence = _("You already have a set-up with this name.")


class NoSuchFormation(GamesError):
    sentence = _("This set-up no longer exists.")
