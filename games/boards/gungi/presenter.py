"""How Gungi appears on the match page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from games.boards.gungi.reading import (
    DONE,
    KINDS,
    Stacks,
    front_of,
    left_on,
    read_board,
    read_hand,
    read_ply,
    seat_of,
    taken_from,
)
from games.boards.gungi.words import SIDE_KEYS, Words, words_now
from games.boards.kit.faces import PieceFace
from games.boards.kit.offers import Bluffs, Offer
from games.boards.kit.scenes import (
    NO_BLUFFS,
    Call,
    GamePresenter,
    HandPiece,
    News,
    Scene,
    ShownMove,
    Tray,
)

if TYPE_CHECKING:
    from engines.gungi.viewtypes import GungiViewJson

START_VIEW: GungiViewJson = {
    "board": "3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1/3GMI3",
    "hands": ["J2N2R1S1D1C1K1T1", "j2n2r1s1d1c1k1t1"],
    "rules": "guide",
    "to_move": 0,
    "placing": [],
    "check": False,
    "last": None,
    "ply": 0,
    "repetitions": 1,
    "outcome": None,
}

OFFICIAL_DONE = "終"
"""The end of setting up, in the official notation."""

_INTRO = "3img3/1s2n2s1/d1fwdwf1d/9/9/9/D1FWDWF1D/1S2N2S1/3GMI3"
_EMPTY = "/".join(["9"] * 9)
_ALL = "M1G1I1J2W2N3R2S2F2D4C1A2K1T1"
_STARTS = {
    "intro": (_INTRO, "J2N2R2D1"),
    "beginner": (START_VIEW["board"], "J2N2R1S1D1"),
    "intermediate": (_EMPTY, _ALL),
    "advanced": (_EMPTY, _ALL),
}
"""Where the rule sets begin, and the hand of both sides, where it is not as in the guide."""

HAND = "*"
"""After the letter of a kind, in place of a square: to be picked in the hand."""


@dataclass(frozen=True, slots=True)
class GungiScene(Scene):
    """A board, with what both sides may do from their hands: all of it is public."""

    hands: tuple[tuple[HandPiece, ...], ...] = ()
    """By seat."""
    fronts: tuple[str, ...] = ("", "")
    """By seat, the rank beyond which it may not drop; empty while sides are set up."""


class GungiPresenter(GamePresenter["GungiViewJson"]):
    """Reads the views and events of `engines.gungi` as they are stored and sent."""

    start_view = START_VIEW
    letters = KINDS

    def scene(self, view: GungiViewJson) -> Scene:
        words, stacks, last = words_now(), read_board(view["board"]), view["last"]
        is_played = not view["placing"]
        return GungiScene(
            pieces={at: tuple(map(words.face, stack)) for at, stack in stacks.items()},
            last=squares_of(last) if last else (),
            checked=_checked(view, stacks),
            ply=view["ply"],
            hands=tuple(_hand(words, view, seat) for seat in (0, 1)),
            fronts=tuple(front_of(stacks, seat) if is_played else "" for seat in (0, 1)),
        )

    def offers(
        self, view: GungiViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """Return the moves *legal*, in the engine's order: to capture comes before to stack."""
        words, stacks, seat = words_now(), read_board(view["board"]), view["to_move"] or 0
        return tuple(_offer(words, stacks, seat, text) for text in legal if text != DONE)

    def calls(self, view: GungiViewJson, legal: Sequence[str]) -> tuple[Call, ...]:
        """To be done with placing."""
        if DONE not in legal:
            return ()
        text = _("Done placing? What you have left is your hand.")
        return (Call(DONE, _("Done"), text),)

    def chooser_question(self) -> str:
        """Return what is asked where there is more than one thing to do on a square."""
        return _("Capture or stack?")

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """Return the moves played, setting up included; everybody is told the same."""
        return tuple(_shown_moves(news))

    def trays(self, view: GungiViewJson) -> tuple[Tray, ...]:
        """Return what each seat has in hand."""
        return tuple(_tray(view, seat) for seat in (0, 1))


def start_view_by(options: Mapping[str, str]) -> GungiViewJson:
    """Return what is shown before a match by these options has begun."""
    rules = options.get("rules", START_VIEW["rules"])
    board, hand = _STARTS.get(rules, (START_VIEW["board"], START_VIEW["hands"][0]))
    view: GungiViewJson = {**START_VIEW, "rules": rules, "board": board}
    view["hands"] = [hand, hand.lower()]
    if board == _EMPTY:
        view["placing"], view["repetitions"] = [0, 1], 0
    return view


def squares_of(text: str) -> tuple[str, ...]:
    """Return the squares of a move, first to last; the one of a drop, none of `DONE`."""
    if text == DONE:
        return ()
    ply = read_ply(text)
    return (ply.target,) if ply.is_from_hand else (ply.origin, ply.target)


def _hand(words: Words, view: GungiViewJson, seat: int) -> tuple[HandPiece, ...]:
    return tuple(
        HandPiece(
            square=kind.lower() + HAND,
            face=words.face(_letter(kind, seat)),
            count=count,
            label=words.in_hand % {"piece": words.kinds[kind], "count": count},
        )
        for kind, count in read_hand(view["hands"][seat]).items()
    )


def _tray(view: GungiViewJson, seat: int) -> Tray:
    words, held = words_now(), read_hand(view["hands"][seat])
    faces = tuple(words.face(_letter(kind, seat)) for kind in held)
    return Tray(label=_("In hand"), faces=faces, counts=tuple(held.values()))


def _letter(kind: str, seat: int) -> str:
    return kind.lower() if seat else kind


def _checked(view: GungiViewJson, stacks: Stacks) -> str:
    """Where the marshal in check stands: that of the side to move, at the end of the side mated."""
    to_move, last = view["to_move"], view["last"]
    if not view["check"] or (to_move is None and last in (None, DONE)):
        return ""
    if to_move is None:
        assert last is not None
        to_move = 1 - seat_of(stacks[squares_of(last)[-1]][-1])
    marshal = _letter("M", to_move)
    return next((square for square, stack in stacks.items() if stack[-1] == marshal), "")


def _offer(words: Words, stacks: Stacks, seat: int, action: str) -> Offer:
    ply = read_ply(action)
    onto = stacks.get(ply.target, "")
    mover = _letter(ply.origin.upper(), seat) if ply.is_from_hand else stacks[ply.origin][-1]
    taken = taken_from(onto, seat) if ply.sign == "x" else ""
    text = words.move(ply, mover, onto, taken)
    return Offer(
        action=action,
        squares=(ply.origin + (HAND if ply.is_from_hand else ""), ply.target),
        text=words.won_over(text, words.levels(onto, ply.levels)) if ply.levels else text,
        chooser=words.choice(ply, onto, taken) if onto else "",
        face=words.face(mover),
        stack=tuple(map(words.face, left_on(onto, seat, ply) + mover)) if onto else (),
        captures=ply.sign == "x",
    )


def _shown_moves(news: News) -> Iterator[ShownMove]:
    """Yield every ply; that a side is done by itself, its hand being empty, is none."""
    words, number = words_now(), 0
    plies = [entry for entry in news if _is_ply(*entry)]
    mated = any(facts.get("termination") == "checkmate" for _kind, facts in news)
    for number, (kind, facts) in enumerate(plies, start=1):
        if kind == "ready":
            yield _shown_done(words, number, facts)
        else:
            yield _shown_move(words, number, facts, is_mate=mated and number == len(plies))


def _is_ply(kind: str, facts: JsonObject) -> bool:
    return kind in ("moved", "placed") or (kind == "ready" and bool(facts["declared"]))


def _shown_done(words: Words, number: int, facts: JsonObject) -> ShownMove:
    seat = int(str(facts["seat"]))
    face = PieceFace(SIDE_KEYS[seat], "", words.done, "")
    return ShownMove(number, seat, face, "", words.done, words.done, also=OFFICIAL_DONE)


def _shown_move(words: Words, number: int, facts: JsonObject, *, is_mate: bool) -> ShownMove:
    ply, letter = read_ply(str(facts["move"])), str(facts["piece"])
    taken = "".join(cast("list[str]", facts.get("captured", [])))
    betrayed = cast("list[str]", facts.get("betrayed", []))
    sentence = words.move(ply, letter, "x" * (int(str(facts["tier"])) - 1), taken)
    if betrayed:
        sentence = words.won_over(sentence, words.named(betrayed))
    if facts.get("check"):
        sentence = words.checking(sentence, is_mate=is_mate)
    return ShownMove(
        ply=number,
        seat=int(str(facts["seat"])),
        face=words.face(letter),
        letter=letter.upper(),
        path=ply.path + _suffix(facts, is_mate=is_mate),
        sentence=sentence,
        squares=squares_of(str(facts["move"])),
        also=str(facts["official"]),
    )


def _suffix(facts: JsonObject, *, is_mate: bool) -> str:
    if not facts.get("check"):
        return ""
    return "#" if is_mate else "+"


GUNGI = GungiPresenter()
