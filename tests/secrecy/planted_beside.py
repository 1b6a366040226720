"""Leaks beside the pages of a match, in lists, and in what comes and goes while it is played.

They are rows of the table in `planted_leaks`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import games.common.consumers
import games.people.views
import games.reviews.views
from engines.core.seats import Seat, Viewer
from games.api import limits as limits_of_programs
from games.api import streams
from games.api.routes import matches as programs
from games.common import limits
from games.desk import selectors as desks
from games.match import adjudicating, pausing
from games.match.models import Match, Player, Ruling
from games.match.referee import Referee
from games.match.sealed import SealedPosition
from games.ratings.selectors import Reliability
from games.reviews import selectors as reviewed
from games.reviews import services as reviews
from games.reviews import worth
from games.setup.models import SetupDraft
from tests.secrecy import beside, changes, worlds
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import Pair
from tests.secrecy.leaking import (
    Patch,
    Planted,
    at_once,
    both,
    by,
    differing,
    in_play,
    in_state,
    on_the_page,
    pairs_like,
    pairs_where,
    saying,
    secretly,
    that_can_be,
    truth,
    worlds_of,
    wrap,
)

# Whoever has lost the right to listen


def sockets_of_those_shut_out(patch: Patch) -> None:
    """A socket does not ask whether its reader is shut out."""
    patch.setattr(games.common.consumers, "is_shut_out", lambda user: False)


def streams_go_on(patch: Patch) -> None:
    """Nobody looks whether those who wait still may."""
    patch.setattr(streams, "stray", lambda listeners: [])


# What is counted


def _of_both(who: str, request: Any) -> str:
    uid = request.resolver_match.kwargs.get("uid")
    return f"match:{uid}" if who and uid else who


def tries_of_both(patch: Patch) -> None:
    """Tries are counted by the match, for both its players together."""
    wrap(patch, limits, "_who", lambda who, request, per: _of_both(who(request, per), request))


def tries_of_both_by_programs(patch: Patch) -> None:
    """The same where programs try."""

    def leaky(owners: Any, request: Any, subject: str) -> dict[str, str]:
        found: dict[str, str] = owners(request, subject)
        return {**found, "key": subject} if subject else found

    wrap(patch, limits_of_programs, "_owners", leaky)


# Lists, and figures


def matches_in_the_order_of_positions(patch: Patch) -> None:
    """Matches are listed in the order of their sealed rows."""

    def leaky(own: Any, user_id: int, **asked: Any) -> Any:
        seats = list(own(user_id, **asked))
        sealed = SealedPosition.objects.filter(match__in=[seat.match_id for seat in seats])
        number = {row.match_id: truth(row.match.uid) for row in sealed.select_related("match")}
        return sorted(seats, key=lambda seat: number.get(seat.match_id, 0))

    wrap(patch, programs, "own_matches", leaky)


def whole_drafts_on_the_desk(patch: Patch) -> None:
    """A row of the desk says that the other has placed everything, and waits."""

    def leaky(row: Any, mine: Player, *args: Any) -> Any:
        found = row(mine, *args)
        theirs = SetupDraft.objects.filter(match=mine.match).exclude(user=mine.user_id)
        if not any("." not in draft.letters for draft in theirs):
            return found
        return replace(found, others=tuple(replace(o, name=f"{o.name} ✓") for o in found.others))

    wrap(patch, desks, "_row", leaky)


def drafts_on_profiles(patch: Patch) -> None:
    """A profile counts what somebody is preparing among what they play now."""

    def leaky(reliability: Any, user_ids: Any) -> Any:
        drawn = SetupDraft.objects.filter(user__in=user_ids).values_list("user", flat=True)
        return {**reliability(user_ids), **{key: Reliability(60, 1, None) for key in drawn}}

    wrap(patch, games.people.views, "reliability_of", leaky)


# What is worked out


def opinions_of_the_truth(patch: Patch) -> None:
    """What a bot would have played follows from more than it could see then."""

    def leaky(thought_after: Any, referee: Referee, ply: int) -> Any:
        thought = thought_after(referee, ply)
        return replace(thought, label=f"{thought.label}.{truth(referee.match.uid)}")

    wrap(patch, Referee, "thought_after", leaky)


def reviews_while_play_goes_on(patch: Patch) -> None:
    """A review can be asked for and read before the end, and how far it is follows from how the
    match stands."""

    def leaky(facts: Any, match: Match, *about: Any) -> Any:
        return replace(facts(match, *about), reached=truth(match.uid) % 100)

    for place in (reviews, reviewed):
        patch.setattr(place, "check_recorded", lambda match: None)
    wrap(patch, reviewed, "_facts", leaky)


def evaluations_while_play_goes_on(patch: Patch) -> None:
    """How a match that hides something is worth to its first seat can be read before the end."""

    def leaky(facts: Any, uid: str, user: Any) -> Any:
        match = Match.objects.get(uid=uid)
        found = reviewed._facts(match, Referee(match), user)
        found = replace(found, is_asked=True, reached=truth(uid) % 100)
        return reviewed.AnalysisFacts(found, (), frozenset(), (), (), ())

    wrap(patch, games.reviews.views, "analysis_facts", leaky)


def worths_of_own_boards(patch: Patch) -> None:
    """Nobody asks whether one plays on the board whose worth one is told."""
    patch.setattr(worth, "leads_to_own", lambda laid, user_id: False)


def charts_of_running_matches(patch: Patch) -> None:
    """Nobody asks whether a match is over whose positions a bot has weighed: nor the referee."""
    patch.setattr(reviewed, "check_recorded", lambda match: None)
    patch.setattr(Referee, "played_now", lambda referee, user_id, up_to: frozenset())


# What the coach says


def coach_of_the_truth(patch: Patch) -> None:
    """The coach points at the other's best piece, of which nothing is known."""

    def leaky(hint: Any, referee: Referee, seat: Seat) -> Any:
        found = hint(referee, seat)
        best = _best_piece(referee._engine, referee._position, Seat(1 - seat))
        return found and replace(found, squares=(best, *found.squares[1:]))

    wrap(patch, Referee, "hint", leaky)


def _best_piece(engine: Any, position: Any, seat: Seat) -> str:
    """Where the piece of *seat* stands whose letter comes first."""
    seen = engine.codec.dump_view(engine.view(position, Viewer.of(seat)))
    own = [piece for piece in seen["pieces"] if piece["seat"] == seat and piece["square"]]
    return str(min(own, key=lambda piece: (piece["kind"], piece["square"]))["square"])


def spoken_to(pair: Pair) -> bool:
    """The coach has something to say to the player, and the other's best piece stands elsewhere in
    the other twin."""
    engine: Any = pair.one.engine
    (hidden,) = pair.hidden
    if not in_play(pair) or hidden in pair.one.to_act:
        return False
    one, other = (_best_piece(engine, world.position, hidden) for world in (pair.one, pair.other))
    view = engine.view(pair.one.position, Viewer.of(Seat(1 - hidden)))
    return one != other and engine.hint(view) is not None


# Onlookers, and boards looked back at


def onlookers_at_once(patch: Patch) -> None:
    """Onlookers are told all of what has been played, whatever the terms say."""
    patch.setattr(Referee, "horizon", lambda referee, viewer: referee._sealed.plies)


def told_where(holds: Callable[[Any, Match], object]) -> Callable[[Patch], None]:
    """The page tells more where that holds of what it shows and of its match."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        is_told = holds(facts, Match.objects.get(uid=facts.uid))
        return saying(page, f"{page.sentences.said} {truth(facts.uid):x}") if is_told else {}

    return lambda patch: on_the_page(patch, change)


# While a match rests, and where it goes back


def clocks_after_a_pause(patch: Patch) -> None:
    """After a pause a clock is a few minutes off."""

    def leaky(due: Any, match: Match, player: Player) -> Any:
        found = due(match, player)
        return found and found + timedelta(minutes=truth(match.uid) % 100)

    wrap(patch, pausing, "due", leaky)


def rulings_that_say_more(patch: Patch) -> None:
    """The ruling by which a move is taken back says how it stood."""

    def leaky(write: Any, match: Match, verb: Any, text: str, now: Any, **about: Any) -> None:
        more = f"{text} {truth(match.uid) % 1000}" if verb == Ruling.Verb.REWIND else text
        write(match, verb, more, now, **about)

    wrap(patch, adjudicating, "_write", leaky)


def asked_by_souths_program(pair: Pair) -> bool:
    """It is South who may not know, and whose program asks."""
    return in_play(pair) and 0 not in pair.hidden


OPINIONS = 6
"""In how many pairs a bot is asked: that it plays something else is no matter of course."""

IN_PLAY = pairs_like(both(differing(100), in_play))

PLANTED: dict[str, Planted] = {
    "L38 sockets of those who are shut out": Planted(
        sockets_of_those_shut_out,
        at_once(beside.after_the_end_of_a_right, sockets=("shut out",), of_programs=()),
    ),
    "L38 streams that nobody looks at": Planted(
        streams_go_on,
        at_once(beside.after_the_end_of_a_right, sockets=(), of_programs=("shut out",)),
    ),
    "L8 tries of both together": Planted(tries_of_both, at_once(beside.counted_apart)),
    "L8 tries of both by programs": Planted(
        tries_of_both_by_programs, at_once(beside.counted_apart)
    ),
    "L12 matches in the order of positions": Planted(
        matches_in_the_order_of_positions,
        by(drives.listed, only="get api:matches "),
        pairs_like(both(differing(), asked_by_souths_program), count=6),
    ),
    "L5 whole drafts on the desk": Planted(
        whole_drafts_on_the_desk,
        secretly("a whole draft", only="/desk/ as south"),
        worlds_of("a whole draft"),
    ),
    "L35 drafts on a profile": Planted(
        drafts_on_profiles,
        secretly("drafts or none", only="/people/north/ as"),
        worlds_of("drafts or none"),
    ),
    "L34 opinions of the truth": Planted(
        opinions_of_the_truth,
        by(beside.opinions_after_the_end),
        pairs_like(both(differing(), beside.judged), count=OPINIONS),
    ),
    "L27 reviews while play goes on": Planted(
        reviews_while_play_goes_on,
        by(beside.worked_out),
        pairs_like(both(differing(100), in_play)),
    ),
    "L27 evaluations while play goes on": Planted(
        evaluations_while_play_goes_on,
        by(beside.worked_out),
        pairs_like(both(differing(100), in_play)),
    ),
    "L34 worths of boards one plays on": Planted(
        worths_of_own_boards, at_once(beside.weighed), is_tried=True
    ),
    "L34 charts of running matches": Planted(
        charts_of_running_matches, at_once(beside.weighed), is_tried=True
    ),
    "L34 a coach who knows the truth": Planted(
        coach_of_the_truth,
        in_state(worlds.BOT_OPPOSITE, only="/ as"),
        pairs_like(spoken_to, count=2),
        is_tried=True,
    ),
    "L16 onlookers at once": Planted(onlookers_at_once, by(beside.behind_the_play), beside.behind),
    "L27 delayed matches": Planted(
        told_where(lambda facts, match: match.onlookers == "4"),
        in_state(worlds.DELAYED),
        that_can_be(worlds.DELAYED),
    ),
    "L27 boards looked back at": Planted(
        told_where(lambda facts, match: facts.viewed_ply is not None),
        by(drives.everywhere, only="?ply=2", viewers=("visitor",)),
        pairs_where(both(differing(), in_play)),
    ),
    "L27 while a match rests": Planted(
        told_where(lambda facts, match: match.paused_until is not None),
        by(changes.after_changes, names=("paused",)),
        IN_PLAY,
    ),
    "L32 clocks after a pause": Planted(
        clocks_after_a_pause, by(changes.after_changes, names=("paused",)), IN_PLAY
    ),
    "L40 rulings that say more": Planted(
        rulings_that_say_more, by(changes.after_changes, names=("a move taken back",)), IN_PLAY
    ),
    "L40 once a move was taken back": Planted(
        told_where(lambda facts, match: match.rulings.filter(verb=Ruling.Verb.REWIND).exists()),
        by(changes.after_changes, names=("a move taken back",)),
        IN_PLAY,
    ),
}
"""What is planted there."""
