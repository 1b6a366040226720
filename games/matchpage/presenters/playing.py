"""The board, and the viewer's move so far."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games.boards.kit.makers import Board, Marks
from games.boards.kit.offers import named
from games.boards.kit.scenes import Call, Check, ShownMove
from games.matchpage.presenters.actions import placing_sentences
from games.matchpage.presenters.picking import Choice, choice_of
from games.matchpage.presenters.placing import PlacingPage, placing_facts, placing_page
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.seats import SeatPanel


@dataclass(frozen=True, kw_only=True)
class Playing:
    """The board before the viewer, and what they can do with it."""

    board: Board
    placing: PlacingPage | None
    """What the viewer has at hand to place, in the place of the board; None where they do not."""
    choice: Choice
    chooser_question: str
    check: Check | None
    calls: tuple[Call, ...]
    """What can be said instead of moving."""
    message: str
    """Why the last request was refused; empty if it was not."""


def playing_of(reading: Reading, me: SeatPanel | None, last_move: ShownMove | None) -> Playing:
    """The board after *last_move*, for the viewer in the seat of *me*."""
    picking = _Picking(reading, me)
    placing = _placing(reading)
    return Playing(
        board=placing.board if placing else _board(reading, picking.marks, last_move),
        placing=placing,
        choice=picking.choice,
        chooser_question=reading.presenter.chooser_question(),
        check=picking.check,
        calls=reading.calls,
        message=reading.message or picking.typed_in_vain,
    )


def _board(reading: Reading, marks: Marks, last_move: ShownMove | None) -> Board:
    facts = reading.facts
    return reading.card.drawn(
        reading.scene,
        reading.sides,
        facts.seat if facts.eyes_seat is None else facts.eyes_seat,
        marks,
        reading.preferences.piece_set,
        last_seat=last_move.seat if last_move else None,
    )


def _placing(reading: Reading) -> PlacingPage | None:
    placed_with = placing_facts(reading.facts)
    if placed_with is None:
        return None
    return placing_page(
        placed_with,
        picked=reading.asked.pick,
        piece_set=reading.preferences.piece_set,
        sentences=placing_sentences(reading.facts, reading.names),
    )


class _Picking:
    """The viewer's picks, and the question that stands before them."""

    def __init__(self, reading: Reading, me: SeatPanel | None) -> None:
        self.reading, self.facts, self.me = reading, reading.facts, me

    @cached_property
    def choice(self) -> Choice:
        """The move so far."""
        facts, reading = self.facts, self.reading
        return choice_of(
            reading.presenter.offers(reading.view, facts.legal, facts.bluffs),
            reading.asked,
            asks_first=reading.preferences.confirm_moves,
            seat_ply=facts.seat_ply,
            key=secrets.token_urlsafe(12),
        )

    @cached_property
    def check(self) -> Check | None:
        check = self.reading.presenter.check(self.reading.view, self.facts.legal)
        if check is None or self.me is None:
            return check
        clock = self.me.clock
        return replace(check, until=clock.sentence) if clock.is_running else check

    @property
    def typed_in_vain(self) -> str:
        """That what was typed is no move; empty if it is, or nothing was."""
        typed = self.reading.asked.move
        if not typed or named(self.choice.offers, typed):
            return ""
        return _("“%(move)s” is not a move you can make now.") % {"move": typed}

    @property
    def marks(self) -> Marks:
        """The marks on the board."""
        marks = self.choice.marks(
            claim=self.check.squares if self.check else (), guesses=self.facts.guesses or {}
        )
        if self.facts.sure:
            marks = replace(marks, sure=self.facts.sure)
        hint = self.facts.hint
        return replace(marks, hinted=hint.squares) if hint and not self.check else marks
