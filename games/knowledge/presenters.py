"""The knowledge sheet: what unknown pieces can be, what they are taken for, what they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.knowledge import Identity
from games.boards.cards import card_for
from games.boards.kit.faces import Guess, PieceFace
from games.boards.kit.guesses import guess_of
from games.boards.names import side_name
from games.knowledge.selectors import KnowledgeFacts, Mark, Score


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line of the sheet: one piece of another seat."""

    piece: str
    square: str
    """Empty once it has fallen."""
    origin: str
    """Where it stood first, if that is somewhere else; else empty."""
    url: str
    is_picked: bool
    kinds: tuple[PieceFace, ...]
    """What it can be, or, if `is_all_but`, what it cannot be."""
    is_all_but: bool
    truth: PieceFace | None
    guess: Guess | None
    sentence: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class PaletteKind:
    """A kind to mark a piece with."""

    letter: str
    face: PieceFace
    is_ruled_out: bool
    is_standing: bool
    label: str


@dataclass(frozen=True, slots=True)
class PastMark:
    """An earlier mark on a piece."""

    when: str
    face: PieceFace | None
    """None where the mark was taken back."""
    text: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The piece picked on the sheet: what to mark it with, and how it was marked before."""

    piece: str
    title: str
    known: str
    """What it can be, or was."""
    standing: str
    """What it is taken for; empty without a mark."""
    kinds: tuple[PaletteKind, ...]
    """Empty where nothing can be marked any more."""
    has_struck: bool
    """Whether some are ruled out."""
    has_mark: bool
    note: str
    """That the mark cannot be, where it cannot; else empty."""
    history: tuple[PastMark, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """The number of one kind left on the board."""

    face: PieceFace
    text: str
    is_gone: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class KnowledgePage:
    """The whole sheet for its player."""

    uid: str
    sprite: str
    match_url: str
    mark_url: str
    whose: str
    """Whose knowledge it is, of a match that is over; empty for the reader's own."""
    known_url: str
    """Where both sides' knowledge is told from the first move to the last, once it is over."""
    may_mark: bool
    counters: tuple[Counter, ...]
    standing: tuple[Suspect, ...]
    """The surest first."""
    fallen: tuple[Suspect, ...]
    palette: Palette | None
    unfinished: str
    """That not all could be worked out, where it could not; else empty."""
    score: tuple[str, ...]
    """How good the marks were, in sentences; empty until the end."""

    @property
    def said(self) -> str:
        """The text for a screen reader when a piece is picked or marked."""
        if self.palette is None:
            return ""
        return f"{self.palette.title}. {self.palette.known} {self.palette.standing}".rstrip()


def present_knowledge(facts: KnowledgeFacts, *, piece: str, piece_set: str) -> KnowledgePage:
    """Return the sheet of *facts* with *piece* picked, if there is one of that name."""
    return _Assembly(facts, piece, piece_set).page()


def score_sentences(score: Score | None) -> tuple[str, ...]:
    """Return sentences on how good the marks were; none before the end."""
    if score is None:
        return ()
    if not score.marked and not score.fallen_marked:
        return (_("You did not mark any hidden piece."),)
    sentences = [
        ngettext(
            "%(right)s of %(marked)s mark right.",
            "%(right)s of %(marked)s marks right.",
            score.marked,
        )
        % {"right": score.right, "marked": score.marked}
    ]
    if score.marked < score.hidden:
        left = score.hidden - score.marked
        text = ngettext("%(count)s piece unmarked.", "%(count)s pieces unmarked.", left)
        sentences.append(text % {"count": left})
    if score.fallen_marked:
        right, marked = score.fallen_right, score.fallen_marked
        text = _(
            "Of the marks on pieces as they left the board, %(right)s of %(marked)s were right."
        )
        sentences.append(text % {"right": right, "marked": marked})
    return tuple(sentences)


class _Assembly:
    """The parts of one sheet; each is made once and may look at the others."""

    def __init__(self, facts: KnowledgeFacts, piece: str, piece_set: str) -> None:
        self.facts, self.piece, self.piece_set = facts, piece, piece_set
        self.card = card_for(facts.game)
        presenter = self.card.presenter
        self.plies_before = presenter.plies_before
        self.squares = self.card.board.squares
        self.faces = {seat: presenter.kind_faces(seat) for seat in self._seats}
        self.guesses = facts.standing

    @property
    def _seats(self) -> set[int]:
        return {one.seat for one in self.facts.identities}

    @cached_property
    def url(self) -> str:
        return reverse("games:knowledge", args=[self.facts.uid])

    @cached_property
    def possible(self) -> dict[str, str]:
        """The letters of what each unknown piece can be."""
        lines = cast("Sequence[Mapping[str, Any]]", self.facts.sheet["pieces"])
        return {line["start"]: line["kinds"] for line in lines}

    def face(self, one: Identity, letter: str | None) -> PieceFace | None:
        return self.faces[one.seat][letter] if letter else None

    # --- the lines ---

    @cached_property
    def suspects(self) -> tuple[Suspect, ...]:
        """The pieces, the surest first."""
        known = sorted(self.facts.identities, key=self._by_certainty)
        return tuple(self._suspect(one) for one in known)

    def _by_certainty(self, one: Identity) -> tuple[int, str]:
        return len(self.possible.get(one.piece, "")), one.square or one.piece

    def _suspect(self, one: Identity) -> Suspect:
        letters = self.possible.get(one.piece, "")
        every = self.faces[one.seat]
        is_all_but = len(letters) > len(every) / 2
        named = [letter for letter in every if (letter in letters) != is_all_but]
        return Suspect(
            piece=one.piece,
            square=one.square or "",
            origin=self._origin(one),
            url=self._picking(one.piece),
            is_picked=one.piece == self.piece,
            kinds=tuple(every[letter] for letter in named) if letters else (),
            is_all_but=is_all_but,
            truth=self.face(one, one.kind),
            guess=self._guess(one),
            sentence=" ".join(filter(None, [self._known(one), self._standing(one)])),
        )

    def _origin(self, one: Identity) -> str:
        """Return where the piece came from, if its name says so and it is not there any more."""
        return one.piece if one.piece in self.squares and one.piece != one.square else ""

    def _picking(self, piece: str) -> str:
        query = {"piece": piece}
        if self.facts.eyes:
            query["as"] = self.facts.eyes
        if self.facts.viewed_ply is not None:
            query["ply"] = str(self.facts.viewed_ply)
        return f"{self.url}?{urlencode(query)}"

    def _guess(self, one: Identity) -> Guess | None:
        letter = self.guesses.get(one.piece)
        if letter is None:
            return None
        face = self.faces[one.seat][letter]
        if one.kind is None and letter not in self.possible[one.piece]:
            return Guess(face, "ruled-out")
        return guess_of(face, self.face(one, one.kind))

    def _standing(self, one: Identity) -> str:
        guess = self._guess(one)
        if guess is None:
            return ""
        sentence = {
            "": _("Your guess: %(piece)s."),
            "right": _("Your guess: %(piece)s. Right!"),
            "wrong": _("Your guess: %(piece)s. Wrong."),
            "ruled-out": _("Your guess: %(piece)s, but that is impossible."),
        }[guess.verdict]
        return sentence % {"piece": guess.face.name}

    def _known(self, one: Identity) -> str:
        truth = self.face(one, one.kind)
        if truth is not None:
            return _("It was: %(piece)s.") % {"piece": truth.name}
        every, letters = self.faces[one.seat], self.possible[one.piece]
        if len(letters) == len(every):
            return _("Can be anything.")
        if len(letters) == 1:
            return _("Must be: %(piece)s.") % {"piece": every[letters].name}
        if len(letters) > len(every) / 2:
            names = [face.name for letter, face in every.items() if letter not in letters]
            return _("Can be anything but: %(pieces)s.") % {"pieces": _(", ").join(names)}
        names = [face.name for letter, face in every.items() if letter in letters]
        return _("Can be: %(pieces)s.") % {"pieces": _(", ").join(names)}

    # --- the piece picked ---

    def palette(self) -> Palette | None:
        one = next((one for one in self.facts.identities if one.piece == self.piece), None)
        if one is None:
            return None
        guess = self._guess(one)
        kinds = tuple(self._palette_kinds(one)) if self.facts.may_mark else ()
        return Palette(
            piece=one.piece,
            title=self._title(one),
            known=self._known(one),
            standing=self._standing(one),
            kinds=kinds,
            has_struck=any(kind.is_ruled_out for kind in kinds),
            has_mark=guess is not None,
            note=_("This guess is impossible, but it stays until you remove it.")
            if guess and guess.verdict == "ruled-out"
            else "",
            history=tuple(self._past(one, m) for m in self.facts.history if m.piece == one.piece),
        )

    def _title(self, one: Identity) -> str:
        squares = {"square": one.square, "origin": self._origin(one)}
        if one.square and squares["origin"]:
            return _("The piece on %(square)s, from %(origin)s") % squares
        if one.square:
            return _("The piece on %(square)s") % squares
        if squares["origin"]:
            return _("A piece off the board, from %(origin)s") % squares
        return _("A piece off the board")

    def _palette_kinds(self, one: Identity) -> list[PaletteKind]:
        letters, standing = self.possible.get(one.piece, ""), self.guesses.get(one.piece)
        return [
            PaletteKind(
                letter=letter,
                face=face,
                is_ruled_out=letter not in letters,
                is_standing=letter == standing,
                label=face.name
                if letter in letters
                else _("%(piece)s, impossible") % {"piece": face.name},
            )
            for letter, face in self.faces[one.seat].items()
        ]

    def _past(self, one: Identity, mark: Mark) -> PastMark:
        number = max(0, mark.ply - self.plies_before)
        face = self.face(one, mark.kind)
        return PastMark(
            when=_("After move %(number)s") % {"number": number},
            face=face,
            text=face.name if face else _("no mark"),
        )

    # --- what is left ---

    def counters(self) -> tuple[Counter, ...]:
        left = cast("Mapping[str, Sequence[Mapping[str, Any]]]", self.facts.sheet["left"])
        return tuple(
            _counter(self.faces[int(seat)][line["kind"]], line)
            for seat, lines in left.items()
            for line in lines
            if int(seat) in self.faces
        )

    # --- all of it ---

    def whose(self) -> str:
        if not self.facts.eyes:
            return ""
        side = {"side": side_name(self.facts.game, self.facts.seat)}
        if self.facts.viewed_ply is None:
            return _("What %(side)s could know") % side
        number = max(0, self.facts.viewed_ply - self.plies_before)
        return _("What %(side)s could know after move %(number)s") % {**side, "number": number}

    def page(self) -> KnowledgePage:
        facts = self.facts
        return KnowledgePage(
            uid=facts.uid,
            sprite=self.card.sprite(self.piece_set),
            match_url=reverse("games:match", args=[facts.uid]),
            mark_url=reverse("games:mark", args=[facts.uid]),
            whose=self.whose(),
            known_url=reverse("games:known", args=[facts.uid]) if facts.is_over else "",
            may_mark=facts.may_mark,
            counters=self.counters(),
            standing=tuple(one for one in self.suspects if one.square),
            fallen=tuple(one for one in self.suspects if not one.square),
            palette=self.palette(),
            unfinished=""
            if facts.sheet["complete"]
            else _(
                "Not everything could be worked out in time. What is ruled out here is impossible "
                "for sure, but there may be more."
            ),
            score=score_sentences(facts.score),
        )


def _counter(face: PieceFace, line: Mapping[str, Any]) -> Counter:
    least, most = line["least"], line["most"]
    text = str(most) if least == most else f"{least}–{most}"
    values = {"piece": face.name, "count": text, "total": line["total"]}
    return Counter(
        face=face,
        text=text,
        is_gone=most == 0,
        sentence=_("%(piece)s: %(count)s of %(total)s") % values,
    )
