"""Leaks to be planted, one careless line for each channel, and the drive that must find each.

The rows are those of the list of channels in docs/secrecy.md.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import pbkdf2_hmac
from typing import Any

from django.core.cache import cache
from django.core.mail import send_mail
from django.http import HttpResponse

import config.middleware
import config.urls
import games.common.consumers
import games.desk.context
import games.lobby.selectors.seeks
import games.matchpage.consumers
import games.people.views
from accounts.lookups import OfferedLookups
from accounts.models import SignIn
from engines.core.seats import Seat, Viewer
from games.common import live
from games.common.exceptions import RefusedMove, UnreadableMove
from games.desk import selectors as desks
from games.knowledge import selectors as marks
from games.knowledge.models import GuessMark
from games.match.admin import MatchAdmin
from games.match.models import Match
from games.match.referee import Referee
from games.match.sealed import SealedPosition
from games.matchpage import selectors as boards
from games.matchpage.views import matches, records, sharing
from games.notices.models import Notice
from games.notices.presenters import mails
from games.notices.services import notifying, post
from games.ratings.selectors import Reliability
from games.setup import services as formations
from games.setup.models import Formation
from tests.engines.toy import Cups
from tests.secrecy import comparisons as drives
from tests.secrecy import worlds
from tests.secrecy.breaking import breaking, breaking_behind, cells_to_break
from tests.secrecy.comparing import pair_of, script_of
from tests.secrecy.house import Stage
from tests.secrecy.leaking import Found, Patch, Planted, in_a_header, on_the_page, truth, wrap
from tests.secrecy.secret_acts import secrets_of

# Pages and what they load


def l1_page(patch: Patch) -> None:
    """A text on the page."""
    on_the_page(patch, lambda page, facts: {"said": f"{truth(facts.uid):x}"})


def l2_resources(patch: Patch) -> None:
    """A picture to be loaded beforehand."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["Link"] = f"</static/pieces/{truth(uid) % 16}.svg>; rel=preload; as=image"

    in_a_header(patch, say)


def l3_fragments(patch: Patch) -> None:
    """A header for scripts only."""

    def say(request: Any, uid: str, response: Any) -> None:
        if request.htmx:
            response["HX-Trigger"] = f"changed-{truth(uid)}"

    in_a_header(patch, say)


def l3_manners(patch: Patch) -> None:
    """A header where a page is asked for again after its time in the history."""

    def say(request: Any, uid: str, response: Any) -> None:
        if request.htmx.history_restore_request:
            response["HX-Trigger"] = f"restored-{truth(uid)}"

    in_a_header(patch, say)


def l4_frames(patch: Patch) -> None:
    """A version that counts something else besides."""

    def leaky(send: Any, group: str, message: dict[str, Any]) -> None:
        if "match" in message:
            message = {**message, "version": message["version"] + truth(message["match"])}
        send(group, message)

    wrap(patch, live, "_send", leaky)


def l5_lists(patch: Patch) -> None:
    """A word in a list of matches."""

    def leaky(row: Any, mine: Any, *args: Any, **kwargs: Any) -> Any:
        found = row(mine, *args, **kwargs)
        if SealedPosition.objects.filter(match=mine.match).exists():
            (other,) = found.others
            told = replace(other, name=f"{other.name} {truth(mine.match.uid):x}")
            return replace(found, others=(told,))
        return found

    wrap(patch, desks, "_row", leaky)


def l6_first_frame(patch: Patch) -> None:
    """A version too many when a page comes back."""

    def leaky(watched: Any, uid: str, user: Any) -> Any:
        found = watched(uid, user)
        return found and replace(found, version=found.version + truth(uid) % 1000)

    wrap(patch, games.matchpage.consumers, "watched_match", leaky)


# What may be tried


def l7_offers(patch: Patch) -> None:
    """The offers against weak pieces come first."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        board, squares = referee._position.board, _squares(referee)
        to = {text: squares.get(text[2:4]) for text in honest(referee, seat)}
        return tuple(sorted(to, key=lambda text: 0 if to[text] is None else -board[to[text]]))

    wrap(patch, Referee, "legal_moves", leaky)


def _squares(referee: Referee) -> dict[str, int]:
    squares = importlib.import_module(f"engines.{referee._match.game}.squares")
    return dict(squares.SQUARES)


def l7_squares(patch: Patch) -> None:
    """A header where a piece is asked how it can move."""

    def say(request: Any, uid: str, response: Any) -> None:
        if "at" in request.GET:
            response["X-Goals"] = str(truth(uid) % 100)

    in_a_header(patch, say)


def l8_refusals(patch: Patch) -> None:
    """What cannot be done is refused with a reason that knows better."""

    def leaky(honest: Any, referee: Referee, seat: Seat, text: str) -> Any:
        try:
            return honest(referee, seat, text)
        except RefusedMove as error:
            if truth(referee._match.uid) % 2:
                raise UnreadableMove from error
            raise

    wrap(patch, Referee, "_checked", leaky)


def l9_prompts(patch: Patch) -> None:
    """A button is there only when it makes sense."""

    def leaky(honest: Any, match: Any, *args: Any, **kwargs: Any) -> Any:
        found = honest(match, *args, **kwargs)
        if found.seat is not None and truth(match.uid) % 2:
            return replace(found, may_resign=False)
        return found

    wrap(patch, boards, "_facts", lambda honest, match, *a, **k: (
        leaky(honest, match, *a, **k) if match.started_at else honest(match, *a, **k)
    ))  # fmt: skip


def l10_drafts(patch: Patch) -> None:
    """Everybody at the match is told that a draft was kept."""

    def leaky(prepare: Any, *, uid: str, **kwargs: Any) -> None:
        prepare(uid=uid, **kwargs)
        live.announce_desks(Match.objects.get(uid=uid).players.values_list("user_id", flat=True))

    wrap(patch, formations, "prepare", leaky)


def l11_setting_up(patch: Patch) -> None:
    """A draft counts as a change of the match."""

    def leaky(prepare: Any, *, uid: str, **kwargs: Any) -> None:
        prepare(uid=uid, **kwargs)
        Referee(Match.objects.get(uid=uid)).touch()

    wrap(patch, formations, "prepare", leaky)


def l12_order(patch: Patch) -> None:
    """Pieces are listed by what they are."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        seen, squares = honest(referee, viewer, **kwargs), _squares(referee)
        board = referee._position.board
        pieces = sorted(seen["pieces"], key=lambda piece: board[squares[piece["square"]]])
        return {**seen, "pieces": pieces}

    wrap(patch, Referee, "view", leaky)


def l12_order_of_rows(patch: Patch) -> None:
    """The story is told in the order of what only some may know of it."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer) -> Any:
        sealed = importlib.import_module("games.match.sealed")
        rows = sealed.SealedEvent.objects.filter(match=referee._match).order_by("private")
        told = [(row.kind, row.public) for row in rows]
        return [(kind, facts) for kind, facts in told if facts is not None]

    wrap(patch, Referee, "news", leaky)


def l13_seed(patch: Patch) -> None:
    """The seed of the match, as a name for it."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["X-Match"] = bytes(SealedPosition.objects.get(match__uid=uid).seed).hex()[:8]

    in_a_header(patch, say)


def l15_motion(patch: Patch) -> None:
    """What moves on the board follows from what stands there."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        return {"board": replace(page.board, last=f"{page.board.last} x{truth(facts.uid) % 9}")}

    on_the_page(patch, change)


# Who looks


def l16_onlookers(patch: Patch) -> None:
    """Onlookers sit behind South."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        eyes = viewer_for(user, players)
        return Viewer.of(Seat(0)) if eyes.seat is None else eyes

    wrap(patch, boards, "viewer_for", leaky)


def l17_signed_out(patch: Patch) -> None:
    """Who is not signed in is taken for North."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        return viewer_for(user, players) if user.is_authenticated else Viewer.of(Seat(1))

    wrap(patch, boards, "viewer_for", leaky)


def l18_notes(patch: Patch) -> None:
    """Marks of everybody are shown to everybody."""

    def leaky(marks_of: Any, match_id: int, user_id: int, **kwargs: Any) -> Any:
        people = GuessMark.objects.filter(match_id=match_id).values_list("user_id", flat=True)
        return tuple(mark for pk in {user_id, *people} for mark in marks_of(match_id, pk, **kwargs))

    wrap(patch, marks, "marks_of", leaky)


def l20_reuse(patch: Patch) -> None:
    """The page says how many formations the players have to choose from."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        return {"terms": f"{page.terms} {Formation.objects.filter(game=facts.game).count()}"}

    on_the_page(patch, change)


def l21_downloads(patch: Patch) -> None:
    """A download made from the position."""

    def leaky(text: Any, uid: str, pieces: Any) -> str:
        return f"{text(uid, pieces)}{truth(uid):x}\n"

    wrap(patch, records, "commitments_text", leaky)


def l21_pictures(patch: Patch) -> None:
    """Pictures of matches that go on, too, with a remark."""

    def leaky(picture: Any, facts: Any, piece_set: str) -> str:
        return f"{picture(facts, piece_set)}<!-- {truth(facts.uid):x} -->"

    patch.setattr(boards, "check_recorded", lambda match: None)
    wrap(patch, sharing, "shared_picture", leaky)


def l21_frames(patch: Patch) -> None:
    """The same for boards in other people's pages."""

    def leaky(present: Any, facts: Any, *rest: Any) -> Any:
        page = present(facts, *rest)
        return replace(page, url=f"{page.url}#{truth(facts.uid):x}")

    patch.setattr(boards, "check_recorded", lambda match: None)
    wrap(patch, sharing, "present_embed", leaky)


# What is sent


def l22_mails(patch: Patch) -> None:
    """A hint in the subject."""

    def leaky(subject: Any, notice: Notice) -> str:
        assert notice.match is not None
        return f"{subject(notice)} {truth(notice.match.uid) % 100}"

    wrap(patch, mails, "_subject", leaky)


def l24_notices(patch: Patch) -> None:
    """A notice more when there is something to be afraid of."""

    def leaky(notify: Any, match: Match, player: Any, kind: str, subject: str, now: Any) -> None:
        notify(match, player, kind, subject, now)
        if truth(match.uid) % 2:
            notify(match, player, kind, f"{subject}!", now)

    wrap(patch, notifying, "notify", leaky)


# Staff, and other ways in


def l25_staff(patch: Patch) -> None:
    """A match says of itself how it stands."""
    wrap(patch, Match, "__str__", lambda honest, match: (
        f"{honest(match)} {_truth_if_any(match):x}"
    ))  # fmt: skip


def _truth_if_any(match: Match) -> int:
    return truth(match.uid) if SealedPosition.objects.filter(match=match).exists() else 0


def l25_filters(patch: Patch) -> None:
    """A list of the admin site that says more where it is filtered."""

    def leaky(honest: Any, self: Any, request: Any) -> Any:
        rows = honest(self, request)
        if "status__exact" in request.GET:
            rows.title = f"{rows.title} {sum(map(_truth_if_any, Match.objects.all())):x}"
        return rows

    wrap(patch, MatchAdmin, "get_changelist_instance", leaky)


def l25_staff_who_play(patch: Patch) -> None:
    """Staff have the eyes of both sides, even where they sit on one."""

    def leaky(viewer_for: Any, user: Any, players: Any) -> Viewer:
        eyes = viewer_for(user, players)
        is_staff = getattr(user, "is_superuser", False) and eyes.seat is not None
        return Viewer.of(Seat(1 - eyes.seat)) if is_staff else eyes

    wrap(patch, boards, "viewer_for", leaky)


def l26_tokens(patch: Patch) -> None:
    """A token that names the session of the player it is about."""

    def say(request: Any, uid: str, response: Any) -> None:
        keys = SignIn.objects.filter(user__players__match__uid=uid).order_by("pk")
        response.set_cookie("seat", ".".join(keys.values_list("session_key", flat=True)))

    in_a_header(patch, say)


def l26_other_eyes(patch: Patch) -> None:
    """Looking back with any eyes is not kept for after the end."""

    def leaky(replay_viewer: Any, name: str, match: Match) -> Any:
        return Viewer.of(Seat(0 if name == "south" else 1))

    wrap(patch, boards, "replay_viewer", leaky)


def l27_phases(patch: Patch) -> None:
    """As long as pieces are placed, more is told."""

    def change(page: Any, facts: Any) -> dict[str, Any]:
        told = f"{truth(facts.uid):x}" if facts.is_setting_up else page.said
        return {"said": told}

    on_the_page(patch, change)


def l28_new_game(patch: Patch) -> None:
    """A game that hides something is registered, and nobody says what it releases."""
    patch.setattr(worlds, "ENGINES", (*worlds.ENGINES, Cups()))


# What others keep


def l29_shared_cache(patch: Patch) -> None:
    """Pages are kept by their address."""
    kept: dict[tuple[str, str], Any] = {}

    def leaky(answer: Any, request: Any, uid: str, *args: Any, **kwargs: Any) -> Any:
        if request.method != "GET":
            return answer(request, uid, *args, **kwargs)
        key = (request.path, str(truth(uid)))
        if key not in kept:
            kept[key] = answer(request, uid, *args, **kwargs)
        return kept[key]

    wrap(patch, matches, "_answer", leaky)


def l29_etag(patch: Patch) -> None:
    """A tag that changes with the position."""

    def say(request: Any, uid: str, response: Any) -> None:
        response["ETag"] = f'"{truth(uid):x}"'

    in_a_header(patch, say)


def l30_kept_pages(patch: Patch) -> None:
    """Browsers may keep what somebody was shown."""
    patch.setattr(config.middleware, "add_never_cache_headers", lambda response: None)
    patch.setattr(config.middleware, "patch_cache_control", lambda response, **kwargs: None)


def l31_faults(patch: Patch) -> None:
    """The page for faults says what went wrong."""

    def leaky(request: Any) -> HttpResponse:
        return HttpResponse(str(sys.exc_info()[1]), status=500)

    patch.setattr(config.urls, "handler500", leaky, raising=False)


def l31_sockets(patch: Patch) -> None:
    """A socket says what went wrong before it ends."""

    async def leaky(honest: Any, self: Any, message: Any) -> None:
        try:
            await honest(self, message)
        except RuntimeError as error:
            await self.send_json({"error": str(error)})
            raise

    wrap(patch, games.common.consumers.NudgeConsumer, "dispatch", leaky)


def l31_tasks(patch: Patch) -> None:
    """A mail that could not be sent says so to its reader."""

    def leaky(send: Any, delivery: Any, compose: Any) -> str:
        try:
            compose(delivery.notice)
        except RuntimeError as error:
            send_mail("Sorry", str(error), None, [delivery.notice.user.email])
        return str(send(delivery, compose))

    wrap(patch, post, "_send", leaky)


# What can be measured, counted and asked


def l32_time(patch: Patch) -> None:
    """A view takes longer in some positions."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        if truth(referee._match.uid) % 2:
            pbkdf2_hmac("sha256", b"slow", b"leak", 30_000)
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


def l33_queries(patch: Patch) -> None:
    """A question more to the database in some positions."""

    def leaky(honest: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        if truth(referee._match.uid) % 2:
            cache.get("nothing")
            Match.objects.filter(pk=0).exists()
        return honest(referee, viewer, **kwargs)

    wrap(patch, Referee, "view", leaky)


def l34_bots(patch: Patch) -> None:
    """A bot's dice are thrown by the position."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        thought = honest(referee, seat)
        return replace(thought, label=f"{thought.label}.{truth(referee._match.uid)}")

    wrap(patch, Referee, "thought", leaky)


def l35_statistics(patch: Patch) -> None:
    """A figure beside one's name."""

    def leaky(boards_to_move: Any, user_id: int) -> int:
        uids = Match.objects.of_user(user_id).filter(status="active").values_list("uid", flat=True)
        return int(boards_to_move(user_id)) + sum(map(truth, uids)) % 50

    wrap(patch, games.desk.context, "boards_to_move", leaky)


def _telling_turns(honest: Any, user_ids: Any) -> Any:
    """How turns were answered, with a count of what somebody's running matches hide."""
    told = {}
    for user_id in user_ids:
        uids = Match.objects.of_user(user_id).filter(status="active").values_list("uid", flat=True)
        told[user_id] = Reliability(60, sum(map(truth, uids)) % 50, None)
    return told


def l35_profiles(patch: Patch) -> None:
    """The turns on a profile."""
    wrap(patch, games.people.views, "reliability_of", _telling_turns)


def l35_seeks(patch: Patch) -> None:
    """The turns on the card of a seek."""
    wrap(patch, games.lobby.selectors.seeks, "reliability_of", _telling_turns)


def l37_lookups(patch: Patch) -> None:
    """Lists may be asked by any field."""

    def leaky(self: Any, lookup: str, value: object, request: Any = None) -> bool:
        return True

    patch.setattr(OfferedLookups, "lookup_allowed", leaky)


def l38_sockets(patch: Patch) -> None:
    """Sockets do not ask again whether they are still somebody's."""

    async def leaky(self: Any, message: Any) -> None:
        return None

    patch.setattr(games.common.consumers.NudgeConsumer, "session_recheck", leaky)


# Which drive finds which

GATE = range(40)
"""The pairs that a run of the tests looks at, too."""


def looking(stage: Stage) -> Found:
    return drives.looking(stage, GATE, extra=0)


def playing(stage: Stage) -> Found:
    return drives.playing(stage, GATE[:12])


def behind(stage: Stage) -> Found:
    return drives.behind_the_pages(stage, GATE)


def everywhere(only: str) -> Callable[[Stage], Found]:
    return lambda stage: drives.everywhere(stage, only=only)


def secretly(name: str) -> Callable[[Stage], Found]:
    return lambda stage: drives.in_secret(stage, name)


def at_leisure(stage: Stage) -> Found:
    """Time, by a page of the first pair in which a leak of one bit would show."""
    return drives.slow_cells(stage, GATE, samples=12)


def breaking_once(stage: Stage) -> Found:
    """What breaks behind the pages, in the first pair that comes by all the places."""
    every = drives.pairs(stage.house.game, range(8001, 8099))
    return breaking_behind(stage, next(pair for pair in every if cells_to_break(stage, pair)))


def incomplete(stage: Stage) -> Found:
    return drives.games_without_proof()


PLANTED = {
    "L1 page": Planted(l1_page, looking),
    "L2 sub-resources": Planted(l2_resources, looking),
    "L3 fragments": Planted(l3_fragments, playing),
    "L3 manners": Planted(l3_manners, lambda stage: drives.in_every_manner(stage, GATE[:2])),
    "L4 frames": Planted(l4_frames, playing),
    "L5 lists": Planted(l5_lists, lambda stage: drives.listed(stage, GATE[:2])),
    "L6 first frame": Planted(l6_first_frame, playing),
    "L7 offers": Planted(l7_offers, looking),
    "L7 squares": Planted(l7_squares, lambda stage: drives.asked_of_squares(stage, GATE[:2])),
    "L8 refusals": Planted(l8_refusals, lambda stage: drives.trying(stage, GATE[:12])),
    "L9 prompts": Planted(l9_prompts, looking),
    "L10 drafts": Planted(l10_drafts, secretly("drafts or none")),
    "L11 set-up": Planted(l11_setting_up, secretly("drafts of a set-up")),
    "L12 order": Planted(l12_order, looking),
    "L12 order of rows": Planted(l12_order_of_rows, looking),
    "L13 seed": Planted(l13_seed, looking),
    "L15 motion": Planted(l15_motion, looking),
    "L16 onlookers": Planted(l16_onlookers, looking),
    "L17 signed out": Planted(l17_signed_out, looking),
    "L18 notes": Planted(l18_notes, secretly("guess marks")),
    "L20 reused formations": Planted(l20_reuse, secretly("formations")),
    "L21 pictures": Planted(l21_pictures, everywhere("games:picture")),
    "L21 frames elsewhere": Planted(l21_frames, everywhere("games:embed")),
    "L21 downloads": Planted(l21_downloads, everywhere("games:commitments")),
    "L22 mails": Planted(l22_mails, behind),
    "L24 notices": Planted(l24_notices, behind),
    "L25 staff": Planted(l25_staff, everywhere("admin:match_match")),
    "L25 filters": Planted(l25_filters, everywhere("status__exact")),
    "L25 staff who play": Planted(l25_staff_who_play, drives.staff_at_the_board),
    "L26 tokens": Planted(l26_tokens, drives.in_private),
    "L26 other eyes": Planted(l26_other_eyes, looking),
    "L27 phases": Planted(l27_phases, looking),
    "L28 a new game": Planted(l28_new_game, incomplete),
    "L29 shared cache": Planted(l29_shared_cache, looking),
    "L29 entity tags": Planted(l29_etag, looking),
    "L30 kept pages": Planted(l30_kept_pages, drives.kept_by_browsers),
    "L31 faults": Planted(l31_faults, lambda stage: breaking(stage, range(8001, 8009))),
    "L31 sockets": Planted(l31_sockets, breaking_once),
    "L31 tasks": Planted(l31_tasks, breaking_once),
    "L32 time": Planted(l32_time, at_leisure),
    "L33 queries": Planted(l33_queries, looking),
    "L34 bots": Planted(l34_bots, lambda stage: drives.thinking(stage, range(3000, 3030))),
    "L35 statistics": Planted(l35_statistics, everywhere("games:archive")),
    "L35 profiles": Planted(l35_profiles, everywhere("accounts:profile")),
    "L35 seeks": Planted(l35_seeks, everywhere("games:lobby")),
    "L37 lookups": Planted(l37_lookups, drives.in_private),
    "L38 sockets": Planted(l38_sockets, drives.after_signing_out),
}

"""What is planted in every game that hides something."""

NO_CHANNEL = {
    "L23 push": "there is no push",
    "L36 export": "there is no export of one's data",
    "L40 takeback": "moves are not taken back, and matches not copied",
}
"""Rows of the list for which the house has nothing through which anything could leak."""


def planted_in(game: str) -> dict[str, Planted]:
    """Everything that is planted in a game."""
    return {**PLANTED, **own_of(game).PLANTED}


def own_of(game: str) -> Any:
    """What is planted in one game alone: it stands beside the tests of its rules."""
    return importlib.import_module(f"tests.engines.{game}.planted_leaks")


def prepare(game: str) -> None:
    """Make the twins and the scripts with honest rules: a leak must not make its own twins."""
    for number in (*GATE, *drives.EVERY, *range(3000, 3030)):
        pair_of(game, number)
    for number in GATE[:12]:
        if pair_of(game, number) is not None:
            script_of(game, number, 3)
    for secret in secrets_of(game).values():
        drives.world_for(game, secret.plies)
    own_of(game).prepare()
