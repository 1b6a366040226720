"""What is taught is true: every step is played to its goal, and every stated wrong way is wrong."""

from __future__ import annotations

import pytest

from games.learn.content import Step, all_courses, said
from games.learn.goals import GOALS
from games.learn.selectors import Trial, tried

STEPS = [step for course in all_courses() for step in course.steps.values()]
steps = pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.laid.game}-{step.id}")


def after(step: Step, *moves: str) -> Trial:
    return tried(step.laid.game, step.id, moves, "en")


def answers(trial: Trial) -> list[str]:
    """Everything that can be answered: moves, and what is said instead."""
    return [*dict.fromkeys((*(offer.action for offer in trial.offers), *trial.study.legal))]


def first_answers(step: Step) -> list[str]:
    """The same at first; of an army's exchanges, some."""
    found = answers(after(step))
    return found[:: len(found) // 40 + 1] if step.army else found


@steps
def test_the_known_way_leads_to_the_goal(step: Step) -> None:
    for number in range(len(step.solution)):
        trial = after(step, *step.solution[:number])
        assert trial.state == "open", (number, trial.said)
        assert step.solution[number] in answers(trial)
    assert len(step.solution) <= step.moves or step.army
    assert after(step, *step.solution).state == "done"


@steps
def test_every_stated_wrong_way_is_wrong(step: Step) -> None:
    for way in step.wrong:
        number = way.after or 0
        before = step.solution[:number]
        for pattern in way.moves:
            fits = [one for one in answers(after(step, *before)) if way.is_for(one, number)]
            wrong = [one for one in fits if after(step, *before, one).state != "done"]
            assert wrong, f"{pattern} is never wrong"
            assert {after(step, *before, one).state for one in wrong} == {"wrong"}


@steps
def test_each_pattern_of_a_wrong_way_fits_a_move(step: Step) -> None:
    for way in step.wrong:
        before = step.solution[: way.after or 0]
        open_now = answers(after(step, *before))
        for pattern in way.moves:
            only = type(way)((pattern,), way.text, way.after)
            assert any(only.is_for(one, len(before)) for one in open_now), pattern


@steps
def test_each_legal_first_answer_leads_somewhere(step: Step) -> None:
    for action in first_answers(step):
        trial = after(step, action)
        assert trial.state in ("open", "done", "wrong")
        assert (trial.said is None) == (trial.state == "open")
        if trial.state == "open":
            assert len(trial.moves) < step.moves or step.army


@steps
def test_every_text_is_there_in_both_languages(step: Step) -> None:
    texts = (step.title, step.task, step.done, step.otherwise, *(way.text for way in step.wrong))
    assert all(set(text) == {"en", "ja"} and all(text.values()) for text in texts)
    assert said(step.title)


@steps
def test_its_goal_is_one_of_the_closed_list(step: Step) -> None:
    assert step.goal["kind"] in GOALS


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.game)
def test_a_path_has_three_chapters_and_ten_to_fifteen_steps(course: object) -> None:
    from games.learn.content import Course

    assert isinstance(course, Course)
    assert len(course.chapters) == 3
    assert 10 <= len(course.steps) <= 15
    assert sum(len(chapter.steps) for chapter in course.chapters) == len(course.steps)
