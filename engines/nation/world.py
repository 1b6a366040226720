"""A match at one moment as a value, and the working copy in which it goes on.

A `Snapshot` is everything that a position text tells. A `World` shares the
nations of the snapshot it was made from and copies one as soon as it is to
be changed, so that trying something out costs little.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core.events import Event
from engines.core.jsontypes import Json
from engines.nation.content_types import Content, Stage
from engines.nation.nations import Nation, Unit
from engines.nation.numbers import clamp


@dataclass(frozen=True)
class Snapshot:
    """The nations, the round, and whose turn it is: immutable."""

    content: Content = field(repr=False)
    stage: str
    round: int
    turn: int
    """The seat whose turn it is, or was last."""
    actions: int
    """Commands left in this turn."""
    over: bool
    nations: tuple[Nation, ...]
    """By seat; the player is the last one."""
    memo: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    """What has been worked out from all this, by whoever did."""

    @property
    def terms(self) -> Stage:
        """The stage that is played."""
        return self.content.stages[self.stage]

    @property
    def player(self) -> int:
        """The player's seat."""
        return len(self.nations) - 1


class World:
    """A match under way. With a *log* it tells what happens as events."""

    __slots__ = (
        "_own",
        "actions",
        "content",
        "gained",
        "log",
        "nations",
        "over",
        "round",
        "stage",
        "turn",
    )

    def __init__(self, snapshot: Snapshot, log: list[Event] | None = None) -> None:
        self.content = snapshot.content
        self.stage = snapshot.stage
        self.round = snapshot.round
        self.turn = snapshot.turn
        self.actions = snapshot.actions
        self.over = snapshot.over
        self.nations = list(snapshot.nations)
        self.log = log
        self.gained: set[tuple[int, int, str]] = set()
        """What was acquired while the phase runs: seat, place (-1: the nation), state."""
        self._own: set[int] = set()

    def snapshot(self) -> Snapshot:
        """Return what has come of it; the world is not to be used any more."""
        return Snapshot(
            self.content,
            self.stage,
            self.round,
            self.turn,
            self.actions,
            self.over,
            tuple(self.nations),
        )

    @property
    def player(self) -> int:
        """The player's seat."""
        return len(self.nations) - 1

    def own(self, seat: int) -> Nation:
        """Return the nation in *seat*, to be changed."""
        if seat not in self._own:
            self._own.add(seat)
            self.nations[seat] = self.nations[seat].copy()
        return self.nations[seat]

    def put(self, seat: int, place: int, unit: Unit | None) -> None:
        """Let *unit* stand at *place*."""
        self.own(seat).places[place] = unit

    def set_power(self, seat: int, power: int) -> None:
        """Let a nation have *power*, or what comes nearest to it."""
        nation = self.own(seat)
        before, nation.power = nation.power, clamp(power)
        if self.log is not None and nation.power != before:
            self.tell("power", seat=seat, before=before, after=nation.power)

    def tell(self, kind: str, **facts: Json) -> None:
        """Note an event, if anybody wants to know."""
        if self.log is not None:
            self.log.append(Event(kind, facts))

    def living(self) -> list[int]:
        """The seats that are not out, in turn order."""
        return [seat for seat, nation in enumerate(self.nations) if not nation.out]

    def bury(self, seat: int, place: int) -> None:
        """Send whoever stands at *place* to the graveyard."""
        nation = self.own(seat)
        fallen, nation.places[place] = nation.places[place], None
        if fallen is not None:
            if self.content.dated_graves:
                fallen = fallen._replace(fell=self.round)
            nation.graveyard = (*nation.graveyard, fallen)
            self.tell("buried", seat=seat, place=place, unit=fallen.unit)
