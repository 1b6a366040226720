"""The live part of the match page: drawn whole, or what differs from what an open page holds.

It is made of parts. Each is drawn from what it reads and from nothing else, so a digest of that
says whether it has changed, and the template of one that has not is left alone. Of a board in rows
each square counts by itself. What stands around the parts, the frame, seldom changes: then all is
drawn.

The asker brings the digests; nothing is kept here. Their key is of the site, the reader and the
match: to anybody else they say nothing.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache, partial
from hashlib import blake2b, shake_128
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template import engines
from django.template.backends.utils import csrf_input
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games.boards.kit.cells import Cell
from games.boards.kit.characters import Character
from games.boards.kit.grid import GridBoard
from games.match.presenters.clocktext import Clock
from games.matchpage.presenters.page import MatchPage
from games.matchpage.presenters.replay import Browse
from games.matchpage.presenters.seats import SeatPanel
from games.matchpage.presenters.words import script_words

HOLDS_HEADER = "X-Match-Holds"
"""What an open page says it holds, in the words it was given: `Drawing.holds`."""

SIZE = 4
"""Bytes of the digest of a part, and of a square."""

NO_CLOCK = Clock("", "")

NO_TOKEN = SafeString('<input type="hidden" name="csrfmiddlewaretoken" value="">')
"""A page that has a script has a token for what it posts (`csrfToken` in static/js/lib.js)."""

MOST_HELD = 2000
"""No page holds more letters of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """A template, and the names of the scope that it reads."""

    template: str
    reads: str
    """Dotted paths, besides those of `COMMON`."""
    weighs: str = ""
    """What tells that it has changed, where that is not all it reads."""


COMMON = (
    "match.heading match.facts.status match.facts.uid match.links links reader opponent placing"
    " sprite outline is_chronicle"
)
"""What all of them may read; where it differs, all is sent."""

_OF_THE_GAME = "chooser_question glossary"
"""What is the same in all matches of a game changes nothing."""

FRAME = Part(
    "matchpage/live.jinja.html",
    f"{_OF_THE_GAME} choice.fields choice.picked words",
    f"{COMMON} choice.fields choice.picked",
)
"""What is around the parts. Its words are the same for a game and a language."""

REST = Part("matchpage/rest.jinja.html", "")

SEAT = Part("matchpage/seat.jinja.html", "panel place clock", "sits place")
CLOCK = Part("matchpage/clock.jinja.html", "panel acts", "shown acts")

_BOARD = (
    "board choice.press choice.picked choice.options choice.seat_ply choice.has_bluffs"
    " choice.shows_bluffs actions.calls check lately"
)
_HAND = "hand hand_press choice.has_bluffs choice.shows_bluffs actions.calls check"

PLACE = Part("matchpage/place.jinja.html", f"{_BOARD} choice.fields {_OF_THE_GAME}", _BOARD)
"""The board; one in rows is part of the frame, but for its squares and what follows here."""

MOVES = Part(
    "matchpage/moves.jinja.html",
    "match.story.has_battles match.story.last_move_text match.story.held match.story.earlier"
    " match.story.later match.story.browse match.story.moves",
    "match.story.has_battles match.story.last_move_text match.story.held match.story.earlier"
    " match.story.later match.story.browse newest",
)
CHRONICLE = Part(
    "",  # the game's own
    "match.story.chronicle match.story.held",
    "match.facts.version match.story.browse",
)

PARTS = {
    "hand": Part("boards/hand.jinja.html", f"{_HAND} {_OF_THE_GAME}", _HAND),
    "chooser": Part("matchpage/chooser.jinja.html", "chooser_question choice.options"),
    "terms": Part(
        "matchpage/terms.jinja.html",
        "limit bots",
    ),
    "clocks": Part("matchpage/clocks.jinja.html", "clocks"),
    "more": Part(
        "matchpage/more.jinja.html",
        "offers_time pauses next_board actions.draw actions.can_offer_draw",
    ),
    "gift": Part("matchpage/gift.jinja.html", "gifts"),
    "documents": Part(
        "matchpage/documents.jinja.html",
        "match.extras.rulings match.extras.documents match.extras.share analysis",
    ),
    "plan": Part("matchpage/planpanel.jinja.html", "plan"),
    "actions": Part(
        "matchpage/actions.jinja.html",
        "actions bar choice.press match.people.result match.playing.message match.sentences.row"
        " match.sentences.status past next_board",
    ),
    "move": Part(
        "matchpage/move.jinja.html", "choice.press choice.confirm choice.asks_first actions.row"
    ),
    "questions": Part("matchpage/questions.jinja.html", "actions.questions actions.row"),
    "check": Part("matchpage/check.jinja.html", "check"),
    "asks": Part(
        "matchpage/asks.jinja.html",
        "check asked_from is_live match.facts.may_claim_draw match.sentences.coaching"
        " match.people.result match.extras.takeback match.extras.times"
        " match.extras.bounds match.extras.opinions match.extras.practice"
        " match.extras.practice_at match.extras.may_ask_there match.extras.likely_bot"
        " match.extras.offers_claim match.extras.offers_mail",
    ),
    "steps": Part(
        "matchpage/steps.jinja.html", "browse.first browse.forward browse.also browse.present"
    ),
    "back": Part("matchpage/back.jinja.html", "browse.back browse.also"),
    "tools": Part(
        "matchpage/movetools.jinja.html",
        "match.story.replay match.story.looked_when match.extras.takebacks replayed may_ask"
        " has_acts",
    ),
    "since": Part("matchpage/since.jinja.html", "match.story.since match.story.steps_through"),
    "typed": Part("matchpage/typed.jinja.html", "example"),
    "knowledge": Part("knowledge/tab.jinja.html", "looked_back"),
    "offers": Part("matchpage/offers.jinja.html", "offers", "offered_at"),
}
INSIDE = {"gift": "more", "back": "steps", "since": "tools"}
"""What lies in another part, and comes with it."""

BESIDE_MOVES = ("steps", "back", "tools", "since", "typed")
BESIDE_SQUARES = ("hand", "chooser")
"""What there is only where moves are listed, and where the board is one in rows."""

WHILE_PLACING = (
    *("terms", "clocks", "more", "gift", "documents", "plan", "actions", "questions", "asks"),
    "offers",
)
"""What there is of them beside pieces that are being placed."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is signed in, as far as the page speaks to them of their account."""

    is_guest: bool
    email: str
    unconfirmed_email: str


class Drawing:
    """One page, to be drawn for whoever sent *request*.

    *is_older*: the script of the page is of 0.2.0 or before, and says nothing of what it holds.
    """

    def __init__(self, page: MatchPage, request: HttpRequest, *, is_older: bool = False) -> None:
        self.page = page
        self._scope = Scope(page, request, is_older=is_older)
        self._drawable = dict(_parts(page, self._scope))
        self._cells = _cells(page)
        self._parts = [name for name in self._drawable if not self._cells or name != "place"]
        """Those that are sent by themselves: of a board in rows the squares are."""
        self._anew = {
            "part": self._drawn,
            "csrf_input": SimpleLazyObject(partial(csrf_input, request)),
            "key": page.playing.choice.key,
            "seat_ply": page.facts.seat_ply,
            "now": page.facts.now,
        }
        """What differs each time, and is no reason to draw anything."""
        reader = f"{page.facts.uid} {request.user.pk}"
        self._key = salted_hmac("match page", reader, algorithm="sha256").digest()

    def whole(self) -> str:
        """All of it."""
        people = self.page.people
        return self._rendered(
            FRAME,
            self._scope,
            attributes=self._attributes(),
            far=[_seat(panel) for panel in people.top],
            near=_seat(people.bottom),
        )

    def rest(self, held: str) -> str | None:
        """Return the HTML that a page holding *held* lacks; None if it needs the whole."""
        now, before = self._holds, _read(held)
        if not now or len(before) != len(now) or before[:SIZE] != now[:SIZE]:
            return None
        middle = SIZE * (1 + len(self._parts))
        self._anew["csrf_input"] = NO_TOKEN
        differ = partial(_differing, now=now, before=before)
        differing = [*differ(self._parts, first=SIZE)]
        squares = differ([*self._cells], first=middle)
        press, cell = self.page.playing.choice.press, _env().globals["board_cell"]
        return self._rendered(
            REST,
            self._scope,
            attributes=self._attributes(),
            board=self.page.playing.board if self._cells else None,
            press=press,
            squares=[cell(self._cells[name], self._scope.sprite, press) for name in squares],
            parts=[self._drawn(name) for name in differing if _outer(name) not in differing],
        )

    @cached_property
    def _known(self) -> dict[str, Any]:
        """What all templates may use."""
        return _with({}, _tree(COMMON), self._scope)

    @cached_property
    def _holds(self) -> bytes:
        """The digests of the frame, of each part and of each square; none before play begins."""
        if self.page.playing.placing or self.page.facts.view is None:
            return b""
        frame = settings.OPERATOR.version, get_language(), get_current_timezone_name()
        facts: list[tuple[object, ...]] = [
            (frame, *self._parts, *self._cells, _values(FRAME, self._scope))
        ]
        facts += [_values(*self._drawable[name]) for name in self._parts]
        sprite = self._scope.sprite
        squares = b"".join([_look(cell, sprite) for cell in self._cells.values()])
        return b"".join([self._digest(repr(values)) for values in facts]) + self._covered(squares)

    def _covered(self, squares: bytes) -> bytes:
        """The same so that it says nothing to anybody who has no page with these squares."""
        cover = shake_128(self._key).digest(len(squares))
        covered = int.from_bytes(squares) ^ int.from_bytes(cover)
        return covered.to_bytes(len(squares))

    def _digest(self, text: str) -> bytes:
        return blake2b(text.encode(), key=self._key, digest_size=SIZE).digest()

    def _drawn(self, name: str) -> SafeString:
        return SafeString(self._rendered(*self._drawable[name]))

    def _rendered(self, part: Part, scope: Any, /, **more: object) -> str:
        template = _env().get_template(part.template)
        return str(template.render(_given(part, scope, self._known) | self._anew | more))

    def _attributes(self) -> dict[str, object]:
        """What scripts and styles are told of the moment."""
        page = self.page
        facts, browse = page.facts, page.story.browse
        return {
            "data-game": page.heading.game_slug,
            "data-hides": "yes" if page.heading.hides else None,
            "data-version": facts.version,
            "data-ply": page.playing.board.ply,
            "data-present": "yes" if browse.is_live else "no",
            "data-plies": browse.plies,
            "data-status": facts.status,
            "data-eyes": browse.eyes,
            "data-draw": page.extras.actions.draw,
            "data-said": page.sentences.said,
            "data-key": page.playing.choice.key,
            "data-seat-ply": facts.seat_ply,
            "data-holds": urlsafe_b64encode(self._holds).decode(),
        }


@lru_cache(maxsize=4096)
def _look(cell: Cell, sprite: str) -> bytes:
    """A digest of what a square shows: of that alone, so it is kept for all who may see it."""
    drawn: str = _env().globals["board_cell"](cell, sprite, "submit")
    return blake2b(drawn.encode(), digest_size=SIZE).digest()


def _env() -> Any:
    """What draws: its templates, and what they draw with."""
    return engines["jinja2"].env  # type: ignore[attr-defined]


class Scope:
    """All that parts may read; each is made when one reads it."""

    def __init__(self, page: MatchPage, request: HttpRequest, *, is_older: bool) -> None:
        self._page, self._user, self._is_older = page, request.user, is_older
        self.board, self.placing = page.playing.board, page.playing.placing
        self.choice, self.check = page.playing.choice, page.playing.check
        self.actions, self.plan = page.extras.actions, page.extras.plan
        self.browse, self.is_live = page.story.browse, page.story.browse.is_live
        self.past = None if self.is_live else self.browse
        self.next_board, self.analysis = page.links.next_board, page.links.analysis
        self.limit, self.glossary = page.heading.limit, page.heading.glossary
        self.links = replace(page.links, next_board="", analysis="")
        self.chooser_question = page.playing.chooser_question
        self.on_grid = isinstance(self.board, GridBoard)
        self.is_chronicle = page.story.chronicle is not None
        self.hand = getattr(self.board, "hand", None)
        self.hand_press = self.choice.press if self.hand else ""
        self.sprite = _env().globals["static"](self.board.sprite)

    @cached_property
    def match(self) -> SimpleNamespace:
        """The page, but for what is apart here."""
        groups = {entry.name: getattr(self._page, entry.name) for entry in fields(self._page)}
        heading = replace(self._page.heading, limit="", glossary=())
        return SimpleNamespace(**groups | {"links": self.links, "heading": heading})

    @cached_property
    def reader(self) -> Reader | None:
        """Whoever is signed in; the address that waits only where it is asked for."""
        user: Any = self._user
        if not user.is_authenticated:
            return None
        waits = user.unconfirmed_email if self._page.extras.offers_mail else ""
        return Reader(user.is_guest, user.email, waits)

    @property
    def outline(self) -> object:
        """The parts of the board that are the same at every ply."""
        if not isinstance(self.board, GridBoard):
            return SimpleNamespace(letters=self.board.letters, has_letters=self.board.has_letters)
        at_a_ply = {"ranks": (), "hand": None, "ply": 0, "last": "", "slid": "", "last_seat": None}
        return replace(self.board, **at_a_ply)  # type: ignore[arg-type]

    @property
    def bar(self) -> SimpleNamespace | None:
        """The values for a game with its own template in the row of actions; None for others."""
        board: Any = self.board
        if not self._page.heading.bar:
            return None
        return SimpleNamespace(turn_actions=board.turn_actions, is_mine=board.is_mine)

    @property
    def opponent(self) -> str:
        """The name of the player on the other side."""
        return next((panel.name for panel in self._page.people.panels if not panel.is_me), "")

    @property
    def lately(self) -> object:
        """The newest rounds, on the board of now."""
        return getattr(self._page.story.chronicle, "lately", ()) if self.is_live else ()

    @property
    def newest(self) -> Sequence[object]:
        """The moves that tell whether any have come."""
        story = self._page.story
        return story.moves[-1:] if story.held else story.moves

    @property
    def words(self) -> dict[str, str]:
        """Sentences for the script."""
        return script_words()

    @property
    def clocks(self) -> list[tuple[str, str]]:
        """Each player's name and time."""
        panels = self._page.people.panels
        return [(panel.name, panel.clock.sentence) for panel in panels if panel.clock.short]

    @property
    def bots(self) -> list[Character]:
        """The site's bots in the match."""
        return [panel.bot for panel in self._page.people.panels if panel.bot]

    @property
    def offers_time(self) -> bool:
        """True if the reader can offer time."""
        return self._page.extras.time_offers is not None

    @property
    def gifts(self) -> int | None:
        """The number of days given, where another can be; else None."""
        offers = self._page.extras.time_offers
        return offers.gifts if offers else None

    @property
    def pauses(self) -> tuple[tuple[int, str], ...]:
        """The pauses that can be asked for: days and their words."""
        offers = self._page.extras.time_offers
        return offers.pauses if offers else ()

    @property
    def asked_from(self) -> int | None:
        """The ply of the board that bots can be asked about."""
        extras = self._page.extras
        return self.browse.ply if extras.practice or extras.opinions else None

    @property
    def replayed(self) -> Browse | None:
        """The place in a match that is looked through; else None."""
        return self.browse if self._page.story.replay else None

    @property
    def may_ask(self) -> bool:
        """True if the reader can ask to take their last move back."""
        return self._page.facts.takeback.may_ask

    @property
    def has_acts(self) -> bool:
        """True if anything can be done with the moves."""
        return self.may_ask or self._page.story.since is not None

    @property
    def example(self) -> str:
        """A move as it can be typed."""
        return self.choice.example if self.choice.offers else ""

    @property
    def offers(self) -> object:
        """The moves on offer, in the form that the script of the page reads."""
        return self.choice.offers_json if self._is_older else self.choice.offer_rows

    @property
    def offered_at(self) -> int | None:
        """The version whose moves are offered."""
        return self._page.facts.version if self.choice.offers else None

    @property
    def looked_back(self) -> str:
        """The board that is looked back at, as addresses have it."""
        return "" if self.is_live else f"?ply={self.browse.ply}{self.browse.also}"


class Beside:
    """The scope of the parts of one side: *panel*, and all that other parts may read."""

    def __init__(self, scope: Scope, panel: SeatPanel, *, is_near: bool, status: str) -> None:
        self._scope, self.panel = scope, panel
        self.place = "near" if is_near else "far"
        self.clock = _clock(panel)
        self.acts = panel.is_to_act and status == "active"
        self.sits = replace(panel, clock=NO_CLOCK, away="", silent="", is_to_act=False)
        self.shown = (*_shown(panel.clock), panel.away, panel.silent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scope, name)


def _seat(panel: SeatPanel) -> str:
    return f"seat-{panel.seat}"


def _clock(panel: SeatPanel) -> str:
    return f"clock-{panel.seat}"


def _outer(name: str) -> str:
    """The part that the part *name* lies in; "" for the frame."""
    kind, _dash, seat = name.partition("-")
    return f"seat-{seat}" if kind == "clock" else INSIDE.get(name, "")


def _shown(clock: Clock) -> tuple[object, ...]:
    """How the clock stands, to be told from how it stood: not what is left to the microsecond."""
    runs = clock.running
    ends = (runs.deadline, runs.skips, runs.back_at, runs.pauses_at) if runs else ()
    return (clock.short, clock.sentence, clock.off, clock.is_low, clock.low_seconds, *ends)


def _parts(page: MatchPage, scope: Scope) -> Iterator[tuple[str, tuple[Part, Any]]]:
    """What can be drawn by itself, by name, each with what it may read."""
    for panel in page.people.panels:
        is_near = panel is page.people.bottom
        seat = Beside(scope, panel, is_near=is_near, status=page.facts.status)
        yield _seat(panel), (SEAT, seat)
        yield _clock(panel), (CLOCK, seat)
    if page.playing.placing:
        yield from ((name, (PARTS[name], scope)) for name in WHILE_PLACING)
        return
    chronicle = page.story.chronicle
    story = replace(CHRONICLE, template=chronicle.template) if chronicle else MOVES
    missing = {*(BESIDE_MOVES if chronicle else ()), *(() if scope.on_grid else BESIDE_SQUARES)}
    missing |= set() if scope.links.knowledge else {"knowledge"}
    named = {"place": PLACE, "story": story, **PARTS}
    yield from ((name, (part, scope)) for name, part in named.items() if name not in missing)


def _cells(page: MatchPage) -> dict[str, Cell]:
    """The squares of a board in rows; none of any other."""
    board = page.playing.board
    if page.playing.placing or not isinstance(board, GridBoard):
        return {}
    return {cell.square: cell for rank in board.ranks for cell in rank.cells}


def _differing(names: Sequence[str], *, now: bytes, before: bytes, first: int) -> Iterator[str]:
    """Those of *names* whose digests differ, which begin at *first*."""
    for place, name in enumerate(names):
        here = slice(first + place * SIZE, first + (place + 1) * SIZE)
        if now[here] != before[here]:
            yield name


def _read(held: str) -> bytes:
    """What a page says it holds; nothing for what cannot be read."""
    try:
        return urlsafe_b64decode(held[:MOST_HELD])
    except ValueError:
        return b""


def _values(part: Part, scope: Any) -> tuple[object, ...]:
    """What tells whether the part has changed."""
    return _reading(part.weighs or part.reads)(scope)


@cache
def _reading(reads: str) -> Callable[[Any], tuple[Any, ...]]:
    first, *more = reads.split()
    alone = attrgetter(first)
    return attrgetter(first, *more) if more else lambda scope: (alone(scope),)


def _given(part: Part, scope: Any, known: Mapping[str, Any]) -> dict[str, Any]:
    """What its template may use: what the part reads, what is *known* to all, nothing else."""
    return _with(known, _tree(part.reads), scope)


@cache
def _tree(reads: str) -> dict[str, Any]:
    """The paths as branches; None at the end of each."""
    tree: dict[str, Any] = {}
    for path in reads.split():
        *outer, last = path.split(".")
        here = tree
        for step in outer:
            here = here.setdefault(step, {})
        here[last] = None
    return tree


def _with(known: Mapping[str, Any], tree: dict[str, Any], source: Any) -> dict[str, Any]:
    """What is *known*, and what of *source* the branches lead to."""
    found = dict(known)
    for name, below in tree.items():
        value = getattr(source, name)
        if below is not None:
            here = vars(known[name]) if name in known else {}
            value = SimpleNamespace(**_with(here, below, value))
        found[name] = value
    return found
