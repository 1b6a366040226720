"""Which puzzle comes next, how one stands after some moves, and how somebody is doing.

A puzzle is looked at with the eyes of its seat alone; the referee makes that view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache, reduce
from hashlib import sha256
from itertools import takewhile
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Count, F, FloatField, Min, Q, QuerySet, Subquery
from django.db.models.functions import Abs, Cast

from engines.catalogue import GAMES, meta_for, rules_of
from engines.puzzles.found import AHEAD, DOUBT, FOUL, GAIN, KINDS, SURE, WIN
from games.boards.cards import card_for
from games.bots.answers import answer_to
from games.match.exceptions import BeingPlayed
from games.match.reading.selectors import matches_to_learn_from
from games.match.referee import Referee
from games.match.referee.analysing import is_played_now
from games.match.referee.studies import Laid, NoSuchPly, Study, past_of, study_of
from games.puzzles.exceptions import NoAnswer, NoSuchPuzzle
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.ratings.glicko import START_RATING
from queues.prepared import Prepared

BY_MOVES = (WIN, GAIN, SURE, AHEAD)
ONE_MOVE = (GAIN, SURE)
"""Questions that one move answers."""
NEAR = 150
"""A puzzle is sought so near to one's own rating first, then twice as near, and so on."""

MOST_MOVES = 60
"""Of one's own, before a puzzle is at its end at the latest."""
MOST_ANSWERS = 60
"""So many plies in a row the other sides may answer with."""


def playable() -> QuerySet[Puzzle]:
    """Return the puzzles that stand, of the rules that we host, earlier versions too."""
    rules = Q()
    for meta in GAMES:
        rules |= Q(game=meta.slug, rules__in=rules_of(meta.slug))
    return Puzzle.objects.filter(rules, withdrawn_at=None)


def puzzle_of(game: str, key: str) -> Puzzle:
    """One puzzle, withdrawn ones too; raises NoSuchPuzzle."""
    found = Puzzle.objects.filter(game=game, key=key).first()
    if found is None or found.rules not in rules_of(game):
        raise NoSuchPuzzle
    return found


def rating_of(user_id: int | None, game: str) -> PuzzleRating:
    """Return the user's rating for puzzles; that of a newcomer where nothing is known."""
    found = _rating_of(user_id, game) if user_id else []
    return found[0] if found else PuzzleRating(game=game)


_rating_of = Prepared(
    lambda user_id, game: PuzzleRating.objects.filter(user=user_id, game=game), int, str
)


def next_puzzle(user_id: int | None, game: str, *, theme: str = "", but: str = "") -> Puzzle | None:
    """One that the user has not tried and that is about as hard as the user is good.

    With a *theme* of that theme; never the one whose key is *but*. Where all were tried, the one
    whose try is longest ago. None where the site has none.
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
    """Return the puzzle of a day: the games take turns, and the day decides which of a game.

    It stays the same all day, whatever is taken in or tried, unless it is withdrawn itself.
    """
    for game, mark in _turns(day):
        found = _next_of(game)(mark) or _next_of(game)("")
        if found:
            return found[0]
    return None


def daily_puzzles(days: Sequence[date]) -> dict[date, Puzzle]:
    """Return `daily_puzzle` of each of *days*, in two statements; nothing where the site has none.

    An earlier day has the one that would be its puzzle now.
    """
    first = dict(playable().values_list("game").annotate(Min("key")))
    if not first:
        return {}
    turns = {day: next(turn for turn in _turns(day) if turn[0] in first) for day in days}
    sought = (_by_key(game).filter(key__gte=mark) for game, mark in turns.values())
    next_ones = (Q(pk=Subquery(some.values("pk")[:1])) for some in sought)
    found = Puzzle.objects.filter(reduce(or_, next_ones, Q(key__in=first.values())))
    by_key = {(one.game, one.key): one for one in found}
    return {
        day: by_key[
            game,
            min((key for of, key in by_key if of == game and key >= mark), default=first[game]),
        ]
        for day, (game, mark) in turns.items()
    }


def _turns(day: date) -> Iterator[tuple[str, str]]:
    """Yield the games, the one whose turn it is on *day* first, with the key to begin at."""
    have = [meta.slug for meta in GAMES]
    for turn in range(len(have)):
        game = have[(day.toordinal() + turn) % len(have)]
        yield game, sha256(f"{game} {day.isoformat()}".encode()).hexdigest()[:10]


@cache
def _next_of(game: str) -> Prepared[Puzzle]:
    """Return a question for the first puzzle of *game* from a key on."""
    return Prepared(lambda key: _by_key(game).filter(key__gte=key)[:1], str)


def _by_key(game: str) -> QuerySet[Puzzle]:
    open_ones = Puzzle.objects.filter(game=game, rules__in=rules_of(game), withdrawn_at=None)
    return open_ones.order_by("key")


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


# matches that puzzles are made of


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over, without anybody's name."""

    uid: str
    options: dict[str, str]
    plies: tuple[tuple[int, str], ...]
    """Seats and moves, up to the first concession; set-ups made in secret by the order of seats."""


def played_matches(game: str, most: int) -> Iterator[Played]:
    """Yield the newest finished matches of *game* that puzzles may be made of, so many at most.

    Rated ones and those against bots, by the rules of today, that anybody may find; none in which
    somebody sits who does not want it.
    """
    meta = meta_for(game)
    for match in matches_to_learn_from(game, meta.rules_version)[:most]:
        record = [ply for ply in Referee(match).record() if ply.seats]
        made = takewhile(lambda ply: ply.move is not None, record)
        plies = [(int(ply.seats[0]), str(ply.move)) for ply in made]
        seats = len(meta.seats) if meta.placing else 0
        yield Played(match.uid, match.options, (*sorted(plies[:seats]), *plies[seats:]))


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
        """True if moves answer it."""
        return self.puzzle.ask in BY_MOVES

    @property
    def is_free(self) -> bool:
        """True if every move may be made, and the end alone is judged."""
        return self.puzzle.ask == AHEAD

    @property
    def ahead(self) -> int:
        """By how much its seat is ahead, where that is asked for."""
        campaign = card_for(self.puzzle.game).campaign
        return campaign.ahead(self.study.view) if campaign else 0

    @property
    def is_won(self) -> bool:
        """True if its seat has won."""
        return self.puzzle.seat in (self.study.winners or ())


def opened(puzzle: Puzzle, moves: Sequence[str] = ()) -> Opened:
    """The puzzle after *moves*, which are all right; raises NoSuchPuzzle where one is not."""
    laid = _laid(puzzle)
    if puzzle.ask == AHEAD:
        return _played_on(puzzle, laid, moves)
    if puzzle.ask not in BY_MOVES:
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


def check_not_played(one: Opened, user_id: int | None) -> None:
    """Raises BeingPlayed for whoever is playing on that board in a running match."""
    if is_played_now(one.laid, user_id):
        raise BeingPlayed


def _played_on(puzzle: Puzzle, laid: Laid, moves: Sequence[str]) -> Opened:
    """After *moves* and what the other sides have answered; raises NoSuchPuzzle."""
    try:
        for move in moves[:MOST_MOVES]:
            laid = _answered(laid.after(move), puzzle.seat)
        study = study_of(laid, puzzle.seat)
    except NoSuchPly as error:
        raise NoSuchPuzzle from error
    is_done = study.winners is not None
    return Opened(puzzle, study, laid, tuple(moves), {}, is_done=is_done)


@lru_cache(maxsize=512)
def _answered(laid: Laid, seat: int) -> Laid:
    """The same once it is the turn of *seat* again, or over; raises NoSuchPly."""
    for _answer in range(MOST_ANSWERS):
        study = study_of(laid, seat)
        if study.winners is not None or seat in study.to_act:
            break
        laid = laid.after(answer_to(laid))
    return laid


def _tree(puzzle: Puzzle) -> Mapping[str, Any]:
    if puzzle.ask in ONE_MOVE:
        return {move: [] for move in puzzle.answer["right"]}
    tree: Mapping[str, Any] = puzzle.answer["tree"]
    return tree


def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return one right way with the replies, ply by ply; () where no single way is right.

    Of several the first by its text: PostgreSQL keeps no order of keys.
    """
    if puzzle.ask in ONE_MOVE:
        return tuple(puzzle.answer["line"])
    plies, right = list[str](), _tree(puzzle) if puzzle.ask == WIN else {}
    while right:
        move = min(right)
        plies += [move, *right[move][:1]]
        right = right[move][1] if right[move] else {}
    return tuple(plies)


def with_replies(puzzle: Puzzle, moves: Sequence[str]) -> tuple[str, ...]:
    """*moves* of its seat, each right one with what is answered to it."""
    plies, right = list[str](), _tree(puzzle)
    for move in moves:
        after = right.get(move) or ()
        plies += [move, *after[:1]]
        right = after[1] if after else {}
    return tuple(plies)


def played_out(puzzle: Puzzle, plies: Sequence[str]) -> Study:
    """Return what its seat sees after *plies*, and all it has heard up to then."""
    laid = _laid(puzzle)
    return past_of(replace(laid, plies=(*laid.plies, *plies)), puzzle.seat)


def _laid(puzzle: Puzzle) -> Laid:
    options = tuple(sorted(puzzle.options.items()))
    return Laid(puzzle.game, puzzle.position, options, tuple(puzzle.plies.split()), puzzle.rules)


class Judged(NamedTuple):
    """The result of an answer."""

    moves: tuple[str, ...]
    """The right moves made then."""
    given: str
    """What is to be written down of it; empty while there is more to find."""
    is_right: bool


def judged_move(one: Opened, move: str) -> Judged:
    """One more move. Raises NoAnswer where it cannot be made."""
    if not one.is_by_moves or one.is_done or move not in one.study.legal:
        raise NoAnswer
    line = (*one.moves, move)
    if one.is_free:
        after = opened(one.puzzle, line)
        return Judged(line, str(after.ahead) if after.is_done else "", after.is_won)
    is_right = move in one.right
    is_last = not is_right or not one.right[move]
    return Judged(line if is_right else one.moves, " ".join(line) if is_last else "", is_right)


def judged_ticks(
    one: Opened, said: Sequence[str], offered: Collection[str], *, takes_many: bool
) -> Judged:
    """Return the result of the ticks *said*, out of *offered*. Raises NoAnswer for no ticks, or
    ticks that cannot be."""
    is_too_much = len(said) > 1 and not takes_many
    if one.is_by_moves or not said or is_too_much or not set(offered).issuperset(said):
        raise NoAnswer
    given = given_text(said)
    return Judged((), given, is_right=given == right_answer(one.puzzle))


def right_answer(puzzle: Puzzle) -> str:
    """Return what has to be answered where moves are none, as `given_text` writes it."""
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
    """Return the user's first try; None before it."""
    return Attempt.objects.filter(user_id=user_id, puzzle=puzzle).first() if user_id else None


def opinion_of(user_id: int | None, puzzle: Puzzle) -> PuzzleOpinion | None:
    """Return what the user thinks of it; None where nothing was said."""
    return PuzzleOpinion.objects.filter(user_id=user_id, puzzle=puzzle).first() if user_id else None
