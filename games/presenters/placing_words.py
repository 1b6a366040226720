"""What is said of set-ups: recommended armies, cautions, and the sentences of the script."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engines.core.placing import Army


def army_names() -> dict[str, str]:
    """The names and plans the engines give to recommended armies, in the reader's language."""
    return {
        "Fortress": _("Fortress"),
        "Mines before the headquarters, a flag as strong as the lieutenant general behind it:"
        " let them come and wear themselves out, then cross both bridges.": _(
            "Mines before the headquarters, a flag as strong as the lieutenant general behind it:"
            " let them come and wear themselves out, then cross both bridges."
        ),
        "Hammer": _("Hammer"),
        "Mines and flag shut the bridge on your left for good; the generals force the one on"
        " your right, with tanks close behind.": _(
            "Mines and flag shut the bridge on your left for good; the generals force the one on"
            " your right, with tanks close behind."
        ),
        "Scouts first": _("Scouts first"),
        "Planes and engineers strike from the first step to find out who stands where; the"
        " officers stay at home until the way is clear.": _(
            "Planes and engineers strike from the first step to find out who stands where; the"
            " officers stay at home until the way is clear."
        ),
    }


def army_words(army: Army) -> tuple[str, str]:
    """The name and the plan of a recommended army."""
    words = army_names()
    return words[army.name], words[army.plan]


def caution_sentence(code: str) -> str:
    """What to think about before being ready, by the engines' code."""
    return {
        "flag-without-support": _(
            "Your flag stands on the last rank: with nothing behind it, it loses to every attacker."
        ),
        "both-bridges-blocked": _(
            "Mines or flag stand before both bridges: of your own pieces only planes get across."
        ),
    }[code]


def placing_words() -> dict[str, str]:
    """By the name the script knows them under; {braces} are filled in by the script."""
    return {
        "picked": _("{piece} picked: where to?"),
        "dropped": _("Put back."),
        "placed": _("{piece} on {square}."),
        "returned": _("{piece} taken back."),
        "none": _("No {piece} is left to place."),
        "first": _("Pick a piece first."),
        "left": _("{piece}, {count} left to place"),
        "allPlaced": _("All pieces are placed."),
        "toPlace": _("Still to place: {count}"),
        "unsaved": _("The house does not answer: your set-up is not saved yet."),
    }
