"""Puzzles and lessons in JSON: what is answered of them, made of what their pages show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.api.schemas import LegalOut, Named
from games.api.shapes import Schema
from games.boards.kit.offers import Offer
from games.common.filling import filled
from games.learn.presenters import CourseCard, StepPage
from games.learn.selectors import Trial
from games.puzzles.presenters.pages import Answered, GameCard, PuzzlePage
from games.puzzles.selectors import Opened, solution_of

if TYPE_CHECKING:
    from games.match.referee.eyes import Bluff


class ThemeOut(Schema):
    theme: str
    name: str
    puzzles: int


class PuzzlesOut(Schema):
    """The puzzles of a game, and how you do at them."""

    game: str
    game_name: str
    puzzles: int
    rating: str
    """With a question mark while it is hardly known; "" before five tries."""
    tries: int
    solved: int
    streak: int
    best_streak: int
    themes: list[ThemeOut]


class PuzzleListOut(Schema):
    games: list[PuzzlesOut]


class AnsweredOut(Schema):
    """The result of your first try, the one that counts."""

    is_right: bool
    given: str
    why: list[str]
    solution: list[str]
    """One right way, your moves and the replies in turn; empty where no single way is right."""
    rating: str
    """From what to what; "" where it did not count, and before five tries."""
    streak: int
    themes: list[str]
    puzzle_rating: str
    tries: int
    solved: int
    vote: int
    report: str


class PuzzleOut(Schema):
    """A question about a board; what answers it is told once you have tried."""

    puzzle: str
    """Its name in addresses, which says, too, whether the site has chosen it: then it counts."""
    game: str
    side: str
    question: str
    view: dict[str, Any]
    past: list[str]
    moves: list[str]
    """The right moves made so far."""
    legal: list[LegalOut]
    """What can be sent as `move`; empty where `options` answer, and at the end."""
    options: list[Named]
    """What can be sent in `say`; empty where moves answer."""
    takes_many: bool
    is_done: bool
    is_withdrawn: bool
    answered: AnsweredOut | None


class StepLineOut(Schema):
    step: str
    title: str
    is_done: bool


class LessonsOut(Schema):
    title: str
    steps: list[StepLineOut]


class CourseOut(Schema):
    """The lessons of a game, and your progress."""

    game: str
    game_name: str
    tagline: str
    done: int
    steps: int
    has_coach: bool
    """Whether a match with a coach stands at its end."""
    stage: str
    """The stage of the campaign that stands there instead; "" for none."""
    chapters: list[LessonsOut]


class CourseListOut(Schema):
    courses: list[CourseOut]


class StepOut(Schema):
    """A step after some moves of yours, of which nothing is kept but that it was done."""

    game: str
    step: str
    title: str
    task: str
    state: str
    """open, done or wrong."""
    told: str
    """What there is to say of the last move."""
    question: str
    """What has to be answered before anything else, as a Doubt; "" for nothing."""
    seat: int
    view: dict[str, Any]
    placed: dict[str, str]
    """Where an army is to be placed: the letter of the piece on each square."""
    moves: list[str]
    legal: list[LegalOut]
    hint: str
    next: str
    """The step after it; "" at the end."""


def overview_json(cards: Iterable[GameCard]) -> PuzzleListOut:
    """Every game's puzzles."""
    return PuzzleListOut(games=[*map(_puzzles, cards)])


def _puzzles(card: GameCard) -> PuzzlesOut:
    themes = [filled(ThemeOut, one, puzzles=one.count) for one in card.themes]
    return filled(PuzzlesOut, card, game=card.slug, game_name=card.name, themes=themes)


def puzzle_json(name: str, one: Opened, page: PuzzlePage) -> PuzzleOut:
    """A puzzle as its page shows it, called *name*."""
    return filled(
        PuzzleOut,
        page,
        puzzle=name,
        view=dict(one.study.view),
        moves=list(one.moves),
        legal=[_legal(offer, one.study.bluffs) for offer in page.choice.offers],
        options=[filled(Named, option) for option in page.options],
        answered=_answered(page.answered, solution_of(one.puzzle)) if page.answered else None,
    )


def _answered(answered: Answered, solution: Sequence[str]) -> AnsweredOut:
    themes = [theme.name for theme in answered.themes]
    return filled(AnsweredOut, answered, themes=themes, solution=list(solution))


def _legal(offer: Offer, bluffs: Mapping[str, Bluff]) -> LegalOut:
    bluff = bluffs.get(offer.action)
    return filled(
        LegalOut,
        offer,
        fouls=list(bluff.fouls) if bluff else [],
        could_be_true=bluff.could_be_true if bluff else True,
    )


def courses_json(cards: Iterable[CourseCard]) -> CourseListOut:
    """Every game's path."""
    return CourseListOut(courses=[*map(_course, cards)])


def _course(card: CourseCard) -> CourseOut:
    chapters = [
        filled(
            LessonsOut, part, steps=[filled(StepLineOut, one, step=one.id) for one in part.steps]
        )
        for part in card.chapters
    ]
    return filled(CourseOut, card, game=card.slug, game_name=card.name, chapters=chapters)


def step_json(trial: Trial, page: StepPage, following: str) -> StepOut:
    """A step as its page shows it; *following* is the one after it."""
    calls = [
        LegalOut(
            action=call.action,
            text=call.name,
            squares=[],
            captures=False,
            fouls=[],
            could_be_true=True,
        )
        for _name, call in page.actions.questions
    ]
    pieces = trial.scene.pieces if trial.step.army else {}
    return filled(
        StepOut,
        page,
        game=trial.step.laid.game,
        step=trial.step.id,
        told=page.answer,
        question=page.check.question if page.check else "",
        seat=trial.step.seat,
        view=dict(trial.study.view),
        placed={square: stack[-1].kind for square, stack in pieces.items()},
        moves=list(trial.moves),
        legal=[*(_legal(offer, trial.study.bluffs) for offer in page.choice.offers), *calls],
        next=following,
    )
