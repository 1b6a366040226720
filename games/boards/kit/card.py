"""Everything the site says of one game: what each game adds to the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import get_language

from games.boards.kit.brushes import USUAL, PieceInk
from games.boards.kit.campaigns import Campaign
from games.boards.kit.characters import HOUSE_BOTS, Character
from games.boards.kit.chronicles import ChronicleMaker
from games.boards.kit.coaching import Coach
from games.boards.kit.faces import PIECE_SETS, KnownPiece
from games.boards.kit.lessons import FROM_THE_START, Lesson
from games.boards.kit.makers import Board, BoardMaker, Marks, Sight
from games.boards.kit.scenes import GamePresenter, Scene
from games.boards.kit.sides import Sides
from games.boards.kit.turning import TurningTeller

Words: TypeAlias = str | Promise
"""A text in the language of whoever reads it."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to be chosen for a match of the game."""

    label: Words
    values: Mapping[str, Words]
    """What each value is called, the default first."""
    notes: Mapping[str, Words] = field(default_factory=dict)
    """What each value means, where its name does not say it all."""


class Trial(Protocol):
    """A page on which one piece is tried out."""

    @property
    def template(self) -> str:
        """The template that draws it."""

    def context(self, asked: Mapping[str, str]) -> Mapping[str, object]:
        """Return what the template shows of *asked*, the fields of the address.

        Under "error" it says what cannot be shown; empty if all can.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A game on the site. What it leaves out is as in most games."""

    slug: str
    name: Words
    kanji: str
    pinyin: str = ""
    """How its Chinese name is typed without Chinese letters, for the search."""
    tagline: Words
    """The game in one breath."""
    origin: Words
    """Who invented it or where it comes from, and whose rules these are."""
    home: str = ""
    """The address of whoever invented it or wrote its rules down, if they have one."""
    box: Sequence[tuple[Words, Words]] = ()
    """What stands on the box of a game: players, length, age."""
    story: Words = ""
    """What it is about, in a sentence."""
    settled: Sequence[Words] = ()
    """What we have decided where its source is silent or contradicts itself."""
    progress: Words = ""
    """What counts as progress by the rule of the site, where its rules let play go on for ever."""
    sides: Mapping[str, Words]
    """What seats are called, by their names in the meta."""

    presenter: GamePresenter[Any]
    board: BoardMaker
    has_pointed_pieces: bool = False
    """Whether pieces point away from their player, so that they turn with the board."""
    styles: tuple[str, ...] = ()
    """The style sheets of its match page, below the static address, besides those of all games."""
    pieces: str = ""
    """The folder of its sprites, below the static address; empty for the one of its slug."""
    written_in: tuple[str, ...] = ()
    """The languages, besides Japanese, in which its kanji pieces are written."""
    inks: Mapping[str, PieceInk] = field(default_factory=lambda: USUAL)
    """The colours of each side's pieces in picture files, by the key of the seat."""

    refusals: Mapping[str, Words] = field(default_factory=dict)
    """Why a move of this game is refused, by the codes that only its rules have."""
    endings: Mapping[str, Words] = field(default_factory=dict)
    """How a match of it is decided, by code; %(side)s has lost, %(winner)s has won."""
    draws: Mapping[str, Words] = field(default_factory=dict)
    """How it ends in a draw, where that is not the same sentence."""
    armies: Mapping[str, tuple[Words, Words]] = field(default_factory=dict)
    """The names and plans of the recommended set-ups, by slug."""
    cautions: Mapping[str, Words] = field(default_factory=dict)
    """What to think about before being ready, by code."""

    planned: Mapping[str, Words] = field(default_factory=dict)
    """What is planned, where pieces are hidden, in words by code: what may happen on %(square)s,
    and answers that are no moves."""
    awaited: Mapping[str, Words] = field(default_factory=dict)
    """What may happen on no square, in a word or two, by the same codes."""

    options: Mapping[str, Option] = field(default_factory=dict)
    """What can be chosen for a match besides the time, by the names of the meta's options."""
    handicaps: Mapping[str, Words] = field(default_factory=dict)
    """What the first to move goes without, by the names of the meta's handicaps."""
    start_view: Callable[[Mapping[str, str]], Any] | None = None
    """The view to show before a match with these options has begun; None for the presenter's."""
    chapter: Callable[[], Mapping[str, object]] = dict
    """What the templates of its rules are given, made anew for each language."""
    legend: Callable[[], Sequence[KnownPiece]] = tuple
    """Its kinds of pieces with how they move; none where the board says it all."""
    glossary: Sequence[tuple[Words, Words]] = ()
    """Words of its own that stand at the board, with what they mean."""
    trial: Trial | None = None
    """How a piece of it is tried out, on a page of its own; None if it is not."""

    bots: Mapping[str, Character] = field(default_factory=lambda: HOUSE_BOTS)
    """Its opponents, by level."""
    demo_moves: tuple[str, ...] = ()
    """What guests of the demo site have played, after the first recommended armies."""
    lesson: Lesson = FROM_THE_START
    """The board it is shown with at the front door: that of the start, where nothing is said."""
    coach: Coach | None = None
    """Who speaks in a first match; None where the game has hints of its own."""
    title: Callable[[Mapping[str, str]], str] | None = None
    """What a match under these options is called, where not by those who play."""
    rivals: Callable[[Mapping[str, str]], Sequence[str]] | None = None
    """What the site's sides of a match under these options are called, by seat, if not as bots."""
    campaign: Campaign | None = None
    """The stages of a game that is played alone, one after the other."""
    bar: str = ""
    """The template of what stands in the row of actions besides, as the row is always in view."""
    keys: str = ""
    """The template of what keys of its own do at the board."""
    chronicle: ChronicleMaker | None = None
    """Tells the story of a match where a list of moves would not do."""
    turning: TurningTeller | None = None
    """Tells of the turning points of a match, where foresight can say which they were."""

    def planned_words(self, text: str) -> str:
        """A condition or an answer in words; a move as it is written."""
        code, _dash, square = text.partition("-")
        words = self.planned.get(code)
        return text if words is None else str(words) % {"square": square}

    @property
    def stylesheet(self) -> str:
        """Its styles in one file, below the static address."""
        return f"css/{self.slug}.bundle.css"

    @property
    def is_written(self) -> bool:
        """True if its kanji pieces are in the reader's language."""
        return get_language() in ("ja", *self.written_in)

    def sprite(self, piece_set: str) -> str:
        """Return where the drawings of its pieces lie, below the static address."""
        chosen = piece_set if piece_set in PIECE_SETS else PIECE_SETS[0]
        language = get_language()
        if chosen == PIECE_SETS[0] and language in self.written_in:
            chosen = f"{chosen}.{language}"
        return f"{self.pieces or f'pieces/{self.slug}'}/{chosen}.svg"

    def drawn(
        self,
        scene: Scene,
        sides: Sides,
        seat: int | None,
        marks: Marks,
        piece_set: str,
        **more: Any,
    ) -> Board:
        """Return its board as *seat* sees it; *more* is what else a `Sight` has."""
        return self.board.page(
            Sight(
                game=self.slug,
                presenter=self.presenter,
                scene=scene,
                sides=sides,
                seat=seat,
                marks=marks,
                sprite=self.sprite(piece_set),
                has_letters=piece_set == "international",
                **more,
            )
        )
