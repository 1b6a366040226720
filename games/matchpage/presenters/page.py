"""Everything the match page shows, as plain values; the templates know nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.boards.endings import ResultPanel
from games.boards.kit.chronicles import Chronicle
from games.boards.kit.makers import Board
from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Call, Check, ToldMove
from games.matchpage.presenters.actions import Actions, TakebackPanel
from games.matchpage.presenters.opinions import OpinionsPanel
from games.matchpage.presenters.papers import Papers
from games.matchpage.presenters.placing import PlacingPage
from games.matchpage.presenters.planpanel import PlanPanel
from games.matchpage.presenters.replay import Browse, Replay
from games.matchpage.presenters.rulings import RulingLine
from games.matchpage.presenters.seats import SeatPanel
from games.matchpage.presenters.sharing import Share
from games.matchpage.presenters.times import TimeOffers, TimePanel


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A line of the move list."""

    row: int
    number: int
    """Of the first move on it. Every move of a seat counts, as everywhere on the site."""
    told: tuple[ToldMove | None, ...]
    """A move of each seat in turn; None where it made none."""


@dataclass(frozen=True, slots=True)
class Links:
    """Where everything on the page leads; empty where there is no such place."""

    match: str
    board: str
    """The one read path: this page's live part, alone."""
    move: str
    undo: str
    """Where one's last move is taken back."""
    practise: str
    """Where a match against a bot goes on from this board."""
    setup: str
    """Where a set-up is prepared, in private."""
    resign: str
    draw: str
    time: str
    """Where time is given, and a win claimed."""
    rematch: str
    """Where to ask for a rematch, or, once it is made, where it is played."""
    challenge: str
    """Where a player offers the other person another match by these terms."""
    rules: str
    socket: str
    knowledge: str
    """The viewer's knowledge sheet, in a game of hidden kinds."""
    note: str
    """The viewer's own notes, for a player."""
    talk: str
    """What is said around the board; empty before it has begun."""
    report: str
    """Where a player tells the moderators of something."""
    seen: str
    """Where the page says that a player is looking at it."""
    next_board: str
    invite: str
    event: str
    """The tournament that the match belongs to."""


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


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The whole page for one viewer at one moment."""

    uid: str
    version: int
    status: str
    now: datetime
    links: Links

    game_slug: str
    game_name: str
    stylesheet: str
    """The style sheets of its game, below the static address."""
    title: str
    terms: str
    counting: str
    watching: str
    """Who may watch it, where that is not anybody."""
    lag: str
    """That an onlooker sees it some moves behind."""
    """Whether it is rated or casual; empty where a bot plays."""
    options: tuple[tuple[str, str], ...]
    """What else was chosen for the match: names and values."""
    lesson_note: str
    """What the house has laid out of it; empty if nothing."""
    limit: str
    """What the clock that runs is held to just now; empty if to nothing but the terms."""

    top: tuple[SeatPanel, ...]
    bottom: SeatPanel
    me: SeatPanel | None
    board: Board
    rulings: tuple[RulingLine, ...]
    """What moderators have done here."""
    placing: PlacingPage | None
    """What the viewer has at hand to place, in the place of the board; None where they do not."""
    setup_note: str
    """What is to be said of the set-up once play has begun; empty if nothing."""
    choice: Choice
    chooser_question: str
    times: TimePanel | None
    """What is to be said about time just now; None where nothing is."""
    takeback: TakebackPanel | None
    may_ask_takeback: bool
    takebacks: tuple[str, ...]
    """Which moves were taken back by agreement."""
    time_offers: TimeOffers | None
    """What the viewer can offer besides; None if nothing."""
    check: Check | None
    calls: tuple[Call, ...]
    """What can be said instead of moving."""
    glossary: tuple[tuple[str, str], ...]
    """What the words of the game at its board mean."""
    actions: Actions
    opinions: OpinionsPanel | None
    """What bots would have played on the board looked back at."""
    practice: tuple[tuple[str, str], ...]
    """The bots against whom one may play on from this board: their levels and names."""
    likely_bot: str
    """Which of them is chosen to begin with: the one met here, or else the strongest."""
    bar: str
    """The template of what the game has in the row of actions besides; empty for nothing."""
    moves: tuple[MoveRow, ...]
    """From the first that the page does not hold."""
    held: str
    """What the page holds of them now, to be sent back with what it asks for next."""
    chronicle: Chronicle | None
    """The story told otherwise than by `moves`; None where they tell it."""
    browse: Browse

    replay: Replay | None
    papers: Papers
    plan: PlanPanel | None
    """What the viewer has planned; None where there are no plans."""
    share: Share | None
    """What to pass on; None before the end."""
    result: ResultPanel | None
    status_sentence: str
    row_sentence: str
    """The same, after what has just been said, as the action row shows it."""
    said: str
    """All of it, as a screen reader is told."""
    last_move_text: str
    looked_when: str
    """When the move looked back at was made, and how long it took; empty at present."""
    has_battles: bool
    """Whether the last move wants reading: an umpire says how battles end."""
    message: str
    """Why the last request was refused; empty if it was not."""
    coaching: str
    """What a coach says before the viewer's next move; empty if nothing."""
    offers_claim: bool
    offers_mail: bool
    """Whether it is the moment to ask a player for an address: right after the first move."""
    """Whether the viewer has played enough here to be asked, as a guest, to stay."""
    words: dict[str, str]
    """Sentences for the script, in the reader's language."""

    @property
    def panels(self) -> tuple[SeatPanel, ...]:
        """Every seat, the opponents first."""
        return (*self.top, self.bottom)


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
