"""How Xiongqi appears on the match page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
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
from games.boards.xiongqi.words import Words, words_now

if TYPE_CHECKING:
    from engines.xiongqi.viewtypes import XiongqiViewJson

FILES = tuple("abcdefgh")
RANKS = tuple("12345678")
LAYOUT = Layout(FILES, RANKS, shore=4)

START_VIEW: XiongqiViewJson = {
    "board": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR",
    "to_move": 0,
    "check": False,
    "last": None,
    "captured": "",
    "ply": 0,
    "repetitions": 1,
    "outcome": None,
}

BY_WORTH = "ERCHBAS"
"""All that can be captured, the strongest first; so a soldier's promotions are offered too."""


class XiongqiPresenter(GamePresenter["XiongqiViewJson"]):
    """Reads the views and events of `engines.xiongqi` as they are stored and sent."""

    start_view = START_VIEW
    letters = "GARBHCES"

    def scene(self, view: XiongqiViewJson) -> Scene:
        words, letters = words_now(), LAYOUT.letters_on(view["board"])
        last = view["last"]
        return Scene(
            pieces={square: (words.face(letter),) for square, letter in letters.items()},
            last=(last[:2], last[2:4]) if last else (),
            checked=_checked(view, letters),
            ply=view["ply"],
        )

    def offers(
        self, view: XiongqiViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """Return the moves *legal*, ready to be picked and confirmed; all of them are true."""
        words, letters = words_now(), LAYOUT.letters_on(view["board"])
        return tuple(_offer(words, letters, text) for text in sorted(legal, key=_chooser_rank))

    def chooser_question(self) -> str:
        """Return what a soldier becomes on the last rank."""
        return _("It becomes …")

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """Return the moves played, in order; everybody is told the same."""
        words = words_now()
        moved = [facts for kind, facts in news if kind == "moved"]
        mated = any(facts.get("termination") == "checkmate" for _kind, facts in news)
        return tuple(
            _shown_move(words, ply, facts, is_mate=mated and ply == len(moved))
            for ply, facts in enumerate(moved, start=1)
        )

    def trays(self, view: XiongqiViewJson) -> tuple[Tray, ...]:
        """Return what each seat has captured, the strongest first."""
        taken = Counter(view["captured"])
        return _captured(taken, BY_WORTH.lower()), _captured(taken, BY_WORTH)


def _captured(taken: Counter[str], order: str) -> Tray:
    """Return the pieces *taken* of the letters in *order*, a pile of each kind."""
    words, kinds = words_now(), [letter for letter in order if taken[letter]]
    return Tray(
        label=_("Captured"),
        faces=tuple(words.face(letter) for letter in kinds),
        counts=tuple(taken[letter] for letter in kinds),
    )


def _checked(view: XiongqiViewJson, letters: dict[str, str]) -> str:
    """Where the general in check stands: that of the side to move, at the end of the side mated."""
    if not view["check"]:
        return ""
    to_move = view["to_move"]
    if to_move is None:
        assert view["last"] is not None, "only a move gives mate"
        mover = letters[view["last"][2:4]]
        to_move = int(mover.isupper())
    general = "Gg"[to_move]
    return next(square for square, letter in letters.items() if letter == general)


def _chooser_rank(action: str) -> tuple[str, int]:
    """By squares; moves over the same squares in the chooser's order."""
    return action[:4], BY_WORTH.index(action[5:] or "S")


def _offer(words: Words, letters: dict[str, str], action: str) -> Offer:
    origin, target, promoted = action[:2], action[2:4], action[5:]
    mover, captured = letters[origin], letters.get(target, "")
    after = (promoted if mover.isupper() else promoted.lower()) or mover
    return Offer(
        action=action,
        squares=(origin, target),
        text=words.move(action, mover, captured),
        chooser=words.kinds[after.upper()],
        face=words.face(after),
        captures=bool(captured),
    )


def _shown_move(words: Words, ply: int, facts: JsonObject, *, is_mate: bool) -> ShownMove:
    action, mover = str(facts["move"]), str(facts["piece"])
    captured = str(facts["captured"] or "")
    sentence = words.move(action, mover, captured)
    if facts["check"]:
        sentence = words.checking(sentence, is_mate=is_mate)
    return ShownMove(
        ply=ply,
        seat=int(str(facts["seat"])),
        face=words.face(mover),
        letter=mover.upper(),
        path=_path(action, captured) + _suffix(facts, is_mate=is_mate),
        sentence=sentence,
        squares=(action[:2], action[2:4]),
    )


def _path(action: str, captured: str) -> str:
    return f"{action[:2]}{'×' if captured else '–'}{action[2:]}"


def _suffix(facts: JsonObject, *, is_mate: bool) -> str:
    if not facts["check"]:
        return ""
    return "#" if is_mate else "+"


XIONGQI = XiongqiPresenter()
