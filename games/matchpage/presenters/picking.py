"""A move that is being picked, and what else every page has whose board can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from operator import attrgetter

from games.boards.kit.makers import Board, Marks
from games.boards.kit.offers import Offer, completed, named, picks_after, shades, targets
from games.boards.kit.scenes import Acts, Call
from games.matchpage.query import Asked

SHADE = attrgetter("shade")
NO_GUESSES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """The viewer's move so far: what is offered, what is picked, what it comes to."""

    offers: tuple[Offer, ...]
    """Everything that is open, fouls included."""
    shown: tuple[Offer, ...]
    """The true moves, and fouls only where they were asked for."""
    shows_bluffs: bool
    """Whether fouls are offered as well as true moves."""
    picked: tuple[str, ...]
    complete: tuple[Offer, ...]
    """What the picks have come to: nothing yet, one move, or several to choose from."""
    asks_first: bool = False
    """Whether a move is confirmed before it is played."""
    seat_ply: int = 0
    key: str = ""
    """The next request's own name, so that it is never played twice."""
    fields: tuple[tuple[str, str], ...] = ()
    """What else of its address a press without a script has to carry."""

    @property
    def options(self) -> tuple[Offer, ...]:
        """Several moves over the picked squares, to choose one of."""
        return self.complete if len(self.complete) > 1 else ()

    @property
    def confirm(self) -> Offer | None:
        """The one move picked, to be confirmed."""
        return self.complete[0] if len(self.complete) == 1 else None

    @property
    def press(self) -> str:
        """The type of a square's button without a script: it asks for the page, or does nothing."""
        return "submit" if self.offers else "button"

    @property
    def example(self) -> str:
        """A move as it can be typed: a true one, where there is one."""
        return next(filterfalse(SHADE, self.offers), self.offers[0]).action

    @property
    def has_bluffs(self) -> bool:
        """True if fouls can be offered."""
        return any(map(SHADE, self.offers))

    @property
    def offers_json(self) -> list[dict[str, object]]:
        """The offers for the script; scripts of 0.2.0 and before read no others."""
        return [_offer_json(offer) for offer in self.offers]

    @property
    def offer_rows(self) -> dict[str, object]:
        """The same in fewer bytes: each piece is named once."""
        pieces: dict[tuple[str, ...], int] = {}
        rows = [_offer_row(offer, pieces) for offer in self.offers]
        return {"pieces": list(pieces), "offers": rows} if rows else {}

    def marks(self, claim: tuple[str, ...] = (), guesses: Mapping[str, str] = NO_GUESSES) -> Marks:
        """Return the marks on the board: the picks, and the squares they can go on to."""
        if self.complete:
            return Marks(self.picked, claim=claim, guesses=guesses)
        return Marks(
            self.picked,
            targets=targets(self.shown, self.picked),
            shades=shades(self.shown, self.picked),
            claim=claim,
            guesses=guesses,
        )

    def acts(self, asked: Asked, calls: Sequence[Call], row: str = "idle") -> Acts:
        """Return the calls to offer instead of a move, and the row shown: *row* by default."""
        asks = {f"call-{call.action}": call for call in calls}
        if self.confirm is not None:
            row = "move"
        elif asked.ask in asks:
            row = asked.ask
        return Acts(
            row, tuple((name, call.name) for name, call in asks.items()), tuple(asks.items())
        )


def choice_of(
    offers: tuple[Offer, ...],
    asked: Asked,
    *,
    asks_first: bool = False,
    seat_ply: int = 0,
    key: str = "",
) -> Choice:
    """Return the choice that the pressed squares, or the typed move, come to."""
    shown = offers if asked.bluff else tuple(filterfalse(SHADE, offers))
    chosen = named(offers, asked.move) if asked.move else None
    picked = chosen.squares if chosen else picks_after(shown, asked.at)
    complete = (chosen,) if chosen else completed(shown, picked)
    return Choice(offers, shown, asked.bluff, picked, complete, asks_first, seat_ply, key)


def _offer_json(offer: Offer) -> dict[str, object]:
    """What the script needs; what is empty is left out, as there can be hundreds of offers."""
    side, sign = (offer.face.side, offer.face.sign) if offer.face else ("", "")
    facts = {
        "action": offer.action,
        "squares": offer.squares,
        "text": offer.text,
        "chooser": offer.chooser,
        "side": side,
        "sign": sign,
    }
    return {name: value for name, value in facts.items() if value} | _more(offer)


def _offer_row(offer: Offer, pieces: dict[tuple[str, ...], int]) -> list[object]:
    """The squares, the text, the number of the piece among *pieces*, and what only some have."""
    face = (offer.face.side, offer.face.sign) if offer.face else ("", "")
    piece = pieces.setdefault((offer.chooser, *face), len(pieces))
    is_plain = offer.action == "".join(offer.squares)
    found = _more(offer) | ({} if is_plain else {"action": offer.action})
    return [offer.squares, offer.text, piece, *([found] if found else [])]


def _more(offer: Offer) -> dict[str, object]:
    """What only some offers have."""
    found: dict[str, object] = {"captures": offer.captures} if offer.captures else {}
    if offer.shade:
        found["shade"] = offer.shade
    if offer.stack:
        found["stack"] = [(face.side, face.sign) for face in offer.stack]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPage:
    """A page around a board that is no match, as the parts of the match page show it."""

    stylesheet: str
    board: Board
    choice: Choice
    chooser_question: str
    message: str
    words: dict[str, str]
    bar: str
    """The template of what the game has in the row of actions besides; empty for nothing."""
