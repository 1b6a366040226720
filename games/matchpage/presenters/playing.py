"""The board, and the viewer's move so far."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games.boards.kit.makers import Board, Marks, Sight
from games.boards.kit.offers import Offer, completed, named, picks_after, shades, targets
from games.boards.kit.scenes import Call, Check, ToldMove
from games.matchpage.presenters.actions import placing_sentences
from games.matchpage.presenters.placing import PlacingPage, bench_of, placing_page
from games.matchpage.presenters.reading import Reading
from games.matchpage.presenters.seats import SeatPanel


@dataclass(frozen=True, slots=True)
class Choice:
    """The viewer's move so far: what is offered, what is picked, what it comes to."""

    offers: tuple[Offer, ...]
    """Everything that is open, fouls included."""
    shows_bluffs: bool
    """Whether fouls are offered as well as true moves."""
    picked: tuple[str, ...]
    options: tuple[Offer, ...]
    """Several moves over the picked squares, to choose one of."""
    confirm: Offer | None
    """The one move picked, to be confirmed."""
    asks_first: bool
    """Whether a move is confirmed before it is played."""
    seat_ply: int
    key: str
    """The next request's own name, so that it is never played twice."""

    @property
    def press(self) -> str:
        """What pressing a square does without a script: it asks for the page, or nothing."""
        return "submit" if self.offers else "button"

    @property
    def example(self) -> str:
        """A move as it can be typed: a true one, where there is one."""
        return min(self.offers, key=lambda offer: bool(offer.shade)).action

    @property
    def has_bluffs(self) -> bool:
        """Whether there are fouls to be offered."""
        return any(offer.shade for offer in self.offers)

    @property
    def offers_json(self) -> list[dict[str, object]]:
        """The offers for the script."""
        return [_offer_json(offer) for offer in self.offers]


@dataclass(frozen=True, kw_only=True)
class Playing:
    """What stands before the viewer, and what they can do with it."""

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


def playing_of(reading: Reading, me: SeatPanel | None, last_move: ToldMove | None) -> Playing:
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


def _board(reading: Reading, marks: Marks, last_move: ToldMove | None) -> Board:
    facts, piece_set = reading.facts, reading.preferences.piece_set
    return reading.card.board.page(
        Sight(
            game=facts.game,
            presenter=reading.presenter,
            scene=reading.scene,
            sides=reading.sides,
            seat=facts.seat if facts.eyes_seat is None else facts.eyes_seat,
            marks=marks,
            last_seat=last_move.seat if last_move else None,
            sprite=reading.card.sprite(piece_set),
            has_letters=piece_set == "international",
        )
    )


def _placing(reading: Reading) -> PlacingPage | None:
    bench = bench_of(reading.facts)
    if bench is None:
        return None
    return placing_page(
        bench,
        picked=reading.asked.pick,
        piece_set=reading.preferences.piece_set,
        sentences=placing_sentences(reading.facts, reading.names),
    )


class _Picking:
    """The viewer's picks; each step is made once and may look at the others."""

    def __init__(self, reading: Reading, me: SeatPanel | None) -> None:
        self.reading, self.facts, self.asked, self.me = reading, reading.facts, reading.asked, me

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Everything that is open, fouls included."""
        facts = self.facts
        return self.reading.presenter.offers(self.reading.view, facts.legal, facts.bluffs)

    @cached_property
    def shown_offers(self) -> tuple[Offer, ...]:
        """The true moves, and fouls only where they were asked for."""
        if self.asked.bluff:
            return self.offers
        return tuple(offer for offer in self.offers if not offer.shade)

    @cached_property
    def check(self) -> Check | None:
        check = self.reading.presenter.check(self.reading.view, self.facts.legal)
        if check is None or self.me is None:
            return check
        clock = self.me.clock
        return replace(check, until=clock.sentence) if clock.is_running else check

    @cached_property
    def chosen(self) -> Offer | None:
        """The move named outright, if it is one of the offers."""
        return named(self.offers, self.asked.move) if self.asked.move else None

    @cached_property
    def picked(self) -> tuple[str, ...]:
        if self.chosen:
            return self.chosen.squares
        return picks_after(self.shown_offers, self.asked.at)

    @cached_property
    def complete(self) -> tuple[Offer, ...]:
        """What the picks have come to: nothing yet, one move, or several to choose from."""
        return (self.chosen,) if self.chosen else completed(self.shown_offers, self.picked)

    @property
    def typed_in_vain(self) -> str:
        """That what was typed is no move; empty if it is, or nothing was."""
        if not self.asked.move or self.chosen:
            return ""
        return _("“%(move)s” is not a move you can make now.") % {"move": self.asked.move}

    @property
    def marks(self) -> Marks:
        done = bool(self.complete)
        return Marks(
            self.picked,
            targets={} if done else targets(self.shown_offers, self.picked),
            shades={} if done else shades(self.shown_offers, self.picked),
            claim=self.check.squares if self.check else (),
            guesses=self.facts.guesses or {},
        )

    @property
    def choice(self) -> Choice:
        return Choice(
            offers=self.offers,
            shows_bluffs=self.asked.bluff,
            picked=self.picked,
            options=self.complete if len(self.complete) > 1 else (),
            confirm=self.complete[0] if len(self.complete) == 1 else None,
            asks_first=self.reading.preferences.confirm_moves,
            seat_ply=self.facts.seat_ply,
            key=secrets.token_urlsafe(12),
        )


def _offer_json(offer: Offer) -> dict[str, object]:
    """What the script needs; what is empty is left out, as there can be hundreds of offers."""
    told = {
        "action": offer.action,
        "squares": offer.squares,
        "text": offer.text,
        "chooser": offer.chooser,
        "captures": offer.captures,
        "shade": offer.shade,
        "side": offer.face.side if offer.face else "",
        "sign": offer.face.sign if offer.face else "",
        "stack": [(face.side, face.sign) for face in offer.stack],
    }
    return {name: value for name, value in told.items() if value}
