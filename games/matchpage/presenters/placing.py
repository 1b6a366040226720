"""The page of the set-up: the viewer's own half of the board, the tray, and what can be loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engines.core.placing import EMPTY
from games.boards.cards import card_for
from games.boards.kit.faces import PieceFace, one_each
from games.boards.kit.makers import Board, Marks
from games.boards.kit.scenes import Scene
from games.boards.names import sides_of
from games.common.addresses import address
from games.common.filling import filled
from games.matchpage.presenters.placing_words import placing_words
from games.matchpage.selectors.board import BoardFacts
from games.setup.selectors import Preparation, placing_of


@dataclass(frozen=True, slots=True)
class SpareKind:
    """A kind of piece in the tray, and how many of it are still to be placed."""

    letter: str
    face: PieceFace
    label: str
    left: int
    is_picked: bool


@dataclass(frozen=True, slots=True)
class ReadySetup:
    """A complete set-up to take over: recommended by the site, or kept by the viewer."""

    name: str
    """Names it for the reader; a kept one for the site too."""
    slug: str
    """Names a recommended one for the site."""
    plan: str
    letters: str


@dataclass(frozen=True, slots=True)
class PlacingFacts:
    """The facts needed to place a set-up, in a match or outside one."""

    game: str
    options: Mapping[str, str]
    seat: int
    """Who places; outside a match the first seat, as it sees the board."""
    prepared: Preparation
    cautions: tuple[str, ...]
    """What to think about, as codes."""
    page: str
    """Where its page is."""
    setup: str
    """Where its forms go."""
    is_alone: bool = False
    """Whether no match waits for it."""


@dataclass(frozen=True, slots=True)
class PlacingPage:
    """The viewer's own half of the board while they place their pieces, and the tray beside it."""

    page: str
    setup: str
    """Where its forms go."""
    is_alone: bool
    """Whether no match waits for it."""
    board: Board
    letters: str
    kinds: tuple[SpareKind, ...]
    is_named: bool
    """Whether kinds are named: to readers of Japanese the signs of their pieces are their names."""
    picked: str
    """The square or the letter that is picked; empty if nothing is."""
    left_sentence: str
    """What is picked, or how many pieces are still to be placed."""
    is_complete: bool
    cautions: tuple[str, ...]
    armies: tuple[ReadySetup, ...]
    formations: tuple[ReadySetup, ...]
    may_keep: bool
    """Whether what is placed can be kept for later: an army with a handicap cannot."""
    ranks: tuple[int, ...]
    """How many squares each rank has, front first."""
    separator: str
    """What stands between the ranks in the action of a set-up."""
    pieces: str
    """The letter of every piece there is to place."""
    on_board: str
    """The letters of those that must not stay in hand."""
    places: dict[str, str]
    """What each home square is called."""
    words: dict[str, str]
    """Sentences for the script, in the reader's language."""

    @property
    def facts_json(self) -> dict[str, object]:
        """The facts of the set-up that the script needs."""
        return {
            "letters": self.letters,
            "ranks": self.ranks,
            "separator": self.separator,
            "pieces": self.pieces,
            "onBoard": self.on_board,
            "places": self.places,
            "names": {kind.letter: kind.face.name for kind in self.kinds},
            "words": self.words,
        }


def placing_page(
    placed_with: PlacingFacts, *, picked: str, piece_set: str, sentences: Mapping[str, str]
) -> PlacingPage:
    """Return the page on which pieces are placed, made from *placed_with*.

    The script changes the *sentences* of the action row with the pieces.
    """
    page = _Assembly(placed_with, piece_set).page(picked)
    return replace(page, words={**page.words, **sentences})


def placing_facts(facts: BoardFacts) -> PlacingFacts | None:
    """With what the viewer of *facts* places; None if there is nothing to place."""
    if facts.preparation is None or facts.seat is None:
        return None
    return filled(
        PlacingFacts,
        facts,
        prepared=facts.preparation,
        page=address("games:match", facts.uid),
        setup=address("games:setup", facts.uid),
    )


class _Assembly:
    """The parts of one page; what they share is made once."""

    def __init__(self, placed_with: PlacingFacts, piece_set: str) -> None:
        self.placed_with, self.prepared = placed_with, placed_with.prepared
        self.placing = placing = self.prepared.placing
        self.has_handicap = placing != placing_of(placed_with.game)
        self.seat, self.piece_set = placed_with.seat, piece_set
        self.squares = placing.squares(self.seat)
        self.card, self.sides = (
            card_for(placed_with.game),
            sides_of(placed_with.game, placed_with.options),
        )
        self.presenter = self.card.presenter
        self.faces = self.presenter.kind_faces(self.seat)
        self.words = placing_words(has_hand=len(placing.pieces) > len(self.squares))

    def page(self, asked: str) -> PlacingPage:
        letters, picked = self.prepared.letters, self._picked(asked)
        return PlacingPage(
            page=self.placed_with.page,
            setup=self.placed_with.setup,
            is_alone=self.placed_with.is_alone,
            board=self._board(letters, picked),
            letters=letters,
            kinds=tuple(self._kinds(picked)),
            is_named=self.piece_set != "kanji" or not self.card.is_written,
            picked=picked,
            left_sentence=self._picked_sentence(letters, picked) or self._left_sentence(letters),
            is_complete=self.placing.is_complete(letters),
            cautions=tuple(str(self.card.cautions[code]) for code in self.placed_with.cautions),
            armies=tuple(self._armies()),
            formations=tuple(
                ReadySetup(kept.name, "", "", kept.letters) for kept in self.prepared.formations
            ),
            may_keep=not self.has_handicap,
            ranks=tuple(len(rank) for rank in self.placing.ranks[self.seat]),
            separator=self.placing.separator,
            pieces=self.placing.pieces,
            on_board=self.placing.on_board,
            places=self._places(),
            words={**self.words, **self._labels()},
        )

    def _board(self, letters: str, picked: str) -> Board:
        return self.card.drawn(
            Scene(pieces=one_each(self._pieces(letters)), last=(), ply=0),
            self.sides,
            self.seat,
            Marks(picked=(picked,)),
            self.piece_set,
            squares=frozenset(self.squares),
        )

    def _places(self) -> dict[str, str]:
        named = self.presenter.places()
        return {square: named.get(square, square) for square in self.squares}

    def _labels(self) -> dict[str, str]:
        """What squares say, in the words of `kit.cells`, for the script to fill in."""
        side = self.sides.names[self.seat]
        return {
            "empty": _("%(square)s, empty") % {"square": "{square}"},
            "taken": _("%(square)s, %(side)s %(piece)s")
            % {"square": "{square}", "side": side, "piece": "{piece}"},
        }

    def _picked(self, asked: str) -> str:
        """What is picked: something that can be, or nothing."""
        spare = self.placing.spare(self.prepared.letters)
        return asked if asked in (*self._pieces(self.prepared.letters), *spare) else ""

    def _pieces(self, letters: str) -> dict[str, PieceFace]:
        return {
            square: self.faces[letter]
            for square, letter in zip(self.squares, letters, strict=True)
            if letter != EMPTY
        }

    def _kinds(self, picked: str) -> list[SpareKind]:
        """Every kind, those that are all placed too: nothing moves when the last one goes."""
        left = Counter(self.placing.spare(self.prepared.letters))
        return [
            SpareKind(
                letter=letter,
                face=self.faces[letter],
                label=self.words["left"].format(piece=self.faces[letter].name, count=left[letter]),
                left=left[letter],
                is_picked=letter == picked,
            )
            for letter in dict.fromkeys(self.placing.pieces)
        ]

    def _picked_sentence(self, letters: str, picked: str) -> str:
        """What is picked, by its name; empty if nothing is."""
        face = self._pieces(letters).get(picked) or self.faces.get(picked)
        return self.words["picked"].format(piece=face.name) if face else ""

    def _left_sentence(self, letters: str) -> str:
        spare, empty = self.placing.spare(letters), letters.count(EMPTY)
        if empty:
            return self.words["toPlace"].format(count=empty)
        missing = [letter for letter in spare if letter in self.placing.on_board]
        said = "onBoard" if missing else "inHand" if spare else "allPlaced"
        names = self.words["and"].join(self.faces[letter].name for letter in missing or spare)
        return self.words[said].format(piece=names)

    def _armies(self) -> list[ReadySetup]:
        """The recommended ones; what the site says of them holds of the usual army alone."""
        named = [(army, self.card.armies[army.slug]) for army in self.placing.armies]
        return [
            ReadySetup(str(name), army.slug, "" if self.has_handicap else str(plan), army.letters)
            for army, (name, plan) in named
        ]


def setup_note(facts: BoardFacts, sides: tuple[str, ...]) -> str:
    """For whom the site had to place the pieces; empty if for nobody."""
    placed = [sides[player.seat] for player in facts.players if player.placed_by_house]
    if not placed:
        return ""
    return _("%(side)s was not ready in time, so the pieces were placed automatically.") % {
        "side": _(", ").join(placed)
    }
