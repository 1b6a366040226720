"""The page of the analysis board, with a tree of moves that stands in the address or is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.kit.makers import Board
from games.boards.kit.scenes import Acts
from games.boards.names import game_name, sides_of
from games.boards.refusals import refusal_sentence
from games.common.addresses import address
from games.matchpage.presenters.picking import Choice, StudyPage, choice_of
from games.matchpage.presenters.words import script_words
from games.matchpage.query import Asked
from games.reviews import imported
from games.reviews.board import BoardAsked, Line, line_from, news_of_moves
from games.reviews.presenters.tree import RunPart, shown_moves, tree_runs
from games.reviews.presenters.worth import WorthPart, score_text
from games.reviews.trees import START, Tree, tree_of, write_parts
from games.reviews.worth import Evaluation

LONGEST_ADDRESS = 1500
FLIP, WEIGH = "flip", "weigh"


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner in which a board is looked at, whatever stands on it."""

    is_flipped: bool = False
    """Whether from the side of North."""
    is_weighed: bool = False
    """Whether it is said what its positions are worth."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Manner:
        """Return the manner that an address asks for."""
        return cls(query.get(FLIP) == "1", query.get(WEIGH) == "1")

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The same for an address."""
        asked = {FLIP: self.is_flipped, WEIGH: self.is_weighed}
        return tuple((name, "1") for name, is_so in asked.items() if is_so)

    def of(self, url: str) -> str:
        """The address *url*, looked at so."""
        return with_fields(url, self.fields)


def with_fields(url: str, fields: tuple[tuple[str, str], ...]) -> str:
    """The address *url* that asks for *fields* besides."""
    return f"{url}{'&' if '?' in url else '?'}{urlencode(fields)}" if fields else url


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """The addresses that the templates of boards use."""

    match: str
    """This board, to which a form carries the line."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The addresses of the boards before and after in the line; each empty where there is none."""

    first: str
    back: str
    forward: str
    last: str


@dataclass(frozen=True, slots=True)
class KeptPart:
    """The parts of a kept analysis besides its board."""

    title: str
    url: str
    by: str
    """Whose it is; empty for one's own."""
    share: str
    """The link to give away; empty while there is none."""
    note: str
    board_url: str
    """The same on the free board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage(StudyPage):
    """The analysis board at one position."""

    links: BoardLinks
    game: str
    game_name: str
    here: str
    """This board, with nothing picked."""
    move_url: str
    """Where a move from here is sent, and what is done with the tree; empty for who only reads."""
    flip: str
    """This board from the other side."""
    status: str
    runs: tuple[RunPart, ...]
    steps: Steps
    at: int
    is_start: bool
    is_main: bool
    """Whether the board stands on the main way of the tree."""
    step: int
    """How many moves lead to the board."""
    fields: tuple[tuple[str, str], ...]
    """What of the tree a form has to carry, but for the move it stands at."""
    position: str
    moves: str
    title: str
    """What it may be called when it is kept."""
    share: str
    kept: KeptPart | None
    worth: WorthPart
    weigh: str
    """This board with what it is worth, or without."""
    actions: Acts


def line_url(line: Line) -> str:
    """The address of the board of *line*."""
    plain = address("games:analysis-board", line.game)
    parts, number = write_parts(line.tree, line.at)
    asked = _fields(line, parts)
    if line.at != line.tree.end_of(START):
        asked += (("at", str(number)),)
    return with_fields(plain, asked)


def short_url(line: Line) -> str:
    """The same; what is too long for an address is kept for a while."""
    whole = replace(line, kept="")
    url = line_url(whole)
    if len(url) <= LONGEST_ADDRESS:
        return url
    parts, number = write_parts(line.tree, line.at)
    name = imported.keep(line.game, line.position, line.options, parts)
    plain = address("games:analysis-board", line.game)
    return with_fields(plain, (("line", name), ("at", str(number))))


def _fields(line: Line, parts: list[str]) -> tuple[tuple[str, str], ...]:
    """What an address or a form carries of the tree."""
    if line.kept:
        return (("line", line.kept),)
    position = (("position", line.position),) if line.position else ()
    text = ",".join(parts).replace("(,", "(").replace(",)", ")")
    return (*line.options, *position, *((("moves", text),) if parts else ()))


@dataclass(frozen=True, slots=True)
class Place:
    """The place where a tree stands: in an address, or among what is kept."""

    plain: str
    """The address of its pages without anything asked."""
    move_url: str
    """What its moves are sent to; empty where nothing can be changed."""
    fields: tuple[tuple[str, str], ...]
    manner: Manner
    end: int
    """The node that is shown where none is asked for."""

    def node(self, number: int) -> str:
        """The board at a node."""
        at = () if number == self.end else (("at", str(number)),)
        return self.manner.of(with_fields(self.plain, (*self.fields, *at)))

    def moves_to(self, number: int) -> str:
        """Return the address that a move from a node is sent to."""
        if not self.move_url:
            return ""
        at = (("at", str(number)),)
        return self.manner.of(with_fields(self.move_url, (*self.fields, *at)))


def free_place(line: Line, manner: Manner) -> Place:
    """That of a tree in an address."""
    parts, _number = write_parts(line.tree, line.at)
    return Place(
        address("games:analysis-board", line.game),
        address("games:analysis-move", line.game),
        _fields(line, parts),
        manner,
        line.tree.end_of(START),
    )


@dataclass(frozen=True, slots=True)
class Looked:
    """By whom, and from where, a board is looked at."""

    query: Asked
    """What is picked on it."""
    piece_set: str
    origin: str


def present_board(
    asked: BoardAsked, place: Place, looked: Looked, worth: WorthPart, kept: KeptPart | None = None
) -> BoardPage:
    """The page of a line."""
    line, study = asked.line, asked.board.study
    card, tree, at = card_for(line.game), asked.line.tree, asked.line.at
    offers = tuple(card.presenter.offers(study.view, study.legal, {})) if place.move_url else ()
    choice = choice_of(offers, looked.query)
    fields = (*place.fields, *place.manner.fields)
    choice = replace(choice, fields=(*fields, ("at", str(at))))
    main = tree.way_to(tree.end_of(START))
    begun = line.to(START).laid
    return BoardPage(
        links=BoardLinks(match=place.plain),
        stylesheet=card.stylesheet,
        board=_board(asked, choice, looked.piece_set, int(place.manner.is_flipped)),
        choice=choice,
        chooser_question=card.presenter.chooser_question(),
        message=_refusal(asked),
        words=script_words(),
        bar=card.bar,
        game=line.game,
        game_name=game_name(line.game),
        here=place.node(at),
        move_url=place.moves_to(at),
        flip=_other_side(place).node(at),
        status=status_of(asked),
        runs=tree_runs(
            tree, at, shown_moves(line.game, news_of_moves(begun, tree)), lambda _at: ""
        ),
        steps=_steps(tree, at, place),
        at=at,
        is_start=at == START,
        is_main=at == START or at in {node.number for node in main},
        step=len(line.moves),
        fields=fields,
        position=asked.board.text,
        moves=" ".join(line.moves),
        title=title_of(line),
        share=looked.origin + (kept.share if kept else _shared_url(line)),
        kept=kept,
        worth=worth,
        weigh=_weighed(place).node(at),
        actions=choice.acts(looked.query, ()),
    )


def present_worth(
    asked: BoardAsked, known: Evaluation, manner: Manner, piece_set: str
) -> WorthPart:
    """Return what is known of a board's worth, or how it is found out."""
    line = asked.line
    alone = line_from(line.game, line.position, line.options, line.moves)
    url = address("games:analysis-worth", line.game)
    parts, _number = write_parts(alone.tree, alone.at)
    url = manner.of(with_fields(url, _fields(alone, parts)))
    if asked.board.study.winners is not None:
        return WorthPart("unsaid")
    if not known.is_known:
        return WorthPart("waiting" if known.is_waiting else "unasked", url)
    if known.worth.chance is None:
        return WorthPart("unsaid")
    return WorthPart(
        state="known",
        score=score_text(known.worth),
        percent=round(100 * known.worth.chance),
        first=sides_of(line.game, dict(line.options)).names[0],
        moves=tuple(shown_moves(line.game, news_of_moves(line.laid, tree_of(known.line))).values()),
        sprite=card_for(line.game).sprite(piece_set),
        has_letters=piece_set == "international",
        line_url=_line_url(line, known.line, manner),
    )


def _line_url(line: Line, moves: tuple[str, ...], manner: Manner) -> str:
    """The free board after the first of *moves*, with all of them; empty if that is too long."""
    grown = line.grown(moves)
    first = line.tree.grown(line.at, moves[:1])[1] if moves else line.at
    url = manner.of(line_url(grown.to(first)))
    return url if len(url) <= LONGEST_ADDRESS else ""


def _other_side(place: Place) -> Place:
    return replace(place, manner=replace(place.manner, is_flipped=not place.manner.is_flipped))


def _weighed(place: Place) -> Place:
    return replace(place, manner=replace(place.manner, is_weighed=not place.manner.is_weighed))


def _steps(tree: Tree, at: int, place: Place) -> Steps:
    following = tree.children(at)
    is_start = at == START
    return Steps(
        first="" if is_start else place.node(START),
        back="" if is_start else place.node(tree.nodes[at].after),
        forward=place.node(following[0].number) if following else "",
        last=place.node(tree.end_of(at)) if following else "",
    )


def _board(asked: BoardAsked, choice: Choice, piece_set: str, seat: int) -> Board:
    line, study = asked.line, asked.board.study
    card = card_for(line.game)
    return card.drawn(
        card.presenter.scene(study.view),
        sides_of(line.game, dict(line.options)),
        seat,
        choice.marks(),
        piece_set,
        mover=min(study.to_act, default=seat),
    )


def _shared_url(line: Line) -> str:
    """An address that stays good for ever, where the line is short enough for one."""
    whole = line_url(replace(line, kept=""))
    return whole if len(whole) <= LONGEST_ADDRESS else line_url(line)


def _refusal(asked: BoardAsked) -> str:
    """Which move could not be made, and why; empty if all were."""
    if not asked.refused:
        return ""
    why = refusal_sentence(asked.refused, asked.line.game)
    number = len(asked.line.moves) + 1
    return _("Move %(number)s, “%(word)s”: %(why)s") % {
        "number": number,
        "word": asked.word,
        "why": why,
    }


def title_of(line: Line) -> str:
    """The game, and the first moves."""
    begun = " ".join(line.moves[:4])
    return f"{game_name(line.game)}: {begun}" if begun else game_name(line.game)


def status_of(asked: BoardAsked) -> str:
    study = asked.board.study
    sides = sides_of(asked.line.game, dict(asked.line.options)).names
    if study.winners is None:
        return _("To move: %(side)s") % {"side": sides[min(study.to_act)]}
    if not study.winners:
        return _("Drawn.")
    return _("%(side)s has won.") % {"side": sides[study.winners[0]]}
