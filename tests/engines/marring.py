"""Slips that no game forgives, made in its own good texts: what `texts` is fed with besides."""

from __future__ import annotations

from typing import Any

FULL_WIDTH = 0xFEE0
"""From a letter or digit to the one that looks like it and is twice as wide."""
ARABIC = ord("٠") - ord("0")
"""From a digit to the one of the same value in another script."""


def positions(good: str) -> tuple[str, ...]:
    """What the text of a position is not: parts of it missing, or more than once."""
    board, last = good.rsplit(" ", maxsplit=1)
    return (
        *("", " ", last, board, good[:-1], f"{good} {last}", f"{board}  {last}"),
        *(f"{good} ", f" {good}", f"{good}\n"),
    )


def moves(good: str) -> tuple[str, ...]:
    """What the text of a step from square to square is not; *good* is four characters long."""
    origin, target = good[:2], good[2:]
    wide = good.translate({ord(sign): ord(sign) + FULL_WIDTH for sign in good if sign.isalpha()})
    return (
        *("", origin, good[:3], good * 5000, good.upper()),
        *(f"{origin}-{target}", f"{origin} {target}"),
        *(f" {good}", f"{good} ", f"{good}\n", f"\n{good}", f"{good}\x00"),
        *(wide, _digits_moved(good, FULL_WIDTH), _digits_moved(good, ARABIC)),
    )


def _digits_moved(text: str, by: int) -> str:
    return text.translate({ord(sign): ord(sign) + by for sign in text if sign.isdigit()})


def data(good: dict[str, Any]) -> tuple[Any, ...]:
    """What a position is not stored as."""
    first = good["moves"][0]
    return (
        *({}, [], None, {"start": good["start"], "moves": []}),
        *({**good, "start": None}, {**good, "moves": first}, {**good, "moves": [None]}),
        *({**good, "conceded": seats} for seats in ([2], [1, 0], [0, 0], 0, None)),
    )
