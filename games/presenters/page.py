"""Everything the match page shows, as plain values; the templates know nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from games.presenters.faces import Guess, PieceFace
from games.presenters.offers import Offer


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board as this viewer sees it now."""

    square: str
    label: str
    """What a screen reader says: the square, what stands on it, what is special about it."""
    face: PieceFace | None
    is_picked: bool
    classes: str
    """What is special about it, as class names of board.css."""
    description: str
    """The id of what a screen reader adds to the label; empty if nothing."""
    width: int = 1
    """How many files it covers."""
    guess: Guess | None = None
    """What the viewer takes the piece on it for."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the board, in display order."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class HandCell:
    """Pieces of one kind in the viewer's own hand, to be picked like a square."""

    square: str
    label: str
    face: PieceFace
    count: int
    is_picked: bool
    description: str


@dataclass(frozen=True, slots=True)
class Check:
    """A question the viewer has to answer about one move: where it went, and what it was."""

    happened: str
    question: str
    cost: str
    """What a Doubt costs that proves nothing."""
    squares: tuple[str, ...]
    """From where to where it went."""
    face: PieceFace
    """What it was."""
    sentence: str
    """What happened, from where to where, and what it was, to be read out."""
    silence: str
    """What it counts as to let the time for an answer pass."""
    until: str = ""
    """How much time that is; empty where there is no limit, so that silence counts as nothing."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board, turned so that the viewer sits below."""

    game: str
    label: str
    ply: int
    last: str
    """The squares of the last move, first to last, separated by spaces."""
    slid: str
    """The same where a piece went from the one to the other and stands there still; else empty."""
    last_seat: int | None
    ranks: tuple[Rank, ...]
    files: tuple[str, ...]
    is_turned: bool
    own: str
    """The viewer's side; empty for an onlooker."""
    sprite: str
    """The static path of the pieces."""
    letters: str
    """The keys that lead to the next own piece of a kind."""
    hand: tuple[HandCell, ...] | None
    """What the viewer may drop; None where there is no hand to show."""
    has_letters: bool
    """Whether the set names pieces by letters, so that notation should too."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time."""

    deadline: datetime | None
    """When it runs out; None while it stands still or there is no limit."""
    short: str
    """For the panel: "4 d 12 h", "9:41"; empty without a limit."""
    sentence: str
    is_running: bool
    is_low: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies beside the board for one side."""

    label: str
    """What the pieces in it are: "Captured", "Fallen"."""
    faces: tuple[PieceFace, ...]
    count: str = ""
    """How many pieces are left, where the board hides what they are; else empty."""


@dataclass(frozen=True, slots=True)
class SpareKind:
    """A kind of piece in the tray, and how many of it are still to be placed."""

    letter: str
    face: PieceFace
    label: str
    left: int
    is_picked: bool


@dataclass(frozen=True, slots=True)
class ReadySetup:
    """A complete set-up to take over: recommended by the house, or kept by the viewer."""

    name: str
    """Names it for the reader; a kept one for the house too."""
    slug: str
    """Names a recommended one for the house."""
    plan: str
    letters: str


@dataclass(frozen=True, slots=True)
class PlacingPage:
    """The viewer's own half of the board while they place their pieces, and the tray beside it."""

    board: Board
    letters: str
    kinds: tuple[SpareKind, ...]
    picked: str
    """The square or the letter that is picked; empty if nothing is."""
    left_sentence: str
    """How many pieces are still to be placed."""
    is_complete: bool
    cautions: tuple[str, ...]
    armies: tuple[ReadySetup, ...]
    formations: tuple[ReadySetup, ...]
    ranks: tuple[int, ...]
    """How many squares each rank has, front first."""
    separator: str
    """What stands between the ranks in the action of a set-up."""
    pieces: str
    """The letter of every piece there is to place."""
    on_board: str
    """The letters of those that must not stay in hand."""
    places: dict[str, str]
    """What each home square is called."""
    words: dict[str, str]
    """Sentences for the script, in the reader's language."""

    @property
    def facts_json(self) -> dict[str, object]:
        """What the script needs to know of the set-up."""
        return {
            "letters": self.letters,
            "ranks": self.ranks,
            "separator": self.separator,
            "pieces": self.pieces,
            "onBoard": self.on_board,
            "places": self.places,
            "names": {kind.letter: kind.face.name for kind in self.kinds},
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """One side of the match: who sits there, the clock, what lies beside the board."""

    seat: int
    side: str
    side_name: str
    name: str
    url: str
    is_bot: bool
    is_me: bool
    is_to_act: bool
    is_winner: bool
    clock: Clock
    tray: Tray


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move that was played, as text."""

    ply: int
    seat: int
    face: PieceFace
    """The piece that moved, as it was before."""
    letter: str
    """What stands for the piece in notation."""
    path: str
    """The rest of the notation: "c2×c7+"."""
    sentence: str
    captured: PieceFace | None = None
    met: PieceFace | None = None
    """Whom it met in battle; None if there was none."""
    met_letter: str = ""
    outcome: str = ""
    """What the notation says after that piece: where it was, and who is left."""
    url: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A line of the move list."""

    number: int
    south: ToldMove | None
    north: ToldMove | None


@dataclass(frozen=True, slots=True)
class Browse:
    """Where one is in the story, and the plies to step to (None where there is no step)."""

    ply: int
    plies: int
    number: int
    """How many moves have been made up to here; set-ups are plies, but no moves."""
    numbers: int
    is_live: bool
    first: int | None
    back: int | None
    forward: int | None
    last: int | None
    present: str = ""
    """Where the match as it stands now is; empty if one is there."""
    eyes: str = ""
    """The name of the eyes chosen to look back with; empty for the usual ones."""

    @property
    def also(self) -> str:
        """What every link to an earlier board carries along."""
        return f"&as={self.eyes}" if self.eyes else ""


@dataclass(frozen=True, slots=True)
class Eyes:
    """One way to look back at a match that is over: with whose eyes."""

    name: str
    label: str
    ply: int
    """The board this leads to."""
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """What a match that is over can be looked back at with."""

    eyes: tuple[Eyes, ...]
    """Whose eyes there are to choose from; none where all see the same."""
    first: int
    """The first ply there is a board of."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Pledge:
    """One hidden piece the house has committed itself to."""

    place: str
    digest: str
    kind: str
    """The letter of what it was; empty until the match is over."""


@dataclass(frozen=True, slots=True)
class Pledges:
    """The commitments to one side's pieces."""

    side: str
    pieces: tuple[Pledge, ...]


@dataclass(frozen=True, slots=True)
class Papers:
    """What the house has put down in writing; empty where there is no such paper."""

    pledges: tuple[Pledges, ...]
    is_opened: bool
    commitments: str
    record: str
    record_as_text: str

    def __bool__(self) -> bool:
        return bool(self.pledges or self.record)


@dataclass(frozen=True, slots=True)
class Share:
    """What to hand to others of a match that is over: the board looked at, as it is looked at."""

    link: str
    picture: str
    """Where its picture is, as a file."""
    picture_name: str
    """How that file is called, without its ending."""
    embedding: str
    """The HTML by which another page shows it."""


@dataclass(frozen=True, slots=True)
class EmbedPage:
    """A match that is over, inside a page of somebody else."""

    match: MatchPage
    picture: SafeString
    also: str
    """What every link to another board carries along."""
    end: str
    """Where the board at the end is; empty if it is this one."""
    url: str
    """Where the whole match is."""


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """How it ended."""

    headline: str
    why: str
    tone: str
    """"won", "lost", "drawn" or, for onlookers and cancelled matches, "over"."""
    remarks: tuple[str, ...] = ()
    """What came to light besides."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked back before it is done, in the place of the action row."""

    text: str
    yes: str
    no: str
    url: str
    """Where the answer "yes" is posted."""
    fields: tuple[tuple[str, str], ...] = ()
    """What is posted with it: names and values."""
    is_grave: bool = False
    about: str = ""
    """The move it is about, where the board alone does not put it beside the question."""


@dataclass(frozen=True, slots=True)
class Links:
    """Where everything on the page leads; empty where there is no such place."""

    match: str
    board: str
    """The one read path: this page's live part, alone."""
    move: str
    setup: str
    """Where a set-up is prepared, in private."""
    resign: str
    draw: str
    rematch: str
    """Where to ask for a rematch, or, once it is made, where it is played."""
    rules: str
    socket: str
    knowledge: str
    """The viewer's knowledge sheet, in a game of hidden kinds."""
    note: str
    """The viewer's own notes, for a player."""
    seen: str
    """Where the page says that a player is looking at it."""
    next_board: str
    invite: str


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
class Actions:
    """What can be done besides moving."""

    row: str
    """Which action row shows: idle, move, resign, draw, accept, draw-theirs, over, back or open."""
    questions: dict[str, Question]
    """What can be asked back here, by the row it replaces."""
    draw: str
    """Who asks for a draw: none, mine or theirs."""
    draw_sentence: str
    rematch: str
    """none, open (may be asked), mine, theirs, or made."""
    rematch_sentence: str
    can_resign: bool
    can_offer_draw: bool
    calls: tuple[tuple[str, str], ...]
    """What can be said instead of moving: the row that asks it back, and its name."""
    is_asked: bool
    """Whether one of them has to be said before anything else."""

    @property
    def resting_row(self) -> str:
        """The row that shows when whatever is asked back is cancelled."""
        if self.is_asked:
            return "check"
        if self.row in ("move", *self.questions):
            return "draw-theirs" if self.draw == "theirs" else "idle"
        return self.row


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
    title: str
    terms: str
    limit: str
    """What the clock that runs is held to just now; empty if to nothing but the terms."""

    top: tuple[SeatPanel, ...]
    bottom: SeatPanel
    me: SeatPanel | None
    board: Board
    placing: PlacingPage | None
    """What the viewer has at hand to place, in the place of the board; None where they do not."""
    setup_note: str
    """What is to be said of the set-up once play has begun; empty if nothing."""
    choice: Choice
    chooser_question: str
    check: Check | None
    actions: Actions
    moves: tuple[MoveRow, ...]
    browse: Browse

    replay: Replay | None
    papers: Papers
    share: Share | None
    """What to pass on; None before the end."""
    result: ResultPanel | None
    status_sentence: str
    row_sentence: str
    """The same, after what has just been said, as the action row shows it."""
    said: str
    """All of it, as a screen reader is told."""
    last_move_text: str
    has_battles: bool
    """Whether the last move wants reading: an umpire says how battles end."""
    message: str
    """Why the last request was refused; empty if it was not."""
    words: dict[str, str]
    """Sentences for the script, in the reader's language."""

    @property
    def panels(self) -> tuple[SeatPanel, ...]:
        """Every seat, the opponents first."""
        return (*self.top, self.bottom)


def _offer_json(offer: Offer) -> dict[str, object]:
    return {
        "action": offer.action,
        "squares": offer.squares,
        "text": offer.text,
        "chooser": offer.chooser,
        "captures": offer.captures,
        "shade": offer.shade,
        "side": offer.face.side if offer.face else "",
        "sign": offer.face.sign if offer.face else "",
    }
