"""Puzzles and lessons in JSON: what is answered of them, made of what their pages show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from games.api.schemas import LegalOut, Named
from games.api.shapes import Schema
from games.boards.kit.offers import Offer
from games.learn.presenters import CourseCard, StepPage
from games.learn.selectors import Trial
from games.puzzles.presenters.pages import Answered, GameCard, PuzzlePage
from games.puzzles.selectors import Opened

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
    """With a question mark while it is hardly known; "" before the first try."""
    tries: int
    solved: int
    streak: int
    best_streak: int
    themes: list[ThemeOut]


class PuzzleListOut(Schema):
    games: list[PuzzlesOut]


class AnsweredOut(Schema):
    """What has come of your first try, the one that counts."""

    is_right: bool
    given: str
    why: list[str]
    rating: str
    """From what to what; "" where it did not count."""
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
    """Its name in addresses, which says, too, whether the house has chosen it: then it counts."""
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
    """What is taught of a game, and how far you have come."""

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
    return PuzzlesOut(
        game=card.slug,
        game_name=card.name,
        puzzles=card.puzzles,
        rating=card.rating,
        tries=card.tries,
        solved=card.solved,
        streak=card.streak,
        best_streak=card.best_streak,
        themes=[ThemeOut(theme=one.theme, name=one.name, puzzles=one.count) for one in card.themes],
    )


def puzzle_json(name: str, one: Opened, page: PuzzlePage) -> PuzzleOut:
    """A puzzle as its page shows it, called *name*."""
    return PuzzleOut(
        puzzle=name,
        game=page.game,
        side=page.side,
        question=page.question,
        view=dict(one.study.view),
        past=list(page.past),
        moves=list(one.moves),
        legal=[_legal(offer, one.study.bluffs) for offer in page.choice.offers],
        options=[Named(value=option.value, name=option.name) for option in page.options],
        takes_many=page.takes_many,
        is_done=page.is_done,
        is_withdrawn=page.is_withdrawn,
        answered=_answered(page.answered) if page.answered else None,
    )


def _answered(answered: Answered) -> AnsweredOut:
    return AnsweredOut(
        is_right=answered.is_right,
        given=answered.given,
        why=list(answered.why),
        rating=answered.rating,
        streak=answered.streak,
        themes=[theme.name for theme in answered.themes],
        puzzle_rating=answered.puzzle_rating,
        tries=answered.tries,
        solved=answered.solved,
        vote=answered.vote,
        report=answered.report,
    )


def _legal(offer: Offer, bluffs: Mapping[str, Bluff]) -> LegalOut:
    bluff = bluffs.get(offer.action)
    return LegalOut(
        action=offer.action,
        text=offer.text,
        squares=list(offer.squares),
        captures=offer.captures,
        fouls=list(bluff.fouls) if bluff else [],
        could_be_true=bluff.could_be_true if bluff else True,
    )


def courses_json(cards: Iterable[CourseCard]) -> CourseListOut:
    """Every game's path."""
    return CourseListOut(courses=[*map(_course, cards)])


def _course(card: CourseCard) -> CourseOut:
    return CourseOut(
        game=card.slug,
        game_name=card.name,
        tagline=card.tagline,
        done=card.done,
        steps=card.steps,
        has_coach=card.has_coach,
        stage=card.stage,
        chapters=[
            LessonsOut(
                title=part.title,
                steps=[
                    StepLineOut(step=line.id, title=line.title, is_done=line.is_done)
                    for line in part.steps
                ],
            )
            for part in card.chapters
        ],
    )


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
    return StepOut(
        game=trial.step.laid.game,
        step=trial.step.id,
        title=page.title,
        task=page.task,
        state=page.state,
        told=page.answer,
        question=page.check.question if page.check else "",
        seat=trial.step.seat,
        view=dict(trial.study.view),
        placed={square: stack[-1].kind for square, stack in pieces.items()},
        moves=list(trial.moves),
        legal=[*(_legal(offer, trial.study.bluffs) for offer in page.choice.offers), *calls],
        hint=page.hint,
        next=following,
    )
