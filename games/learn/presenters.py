"""The pages of the lessons, as their templates show them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Acts, Call, Check
from games.boards.names import sides_of
from games.common.pulls import Pull, Reader
from games.learn.content import Chapter, Course, Step, all_courses, course_of, said
from games.learn.selectors import Trial, next_step
from games.match.referee.analysing import can_be_analysed
from games.matchpage.presenters.picking import Choice, StudyPage, choice_of
from games.matchpage.presenters.words import script_words
from games.matchpage.query import Asked

Done = Collection[tuple[str, str]]
"""The steps somebody has done: games and ids."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in a list."""

    id: str
    number: int
    title: str
    url: str
    is_done: bool
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """A chapter in a list."""

    title: str
    steps: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class CourseCard:
    """The path of one game."""

    slug: str
    name: str
    kanji: str
    tagline: str
    url: str
    rules_url: str
    analysis_url: str
    """The board on which its moves can be tried; empty for a game that hides something."""
    chapters: tuple[ChapterPart, ...]
    done: int
    steps: int
    has_coach: bool
    """Whether a coach speaks in the match at its end."""
    stage: str
    """The stage of a campaign that is played at its end instead; empty if none."""
    next_url: str
    """The first step that is not done; the first of all once all are."""

    @property
    def is_done(self) -> bool:
        """True if all of it is done."""
        return self.done == self.steps


def present_courses(done: Done) -> list[CourseCard]:
    """Return every path, as somebody has it who has *done* so much."""
    return [present_course(course, done) for course in all_courses()]


def present_course(course: Course, done: Done, here: str = "") -> CourseCard:
    """One path; *here* is the step that is open."""
    card = card_for(course.game)
    chapters, number = [], 0
    for chapter in course.chapters:
        chapters.append(_chapter(course.game, chapter, done, number, here))
        number += len(chapter.steps)
    lines = [line for chapter in chapters for line in chapter.steps]
    return CourseCard(
        slug=course.game,
        name=str(card.name),
        kanji=card.kanji,
        tagline=str(card.tagline),
        url=reverse("games:course", args=[course.game]),
        rules_url=reverse("games:rules", args=[course.game]),
        analysis_url=(
            reverse("games:analysis-board", args=[course.game])
            if can_be_analysed(course.game)
            else ""
        ),
        chapters=tuple(chapters),
        has_coach=card.coach is not None,
        stage=card.campaign.stages()[0].id if card.campaign else "",
        done=sum(line.is_done for line in lines),
        steps=len(lines),
        next_url=next((line for line in lines if not line.is_done), lines[0]).url,
    )


def _chapter(game: str, chapter: Chapter, done: Done, before: int, here: str) -> ChapterPart:
    return ChapterPart(
        said(chapter.title),
        tuple(
            StepLine(
                id=step.id,
                number=number,
                title=said(step.title),
                url=step_url(game, step.id),
                is_done=(game, step.id) in done,
                is_here=step.id == here,
            )
            for number, step in enumerate(chapter.steps, start=before + 1)
        ),
    )


def step_url(game: str, step: str, moves: Sequence[str] = ()) -> str:
    """Return where a step stands after *moves*."""
    if moves:
        return reverse("games:step-after", args=[game, step, "/".join(moves)])
    return reverse("games:step", args=[game, step])


@dataclass(frozen=True, slots=True)
class StepLinks:
    """The addresses for the templates of boards."""

    match: str
    """The step as it stands."""
    move: str
    undo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPage(StudyPage):
    """A step, with what the parts of the match page show."""

    links: StepLinks
    check: Check | None
    course: CourseCard
    number: int
    title: str
    task: str
    answer: str
    """What there is to say of the last move."""
    state: str
    actions: Acts
    hint: str
    hint_url: str
    """Where the next hint is; empty where there is none."""
    again_url: str
    next_url: str

    @property
    def row_text(self) -> str:
        """The text in the row of actions."""
        return {"done": _("Well done."), "wrong": _("Not quite.")}.get(
            self.state, _("It is your move.")
        )


def present_step(
    trial: Trial,
    course: CourseCard,
    *,
    asked: Asked,
    hints: int,
    piece_set: str,
    message: str = "",
) -> StepPage:
    """Return the page of a step as it stands, with so many hints given."""
    step, game = trial.step, trial.step.laid.game
    card = card_for(game)
    choice, check, actions = _answering(trial, asked)
    here, again = step_url(game, step.id, trial.moves), step_url(game, step.id)
    hint, sides = trial.hint if hints else None, sides_of(game, dict(step.laid.options))
    following = course_of(game).after(step.id)
    claim = hint.squares[:hints] if hint else ()
    marks = choice.marks(claim=claim or tuple(step.goal.get("squares", ())) or _square(step))
    return StepPage(
        links=StepLinks(match=here, move=here, undo=again),
        check=check,
        chooser_question=_chooser_question(trial),
        stylesheet=card.stylesheet,
        course=course,
        number=[*course_of(game).steps].index(step.id) + 1,
        title=said(step.title),
        task=said(step.task),
        answer=said(trial.said) if trial.said else "",
        state=trial.state,
        board=card.drawn(trial.scene, sides, step.seat, marks, piece_set),
        choice=choice,
        actions=actions,
        message=message,
        hint=_hint(trial, hint, hints),
        hint_url=f"{here}?hint={hints + 1}" if trial.state == "open" and hints < 2 else "",
        again_url=again,
        next_url=step_url(game, following) if following else course.url,
        words=script_words(),
        bar=card.bar,
    )


def _answering(trial: Trial, asked: Asked) -> tuple[Choice, Check | None, Acts]:
    """Return the move so far, what the player is asked, and which row that shows."""
    if trial.state != "open":
        return choice_of((), asked), None, Acts(trial.state, (), ())
    choice, calls, study = choice_of(trial.offers, asked), _calls(trial), trial.study
    presenter = card_for(trial.step.laid.game).presenter
    check = presenter.check(study.view, study.legal) if calls else None
    return choice, check, choice.acts(asked, calls, "check" if check else "idle")


def _chooser_question(trial: Trial) -> str:
    if trial.step.goal["kind"] == "name":
        return _("What is it?")
    return card_for(trial.step.laid.game).presenter.chooser_question()


def _calls(trial: Trial) -> tuple[Call, ...]:
    presenter = card_for(trial.step.laid.game).presenter
    return tuple(presenter.calls(trial.study.view, trial.study.legal))


def _hint(trial: Trial, hint: Offer | None, hints: int) -> str:
    if not hints or trial.state != "open":
        return ""
    if hint is None:
        return _press_hint(trial) or _("Hints follow one way only. Start again to see it.")
    if hints == 1:
        return _("Look at the marked square: %(square)s.") % {"square": hint.squares[0]}
    return _("%(move)s.") % {
        "move": hint.chooser if len(hint.squares) == 1 and hint.chooser else hint.text
    }


def _press_hint(trial: Trial) -> str:
    """Return which button is next, where the way goes on by one; empty elsewhere."""
    number, known = len(trial.moves), trial.step.solution
    if known[:number] != trial.moves or number >= len(known):
        return ""
    call = next((one for one in _calls(trial) if one.action == known[number]), None)
    return _("Press “%(name)s”.") % {"name": call.name} if call else ""


def _square(step: Step) -> tuple[str, ...]:
    square = step.goal.get("square")
    return (square,) if square else ()


def lesson_pull(reader: Reader) -> Pull | None:
    """The step that comes next where the reader has last learnt something."""
    found = next_step(reader.user.pk)
    if found is None:
        return None
    game, step = found
    words = _("Next lesson of %(game)s: %(step)s") % {
        "game": card_for(game).name,
        "step": said(step.title),
    }
    return Pull(words, step_url(game, step.id), _("Learn"))
