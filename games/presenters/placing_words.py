"""What is said of set-ups: recommended armies, cautions, and the sentences of the script."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engines.core.placing import Army


def _gunjin_armies() -> dict[str, str]:
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


def _seichu_armies() -> dict[str, str]:
    return {
        "Snow fort": _("Snow fort"),
        "The king in the corner behind gold and silver, the bishop kept in hand: let them come,"
        " and drop it where it hurts.": _(
            "The king in the corner behind gold and silver, the bishop kept in hand: let them come,"
            " and drop it where it hurts."
        ),
        "Spearhead": _("Spearhead"),
        "Rook and lance behind each other on the edge break through early; a pawn in hand keeps"
        " the file shut behind them.": _(
            "Rook and lance behind each other on the edge break through early; a pawn in hand keeps"
            " the file shut behind them."
        ),
        "Running king": _("Running king"),
        "The king sets out for the far side at once, gold and rook beside it: who takes it for"
        " a gold lets it through to a Trial.": _(
            "The king sets out for the far side at once, gold and rook beside it: who takes it for"
            " a gold lets it through to a Trial."
        ),
    }


def army_words(army: Army) -> tuple[str, str]:
    """The name and the plan of a recommended army."""
    words = {**_gunjin_armies(), **_seichu_armies()}
    return words[army.name], words[army.plan]


def caution_sentence(code: str) -> str:
    """What to think about before being ready, by the engines' code."""
    return {
        "flag-without-support": _(
            "Your flag stands on the last rank: with nothing behind it, it loses to every attacker."
        ),
        "standing-nifu": _(
            "Two of your pawns stand on one file: a Doubt proves that at any time while they do."
        ),
        "both-bridges-blocked": _(
            "Mines or flag stand before both bridges: of your own pieces only planes get across."
        ),
    }[code]


def placing_words(*, has_hand: bool) -> dict[str, str]:
    """By the name the script knows them under; {braces} are filled in by the script.

    *has_hand* says that there are more pieces than squares: one begins in hand.
    """
    return {
        "picked": _("{piece} picked: where to?"),
        "dropped": _("Put back."),
        "placed": _("{piece} on {square}."),
        "returned": _("{piece} taken back."),
        "undone": _("Undone."),
        "keep": _("Kept as {name}."),
        "rename": _("Renamed to {name}."),
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
        "unsaved": _("The house does not answer: your set-up is not saved yet."),
    }
