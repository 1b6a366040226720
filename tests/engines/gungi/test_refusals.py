"""Why a move is refused: the most helpful true reason, from the view alone."""

from __future__ import annotations

import pytest

from engines.core.seats import BYSTANDER
from engines.gungi.engine import ENGINE
from engines.gungi.meta import RULE_SETS
from engines.gungi.moves import CAPTURE, DONE, DROP, GO, PLACE, STACK, Move
from engines.gungi.pieces import KINDS, TACTICIAN
from engines.gungi.rulings import ILLEGAL_CODES
from engines.gungi.view import GungiView, view_of
from tests.engines import playing
from tests.engines.gungi.boards import BLACK, WHITE, after, move, moves, position, started, view
from tests.engines.gungi.samples import played, strewn
from tests.engines.gungi.texts import MATED, START

PLACED = "9/4m4/9/9/9/9/9/9/4M4 G1I1J2W2N3R2S2F2D4C1A2K1T1/g1i1j2w2n3r2s2f2d4c1a2k1t1 0 {} 01"
STACKS = "4m4/9/9/4|d:n|4/3|D:N:W|d4/4G4/3|W:S|5/2T1|d:F|4/3IM4 D1/- 0 guide -"
REFUSED = [
    (MATED, "a9b9", "over"),
    (START, "e4e5", "empty-square"),
    (START, "e7e6", "not-your-piece"),
    (START, "e3e5", "cannot-go-there"),
    (START, "e3e3", "cannot-go-there"),
    (START, "a3b3", "cannot-go-there"),
    (START, "d1d4", "cannot-go-there"),
    (START, "e3+e5", "cannot-go-there"),
    (START, "e3xe4", "nothing-to-capture"),
    (START, "e3+e4", "nothing-to-stack-on"),
    (START, "e2e3", "occupied"),
    (START, "e2xe3", "nothing-to-capture"),
    (START, "e2+e3", None),
    (START, "e2+e3&1", "no-such-betrayal"),
    (START, "d1+e1", "on-marshal"),
    (START, "m@e4", "placing-is-over"),
    (START, "done", "placing-is-over"),
    (START, "f*e4", "not-in-hand"),
    (START, "m*e4", "not-in-hand"),
    (START, "d*e4", "beyond-front"),
    (START, "d*e3", None),
    (START, "d*e1", "on-marshal"),
    (START, "d*e7", "on-enemy"),
    (START, "t*e3&1", "no-such-betrayal"),
    (STACKS, "e4e5", "occupied"),
    (STACKS, "e4+e5", None),
    (STACKS, "e4xe5", None),
    (STACKS, "e4xe6", "cannot-go-there"),
    (STACKS, "e4+d5", "stack-too-tall"),
    (STACKS, "e4+d3", "stack-too-tall"),
    (STACKS, "d1+e2", "stack-too-tall"),
    (STACKS, "d3+c2", None),
    (STACKS, "c2+d3&1", "stack-too-tall"),
    (STACKS, "d*d5", "stack-full"),
    (STACKS, "d*d6", "beyond-front"),
    ("4m4/9/9/4d4/4|D:N:W|4/9/9/9/4M4 -/- 0 guide -", "e5+e6", None),
    ("4m4/9/9/4|d:n:w|4/4|D:N:W|4/9/9/9/4M4 -/- 0 guide -", "e5+e6", "stack-full"),
    ("4m4/9/9/4d4/4M4/9/9/9/9 -/- 0 beginner -", "e5+e6", "marshal-may-not-stack"),
    ("4m4/9/9/4d4/4M4/9/9/9/9 -/- 0 intermediate -", "e5+e6", None),
    ("4m4/4g4/9/9/9/9/9/4W4/4M4 -/- 0 guide -", "e2f3", "leaves-marshal-attacked"),
    ("4m4/3g5/9/9/9/9/9/9/4M4 -/- 0 guide -", "e1d1", "leaves-marshal-attacked"),
    ("4m4/4g4/9/9/9/9/9/3W5/4M4 D1/- 0 guide -", "d*a1", "leaves-marshal-attacked"),
    (PLACED.format("advanced"), "e1e2", "still-placing"),
    (PLACED.format("advanced"), "d*e2", "still-placing"),
    (PLACED.format("advanced"), "m@e2", "not-in-hand"),
    (PLACED.format("advanced"), "d@e4", "outside-camp"),
    (PLACED.format("advanced"), "d@e1", "on-marshal"),
    (PLACED.format("advanced"), "d@e3", None),
    (PLACED.format("advanced"), "done", None),
]


@pytest.mark.parametrize(("text", "move_text", "code"), REFUSED)
def test_reasons(text: str, move_text: str, code: str | None) -> None:
    assert refusal(view(text), move(move_text)) == code


def test_the_marshal_is_placed_first() -> None:
    for text in ("d@e2", "done", "t@e1"):
        assert refusal(view(started("advanced")), move(text)) == "marshal-first"
    assert refusal(view(started("advanced")), move("m@e1")) is None


def test_stacks_are_full_at_the_limit_while_placing() -> None:
    here = after(started("intermediate"), "m@e1", "m@e9", "d@a1", "d@a9", "d@a1", "d@a9")
    assert refusal(view(here), move("d@a1")) == "stack-full"
    here = after(started("advanced"), "m@e1", "m@e9", "d@a1", "d@a9", "d@a1", "d@a9")
    assert refusal(view(here), move("d@a1")) is None


def test_out_of_turn() -> None:
    for text in ("e7e6", "e3e4"):
        assert refusal(view(START, WHITE), move(text)) == "not-your-turn"
        assert refusal(view_of(position(START), BYSTANDER), move(text)) == "not-your-turn"


def test_after_a_concession_it_is_over_for_everybody() -> None:
    over = ENGINE.concede(position(START), frozenset({WHITE})).position
    for seat in (BLACK, WHITE):
        assert refusal(view(over, seat), move("e3e4")) == "over"


def test_every_code_has_an_example() -> None:
    shown = {code for _, _, code in REFUSED if code} | {"not-your-turn", "marshal-first"}
    assert shown == set(ILLEGAL_CODES)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_exactly_the_listed_moves_pass(rules: str) -> None:
    """Of all that can be written: every act from and to every square that is not plain nonsense."""
    for text in [*played(rules, b"refused", 2, every=20), *strewn(rules, b"refused", 1)]:
        here = view(text)
        passed = {str(tried) for tried in written(here) if refusal(here, tried) is None}
        assert passed == moves(text)


def written(here: GungiView) -> list[Move]:
    """Moves from every own square and the hand to everywhere, betrayals of every level."""
    own = [square for square, stack in enumerate(here.stacks) if stack >> 4 & 1 == here.seat]
    found = [
        Move(act, origin, target)
        for origin in own
        for act in (GO, CAPTURE, STACK)
        for target in range(81)
    ]
    found += [Move(DONE)] if here.placing else []
    found += [Move(act, kind, to) for kind in KINDS for act in (DROP, PLACE) for to in range(81)]
    sources = [Move(STACK, origin) for origin in own] + [Move(DROP, TACTICIAN)]
    return found + [
        Move(source.act, source.origin, target, levels)
        for source in sources
        for levels in ((1,), (2,), (1, 2))
        for target in range(81)
    ]


def refusal(seen: GungiView, tried: Move) -> str | None:
    code = playing.refusal(ENGINE, seen, tried)
    assert code in ("", *ILLEGAL_CODES)
    return code or None
