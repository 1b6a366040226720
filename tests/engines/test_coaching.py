"""What a coach says holds: beginners play, and each fact is looked at again by other means.

That is, by the rules written a second time; of games that hide pieces on the true board, and on
others that look the same to whoever is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from engines.catalogue import meta_for
from engines.core.coaching import Hint
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.gunjin.pieces import KIND_OF as GUNJIN_KIND
from engines.gunjin.pieces import LETTERS as GUNJIN_LETTERS
from engines.gunjin.pieces import SEAT_OF as GUNJIN_SEAT
from engines.gunjin.proofs import sure_win as gunjin_sure
from engines.gunjin.squares import SQUARES as GUNJIN_SQUARES
from engines.registry import bot_for, engine_for
from engines.seichu.pieces import KIND_OF, LETTERS, SEAT_OF
from engines.seichu.proofs import sure_win as seichu_sure
from engines.seichu.squares import SQUARES
from tests.engines.gungi import restated as gungi
from tests.engines.gunjin import restated as gunjin
from tests.engines.seichu import restated as seichu
from tests.engines.sure_wins import check
from tests.engines.xiongqi import restated as xiongqi

LONGEST, IN_THE_GATE = 60, 20
"""Plies of a match, by night and in the gate."""
WORTH = {
    "xiongqi": dict(zip("garbhces", (0, 200, 600, 350, 350, 400, 1000, 100), strict=True)),
    "gungi": dict(
        zip(
            "mgijwnrsfdcakt",
            (4000, 900, 850, 500, 350, 350, 400, 350, 350, 200, 450, 450, 350, 400),
            strict=True,
        )
    ),
}
RESTATED = {"xiongqi": xiongqi.legal_moves, "gungi": gungi.legal_moves}


@dataclass(frozen=True)
class Moment:
    """A position with a hint to the seat that is to move."""

    game: str
    here: Any
    seat: int
    hint: Hint
    last: str

    @property
    def engine(self) -> Any:
        return engine_for(self.game, meta_for(self.game).rules_version)

    @property
    def a(self) -> str:
        return self.hint.squares[0]

    @property
    def b(self) -> str:
        return self.hint.squares[1]


def beginner(game: str, view: Any, dice: Dice) -> Any:
    """Every third move anything at all, else what the easy bot plays."""
    engine = engine_for(game, meta_for(game).rules_version)
    if dice.below(3):
        return bot_for(game, "easy").choose(view, dice)
    return engine.sample_move(view, dice)


def told(game: str, seed: int, longest: int) -> tuple[list[Moment], int]:
    """What both are told in a match of beginners, and how many moves they make."""
    engine: Any = engine_for(game, meta_for(game).rules_version)
    options = {name: values[0] for name, values in engine.meta.options.items()}
    here = engine.start(Terms(options=options), Dice(b"coach", f"{seed}.0")).position
    found, moves, last = list[Moment](), 0, ""
    for ply in range(longest):
        if not engine.to_act(here):
            break
        seat = min(engine.to_act(here))
        view, dice = engine.view(here, Viewer.of(seat)), Dice(b"coach", f"{seed}.{ply}")
        hint = engine.hint(view)
        assert engine.hint(engine.view(here, Viewer.of(Seat(1 - seat)))) is None
        if hint:
            found.append(Moment(game, here, int(seat), hint, last))
        moves += not engine.is_setting_up(here)
        move = beginner(game, view, dice)
        last = engine.codec.dump_move(move)
        here = engine.play(here, seat, move, dice).position
    return found, moves


# games that hide nothing: the rules written a second time, and material counted on the text


def text_of(moment: Moment, seat: int) -> str:
    """The position with that seat to move."""
    fields = moment.engine.codec.write(moment.here).split(" ")
    at = 1 if moment.game == "xiongqi" else 2
    fields[at] = ("SN" if moment.game == "xiongqi" else "01")[seat]
    return " ".join(fields)


def material(game: str, text: str, seat: int) -> int:
    board, is_small = text.split(" ", maxsplit=1)[0], bool(seat)
    return sum(
        WORTH[game][one.lower()] for one in board if one.isalpha() and one.islower() == is_small
    )


def goal(move: str) -> str:
    return move.split("&", maxsplit=1)[0].split("=", maxsplit=1)[0][-2:]


def made(game: str, text: str, move: str) -> tuple[str, Any]:
    """The text after that move, and how it ended."""
    engine = engine_for(game, meta_for(game).rules_version)
    here = engine.codec.read(text)
    seat = min(engine.to_act(here))
    after = engine.play(here, seat, engine.codec.load_move(move), Dice(b"", "")).position
    return engine.codec.write(after), engine.outcome(after)


def captures(game: str, text: str, seat: int, square: str) -> list[str]:
    """Moves to that square by which the other side loses material there."""
    found = []
    for move in RESTATED[game](text, square):
        if "+" not in move and "*" not in move:
            after = made(game, text, move)[0]
            if material(game, after, 1 - seat) < material(game, text, 1 - seat):
                found.append(move)
    return found


def exchanged(game: str, text: str, seat: int, move: str) -> int:
    """What *seat* wins by a capture, both going on there as long as it pays."""
    after, ended = made(game, text, move)
    won = material(game, text, 1 - seat) - material(game, after, 1 - seat)
    if ended:
        return won
    back = captures(game, after, 1 - seat, goal(move))
    return won - max([0, *(exchanged(game, after, 1 - seat, other) for other in back)])


def wins_at(moment: Moment, seat: int) -> bool:
    text = text_of(moment, seat)
    ends = (made(moment.game, text, move)[1] for move in RESTATED[moment.game](text, moment.a))
    return any(ended and ended.winners == {seat} for ended in ends)


def takes(moment: Moment, seat: int) -> str:
    """The capture of *seat* from the second square of the hint on the first."""
    found = captures(moment.game, text_of(moment, seat), seat, moment.a)
    return next(move for move in found if move.startswith(moment.b))


def is_free(moment: Moment, seat: int) -> bool:
    after, _ended = made(moment.game, text_of(moment, seat), takes(moment, seat))
    return not captures(moment.game, after, 1 - seat, moment.a)


def pays(moment: Moment, seat: int) -> bool:
    return exchanged(moment.game, text_of(moment, seat), seat, takes(moment, seat)) > 0


def is_safe(moment: Moment, *, is_drop: bool = False) -> bool:
    """Whether the move from the first square to the second, or a drop, meets no capture there."""
    text, target = text_of(moment, moment.seat), moment.a if is_drop else moment.b
    sign = "*" if is_drop else ""
    found = [
        move
        for move in RESTATED[moment.game](text, target)
        if (sign in move if is_drop else move.startswith(moment.a))
    ]
    return any(
        not captures(moment.game, made(moment.game, text, move)[0], 1 - moment.seat, target)
        for move in found
    )


def is_past(moment: Moment) -> bool:
    """Whether a soldier of the reader on the first square is past the river."""
    is_there = (moment.a[1] >= "5") == (moment.seat == 0)
    return is_there and letter_at(moment, moment.a) == "Ss"[moment.seat]


def letter_at(moment: Moment, square: str) -> str:
    rank = moment.engine.codec.write(moment.here).split(" ")[0].split("/")[-int(square[1])]
    row = "".join("." * int(one) if one.isdigit() else one for one in rank)
    return row["abcdefgh".index(square[0])]


def is_check(moment: Moment) -> bool:
    """Whether the one on the second square reaches the king on the first."""
    if moment.game == "xiongqi":
        board, _south = xiongqi.read(text_of(moment, moment.seat))
        king, by = (("?abcdefgh".index(one[0]), int(one[1])) for one in moment.hint.squares)
        return board[king] in "Gg" and xiongqi.reaches(board, by, king)
    game = gungi.read(text_of(moment, moment.seat))
    king, by = (
        next(at for at in game.board if gungi.name(at) == square) for square in moment.hint.squares
    )
    return game.board[king][-1] in "Mm" and gungi.can_capture(game, game.board, by, king)


Check = Callable[[Moment], bool]
OPEN: dict[str, Check] = {
    "check": is_check,
    "mate": lambda m: wins_at(m, m.seat),
    "mate-threat": lambda m: wins_at(m, 1 - m.seat),
    "gift": lambda m: is_free(m, m.seat) and goal(m.last) == m.a,
    "free": lambda m: is_free(m, m.seat),
    "exchange": lambda m: pays(m, m.seat),
    "hangs": lambda m: is_free(m, 1 - m.seat),
    "outnumbered": lambda m: pays(m, 1 - m.seat),
    "develop": lambda m: is_safe(m) and (m.a[1] in "12" if m.seat == 0 else m.a[1] in "78"),
    "room": lambda m: is_safe(m) and letter_at(m, m.a) == "Ss"[m.seat],
    "advance": lambda m: is_safe(m) and is_past(m),
    "tower": is_safe,
    "drop": lambda m: is_safe(m, is_drop=True),
}


# games that hide pieces: what is said holds on the true board, and on others that look the same

WORLDS = 2
"""So many other positions with the same view are looked at besides the true one."""
COST = {
    **dict(zip("XGLMCKJABD", (120, 120, 95, 85, 60, 55, 50, 24, 20, 16), strict=True)),
    **dict(zip("PTHESF", (80, 60, 18, 40, 30, 40), strict=True)),
}
"""What pieces of Gunjin Shogi are worth to their side."""


def wins_for_sure(moment: Moment, sure_win: Any) -> bool:
    """Whether the move is that of a sure win; shorter ones are played out against every reply."""
    seat, search = Seat(moment.seat), partial(sure_win, nodes=8_000)
    win = search(moment.engine.view(moment.here, Viewer.of(seat)))
    if win is None or str(win.move) != "".join(moment.hint.squares):
        return False
    return win.within > 2 or check(moment.engine, [moment.here], seat, search) == win.within


def gunjin_board(here: Any) -> gunjin.Board:
    """The board by names, from the numbers of the pieces."""
    return {
        name: letter.lower() if GUNJIN_SEAT[piece] else letter
        for name, piece in zip(GUNJIN_SQUARES, here.board, strict=True)
        if (letter := GUNJIN_LETTERS[GUNJIN_KIND[piece]]) and piece
    }


def _gunjin(moment: Moment) -> bool:
    board, seat, hint = gunjin_board(moment.here), moment.seat, moment.hint
    names = list(GUNJIN_SQUARES)
    went = [names[target] for _origin, target, _result in moment.here.record]

    def attacks(owner: int, origin: str, target: str) -> bool:
        is_own = origin in board and gunjin.seat_of(board[origin]) == owner
        is_fight = target in board and gunjin.seat_of(board[target]) == 1 - owner
        return is_own and is_fight and target in gunjin.targets(board, origin)

    match hint.code:
        case "enter":
            after = gunjin.Match(board, seat)
            after.play(moment.a + moment.b)
            return after.over == ("occupation", {seat})
        case "beats":
            fight = moment.b, moment.a
            return attacks(seat, *fight) and gunjin.battle(board, *fight) == "+"
        case "loses":
            fight = moment.b, moment.a
            return attacks(1 - seat, *fight) and gunjin.battle(board, *fight) == "+"
        case "intruder":
            is_beside = moment.b in {way[0] for way in gunjin.ways(moment.a)}
            is_theirs = gunjin.seat_of(board[moment.a]) == 1 - seat
            return is_beside and is_theirs and moment.b == ("d1", "d6")[seat] not in board
        case "known":
            return board[moment.a].upper() in hint.kinds and moment.a in went[-2:]
        case "mine":  # nothing has ever gone there: it has not moved, and met nobody
            is_beaten = gunjin.duel(board[moment.a].upper(), "X") == "+"
            return attacks(seat, *hint.squares) and not is_beaten and moment.b not in went
        case "scout":
            senders = [origin for origin in board if attacks(seat, origin, moment.b)]
            cost = {origin: COST[board[origin].upper()] for origin in senders}
            return moment.a in cost and cost[moment.a] == min(cost.values())
        case "guard":
            home = [moment.a, *(way[0] for way in gunjin.ways(moment.a))]
            return all(one not in board or gunjin.seat_of(board[one]) != seat for one in home)
    return False


def _gunjin_or_sure(moment: Moment) -> bool:
    is_sure = moment.hint.code == "sure"
    return wins_for_sure(moment, gunjin_sure) if is_sure else _gunjin(moment)


def seichu_board(here: Any) -> seichu.Board:
    """The board by names, from the numbers of the pieces."""
    return {
        name: letter.lower() if SEAT_OF[piece] else letter
        for name, piece in zip(SQUARES, here.board, strict=True)
        if (letter := LETTERS[KIND_OF[piece]]) and piece
    }


@dataclass(frozen=True)
class SeichuSight:
    """A board of Seichu Shogi, and who is told."""

    board: seichu.Board
    seat: int

    def is_own(self, square: str) -> bool:
        return square in self.board and seichu.seat_of(self.board[square]) == self.seat

    def is_king(self, square: str) -> bool:
        return self.board[square] == "Kk"[self.seat]

    def goes(self, origin: str, target: str) -> bool:
        return origin in self.board and target in seichu.targets(self.board, origin)

    def takes(self, origin: str, target: str) -> bool:
        """Whether one side truly can, and the other side cannot truly take back there."""
        is_capture = target in self.board and self.goes(origin, target)
        after = {square: piece for square, piece in self.board.items() if square != origin}
        after[target] = self.board[origin]
        by = seichu.seat_of(self.board[origin])
        return is_capture and not seichu.is_attacked(after, target, 1 - by)


def _seichu(moment: Moment) -> bool:
    code, a, b = (moment.hint.code, *moment.hint.squares, "")[:3]
    sight = SeichuSight(seichu_board(moment.here), moment.seat)
    facts: dict[str, Callable[[], bool]] = {
        "sure": lambda: wins_for_sure(moment, seichu_sure),
        "king-attacked": lambda: sight.is_king(a) and not sight.is_own(b) and sight.goes(b, a),
        "king-risk": lambda: sight.is_king(a) and is_risk(moment, sight),
        "trial": lambda: (
            sight.is_king(a) and b[1] == seichu.last_rank(moment.seat) and sight.goes(a, b)
        ),
        "free": lambda: sight.is_own(b) and sight.takes(b, a),
        "hangs": lambda: sight.is_own(a) and sight.takes(b, a),
        "camp": lambda: sight.is_own(a) and sight.goes(a, b) and enters(sight, a, b),
        "two-pawns": lambda: sight.board[a] == "Pp"[moment.seat] and is_foul_twice(sight, a),
    }
    return facts[code]()


def is_risk(moment: Moment, sight: SeichuSight) -> bool:
    """Whether the piece that has just moved attacks the king if it is, and only if it is, one of
    the kinds that are named."""
    king, by = moment.hint.squares
    last = next(played for played in reversed(moment.here.record) if played.is_ply)
    is_named = sight.board[by].upper() in moment.hint.kinds
    able = (king in seichu.targets(sight.board, by, letter) for letter in moment.hint.kinds)
    return last.target == SQUARES[by] and all(able) and sight.goes(by, king) == is_named


def is_foul_twice(sight: SeichuSight, square: str) -> bool:
    """Whether another piece of that kind anywhere on its file would be a foul."""
    own = sight.board[square]
    beside = [other for other in SQUARES if other[0] == square[0] and other != square]
    return all(seichu.has_nifu({**sight.board, other: own}, sight.seat) for other in beside)


def enters(sight: SeichuSight, origin: str, target: str) -> bool:
    """Whether a piece that promotes comes into the enemy camp."""
    inside = [seichu.is_in_enemy_camp(square, sight.seat) for square in (origin, target)]
    return inside == [False, True] and sight.board[origin].upper() not in "KG"


def in_every_world(holds: Check) -> Check:
    """What a coach says follows from the view: it holds in whatever position looks the same."""

    def check(moment: Moment) -> bool:
        eyes, label = Viewer.of(Seat(moment.seat)), moment.last
        others = (
            moment.engine.resample(moment.here, eyes, Dice(b"coach", f"{label}.{number}"))
            for number in range(WORLDS)
        )
        return all(holds(replace(moment, here=here)) for here in (moment.here, *others))

    return check


HOLDS: dict[str, Check] = {
    "xiongqi": lambda moment: OPEN[moment.hint.code](moment),
    "gungi": lambda moment: OPEN[moment.hint.code](moment),
    "gunjin": in_every_world(_gunjin_or_sure),
    "seichu": in_every_world(_seichu),
}


FIVES = [range(first, first + 5) for first in range(1, 51, 5)]
"""With four games two hundred matches, by night."""


@pytest.mark.parametrize("game", HOLDS)
@pytest.mark.parametrize(
    "seeds",
    [range(1), *(pytest.param(five, marks=pytest.mark.prove) for five in FIVES)],
    ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}",
)
def test_no_sentence_is_false(game: str, seeds: range) -> None:
    """With `-s`: of how many moves each thing is said."""
    said, moves = Counter[str](), 0
    for seed in seeds:
        moments, made = told(game, seed, LONGEST if len(seeds) > 1 else IN_THE_GATE)
        moves += made
        said.update(moment.hint.code for moment in moments)
        for moment in moments:
            assert HOLDS[game](moment), (game, seed, moment.hint, moment.last)
    print(f"{game}: {moves} moves, {sum(said.values())} sentences: {dict(said.most_common())}")
    assert 0 < sum(said.values()) < moves


BROKEN: dict[str, tuple[str, Any]] = {
    "xiongqi": ("engines.core.coaching.captures_on", lambda *_arguments: []),
    "gungi": ("engines.core.coaching.captures_on", lambda *_arguments: []),
    "gunjin": ("engines.gunjin.coaching._Sight._surely_beats", lambda *_arguments: True),
    "seichu": (
        "engines.seichu.coaching._Sight._reaching",
        lambda sight, _board, origin, _target: sight.kinds[origin],
    ),
}
"""A line of each coach, gone wrong."""


@pytest.mark.parametrize("game", BROKEN)
def test_a_coach_that_is_wrong_is_found_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beginners have soon made a move after which it says something false."""
    monkeypatch.setattr(*BROKEN[game])
    found = (
        moment
        for seed in range(3)
        for moment in told(game, seed, LONGEST)[0]
        if not HOLDS[game](moment)
    )
    assert next(found, None) is not None
