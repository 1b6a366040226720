"""How a step stands after what its reader has tried, and how far a reader has come.

Nothing of a try is stored: the reader's moves come with the request, and are judged anew each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.boards.cards import card_for
from games.boards.kit.faces import PieceFace, one_each
from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Scene
from games.boards.names import sides_of
from games.bots.answers import answer_to
from games.learn.content import Step, Text, course_of
from games.learn.goals import Attempt, Own, is_reached, wants_answer
from games.learn.models import StepDone
from games.match.referee.studies import Laid, NoSuchPly, Study, study_of
from queues.prepared import PreparedRows

MOST_ANSWERS = 60
"""So many plies in a row the other sides may answer with: rounds of Nation have some."""


class NoSuchStep(LookupError):
    """Nothing of that name is taught, or it cannot have been played so."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A step after some moves of its reader's."""

    step: Step
    moves: tuple[str, ...]
    state: str
    """open, done or wrong."""
    said: Text | None
    """What there is to say of the last move; None while nothing is."""
    study: Study
    laid: Laid
    scene: Scene
    offers: tuple[Offer, ...]
    attempt: Attempt
    plies: tuple[str, ...]
    """What was played, answers and all, after what was given."""

    @property
    def hint(self) -> Offer | None:
        """The next move of the way that is known; None away from it."""
        number = len(self.moves)
        known = self.step.solution
        if self.state != "open" or known[:number] != self.moves or number >= len(known):
            return None
        return next((one for one in self.offers if one.action == known[number]), None)


def step_of(game: str, step: str) -> Step:
    """One step; raises NoSuchStep."""
    try:
        return course_of(game).steps[step]
    except LookupError as error:
        raise NoSuchStep from error


@lru_cache(maxsize=256)
def _tried(game: str, step: str, moves: tuple[str, ...], language: str) -> Trial:
    trial = _begun(step_of(game, step))
    for number, action in enumerate(moves):
        if trial.state != "open":
            raise NoSuchPly("match-over")
        trial = _after(trial, action, number)
    return trial


def tried(game: str, step: str, moves: Sequence[str], language: str) -> Trial:
    """The step after *moves*; raises NoSuchStep, or NoSuchPly for a last move that cannot be.

    What stands on the board is named in *language*, which has to be the one that is spoken.
    """
    return _tried(game, step, tuple(moves), language)


def _begun(step: Step) -> Trial:
    study = _study(step, step.laid)
    scene = _scene(step, study, step.army)
    offers = _offers(step, study, step.army)
    attempt = Attempt(
        seat=step.seat,
        side=sides_of(step.laid.game, dict(step.laid.options)).keys[step.seat],
        first=scene.pieces,
        pieces=scene.pieces,
        start=study,
        now=study,
        own=(),
        is_answered=True,
    )
    return Trial(step, (), "open", None, study, step.laid, scene, offers, attempt, ())


def _after(trial: Trial, action: str, number: int) -> Trial:
    step = trial.step
    offer = next((one for one in trial.offers if one.action == action), None)
    if step.army or action.startswith(("is:", "at:")):
        moved = _beside_play(trial, offer, action)
    else:
        moved = _moved(trial, offer, action)
    if is_reached(moved.attempt, step.goal):
        return replace(moved, state="done", said=step.done)
    if wrong := step.wrong_way(action, number):
        return replace(moved, state="wrong", said=wrong.text)
    if _is_to_be_answered(moved):
        moved = _answered(moved)
        if is_reached(moved.attempt, step.goal):
            return replace(moved, state="done", said=step.done)
    if _is_at_its_end(moved):
        return replace(moved, state="wrong", said=step.otherwise)
    return moved


def _is_to_be_answered(trial: Trial) -> bool:
    """Whether the other side moves now; after the last move of a step only what asks for it."""
    step = trial.step
    if step.army or trial.attempt.is_answered:
        return False
    return len(trial.moves) < step.moves or wants_answer(step.goal)


def _is_at_its_end(trial: Trial) -> bool:
    """Return whether nothing can be done any more in this step."""
    study, step = trial.study, trial.step
    if study.winners is not None or len(trial.moves) >= step.moves:
        return True
    return not trial.offers and not card_for(step.laid.game).presenter.calls(
        study.view, study.legal
    )


def _beside_play(trial: Trial, offer: Offer | None, action: str) -> Trial:
    """After an answer that is no move: pieces exchanged in an army, or a piece named."""
    if offer is None:
        raise NoSuchPly("unreadable-move")
    army = _army(trial.step, (*trial.moves, action))
    own = Own(action, offer.squares, captures=False, kind="", after=trial.study)
    scene = _scene(trial.step, trial.study, army)
    attempt = replace(trial.attempt, pieces=scene.pieces, own=(*trial.attempt.own, own))
    offers = _offers(trial.step, trial.study, army)
    return replace(trial, moves=(*trial.moves, action), scene=scene, attempt=attempt, offers=offers)


def _study(step: Step, laid: Laid) -> Study:
    """Return what the reader sees and may do: no fouls, unless the step is about them."""
    study = study_of(laid, step.seat)
    if step.bluffs or not study.bluffs:
        return study
    return replace(
        study, legal=tuple(move for move in study.legal if move not in study.bluffs), bluffs={}
    )


def _moved(trial: Trial, offer: Offer | None, action: str) -> Trial:
    fouls = study_of(trial.laid, trial.step.seat).bluffs
    if action in fouls and not trial.step.bluffs:
        raise NoSuchPly("not-here")
    laid = trial.laid.after(action)
    study = _study(trial.step, laid)
    squares = offer.squares if offer else (action,)
    mover = trial.attempt.top(squares[0])
    own = Own(action, squares, bool(offer and offer.captures), mover.kind if mover else "", study)
    return _shown(replace(trial, moves=(*trial.moves, action)), laid, study, own=own)


def _shown(trial: Trial, laid: Laid, study: Study, *, own: Own | None = None) -> Trial:
    step, before = trial.step, trial.attempt
    scene = _scene(step, study, "")
    attempt = replace(
        before,
        pieces=scene.pieces,
        now=study,
        own=before.own if own is None else (*before.own, own),
        is_answered=step.seat in study.to_act or study.winners is not None,
    )
    plies = laid.plies[len(step.laid.plies) :]
    offers = _offers(step, study, "")
    return replace(
        trial, laid=laid, study=study, scene=scene, attempt=attempt, plies=plies, offers=offers
    )


def _answered(trial: Trial) -> Trial:
    """After the other sides' answers, until it is the reader's turn again."""
    laid, step = trial.laid, trial.step
    scripted = step.replies.get(" ".join(trial.moves))
    study = trial.study
    for _answer in range(MOST_ANSWERS):
        if study.winners is not None or step.seat in study.to_act:
            break
        laid = _next(laid, step, scripted)
        study, scripted = _study(step, laid), None
    return _shown(trial, laid, study)


def _next(laid: Laid, step: Step, scripted: str | None) -> Laid:
    for ply in (scripted,) if scripted else step.shuttle:
        try:
            _study(step, laid.after(ply))
        except NoSuchPly:
            if scripted:
                raise
            continue
        return laid.after(ply)
    return laid.after(answer_to(laid))


# what stands on the board, and what can be picked there


def _army(step: Step, moves: Sequence[str]) -> str:
    """Return the letters after the exchanges *moves*."""
    if not step.army:
        return ""
    letters, squares = list(step.army), _home(step)
    for move in moves:
        one, other = (squares.index(square) for square in move.removeprefix("swap:").split("-"))
        letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)


def _home(step: Step) -> tuple[str, ...]:
    placing = meta_for(step.laid.game).placing
    assert placing is not None
    return tuple(placing.squares(Seat(step.seat)))


def _placed(step: Step, army: str) -> dict[str, PieceFace]:
    faces = card_for(step.laid.game).presenter.kind_faces(step.seat)
    return {square: faces[letter] for square, letter in zip(_home(step), army, strict=False)}


def _scene(step: Step, study: Study, army: str) -> Scene:
    if army:
        return Scene(pieces=one_each(_placed(step, army)), last=(), ply=0)
    return card_for(step.laid.game).presenter.scene(study.view)


def _offers(step: Step, study: Study, army: str) -> tuple[Offer, ...]:
    presenter = card_for(step.laid.game).presenter
    if army:
        return tuple(_exchanges(_placed(step, army)))
    kind = step.goal["kind"]
    if kind == "name":
        return tuple(_namings(step, study))
    if kind == "rule-out":
        return tuple(Offer(f"at:{square}", (square,), square) for square in sorted(study.kinds))
    return tuple(presenter.offers(study.view, study.legal, study.bluffs))


def _exchanges(placed: dict[str, PieceFace]) -> list[Offer]:
    return [
        Offer(f"swap:{min(one, other)}-{max(one, other)}", (one, other), f"{face.name}: {other}")
        for one, face in placed.items()
        for other in placed
        if one != other
    ]


def _namings(step: Step, study: Study) -> list[Offer]:
    square = step.goal["square"]
    faces = card_for(step.laid.game).presenter.kind_faces(1 - step.seat)
    return [
        Offer(f"is:{letter}", (square,), face.name, chooser=face.name, face=face)
        for letter, face in faces.items()
    ]


def steps_done(user_id: int | None, game: str = "") -> frozenset[tuple[str, str]]:
    """Return the steps that the user has brought to their goals: games and ids."""
    if user_id is None:
        return frozenset()
    rows = StepDone.objects.filter(user_id=user_id, **({"game": game} if game else {}))
    return frozenset(rows.values_list("game", "step"))


_done_lately = PreparedRows(
    lambda user_id: (
        StepDone.objects.filter(user=user_id)
        .order_by("-done_at", "-pk")
        .values_list("game", "step")
    ),
    int,
)


def next_step(user_id: int) -> tuple[str, Step] | None:
    """The first step that is still to do of the path on which the user has done one last; None for
    who has begun none, or has come to its end."""
    done = _done_lately(user_id)
    if not done:
        return None
    game = done[0][0]
    try:
        steps = course_of(game).steps
    except LookupError:
        return None  # it is taught no more
    return next(((game, step) for step in steps.values() if (game, step.id) not in done), None)
