"""Whether a puzzle of the stock is right: asked of the engines, and of the second statements.

Hidden games: the match is played once more by the restated rules, so that what is said to be
certain can be held against what was true; and in Gunjin the restated search says what each piece
can be. Open games: every right way is walked, and every reply to it is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.puzzles.found import Found, Source
from engines.puzzles.mates import Prover
from engines.puzzles.seichu import judged
from engines.puzzles.xiongqi import XIONGQI
from engines.registry import engine_for
from engines.seichu.pieces import kinds_in, letters_of
from tests.engines.gunjin.worlds import possible_for_seat
from tests.engines.xiongqi import restated as xiongqi


def engine_of(game: str) -> Any:
    return engine_for(game, meta_for(game).rules_version)


def position_of(game: str, source: Source, one: Found) -> Any:
    """The position of the puzzle, with every move checked on the way."""
    engine = engine_of(game)
    if one.position:
        return engine.codec.read(one.position)
    options = {name: values[0] for name, values in engine.meta.options.items()}
    options |= dict(source.options)
    here = engine.start(Terms(options=options), Dice(b"", "0")).position
    for number, text in enumerate(source.plies[: one.ply], start=1):
        mover, move = min(engine.to_act(here)), engine.codec.load_move(text)
        engine.check_move(engine.view(here, Viewer.of(mover)), move)
        here = engine.play(here, mover, move, Dice(b"", str(number))).position
    return here


def prove(game: str, source: Source, one: Found) -> None:
    """Raises AssertionError where the answer is not what the rules say."""
    here = position_of(game, source, one)
    engine = engine_of(game)
    assert Seat(one.seat) in engine.to_act(here), "it is not this seat's turn"
    PROOFS[one.ask](game, here, one)


def kinds(game: str, here: Any, one: Found) -> None:
    sheet = engine_of(game).knowledge(engine_of(game).view(here, Viewer.of(Seat(one.seat))))
    assert sheet.is_complete
    suspect = next(each for each in sheet.suspects if each.square == one.at)
    assert suspect.kinds == one.answer["kinds"]
    can_be = possible_for_seat(here, one.seat)[suspect.piece]
    assert can_be == set(suspect.kinds), "the second statement says otherwise"
    assert true_kinds(game, here)[one.at] in suspect.kinds


def which(game: str, here: Any, one: Found) -> None:
    engine = engine_of(game)
    sheet = engine.knowledge(engine.view(here, Viewer.of(Seat(one.seat))))
    assert sheet.is_complete
    found = possible_for_seat(here, one.seat)
    there = [each for each in sheet.suspects if each.square]
    assert one.answer["squares"] == sorted(e.square for e in there if one.at in e.kinds)
    assert one.answer["squares"] == sorted(e.square for e in there if one.at in found[e.piece])


def judgement(game: str, here: Any, one: Found) -> None:
    """The engine's verdict; a move that is surely one thing was that in truth."""
    engine = engine_of(game)
    view = engine.view(here, Viewer.of(Seat(one.seat)))
    sheet = engine.knowledge(view)
    assert sheet.is_complete
    said = judged(view, sheet)
    assert said is not None
    assert said.verdict == one.answer["is"]
    assert letters_of(kinds_in(said.kinds)) == one.answer["kinds"]
    if one.ask == "doubt":
        assert one.answer["say"] == ("doubt" if said.verdict == "foul" else "accept")
    if said.verdict != "open":
        assert was_foul(here, said.origin, said.target) == (said.verdict == "foul")


def king(game: str, here: Any, one: Found) -> None:
    engine = engine_of(game)
    sheet = engine.knowledge(engine.view(here, Viewer.of(Seat(one.seat))))
    assert sheet.is_complete
    can_be = sorted(each.square for each in sheet.suspects if each.square and "K" in each.kinds)
    assert one.answer["squares"] == can_be
    kings = [s for s, letter in true_kinds(game, here, 1 - one.seat).items() if letter == "K"]
    assert set(kings) <= set(can_be)
    assert len(kings) == 1


def true_kinds(game: str, here: Any, seat: int | None = None) -> dict[str, str]:
    """What stands where in truth."""
    engine = engine_of(game)
    view = engine.codec.dump_view(engine.view(here, Viewer(sees_all=True)))
    return {
        piece["square"]: piece["kind"] for piece in view["pieces"] if seat in (None, piece["seat"])
    }


def was_foul(here: Any, origin: int, target: int) -> bool:
    """Whether the piece that went there does not move so, by the restated rules."""
    from engines.seichu.pieces import KIND_OF, LETTERS, SEAT_OF
    from engines.seichu.position import CAPTURE_CHECK
    from engines.seichu.squares import SQUARE_NAMES
    from tests.engines.seichu import restated

    back = 2 if here.asked == CAPTURE_CHECK else 1
    board, _hands = here.seen[-back - 1]
    letters = {
        SQUARE_NAMES[at]: LETTERS[KIND_OF[p]].lower() if SEAT_OF[p] else LETTERS[KIND_OF[p]]
        for at, p in enumerate(board)
        if p
    }
    return SQUARE_NAMES[target] not in restated.targets(letters, SQUARE_NAMES[origin])


def win(game: str, here: Any, one: Found) -> None:
    """No shorter win, no other right move; and no reply saves the other side, said twice."""
    board, within = XIONGQI.exact(XIONGQI.position(one.position)), one.answer["in"]
    tree = one.answer["tree"]
    assert isinstance(within, int)
    assert isinstance(tree, dict)
    prover = Prover(board)
    assert not any(prover.wins(fewer) for fewer in range(1, within))
    assert {XIONGQI.text(code) for code in prover.winning(within)} == set(tree)
    assert prover.tree(within, XIONGQI.text) == tree
    for move in tree:
        assert lost_after(one.position, move, within - 1), "the second statement finds a way out"


def lost_after(text: str, move: str, within: int) -> bool:
    """Whether who is to move then has lost by the restated rules, in so many moves at most."""
    after = restated_after(text, move)
    replies = xiongqi.legal_moves(after)
    if not replies or not within:
        return not replies
    return all(
        any(lost_after(then, again, within - 1) for again in xiongqi.legal_moves(then))
        for then in (restated_after(after, reply) for reply in replies)
    )


def restated_after(text: str, move: str) -> str:
    """The position after a move, by letters alone."""
    board, south = xiongqi.read(text)
    squares = {xiongqi.name(square): square for square in board}
    squares |= {f"{'abcdefgh'[f - 1]}{r}": (f, r) for f in range(1, 9) for r in range(1, 9)}
    letter = board.pop(squares[move[:2]])
    if "=" in move:
        letter = move[-1] if south else move[-1].lower()
    board[squares[move[2:4]]] = letter
    rows = (
        "".join(board.get((file, rank), "1") for file in range(1, 9)) for rank in range(8, 0, -1)
    )
    return f"{'/'.join(rows)} {'N' if south else 'S'}"


def gain(game: str, here: Any, one: Found) -> None:
    """The move is legal by both statements, and is what the strong search likes best."""
    from engines.puzzles.scoring import BUDGETS, GAP, best_of

    board = XIONGQI.position(one.position)
    choice = best_of(lambda: XIONGQI.quick(board), BUDGETS[1])
    assert [XIONGQI.text(choice.move)] == one.answer["right"]
    assert choice.score - choice.second >= GAP
    assert set(one.answer["right"]) <= xiongqi.legal_moves(one.position)


PROOFS: dict[str, Callable[[str, Any, Found], None]] = {
    "kinds": kinds,
    "which": which,
    "foul": judgement,
    "doubt": judgement,
    "king": king,
    "win": win,
    "gain": gain,
}
