"""The news of a match of Nation, cut into what each nation did and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.utils.translation import gettext as _

from games.boards.kit.scenes import News
from games.boards.nation.reasons import reason_of
from games.boards.nation.words import PLACES, book_of, nation_names, place_name, said

Facts = Mapping[str, Any]
"""The public part of an event of Nation, as `engines.nation` tells it."""

FIGHTING = (
    "battle-start",
    "battle-end",
    "attack-start",
    "before-attack",
    "after-attack",
    "attack-end",
)
"""When states act as part of a battle; at any other time they do by themselves."""
ACTIONS = ("command", "swapped", "battle-began", "training", "special", "conceded")
"""The events of which each ply has exactly one."""


Gains = dict[int, int]
"""What was added to the power of nations, by seat; less than nothing for a loss."""


@dataclass(slots=True)
class Happening:
    """An event that came about by itself: one of the stage, or a state outside of actions."""

    sentence: str
    seat: int = -1
    """Whose state it is; -1 for anything else."""
    is_quiet: bool = True
    """Whether it is worth a line only where it has changed power."""
    gains: Gains = field(default_factory=dict)


@dataclass(slots=True)
class Action:
    """One action of one nation, and what came of it."""

    ply: int
    round: int
    seat: int
    kind: str
    sign: str
    sentence: str
    reason: str = ""
    """Why an NPC nation did it; empty for the player."""
    events: list[tuple[str, Facts]] = field(default_factory=list)
    """What was told of it, in order."""
    happenings: list[Happening] = field(default_factory=list)
    """What acted by itself beside it, came about after it, or was foretold."""
    gains: Gains = field(default_factory=dict)
    """What came of the action itself."""


@dataclass(slots=True)
class Reader:
    """A position in the news."""

    stage: str = ""
    version: int = 0
    round: int = 1
    reason: str = ""
    before: list[Happening] = field(default_factory=list)
    """What acted by itself as the action that comes next began."""
    gains: Gains = field(default_factory=dict)
    """Those of what is told of now."""

    @property
    def names(self) -> tuple[str, ...]:
        """The nations by seat."""
        return nation_names(self.stage, self.version)


def actions(news: News, *, after: int = 0, first: int = 1) -> tuple[Action, ...]:
    """Everything that was done, in order; plies are counted from 1.

    The *news* may be those of the start and of the plies *after* one alone; the round *first*
    begins there.
    """
    found: list[Action] = []
    reader = Reader(round=first)
    for kind, known in news:
        facts = cast("Facts", known)
        if kind == "began":
            reader.stage, reader.version = facts["stage"], facts["content"]
        elif kind == "round-began":
            reader.round = max(reader.round, facts["round"])  # the start tells of the first
        elif kind == "decided":
            reader.reason = reason_of(facts, reader.version)
        elif kind in ACTIONS:
            found.append(_action(after + len(found) + 1, kind, facts, reader))
        if found:
            found[-1].events.append((kind, facts))
        _note(found, kind, facts, reader)
    return tuple(found)


def _note(found: Sequence[Action], kind: str, facts: Facts, reader: Reader) -> None:
    """Put down what an event of the match says besides, each amount with its own cause."""
    new = _happening(kind, facts, reader)
    if new is not None:
        is_early = facts.get("hook") in ("domestic-end", "action")
        beside = reader.before if is_early else found[-1].happenings if found else []
        known = next((one for one in beside if one.sentence == new.sentence), None)
        if known is None:
            beside.append(new)
        reader.gains = (known or new).gains
    for seat, gain in _gains(kind, facts):
        reader.gains[seat] = reader.gains.get(seat, 0) + gain


def _happening(kind: str, facts: Facts, reader: Reader) -> Happening | None:
    """Return what begins to act by itself with an event of the match."""
    if kind in ("foretold", "event"):
        sentence = omen_of(kind, facts, reader.stage, reader.version)
        return Happening(sentence, is_quiet=False)
    if kind == "triggered" and facts["hook"] not in FIGHTING:
        state = said(book_of(reader.version).states[facts["state"]].name)
        values = {"state": state, "nation": reader.names[facts["seat"]]}
        return Happening(_("%(state)s: %(nation)s") % values, facts["seat"])
    if kind == "round-ended":
        return Happening(_("A tie goes to the nation that comes first in turn order."))
    return None


def omen_of(kind: str, facts: Facts, stage: str, version: int) -> str:
    """Return what is foretold, or has happened, or has not."""
    entry = book_of(version).stages[stage].events[facts["event"]].entry
    values = {"round": facts["round"], "event": said(entry.name), "text": said(entry.text)}
    if kind == "foretold":
        return _("Foretold for round %(round)s: %(event)s. %(text)s") % values
    if facts["happens"]:
        return _("Round %(round)s: %(event)s. %(text)s") % values
    return _("Round %(round)s: %(event)s does not come about.") % values


def _gains(kind: str, facts: Facts) -> Iterator[tuple[int, int]]:
    if kind == "power":
        yield facts["seat"], facts["after"] - facts["before"]
    elif kind == "stolen":
        yield facts["seat"], facts["amount"]
        yield facts["loser"], -facts["amount"]


def _action(ply: int, kind: str, facts: Facts, reader: Reader) -> Action:
    seat = facts["attacker"] if kind == "battle-began" else facts.get("seat", -1)
    if kind == "conceded":
        seat = facts["seats"][0]
    sign, sentence = _sign_and_sentence(kind, facts, reader)
    action = Action(ply, reader.round, seat, kind, sign, sentence, reader.reason)
    action.happenings, reader.before = reader.before, []
    reader.reason, reader.gains = "", action.gains
    return action


def _sign_and_sentence(kind: str, facts: Facts, reader: Reader) -> tuple[str, str]:
    """Return the sign of what was done, and the sentence."""
    book, names = book_of(reader.version), reader.names
    if kind == "command":
        entry = book.commands[facts["command"]]
        return f"f-{entry.kind}", aimed(said(entry.name), facts["target"], names)
    if kind == "swapped":
        one, other = (place_name(PLACES[place]) for place in facts["places"])
        return "a-swap", _("Change places: %(one)s and %(other)s") % {"one": one, "other": other}
    if kind == "battle-began":
        return "a-battle", _("Battle against %(nation)s") % {"nation": names[facts["defender"]]}
    if kind == "special":
        return "a-special", said(book.specials[facts["special"]].name)
    return ("a-train", _("Training")) if kind == "training" else ("a-gone", _("Gives up the stage"))


def aimed(name: str, target: str | None, names: tuple[str, ...]) -> str:
    """A command with whom it is for."""
    if not target:
        return name
    if target in PLACES:
        whom = place_name(target)
    else:
        whom = names[-1] if target == "player" else names[int(target[3:]) - 1]
    return _("%(command)s (%(target)s)") % {"command": name, "target": whom}
