"""The overview, and a puzzle with its board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString

from engines.puzzles.found import AHEAD, DOUBT, FOUL, KINDS
from games.boards.cards import card_for
from games.boards.kit.makers import Board, Marks, Sight
from games.boards.kit.offers import Offer
from games.boards.names import sides_of
from games.boards.pictures import picture_svg
from games.matchpage.asked import Asked
from games.matchpage.presenters.picking import StudyPage, choice_of
from games.matchpage.presenters.words import script_words
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.puzzles.presenters.words import (
    TELLTALE,
    Option,
    answer_words,
    came_to,
    options,
    question,
    takes_many,
    theme_name,
    why,
)
from games.puzzles.selectors import GameFacts, Opened
from games.ratings.glicko import PROVISIONAL


@dataclass(frozen=True, slots=True)
class ThemeLink:
    """A theme, and where puzzles of it are; nowhere for one that tells the answer."""

    name: str
    url: str
    count: int = 0
    theme: str = ""
    """What it is called in addresses."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """The puzzles of a game on the overview."""

    slug: str
    name: str
    kanji: str
    puzzles: int
    rating: str
    """Empty before the first try."""
    solved: int
    tries: int
    streak: int
    best_streak: int
    url: str
    themes: tuple[ThemeLink, ...]


def present_overview(facts: Iterable[GameFacts]) -> tuple[GameCard, ...]:
    """A card a game."""
    return tuple(_game_card(one) for one in facts)


def _game_card(one: GameFacts) -> GameCard:
    card, rating = card_for(one.game), one.rating
    here = reverse("games:next-puzzle", args=[one.game])
    return GameCard(
        slug=one.game,
        name=str(card.name),
        kanji=card.kanji,
        puzzles=one.puzzles,
        rating=rating_words(rating) if rating.tries else "",
        solved=rating.solved,
        tries=rating.tries,
        streak=rating.streak,
        best_streak=rating.best_streak,
        url=here,
        themes=tuple(
            ThemeLink(theme_name(theme), f"{here}?{urlencode({'theme': theme})}", count, theme)
            for theme, count in one.themes
            if theme not in TELLTALE
        ),
    )


def rating_words(rating: PuzzleRating) -> str:
    """A rating as a whole number, with a question mark while it is hardly known."""
    return f"{rating.rating:.0f}{'?' if rating.deviation > PROVISIONAL else ''}"


@dataclass(frozen=True, slots=True)
class Links:
    """What the templates of boards lead to."""

    match: str
    move: str
    again: str
    undo: str
    """The puzzle one move before."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What has come of the first try."""

    is_right: bool
    given: str
    why: tuple[str, ...]
    way_url: str
    """The end of the way that foresight goes, to be gone back move by move; "" without one."""
    rating: str
    """From what to what; empty where it did not count."""
    streak: int
    themes: tuple[ThemeLink, ...]
    puzzle_rating: str
    tries: int
    solved: int
    vote: int
    report: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePage(StudyPage):
    """A puzzle, with what the parts of the match page show."""

    links: Links
    key: str
    game: str
    game_name: str
    side: str
    question: str
    options: tuple[Option, ...]
    takes_many: bool
    past: tuple[str, ...]
    """What has happened, move by move; empty where the board says it all."""
    is_done: bool
    """Whether the right moves have all been made."""
    answered: Answered | None
    is_withdrawn: bool
    next_url: str
    like_url: str
    came_to: str
    """What has come of moves that may all be made; empty before the end."""


def ticket_of(key: str) -> str:
    """What stands behind the key in the address of a puzzle that the house has chosen."""
    return salted_hmac("a puzzle the house has chosen", key).hexdigest()[:12]


def puzzle_name(puzzle: Puzzle, *, is_chosen: bool) -> str:
    """What a puzzle is called in addresses; *is_chosen*: whether the house has chosen it."""
    return f"{puzzle.key}-{ticket_of(puzzle.key)}" if is_chosen else puzzle.key


def read_name(name: str) -> tuple[str, bool]:
    """The key in a name of a puzzle, and whether the house has chosen it."""
    key, _dash, ticket = name.partition("-")
    return key, bool(ticket) and constant_time_compare(ticket, ticket_of(key))


def puzzle_url(puzzle: Puzzle, moves: Sequence[str] = (), *, is_chosen: bool = False) -> str:
    """Where a puzzle stands after *moves*; *is_chosen*: whether the house has chosen it."""
    name = puzzle_name(puzzle, is_chosen=is_chosen)
    if moves:
        return reverse("games:puzzle-after", args=[puzzle.game, name, "/".join(moves)])
    return reverse("games:puzzle", args=[puzzle.game, name])


class Solver(NamedTuple):
    """What one person has to do with a puzzle: how it went, what they think of it, their rating."""

    attempt: Attempt | None
    opinion: PuzzleOpinion | None
    rating: PuzzleRating


def present_puzzle(
    one: Opened,
    solver: Solver,
    *,
    asked: Asked,
    piece_set: str,
    is_chosen: bool,
    message: str = "",
) -> PuzzlePage:
    """The page of a puzzle; *is_chosen*: whether the house has chosen it."""
    puzzle, study = one.puzzle, one.study
    attempt = solver.attempt
    card = card_for(puzzle.game)
    choice = choice_of(_offers(one), replace(asked, bluff=False))
    here = puzzle_url(puzzle, one.moves, is_chosen=is_chosen)
    next_one = reverse("games:next-puzzle", args=[puzzle.game])
    return PuzzlePage(
        links=Links(
            match=here,
            move=here,
            again=puzzle_url(puzzle, is_chosen=is_chosen),
            undo=puzzle_url(puzzle, one.moves[:-1], is_chosen=is_chosen),
        ),
        key=puzzle.key,
        game=puzzle.game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        side=sides_of(puzzle.game, puzzle.options).names[puzzle.seat],
        question=question(puzzle),
        board=_board(one, choice.marks(claim=_claim(puzzle)), piece_set),
        choice=choice,
        options=() if attempt else options(puzzle, study.view),
        takes_many=takes_many(puzzle),
        past=_past(one),
        is_done=one.is_done,
        message=message,
        answered=_answered(puzzle, attempt, solver) if attempt else None,
        is_withdrawn=puzzle.withdrawn_at is not None,
        next_url=next_one,
        like_url=f"{next_one}?{urlencode({'theme': puzzle.themes.split()[0], 'but': puzzle.key})}",
        words=script_words(),
        chooser_question=card.presenter.chooser_question(),
        bar=card.bar if one.is_free and not one.is_done else "",
        came_to=came_to(puzzle, one.ahead) if one.is_free and one.is_done else "",
    )


def _answered(puzzle: Puzzle, attempt: Attempt, solver: Solver) -> Answered:
    opinion, rating = solver.opinion, solver.rating
    here = reverse("games:next-puzzle", args=[puzzle.game])
    change = f"{attempt.before:.0f} → {attempt.after:.0f}" if attempt.is_rated else ""
    return Answered(
        is_right=attempt.is_right,
        given=answer_words(puzzle, attempt.given),
        why=why(puzzle),
        way_url=puzzle_url(puzzle, puzzle.answer["line"]) if puzzle.ask == AHEAD else "",
        rating=change,
        streak=rating.streak,
        themes=tuple(
            ThemeLink(
                theme_name(theme),
                "" if theme in TELLTALE else f"{here}?{urlencode({'theme': theme})}",
            )
            for theme in puzzle.themes.split()
        ),
        puzzle_rating=f"{puzzle.rating:.0f}",
        tries=puzzle.tries,
        solved=puzzle.solved,
        vote=opinion.vote if opinion else 0,
        report=opinion.report if opinion else "",
    )


def _offers(one: Opened) -> tuple[Offer, ...]:
    """The moves open now, where moves are the answer and there is one to find."""
    if not one.is_by_moves or one.is_done:
        return ()
    presenter = card_for(one.puzzle.game).presenter
    return tuple(presenter.offers(one.study.view, one.study.legal, one.study.bluffs))


def _past(one: Opened) -> tuple[str, ...]:
    if one.is_by_moves:
        return ()
    moves = card_for(one.puzzle.game).presenter.story(one.study.news, one.puzzle.seat)
    before = card_for(one.puzzle.game).presenter.plies_before
    return tuple(f"{move.ply - before}. {move.sentence}" for move in moves)


def _board(one: Opened, marks: Marks, piece_set: str) -> Board:
    puzzle, card = one.puzzle, card_for(one.puzzle.game)
    return card.board.page(
        Sight(
            game=puzzle.game,
            presenter=card.presenter,
            scene=card.presenter.scene(one.study.view),
            sides=sides_of(puzzle.game, puzzle.options),
            seat=puzzle.seat,
            marks=marks,
            last_seat=None,
            sprite=card.sprite(piece_set),
            has_letters=piece_set == "international",
        )
    )


def _claim(puzzle: Puzzle) -> tuple[str, ...]:
    """The squares that are asked about."""
    if puzzle.ask in (FOUL, DOUBT):
        return (puzzle.answer["from"], puzzle.answer["to"])
    return (puzzle.at,) if puzzle.ask == KINDS else ()


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The puzzle of the day on other pages."""

    game_name: str
    kanji: str
    question: str
    url: str


def present_daily(puzzle: Puzzle | None) -> DailyCard | None:
    """The puzzle of the day; None where the house has none."""
    if puzzle is None:
        return None
    card = card_for(puzzle.game)
    here = reverse("games:daily-puzzle")
    return DailyCard(str(card.name), card.kanji, question(puzzle), here)


@dataclass(frozen=True, slots=True)
class EmbeddedPuzzle:
    """The puzzle of the day in a frame: what is asked, and a picture of the board."""

    game_name: str
    question: str
    drawing: SafeString
    url: str


def present_embed(one: Opened, piece_set: str) -> EmbeddedPuzzle:
    """The puzzle seen by its seat."""
    puzzle = one.puzzle
    return EmbeddedPuzzle(
        game_name=str(card_for(puzzle.game).name),
        question=question(puzzle),
        drawing=picture_svg(puzzle.game, one.study.view, puzzle.seat, piece_set=piece_set),
        url=reverse("games:daily-puzzle"),
    )
