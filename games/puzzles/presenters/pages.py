"""The overview, and a puzzle with its board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.catalogue import meta_for
from engines.puzzles.found import AHEAD, DOUBT, FOUL, GAIN, KINDS, SURE, WIN
from games.boards.cards import card_for
from games.boards.kit.makers import Board, Marks
from games.boards.kit.offers import Offer
from games.boards.kit.scenes import ShownMove
from games.boards.names import sides_of
from games.boards.pictures import picture_svg
from games.common.feeds import Entry, Feed
from games.common.filling import filled
from games.common.pulls import Pull, Reader
from games.matchpage.presenters.picking import StudyPage, choice_of
from games.matchpage.presenters.words import script_words
from games.matchpage.query import Asked
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
from games.puzzles.selectors import (
    GameFacts,
    Opened,
    daily_puzzle,
    daily_puzzles,
    played_out,
    rating_of,
    solution_of,
    with_replies,
)
from games.ratings.glicko import PROVISIONAL

KNOWN_AFTER = 5
"""A person's rating is shown after so many tries: before that it says little."""


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
    """Empty before `KNOWN_AFTER` tries."""
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
    return filled(
        GameCard,
        card,
        one,
        rating,
        name=str(card.name),
        rating=rating_words(rating) if rating.tries >= KNOWN_AFTER else "",
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
    """The addresses that the templates of boards use."""

    match: str
    move: str
    again: str
    undo: str
    """The puzzle one move before."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of the first try."""

    is_right: bool
    given: str
    moves: tuple[ShownMove, ...]
    """What was given, where moves answer; `given` writes them with letters."""
    why: tuple[str, ...]
    way_url: str
    """The end of the way that foresight goes, to be gone back move by move; "" without one."""
    rating: str
    """From what to what; empty where it did not count, and before `KNOWN_AFTER` tries."""
    streak: int
    themes: tuple[ThemeLink, ...]
    puzzle_rating: str
    tries: int
    solved: int
    vote: int
    report: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The right moves with the replies, to be stepped through on the board."""

    moves: tuple[ShownMove, ...]
    at: int | None
    """How many of them the board shows; None for the board one is asked about."""

    @property
    def back(self) -> int | None:
        """The board one move back, by number of moves; None before the first."""
        return self.at - 1 if self.at else None

    @property
    def forward(self) -> int | None:
        """The board one move on; None after the last."""
        number = (self.at or 0) + 1
        return number if number <= len(self.moves) else None


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
    solution: Solution | None
    """None before the first try, and where no single way is right."""
    row_text: str
    """What is next, beside the buttons."""
    is_withdrawn: bool
    next_url: str
    like_url: str
    analysis_url: str
    """The analysis board where the puzzle begins; empty before an answer, and for what hides."""
    came_to: str
    """What has come of moves that may all be made; empty before the end."""


def ticket_of(key: str) -> str:
    """Return what stands behind the key in the address of a puzzle that the site has chosen."""
    return salted_hmac("a puzzle the house has chosen", key).hexdigest()[:12]


def puzzle_name(puzzle: Puzzle, *, is_chosen: bool) -> str:
    """Return what a puzzle is called in addresses; *is_chosen*: whether the site has chosen it."""
    return f"{puzzle.key}-{ticket_of(puzzle.key)}" if is_chosen else puzzle.key


def read_name(name: str) -> tuple[str, bool]:
    """Return the key in a name of a puzzle, and whether the site has chosen it."""
    key, _dash, ticket = name.partition("-")
    return key, bool(ticket) and constant_time_compare(ticket, ticket_of(key))


def puzzle_url(puzzle: Puzzle, moves: Sequence[str] = (), *, is_chosen: bool = False) -> str:
    """Return where a puzzle stands after *moves*; *is_chosen*: whether the site has chosen it."""
    name = puzzle_name(puzzle, is_chosen=is_chosen)
    if moves:
        return reverse("games:puzzle-after", args=[puzzle.game, name, "/".join(moves)])
    return reverse("games:puzzle", args=[puzzle.game, name])


class Solver(NamedTuple):
    """One person's try at a puzzle, their opinion of it, and their rating."""

    attempt: Attempt | None
    opinion: PuzzleOpinion | None
    rating: PuzzleRating
    looks_at: int | None = None
    """How many moves of the solution are to be shown, where it may be shown."""


def present_puzzle(
    one: Opened,
    solver: Solver,
    *,
    asked: Asked,
    piece_set: str,
    is_chosen: bool,
    message: str = "",
) -> PuzzlePage:
    """Return the page of a puzzle; *is_chosen*: whether the site has chosen it."""
    puzzle, study = one.puzzle, one.study
    attempt = solver.attempt
    card = card_for(puzzle.game)
    solution = _solution(puzzle, solver)
    choice = choice_of(_offers(one, solution), replace(asked, bluff=False))
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
        board=_board(one, solution, choice.marks(claim=_claim(puzzle)), piece_set),
        choice=choice,
        options=() if attempt else options(puzzle, study.view),
        takes_many=takes_many(puzzle),
        past=_past(one),
        is_done=one.is_done,
        message=message,
        answered=_answered(puzzle, attempt, solver) if attempt else None,
        solution=solution,
        row_text=_stepped(solution) or _row_text(one, solution),
        is_withdrawn=puzzle.withdrawn_at is not None,
        next_url=next_one,
        like_url=f"{next_one}?{urlencode({'theme': puzzle.themes.split()[0], 'but': puzzle.key})}",
        analysis_url=_analysis_url(puzzle) if attempt else "",
        words=script_words(),
        chooser_question=card.presenter.chooser_question(),
        bar=card.bar if one.is_free and not one.is_done else "",
        came_to=came_to(puzzle, one.ahead) if one.is_free and one.is_done else "",
    )


def _solution(puzzle: Puzzle, solver: Solver) -> Solution | None:
    plies, at = solution_of(puzzle), solver.looks_at
    if solver.attempt is None or not plies:
        return None
    at = None if at is None else min(at, len(plies))
    moves = (
        replace(move, ply=number, url=f"?ply={number}", is_current=number == at)
        for number, move in enumerate(_written(puzzle, plies), start=1)
    )
    return Solution(tuple(moves), at)


def _written(puzzle: Puzzle, plies: Sequence[str]) -> tuple[ShownMove, ...]:
    """Return the last *plies* as the list of moves of a match writes them."""
    presenter = card_for(puzzle.game).presenter
    return presenter.story(played_out(puzzle, plies).news, puzzle.seat)[-len(plies) :]


def _given(puzzle: Puzzle, attempt: Attempt) -> tuple[ShownMove, ...]:
    """Return the moves of a first try; none where something else answers."""
    if puzzle.ask not in (WIN, GAIN, SURE):
        return ()
    made = _written(puzzle, with_replies(puzzle, attempt.given.split()))
    return tuple(move for move in made if move.seat == puzzle.seat)


def _stepped(solution: Solution | None) -> str:
    """Return which move of the solution is shown; empty where none is."""
    if solution is None or solution.at is None:
        return ""
    values = {"ply": solution.at, "plies": len(solution.moves)}
    return _("Move %(ply)s of %(plies)s") % values


def _row_text(one: Opened, solution: Solution | None) -> str:
    """Return what is to be done with the board one is asked about."""
    if not one.is_by_moves or (one.is_free and one.is_done):
        return ""
    if one.is_done:
        return _("Solved.")
    if solution is not None:
        return _("Try again, or step through the solution.")
    return _("Right so far: go on.") if one.right and one.moves else _("It is your move.")


def _analysis_url(puzzle: Puzzle) -> str:
    meta = meta_for(puzzle.game)
    if meta.hides_information or meta.solo:
        return ""
    moves = ",".join(puzzle.plies.split())
    stands = {**puzzle.options, "position": puzzle.position, "moves": moves}
    return f"{reverse('games:analysis-board', args=[puzzle.game])}?{urlencode(stands)}"


def _answered(puzzle: Puzzle, attempt: Attempt, solver: Solver) -> Answered:
    opinion, rating = solver.opinion, solver.rating
    here = reverse("games:next-puzzle", args=[puzzle.game])
    is_shown = attempt.is_rated and rating.tries >= KNOWN_AFTER
    change = f"{attempt.before:.0f} → {attempt.after:.0f}" if is_shown else ""
    moves = _given(puzzle, attempt)
    written = " ".join(f"{move.letter}{move.path}" for move in moves)
    return Answered(
        is_right=attempt.is_right,
        given=written or answer_words(puzzle, attempt.given),
        moves=moves,
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


def _offers(one: Opened, solution: Solution | None) -> tuple[Offer, ...]:
    """Return the moves open now, where moves are the answer and there is one to find."""
    if not one.is_by_moves or one.is_done or _stepped(solution):
        return ()
    presenter = card_for(one.puzzle.game).presenter
    return tuple(presenter.offers(one.study.view, one.study.legal, one.study.bluffs))


def _past(one: Opened) -> tuple[str, ...]:
    if one.is_by_moves and one.puzzle.ask != SURE:
        return ()
    moves = card_for(one.puzzle.game).presenter.story(one.study.news, one.puzzle.seat)
    before = card_for(one.puzzle.game).presenter.plies_before
    return tuple(f"{move.ply - before}. {move.sentence}" for move in moves)


def _board(one: Opened, solution: Solution | None, marks: Marks, piece_set: str) -> Board:
    puzzle, card = one.puzzle, card_for(one.puzzle.game)
    view = one.study.view
    if solution is not None and solution.at is not None:
        view = played_out(puzzle, solution_of(puzzle)[: solution.at]).view
    sides = sides_of(puzzle.game, puzzle.options)
    return card.drawn(card.presenter.scene(view), sides, puzzle.seat, marks, piece_set)


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
    """Return the puzzle of the day; None where the site has none."""
    if puzzle is None:
        return None
    card = card_for(puzzle.game)
    here = reverse("games:daily-puzzle")
    return DailyCard(str(card.name), card.kanji, question(puzzle), here)


def daily_pull(reader: Reader) -> Pull | None:
    """The puzzle of the day, with how many of its game the reader has solved in a row."""
    puzzle = daily_puzzle(reader.now.date())
    if puzzle is None:
        return None
    words = _("Puzzle of the day: %(game)s") % {"game": card_for(puzzle.game).name}
    streak = rating_of(reader.user.pk, puzzle.game).streak
    if streak:
        run = ngettext("%(count)d solved in a row", "%(count)d solved in a row", streak)
        words = f"{words} · {run % {'count': streak}}"
    return Pull(words, reverse("games:daily-puzzle"), _("Solve"))


def present_daily_feed(days: Sequence[date]) -> Feed:
    """Return the puzzles of these *days*, the newest of which comes first."""
    found = daily_puzzles(days)
    return Feed(
        title=_("Puzzle of the day"),
        path=reverse("games:daily-puzzle-feed"),
        page=reverse("games:puzzles"),
        since=_midnight(days[-1]),
        entries=[_daily_entry(day, found[day]) for day in days if day in found],
    )


def _daily_entry(day: date, puzzle: Puzzle) -> Entry:
    name = str(card_for(puzzle.game).name)
    side = sides_of(puzzle.game, puzzle.options).names[puzzle.seat]
    return Entry(
        key=day.isoformat(),
        title=_("Puzzle of the day: %(game)s") % {"game": name},
        lines=(f"{name} · {_('you are %(side)s') % {'side': side}}", question(puzzle)),
        path=puzzle_url(puzzle, is_chosen=True),
        at=_midnight(day),
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


@dataclass(frozen=True, slots=True)
class EmbeddedPuzzle:
    """The puzzle of the day in a frame: what is asked, and a picture of the board."""

    game_name: str
    question: str
    drawing: SafeString
    url: str


def present_embed(one: Opened, piece_set: str) -> EmbeddedPuzzle:
    """Return the puzzle seen by its seat."""
    puzzle = one.puzzle
    return EmbeddedPuzzle(
        game_name=str(card_for(puzzle.game).name),
        question=question(puzzle),
        drawing=picture_svg(puzzle.game, one.study.view, puzzle.seat, piece_set=piece_set),
        url=reverse("games:daily-puzzle"),
    )
