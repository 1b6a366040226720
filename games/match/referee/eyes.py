"""The eyes: what one viewer may see of a position. Everything leaves here already cut to them."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, cast

from engines.core.coaching import Hint
from engines.core.conditions import read_condition
from engines.core.dice import Dice
from engines.core.engine import (
    BluffingEngine,
    CoachingEngine,
    ExpectingEngine,
    ForeseeingEngine,
    KindHidingEngine,
    SafeEngine,
    UndoingEngine,
)
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.jsontypes import Json, JsonObject
from engines.core.knowledge import Identity, Knowledge
from engines.core.pasted import load_typed
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.match.exceptions import NotOver, RefusedMove, UnreadableMove
from games.match.onlookers import delay_of
from games.match.referee import snapshots
from games.match.referee.sheets import knowledge_of
from games.match.referee.table import LATELY, PlyEvents, Table, has_part, unsealed
from games.match.sealed import SealedEvent, SealedPly


@dataclass(frozen=True, slots=True)
class Thought:
    """The question to a bot: a view like a person's, and dice of its own."""

    view: Json = field(repr=False)
    """As the codec of the game makes plain data of it."""
    seed: bytes = field(repr=False)
    label: str
    seat_ply: int
    seat: int = 0
    """Who is to move."""


def thought_of(
    engine: Any, position: Any, seat: Seat, *, label: str, seed: bytes = b"", seat_ply: int = 0
) -> Thought:
    """Return the question to a bot that sees *position* with the eyes of *seat*."""
    view = engine.codec.views.dump(engine.view(position, Viewer.of(seat)))
    return Thought(view=view, seed=seed, label=label, seat_ply=seat_ply, seat=int(seat))


class Foreseen(NamedTuple):
    """A board that is not there yet, in a game that hides nothing."""

    view: JsonObject
    legal: tuple[str, ...]
    """What the seat that is to act then can do."""
    movers: tuple[Seat, ...]
    """Whose each ply on the way there is."""
    to_act: Seat | None
    """None where the match would be over."""


class Bluff(NamedTuple):
    """The facts that the author of an open move should know if it is a foul."""

    fouls: tuple[str, ...]
    """Codes; they name sentences."""
    could_be_true: bool
    """Whether some kind of piece moves so; where none does, anybody can see the foul."""


class Supposed(NamedTuple):
    """The choices of a seat that plans an answer to what it will see."""

    view: JsonObject
    legal: tuple[str, ...]
    """What it could answer then."""
    conditions: tuple[str, ...]
    """What it may wait for; nothing once that is chosen."""
    bluffs: dict[str, Bluff]
    """The answers that it can see to be fouls."""


class Shown(NamedTuple):
    """The view of a seat at an earlier moment, with the fouls it could have seen."""

    view: JsonObject
    bluffs: dict[str, Bluff]


class Eyes(Table):
    """Hands out views, news and offers."""

    def cautions(self, text: str) -> tuple[str, ...]:
        """Return what to ask about before the move *text* is made; raises UnreadableMove."""
        try:
            return self._engine.cautions(self._engine.codec.load_move(text))
        except InvalidMove as error:
            raise UnreadableMove from error

    def view(self, viewer: Viewer, *, after_ply: int | None = None) -> JsonObject:
        """Return the position as *viewer* may see it now, or could see it after an earlier ply."""
        return self._engine.codec.dump_view(self._seen(viewer, after_ply))

    def lay_open(self, eyes: Viewer) -> JsonObject:
        """Return the position as *eyes* see it, even all-seeing ones, even while the match goes on.

        For the reveal that `games.moderation` logs and two members of staff answer for; guard
        tests keep everybody else from calling it.
        """
        return self._engine.codec.dump_view(self._engine.view(self._position, eyes))

    def identities(self, viewer: Viewer, *, after_ply: int | None = None) -> tuple[Identity, ...]:
        """Return the known identity of each piece *viewer* sees; none where no kinds are hidden."""
        engine = self._kind_hiding_engine
        return engine.identities(self._seen(viewer, after_ply)) if engine else ()

    def knowledge(self, viewer: Viewer, *, after_ply: int | None = None) -> JsonObject:
        """Return the sheet of *viewer* about hidden kinds; nothing where none are hidden."""
        engine = self._kind_hiding_engine
        if engine is None:
            return Knowledge((), {}).as_json()
        return knowledge_of(self._match.pk, engine, self._seen(viewer, after_ply))

    def may_take_back(self, seat: Seat) -> bool:
        """Return whether *seat* has just made a move that it may take back."""
        engine: Any = self._engine
        if not has_part(engine, UndoingEngine) or seat not in engine.to_act(self._position):
            return False
        return engine.undoable(engine.view(self._position, Viewer.of(seat))) > 0

    def quiet_plies(self) -> int:
        """Return how many plies have been made since something happened for good: public knowledge.

        0 in games that end by their own rules.
        """
        codec: Any = self._engine.codec
        return int(codec.quiet_plies(self._position)) if snapshots.is_kept(self._engine) else 0

    def cannot_lose(self, seat: Seat) -> bool:
        """Return whether the rules say that the other side has too little left to win. Where
        pieces are hidden, none says so."""
        engine: Any = self._engine
        return has_part(engine, SafeEngine) and engine.cannot_lose(self._position, seat)

    def outlook(self, viewer: Viewer) -> JsonObject:
        """Return what *viewer* can foresee of the next move; empty where the rules do not say."""
        engine: Any = self._engine
        if not has_part(engine, ForeseeingEngine):
            return {}
        return engine.outlook(self._seen(viewer, None))

    def legal_moves(self, seat: Seat) -> tuple[str, ...]:
        """Return the action texts open to *seat* now; none when it is not to act."""
        if seat not in self._engine.to_act(self._position):
            return ()
        view = self._engine.view(self._position, Viewer.of(seat))
        return tuple(map(self._engine.codec.dump_move, self._engine.legal_moves(view)))

    def hint(self, seat: Seat) -> Hint | None:
        """Return a coach's hint for *seat* before its move, by what it sees; None without one."""
        engine: Any = self._engine
        if not has_part(engine, CoachingEngine):
            return None
        return engine.hint(engine.view(self._position, Viewer.of(seat)))

    def only_move(self, seat: Seat) -> str | None:
        """The one move *seat* has, out of check, where everybody sees everything; else None."""
        self._check_open()
        moves = self.legal_moves(seat)
        is_checked = bool(self.view(Viewer.of(seat)).get("check"))
        return moves[0] if len(moves) == 1 and not is_checked else None

    def bluffs(self, seat: Seat) -> dict[str, Bluff]:
        """Return the moves open to *seat* that it can see to be fouls, by action text."""
        engine: Any = self._engine
        if not has_part(engine, BluffingEngine) or seat not in engine.to_act(self._position):
            return {}
        return dict(_bluffs(engine, engine.view(self._position, Viewer.of(seat))))

    def news(self, viewer: Viewer) -> list[tuple[str, JsonObject]]:
        """Return the story so far as *viewer* may hear it."""
        return self.latest_news(viewer, after=0)

    def latest_news(
        self, viewer: Viewer, *, after: int, until: int | None = None
    ) -> list[tuple[str, JsonObject]]:
        """The same, of the start and of the plies after ply *after*, up to ply *until*, alone."""
        rows = self._plies_for(viewer, after, until)
        events = (row.events for row in rows if row.number > after)
        return _news_for([self._sealed.opening, *events], viewer)

    def news_between(
        self, viewer: Viewer, *, after: int, until: int | None = None
    ) -> list[tuple[str, JsonObject]]:
        """Return the same without the start, unless *after* is 0."""
        news = self.latest_news(viewer, after=after, until=until)
        return news[len(_news_for([self._sealed.opening], viewer)) if after else 0 :]

    def news_since_own(self, seat: Seat) -> list[tuple[str, JsonObject]]:
        """Return the news to *seat* since its own last ply; nothing where that lies further back
        than the last plies, which are read with the position."""
        rows = self._plies_from(self.plies - LATELY)
        own = max((row.number for row in rows if row.seat == seat), default=None)
        return [] if own is None else self.latest_news(Viewer.of(seat), after=own)

    def moments(
        self, viewer: Viewer, *, after: int = 0, until: int | None = None
    ) -> dict[int, tuple[Seat, datetime]]:
        """Return by number the seat and the moment of each ply from *after* to *until* of which
        *viewer* heard anything."""
        return {
            row.number: (Seat(row.seat), row.made_at)
            for row in reversed(self._plies_for(viewer, after, until))
            if _news_for([row.events], viewer)
        }

    def horizon(self, viewer: Viewer) -> int:
        """The last ply of which *viewer* knows: where the terms say so, onlookers lag behind."""
        plies = self._sealed.plies
        delay = delay_of(self._match) if viewer == BYSTANDER else 0
        if not delay or self.is_setting_up():
            return plies
        laid_out = len(self._seats) if self._engine.meta.placing else self._match.given_plies
        return max(plies - delay, min(laid_out, plies))

    def last_move(self, viewer: Viewer) -> int:
        """The last ply of which *viewer* knows that is no concession."""
        last = self.horizon(viewer)
        return last - (last > 0 and self.outcome() is not None and self.conceded())

    def _plies_for(self, viewer: Viewer, number: int, until: int | None) -> list[PlyEvents]:
        """The same as far as *viewer* may know."""
        last = self.horizon(viewer)
        if until is None or until >= last:
            return [row for row in self._plies_from(number) if row.number <= last]
        return self._plies_between(number, until)

    def _plies_from(self, number: int) -> list[PlyEvents]:
        """Return the events of the plies from ply *number* on."""
        if self._latest_plies is None or number < self._latest_plies[0]:
            self._latest_plies = number, self._read_plies(number__gte=number)
        return [row for row in self._latest_plies[1] if row.number >= number]

    def _plies_between(self, number: int, until: int) -> list[PlyEvents]:
        """Return the events of the plies from *number* to *until*; read once for all who ask."""
        if self._middle_plies[:2] != (number, until):
            rows = self._read_plies(number__gte=number, number__lte=until)
            self._middle_plies = number, until, rows
        return self._middle_plies[2]

    def _read_plies(self, **where: int) -> list[PlyEvents]:
        rows = SealedPly.objects.filter(match=self._match, **where)
        return [PlyEvents(*row) for row in rows.values_list("number", "events", "seat", "made_at")]

    def thought(self, seat: Seat) -> Thought:
        """Return the question to the bot in *seat*."""
        return self._thought(self._position, seat, self.seat_plies(seat) + 1)

    def _thought(self, position: Any, seat: Seat, seat_ply: int) -> Thought:
        seed = hmac.digest(bytes(self._sealed.seed), b"bot", "sha256")
        label = f"{seat}.{seat_ply}"
        return thought_of(self._engine, position, seat, label=label, seed=seed, seat_ply=seat_ply)

    def foresee(
        self, seat: Seat, plies: Sequence[str], *, after_ply: int | None = None
    ) -> Foreseen:
        """Return the view of *seat* after *plies* more, now or after an earlier ply, where
        everybody sees everything.

        Raises NotOver in a game that hides something or leaves something to chance, UnreadableMove
        or RefusedMove for a ply that cannot be made.
        """
        engine = self._engine
        here, movers = self._led(plies, after_ply)
        to_act = min(engine.to_act(here), default=None)
        view = engine.view(here, Viewer.of(seat))
        legal: tuple[str, ...] = ()
        if to_act is not None:
            open_moves = engine.legal_moves(engine.view(here, Viewer.of(to_act)))
            legal = tuple(map(engine.codec.dump_move, open_moves))
        return Foreseen(engine.codec.dump_view(view), legal, tuple(movers), to_act)

    def spelled(self, text: str, plies: Sequence[str] = (), *, after_ply: int | None = None) -> str:
        """Return the move that *text* spells after *plies* more, as the rules page writes it,
        whether it is open there or not; "" for none, and where anything is hidden.

        Raises as `foresee` does for *plies*.
        """
        if self._engine.meta.hides_information or self._engine.meta.solo:
            return ""
        codec = self._engine.codec
        try:
            return codec.dump_move(load_typed(codec, self._led(plies, after_ply)[0], text))
        except InvalidMove:
            return ""

    def _led(self, plies: Sequence[str], after_ply: int | None) -> tuple[Any, list[Seat]]:
        """Return the position that `foresee` shows, and whose each of *plies* is."""
        self._check_open()
        engine, movers = self._engine, list[Seat]()
        begins = self.plies if after_ply is None else min(after_ply, self.plies)
        here = self._position_after(begins)
        for number, text in enumerate(plies, start=begins + 1):
            if engine.outcome(here) is not None:
                raise RefusedMove("over", self._match.game)
            mover = min(engine.to_act(here))
            here = self._played(here, mover, text, number)
            movers.append(mover)
        return here, movers

    def _played(self, here: Any, mover: Seat, text: str, number: int) -> Any:
        """Return the position after the ply *text*, without any dice."""
        engine = self._engine
        try:
            move = engine.codec.load_move(text)
            engine.check_move(engine.view(here, Viewer.of(mover)), move)
        except InvalidMove as error:
            raise UnreadableMove from error
        except IllegalMove as error:
            raise RefusedMove(error.code, self._match.game) from error
        return engine.play(here, mover, move, Dice(b"", str(number))).position

    def suppose(self, seat: Seat, line: Sequence[str]) -> Supposed:
        """Return the plans open to *seat* where pieces are hidden: a condition, then one answer to
        it.

        All of it follows from the seat's own view, as it stands and as it would be with nothing
        added but the condition. Raises UnreadableMove for a line that cannot be read or is longer,
        RefusedMove for what cannot be waited for, or not be answered as far as the seat can tell.
        """
        engine: Any = self._engine
        view = engine.view(self._position, Viewer.of(seat))
        if not has_part(engine, ExpectingEngine) or len(line) > 2:
            raise UnreadableMove
        if not line:
            open_now = tuple(map(str, engine.conditions(view)))
            return Supposed(engine.codec.dump_view(view), (), open_now, {})
        try:
            then = engine.supposed(view, read_condition(line[0]))
            for text in line[1:]:
                engine.check_move(then, engine.codec.load_move(text))
        except InvalidMove as error:
            raise UnreadableMove from error
        except IllegalMove as error:
            raise RefusedMove(error.code, self._match.game) from error
        seen = engine.codec.dump_view(then)
        if len(line) > 1:
            return Supposed(seen, (), (), {})
        legal = tuple(map(engine.codec.dump_move, engine.legal_moves(then)))
        fouls = _bluffs(engine, then) if has_part(engine, BluffingEngine) else ()
        return Supposed(seen, legal, (), dict(fouls))

    def came_true(self, seat: Seat, conditions: Iterable[str], *, after: int) -> list[str]:
        """Return those of *conditions* that have come true in the plies after ply *after*, all of
        which are the other's: read in what *seat* itself sees, in the order they are given."""
        engine: Any = self._engine
        view, since = engine.view(self._position, Viewer.of(seat)), self.plies - after
        return [text for text in conditions if engine.came_true(view, read_condition(text), since)]

    def own_moves_since(self, seat: Seat, ply: int) -> tuple[str, ...]:
        """Return the moves of *seat* after ply *ply*, for that seat alone."""
        plies = SealedPly.objects.filter(match=self._match, seat=seat, number__gt=ply)
        return tuple(text or "" for text in plies.order_by("number").values_list("move", flat=True))

    def moves_since(self, ply: int) -> tuple[str, ...]:
        """The moves after ply *ply*, in a game that hides nothing: raises NotOver elsewhere."""
        self._check_open()
        plies = SealedPly.objects.filter(match=self._match, number__gt=ply).order_by("number")
        return tuple(text or "" for text in plies.values_list("move", flat=True))

    def _check_open(self) -> None:
        if self._engine.meta.hides_information or self._engine.meta.solo:
            raise NotOver

    def may_think(self, ply: int) -> bool:
        """Return whether a bot can say what it would have played after *ply* plies of what is
        over."""
        if self.outcome() is None or not 0 <= ply < self._sealed.plies:
            return False
        position = self._position_after(ply)
        acts = bool(self._engine.to_act(position))
        return acts and not self._engine.is_setting_up(position)

    def shown_after(self, ply: int, moves: Collection[str]) -> Shown:
        """Return the view of the seat that was to move after *ply* plies, with the fouls among
        *moves*.

        Raises NotOver before the end.
        """
        if self.outcome() is None:
            raise NotOver
        engine: Any = self._engine
        position = self._position_after(ply)
        view = engine.view(position, Viewer.of(min(engine.to_act(position))))
        fouls: dict[str, Bluff] = {}
        if moves and has_part(engine, BluffingEngine):
            fouls = {text: bluff for text, bluff in _bluffs(engine, view) if text in moves}
        return Shown(engine.codec.dump_view(view), fouls)

    def thought_after(self, ply: int) -> Thought:
        """Return the question to a bot in the seat that was to move after *ply* plies.

        The same as in the match, so that a bot answers as it did there. Raises NotOver before the
        end: nobody is helped while they play.
        """
        if self.outcome() is None:
            raise NotOver
        position = self._position_after(ply)
        seat = min(self._engine.to_act(position))
        own = SealedPly.objects.filter(match=self._match, seat=seat, number__lte=ply).count()
        return self._thought(position, seat, own + 1)

    def version(self, viewer: Viewer) -> int:
        """Return how often the view of *viewer* has changed."""
        return int(self._sealed.versions[self._viewer_keys.index(viewer.seat)])

    def ahead(self, viewer: Viewer) -> int:
        """By how much the version is ahead of the plies once play has begun; before that 0.

        Every ply is one version to everybody, so this stays as it is while moves are made, and
        grows with whatever else happens: moves taken back make it grow for good. While pieces are
        placed the number of plies is nobody's to know.
        """
        return 0 if self.is_setting_up() else self.version(viewer) - self._sealed.plies

    @property
    def _kind_hiding_engine(self) -> KindHidingEngine[Any, Any, Any] | None:
        engine = cast("KindHidingEngine[Any, Any, Any]", self._engine)
        return engine if engine.meta.kinds else None

    def _seen(self, viewer: Viewer, after_ply: int | None) -> Any:
        """Return the engine's own view for *viewer*, now or after an earlier ply.

        Raises NotOver for eyes that see everything while there is anything to hide.
        """
        if viewer.sees_all and self.outcome() is None:
            raise NotOver
        last = self.horizon(viewer)
        ply = last if after_ply is None else min(after_ply, last)
        position = self._position if ply == self._sealed.plies else self._position_after(ply)
        return self._engine.view(position, viewer)


def _bluffs(engine: Any, view: Any) -> Iterator[tuple[str, Bluff]]:
    for advice in engine.advice(view):
        if advice.fouls:
            yield engine.codec.dump_move(advice.move), Bluff(advice.fouls, advice.could_be_true)


def _news_for(plies: Iterable[list[SealedEvent]], viewer: Viewer) -> list[tuple[str, JsonObject]]:
    opened = [unsealed(event) for events in plies for event in events]
    known = [(event.kind, event.seen_by(viewer)) for event in opened]
    return [(kind, facts) for kind, facts in known if facts is not None]
