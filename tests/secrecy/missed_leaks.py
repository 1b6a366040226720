"""Leaks that an audit planted and that nobody found: each looks at the pairs in which it shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import islice
from typing import Any

from engines.core.arbiter import ARBITER
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin import news
from engines.gunjin.pieces import KIND_OF, LETTERS
from engines.seichu.doubts import proof_of
from engines.seichu.moves import Answer
from engines.seichu.pieces import KIND_OF as KINDS_OF_SEICHU
from engines.seichu.pieces import PAWN, SEAT_OF
from games.common import live
from games.common.exceptions import NothingOffered, UnknownKind
from games.knowledge import services as guesses
from games.match import ending
from games.match.admin import MatchAdmin
from games.match.models import Match
from games.match.referee import SILENCE, Referee
from games.match.referee.table import Table, commitments_to
from games.match.sealed import SealedPosition
from games.matchpage.views import matches
from games.notices.models import Delivery
from games.notices.services import notifying, post
from games.setup import services as formations
from games.setup.models import Formation, SetupDraft
from tests.kit.browsing import HTMX
from tests.secrecy import comparisons as drives
from tests.secrecy import moments, worlds
from tests.secrecy.comparing import (
    Difference,
    Pair,
    differences,
    in_some_state,
    pair_of,
    script_of,
)
from tests.secrecy.house import Stage
from tests.secrecy.leaking import Found, Patch, Planted, in_a_header, on_the_page, truth, wrap
from tests.secrecy.surfaces import core_cells, page, told_cells
from tests.secrecy.worlds import World

MANY = range(200)


@cache
def number_showing(game: str, name: str) -> int:
    """The first pair of whose twins the fact *name* says different things; by honest rules."""
    fact = FACTS[game][name]
    numbered = drives.numbered_pairs(game, MANY)
    return next(number for number, pair in numbered if fact(pair.one) != fact(pair.other))


def first_showing(game: str, name: str) -> Pair:
    """That pair itself."""
    pair = pair_of(game, number_showing(game, name))
    assert pair is not None
    return pair


# What views count


def strength(position: Any) -> int:
    """How many generals there are on the true board."""
    return sum(LETTERS[KIND_OF[piece]] == "G" for piece in position.board if piece)


def counter(patch: Patch) -> None:
    """A counter of the view is taken from the true board."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen = honest(referee, viewer, **kwargs)
        return {**seen, "quiet": strength(referee._position)}

    wrap(patch, Referee, "view", leaky)


# What is told of a step


def kind_stepping(before: Any, step: Any) -> str:
    return LETTERS[KIND_OF[before.board[step.origin]]]


def blank_after_spies(patch: Patch) -> None:
    """After a spy's step there is a blank."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if kind_stepping(before, step) != "S":
            return event
        return replace(event, public={**event.public, "move": f"{step} "})

    wrap(patch, news, "stepped", leaky)


# Salts and mails


def salts_of_ids(patch: Patch) -> None:
    """Salts follow from the public id."""

    def leaky(self: Any) -> Any:
        hidden = self._engine.hidden_setup(self._position)
        return commitments_to(hidden, match=self._match.uid, secret=self._match.uid.encode())

    patch.setattr(Table, "_commitments", leaky)


def mail_held_back(patch: Patch) -> None:
    """Whether a mail is sent follows from what is hidden."""

    def leaky(moot: Any, delivery: Any) -> str:
        return moot(delivery) or ("not-wanted" if truth(delivery.notice.match.uid) % 2 else "")

    wrap(patch, post, "_moot", leaky)


def steps_of(world: World, letter: str) -> int:
    """How often a piece of that kind has moved."""
    events = [event for step in world.steps for event in step.events]
    moved = [event for event in events if event.kind in ("moved", "fought")]
    movers = [(event, Seat(int(str((event.public or {})["seat"])))) for event in moved]
    return sum(event.private[seat]["kind"] == letter for event, seat in movers)


def planes_told(patch: Patch) -> None:
    """That a plane has moved is told to the other seat, and to nobody else."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if kind_stepping(before, step) != "P":
            return event
        other = Seat(1 - before.to_move)
        return replace(
            event, private={**event.private, other: {**event.private.get(other, {}), "flew": 1}}
        )

    wrap(patch, news, "stepped", leaky)


# Silence, formations, staff, time


def silent_doubts(patch: Patch) -> None:
    """Silence doubts where a Doubt would hit."""

    def leaky(answer_for: Any, referee: Any, seat: Seat, *, now: Any) -> Any:
        if proof_of(referee._position):
            return referee._play(seat, Answer.DOUBT, key=f"{SILENCE}0", now=now)
        return answer_for(referee, seat, now=now)

    wrap(patch, Referee, "answer_for", leaky)


def formations_of_anybody(patch: Patch) -> None:
    """A kept formation is looked up by its name alone."""

    def leaky(kept: Any, user_id: int, game: str, name: str) -> str:
        found = Formation.objects.filter(game=game, name=name).first()
        return found.letters if found else kept(user_id, game, name)

    wrap(patch, formations, "_kept", leaky)


def squares_in_a_column(patch: Patch) -> None:
    """The list of matches counts the squares placed in drafts, for staff."""

    def placed(self: Any, match: Match) -> int:
        drafts = SetupDraft.objects.filter(match=match).values_list("letters", flat=True)
        return sum(len(letters) - letters.count(".") for letters in drafts)

    patch.setattr(MatchAdmin, "placed", placed, raising=False)
    patch.setattr(MatchAdmin, "list_display", (*MatchAdmin.list_display, "placed"))


def pawn_on_the_edge(position: Any) -> bool:
    """Whether North has a pawn where nobody sees one, at the first square it holds."""
    mine = [piece for piece in position.board if piece and SEAT_OF[piece] == 1]
    return bool(mine) and KINDS_OF_SEICHU[mine[0]] == PAWN


def work_for_pawns(patch: Patch) -> None:
    """A millisecond more for a pawn that hides."""

    def leaky(honest: Any, referee: Any, viewer: Viewer, **kwargs: Any) -> Any:
        if pawn_on_the_edge(referee._position):
            until = time.process_time() + 0.001
            while time.process_time() < until:
                pass
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


# Ten and more that nobody would think of


def order_of_a_header(patch: Patch) -> None:
    """The words of a header stand in another order."""

    def say(request: Any, uid: str, response: Any) -> None:
        words = ["Cookie", "Accept-Language", "HX-Request"]
        response["Vary"] = ", ".join(words[truth(uid) % 3 :] + words[: truth(uid) % 3])

    in_a_header(patch, say)


def draws_refused(patch: Patch) -> None:
    """Who stands well is not asked for a draw."""

    def leaky(check: Any, match: Match, player: Any, players: Any) -> None:
        check(match, player, players)
        if truth(match.uid) % 2:
            raise NothingOffered

    wrap(patch, ending, "check_can_offer_draw", leaky)


def desks_nudged_twice(patch: Patch) -> None:
    """The desks are nudged once more after some moves."""

    def leaky(announce_match: Any, uid: str, versions: Any) -> None:
        announce_match(uid, versions)
        if truth(uid) % 2:
            users = Match.objects.get(uid=uid).players.values_list("user_id", flat=True)
            live.announce_desks(users)

    wrap(patch, live, "announce_match", leaky)


def mails_put_off(patch: Patch) -> None:
    """A mail is due some seconds later."""

    def leaky(queue: Any, notice: Any, player: Any, now: Any) -> None:
        queue(notice, player, now)
        for row in Delivery.objects.filter(notice=notice):
            row.due_at += timedelta(seconds=truth(notice.match.uid) % 60)
            row.save()

    wrap(patch, notifying, "_queue_mail", leaky)


def order_of_digests(patch: Patch) -> None:
    """Digests are listed with the strongest pieces first."""

    def leaky(digests: Any, table: Any) -> Any:
        kinds = [piece.kind for piece in table._commitments()]
        honest = digests(table)
        return tuple(honest[at] for at in sorted(range(len(kinds)), key=lambda at: kinds[at]))

    wrap(patch, Referee, "digests", leaky)


def order_of_a_list(patch: Patch) -> None:
    """Matches come in another order on the list of staff."""

    def leaky(ordering: Any, self: Any, request: Any) -> Any:
        sealed = SealedPosition.objects.values_list("match__uid", flat=True)
        return ["uid", "-uid"][sum(map(truth, sealed)) % 2 :][:1]

    wrap(patch, MatchAdmin, "get_ordering", leaky)


def right_guesses_refused(patch: Patch) -> None:
    """Whoever guesses right is not heard."""

    def leaky(mark_piece: Any, *, uid: str, piece: str, kind: str, **kwargs: Any) -> None:
        referee = Referee(Match.objects.get(uid=uid))
        everything = referee._engine.view(referee._position, ARBITER)
        seen: Any = referee._engine.codec.dump_view(everything)
        for one in seen["pieces"]:
            if one["square"] == piece and one["kind"] == kind:
                raise UnknownKind
        mark_piece(uid=uid, piece=piece, kind=kind, **kwargs)

    wrap(patch, guesses, "mark_piece", leaky)


def question_of_resignation(patch: Patch) -> None:
    """Who is about to resign is asked in other words where that would be a pity."""

    def leaky(present: Any, facts: Any, *, asked: Any, **kwargs: Any) -> Any:
        page = present(facts, asked=asked, **kwargs)
        return replace(page, said=f"{page.said} {truth(facts.uid):x}") if asked.ask else page

    wrap(patch, matches, "present_match", leaky)


def told_where(holds: Callable[[Match], bool]) -> Callable[[Patch], None]:
    """A plant that shows only while something else is true of the match."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        match = Match.objects.get(uid=facts.uid)
        return {"said": f"{page.said} {truth(facts.uid):x}"} if holds(match) else {}

    return lambda patch: on_the_page(patch, change)


# Which drive finds which


FACTS: dict[str, dict[str, Callable[[World], object]]] = {
    "gunjin": {
        "counter": lambda world: strength(world.position) if world.moved else 0,
        "planes": lambda world: steps_of(world, "P"),
        "spies": lambda world: steps_of(world, "S"),
    },
    "seichu": {
        "pawn": lambda world: pawn_on_the_edge(world.position) if len(world.acts) > 39 else None,
    },
}

FEW = range(8)


def at_the_counter(stage: Stage) -> Found:
    pair = first_showing("gunjin", "counter")
    yield from differences(stage, pair, core_cells(stage, pair.viewers))


def by_mail(stage: Stage) -> Found:
    for pair in drives.pairs(stage.house.game, FEW):
        yield from drives.sending(stage, pair)


def of_salts(stage: Stage) -> Found:
    pairs = (pair_of("gunjin", number) for number in range(40))
    pair = next(pair for pair in pairs if pair and pair.one.moved)
    yield from drives.salts_of_seeds(stage, pair)


def in_silence(stage: Stage) -> Found:
    [scene] = moments.scenes("seichu", "asked about a foul that was captured", 1)
    yield from drives.falling_silent(stage, scene.pair, "accept")


def by_the_watch(stage: Stage) -> Found:
    """More and more readings, until it is plain."""
    pair = first_showing("seichu", "pawn")
    [cell] = [c for c in told_cells(stage, ("visitor",)) if c.surface == "board_facts"]
    for samples in (60, 120, 240):
        t, gap = drives.timing(stage, pair, cell, samples, time.process_time)
        if abs(t) > drives.MOST_T and gap > drives.LEAST_GAP:
            yield Difference(f"time of {cell}", b"%.1f" % t, b"%.1f" % drives.MOST_T)


def secretly(name: str) -> Callable[[Stage], Found]:
    return lambda stage: drives.in_secret(stage, name)


def at(
    address: str,
    method: str = "get",
    form: dict[str, str] | None = None,
    *,
    viewer: str = "",
    in_play: bool = True,
) -> Callable[[Stage], Found]:
    """One request about the match, in a few pairs."""

    def find(stage: Stage) -> Found:
        for pair in drives.pairs(stage.house.game, FEW):
            if in_play and (pair.one.is_setting_up or not pair.one.moved):
                continue
            path = address.format(uid=stage.match.uid)
            asks = viewer or drives.player_of(pair)
            cell = page(f"{method} {path}", asks, method, path, form, {} if viewer else HTMX)
            yield from differences(stage, pair, [cell], owners_cells=0)

    return find


def marking(stage: Stage) -> Found:
    """Every kind guessed of one piece after the other."""
    for pair in drives.pairs(stage.house.game, FEW[:4]):
        if pair.one.moved:
            view = pair.one.engine.view(pair.one.position, BYSTANDER)
            seen: Any = pair.one.engine.codec.dump_view(view)
            path = f"/matches/{stage.match.uid}/mark/"
            cells = [
                page(f"mark {form}", drives.player_of(pair), "post", path, form)
                for piece in seen["pieces"]
                if piece["seat"] in pair.hidden
                for kind in pair.one.engine.meta.kinds[:3]
                for form in [{"piece": piece["square"], "kind": kind}]
            ]
            yield from differences(stage, pair, cells, owners_cells=0)


def in_state(name: str) -> Callable[[Stage], Found]:
    """The match page in that state."""

    def find(stage: Stage) -> Found:
        every = drives.pairs(stage.house.game, FEW)
        for plain in islice((pair for pair in every if fits(pair, name)), 2):
            pair = in_some_state(plain, 0, (name,))
            yield from differences(stage, pair, core_cells(stage, pair.viewers)[:3])

    return find


def fits(pair: Pair, name: str) -> bool:
    """Whether the pair can be in the state of that name."""
    return pair.one.fits(worlds.State(name, max(pair.hidden)))


def playing(stage: Stage) -> Found:
    return drives.playing(stage, FEW, others=0)


def anew(name: str) -> Callable[[Stage], Found]:
    return lambda stage: drives.looking_anew(stage, [number_showing("gunjin", name)])


MISSED = {
    "gunjin": {
        "a counter of the true board": Planted(counter, at_the_counter),
        "a blank after spies": Planted(blank_after_spies, anew("spies")),
        "planes told to the other seat": Planted(planes_told, anew("planes")),
        "salts of public ids": Planted(salts_of_ids, of_salts),
        "a mail held back": Planted(mail_held_back, by_mail),
        "a formation of somebody else": Planted(
            formations_of_anybody, secretly("formations asked for by the other")
        ),
        "squares in a column of staff": Planted(squares_in_a_column, secretly("drafts or none")),
        # ten and more that nobody would think of
        "the order of a header's words": Planted(order_of_a_header, at("/matches/{uid}/")),
        "draws refused": Planted(
            draws_refused, at("/matches/{uid}/draw/", "post", {"do": "offer"})
        ),
        "desks nudged twice": Planted(desks_nudged_twice, playing),
        "mails put off by seconds": Planted(mails_put_off, by_mail),
        "the order of digests": Planted(order_of_digests, at("/matches/{uid}/commitments.txt")),
        "the order of a list of staff": Planted(
            order_of_a_list, at("/admin/match/match/", viewer="helper", in_play=False)
        ),
        "right guesses refused": Planted(right_guesses_refused, marking),
        "the question of a resignation": Planted(
            question_of_resignation, at("/matches/{uid}/?ask=resign")
        ),
        "armies that the house placed": Planted(
            told_where(lambda match: match.players.filter(placed_by_house=True).exists()),
            in_state(worlds.PLACED_BY_HOUSE),
        ),
        "matches that were cancelled": Planted(
            told_where(lambda match: match.status == "aborted"), in_state(worlds.CANCELLED)
        ),
        "while a draw is offered": Planted(
            told_where(lambda match: match.draw_offered_by is not None),
            in_state(worlds.DRAW_OFFERED),
        ),
        "where a bot sits": Planted(
            told_where(lambda match: match.players.exclude(bot="").exists()),
            in_state(worlds.BOT_OPPOSITE),
        ),
        "in a rematch": Planted(
            told_where(lambda match: match.rematch_of is not None), in_state(worlds.REMATCH)
        ),
    },
    "seichu": {
        "silence that doubts": Planted(silent_doubts, in_silence),
        "a millisecond for a pawn": Planted(work_for_pawns, by_the_watch),
    },
}
"""Of each game: what an audit planted in vain, and what nobody would think of."""


def prepare(game: str) -> None:
    """Make the pairs with honest rules."""
    for name in FACTS[game]:
        number_showing(game, name)
    for number in FEW:
        if pair_of(game, number) is not None:
            script_of(game, number, 3)
    if game == "seichu":
        moments.scenes(game, "asked about a foul that was captured", 1)
