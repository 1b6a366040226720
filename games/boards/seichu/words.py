"""Seichu Shogi in words: its pieces, a move, a bluff, a Doubt as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.boards.kit.faces import DISCS, PieceFace
from games.common.languages import once_a_language

KIND_NAMES = {
    "K": pgettext_lazy("seichu piece", "King"),
    "R": pgettext_lazy("seichu piece", "Rook"),
    "B": pgettext_lazy("seichu piece", "Bishop"),
    "G": pgettext_lazy("seichu piece", "Gold"),
    "S": pgettext_lazy("seichu piece", "Silver"),
    "N": pgettext_lazy("seichu piece", "Knight"),
    "L": pgettext_lazy("seichu piece", "Lance"),
    "P": pgettext_lazy("seichu piece", "Pawn"),
}

PROMOTED_NAMES = {
    "R": pgettext_lazy("seichu piece", "Rook, moving as a dragon"),
    "B": pgettext_lazy("seichu piece", "Bishop, moving as a horse"),
    "S": pgettext_lazy("seichu piece", "Silver, moving as a gold"),
    "N": pgettext_lazy("seichu piece", "Knight, moving as a gold"),
    "L": pgettext_lazy("seichu piece", "Lance, moving as a gold"),
    "P": pgettext_lazy("seichu piece", "Pawn, moving as a gold"),
}
"""What a piece is called where it moves as promoted."""

PROMOTED = "z"
"""Before the letter of a kind, the sign of a piece that moves as promoted."""

UNKNOWN = "U"
"""Stands for the letter of a piece whose kind the viewer does not know."""

CAMPS = (frozenset("12"), frozenset("67"))
"""The ranks of each seat's camp."""


class Words:
    """The words in the reader's language, looked up once for a whole board or story."""

    def __init__(self) -> None:
        self.kinds = {letter: str(name) for letter, name in KIND_NAMES.items()}
        self.kinds[UNKNOWN] = _("Unknown piece")
        names = {
            **self.kinds,
            **{PROMOTED + letter: str(name) for letter, name in PROMOTED_NAMES.items()},
        }
        kinds = {sign: sign.removeprefix(PROMOTED) for sign in names} | {UNKNOWN: ""}
        self._faces = {
            (seat, sign): PieceFace(side, sign, name, kinds[sign])
            for seat, side in enumerate(DISCS)
            for sign, name in names.items()
        }
        self._goes = _("%(piece)s %(origin)s to %(target)s")
        self._takes = _("%(piece)s %(origin)s captures on %(target)s")
        self._took = _("%(piece)s %(origin)s captures %(captured)s on %(target)s")
        self._drops = _("%(piece)s dropped on %(target)s")
        self._tries = _("%(move)s, Trial declared")
        self._foul = _("%(move)s. Foul: %(fouls)s")
        self._proven = _("Doubt: a foul is proven (%(foul)s)")
        self._fouls = foul_names()

    def face(self, seat: int, letter: str | None) -> PieceFace:
        """The face of a seat's piece; a letter of None is a kind the viewer does not know."""
        return self._faces[seat, letter or UNKNOWN]

    def face_on(self, square: str, seat: int, letter: str | None) -> PieceFace:
        """The same as it stands on *square*: in the enemy camp most kinds move as promoted."""
        if letter in PROMOTED_NAMES and square[1] in CAMPS[1 - seat]:
            return self._faces[seat, PROMOTED + letter]
        return self.face(seat, letter)

    def goes(self, move: str, piece: str | None) -> str:
        """Return the step *move* of a piece of the kind *piece* to an empty square."""
        return self._goes % self._names(move, piece, None)

    def takes(self, move: str, piece: str | None) -> str:
        """Return the capture *move*, before anybody knows what is taken."""
        return self._takes % self._names(move, piece, None)

    def took(self, move: str, piece: str | None, taken: str) -> str:
        """Return the capture *move*, of which everybody knows what it took."""
        return self._took % self._names(move, piece, taken)

    def drops(self, square: str, piece: str | None) -> str:
        """A drop on *square*."""
        return self._drops % {"piece": self.kinds[piece or UNKNOWN], "target": square}

    def tries(self, move: str) -> str:
        """Return the move described, with the Trial declared."""
        return self._tries % {"move": move}

    def foul(self, move: str, fouls: Iterable[str]) -> str:
        """Return the move described, and the fouls it commits."""
        named = _(", ").join(self._fouls[code] for code in fouls)
        return self._foul % {"move": move, "fouls": named}

    def doubt(self, check: str, proven: str | None) -> str:
        """A Doubt and what came of it; *proven* is the foul, None if there was none."""
        if proven is not None:
            return self._proven % {"foul": self._fouls[proven]}
        if check == "board":
            return _("Wrong Doubt: no foul, so the doubter loses")
        return _("Doubt: there was no foul")

    def claims(self, squares: Sequence[str], name: str) -> str:
        """From where to where a move went, and what it was."""
        values = {"origin": squares[0], "target": squares[-1], "piece": name}
        return _("From %(origin)s to %(target)s: %(piece)s.") % values

    def _names(self, move: str, piece: str | None, taken: str | None) -> dict[str, str]:
        return {
            "piece": self.kinds[piece or UNKNOWN],
            "captured": self.kinds[taken or UNKNOWN],
            "origin": move[:2],
            "target": move[2:4],
        }


words_now = once_a_language(Words)
"""The words in the language of the reader."""


BLATANT = "blatant"
"""In place of a foul movement that no kind of piece could make."""


def foul_names() -> dict[str, str]:
    """Return the fouls, by code."""
    return {
        "movement": _("this piece does not move like that"),
        BLATANT: _("no piece moves like that"),
        "nifu": _("two pawns on one file"),
        "drop-mate": _("mate by dropping a pawn"),
    }


def foul_remarks(counts: Sequence[int], stood: Iterable[int]) -> tuple[str, ...]:
    """The fouls that came to light, by seat, and the seats that set up with two pawns on a file."""
    sides = (_("South"), _("North"))
    values = {"south": counts[0], "north": counts[1]}
    return (
        _("Fouls: South %(south)s, North %(north)s.") % values,
        *(
            _("%(side)s set up with two pawns on one file.") % {"side": sides[seat]}
            for seat in stood
        ),
    )


def aside_words(check: str, answer: str) -> tuple[str, str]:
    """Return what the last answer came to and what another player is asked; "" for neither."""
    said = {"doubt": _("There was no foul."), "accept": _("No Doubt.")}
    asks = {
        "capture": _("%(name)s may doubt the move of the piece taken."),
        "defeat": _("The king was captured. %(name)s may doubt that move."),
    }
    return said.get(answer, ""), asks.get(check, "")


def doubt_path(*, is_proven: bool) -> str:
    """A Doubt in the list of moves."""
    return _("Doubt: foul") if is_proven else _("Doubt: no foul")


def accept_sentence() -> str:
    """Return what is said where somebody was asked and did not doubt."""
    return _("No Doubt")


def chooser_words() -> tuple[str, str]:
    """Return the king's two ways to the far side: declare the Trial, or say nothing."""
    return _("Declare the Trial and show the king"), _("Move without declaring")


def check_words(check: str) -> tuple[str, str, str]:
    """Return what happened, what is asked, and what a Doubt without a foul costs, at a check."""
    if check == "capture":
        return (
            _("You captured the piece that had just moved."),
            _("Was that move a foul?"),
            _("If it was not a foul, nothing changes."),
        )
    return (
        _("This piece captured your king."),
        _("Was it a foul?"),
        _("If it was not a foul, your king stays captured."),
    )


def silence_sentence() -> str:
    """Return what it counts as to let the time for an answer pass."""
    return _("No answer counts as No Doubt.")


def last_move_sentence(move: str) -> str:
    """Return what a Doubt on one's own turn is about, before anything else."""
    return _("Their last move: %(move)s.") % {"move": move}


def set_up_sentence() -> str:
    """Return what a Doubt on the very first turn is about."""
    return _(
        "They have made no move yet: only two pawns on one file of their set-up would be a foul."
    )


def hand_label(name: str, count: int) -> str:
    """A kind in the viewer's own hand."""
    return _("%(piece)s in your hand: %(count)s") % {"piece": name, "count": count}
