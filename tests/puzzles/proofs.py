"""Whether a puzzle of the stock is right: asked of the engines, and of the second statements.

Hidden games: the match is played once more by the restated rules, so that what is said to be
certain can be held against what was true; and in Gunjin the restated search says what each piece
can be. Open games: every right way is walked, and every reply to it is tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.search import worth
from engines.core.seats import Seat, Viewer
from engines.gunjin import proofs as gunjin
from engines.nation.battle import fight
from engines.nation.lookahead import lead, onward
from engines.nation.moves import read_move
from engines.nation.npc import decision_of
from engines.nation.places import places_in
from engines.nation.rulings import check_move
from engines.nation.view import NationView
from engines.nation.world import World
from engines.puzzles import nation
from engines.puzzles.found import Found, Source
from engines.puzzles.gungi import GUNGI
from engines.puzzles.mates import Prover
from engines.puzzles.scoring import GAP
from engines.puzzles.seichu import judged
from engines.puzzles.sure import NODES, sure_in_gunjin, sure_in_seichu
from engines.puzzles.xiongqi import XIONGQI
from engines.registry import engine_for
from engines.seichu import proofs as seichu
from engines.seichu.pieces import kinds_in, letters_of
from games.puzzles.files import Head
from tests.engines.gungi import restated as gungi
from tests.engines.gunjin.worlds import possible_for_seat
from tests.engines.nation import restated as restated_nation
from tests.engines.sure_wins import check
from tests.engines.xiongqi import restated as xiongqi


def engine_of(game: str) -> Any:
    return engine_for(game, meta_for(game).rules_version)


def position_of(head: Head, source: Source, one: Found) -> Any:
    """The position of the puzzle, with every move checked on the way."""
    engine = engine_for(head.game, head.rules)
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


def prove(head: Head, source: Source, one: Found) -> None:
    """Raises AssertionError where the answer is not what the rules of the file say."""
    here = position_of(head, source, one)
    engine = engine_for(head.game, head.rules)
    assert Seat(one.seat) in engine.to_act(here), "it is not this seat's turn"
    PROOFS[one.ask](head.game, here, one)


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


OPEN_GAMES = {"gungi": GUNGI, "xiongqi": XIONGQI}


def win(game: str, here: Any, one: Found) -> None:
    """No shorter win, no other right move; and no reply saves the other side, said twice."""
    rules = OPEN_GAMES[game]
    board, within = rules.exact(rules.position(one.position)), one.answer["in"]
    tree = one.answer["tree"]
    assert isinstance(within, int)
    assert isinstance(tree, dict)
    prover = Prover(board)
    assert not any(prover.wins(fewer) for fewer in range(1, within))
    assert {rules.text(code) for code in prover.winning(within)} == set(tree)
    assert prover.tree(within, rules.text) == tree
    for move in tree:
        assert lost_after(game, one.position, move, within - 1), "the second statement finds a way"


def lost_after(game: str, text: str, move: str, within: int) -> bool:
    """Whether who is to move then has lost by the restated rules, in so many moves at most.

    The engine names the move that answers each reply; that it is legal and wins is restated.
    """
    restated = RESTATED[game]
    assert move in restated.legal_moves(text)
    after = restated.after(text, move)
    replies = restated.legal_moves(after)
    if not replies or not within:
        return not replies and restated.is_lost(after)
    return all(
        lost_after(game, then, answer_of(game, then, within), within - 1)
        for then in (restated.after(after, reply) for reply in replies)
    )


def answer_of(game: str, text: str, within: int) -> str:
    """A move that wins by what the engine says; "" for none."""
    rules = OPEN_GAMES[game]
    found = Prover(rules.exact(rules.position(text))).winning(within, 1)
    return rules.text(found[0]) if found else ""


class Xiongqi:
    """The second statement of the rules, with positions as texts."""

    legal_moves = staticmethod(xiongqi.legal_moves)

    @staticmethod
    def is_lost(_text: str) -> bool:
        """Always: without a move the match is lost."""
        return True

    @staticmethod
    def after(text: str, move: str) -> str:
        """The position after a move, by letters alone."""
        board, south = xiongqi.read(text)
        squares = {f"{'abcdefgh'[f - 1]}{r}": (f, r) for f in range(1, 9) for r in range(1, 9)}
        letter = board.pop(squares[move[:2]])
        if "=" in move:
            letter = move[-1] if south else move[-1].lower()
        board[squares[move[2:4]]] = letter
        rows = (
            "".join(board.get((file, rank), "1") for file in range(1, 9))
            for rank in range(8, 0, -1)
        )
        field = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
        return f"{field} {'N' if south else 'S'}"


class Gungi:
    """Likewise."""

    legal_moves = staticmethod(gungi.legal_moves)

    @staticmethod
    def is_lost(text: str) -> bool:
        """Whether the side to move is in check, or has no marshal any more."""
        now = gungi.read(text)
        letter = "M" if now.black else "m"
        is_there = any(stack[-1] == letter for stack in now.board.values())
        return not is_there or gungi.is_checked(now, now.board)

    @staticmethod
    def after(text: str, move: str) -> str:
        """The position after a move, by letters alone."""
        now = gungi.read(text)
        hand = dict(now.hands[now.black])
        board = {**gungi.board_moves(now), **gungi.drops(now)}[move]
        paid = [move[0]] if "*" in move else []
        square = move[move.index("*") + 1 :][:2] if "*" in move else move[-2:]
        if "&" in move:
            square = move[: move.index("&")][-2:]
            file, rank = "?abcdefghi".index(square[0]), int(square[1])
            onto = now.board[file, rank]
            levels = map(int, move[move.index("&") + 1 :].split(","))
            paid += [onto[level - 1].lower() for level in levels]
        for kind in paid:
            hand[kind] -= 1
        hands = {**now.hands, now.black: hand}
        sentence = "/".join(hand_text(hands[black], black=black) for black in (True, False))
        return f"{ranks_text(board)} {sentence} {int(now.black)} {now.rules} -"


def hand_text(hand: dict[str, int], *, black: bool) -> str:
    """A hand as position texts have it, in the order of the rules page."""
    held = [(kind, hand[kind]) for kind in gungi.DIAGRAMS if hand.get(kind)]
    sentence = "".join(f"{kind.upper() if black else kind}{count}" for kind, count in held)
    return sentence or "-"


def ranks_text(board: dict[tuple[int, int], str]) -> str:
    """The ranks as position texts have them."""
    ranks = []
    for rank in range(9, 0, -1):
        sentence, empty = "", 0
        for file in range(1, 10):
            stack = board.get((file, rank), "")
            if stack:
                sentence += (str(empty) if empty else "") + (
                    stack if len(stack) == 1 else f"|{':'.join(stack)}|"
                )
            empty = 0 if stack else empty + 1
        ranks.append(sentence + (str(empty) if empty else ""))
    return "/".join(ranks)


RESTATED: dict[str, Any] = {"gungi": Gungi, "xiongqi": Xiongqi}


def gain(game: str, here: Any, one: Found) -> None:
    """The move is legal by both statements, and is what the strong search likes best."""
    rules = OPEN_GAMES[game]
    board = rules.position(one.position)
    moves, nodes = rules.choices(board), rules.budgets[-2] // 2

    def weigh(among: Sequence[int]) -> tuple[int, int]:
        line, score = worth(rules.quick(board), among, nodes=nodes, again=rules.quick(board))
        return line[0], score

    best, score = weigh(moves)
    others = [move for move in moves if move != best]
    assert [rules.text(best)] == one.answer["right"]
    if others:
        assert score - weigh(others)[1] >= GAP
    assert set(one.answer["right"]) <= RESTATED[game].legal_moves(one.position)


def ahead(game: str, here: Any, one: Found) -> None:
    """The way that foresight goes is open and ends ahead, and without foresight one ends behind.

    Every plain battle on the way, and the end, are held against the second statement.
    """
    now, line = here.now, one.answer["line"]
    assert isinstance(line, list)
    left = [*line]
    assert now.terms.rounds - now.round == nation.LEFT - 1
    assert not nation.is_ahead(nation.greedily(now))
    assert lead(nation.greedily(now)) == one.answer["greedy"]
    while not now.over:
        mine = now.turn == now.player
        move = read_move(str(left.pop(0))) if mine else decision_of(now).move
        check_move(NationView(now, Seat(now.turn), 0, None, 0, None), move)
        before, now = now, onward(now, move)
        if move.kind == "battle" and is_plain(before):
            check_battle(before, move.name)
    assert not left
    assert lead(now) == one.answer["lead"]
    powers = [nation.power for nation in now.nations if not nation.out]
    winner, _powers = restated_nation.final(powers)
    assert winner == len(powers) - 1


def is_plain(now: Any) -> bool:
    """Whether nothing but the rules of battle bears on one: no states, no effects of skills."""
    units = [unit for one in now.nations for unit in one.places if unit is not None]
    skills = [now.content.skills[unit.skill] for unit in units]
    return not (
        any(one.states for one in now.nations)
        or any(unit.states for unit in units)
        or any(skill.unit_effects + skill.nation_effects for skill in skills)
        or any(one.priority for one in skills if hasattr(one, "priority"))
    )


def check_battle(now: Any, against: str) -> None:
    """One battle, fought by the engine and by the second statement."""
    foe = next(seat for seat, one in enumerate(now.nations) if one.id == against)
    world = World(now)
    fight(world, now.turn, foe)
    mine, theirs = restated_land(now, now.turn), restated_land(now, foe)
    restated_nation.battle(mine, theirs)
    assert (world.nations[now.turn].power, world.nations[foe].power) == (mine.power, theirs.power)


def restated_land(now: Any, seat: int) -> restated_nation.Land:
    """A nation as the second statement has it."""
    return restated_nation.Land(
        now.nations[seat].power,
        {
            place: None if unit is None else restated_soldier(now, unit)
            for place, unit in zip("FMB", now.nations[seat].places[:3], strict=True)
        },
    )


def restated_soldier(now: Any, unit: Any) -> restated_nation.Soldier:
    """A unit as the second statement has it."""
    skill = now.content.skills[unit.skill]
    reach = "".join("FMB"[place] for place in places_in(skill.reach))
    return restated_nation.Soldier(
        unit.max_hp,
        unit.hp,
        unit.attack,
        reach,
        Fraction(skill.factor, 1000),
        Fraction(skill.power, 1000),
    )


def sure(game: str, here: Any, one: Found) -> None:
    """The move is the only one that is proved; the shorter wins are played out against every reply,
    where matches look so."""
    engine, seat = engine_of(game), Seat(one.seat)
    search = SURE_WINS[game]
    view = engine.view(here, Viewer.of(seat))
    found = FIND_SURE[game](view)
    assert found is not None
    assert (found.within, [str(move) for move in found.moves]) == (
        one.answer["in"],
        one.answer["right"],
    )
    if found.within <= SHORT:
        worlds = [
            here,
            *(engine.resample(here, Viewer.of(seat), Dice(b"", str(n))) for n in (1, 2)),
        ]
        assert check(engine, worlds, seat, search) == found.within


SHORT = 2
"""Longer wins have too many lines to be played out here."""
FIND_SURE: dict[str, Any] = {"gunjin": sure_in_gunjin, "seichu": sure_in_seichu}
SURE_WINS: dict[str, Any] = {
    "gunjin": partial(gunjin.sure_win, nodes=NODES["gunjin"]),
    "seichu": partial(seichu.sure_win, nodes=NODES["seichu"]),
}

PROOFS: dict[str, Callable[[str, Any, Found], None]] = {
    "kinds": kinds,
    "which": which,
    "foul": judgement,
    "doubt": judgement,
    "king": king,
    "win": win,
    "gain": gain,
    "ahead": ahead,
    "sure": sure,
}
