"""How Gunjin Shogi appears on the match page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from engines.gunjin.meta import META, PLACING
from games.boards.gunjin.words import Words, places, words_now
from games.boards.kit.faces import PieceFace
from games.boards.kit.layouts import Layout
from games.boards.kit.offers import Bluffs, Offer
from games.boards.kit.scenes import (
    NO_BLUFFS,
    GamePresenter,
    News,
    Scene,
    ShownMove,
    Tray,
)

if TYPE_CHECKING:
    from engines.gunjin.viewtypes import GunjinViewJson, PieceJson

LAYOUT = Layout(
    files=tuple("abcdefgh"),
    ranks=tuple("123456"),
    wide={"d1": 2, "d6": 2},
    shore=3,
    bridges=frozenset("bg"),
)

SETUPS = 2
"""The plies before the first step: each side places its army."""

RANKING = "GLMCKJABDPTHESXF"
"""The letters of the kinds, in the order of the rules page."""

LEFT_BY_SIGN = {"": "", "+": "attacker", "-": "defender", "=": "nobody"}
"""Who is left after a step, by the sign a view gives it; nothing after one without a battle."""

SIGN_BY_LEFT = {left: sign.replace("-", "−") for sign, left in LEFT_BY_SIGN.items()}

Known: TypeAlias = dict[str, tuple[int, str | None]]
"""By square, whose piece stands there and its letter, None where the viewer does not know it."""


def _face_down() -> GunjinViewJson:
    """Both armies in place, as an onlooker sees them."""
    rows = LAYOUT.rows(is_turned=False)
    squares = sorted(spot.square for _rank, row in rows for spot in row)
    return {
        "phase": "setup",
        "seat": None,
        "ready": [False, False],
        "to_act": [0, 1],
        "pieces": [
            {"square": square, "start": square, "seat": int(square[1] > "3"), "kind": None}
            for square in squares
        ],
        "fallen": [],
        "first": None,
        "moves": [],
        "quiet": 0,
        "repetitions": 1,
        "setups": [None, None],
        "outcome": None,
        "armies": [PLACING.pieces, PLACING.pieces],
    }


class GunjinPresenter(GamePresenter["GunjinViewJson"]):
    """Reads the views and events of `engines.gunjin` as they are stored and sent."""

    start_view = _face_down()
    plies_before = SETUPS
    letters = RANKING
    has_battles = True

    def scene(self, view: GunjinViewJson) -> Scene:
        words = words_now()
        moves = view["moves"]
        last = moves[-1] if moves else ""
        return Scene(
            pieces={at: (words.face(*piece),) for at, piece in pieces_in(view).items()},
            last=(last[:2], last[2:4]) if last else (),
            ply=sum(view["ready"]) + len(moves),
            left=LEFT_BY_SIGN[last[4:]],
        )

    def places(self) -> Mapping[str, str]:
        """Return what squares are called where their bare name does not say enough."""
        return places()

    def kind_faces(self, seat: int) -> Mapping[str, PieceFace]:
        words = words_now()
        return {letter: words.face(seat, letter) for letter in META.kinds}

    def offers(
        self, view: GunjinViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """Return the moves *legal*, ready to be picked and confirmed; all of them are true."""
        words, known = words_now(), pieces_in(view)
        return tuple(_offer(words, known, text) for text in sorted(legal))

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """Return the moves played, in order, with the kinds that the viewer in *seat* knows."""
        words = words_now()
        steps = [facts for kind, facts in news if kind in ("moved", "fought")]
        opened = next((facts for kind, facts in news if kind == "revealed"), None)
        kinds = _seen_by(steps, seat) if opened is None else _revealed(steps, str(opened["start"]))
        return tuple(
            _shown_move(words, ply, facts, *pair)
            for ply, (facts, pair) in enumerate(zip(steps, kinds, strict=True), start=SETUPS + 1)
        )

    def trays(self, view: GunjinViewJson) -> tuple[Tray, ...]:
        """For each seat how much of the army is left, and what has fallen of it, if known."""
        return tuple(_tray(view, seat) for seat in (0, 1))


def pieces_in(view: GunjinViewJson) -> Known:
    """Return what stands where."""
    return {piece["square"]: _piece(piece) for piece in view["pieces"]}


def _piece(piece: PieceJson) -> tuple[int, str | None]:
    return piece["seat"], piece["kind"]


def _offer(words: Words, known: Known, action: str) -> Offer:
    origin, target = action[:2], action[2:4]
    seat, kind = known[origin]
    if target in known:
        text = words.attacks(action, kind, known[target][1])
    else:
        text = words.goes(action, kind)
    return Offer(
        action=action,
        squares=(origin, target),
        text=text,
        face=words.face(seat, kind),
        captures=target in known,
    )


Pair: TypeAlias = tuple[str | None, str | None]
"""The letters of who moved and of who was attacked, as far as the viewer knows them."""


def _seen_by(steps: Sequence[JsonObject], seat: int | None) -> Iterator[Pair]:
    """Yield what the viewer in *seat* was told at each step: the own kind."""
    for facts in steps:
        own = cast("str | None", facts.get("kind"))
        yield (own, None) if facts["seat"] == seat else (None, own)


def _revealed(steps: Sequence[JsonObject], start: str) -> Iterator[Pair]:
    """Yield who really moved and was attacked at each step, now that the beginning is known."""
    standing = LAYOUT.letters_on(start.upper())
    for facts in steps:
        move = str(facts["move"])
        mover, attacked = standing.pop(move[:2]), standing.pop(move[2:4], None)
        left = facts.get("left", "attacker")  # a step without a battle ends like one won
        if left != "nobody":
            standing[move[2:4]] = mover if left == "attacker" else str(attacked)
        yield mover, attacked


def _shown_move(
    words: Words, ply: int, facts: JsonObject, mover: str | None, attacked: str | None
) -> ShownMove:
    seat, move, left = int(str(facts["seat"])), str(facts["move"]), str(facts.get("left", ""))
    sentence = words.fought(move, mover, attacked, left) if left else words.goes(move, mover)
    return ShownMove(
        ply=ply,
        seat=seat,
        face=words.face(seat, mover),
        letter=mover or "",
        path=f"{move[:2]}×" if left else f"{move[:2]}–{move[2:4]}",
        sentence=sentence,
        squares=(move[:2], move[2:4]),
        met=words.face(1 - seat, attacked) if left else None,
        met_letter=attacked or "",
        outcome=f"{move[2:4]}{SIGN_BY_LEFT[left]}" if left else "",
    )


def _tray(view: GunjinViewJson, seat: int) -> Tray:
    words = words_now()
    fallen = [_piece(piece) for piece in view["fallen"] if piece["seat"] == seat]
    standing = [] if view["phase"] == "setup" else view["pieces"]
    left = sum(piece["seat"] == seat for piece in standing)
    known = [words.face(*piece) for piece in fallen if piece[1] is not None]
    return Tray(
        label=_("Captured"),
        faces=tuple(_by_rank(known)),
        count=_("%(count)s left") % {"count": left} if left or fallen else "",
    )


def _by_rank(faces: Sequence[PieceFace]) -> list[PieceFace]:
    """Return the highest first, as the rules list them."""
    return sorted(faces, key=lambda face: RANKING.index(face.sign))


GUNJIN = GunjinPresenter()
