"""How Seichu Shogi appears on the match page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.jsontypes import JsonObject
from games.boards.kit.faces import PieceFace
from games.boards.kit.layouts import Layout
from games.boards.kit.offers import Bluffs, Offer
from games.boards.kit.scenes import (
    NO_BLUFFS,
    Aside,
    Call,
    Check,
    GamePresenter,
    HandPiece,
    News,
    Scene,
    ShownMove,
    Tray,
)
from games.boards.seichu.words import (
    BLATANT,
    Words,
    accept_sentence,
    aside_words,
    check_words,
    chooser_words,
    doubt_path,
    foul_remarks,
    hand_label,
    last_move_sentence,
    set_up_sentence,
    silence_sentence,
    words_now,
)

if TYPE_CHECKING:
    from engines.seichu.viewtypes import HandJson, SeichuViewJson

LAYOUT = Layout(files=tuple("abcd"), ranks=tuple("1234567"))

SETUPS = 2
"""The plies before the first move: each side places its army."""

KINDS = "KRBGSNLP"
"""The letters of the kinds, in the order of the rules page."""

HAND = "*"
"""After the letter of a kind, in place of a square: to be picked in the hand."""

PLAYED = ("moved", "captured", "dropped", "tried")
SAID = ("accepted", "doubted")

Known: TypeAlias = dict[str, tuple[int, str | None]]
"""By square, whose piece stands there and its letter, None where the viewer does not know it."""


def _face_down() -> SeichuViewJson:
    """Both armies in place, as an onlooker sees them."""
    return {
        "phase": "setup",
        "asked": "turn",
        "seat": None,
        "ready": [False, False],
        "to_act": [0, 1],
        "pieces": [
            {"square": file + rank, "piece": file + rank, "seat": int(rank > "4"), "kind": None}
            for rank in "1267"
            for file in "abcd"
        ],
        "taken": [],
        "hands": [{"count": 1, "kinds": None}, {"count": 1, "kinds": None}],
        "owned": ["", ""],
        "first": None,
        "moves": [],
        "plies": 0,
        "setups": [None, None],
        "outcome": None,
        "fouls": [],
    }


class SeichuPresenter(GamePresenter["SeichuViewJson"]):
    """Reads the views and events of `engines.seichu` as they are stored and sent."""

    start_view = _face_down()
    plies_before = SETUPS
    letters = KINDS

    def scene(self, view: SeichuViewJson) -> Scene:
        words = words_now()
        moves = view["moves"]
        seat = view["seat"]
        pieces = pieces_in(view)
        return Scene(
            pieces={at: (words.face_on(at, *piece),) for at, piece in pieces.items()},
            last=squares_of(_plies(moves)[-1]) if _plies(moves) else (),
            ply=sum(view["ready"]) + len(moves),
            hand=_own_hand(words, view, seat) if seat is not None and _holds(view, seat) else None,
        )

    def kind_faces(self, seat: int) -> Mapping[str, PieceFace]:
        """Return what each piece of a seat looks like, by the letter of its kind."""
        words = words_now()
        return {letter: words.face(seat, letter) for letter in KINDS}

    def offers(
        self, view: SeichuViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """The moves *legal*, ready to be picked and confirmed; fouls are named to their author."""
        words, pieces = words_now(), pieces_in(view)
        steps_first = sorted(legal, key=lambda text: (HAND in text, text))
        return tuple(
            _offer(words, pieces, view, text, bluffs) for text in steps_first if text not in ANSWERS
        )

    def calls(self, view: SeichuViewJson, legal: Sequence[str]) -> tuple[Call, ...]:
        """Return what can be said instead of moving, each with the question that is asked back."""
        if "doubt" not in legal:
            return ()
        if "accept" not in legal:
            text = _("Doubt? If there is no foul, you lose.")
            return (Call("doubt", _("Doubt"), text, is_grave=True, about=_last_move(view)),)
        cost = check_words(view["asked"])[2]
        return (
            Call("doubt", _("Doubt"), _("Doubt? %(cost)s") % {"cost": cost}),
            Call("accept", _("No Doubt"), _("No Doubt? You cannot change it afterwards.")),
        )

    def check(self, view: SeichuViewJson, legal: Sequence[str]) -> Check | None:
        """Return the question the viewer has to answer, if there is one."""
        if "accept" not in legal:
            return None
        words, asked = words_now(), view["asked"]
        plies = _plies(view["moves"])
        seat = _viewer_of(view)
        claim = squares_of(plies[-2] if asked == "capture" else plies[-1])
        kind = plies[-1][5:6] if asked == "capture" else pieces_in(view)[claim[-1]][1]
        happened, question, cost = check_words(asked)
        face = words.face(1 - seat, kind)
        sentence = f"{happened} {words.claims(claim, face.name)}"
        return Check(happened, question, cost, claim, face, sentence, silence_sentence())

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """Return what was played and said, in order, with the kinds known to *seat*."""
        return tuple(_Story(news).moves())

    def trays(self, view: SeichuViewJson) -> tuple[Tray, ...]:
        """Return what each seat has in hand, as far as known; an own hand is at the board."""
        return tuple(_tray(view, seat) for seat in (0, 1))

    def aside(self, view: SeichuViewJson) -> Aside:
        """Return what a Doubt came to, and that another player may doubt: all of it is public."""
        last = view["moves"][-1:]
        return Aside(*aside_words(view["asked"], *last or [""]))

    def remarks(self, reveal: JsonObject) -> tuple[str, ...]:
        """Return how many fouls each side committed, and who set up with one."""
        fouls = cast("Sequence[Mapping[str, Any]]", reveal["fouls"])
        counts = [sum(foul["seat"] == seat for foul in fouls) for seat in (0, 1)]
        stood = [seat for seat in (0, 1) if {"ply": 0, "seat": seat, "foul": "nifu"} in fouls]
        return foul_remarks(counts, stood) if fouls else ()

    def chooser_question(self) -> str:
        """Return what is asked where several moves go over the same squares."""
        return _("How?")


ANSWERS = ("doubt", "accept")


def pieces_in(view: SeichuViewJson) -> Known:
    """Return what stands where."""
    return {piece["square"]: (piece["seat"], piece["kind"]) for piece in view["pieces"]}


def squares_of(ply: str) -> tuple[str, ...]:
    """Return the squares of a step, first to last, or the one of a drop."""
    if HAND in ply:
        return (ply[-2:],)
    return ply[:2], ply[2:4]


def _plies(moves: Sequence[str]) -> list[str]:
    """Return the steps and drops among what was played and said."""
    return [text for text in moves if text not in ANSWERS]


def _last_move(view: SeichuViewJson) -> str:
    """Return what the other side moved last, as far as its kind is known; before that, its set-up.

    Whoever may doubt on their own turn has not moved since.
    """
    plies = _plies(view["moves"])
    if not plies:
        return set_up_sentence()
    taken = plies[-1][5:6] or None
    return last_move_sentence(_sentence(words_now(), plies[-1], None, taken))


def _viewer_of(view: SeichuViewJson) -> int:
    """The seat whose view it is: nobody else is offered or asked anything."""
    assert view["seat"] is not None
    return view["seat"]


def _holds(view: SeichuViewJson, seat: int) -> bool:
    """Whether *seat*, whose view it is, has a hand at the board: from being ready to the end."""
    return view["phase"] != "over" and view["ready"][seat]


def _own_hand(words: Words, view: SeichuViewJson, seat: int) -> tuple[HandPiece, ...]:
    kinds = _hand(view, seat)["kinds"] or ""
    return tuple(
        HandPiece(
            letter + HAND,
            words.face(seat, letter),
            kinds.count(letter),
            hand_label(words.kinds[letter], kinds.count(letter)),
        )
        for letter in dict.fromkeys(kinds)
    )


def _hand(view: SeichuViewJson, seat: int) -> HandJson:
    return view["hands"][seat]


def _tray(view: SeichuViewJson, seat: int) -> Tray:
    words, hand = words_now(), _hand(view, seat)
    is_at_the_board = view["seat"] == seat and _holds(view, seat)
    faces = [words.face(seat, letter) for letter in hand["kinds"] or ""]
    count = hand["count"]
    sentence = ngettext("%(count)s piece in hand", "%(count)s pieces in hand", count)
    return Tray(
        label=_("In hand"),
        faces=() if is_at_the_board else tuple(faces),
        count=sentence % {"count": count},
    )


def _offer(words: Words, pieces: Known, view: SeichuViewJson, action: str, bluffs: Bluffs) -> Offer:
    target = squares_of(action.rstrip("!"))[-1]
    seat = _viewer_of(view)
    if HAND in action:
        kind: str | None = action[0]
        origin, text = action[:2], words.drops(target, kind)
    else:
        origin, kind = action[:2], pieces[action[:2]][1]
        goes = words.takes if target in pieces else words.goes
        text = goes(action, kind)
    declares, silently = chooser_words()
    shade, text = _shaded(words, bluffs, action, text)
    return Offer(
        action=action,
        squares=(origin, target),
        text=words.tries(text) if action.endswith("!") else text,
        chooser=declares if action.endswith("!") else silently,
        face=words.face_on(target, seat, kind),
        captures=target in pieces,
        shade=shade,
    )


def _shaded(words: Words, bluffs: Bluffs, action: str, text: str) -> tuple[str, str]:
    """Return the shade of a move, and its sentence with the fouls named."""
    fouls, could_be_true = bluffs.get(action, ((), True))
    if not fouls:
        return "", text
    if could_be_true:
        return "bluff", words.foul(text, fouls)
    return "blatant", words.foul(text, [BLATANT if code == "movement" else code for code in fouls])


@dataclass(frozen=True, slots=True)
class _Truth:
    """What everybody learns at the end."""

    start: dict[str, str]
    dropped: tuple[Iterator[str], Iterator[str]]
    fouls: Mapping[int, list[str]]


class _Story:
    """The news of a match as moves; kinds come from the mover's own news or from the end."""

    def __init__(self, news: News) -> None:
        self.words = words_now()
        self.entries = [(kind, facts) for kind, facts in news if kind in (*PLAYED, *SAID)]
        revealed = next((facts for kind, facts in news if kind == "revealed"), None)
        self.truth = None if revealed is None else _truth(revealed)

    def moves(self) -> Iterator[ShownMove]:
        number = 0
        for ply, (kind, facts) in enumerate(self.entries, start=SETUPS + 1):
            if kind in SAID:
                yield self._said(ply, number, kind, facts)
            else:
                number += 1
                yield self._played(ply, number, facts)

    def _said(self, ply: int, number: int, kind: str, facts: JsonObject) -> ShownMove:
        seat, check = int(str(facts["seat"])), str(facts["check"])
        if kind == "doubted":
            proven = self._proven(number, check) if facts["proven"] else None
            path = doubt_path(is_proven=proven is not None)
            sentence = self.words.doubt(check, proven)
        else:
            path = sentence = accept_sentence()
        face = self.words.face(seat, None)
        return ShownMove(ply=ply, seat=seat, face=face, letter="", path=path, sentence=sentence)

    def _proven(self, number: int, check: str) -> str:
        """Return the foul that a Doubt after move *number* has proven.

        It is about that move; where it was asked about a capture, about the one before. Two pawns
        on a file, made by whatever move, are what is proven if that move was no other foul, and
        it can be one other at the most: a false move on the board, or a drop that mates.
        """
        assert self.truth is not None, "a proven Doubt ends the match, and the end reveals"
        of_move = self.truth.fouls.get(number - (check == "capture"), [])
        return next((code for code in of_move if code != "nifu"), "nifu")

    def _played(self, ply: int, number: int, facts: JsonObject) -> ShownMove:
        words, seat, move = self.words, int(str(facts["seat"])), str(facts["move"])
        kind = self._kind(seat, move, facts)
        taken = cast("str | None", facts.get("taken"))
        fouls = self.truth.fouls.get(number, []) if self.truth else []
        sentence = _sentence(words, move, kind, taken)
        squares = squares_of(move)
        mark = f"{'!' if move.endswith('!') else ''}{' ✗' if fouls else ''}"
        return ShownMove(
            ply=ply,
            seat=seat,
            face=words.face(seat, kind),
            letter=kind or "?",
            path=f"{squares[0]}×" if taken else _path(squares) + mark,
            sentence=words.foul(sentence, fouls) if fouls else sentence,
            squares=squares,
            met=words.face(1 - seat, taken) if taken else None,
            met_letter=taken or "",
            outcome=squares[-1] + mark if taken else "",
        )

    def _kind(self, seat: int, move: str, facts: JsonObject) -> str | None:
        """Return the kind that made *move*, as far as it is told."""
        if self.truth is None:
            return cast("str | None", facts.get("kind"))
        squares = squares_of(move)
        kind = next(self.truth.dropped[seat]) if HAND in move else self.truth.start.pop(squares[0])
        self.truth.start[squares[-1]] = kind
        return kind


def _sentence(words: Words, move: str, kind: str | None, taken: str | None) -> str:
    if HAND in move:
        return words.drops(move[-2:], kind)
    text = words.took(move, kind, taken) if taken else words.goes(move, kind)
    return words.tries(text) if move.endswith("!") else text


def _path(squares: Sequence[str]) -> str:
    return f"*{squares[0]}" if len(squares) == 1 else "–".join(squares)


def _truth(revealed: JsonObject) -> _Truth:
    south, north = cast("Sequence[str]", revealed["dropped"])
    fouls: dict[int, list[str]] = {}
    for foul in cast("Sequence[Mapping[str, Any]]", revealed["fouls"]):
        fouls.setdefault(foul["ply"], []).append(foul["foul"])
    start = LAYOUT.letters_on(str(revealed["start"]).upper().split(" ")[0])
    return _Truth(start, (iter(south), iter(north)), fouls)


SEICHU = SeichuPresenter()
