"""A leak test is worth nothing until planted leaks make it fail: here they are planted.

Each class below is the toy game with one fault. The named promise must fail
for it within a few seeds, as it does not for the honest game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from engines.core.advice import Advice
from engines.core.dice import Dice
from engines.core.engine import Terms, Transition
from engines.core.errors import IllegalMove
from engines.core.events import Event
from engines.core.jsontypes import Json, JsonObject
from engines.core.knowledge import Identity, Knowledge
from engines.core.outcome import Outcome, Termination
from engines.core.placing import Placing
from engines.core.plain import Plain
from engines.core.seats import Seat, Viewer
from tests.engines import conformance
from tests.engines.conformance import PROMISES, Promise
from tests.engines.toy import CUPS, SEATS, Cups, CupsCodec, Position, View, sheet_of

SEEDS = [bytes([number]) for number in range(8)]


class ViewTellsThePea(Cups):
    """The other's pea is left in the dumped view."""

    class _Codec(CupsCodec):
        def dump_view(self, view: View) -> JsonObject:
            return {**super().dump_view(view), "rumour": view.rumour}

    codec = _Codec()

    def view(self, position: Position, viewer: Viewer) -> View:
        return replace(super().view(position, viewer), rumour=position.peas[0])


class OffersKnowThePea(Cups):
    """The view looks clean when dumped, but what is offered follows from the truth."""

    def view(self, position: Position, viewer: Viewer) -> View:
        other = position.peas[1 - viewer.seat] if viewer.seat is not None else None
        return replace(super().view(position, viewer), rumour=other)

    def legal_moves(self, view: View) -> Iterator[int]:
        yield from (cup for cup in super().legal_moves(view) if not view.pea or cup == view.rumour)


class BystanderSeesLuck(Cups):
    """Only the bystander's view tells too much."""

    def view(self, position: Position, viewer: Viewer) -> View:
        seen = super().view(position, viewer)
        return seen if viewer.seat is not None else replace(seen, lucky=position.lucky[1])


class TurnTellsThePea(Cups):
    """Who lifts first follows from the hidden peas; no view says so, only `to_act`."""

    def first_to_lift(self, position: Position) -> Seat:
        lifted = len(position.lifted[0]) + len(position.lifted[1])
        return Seat((lifted + (position.peas[0] > position.peas[1])) % 2)

    def view(self, position: Position, viewer: Viewer) -> View:
        return replace(super().view(position, viewer), to_act=frozenset(SEATS))


class EndTellsThePea(Cups):
    """Why the match ended follows from a pea that was never found."""

    def outcome(self, position: Position) -> Outcome | None:
        honest = super().outcome(position)
        if honest and not position.conceded and sum(position.peas) % 2:
            return Outcome(Termination.STALEMATE, honest.winners)
        return honest


class DealTellsLuck(Cups):
    """The start tells everybody what was dealt."""

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        position = super().start(terms, dice).position
        return Transition(position, (Event("dealt", {"lucky": list(position.lucky)}),))


class HidingTellsTheCup(Cups):
    """The news of a hiding has the cup in its public part."""

    def events_of_hiding(self, after: Position, seat: Seat) -> tuple[Event, ...]:
        return (Event("hid", {"seat": seat, "even": after.peas[seat] % 2 == 0}),)


class HidingTellsTheOther(Cups):
    """The private part of the news goes to the wrong seat."""

    def events_of_hiding(self, after: Position, seat: Seat) -> tuple[Event, ...]:
        return (Event("hid", {"seat": seat}, {Seat(1 - seat): {"cup": after.peas[seat]}}),)


class SomeHidingsAreSilent(Cups):
    """Whether there is any news at all depends on what is hidden."""

    def events_of_hiding(self, after: Position, seat: Seat) -> tuple[Event, ...]:
        return super().events_of_hiding(after, seat) if after.peas[seat] > 2 else ()


class LiftingTellsDistance(Cups):
    """The news of a miss says how near it was."""

    def events_of_lifting(self, after: Position, seat: Seat, cup: int) -> tuple[Event, ...]:
        return (Event("lifted", {"seat": seat, "off": abs(cup - after.peas[1 - seat])}),)


class ConcedingTellsThePea(Cups):
    """Who resigns shows the pea."""

    def events_of_conceding(self, after: Position) -> tuple[Event, ...]:
        return (Event("conceded", {"peas": list(after.peas)}),)


class FirstToHideLifts(Cups):
    """Haste is rewarded: the order of simultaneous moves matters."""

    def play(self, position: Position, seat: Seat, move: int, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        hasty = not any(position.peas) and seat == SEATS[1]
        return replace(step, position=replace(step.position, lucky=(4, 4))) if hasty else step


class CommitsToThePeaAlone(Cups):
    """The places the site commits itself to tell where the peas are."""

    def contents(self, pea: int) -> Mapping[str, str]:
        return {f"cup{pea}": "pea"}


class CommitsAnew(Cups):
    """What the site commits itself to shrinks as cups are lifted."""

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        hidden = super().hidden_setup(position)
        gone = {f"cup{cup}" for cup in position.lifted[0]}
        return {
            seat: {place: kind for place, kind in pieces.items() if place not in gone}
            for seat, pieces in hidden.items()
        }


class StorageForgets(Cups):
    """A field is left out of what is stored."""

    class _Codec(CupsCodec):
        def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
            return replace(super().load_position(data, schema), lifted=((), ()))

    codec = _Codec()


class DrawsFromOutside(Cups):
    """Randomness from elsewhere than the dice."""

    _drawn = count()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        return super().start(terms, Dice(b"outside", str(next(self._drawn))))


class ResamplesNothing(Cups):
    """A resample that hands the truth back would blunt every leak test."""

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        return position


class OffersTheLuckyCup(Cups):
    """What is offered is refused when tried."""

    def legal_moves(self, view: View) -> Iterator[int]:
        yield from CUPS if view.seat in view.to_act and not view.pea else super().legal_moves(view)


class TakesAnything(Cups):
    """What is not offered is accepted."""

    def check_move(self, view: View, move: int) -> None:
        if view.seat is None or view.seat not in view.to_act:
            raise IllegalMove("not-your-turn")


class OffersOutOfTurn(Cups):
    """Moves are offered to a seat that is not to act."""

    def legal_moves(self, view: View) -> Iterator[int]:
        return iter(() if view.seat is None else self._cups(view))


class NeverEnds(Cups):
    """Somebody still has to act although it is over."""

    def to_act(self, position: Position) -> frozenset[Seat]:
        return super().to_act(position) or frozenset({SEATS[0]})


class QuitterWins(Cups):
    """Who concedes is said to have won."""

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        return super().concede(position, frozenset(SEATS) - seats or seats)


class TellsTuples(Cups):
    """A view that JSON changes on the way."""

    class _Codec(CupsCodec):
        def dump_view(self, view: View) -> JsonObject:
            return {**super().dump_view(view), "hidden": view.hidden}

    codec = _Codec()


class SendsNoLuck(Cups):
    """A bot elsewhere is not told which of its cups is the lucky one."""

    class _Codec(CupsCodec):
        class _Views(Plain[View]):
            def load(self, data: Json) -> View:
                return replace(super().load(data), lucky=None)

        views = _Views(View)

    codec = _Codec()


class TextLosesPeas(Cups):
    """A position text that does not say everything."""

    class _Codec(CupsCodec):
        def read(self, text: str) -> Position:
            return replace(super().read(text), peas=(0, 0))

    codec = _Codec()


class PlayingChangesThePast(Cups):
    """A position that is changed in place."""

    def play(self, position: Position, seat: Seat, move: int, dice: Dice) -> Transition[Position]:
        step = super().play(position, seat, move, dice)
        object.__setattr__(position, "lifted", step.position.lifted)
        return step


class SheetKnowsThePea(Cups):
    """The sheet leaves out a cup that the view does not rule out."""

    def view(self, position: Position, viewer: Viewer) -> View:
        return replace(super().view(position, viewer), rumour=min(position.peas))

    def knowledge(self, view: View) -> Knowledge:
        if not view.rumour:
            return super().knowledge(view)
        return sheet_of((pea, [c for c in CUPS if c != view.rumour]) for pea in self._unknown(view))

    def _unknown(self, view: View) -> list[Identity]:
        return [pea for pea in self.identities(view) if pea.kind is None]


class SheetIsHasty(Cups):
    """The sheet rules out what can be."""

    def knowledge(self, view: View) -> Knowledge:
        return sheet_of((pea, (1,)) for pea in self.identities(view) if pea.kind is None)


class IdentityIsShown(Cups):
    """Identities tell everybody the kind."""

    def view(self, position: Position, viewer: Viewer) -> View:
        return replace(super().view(position, viewer), rumour=position.peas[0])

    def identities(self, view: View) -> tuple[Identity, ...]:
        return tuple(replace(pea, kind=str(view.rumour)) for pea in super().identities(view))


class NamesChange(Cups):
    """A piece is named by something that changes."""

    def identities(self, view: View) -> tuple[Identity, ...]:
        lifted = len(view.lifted[0])
        return tuple(
            replace(pea, piece=f"{pea.piece}x{lifted}") for pea in super().identities(view)
        )


class HidesTwice(Cups):
    """After the first lifting the cups are called set up anew."""

    def is_setting_up(self, position: Position) -> bool:
        return super().is_setting_up(position) or any(position.lifted)


class AdviceKnowsThePea(Cups):
    """Moves are judged beforehand by what the view hides."""

    def view(self, position: Position, viewer: Viewer) -> View:
        return replace(super().view(position, viewer), rumour=min(position.peas))

    def advice(self, view: View) -> Iterator[Advice[int]]:
        for cup in self.legal_moves(view):
            yield Advice(cup, ("found",) if cup == view.rumour else (), could_be_true=True)


class AdviceOnAnything(Cups):
    """Moves are judged that are not open."""

    def advice(self, view: View) -> Iterator[Advice[int]]:
        return (Advice(cup, (), could_be_true=True) for cup in CUPS)


class SilenceIsNoMove(Cups):
    """What silence counts as is not open to everybody who is silent."""

    def default_move(self, view: View) -> int | None:
        return CUPS[0]


class TheHouseMovesForAnybody(Cups):
    """The site places also where there is nothing to place."""

    meta = replace(Cups.meta, placing=Placing("P", (), ()))

    def house_placing(self, view: View, dice: Dice) -> int:
        return dice.choice(CUPS)


PLANTED: list[tuple[type[Cups], Promise]] = [
    (ViewTellsThePea, conformance.views_do_not_depend_on_what_they_hide),
    (OffersKnowThePea, conformance.views_do_not_depend_on_what_they_hide),
    (BystanderSeesLuck, conformance.views_do_not_depend_on_what_they_hide),
    (TurnTellsThePea, conformance.views_do_not_depend_on_what_they_hide),
    (EndTellsThePea, conformance.views_do_not_depend_on_what_they_hide),
    (DealTellsLuck, conformance.events_tell_no_more_than_views),
    (HidingTellsTheCup, conformance.events_tell_no_more_than_views),
    (HidingTellsTheCup, conformance.private_commitments_look_the_same),
    (HidingTellsTheOther, conformance.events_tell_no_more_than_views),
    (HidingTellsTheOther, conformance.private_commitments_look_the_same),
    (SomeHidingsAreSilent, conformance.events_tell_no_more_than_views),
    (SomeHidingsAreSilent, conformance.private_commitments_look_the_same),
    (LiftingTellsDistance, conformance.events_tell_no_more_than_views),
    (ConcedingTellsThePea, conformance.concessions_tell_no_more_than_views),
    (FirstToHideLifts, conformance.commitments_commute),
    (CommitsAnew, conformance.hidden_setups_are_settled_when_play_begins),
    (CommitsToThePeaAlone, conformance.hidden_setups_have_public_places),
    (StorageForgets, conformance.stored_positions_load_back),
    (StorageForgets, conformance.stored_positions_look_the_same),
    (DrawsFromOutside, conformance.same_seed_same_match),
    (ResamplesNothing, conformance.resampling_reaches_what_is_hidden),
    (OffersTheLuckyCup, conformance.offered_moves_can_be_made),
    (TakesAnything, conformance.other_moves_are_refused),
    (OffersOutOfTurn, conformance.moves_are_offered_to_those_to_act),
    (NeverEnds, conformance.somebody_is_to_act_until_the_end),
    (QuitterWins, conformance.conceding_takes_seats_out),
    (QuitterWins, conformance.those_who_stay_play_on),
    (HidesTwice, conformance.setting_up_comes_first),
    (TellsTuples, conformance.news_are_json),
    (SendsNoLuck, conformance.views_come_back_from_another_process),
    (TextLosesPeas, conformance.position_texts_read_back),
    (PlayingChangesThePast, conformance.positions_are_not_changed_by_playing),
    (SheetKnowsThePea, conformance.knowledge_follows_from_the_view),
    (SheetIsHasty, conformance.knowledge_follows_from_the_view),
    (IdentityIsShown, conformance.knowledge_follows_from_the_view),
    (NamesChange, conformance.identities_name_pieces_for_good),
    (AdviceKnowsThePea, conformance.views_do_not_depend_on_what_they_hide),
    (AdviceOnAnything, conformance.advice_is_on_open_moves),
    (TheHouseMovesForAnybody, conformance.the_house_places_for_the_silent),
    (SilenceIsNoMove, conformance.silence_answers_with_an_open_move),
]


@pytest.mark.parametrize(("faulty", "promise"), PLANTED)
def test_a_planted_fault_is_caught(faulty: type[Cups], promise: Promise) -> None:
    assert any(_fails(promise, faulty(), seed) for seed in SEEDS)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_honest_game_is_not_accused(promise: Promise) -> None:
    assert not any(_fails(promise, Cups(), seed) for seed in SEEDS)


def test_every_promise_has_a_planted_fault() -> None:
    assert {promise for _, promise in PLANTED} == set(PROMISES)


def _fails(promise: Promise, game: Any, seed: bytes) -> bool:
    try:
        promise(game, seed)
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False
