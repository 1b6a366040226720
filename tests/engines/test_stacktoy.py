"""The promises of all games hold with three and four seats, stacks and named places, and bite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms, Transition
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat, Viewer
from tests.engines import conformance
from tests.engines.conformance import PROMISES, Promise
from tests.engines.playing import after, beginning, playout, terms_for
from tests.engines.stacktoy import NAMES, Position, StackGame, View, owner_of

SEEDS = [bytes([number]) for number in range(8)]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_honest_game_is_not_accused(promise: Promise) -> None:
    for seed in SEEDS:
        promise(StackGame(), seed)


def test_the_matches_differ_in_what_they_are_to_show() -> None:
    """Three seats and four, high stacks, passing, and every way to end."""
    game = StackGame()
    matches = {seed: [*playout(game, seed, limit=400)] for seed in SEEDS}
    seats = {len(game.meta.seats_for(terms_for(game, seed).options)) for seed in SEEDS}
    plies = [ply for match in matches.values() for ply in match]
    assert seats == {3, 4}
    assert max(len(stack) for ply in plies for stack in ply.position.stacks) > 3
    assert any(ply.text == "pass" for ply in plies)
    assert all(game.outcome(match[-1].position) for match in matches.values())


def test_seats_follow_from_the_terms() -> None:
    meta = StackGame.meta
    assert meta.seats_for({}) == meta.seats_for({"players": "three"}) == NAMES[:3]
    assert meta.seats_for({"players": "four"}) == NAMES
    with pytest.raises(LookupError):
        meta.seats_for({"players": "five"})


def test_those_who_stay_go_on_without_the_others() -> None:
    game = StackGame()
    here = after(game, beginning(game), "stack:1", "stack:2", "stack:3")
    here = game.concede(here, frozenset({Seat(1)})).position
    here = after(game, here, "mill>inn")
    assert game.to_act(here) == {Seat(2)}
    outcome = game.outcome(game.concede(here, frozenset({Seat(0)})).position)
    assert outcome == Outcome(Termination.CONCESSION, frozenset({Seat(2)}))


class TheThirdSeatKnows(StackGame):
    """Only the view of the last seat tells too much."""

    def view(self, position: Position, viewer: Viewer) -> View:
        seen = super().view(position, viewer)
        crowns = (position.crowns[0], *seen.crowns[1:])
        return replace(seen, crowns=crowns) if viewer.seat == 2 else seen


class TheTopIsShown(StackGame):
    """News of a step tell the third seat which piece was uncovered."""

    def news_of_move(self, before: Position, facts: JsonObject) -> Event:
        piece = str(facts.get("piece", "a1"))
        is_crown = before.crowns[owner_of(piece)] == int(piece[1])
        return Event("moved", facts, {Seat(2): {"crown": is_crown}})


class TheGoneStayOn(StackGame):
    """Who dropped out still has to move."""

    def _turn_passed(self, position: Position) -> Position:
        return replace(position, turn=((position.turn or 0) + 1) % len(position.crowns))


class TheGoneShowTheirs(StackGame):
    """Who drops out shows the crown in the news, though the others play on."""

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        step = super().concede(position, seats)
        shown = Event("shown", {"crowns": [position.crowns[seat] for seat in sorted(seats)]})
        return replace(step, events=(*step.events, shown))


class ThreeAlwaysSit(StackGame):
    """A table for four at which only three are asked to stack."""

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        return super().start(Terms({"players": "three"}), dice)


class TheWellIsCommitted(StackGame):
    """What the site commits itself to depends on where pieces stand by now."""

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        return {} if position.seen else super().hidden_setup(position)


@pytest.mark.parametrize(
    ("faulty", "promise"),
    [
        (TheThirdSeatKnows, conformance.views_do_not_depend_on_what_they_hide),
        (TheTopIsShown, conformance.events_tell_no_more_than_views),
        (TheGoneStayOn, conformance.those_who_stay_play_on),
        (TheGoneShowTheirs, conformance.concessions_tell_no_more_than_views),
        (ThreeAlwaysSit, conformance.those_who_stay_play_on),
        (TheWellIsCommitted, conformance.hidden_setups_are_settled_when_play_begins),
    ],
)
def test_a_planted_fault_is_caught(faulty: type[StackGame], promise: Promise) -> None:
    with pytest.raises((AssertionError, IndexError)):
        for seed in SEEDS:
            promise(faulty(), seed)
