"""The overview, and a puzzle with its board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.crypto import salted_hmac

from engines.puzzles.found import DOUBT, FOUL, KINDS
from games.boards.cards import card_for
from games.boards.kit.makers import Board, Marks, Sight
from games.boards.kit.offers import Offer, completed, named, picks_after, shades, targets
from games.boards.kit.scenes import STILL, Still
from games.boards.names import sides_of
from games.matchpage.asked import Asked
from games.matchpage.presenters.playing import Choice
from games.matchpage.presenters.words import script_words
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.puzzles.presenters.words import (
    TELLTALE,
    Option,
    options,
    question,
    takes_many,
    theme_name,
    told_answer,
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
        rating=told_rating(rating) if rating.tries else "",
        solved=rating.solved,
        tries=rating.tries,
        streak=rating.streak,
        best_streak=rating.best_streak,
        url=here,
        themes=tuple(
            ThemeLink(theme_name(theme), f"{here}?{urlencode({'theme': theme})}", count)
            for theme, count in one.themes
            if theme not in TELLTALE
        ),
    )


def told_rating(rating: PuzzleRating) -> str:
    """A rating as a whole number, with a question mark while it is hardly known."""
    return f"{rating.rating:.0f}{'?' if rating.deviation > PROVISIONAL else ''}"


@dataclass(frozen=True, slots=True)
class Links:
    """What the templates of boards lead to."""

    match: str
    move: str
    again: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What has come of the first try."""

    is_right: bool
    given: str
    why: tuple[str, ...]
    rating: str
    """From what to what; empty where it did not count."""
    streak: int
    themes: tuple[ThemeLink, ...]
    puzzle_rating: str
    tries: int
    solved: int
    vote: int
    report: str


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """A puzzle, with the names that the parts of the match page know."""

    links: Links
    key: str
    game: str
    game_name: str
    stylesheet: str
    side: str
    question: str
    board: Board
    choice: Choice
    options: tuple[Option, ...]
    takes_many: bool
    past: tuple[str, ...]
    """What has happened, move by move; empty where the board says it all."""
    is_done: bool
    """Whether the right moves have all been made."""
    message: str
    answered: Answered | None
    is_withdrawn: bool
    next_url: str
    like_url: str
    words: dict[str, str]
    chooser_question: str
    check: None = None
    browse: Still = STILL
    glossary: tuple[tuple[str, str], ...] = ()
    chronicle: None = None


def ticket_of(key: str) -> str:
    """What stands behind the key in the address of a puzzle that the house has chosen."""
    return salted_hmac("a puzzle the house has chosen", key).hexdigest()[:12]


def puzzle_url(puzzle: Puzzle, moves: Sequence[str] = (), *, is_chosen: bool = False) -> str:
    """Where a puzzle stands after *moves*; *is_chosen*: whether the house has chosen it."""
    name = f"{puzzle.key}-{ticket_of(puzzle.key)}" if is_chosen else puzzle.key
    if moves:
        return reverse("games:puzzle-after", args=[puzzle.game, name, "/".join(moves)])
    return reverse("games:puzzle", args=[puzzle.game, name])


def present_puzzle(
    one: Opened,
    *,
    attempt: Attempt | None,
    opinion: PuzzleOpinion | None,
    rating: PuzzleRating,
    asked: Asked,
    piece_set: str,
    is_chosen: bool,
    message: str = "",
) -> PuzzlePage:
    """The page of a puzzle; *is_chosen*: whether the house has chosen it."""
    puzzle, study = one.puzzle, one.study
    card = card_for(puzzle.game)
    offers = _offers(one)
    shown = tuple(offer for offer in offers if not offer.shade)
    chosen = named(offers, asked.move) if asked.move else None
    picked = chosen.squares if chosen else picks_after(shown, asked.at)
    complete = (chosen,) if chosen else completed(shown, picked)
    here = puzzle_url(puzzle, one.moves, is_chosen=is_chosen)
    next_one = reverse("games:next-puzzle", args=[puzzle.game])
    return PuzzlePage(
        links=Links(here, here, puzzle_url(puzzle, is_chosen=is_chosen)),
        key=puzzle.key,
        game=puzzle.game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        side=sides_of(puzzle.game, puzzle.options).names[puzzle.seat],
        question=question(puzzle),
        board=_board(one, shown, picked, complete, piece_set),
        choice=Choice(
            offers=offers,
            shows_bluffs=False,
            picked=picked,
            options=complete if len(complete) > 1 else (),
            confirm=complete[0] if len(complete) == 1 else None,
            asks_first=False,
            seat_ply=0,
            key="",
        ),
        options=() if attempt else options(puzzle, study.view),
        takes_many=takes_many(puzzle),
        past=_past(one),
        is_done=one.is_done,
        message=message,
        answered=_answered(puzzle, attempt, opinion, rating) if attempt else None,
        is_withdrawn=puzzle.withdrawn_at is not None,
        next_url=next_one,
        like_url=f"{next_one}?{urlencode({'theme': puzzle.themes.split()[0], 'but': puzzle.key})}",
        words=script_words(),
        chooser_question=card.presenter.chooser_question(),
    )


def _answered(
    puzzle: Puzzle, attempt: Attempt, opinion: PuzzleOpinion | None, rating: PuzzleRating
) -> Answered:
    here = reverse("games:next-puzzle", args=[puzzle.game])
    change = f"{attempt.before:.0f} → {attempt.after:.0f}" if attempt.is_rated else ""
    return Answered(
        is_right=attempt.is_right,
        given=told_answer(puzzle, attempt.given),
        why=why(puzzle),
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
    told = card_for(one.puzzle.game).presenter.story(one.study.news, one.puzzle.seat)
    before = card_for(one.puzzle.game).presenter.plies_before
    return tuple(f"{move.ply - before}. {move.sentence}" for move in told)


def _board(
    one: Opened,
    shown: Sequence[Offer],
    picked: tuple[str, ...],
    complete: Sequence[Offer],
    piece_set: str,
) -> Board:
    puzzle, card = one.puzzle, card_for(one.puzzle.game)
    return card.board.page(
        Sight(
            game=puzzle.game,
            presenter=card.presenter,
            scene=card.presenter.scene(one.study.view),
            sides=sides_of(puzzle.game, puzzle.options),
            seat=puzzle.seat,
            marks=Marks(
                picked,
                targets={} if complete else targets(shown, picked),
                shades={} if complete else shades(shown, picked),
                claim=_claim(puzzle),
            ),
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
