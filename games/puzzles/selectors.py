"""Which puzzle comes next, how one stands after some moves, and how somebody is doing.

A puzzle is looked at with the eyes of its seat alone; the referee makes that view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django.db.models import Count, F, FloatField, Q, QuerySet
from django.db.models.functions import Abs, Cast

from engines.catalogue import GAMES, meta_for
from engines.puzzles.found import DOUBT, FOUL, GAIN, KINDS, WIN
from games.match.referee.studies import Laid, NoSuchPly, Study, past_of, study_of
from games.puzzles.exceptions import NoSuchPuzzle
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.ratings.glicko import START_RATING

NEAR = 150
"""A puzzle is sought so near to one's own rating first, then twice as near, and so on."""

MOST_MOVES = 6


def playable() -> QuerySet[Puzzle]:
    """The puzzles that stand, of the rules that are played by."""
    rules = Q()
    for meta in GAMES:
        rules |= Q(game=meta.slug, rules=meta.rules_version)
    return Puzzle.objects.filter(rules, withdrawn_at=None)


def puzzle_of(game: str, key: str) -> Puzzle:
    """One puzzle, withdrawn ones too; raises NoSuchPuzzle."""
    found = Puzzle.objects.filter(game=game, key=key).first()
    if found is None or found.rules != meta_for(game).rules_version:
        raise NoSuchPuzzle
    return found


def rating_of(user_id: int | None, game: str) -> PuzzleRating:
    """How good the user is; as a newcomer where nothing is known."""
    found = PuzzleRating.objects.filter(user_id=user_id, game=game).first() if user_id else None
    return found or PuzzleRating(game=game)


def next_puzzle(user_id: int | None, game: str, *, theme: str = "", but: str = "") -> Puzzle | None:
    """One that the user has not tried and that is about as hard as the user is good.

    With a *theme* of that theme; never the one whose key is *but*. Where all were tried, the one
    whose try is longest ago. None where the house has none.
    """
    open_ones = playable().filter(game=game).exclude(key=but)
    if theme:
        open_ones = open_ones.filter(themes__contains=f" {theme} ")
    mine = rating_of(user_id, game).rating if user_id else START_RATING
    untried = open_ones.exclude(attempts__user_id=user_id) if user_id else open_ones
    for near in (NEAR, 2 * NEAR, 4 * NEAR):
        within = untried.filter(rating__gte=mine - near, rating__lte=mine + near)
        if found := within.order_by("?").first():
            return found
    away = Abs(Cast(F("rating") - mine, FloatField()))
    if found := untried.order_by(away, "pk").first():
        return found
    again = open_ones.filter(attempts__user_id=user_id) if user_id else open_ones
    return again.order_by("attempts__made_at").first()


def daily_puzzle(day: date) -> Puzzle | None:
    """The puzzle of a day: the games take turns, and the day decides which of a game.

    It stays the same all day, whatever is taken in or tried, unless it is withdrawn itself.
    """
    have = [meta.slug for meta in GAMES]
    for turn in range(len(have)):
        game = have[(day.toordinal() + turn) % len(have)]
        mark = sha256(f"{game} {day.isoformat()}".encode()).hexdigest()[:10]
        open_ones = playable().filter(game=game).order_by("key")
        found = open_ones.filter(key__gte=mark).first() or open_ones.first()
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The puzzles of one game, and how somebody does at them."""

    game: str
    puzzles: int
    rating: PuzzleRating
    themes: tuple[tuple[str, int], ...]
    """Every theme with how many puzzles there are of it, the commonest first."""


def games_with_puzzles(user_id: int | None) -> tuple[GameFacts, ...]:
    """Every game that has puzzles, in the order of the catalogue."""
    rows = playable().values("game", "themes").annotate(number=Count("pk"))
    counted: dict[str, dict[str, int]] = {}
    totals: dict[str, int] = {}
    for row in rows:
        totals[row["game"]] = totals.get(row["game"], 0) + row["number"]
        themes = counted.setdefault(row["game"], {})
        for theme in row["themes"].split():
            themes[theme] = themes.get(theme, 0) + row["number"]
    ratings = {one.game: one for one in PuzzleRating.objects.filter(user_id=user_id or 0)}
    return tuple(
        GameFacts(
            game=meta.slug,
            puzzles=totals[meta.slug],
            rating=ratings.get(meta.slug) or PuzzleRating(game=meta.slug),
            themes=tuple(sorted(counted[meta.slug].items(), key=lambda one: (-one[1], one[0]))),
        )
        for meta in GAMES
        if meta.slug in totals
    )


# one puzzle


@dataclass(frozen=True, slots=True)
class Opened:
    """A puzzle as it stands after some right moves, in the eyes of its seat."""

    puzzle: Puzzle
    study: Study
    laid: Laid
    moves: tuple[str, ...]
    """The right moves made so far."""
    right: Mapping[str, Any]
    """What is right now, by move, with what follows; empty where moves are no answer, or at the
    end."""
    is_done: bool
    """Whether the moves have come to the end."""

    @property
    def is_by_moves(self) -> bool:
        """Whether moves answer it."""
        return self.puzzle.ask in (WIN, GAIN)


def opened(puzzle: Puzzle, moves: Sequence[str] = ()) -> Opened:
    """The puzzle after *moves*, which are all right; raises NoSuchPuzzle where one is not."""
    laid = _laid(puzzle)
    if puzzle.ask not in (WIN, GAIN):
        if moves:
            raise NoSuchPuzzle
        return Opened(puzzle, past_of(laid, puzzle.seat), laid, (), {}, is_done=False)
    right, done = _tree(puzzle), False
    for move in moves[:MOST_MOVES]:
        if move not in right:
            raise NoSuchPuzzle
        laid, after = laid.after(move), right[move]
        right, done = {}, not after
        if after:
            laid, right = laid.after(after[0]), after[1]
    try:
        study = study_of(laid, puzzle.seat)
    except NoSuchPly as error:
        raise NoSuchPuzzle from error
    return Opened(puzzle, study, laid, tuple(moves), right, is_done=done)


def _tree(puzzle: Puzzle) -> Mapping[str, Any]:
    if puzzle.ask == GAIN:
        return {move: [] for move in puzzle.answer["right"]}
    tree: Mapping[str, Any] = puzzle.answer["tree"]
    return tree


def _laid(puzzle: Puzzle) -> Laid:
    options = tuple(sorted(puzzle.options.items()))
    return Laid(puzzle.game, puzzle.position, options, tuple(puzzle.plies.split()))


def right_answer(puzzle: Puzzle) -> str:
    """What has to be answered where moves are none, as `given_text` writes it."""
    answer = puzzle.answer
    if puzzle.ask == KINDS:
        return given_text(answer["kinds"])
    if puzzle.ask == FOUL:
        return str(answer["is"])
    if puzzle.ask == DOUBT:
        return str(answer["say"])
    return given_text(answer["squares"])


def given_text(parts: Sequence[str]) -> str:
    """Everything that was ticked, each once, in one order."""
    return " ".join(sorted(set(parts)))


def attempt_of(user_id: int | None, puzzle: Puzzle) -> Attempt | None:
    """The user's first try; None before it."""
    return Attempt.objects.filter(user_id=user_id, puzzle=puzzle).first() if user_id else None


def opinion_of(user_id: int | None, puzzle: Puzzle) -> PuzzleOpinion | None:
    """What the user thinks of it; None where nothing was said."""
    return PuzzleOpinion.objects.filter(user_id=user_id, puzzle=puzzle).first() if user_id else None
