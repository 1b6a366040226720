"""The ways in which twins are compared; each yields the differences it comes across."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from importlib.util import find_spec
from itertools import count
from statistics import mean, median, variance

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.apps import apps
from django.contrib import admin
from django.core import mail as post
from django.db import transaction
from django.db.models import Model

from accounts.models import User
from accounts.sanctions.rights import FOR_EVER
from engines.core.dice import Dice
from engines.core.seats import Seat
from games.bots.thinking import Question, choose
from games.match.changes.deadlines import pass_deadline
from games.match.changes.locking import lock_match
from games.match.models import Match
from games.match.referee import Referee
from games.match.sealed import SealedPly
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services.closed import tell_of_closed
from games.notices.services.post import drain
from games.notices.services.warnings import warn_of_clocks
from tests.engines.playing import news
from tests.kit.browsing import HTMX
from tests.secrecy import worlds
from tests.secrecy.comparing import (
    TALLY,
    Difference,
    Pair,
    cells_for,
    cells_of,
    differences,
    in_some_state,
    make_pair,
    pair_of,
    releases_of,
    script_differences,
    script_of,
    unlike,
    unlike_received,
)
from tests.secrecy.house import NOW, OTHERS, SEATED, VIEWERS, Showcase
from tests.secrecy.outside import overheard, reach_everybody
from tests.secrecy.rulebook import rulebook_of
from tests.secrecy.scripts import Script, attacks, move_act, play_script, probes, squares_of
from tests.secrecy.secret_acts import ACCOUNTS, Secret, dress, secrets_of, some_secret
from tests.secrecy.surfaces import (
    ADMIN,
    Cell,
    all_cells,
    by_turns,
    cells_behind_pages,
    cells_of_staff,
    core_cells,
    file_cells,
    glance_cells,
    is_list,
    page,
    page_cells,
    read_all,
    some_of,
)
from tests.secrecy.worlds import GOING_ON, World, engine_of, some_world

Found = Iterator[Difference]


def pairs(game: str, numbers: Iterable[int], kind: str = "T2") -> Iterator[Pair]:
    """The pairs of those numbers, without those that have no twin."""
    return (pair for _number, pair in numbered_pairs(game, numbers, kind))


def numbered_pairs(
    game: str, numbers: Iterable[int], kind: str = "T2"
) -> Iterator[tuple[int, Pair]]:
    """The same with their numbers."""
    for number in numbers:
        pair = pair_of(game, number, kind=kind)
        if pair is not None:
            TALLY.pairs += 1
            yield number, pair


def looking(
    showcase: Showcase, numbers: Iterable[int], *, extra: int = 6, kind: str = "T2", only: str = ""
) -> Found:
    """The match page as everybody, and some other cells; or *only* those that are named so."""
    for number, plain in numbered_pairs(showcase.house.game, numbers, kind):
        pair, dice = in_some_state(plain, number), Dice(b"cells", str(number))
        cells = cells_for(showcase, pair, extra=extra, dice=dice)
        yield from differences(showcase, pair, named(cells, only))


def named(cells: Iterable[Cell], only: str) -> list[Cell]:
    """Those of *cells* whose name has that in it."""
    return [cell for cell in cells if only in str(cell)]


def glancing(
    showcase: Showcase, numbers: Iterable[int], *, extra: int = 2, kind: str = "T2"
) -> Found:
    """Match page, first frame and offers of the player, the match's admin pages, some others."""
    for number, plain in numbered_pairs(showcase.house.game, numbers, kind):
        pair, dice = in_some_state(plain, number), Dice(b"glance", str(number))
        cells = [
            *glance_cells(showcase, pair.player),
            *cells_of_staff(showcase, number),
            *some_of(cells_of(showcase, pair), extra, dice),
        ]
        yield from differences(showcase, pair, cells, owners_cells=1)


def playing(
    showcase: Showcase, numbers: Iterable[int], *, steps: int = 3, others: int = len(OTHERS)
) -> Found:
    """Deliveries are sent; playing on, with all sockets of the player and so many *others*."""
    for number, plain in numbered_pairs(showcase.house.game, numbers):
        pair = in_some_state(plain, number, GOING_ON)
        yield from sending(showcase, pair)
        onlookers = [*OTHERS]
        Dice(b"onlookers", str(number)).shuffle(onlookers)
        near = {*SEATED, *onlookers[:others]}
        viewers = [name for name in pair.viewers if name in near]
        script = script_of(showcase.house.game, number, steps)
        yield from script_differences(showcase, pair, script, viewers=viewers)


def playing_at_length(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Forty turns, with one onlooker."""
    return playing(showcase, numbers, steps=40, others=1)


def trying(showcase: Showcase, numbers: Iterable[int], *, each: int = 12) -> Found:
    """Moves that may or may not be open, each tried and taken back; some of them twice."""
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        dice = Dice(b"tries", str(number))
        cells = []
        for seat in sorted(pair.one.to_act - pair.hidden):
            tries = some_of(quiet_tries(pair, seat), each, dice)
            cells += [try_of(showcase, pair, seat, text) for text in [*tries, *tries[:2]]]
        yield from differences(showcase, pair, cells)


def try_of(showcase: Showcase, pair: Pair, seat: Seat, text: str) -> Cell:
    """*text* sent as the next move of *seat*, and taken back."""
    act = move_act(pair.one, seat, text, 0)
    path = f"/matches/{showcase.match.uid}/{act.path}"
    return page(f"try {text}", act.who, "post", path, act.form, HTMX)


def quiet_tries(pair: Pair, seat: Seat) -> list[str]:
    """Every pair of squares, without the moves whose news are a release that differs."""
    found = {text for text in pair.one.offered(seat) if not reads_alike(pair, seat, text)}
    return [text for text in probes(pair.one) if text not in found]


def reads_alike(pair: Pair, seat: Seat, text: str) -> bool:
    """Whether everybody but the hidden seats hears the same of a move in both twins."""
    one, other = (world.after(seat, text).steps[-1] for world in (pair.one, pair.other))
    return all(
        news(one.events, viewer) == news(other.events, viewer)
        for viewer in pair.one.viewers
        if viewer.seat not in pair.hidden
    )


@cache
def battle_of(game: str, number: int) -> tuple[Seat, str] | None:
    """A move that hits different pieces in the twins with the same result, if there is one."""
    pair = pair_of(game, number)
    for seat in sorted(pair.one.to_act - pair.hidden) if pair else ():
        assert pair is not None
        for text in attacks(pair.one, seat):
            fought = [world.after(seat, text).steps[-1].events for world in (pair.one, pair.other)]
            if reads_alike(pair, seat, text) and fought[0] != fought[1]:
                return seat, text
    return None


def fighting(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """Battles with the same result against different pieces."""
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        if battle := battle_of(showcase.house.game, number):
            seat, text = battle
            script = Script([move_act(pair.one, seat, text, 0)], None)
            cells = core_cells(showcase, pair.viewers)
            yield from script_differences(showcase, pair, script, cells)


EVERY = range(7000, 7012)
"""The pairs for which every cell is read; the tests take the first."""


def everywhere(
    showcase: Showcase,
    numbers: Iterable[int],
    *,
    only: str = "",
    viewers: Collection[str] = VIEWERS,
    games: Sequence[str] = (),
) -> Found:
    """Every address and method for *viewers*; what shows no match in one of *games*, if given."""
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        cells = every_cell(showcase, pair, number, games)
        chosen = [cell for cell in named(cells, only) if cell.viewer in viewers]
        yield from differences(showcase, pair, chosen)


def every_cell(
    showcase: Showcase, pair: Pair, number: int, games: Sequence[str] = ()
) -> list[Cell]:
    """The cells that are read everywhere."""
    cells = one_manner(cells_of(showcase, pair), Dice(b"every", str(number)))
    return by_turns(showcase, cells, games, [showcase.match]) if games else cells


def everywhere_at_the_board(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """The same for the player alone: each seat is the player of only half of the pairs."""
    return everywhere(showcase, numbers, viewers=tuple(SEATED))


def in_every_manner(showcase: Showcase, numbers: Iterable[int], *, only: str = "") -> Found:
    """One address of each route about the match, asked for by the player in every manner."""
    base = f" /matches/{showcase.match.uid}/"
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        dice, player = Dice(b"manners", str(number)), pair.player
        by_route: dict[tuple[str, ...], dict[str, list[Cell]]] = {}
        for cell in named(cells_of(showcase, pair), only):
            if cell.viewer == player and base in cell.address and ADMIN not in cell.surface:
                by_address = by_route.setdefault(tuple(cell.surface.split()[:2]), {})
                by_address.setdefault(cell.address, []).append(cell)
        chosen = [dice.choice(list(by_address.values())) for by_address in by_route.values()]
        yield from differences(showcase, pair, [cell for cells in chosen for cell in cells])


def listed(showcase: Showcase, numbers: Iterable[int], *, only: str = "") -> Found:
    """What lists, previews or counts matches, for the player: all pages but those of one match."""
    for pair in pairs(showcase.house.game, numbers):
        cells = [cell for cell in cells_of(showcase, pair) if cell.viewer == pair.player]
        lists = [cell for cell in cells if is_list(cell)]
        yield from differences(showcase, pair, named(lists, only))


def asked_of_squares(showcase: Showcase, numbers: Iterable[int], *, only: str = "") -> Found:
    """The moves that the board marks for the player, asked for at each square in turn."""
    base = f"/matches/{showcase.match.uid}/board/"
    for pair in pairs(showcase.house.game, numbers):
        paths = [f"{base}?at={square}" for square in squares_of(pair.one)]
        cells = [page(f"get {path}", pair.player, "get", path) for path in paths]
        yield from differences(showcase, pair, named(cells, only))


def staff_at_the_board(showcase: Showcase, *, only: str = "") -> Found:
    """The match and the rows of the admin site for South, who has all rights of staff and plays."""
    every = pairs(showcase.house.game, EVERY)
    pair = next(pair for pair in every if pair.hidden == {1} and not pair.one.is_setting_up)
    with transaction.atomic():
        promote(showcase.house.user("south"))
        cells = [cell for cell in page_cells(showcase) if cell.viewer == "south"]
        rows = [cell for cell in cells if "admin:games" in cell.surface]
        mine = named([*rows, *core_cells(showcase, ("south",))], only)
        found = differences(showcase, pair, mine)
        transaction.set_rollback(True)
    yield from found


def promote(user: User) -> None:
    """Make *user* one of the staff, with all rights."""
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    TOTP.activate(user, "STAFFTOTPSOUTHAA")
    RecoveryCodes.activate(user)


def one_manner(cells: list[Cell], dice: Dice) -> list[Cell]:
    """Of the manners in which a page may be asked for, one for each address and viewer."""
    by_place: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_place.setdefault((cell.address or cell.surface, cell.viewer), []).append(cell)
    return [dice.choice(found) for found in by_place.values()]


def behind_the_pages(showcase: Showcase, numbers: Iterable[int], *, only: str = "") -> Found:
    """Mails, and what templates are handed, whether or not they show it."""
    for pair in pairs(showcase.house.game, numbers):
        cells = [cell for cell in cells_behind_pages(showcase) if cell.viewer in pair.viewers]
        yield from differences(showcase, pair, named(cells, only))


def kept_by_browsers(showcase: Showcase, *, only: str = "") -> Found:
    """Pages for somebody who is signed in, which a browser or a proxy might keep."""
    pair = next(pairs(showcase.house.game, EVERY))
    with showcase.showing(pair.one):
        for cell, blob in read_all(showcase, named(core_cells(showcase, VIEWERS), only)):
            if cell.is_private and b"no-store" not in blob:
                yield Difference(str(cell), blob[:200], b"no-store")


def looking_anew(showcase: Showcase, numbers: Iterable[int], *, only: str = "") -> Found:
    """The match page, in pairs made by the rules as they are now: what they tell too much shows."""
    for number in numbers:
        pair = make_pair(showcase.house.game, number, "T2")
        if pair is not None:
            yield from differences(showcase, pair, named(core_cells(showcase, pair.viewers), only))


def warned_of(match: Match) -> list[tuple[object, ...]]:
    """What a sweep every eight hours says of the clocks of *match*, for eight days."""
    Notice.objects.exclude(match=match).update(warn_at=None)
    known = set(Notice.objects.values_list("pk", flat=True))
    for number in range(25):
        warn_of_clocks(NOW + number * timedelta(hours=8))
    notices = Notice.objects.exclude(pk__in=known).order_by("pk")
    return list(notices.values_list("user", "match", "kind", "subject", "made_at"))


def sending(showcase: Showcase, pair: Pair) -> Found:
    """What is sent by every channel, when and how large, and what comes of what is not sent."""
    sent = []
    for world, order in ((pair.one, "one"), (pair.other, "other")):
        with showcase.showing(world, order):
            sent.append(_sent(showcase, pair.viewers) + repr(warned_of(showcase.match)).encode())
    yield from unlike([("deliveries", sent[0])], [sent[1]])


def _sent(showcase: Showcase, viewers: Iterable[str]) -> bytes:
    people = [showcase.house.people[name] for name in viewers]
    before, late = len(post.outbox), NOW + timedelta(days=1)
    reach_everybody({one.pk for one in people if one is not None})
    showcase.chance.restart("sending")
    with overheard() as posted:
        while drain(senders=SENDERS, clock=lambda: late):
            pass
    mails = [mail.message().as_bytes() for mail in post.outbox[before:]]
    rows = Delivery.objects.order_by("pk").values_list("pk", "due_at", "outcome", "detail")
    del post.outbox[before:]
    return b"\n".join([*mails, *posted, repr(list(rows)).encode()])


def closing(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """The account of whoever hides something is closed: the opponent alone is told, and alike."""
    for pair in pairs(showcase.house.game, numbers):
        player = pair.player
        at_bell = [
            page(f"get {path}", player, "get", path)
            for path in ("/notices/", f"/matches/{showcase.match.uid}/")
        ]
        read_all(showcase, at_bell)  # what any reader needs for the first time
        told = []
        for world, order in ((pair.one, "one"), (pair.other, "other")):
            with showcase.showing(world, order):
                known = set(Notice.objects.values_list("pk", flat=True))
                accounts = User.objects.filter(pk=showcase.house.user(pair.owner).pk)
                accounts.update(shut_out_until=FOR_EVER)
                tell_of_closed(NOW)
                found = Notice.objects.exclude(pk__in=known).order_by("pk")
                rows = list(found.values_list("user__name", "match__uid", "kind", "subject"))
                read = read_all(showcase, at_bell)
                told.append(
                    [
                        ("who is told", repr(rows).encode()),
                        *read,
                        ("sent", _sent(showcase, [player])),
                    ]
                )
                names = {name for name, *_facts in rows}
            if names != {player}:
                yield Difference("told", repr(names).encode(), player.encode())
        one, other = told
        yield from unlike([(str(at), blob) for at, blob in one], [blob for _at, blob in other])


def falling_silent(showcase: Showcase, pair: Pair, counts_as: str) -> Found:
    """The deadline passes for whoever is asked: what silence *counts_as*, and what all see."""
    readings = []
    for world, order in ((pair.one, "one"), (pair.other, "other")):
        with showcase.showing(world, order):
            match, players = lock_match(uid=showcase.match.uid)
            pass_deadline(match, players, now=NOW + timedelta(days=60))
            last = SealedPly.objects.filter(match=match).latest("number")
            readings.append(read_all(showcase, core_cells(showcase, pair.viewers)))
        if last.move != counts_as:
            yield Difference("silence", str(last.move).encode(), counts_as.encode())
    ones, others = readings
    yield from unlike([(str(cell), blob) for cell, blob in ones], [blob for _cell, blob in others])


def salts_of_seeds(showcase: Showcase, pair: Pair) -> Found:
    """Salts that are the same under two seeds: then they follow from what is no secret."""
    made = []
    for world in (pair.one, pair.other):
        with showcase.showing(world):
            made.append([piece.salt for piece in Referee(showcase.match)._commitments()])
    for one, other in zip(*made, strict=True):
        if one == other:
            yield Difference("a salt", one.encode(), b"another")


# In secret


NORTHS = frozenset({Seat(1)})
"""Whose secrets these are."""

OTHERS_TO_NORTH = tuple(viewer for viewer in VIEWERS if viewer != "north")


def in_secret(
    showcase: Showcase, name: str, *, only: str = "", viewers: Sequence[str] = OTHERS_TO_NORTH
) -> Found:
    """What North does in one way or in another, as *viewers* hear and see it."""
    secret = secrets_of(showcase.house.game)[name]
    world = world_for(showcase.house.game, secret.plies)
    pair = Pair(world, world, NORTHS)
    dice = Dice(b"secret", name)
    unaware = [cell for cell in unaware_cells(showcase, pair) if not may_show(secret, cell)]
    cells = [*core_cells(showcase, pair.viewers), *near_cells(), *some_of(unaware, 20, dice)]
    cells = named(cells, only)
    received = [
        play_script(showcase, world, acts, viewers, [*cells, *own_cells(showcase)])
        for acts in (secret.one, secret.other)
    ]
    ones, others = ([h for h in each if " as north" not in h.place] for each in received)
    yield from unlike_received(ones, others)
    own = [[h.blob for h in each if " as north" in h.place] for each in received]
    if secret.is_kept and own[0] == own[1]:
        yield Difference(name, b"done in one way", b"seen by nobody, not even by North")


def near_cells() -> list[Cell]:
    """Where what North does beside a match would be told of first: lists, a profile, a file."""
    asked = (
        ("helper", "/admin/match/match/"),
        ("south", "/desk/"),
        ("south", "/people/north/"),
        ("stranger", "/people/north/"),
    )
    return [
        *(page(f"get {path}", who, "get", path) for who, path in asked),
        *file_cells(("south",)),
    ]


def may_show(secret: Secret, cell: Cell) -> bool:
    """Whether it is a page on which staff with all rights are told of *secret*."""
    return (
        cell.viewer == "root"
        and bool(secret.open_to_root)
        and (secret.open_to_root in cell.surface)
    )


def in_many_secrets(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """What North does in secret, at random: anything, many times, or not at all."""
    for number in numbers:
        secret = some_secret(showcase.house.game, number)
        world = some_world(engine_of(showcase.house.game), b"secret%026d" % number, secret.plies)
        pair = Pair(world, world, NORTHS)
        cells = [cell for name in ("south", "visitor") for cell in glance_cells(showcase, name)]
        cells += some_of(unaware_cells(showcase, pair), 6, Dice(b"secrets", str(number)))
        ones, others = (
            play_script(showcase, world, acts, pair.viewers, cells)
            for acts in (secret.one, secret.other)
        )
        yield from unlike_received(ones, others)


TELL_WHO_LOOKED = ("admin:notices_notice_", "admin:notices_delivery_")
"""The lists from which staff with a right to them see when somebody has looked at a match."""


def unaware_cells(showcase: Showcase, pair: Pair) -> list[Cell]:
    """Every cell in which one may not notice what a player does in secret."""
    return [cell for cell in cells_of(showcase, pair) if not tells_who_looked(cell)]


def tells_who_looked(cell: Cell) -> bool:
    """Whether it is one of those lists, as staff with a right to it see it."""
    return cell.viewer in ("helper", "root") and any(
        part in cell.surface for part in TELL_WHO_LOOKED
    )


def own_cells(showcase: Showcase) -> list[Cell]:
    """Where North sees what North has done in secret."""
    base = f"/matches/{showcase.match.uid}/"
    of_match = [f"{base}{part}" for part in ("", "knowledge/", "note/", "talk/")]
    return [page(f"get {path}", "north", "get", path) for path in (*of_match, "/desk/")]


TELLS_HOW_LATE = "games:challenge"
"""The page that tells two people how late it is for each other."""


def in_private(showcase: Showcase, extra: int = 60, *, only: str = "") -> Found:
    """Another account of North's. Staff who may look at users are told what these are for."""
    viewers = OTHERS_TO_NORTH
    cells = [
        cell
        for cell in all_cells(showcase)
        if cell.viewer in viewers
        and not ("admin:accounts_user" in cell.surface and cell.viewer == "root")
        and cell.route != TELLS_HOW_LATE
    ]
    profiles = [cell for cell in cells if "accounts:profile" in cell.surface]
    every = [
        *core_cells(showcase, viewers),
        *profiles,
        *some_of(cells, extra, Dice(b"accounts", showcase.house.game)),
        *lookups(("helper",), LETTERS_OF_NORTH),
    ]
    chosen = named(every, only)
    readings = []
    north = showcase.house.user("north")
    for account in ACCOUNTS:
        with showcase.showing(world_for(showcase.house.game, 20)):
            dress(north, account)
            readings.append([(str(cell), blob) for cell, blob in read_all(showcase, chosen)])
    yield from unlike(readings[0], [blob for _place, blob in readings[1]])


@cache
def world_for(game: str, plies: int) -> World:
    """A match of that length; of one ply, it is South who is ready."""
    engine = engine_of(game)
    for number in count():
        world = some_world(engine, b"%032d" % number, plies)
        if len(world.acts) == plies and (plies != 1 or world.acts[0][0] == 0):
            break
    return world


LETTERS_OF_NORTH = {
    "players__user__email__startswith": "north",
    "players__user__time_zone": "Asia/Kathmandu",
    "user__email__startswith": "north",
    "match__players__user__email__startswith": "north",
    "notice__user__email__startswith": "north",
}


def lookups(viewers: Sequence[str], asked: dict[str, str]) -> list[Cell]:
    """Lists of the admin site, asked for rows by fields that may not be shown."""
    paths = [f"/admin/{m._meta.app_label}/{m._meta.model_name}/" for m in admin.site._registry]
    return [
        page(f"lookup {path}?{field}", viewer, "get", path, {field: value})
        for path in paths
        for field, value in asked.items()
        for viewer in viewers
    ]


def asked_of_lists(showcase: Showcase, numbers: Iterable[int], each: int = 30) -> Found:
    """Admin lists asked by all kinds of field paths."""
    paths = [f"{path}{how}" for path in field_paths() for how in ("", "__startswith", "__gt")]
    for number, pair in numbered_pairs(showcase.house.game, numbers):
        dice = Dice(b"lookups", str(number))
        cells = lookups(("helper", "root"), dict.fromkeys(paths, "1"))
        yield from differences(showcase, pair, some_of(cells, each, dice))


def field_paths() -> list[str]:
    """The names of all fields of all rows, and of the fields one step further."""

    def names(model: type[Model]) -> list[str]:
        return [field.name for field in model._meta.get_fields()]

    near = {name for model in apps.get_models() for name in names(model)}
    far = {
        f"{field.name}__{name}"
        for model in admin.site._registry
        for field in model._meta.get_fields()
        if isinstance(field.related_model, type)
        for name in names(field.related_model)
    }
    return sorted(near | far)


# Bots


def thinking(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """The move of a bot, thought about as the site does; the dice are the same in both twins."""
    for pair in pairs(showcase.house.game, numbers):
        yield from thoughts(showcase, pair)


def thoughts(showcase: Showcase, pair: Pair) -> Found:
    """The move of a bot in one pair."""
    for seat in sorted(pair.one.to_act - pair.hidden):
        one, other = (_thought(showcase, world, seat) for world in (pair.one, pair.other))
        if one != other:
            yield Difference(f"bot of seat {seat}", one.encode(), other.encode())


def _thought(showcase: Showcase, world: World, seat: Seat) -> str:
    with showcase.showing(world):
        thought = Referee(showcase.match).thought(seat)
    meta, dice = world.engine.meta, replace(thought, seed=b"s" * 32)
    return choose(Question.about(meta.slug, meta.rules_version, meta.bot_levels[0], dice))


# Time


MOST_T = 4.5
LEAST_GAP = 0.0005  # seconds


def timed_cells(showcase: Showcase, pair: Pair) -> list[Cell]:
    """What is made anew from a position: pages, the desk and moves; in set-up, the set-up."""
    base, player = f"/matches/{showcase.match.uid}/", pair.player

    def looks(viewer: str, *parts: str) -> list[Cell]:
        return [page(f"get {part}", viewer, "get", f"{base}{part}") for part in parts]

    if pair.one.is_setting_up:
        return [*looks(player, "", "setup/"), *looks("visitor", "")]
    seat = Seat(SEATED[player])
    tries = [try_of(showcase, pair, seat, text) for text in ("a1a1", quiet_move(pair, seat))]
    return [
        *looks(player, "", "board/", "knowledge/", "commitments.txt"),
        page("get /desk/", player, "get", "/desk/"),
        *looks("visitor", "board/"),
        *tries,
    ]


def quiet_move(pair: Pair, seat: Seat) -> str:
    """A move open to *seat* in both twins that tells the same in both; empty if there is none."""
    if seat not in pair.one.to_act:
        return ""
    both = [text for text in pair.one.offered(seat) if text in pair.other.offered(seat)]
    return next((text for text in both if reads_alike(pair, seat, text)), "")


def timed_pairs(game: str, numbers: Iterable[int]) -> list[Pair]:
    """The first long pair with the player to move in which all kinds differ, and one in set-up."""
    wanted = rulebook_of(game).DIFFERING
    long = (
        pair
        for pair in pairs(game, numbers)
        if len(pair.one.acts) >= LONG and wanted <= owners_kinds_differ(pair)
    )
    placing = (pair for pair in pairs(game, numbers) if pair.one.is_setting_up)
    return [
        next(pair for pair in long if quiet_move(pair, Seat(SEATED[pair.player]))),
        next(placing),
    ]


LONG = 40
"""Plies of a match whose times are compared, at least."""


def owners_kinds_differ(pair: Pair) -> set[str]:
    """The events of which those who hide were told something else in each twin."""
    return {
        one.kind
        for steps in zip(pair.one.steps, pair.other.steps, strict=True)
        for one, other in zip(*(step.events for step in steps), strict=True)
        if any(one.private.get(seat) != other.private.get(seat) for seat in pair.hidden)
    }


BLOCK = 5
"""Readings of a twin before it is the other's turn: to exchange them takes as long as a reading."""


def timing(
    showcase: Showcase,
    pair: Pair,
    cell: Cell,
    samples: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Welch's t between the times of the twins at a cell, and the gap of medians in seconds."""
    taken: dict[str, list[float]] = {"one": [], "other": []}
    for begun in range(0, samples, BLOCK):
        for name in ("one", "other")[:: 1 if begun % (2 * BLOCK) else -1]:
            with showcase.showing(getattr(pair, name), name):
                for reading in range(min(BLOCK, samples - begun) + 1):
                    began = clock()
                    cell.read(showcase, cell.viewer)
                    if reading:  # the first warms up
                        taken[name].append(clock() - began)
    ones, others = taken["one"], taken["other"]
    return welch(ones, others), abs(median(ones) - median(others))


def welch(ones: Sequence[float], others: Sequence[float]) -> float:
    """Welch's t of two samples."""
    spread = variance(ones) / len(ones) + variance(others) / len(others)
    return (mean(ones) - mean(others)) / spread**0.5 if spread else 0.0


def slow_cells(showcase: Showcase, numbers: Iterable[int], *, samples: int) -> Found:
    """Pairs whose match page takes one twin longer, in processor time."""
    base = f"/matches/{showcase.match.uid}/board/"
    for pair in pairs(showcase.house.game, numbers):
        cell = page(f"get {base}", "visitor", "get", base)
        t, gap = timing(showcase, pair, cell, samples, time.process_time)
        if abs(t) > MOST_T and gap > LEAST_GAP:
            yield Difference(f"time of {cell}", b"%.1f" % t, b"%.1f" % MOST_T)


# Completeness


def games_without_proof() -> Found:
    """Games that hide something without a manifest, or without tests of their own."""
    for engine in worlds.ENGINES:
        slug = engine.meta.slug
        if engine.meta.hides_information:
            try:
                found = releases_of(slug)
            except ModuleNotFoundError:
                found = {}
            if not found or slug not in worlds.HIDDEN_GAMES:
                yield Difference(f"game {slug}", b"no manifest", b"")
            for part in ("known", "moments", "planted_leaks"):
                if find_spec(f"tests.engines.{slug}.{part}") is None:
                    yield Difference(f"game {slug}", f"no {part}".encode(), b"")
