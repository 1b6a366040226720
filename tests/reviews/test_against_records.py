"""What reviews say of whole matches of bots, held against their records by the second statements.

Of Gunjin what each piece could be, how many bits were left, from when on something was sure, and
what battles could come to; of Seichu that what was missed was there, and that Doubts came so.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from math import log2
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.gunjin.pieces import KIND_OF, LETTERS
from engines.gunjin.squares import SQUARES
from engines.puzzles.found import Source
from engines.registry import engine_for
from games.match.changes import ending
from games.match.models import Match
from games.puzzles.files import read_stock, shipped_file
from games.reviews import services
from games.reviews.models import Review
from tests.engines.gunjin import restated as gunjin
from tests.engines.gunjin.worlds import possible_for_seat
from tests.engines.seichu import restated as seichu
from tests.kit.builders import NOON, match_between, person, play, south
from tests.kit.gunjin import place

pytestmark = pytest.mark.django_db


def bots_matches(game: str, *, longest: int) -> Iterator[Source]:
    """Matches between bots, as they are shipped with the puzzles found in them."""
    _head, sources = read_stock(shipped_file(game))
    return (source for source in sources if 24 < len(source.plies) <= longest)


def reviewed(game: str, source: Source) -> tuple[Match, dict[str, Any]]:
    """The same match played here, given up at its end, with its review."""
    match = match_between(person(), person(), game=game)
    for seat, text in enumerate(source.plies[:2]):
        place(match, seat, text.partition(":")[2])
    play(match, *source.plies[2:])
    match.refresh_from_db()
    if match.status == "active":
        ending.resign(uid=match.uid, user=south(match), now=NOON)
    services.ask_review(uid=match.uid, user=person(), now=NOON)
    assert services.go_through(match_id=match.pk, now=NOON, at_once=600)
    return match, Review.objects.get(match=match).data


def positions(game: str, source: Source) -> list[Any]:
    """After 0, 1, 2 … plies."""
    engine: Any = engine_for(game, meta_for(game).rules_version)
    here = engine.start(Terms(options={}), Dice(b"", "0")).position
    found = [here]
    for number, text in enumerate(source.plies, start=1):
        mover, move = min(engine.to_act(here)), engine.codec.load_move(text)
        here = engine.play(here, mover, move, Dice(b"", str(number))).position
        found.append(here)
    return found


def kinds_at(steps: list[Any], ply: int) -> tuple[str, str, bool] | None:
    """What a piece could be after a ply, where it stood, and whether it was shown."""
    past = [step for step in steps if step[0] <= ply]
    return (past[-1][1], past[-1][2], past[-1][3]) if past else None


def letter_on(here: Any, square: str) -> str:
    """What stands there in truth."""
    return LETTERS[KIND_OF[here.board[SQUARES[square]]]]


def some(game: str, count: int, *, longest: int, by_night: int) -> list[ParameterSet]:
    """So many matches, and so many more where everything is proved."""
    found = islice(bots_matches(game, longest=longest), count + by_night)
    return [
        pytest.param(source, id=str(source.number), marks=[pytest.mark.prove] * (place >= count))
        for place, source in enumerate(found)
    ]


SHORT = some("gunjin", 1, longest=50, by_night=4)
MORE = some("gunjin", 2, longest=90, by_night=20)
BLANK = some("seichu", 3, longest=60, by_night=40)
EVERY = 9
"""Trying everything takes a second: at each ninth ply."""
RICH = 9
"""A match of Seichu in which much was missed."""


@pytest.mark.parametrize("source", SHORT)
def test_what_pieces_could_be_is_what_trying_everything_finds(source: Source) -> None:
    _match, known = reviewed("gunjin", source)
    looked = 0
    for ply, here in enumerate(positions("gunjin", source)):
        if ply % EVERY or ply < 2 or ply == len(source.plies):
            continue
        seat = int(here.to_move)
        possible = possible_for_seat(here, seat)
        found = {
            piece: at[0]
            for piece, steps in known["pieces"][seat].items()
            if (at := kinds_at(steps, ply)) and not at[2]
        }
        assert {piece: set(kinds) for piece, kinds in found.items()} == possible, ply
        left = sum(log2(len(kinds)) for kinds in possible.values())
        (bits,) = (count for after, count in known["bits"][seat] if after == ply)
        assert bits == pytest.approx(left, abs=0.01)
        looked += len(possible)
    assert looked > 40


@pytest.mark.parametrize("source", MORE)
def test_sure_pieces_were_so_and_attacks_came_to_what_they_could(source: Source) -> None:
    _match, known = reviewed("gunjin", source)
    truth, here = known["truth"], positions("gunjin", source)
    for seat in (0, 1):
        for piece, steps in known["pieces"][seat].items():
            sure = [step for step in steps if len(step[1]) == 1]
            assert {step[1] for step in sure} <= {truth[piece]}
            assert all(truth[piece] in step[1] for step in steps)
            if sure and sure[0][0] > 2 and not sure[0][3]:
                before = kinds_at(steps, sure[0][0] - 1)
                assert before is not None
                assert len(before[0]) > 1
    for one in known["tried"]:
        if one["what"] != "battle":
            continue
        view = here[one["ply"] - 1]
        own = letter_on(view, source.plies[one["ply"] - 1][:2])
        at = kinds_at(known["pieces"][one["seat"]][one["piece"]], one["ply"] - 1)
        assert at is not None
        ends: dict[str, int] = {}
        for kind in at[0]:
            if kind == "F":  # it is as strong as what stands behind it
                break
            end = {"+": "won", "-": "lost", "=": "both-fell"}[gunjin.duel(own, kind)]
            ends[end] = ends.get(end, 0) + 1
        else:
            assert one["could_be"] == ends, one
            assert one["cases"] == len(at[0])
        assert one["result"] in one["could_be"]


@pytest.mark.parametrize("source", BLANK)
def test_what_was_missed_in_seichu_was_there_and_what_was_sure_was_so(source: Source) -> None:
    _match, known = reviewed("seichu", source)
    boards = list(umpired(source))
    if source.number == RICH:
        assert len(known["missed"]) > 2
    for ply, seat, code in known["missed"]:
        assert MISSED[code](boards[ply - 1], seat), (ply, code)
    for one in known["tried"]:
        before = boards[one["ply"] - 1]
        assert one["result"] in one["could_be"]
        if one["what"] == "doubt":
            assert (one["result"] == "proven") == before._proof(before.acting)
    for seat in (0, 1):
        for piece, steps in known["pieces"][seat].items():
            assert all(known["truth"][piece] in step[1] for step in steps)


def umpired(source: Source) -> Iterator[seichu.Match]:
    """The match as the second statement keeps it, before each ply: twice for the set-up."""
    board, hands = seichu.set_up([text.partition(":")[2] for text in source.plies[:2]])
    match = seichu.Match(board, hands)
    yield from (deepcopy(match), deepcopy(match))
    for text in source.plies[2:]:
        yield deepcopy(match)
        match.play(text)


def can_take_king(match: seichu.Match, seat: int) -> bool:
    """Whether a true move of that seat takes the enemy king."""
    king = seichu.king_of(match.board, 1 - seat)
    return king is not None and seichu.is_attacked(match.board, king, seat)


def can_try(match: seichu.Match, seat: int) -> bool:
    """Whether the Trial is open."""
    return any(text.endswith("!") for text in match.open()) and match.to_move == seat


MISSED = {
    "doubt": lambda match, seat: match.acting == seat and match._proof(seat),
    "king": can_take_king,
    "trial": can_try,
}
