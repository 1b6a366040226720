"""The page of a review: for each seat what it could have known, and the sheet of one ply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.cards import card_for
from games.boards.kit.faces import Guess, PieceFace
from games.boards.kit.guesses import guess_of
from games.boards.names import game_name, player_name, sides_of, title_of
from games.common.addresses import address
from games.common.filling import filled
from games.knowledge.selectors import standing_in
from games.reviews.hindsight import Attempt, Step, missed_in
from games.reviews.presenters import words
from games.reviews.presenters.chart import Chart, chart_of
from games.reviews.selectors import Progress, ReviewFacts


@dataclass(frozen=True, slots=True)
class LinkedSentence:
    """A sentence about a move, and where its board is."""

    text: str
    url: str
    is_unused: bool = False
    """Whether something sure was not made use of."""
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of what one seat could have known."""

    key: str
    title: str
    summary: tuple[str, ...]
    missed: tuple[LinkedSentence, ...]
    sure: tuple[LinkedSentence, ...]
    tried: tuple[LinkedSentence, ...]


@dataclass(frozen=True, slots=True)
class KnownPiece:
    """A piece of the others, as it could be known after a ply."""

    place: str
    kinds: tuple[PieceFace, ...]
    """What it could be, or, if `is_all_but`, what it could not be."""
    is_all_but: bool
    truth: PieceFace | None
    guess: Guess | None
    sentence: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """The knowledge that one seat could have after a ply."""

    title: str
    bits: str
    note: str
    pieces: tuple[KnownPiece, ...]
    url: str
    """The board as that seat saw it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The ways to other plies: queries; "" where there is none."""

    first: str
    back: str
    forward: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage(Progress):
    """A review, or how far it is worked out."""

    title: str
    game_name: str
    match_url: str
    url: str
    sprite: str
    share: str
    """The address to pass on; "" where there is none."""
    embedding: str
    """The HTML by which another page shows it; "" where there is none."""
    chart: Chart | None = None
    seats: tuple[SeatReview, ...] = ()
    sheets: tuple[SeatSheet, ...] = ()
    move: int = 0
    moves: int = 0
    steps: Steps | None = None


def present_review(
    facts: ReviewFacts, *, ply: int | None = None, piece_set: str, origin: str = ""
) -> ReviewPage:
    """The page of *facts*, with the sheets after *ply* or else the last ones."""
    return _Assembly(facts, ply, piece_set, origin).page()


class _Assembly:
    """The parts of one page; each is made once and may look at the others."""

    def __init__(self, facts: ReviewFacts, ply: int | None, piece_set: str, origin: str) -> None:
        self.facts, self.known, self.origin = facts, facts.known, origin
        self.card = card_for(facts.game)
        self.piece_set = piece_set
        self.before = self.card.presenter.plies_before
        self.sides = sides_of(facts.game, facts.options)
        self.names = [
            player_name(facts.game, one.bot or one.name, is_bot=bool(one.bot))
            for one in facts.players
        ]
        self.faces = [self.card.presenter.kind_faces(one.seat) for one in facts.players]
        self.guesses = standing_in(facts.marks)
        plies = [int(at) for at, _bits in self.known["bits"][0]]
        self.first, self.last = (plies[0], plies[-1]) if plies else (0, 0)
        self.ply = min(max(self.last if ply is None else ply, self.first), self.last)

    def page(self) -> ReviewPage:
        facts = self.facts
        url = address("games:known", facts.uid)
        is_shared = facts.is_done and not facts.is_hidden
        page = filled(
            ReviewPage,
            facts,
            title=title_of(tuple(self.names)),
            game_name=game_name(facts.game),
            match_url=address("games:match", facts.uid),
            url=url,
            sprite=self.card.sprite(self.piece_set),
            share=self.origin + url if is_shared else "",
            embedding=self._embedding() if is_shared else "",
        )
        if not facts.is_done:
            return page
        return replace(
            page,
            chart=chart_of(self.names, self.known["bits"], before=self.before),
            seats=tuple(self._seat(one.seat) for one in facts.players),
            sheets=tuple(self._sheet(one.seat) for one in facts.players) if self.last else (),
            move=self.ply - self.before,
            moves=self.last - self.before,
            steps=self._steps(),
        )

    def _embedding(self) -> str:
        source = self.origin + address("games:known-embed", self.facts.uid)
        title = _("What could I have known?")
        size = 'width="424" height="460" loading="lazy"'
        return f'<iframe src="{source}" title="{title}" {size}></iframe>'

    def _steps(self) -> Steps:
        def to(ply: int) -> str:
            return f"?ply={ply}#ply" if self.first <= ply <= self.last and ply != self.ply else ""

        return Steps(to(self.first), to(self.ply - 1), to(self.ply + 1), to(self.last))

    # --- what a seat could have known ---

    def _seat(self, seat: int) -> SeatReview:
        missed = [one for one in missed_in(self.known) if one[1] == seat]
        return SeatReview(
            key=self.sides.keys[seat],
            title=self._title(seat),
            summary=tuple(self._summary(seat)),
            missed=tuple(
                LinkedSentence(
                    words.missed_sentence(code, self._move(ply)), self._board(ply - 1, seat)
                )
                for ply, _seat, code in missed
            ),
            sure=tuple(self._sure(seat)),
            tried=tuple(self._tried(seat)),
        )

    def _title(self, seat: int) -> str:
        values = {"name": self.names[seat], "side": self.sides.names[seat]}
        return _("%(name)s (%(side)s)") % values

    def _summary(self, seat: int) -> list[str]:
        bits = self.known["bits"][seat]
        sentences = []
        if bits:
            numbers = {"first": f"{bits[0][1]:.0f}", "last": f"{bits[-1][1]:.0f}"}
            sentences.append(
                _("At first %(first)s bits were left to learn, in the end %(last)s.") % numbers
            )
        battles = [one for one in self._attempts(seat) if one["what"] == "battle"]
        if battles:
            sentences += self._battles(battles)
        doubts = [one for one in self._attempts(seat) if one["what"] == "doubt"]
        if doubts:
            sure = sum(_is_sure(one) for one in doubts)
            text = ngettext(
                "%(count)s Doubt, of which %(sure)s was sure.",
                "%(count)s Doubts, of which %(sure)s were sure.",
                len(doubts),
            )
            sentences.append(text % {"count": len(doubts), "sure": sure})
        return sentences

    def _battles(self, battles: Sequence[Attempt]) -> list[str]:
        """Luck and knowledge told apart."""
        unsure = [one for one in battles if not _is_sure(one)]
        known, counted = len(battles) - len(unsure), {"count": len(battles)}
        sentences = [
            ngettext(
                "%(count)s attack: knowledge decided %(known)s, luck %(luck)s.",
                "%(count)s attacks: knowledge decided %(known)s, luck %(luck)s.",
                len(battles),
            )
            % {**counted, "known": known, "luck": len(unsure)}
        ]
        if unsure:
            won = sum(one["result"] == "won" for one in unsure)
            due = sum(
                one["could_be"].get("won", 0) / sum(one["could_be"].values()) for one in unsure
            )
            sentences.append(
                _(
                    "Luck won %(won)s of them; were each possible kind as likely as every other, it"
                    " would be %(due)s."
                )
                % {"won": won, "due": f"{due:.1f}"}
            )
        return sentences

    def _sure(self, seat: int) -> list[LinkedSentence]:
        """What could only be one thing, before it was shown."""
        sentences: list[tuple[int, LinkedSentence]] = []
        for piece, steps in self.known["pieces"][seat].items():
            found = next((one for one in steps if len(one[1]) == 1 and not one[3]), None)
            if found is None:
                continue
            ply, letter, square, _is_shown = found
            face = self._face(seat, letter)
            met = self._met(seat, piece, ply)
            where = square or self._place(piece, "")
            parts = [words.sure_sentence(self._move(ply), where, face.name if face else letter)]
            parts.append(self._used(steps, met))
            is_guessed = seat == self.facts.own_seat and self.guesses.get(piece) == letter
            if seat == self.facts.own_seat:
                guess = self._face(seat, self.guesses.get(piece, ""))
                parts.append(words.guess_sentence(guess.name if guess else "", is_right=is_guessed))
            is_unused = met is None and not is_guessed
            sentences.append(
                (ply, LinkedSentence(" ".join(parts), self._board(ply, seat), is_unused))
            )
        return [one for _ply, one in sorted(sentences, key=lambda pair: pair[0])]

    def _used(self, steps: Sequence[Step], met: int | None) -> str:
        """What became of it: it was met in that ply, or shown, or neither."""
        shown = next((one[0] for one in steps if one[3]), None)
        if met is not None or shown is None:
            return words.used_sentence(None if met is None else self._move(met))
        return words.shown_sentence(self._move(shown))

    def _met(self, seat: int, piece: str, ply: int) -> int | None:
        """In which ply after *ply* whoever sits there moved against the piece."""
        met = (one["ply"] for one in self._attempts(seat) if one["piece"] == piece)
        return next((at for at in met if at > ply), None)

    def _tried(self, seat: int) -> list[LinkedSentence]:
        sentences = []
        for one in self._attempts(seat):
            steps = self.known["pieces"][seat].get(one["piece"] or "", [])
            at = _at(steps, one["ply"] - 1)
            text = words.attempt_sentence(one, self._move(one["ply"]), at[2] if at else "")
            if text:
                board = self._board(one["ply"], seat)
                sentences.append(LinkedSentence(text, board, is_sure=_is_sure(one)))
        return sentences

    def _attempts(self, seat: int) -> list[Attempt]:
        return [one for one in self.known["tried"] if one["seat"] == seat]

    # --- the sheet of one ply ---

    def _sheet(self, seat: int) -> SeatSheet:
        bits = {int(ply): left for ply, left in self.known["bits"][seat]}
        pieces = [
            (len(at[1]), self._piece(seat, piece, at))
            for piece, steps in self.known["pieces"][seat].items()
            if (at := _at(steps, self.ply)) and not at[3]
        ]
        pieces.sort(key=lambda pair: (pair[0], pair[1].place))
        left = f"{bits.get(self.ply, 0):.1f}"
        return SeatSheet(
            title=self._title(seat),
            bits=_("%(bits)s bits left to learn") % {"bits": left},
            note=_("There may be more to know: not everything could be worked out.")
            if self.ply in self.known["unsure"][seat]
            else "",
            pieces=tuple(piece for _count, piece in pieces),
            url=self._board(self.ply, seat),
        )

    def _piece(self, seat: int, piece: str, at: Step) -> KnownPiece:
        _ply, letters, square, _shown = at
        every = self._theirs(seat)
        is_all_but = len(letters) > len(every) / 2
        named = [letter for letter in every if (letter in letters) != is_all_but]
        truth = self._face(seat, self.known["truth"].get(piece, ""))
        guessed = self._face(seat, self._guessed(seat, piece))
        return KnownPiece(
            place=self._place(piece, square),
            kinds=tuple(every[letter] for letter in named),
            is_all_but=is_all_but,
            truth=truth,
            guess=guess_of(guessed, truth) if guessed else None,
            sentence=self._sentence([every[letter].name for letter in named], is_all_but, truth),
        )

    def _sentence(self, names: list[str], is_all_but: bool, truth: PieceFace | None) -> str:
        listed = {"pieces": _(", ").join(names)}
        if is_all_but:
            text = _("Could be anything but: %(pieces)s.") if names else _("Could be anything.")
        else:
            text = _("Could be: %(pieces)s.")
        was = _("It was: %(piece)s.") % {"piece": truth.name} if truth else ""
        return f"{text % listed} {was}".rstrip()

    def _guessed(self, seat: int, piece: str) -> str:
        """What the reader took the piece for by then."""
        if seat != self.facts.own_seat:
            return ""
        until = [one for one in self.facts.marks if one.ply <= self.ply]
        return standing_in(until).get(piece, "")

    @cached_property
    def _squares(self) -> frozenset[str]:
        return frozenset(self.card.board.squares)

    def _place(self, piece: str, square: str) -> str:
        """Where a piece stands; off the board, where it stood first."""
        if square:
            return square
        return f"({piece})" if piece in self._squares else ""

    def _theirs(self, seat: int) -> Mapping[str, PieceFace]:
        """What the pieces of the others can be."""
        return self.faces[1 - seat]

    def _face(self, seat: int, letter: str) -> PieceFace | None:
        return self._theirs(seat).get(letter)

    def _move(self, ply: int) -> int:
        return max(ply - self.before, 0)

    def _board(self, ply: int, seat: int) -> str:
        return f"{address('games:match', self.facts.uid)}?ply={ply}&as={self.sides.keys[seat]}"


def _is_sure(attempt: Attempt) -> bool:
    return len(attempt["could_be"]) == 1


def _at(steps: Sequence[Step], ply: int) -> Step | None:
    """The last of *steps* up to *ply*."""
    return next((one for one in reversed(steps) if one[0] <= ply), None)
