"""Positions and moves of Gungi as people paste them, those of gungi.js among them.

gungi.js calls our Black white, whose pieces are capitals there as well, and numbers the rule sets.
It writes a move as kind, row, file and tier of where it begins and ends: ``兵(7-5-1)(6-5-1)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.core.errors import InvalidMove
from engines.core.pasted import (
    BadText,
    Pasted,
    bare,
    check_ended,
    fields_of,
    seat_in,
    squares_of,
)
from engines.core.seats import Seat
from engines.gungi.board import Hand
from engines.gungi.foreign import NUMBERED
from engines.gungi.meta import RULE_SETS
from engines.gungi.moves import CAPTURE, DROP, FINISHED, GO, PLACE, STACK, Move, read_move
from engines.gungi.pieces import EMPTY, KANJI, KIND_LETTERS, KINDS, PIECES, kind_of, seat_of
from engines.gungi.position import Position, Stacks, Start
from engines.gungi.rulesets import BY_NAME
from engines.gungi.stacks import HEIGHT, TALLEST, piece_at, stack_of
from engines.gungi.text import check, write_text

_SIDES = (("0", "w"), ("1", "b"))
_PLACING = {
    "-": (),
    "01": (Seat(0), Seat(1)),
    "wb": (Seat(0), Seat(1)),
    "bw": (Seat(0), Seat(1)),
    "1": (Seat(1),),
    "b": (Seat(1),),
}
_SQUARE = re.compile(r"\|([^|]*)\||(.)")
_HELD = re.compile(r"([a-z])([0-9]?)", re.IGNORECASE)

_OWN = re.compile(r"([a-i][1-9])[-:]*([x+]?)[-:]*([a-i][1-9])(?:&([12,]+))?")
_OWN_HAND = re.compile(r"([a-z])([*@])([a-i][1-9])(?:&([12,]+))?")
_KIND = f"[{KANJI[1:]}]"
_PLACE = r"\(?([1-9])-([1-9])-[1-3]\)?"
_THEIRS = re.compile(
    rf"(新?)({_KIND})(?:{_PLACE})?(取?){_PLACE}(付?)(?:返({_KIND}+))?(?P<done>終?)[勝停]?"
)


_NO_HANDS = ((0,) * (len(KINDS) + 1),) * 2


def read_pasted(text: str) -> Pasted:
    """Return the position that *text* describes; BadText."""
    ranks, fields = fields_of(text)
    stacks, hands = _stacks(ranks), _hands(fields)
    seat, rules = _turn_and_rules(fields)
    placing = _placing(fields)
    start = Start(stacks, hands or _NO_HANDS, Seat(seat or 0), rules or RULE_SETS[0], placing)
    check(start)
    left_out = {
        "hands-assumed": hands is None,
        "black-assumed": seat is None,
        "rules-assumed": not rules,
    }
    return Pasted(write_text(start), tuple(code for code, is_out in left_out.items() if is_out))


class Words:
    """Reads the moves of one line.

    In gungi.js a side is done with the word of its last placement; here that is a move of its
    own, made when it is that side's turn again.
    """

    def __init__(self) -> None:
        self._done = set[Seat]()

    def moves(self, position: Position, word: str) -> tuple[str, ...]:
        """Return the moves that *word* spells: ``"E3-E4"``, ``"新兵(7-5-2)付"``; InvalidMove."""
        text = bare(word)
        found = _THEIRS.fullmatch(text)
        if found is None:
            return (str(_own(text.lower())),)
        move = _theirs(position, found)
        if found["done"]:
            self._done.add(position.to_move)
        return (str(move),)

    def rest(self, position: Position) -> tuple[str, ...]:
        """That a side is done, once it is its turn again."""
        seat = position.to_move
        is_done = seat in self._done and seat in position.now.placing
        self._done.discard(seat)
        return (str(FINISHED),) if is_done else ()


def _own(text: str) -> Move:
    """A move as our rules page writes it, but for case and punctuation."""
    if (found := _OWN.fullmatch(text)) or (found := _OWN_HAND.fullmatch(text)):
        origin, sign, target, levels = found.groups()
    else:
        return read_move(text)
    return read_move(f"{origin}{sign}{target}" + (f"&{levels}" if levels else ""))


def _theirs(position: Position, found: re.Match[str]) -> Move:
    """A move as gungi.js writes it."""
    new, sign, row, file, taken, to_row, to_file, tower, kinds, _done = found.groups()
    kind, target = KANJI.index(sign), _square(to_row, to_file)
    stacks, seat = position.now.stacks, position.to_move
    levels = _levels(stacks[target], seat, kinds or "")
    if new:
        return Move(PLACE if seat in position.now.placing else DROP, kind, target, levels)
    if row is None:
        raise InvalidMove("from where?")
    origin = _square(row, file)
    if kind_of(stacks[origin] & 31) != kind:
        raise InvalidMove("another piece stands there")
    return Move(CAPTURE if taken else STACK if tower or kinds else GO, origin, target, levels)


def _levels(stack: int, seat: int, kinds: str) -> tuple[int, ...]:
    """The levels of *stack* on which the enemy's pieces of those kinds stand; InvalidMove."""
    levels = list[int]()
    standing = {level: piece_at(stack, level) for level in range(1, HEIGHT[stack] + 1)}
    for sign in kinds:
        fits = (
            level
            for level, piece in standing.items()
            if level not in levels and seat_of(piece) != seat and KANJI[kind_of(piece)] == sign
        )
        level = next(fits, None)
        if level is None:
            raise InvalidMove("no such piece to betray")
        levels.append(level)
    return tuple(sorted(levels))


def _square(row: str, file: str) -> int:
    """A square by its row from White's side and its file from the right."""
    return (9 - int(row)) * 9 + 9 - int(file)


def _stacks(field: str) -> Stacks:
    return squares_of(field, 9, _rank)


def _rank(number: int, text: str) -> Iterator[int]:
    for tower, letter in _SQUARE.findall(text):
        if letter.isascii() and letter.isdigit():
            yield from [EMPTY] * int(letter)
            continue
        pieces = tower.split(":") if tower or not letter else [letter]
        for piece in pieces:
            if piece not in PIECES:
                raise BadText("no-such-piece", letter=piece[:20] or "|", rank=number)
        if len(pieces) > TALLEST:
            raise BadText("stack-too-tall", height=TALLEST)
        yield stack_of(PIECES[piece] for piece in pieces)


def _hands(fields: list[str]) -> tuple[Hand, Hand] | None:
    """Take the hands, whatever the order of their kinds and of the two; None if there are none."""
    if not fields or "/" not in fields[0]:
        return None
    first, _, second = fields.pop(0).partition("/")
    if first.islower() or second.isupper():
        first, second = second, first
    return _hand(first, is_upper=True), _hand(second, is_upper=False)


def _turn_and_rules(fields: list[str]) -> tuple[int | None, str]:
    """Take whose turn it is, None if the text does not say; and the rule set, "" likewise."""
    if fields and fields[0].casefold() in BY_NAME:
        return None, fields.pop(0).casefold()
    is_theirs = bool(fields) and fields[0].isalpha()
    seat = seat_in(fields, _SIDES)
    return seat, _rules(fields.pop(0).casefold(), is_theirs=is_theirs) if fields else ""


def _rules(name: str, *, is_theirs: bool) -> str:
    """The rule set of that name, or of that number in gungi.js; "" for what names none there."""
    if is_theirs and name in ("0", "1", "2", "3"):
        return NUMBERED[int(name)]
    if name not in BY_NAME and name != "-":
        raise BadText("no-such-rules", word=name[:20])
    return name.strip("-")


def _placing(fields: list[str]) -> tuple[Seat, ...]:
    if not fields:
        return ()
    word = fields[0].casefold()
    if word not in _PLACING:
        raise BadText("no-such-set-up")
    check_ended(fields[1:])
    return _PLACING[word]


def _hand(field: str, *, is_upper: bool) -> Hand:
    held = dict.fromkeys(KINDS, 0)
    if _HELD.sub("", field.strip("-")):
        raise BadText("no-hand", word=field[:60])
    for letter, count in _HELD.findall(field):
        if letter.lower() not in KIND_LETTERS[1:] or letter.isupper() != is_upper:
            raise BadText("no-such-piece-in-hand", letter=letter)
        held[KIND_LETTERS.index(letter.lower())] += int(count or 1)
    return (0, *held.values())
