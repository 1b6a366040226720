"""What every game must hold to, whatever its rules: one function a promise.

Each check plays a match from a seed and raises AssertionError where the
promise is broken. `test_conformance` runs all of them for every registered
game; `test_conformance_bites` proves that planted faults do not get past them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import BluffingEngine, PatientEngine, PlacingEngine
from engines.core.knowledge import Identity
from engines.core.outcome import Termination
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.engines.playing import (
    ALL_EYES,
    Engine,
    Ply,
    listed,
    news,
    playout,
    refusal,
    seats_of,
    terms_for,
    viewers_of,
)

Promise = Callable[[Engine, bytes], None]
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")


def stored_positions_load_back(engine: Engine, seed: bytes) -> None:
    """A position survives real JSON, history included, and goes on as it would have."""
    for here in playout(engine, seed):
        assert _stored_and_loaded(engine, here.position) == here.position


def stored_positions_look_the_same(engine: Engine, seed: bytes) -> None:
    """Nobody can tell a loaded position from the one that was stored."""
    for here in playout(engine, seed):
        loaded = _stored_and_loaded(engine, here.position)
        assert engine.to_act(loaded) == engine.to_act(here.position)
        assert engine.outcome(loaded) == engine.outcome(here.position)
        for viewer in (*_viewers(engine, seed), ALL_EYES):
            assert _seen(engine, loaded, viewer) == _seen(engine, here.position, viewer)


def views_come_back_from_another_process(engine: Engine, seed: bytes) -> None:
    """What a bot elsewhere is given is the same view, and nothing of it is worked out yet."""
    views = engine.codec.views
    for here in playout(engine, seed):
        for viewer in (*_viewers(engine, seed), ALL_EYES):
            view = engine.view(here.position, viewer)
            sent = json.dumps(views.dump(view))
            assert views.load(json.loads(sent)) == view
            assert json.dumps(views.dump(views.load(json.loads(sent)))) == sent


def same_seed_same_match(engine: Engine, seed: bytes) -> None:
    """Terms, seed and move texts alone lead to the same positions and news."""
    here = engine.start(terms_for(engine, seed), Dice(seed, "0"))
    for ply in playout(engine, seed):
        if ply.seat is not None and ply.text is not None:
            move = engine.codec.load_move(ply.text)
            here = engine.play(here.position, ply.seat, move, Dice(seed, str(ply.number)))
        assert here.position == ply.position
        assert _plain(_all_facts(here.events)) == _plain(_all_facts(ply.events))


def positions_are_not_changed_by_playing(engine: Engine, seed: bytes) -> None:
    """A position is a value: looking and playing on leave it as it was."""
    plies = [(here, _dumped(engine, here.position)) for here in playout(engine, seed)]
    for here, before in plies:
        _seen(engine, here.position, ALL_EYES)
        assert _dumped(engine, here.position) == before


def views_do_not_depend_on_what_they_hide(engine: Engine, seed: bytes) -> None:
    """Change all that a viewer cannot see: the viewer sees, and is offered, the same."""
    for here in playout(engine, seed):
        for viewer in _viewers(engine, seed):
            seen = _seen(engine, here.position, viewer)
            for elsewhere in _elsewhere(engine, here.position, viewer, seed):
                assert _seen(engine, elsewhere, viewer) == seen
                assert engine.to_act(elsewhere) == engine.to_act(here.position)
                assert engine.outcome(elsewhere) == engine.outcome(here.position)
                assert engine.is_setting_up(elsewhere) == engine.is_setting_up(here.position)


def resampling_reaches_what_is_hidden(engine: Engine, seed: bytes) -> None:
    """Where rules hide something resampling changes it, or the check above would prove nothing."""
    changed = {
        viewer: any(
            elsewhere != here.position
            for here in playout(engine, seed)
            for elsewhere in _elsewhere(engine, here.position, viewer, seed)
        )
        for viewer in (*_viewers(engine, seed), ALL_EYES)
    }
    hides = engine.meta.hides_information
    assert changed == {**dict.fromkeys(_viewers(engine, seed), hides), ALL_EYES: False}


def events_tell_no_more_than_views(engine: Engine, seed: bytes) -> None:
    """Who cannot tell two worlds apart after a ply has heard the same news in both."""
    before: Ply | None = None
    for here in playout(engine, seed):
        for viewer in _viewers(engine, seed):
            for step in _parallel_steps(engine, before, here, viewer, seed):
                _tells_no_more(engine, step, here, viewer)
        before = here


def concessions_tell_no_more_than_views(engine: Engine, seed: bytes) -> None:
    """The same for seats that drop out."""
    for here in playout(engine, seed, limit=20):
        if not engine.to_act(here.position):
            continue
        for viewer in _viewers(engine, seed):
            for elsewhere in _elsewhere(engine, here.position, viewer, seed):
                for seats in _conceding(engine, seed):
                    one = engine.concede(here.position, seats)
                    other = engine.concede(elsewhere, seats)
                    _tells_no_more(engine, one, other, viewer)


def commitments_commute(engine: Engine, seed: bytes) -> None:
    """When several seats are to act at once, it does not matter who does first."""
    for here in playout(engine, seed):
        for first, second in permutations(sorted(engine.to_act(here.position)), 2):
            texts = {seat: _sampled(engine, here.position, seat, seed) for seat in (first, second)}
            ends = [
                _after(engine, here, [(seat, texts[seat]) for seat in order], seed)
                for order in ((first, second), (second, first))
            ]
            assert ends[0] == ends[1]


def private_commitments_look_the_same(engine: Engine, seed: bytes) -> None:
    """While others still have to act, nobody else learns what a seat has committed to."""
    for here in playout(engine, seed):
        for seat in sorted(engine.to_act(here.position)):
            steps = [
                _step(engine, here, seat, _sampled(engine, here.position, seat, other), seed)
                for other in (seed, seed + b"1", seed + b"2")
            ]
            if all(_goes_on_for_others(engine, here, step.position, seat) for step in steps):
                for viewer in _viewers(engine, seed):
                    if viewer.seat != seat:
                        seen = [_seen(engine, step.position, viewer) for step in steps]
                        found = [news(step.events, viewer) for step in steps]
                        assert seen == [seen[0]] * len(steps)
                        assert found == [found[0]] * len(steps)


def hidden_setups_are_settled_when_play_begins(engine: Engine, seed: bytes) -> None:
    """What the site commits itself to never changes, is one word each, and survives storage."""
    settled: Any = {}
    for here in playout(engine, seed):
        hidden = engine.hidden_setup(here.position)
        assert hidden == (settled or hidden)
        assert engine.hidden_setup(_stored_and_loaded(engine, here.position)) == hidden
        assert engine.meta.hides_information or not hidden
        assert all(re.fullmatch(r"\S+", word) for word in _words(hidden))
        settled = hidden
        for seats in _conceding(engine, seed) if engine.to_act(here.position) else ():
            after = engine.concede(here.position, seats).position
            begins = engine.to_act(after) and not engine.is_setting_up(after)  # without them
            assert engine.hidden_setup(after) == hidden or (begins and not hidden)


def hidden_setups_have_public_places(engine: Engine, seed: bytes) -> None:
    """Where something is hidden everybody knows; what it is, its owner does and nobody else."""
    for here in playout(engine, seed):
        hidden = engine.hidden_setup(here.position)
        for viewer in _viewers(engine, seed):
            for elsewhere in _elsewhere(engine, here.position, viewer, seed):
                other = engine.hidden_setup(elsewhere)
                assert _places(other) == _places(hidden)
                if viewer.seat is not None and hidden:
                    assert other[viewer.seat] == hidden[viewer.seat]


def offered_moves_can_be_made(engine: Engine, seed: bytes) -> None:
    """What is listed passes `check_move`, survives its text, and is listed once, in order."""
    for here in playout(engine, seed):
        for seat in engine.to_act(here.position):
            view = engine.view(here.position, Viewer.of(seat))
            texts = listed(engine, here.position, Viewer.of(seat))
            assert len(set(texts)) == len(texts)
            assert texts == listed(engine, here.position, Viewer.of(seat))
            for text in texts:
                move = engine.codec.load_move(text)
                assert engine.codec.dump_move(move) == text
                engine.check_move(view, move)


def other_moves_are_refused(engine: Engine, seed: bytes) -> None:
    """What is not listed, among texts that were good elsewhere, is refused with a code."""
    texts = [ply.text for ply in playout(engine, seed + b"elsewhere") if ply.text]
    pool = {text: engine.codec.load_move(text) for text in texts}
    for here in playout(engine, seed):
        for viewer in (*_viewers(engine, seed), ALL_EYES):
            view = engine.view(here.position, viewer)
            open_to_viewer = listed(engine, here.position, viewer)
            pool.update((text, engine.codec.load_move(text)) for text in open_to_viewer)
            if open_to_viewer or viewer.seat not in engine.to_act(here.position):
                for text in sorted(pool.keys() - open_to_viewer):
                    assert KEBAB.fullmatch(refusal(engine, view, pool[text]))


def moves_are_offered_to_those_to_act(engine: Engine, seed: bytes) -> None:
    """A seat to act has a move, sampled and listed alike; nobody else has one."""
    for here in playout(engine, seed):
        to_act = engine.to_act(here.position)
        for viewer in (*_viewers(engine, seed), ALL_EYES):
            texts = listed(engine, here.position, viewer)
            view = engine.view(here.position, viewer)
            if viewer.seat in to_act:
                move = engine.sample_move(view, Dice(seed, "sample"))
                engine.check_move(view, move)
                assert not texts or engine.codec.dump_move(move) in texts
            else:
                assert not texts
                with pytest.raises(ValueError):
                    engine.sample_move(view, Dice(seed, "sample"))


def somebody_is_to_act_until_the_end(engine: Engine, seed: bytes) -> None:
    """Somebody is to act exactly while there is no outcome; winners are seats."""
    for here in playout(engine, seed, limit=400):
        outcome = engine.outcome(here.position)
        assert bool(engine.to_act(here.position)) == (outcome is None)
        assert engine.to_act(here.position) <= set(_seats(engine, seed))
        assert outcome is None or outcome.winners < set(_seats(engine, seed))


def conceding_takes_seats_out(engine: Engine, seed: bytes) -> None:
    """Who concedes neither acts nor wins; all together draw; and the end is final."""
    for here in playout(engine, seed):
        if not engine.to_act(here.position):
            continue
        for seats in _conceding(engine, seed):
            after = engine.concede(here.position, seats).position
            outcome = engine.outcome(after)
            assert not engine.to_act(after) & seats
            assert _stored_and_loaded(engine, after) == after
            assert outcome is None or not outcome.winners & seats
            if len(seats) >= len(_seats(engine, seed)) - 1:
                assert outcome is not None
                assert outcome.termination is Termination.CONCESSION
                assert outcome.winners == set(_seats(engine, seed)) - seats


def those_who_stay_play_on(engine: Engine, seed: bytes) -> None:
    """Seats drop out one by one: the others go on without them, and the last one wins."""
    for start in playout(engine, seed, limit=12):
        here, staying = start.position, _seats(engine, seed)
        while (outcome := engine.outcome(here)) is None:
            gone = Dice(seed, f"{start.number}.{len(staying)}").choice(staying)
            staying.remove(gone)
            here = engine.concede(here, frozenset({gone})).position
            assert _stored_and_loaded(engine, here) == here
            for viewer in _viewers(engine, seed):
                seen = _seen(engine, here, viewer)
                for elsewhere in _elsewhere(engine, here, viewer, seed):
                    assert _seen(engine, elsewhere, viewer) == seen
            here = _played_on(engine, here, seed)
            assert not engine.to_act(here) - set(staying)
        if outcome.termination is Termination.CONCESSION:
            assert outcome.winners == set(staying)


def setting_up_comes_first(engine: Engine, seed: bytes) -> None:
    """Games with a set-up begin with it, each seat acts in it once, and it never comes back."""
    phases = [engine.is_setting_up(here.position) for here in playout(engine, seed)]
    assert phases == sorted(phases, reverse=True)
    if engine.meta.placing is not None:
        assert phases.count(True) == len(_seats(engine, seed))


def news_are_json(engine: Engine, seed: bytes) -> None:
    """Views and news survive JSON unchanged, so every reader gets what was meant."""
    for here in playout(engine, seed):
        for viewer in (*_viewers(engine, seed), ALL_EYES):
            seen = engine.codec.dump_view(engine.view(here.position, viewer))
            assert _plain(seen) == seen
            found = [list(item) for item in news(here.events, viewer)]
            assert _plain(found) == found


def position_texts_read_back(engine: Engine, seed: bytes) -> None:
    """The text of a position reads as a position that writes the same text."""
    for here in playout(engine, seed):
        text = engine.codec.write(here.position)
        read = engine.codec.read(text)
        assert engine.codec.write(read) == text
        if not engine.outcome(here.position):
            assert engine.to_act(read) == engine.to_act(here.position)


def knowledge_follows_from_the_view(engine: Engine, seed: bytes) -> None:
    """In every world a viewer cannot tell apart the sheet is the same, and true."""
    for here in _some_plies(engine, seed):
        for viewer in map(Viewer.of, _seats(engine, seed)):
            known, sheet = _known(engine, here.position, viewer)
            for elsewhere in _elsewhere(engine, here.position, viewer, seed):
                assert _known(engine, elsewhere, viewer) == (known, sheet)
                _sheet_is_true(engine, elsewhere, known, sheet)
            _sheet_is_true(engine, here.position, known, sheet)


def identities_name_pieces_for_good(engine: Engine, seed: bytes) -> None:
    """A piece keeps its name, and those who were told its kind never forget it."""
    for viewer in (*_viewers(engine, seed), ALL_EYES):
        before: dict[str, Any] = {}
        for here in _some_plies(engine, seed):
            known, sheet = _known(engine, here.position, viewer)
            now = {one.piece: one for one in known}
            assert len(now) == len(known)
            assert all(re.fullmatch("[A-Za-z0-9]{1,16}", name) for name in now)
            assert {one.kind for one in known} <= {*engine.meta.kinds, None}
            hidden = [one.piece for one in known if one.kind is None]
            assert sorted(line["start"] for line in sheet["pieces"]) == sorted(hidden)
            for name, one in before.items():
                assert name in now
                assert now[name].seat == one.seat
                assert one.kind in (None, now[name].kind)
            before = now


def silence_answers_with_an_open_move(engine: Any, seed: bytes) -> None:
    """What a missed deadline counts as is open to the seat, and nobody else has such a move."""
    for here in playout(engine, seed):
        if isinstance(engine, PatientEngine):
            for viewer in (*_viewers(engine, seed), ALL_EYES):
                view = engine.view(here.position, viewer)
                move = engine.default_move(view)
                if move is not None:
                    assert viewer.seat in engine.to_act(here.position)
                    engine.check_move(view, move)


def the_house_places_for_the_silent(engine: Any, seed: bytes) -> None:
    """What the site places is open, calls for no caution, and is the same in worlds that look
    the same to the seat; whoever has nothing to place is placed nothing."""
    assert isinstance(engine, PlacingEngine) == (engine.meta.placing is not None)
    for here in playout(engine, seed, limit=8) if isinstance(engine, PlacingEngine) else ():
        for seat in _seats(engine, seed):
            view = engine.view(here.position, Viewer.of(seat))
            if not engine.is_setting_up(here.position) or seat not in engine.to_act(here.position):
                with pytest.raises(ValueError, match="place"):
                    engine.house_placing(view, Dice(seed, "house"))
                continue
            move = engine.house_placing(view, Dice(seed, "house"))
            engine.check_move(view, move)
            assert not engine.cautions(move)
            for elsewhere in _elsewhere(engine, here.position, Viewer.of(seat), seed):
                other = engine.view(elsewhere, Viewer.of(seat))
                assert engine.house_placing(other, Dice(seed, "house")) == move


def advice_is_on_open_moves(engine: Any, seed: bytes) -> None:
    """Moves are judged beforehand only where they are offered, once each and in that order."""
    for here in playout(engine, seed):
        if isinstance(engine, BluffingEngine):
            for viewer in _viewers(engine, seed):
                advice = engine.advice(engine.view(here.position, viewer))
                texts = [engine.codec.dump_move(one.move) for one in advice]
                offered = listed(engine, here.position, viewer)
                assert texts == [text for text in offered if text in set(texts)]


PROMISES: tuple[Promise, ...] = (
    stored_positions_load_back,
    stored_positions_look_the_same,
    views_come_back_from_another_process,
    same_seed_same_match,
    positions_are_not_changed_by_playing,
    views_do_not_depend_on_what_they_hide,
    resampling_reaches_what_is_hidden,
    events_tell_no_more_than_views,
    concessions_tell_no_more_than_views,
    commitments_commute,
    private_commitments_look_the_same,
    hidden_setups_are_settled_when_play_begins,
    hidden_setups_have_public_places,
    offered_moves_can_be_made,
    other_moves_are_refused,
    moves_are_offered_to_those_to_act,
    somebody_is_to_act_until_the_end,
    conceding_takes_seats_out,
    those_who_stay_play_on,
    setting_up_comes_first,
    news_are_json,
    position_texts_read_back,
    knowledge_follows_from_the_view,
    identities_name_pieces_for_good,
    silence_answers_with_an_open_move,
    the_house_places_for_the_silent,
    advice_is_on_open_moves,
)


def _some_plies(engine: Engine, seed: bytes) -> Iterator[Ply]:
    """Every third ply of a match of hidden kinds: sheets take their time."""
    if engine.meta.kinds:
        yield from (here for here in playout(engine, seed, limit=40) if here.number % 3 == 0)


def _known(engine: Any, position: Any, viewer: Viewer) -> tuple[tuple[Identity, ...], Any]:
    """Who is who to *viewer*, and what the others can be; bystanders' sheets are left out."""
    view = engine.view(position, viewer)
    known = engine.identities(view)
    if viewer == BYSTANDER:
        hidden = [one for one in known if one.kind is None]
        return known, {"pieces": [{"start": one.piece} for one in hidden], "left": {}}
    sheet = engine.knowledge(view).as_json()
    assert _plain(sheet) == sheet
    return known, sheet


def _sheet_is_true(engine: Any, world: Any, known: tuple[Identity, ...], sheet: Any) -> None:
    """What is so in *world* the *sheet* calls possible, and what is *known* of it is so."""
    truth = {one.piece: one for one in engine.identities(engine.view(world, ALL_EYES))}
    assert set(truth) == {one.piece for one in known}
    for one in known:
        assert one.kind in (None, truth[one.piece].kind)
        assert (one.seat, one.square) == (truth[one.piece].seat, truth[one.piece].square)
    for line in sheet["pieces"]:
        assert truth[line["start"]].kind in line["kinds"]
    for seat, lines in sheet["left"].items():
        standing = [one.kind for one in truth.values() if str(one.seat) == seat and one.square]
        assert [line["kind"] for line in lines] == list(engine.meta.kinds)
        for line in lines:
            count = standing.count(line["kind"])
            assert line["least"] <= count <= line["most"] <= line["total"]


def _words(hidden: Any) -> list[str]:
    return [word for pieces in hidden.values() for piece in pieces.items() for word in piece]


def _places(hidden: Any) -> dict[Seat, list[str]]:
    return {seat: sorted(pieces) for seat, pieces in hidden.items()}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _dumped(engine: Engine, position: Any) -> str:
    return json.dumps(engine.codec.dump_position(position))


def _stored_and_loaded(engine: Engine, position: Any) -> Any:
    return engine.codec.load_position(json.loads(_dumped(engine, position)), engine.codec.schema)


def _seen(engine: Engine, position: Any, viewer: Viewer) -> tuple[str, list[str], list[str]]:
    """All that reaches a viewer: the view byte for byte, as pages and bots are given it, the moves
    offered, and advice on them."""
    view = engine.view(position, viewer)
    text = json.dumps([engine.codec.dump_view(view), engine.codec.views.dump(view)])
    return text, listed(engine, position, viewer), list(_advice(engine, view))


def _tells_no_more(engine: Engine, one: Any, other: Any, viewer: Viewer) -> None:
    """Different news only where the positions they led to look different, too."""
    if news(one.events, viewer) != news(other.events, viewer):
        assert _seen(engine, one.position, viewer) != _seen(engine, other.position, viewer)


def _advice(engine: Any, view: Any) -> Iterator[str]:
    """What the seat is told of its moves beforehand, and what its silence counts as."""
    if isinstance(engine, BluffingEngine):
        for one in engine.advice(view):
            text = engine.codec.dump_move(one.move)
            yield f"{text} {one.fouls} {one.could_be_true}"
    if isinstance(engine, PatientEngine):
        yield str(engine.default_move(view))


def _all_facts(events: Any) -> list[Any]:
    return [(event.kind, event.public, sorted(event.private.items())) for event in events]


def _elsewhere(engine: Engine, position: Any, viewer: Viewer, seed: bytes) -> Iterator[Any]:
    """Other positions that *viewer* should not be able to tell from *position*."""
    for label in ("one", "another", "a third"):
        yield engine.resample(position, viewer, Dice(seed, label))


def _sampled(engine: Engine, position: Any, seat: Seat, seed: bytes) -> str:
    view = engine.view(position, Viewer.of(seat))
    return engine.codec.dump_move(engine.sample_move(view, Dice(seed, f"for {seat}")))


def _step(engine: Engine, here: Ply, seat: Seat, text: str, seed: bytes) -> Ply:
    move = engine.codec.load_move(text)
    engine.check_move(engine.view(here.position, Viewer.of(seat)), move)
    number = here.number + 1
    step = engine.play(here.position, seat, move, Dice(seed, str(number)))
    return Ply(number, step.position, step.events, seat, text)


def _after(engine: Engine, here: Ply, moves: list[tuple[Seat, str]], seed: bytes) -> Any:
    for seat, text in moves:
        here = _step(engine, here, seat, text, seed)
    return here.position


def _parallel_steps(
    engine: Engine, before: Ply | None, here: Ply, viewer: Viewer, seed: bytes
) -> Iterator[Any]:
    """What else could have happened, as far as *viewer* knew, when *here* was played.

    At the start: other dice. Later: another position that looks the same, and
    there the same move, where it is open, or another one of the same seat.
    """
    if before is None or here.seat is None or here.text is None:
        for label in ("0 otherwise", "0 again"):
            yield engine.start(terms_for(engine, seed), Dice(seed, label))
        return
    for elsewhere in _elsewhere(engine, before.position, viewer, seed):
        texts = {here.text, _sampled(engine, elsewhere, here.seat, seed)}
        for text in sorted(texts):
            view = engine.view(elsewhere, Viewer.of(here.seat))
            if not refusal(engine, view, engine.codec.load_move(text)):
                yield _step(engine, Ply(before.number, elsewhere, ()), here.seat, text, seed)


def _played_on(engine: Engine, here: Any, seed: bytes) -> Any:
    """The position a few sampled moves later."""
    for number in range(6):
        for seat in sorted(engine.to_act(here))[:1]:
            move = engine.codec.load_move(_sampled(engine, here, seat, seed + bytes([number])))
            here = engine.play(here, seat, move, Dice(seed, f"on {number}")).position
    return here


def _goes_on_for_others(engine: Engine, here: Ply, after: Any, seat: Seat) -> bool:
    """Whether *seat* acted beside others, some of whom still have to."""
    return bool(engine.to_act(here.position) & engine.to_act(after) - {seat})


def _seats(engine: Engine, seed: bytes) -> list[Seat]:
    """The seats of the match that is played from *seed*."""
    return seats_of(engine, terms_for(engine, seed))


def _viewers(engine: Engine, seed: bytes) -> list[Viewer]:
    return viewers_of(engine, terms_for(engine, seed))


def _conceding(engine: Engine, seed: bytes) -> list[frozenset[Seat]]:
    """Each seat alone, and all of them."""
    return [*(frozenset({seat}) for seat in _seats(engine, seed)), frozenset(_seats(engine, seed))]
