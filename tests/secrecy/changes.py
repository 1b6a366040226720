"""What befalls a match while it goes on; nobody else may learn more after it than before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from accounts.models import User
from accounts.sanctions.rights import FOR_EVER
from engines.catalogue import meta_for
from games.chat.models import ChatLine
from games.chat.services import say
from games.match.changes import adjudicating, pausing
from games.match.changes.adjudicating import Case
from games.match.changes.deadlines import renew_deadlines
from games.match.changes.locking import lock_match
from games.match.changes.overtime import is_given_time
from games.match.models import Match, Player, Ruling
from tests.secrecy.comparing import Difference, Pair, differences
from tests.secrecy.comparisons import pairs
from tests.secrecy.house import NOW, Showcase
from tests.secrecy.surfaces import Cell, core_cells, page
from tests.secrecy.worlds import World

Found = Iterator[Difference]
Change = Callable[[Match, list[Player], Player], object]
"""What befalls a match with its players, above all the one who hides something."""


def _frozen(verb: Ruling.Verb) -> Change:
    return lambda match, players, owner: adjudicating.freeze(Case(match, players, NOW), verb=verb)


def _silenced(match: Match, players: list[Player], owner: Player) -> None:
    adjudicating.switch_talk(Case(match, players, NOW), is_open=False)


def _refilled(match: Match, players: list[Player], player: Player) -> None:
    level = meta_for(match.game).bot_levels[0]
    adjudicating.replace(Case(match, players, NOW), seat=player.seat, level=level)


def _other_refilled(match: Match, players: list[Player], owner: Player) -> None:
    _refilled(match, players, players[1 - owner.seat])


def _out_of_time(match: Match, players: list[Player], owner: Player) -> None:
    """The seat to act has run out of time, and of what excuses it: the win can be claimed."""
    for player in players:
        player.has_moved = True
        player.deadline = player.deadline and NOW - timedelta(hours=25)
        is_given_time(match, players, player, NOW)
    renew_deadlines(match, players)


def _paused(match: Match, players: list[Player], owner: Player) -> None:
    for player in players:
        player.has_moved = True
        player.save(update_fields=["has_moved"])
    match.pause_asked_by, match.pause_days = owner.seat, 7
    match.save(update_fields=["pause_asked_by", "pause_days"])
    mine, other = owner.user, players[1 - owner.seat].user
    assert mine is not None
    assert other is not None
    pausing.accept_pause(uid=match.uid, user=other, now=NOW)
    pausing.go_on(uid=match.uid, user=mine, now=NOW)


def _pause_asked(match: Match, players: list[Player], owner: Player) -> None:
    match.pause_asked_by, match.pause_days = owner.seat, 7
    match.save(update_fields=["pause_asked_by", "pause_days"])


def _taken_back(match: Match, players: list[Player], owner: Player) -> None:
    if not match.is_setting_up:
        adjudicating.void_last(Case(match, players, NOW))


def _account(**fields: object) -> Change:
    def change(match: Match, players: list[Player], owner: Player) -> None:
        assert owner.user is not None
        User.objects.filter(pk=owner.user.pk).update(**fields)

    return change


CHANGES: dict[str, Change] = {
    "frozen": _frozen(Ruling.Verb.FREEZE),
    "looked into": _frozen(Ruling.Verb.INVESTIGATE),
    "talk closed": _silenced,
    "out of time": _out_of_time,
    "paused": _paused,
    "a pause asked for": _pause_asked,
    "a move taken back": _taken_back,
    "a bot in the seat": _refilled,
    "a bot in the other seat": _other_refilled,
    "shut out": _account(shut_out_until=FOR_EVER),
    "left": _account(is_active=False),
    "away": _account(away_until=FOR_EVER),
}


class ChangedShowcase(Showcase):
    """A showcase in which something befalls each world that is shown."""

    def __init__(self, showcase: Showcase, name: str, pair: Pair) -> None:
        super().__init__(showcase.house, showcase.chance)
        self.is_honest = showcase.is_honest
        self._change, [self._owner] = CHANGES[name], pair.hidden

    @contextmanager
    def showing(self, world: World, order: str = "one") -> Iterator[None]:
        with super().showing(world, order):
            owner = self.match.players.select_related("user").get(seat=self._owner)
            said = {"room": ChatLine.Room.LATER, "text": f"for later {order}"}
            assert owner.user is not None
            say(uid=self.match.uid, user=owner.user, **said, now=NOW)
            match, players = lock_match(uid=self.match.uid)
            self._change(match, players, players[self._owner])
            self.match.refresh_from_db()
            self.chance.restart("after the change")
            yield


def after_changes(
    showcase: Showcase, numbers: Iterable[int], names: Iterable[str] = tuple(CHANGES)
) -> Found:
    """Of each pair, after each of those changes, what those who may not know read of the match."""
    for pair in pairs(showcase.house.game, numbers):
        cells = _cells(showcase, pair)
        for name in names:
            changed = ChangedShowcase(showcase, name, pair)
            for found in differences(changed, pair, cells, owners_cells=1):
                yield Difference(f"{name}: {found.place}", found.one, found.other)


def _cells(showcase: Showcase, pair: Pair) -> list[Cell]:
    """The board and the talk for those near, and the workbenches of staff."""
    near = tuple(name for name in pair.viewers if name in NEAR)
    board = [cell for cell in core_cells(showcase, near) if cell.surface in FACTS]
    base, [owner] = f"/matches/{showcase.match.uid}/", pair.hidden
    person = showcase.match.players.get(seat=owner).user_id
    benches = (f"match/{showcase.match.uid}/", f"person/{person}/")
    asked = [
        *((viewer, f"{base}{part}") for part in ("", "talk/") for viewer in near),
        *(("root", f"/admin/moderation/report/{bench}") for bench in benches),
    ]
    return [*board, *(page(f"get {path}", who, "get", path) for who, path in asked)]


NEAR = ("south", "north", "visitor", "root")
FACTS = ("board_facts", "knowledge")
