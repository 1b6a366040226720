"""Positions as the text of the rules page (§9): ranks from 9 down to 1, hands, turn, rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engines.core.pasted import BadText
from engines.core.seats import Seat
from engines.gungi.board import MARSHALS, Hand
from engines.gungi.pieces import (
    EMPTY,
    FULL_ARMY,
    KINDS,
    LETTERS,
    MARSHAL,
    PIECES,
    WHITE,
    piece_of,
)
from engines.gungi.position import Hands, Stacks, Start
from engines.gungi.rulesets import BY_NAME, RuleSet
from engines.gungi.squares import CAMPS
from engines.gungi.stacks import HEIGHT, pieces_in, stack_of

_LETTER = f"[{''.join(PIECES)}]"
_PARTS = re.compile(rf"([1-9])|({_LETTER})|\|({_LETTER}(?::{_LETTER}){{1,2}})\|")
_RANK = re.compile(rf"(?:{_PARTS.pattern})+")
_FIELDS = re.compile(r"(\S{17,600}) (\S{1,60})/(\S{1,60}) ([01]) ([a-z]{5,12}) (-|01|1)")
_PLACING = {"-": (), "01": (Seat(0), Seat(1)), "1": (WHITE,)}
_HANDS = tuple(
    re.compile("".join(f"(?:{LETTERS[piece_of(seat, kind)]}([1-9]))?" for kind in KINDS))
    for seat in (0, 1)
)


def start_of(rules: RuleSet) -> Start:
    """Return where every match by these rules begins (§7)."""
    stacks = _read_ranks(rules.board)
    placed = Counter(stack & 15 for stack in stacks if stack >> 4 == 0)
    hand: Hand = (0, *(rules.army[kind] - placed[kind] for kind in KINDS))
    placing = _PLACING["01"] if rules.is_placed_freely else ()
    return Start(stacks, (hand, hand), Seat(0), rules.name, placing)


def write_ranks(stacks: Stacks) -> str:
    """Return the ranks, such as ``"3img3/…/|D:n|8"``."""
    return "/".join(_write_rank(stacks[start : start + 9]) for start in range(72, -1, -9))


def write_stack(stack: int) -> str:
    """Return the letters of a stack from bottom to top; empty for an empty square."""
    return "".join(LETTERS[piece] for piece in pieces_in(stack))


def write_hand(hand: Hand, seat: int) -> str:
    """Return the hand of *seat*, such as ``"J2N2"``; ``"-"`` when it is empty."""
    held = [f"{LETTERS[piece_of(seat, kind)]}{hand[kind]}" for kind in KINDS if hand[kind]]
    return "".join(held) or "-"


def write_text(start: Start) -> str:
    """Return the whole position text."""
    hands = "/".join(write_hand(hand, seat) for seat, hand in enumerate(start.hands))
    placing = "".join(map(str, start.placing)) or "-"
    return f"{write_ranks(start.stacks)} {hands} {start.to_move} {start.rules} {placing}"


def read_text(text: str) -> Start:
    """Inverse of `write_text`; ValueError for any other text, which is not quoted.

    Refused besides bad writing is what no match comes to: more pieces of a kind
    than a side has, stacks above the limit, something on a marshal, a marshal
    missing where nobody can have taken it, and setting up in any other way.
    """
    start = read_any(text)
    check(start)
    return start


def read_any(text: str) -> Start:
    """The same of a text that `write_text` has written, whatever stands there."""
    found = _FIELDS.fullmatch(text)
    if found is None or found[5] not in BY_NAME:
        raise ValueError("not a position")
    hands: Hands = (_read_hand(found[2], 0), _read_hand(found[3], 1))
    start = Start(_read_ranks(found[1]), hands, Seat(int(found[4])), found[5], _PLACING[found[6]])
    if write_text(start) != text:  # "44" for "8"
        raise ValueError("not a position")
    return start


def check(start: Start) -> None:
    """BadText for what no match comes to."""
    _check_stacks(start)
    _check_pieces(start)
    if start.placing:
        _check_placing(start)
    else:
        _check_marshals(start)


def _write_rank(rank: Stacks) -> str:
    text, empty = "", 0
    for stack in (*rank, None):
        if stack == EMPTY:
            empty += 1
            continue
        text += str(empty) if empty else ""
        text += _write_square(stack) if stack else ""
        empty = 0
    return text


def _write_square(stack: int) -> str:
    letters = write_stack(stack)
    return letters if len(letters) == 1 else f"|{':'.join(letters)}|"


def _read_ranks(field: str) -> Stacks:
    ranks = [tuple(_read_rank(rank)) for rank in field.split("/")]
    if [len(rank) for rank in ranks] != [9] * 9:
        raise ValueError("not nine ranks of nine squares")
    return tuple(stack for rank in reversed(ranks) for stack in rank)


def _read_rank(text: str) -> Iterator[int]:
    if not _RANK.fullmatch(text):
        raise ValueError("not a rank")
    for empty, letter, letters in _PARTS.findall(text):
        if empty:
            yield from [EMPTY] * int(empty)
        else:
            yield stack_of(PIECES[one] for one in (letters or letter).split(":"))


def _read_hand(field: str, seat: int) -> Hand:
    found = _HANDS[seat].fullmatch("" if field == "-" else field)
    if found is None:
        raise ValueError("not a hand")
    return (0, *(int(count or 0) for count in found.groups()))


def _check_stacks(start: Start) -> None:
    limit = BY_NAME[start.rules].limit
    for stack in start.stacks:
        if HEIGHT[stack] > limit:
            raise BadText("stack-too-tall", height=limit)
        if any(piece in MARSHALS for piece in pieces_in(stack >> 5)):
            raise BadText("on-a-marshal")


def _check_pieces(start: Start) -> None:
    """No more of a kind than there are; all of them while sides set up."""
    army = BY_NAME[start.rules].army
    standing = Counter(piece for stack in start.stacks for piece in pieces_in(stack))
    for seat, hand in enumerate(start.hands):
        for kind in FULL_ARMY:
            count = standing[piece_of(seat, kind)] + hand[kind]
            if count > army[kind] or (start.placing and count < army[kind]):
                raise BadText(
                    "too-many-pieces" if count > army[kind] else "too-few-pieces",
                    piece=LETTERS[piece_of(seat, kind)],
                )


def _check_marshals(start: Start) -> None:
    """Both on the board, or the one of the side to move just taken."""
    taken = [seat for seat, piece in enumerate(MARSHALS) if not _stands(start, piece)]
    if any(hand[MARSHAL] for hand in start.hands) or taken not in ([], [start.to_move]):
        raise BadText("marshal-missing")


def _check_placing(start: Start) -> None:
    """Own pieces in the own camp, the marshal first, and somebody with something left to place."""
    if not BY_NAME[start.rules].is_placed_freely or start.to_move not in start.placing:
        raise BadText("no-such-set-up")
    for seat in range(len(start.hands)):
        _check_placing_of(start, seat)


def _check_placing_of(start: Start, seat: int) -> None:
    hand, is_placing = start.hands[seat], seat in start.placing
    mine = {square for square, stack in enumerate(start.stacks) if stack and _has(stack, seat)}
    if not mine <= set(CAMPS[seat]):
        raise BadText("outside-the-camp")
    if hand[MARSHAL] and (mine or not is_placing):
        raise BadText("marshal-first")
    if is_placing and not any(hand):
        raise BadText("nothing-to-place")


def _stands(start: Start, piece: int) -> bool:
    return any(stack & 31 == piece for stack in start.stacks)


def _has(stack: int, seat: int) -> bool:
    return any(piece >> 4 == seat for piece in pieces_in(stack))
