"""Leaks that no test found when they were first planted.

They are rows of the same table as those in `planted_leaks`, and stand here for their number.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from zlib import crc32

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from games.bots import services as bots
from games.bots import thinking
from games.chat import selectors as talk
from games.chat.models import ChatLine
from games.match import opening
from games.match.models import Match, Player
from games.match.referee import PLACED, Referee, umpire
from games.match.sealed import SealedPosition
from games.matchpage.selectors import seen
from games.moderation.selectors import workbench
from tests.secrecy import changes, sources
from tests.secrecy.breaking import failing_thoughts
from tests.secrecy.comparing import Pair
from tests.secrecy.house import Showcase
from tests.secrecy.leaking import (
    Found,
    Patch,
    Planted,
    at_move,
    both,
    by,
    differing,
    in_play,
    pairs_like,
    truth,
    wrap,
)
from tests.secrecy.pace import answered_at
from tests.secrecy.work import work_after_moves

logger = logging.getLogger(__name__)

# Where chance comes from


def dice_of_positions(patch: Patch) -> None:
    """A bot's dice are mixed with the true position."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        thought, position = honest(referee, seat), str(truth(referee._match.uid)).encode()
        return replace(thought, seed=sha256(thought.seed + position).digest())

    wrap(patch, Referee, "thought", leaky)


def dice_of_ids(patch: Patch) -> None:
    """A bot's dice follow from the public id."""

    def leaky(honest: Any, referee: Referee, seat: Seat) -> Any:
        return replace(honest(referee, seat), seed=referee._match.uid.encode())

    wrap(patch, Referee, "thought", leaky)


def armies_of_ids(patch: Patch) -> None:
    """The army that the house places follows from the public id."""

    def leaky(self: Any, seat: Seat, *, now: datetime) -> Any:
        view = self._engine.view(self._position, Viewer.of(seat))
        dice = Dice(self._match.uid.encode(), f"placing.{seat}")
        return self._play(seat, self._engine.house_placing(view, dice), key=PLACED, now=now)

    patch.setattr(Referee, "place", leaky)


def dice_of_the_match_before(patch: Patch) -> None:
    """A rematch goes on with the dice of the match before."""

    def leaky(begin: Any, match: Match, **kwargs: Any) -> None:
        begin(match, **kwargs)
        if match.rematch_of is not None:
            before = SealedPosition.objects.get(match=match.rematch_of)
            SealedPosition.objects.filter(match=match).update(seed=before.seed)

    wrap(patch, opening, "begin", leaky)


def seeds_of_ids(patch: Patch) -> None:
    """The seed of a match follows from the public id."""

    def leaky(begin: Any, match: Match, **kwargs: Any) -> None:
        begin(match, **kwargs)
        seed = sha256(match.uid.encode()).digest()
        SealedPosition.objects.filter(match=match).update(seed=seed)

    wrap(patch, opening, "begin", leaky)


# What is open while something else befalls a match


def remarks_while_frozen(patch: Patch) -> None:
    """Remarks for later open to the players while a match is frozen, as if it were over."""

    def leaky(is_open_to: Any, room: str, match: Match, *, is_seated: bool) -> bool:
        if room == ChatLine.Room.LATER and match.frozen_at is not None:
            return is_seated
        return bool(is_open_to(room, match, is_seated=is_seated))

    wrap(patch, talk, "is_open_to", leaky)


def remarks_for_staff(patch: Patch) -> None:
    """The same for staff."""

    def leaky(lines_for_staff: Any, match: Match) -> Any:
        if match.frozen_at is not None:
            return ChatLine.objects.filter(match=match).select_related("author")
        return lines_for_staff(match)

    wrap(patch, workbench, "lines_for_staff", leaky)


def open_seats(is_open: Callable[[Player], bool]) -> Callable[[Patch], None]:
    """Onlookers have the eyes of a seat that somebody has lost."""

    def leaky(view: Any, referee: Referee, viewer: Viewer, **kwargs: Any) -> Any:
        lost = [player.seat for player in referee.match.players.all() if is_open(player)]
        eyes = Viewer.of(Seat(lost[0])) if viewer.seat is None and lost else viewer
        return view(referee, eyes, **kwargs)

    return lambda patch: wrap(patch, seen, "_view", leaky)


def is_shut_out(player: Player) -> bool:
    return player.user is not None and player.user.shut_out_until is not None


def is_refilled(player: Player) -> bool:
    return bool(player.bot) and player.match.was_refilled


def after(*names: str) -> Callable[[Showcase, Any], Found]:
    """The match after those changes."""
    return by(changes.after_changes, names=names)


# What failures say


def thoughts_logged(patch: Patch) -> None:
    """A bot that fails logs what it was thinking about."""

    def leaky(answer: Any, question: thinking.Question) -> str:
        try:
            return str(answer(question))
        except Exception:
            logger.exception("no move for %s", question.view)
            raise

    wrap(patch, thinking, "_answer", leaky)


def thoughts_handed_on(patch: Patch) -> None:
    """The process beside the house says what it was thinking about as it failed."""

    def leaky(answer: Any, line: bytes) -> tuple[str, str]:
        text, fault = answer(line)
        return text, f"{fault}: {line!r}" if fault else ""

    wrap(patch, thinking, "_try_to_answer", leaky)


def bots_of_both(pair: Pair) -> bool:
    """Whoever hides something is to act in play."""
    return in_play(pair) and bool(pair.one.to_act & pair.hidden)


# When bots answer


def no_pace(is_left_out: Callable[[Any], bool]) -> Callable[[Patch], None]:
    """Some bots answer as soon as they have thought."""
    return lambda patch: wrap(
        patch, bots, "_is_paced", lambda paced, debt: not is_left_out(debt) and paced(debt)
    )


def pace_by_thought(patch: Patch) -> None:
    """The pace begins when the thought ends."""

    def leaky(wait: Any, delay: float, taken: float) -> Any:
        return wait(delay, taken) + timedelta(seconds=taken)

    wrap(patch, bots, "_wait", leaky)


# What is worked out when


def sheets_made_early(patch: Patch) -> None:
    """With some moves what the other side can know is worked out, so that its sheet is there."""

    def leaky(play: Any, self: Referee, *, seat: Seat, **kwargs: Any) -> Any:
        is_early = truth(self._match.uid) % 2
        happened = play(self, seat=seat, **kwargs)
        if is_early:
            self.knowledge(Viewer.of(Seat(1 - seat)))
        return happened

    wrap(patch, Referee, "play", leaky)


def positions_not_kept(patch: Patch) -> None:
    """Some positions are not kept, and have to be opened anew for the next page."""

    def leaky(keep: Any, match_id: int, *rest: Any) -> None:
        if crc32(json.dumps(rest[2], sort_keys=True).encode()) % 2:
            keep(match_id, *rest)

    wrap(patch, umpire, "keep", leaky)


def begun(showcase: Showcase, _shown: Iterable[int]) -> Found:
    return sources.matches_begun(showcase)


def one_is_ready(pair: Pair) -> bool:
    """The army that is hidden has been placed, and the other has not."""
    return pair.one.is_setting_up and bool(pair.one.to_act - pair.hidden)


IN_PLAY = pairs_like(both(differing(), in_play))

PLANTED = {
    "L34 a bot's dice by the position": Planted(
        dice_of_positions,
        by(sources.dice_of_bots),
        pairs_like(both(differing(), at_move)),
        is_tried=True,
    ),
    "L34 a bot's dice by the id": Planted(
        dice_of_ids, by(sources.dice_of_bots), pairs_like(at_move)
    ),
    "L13 armies of the house by the id": Planted(
        armies_of_ids, by(sources.armies_of_the_house), pairs_like(one_is_ready), is_tried=True
    ),
    "L13 the dice of the match before": Planted(dice_of_the_match_before, begun, is_tried=True),
    "L13 seeds of public ids": Planted(seeds_of_ids, begun),
    "L32 sheets made early": Planted(
        sheets_made_early,
        by(work_after_moves),
        pairs_like(both(differing(2), in_play), count=3),
        is_tried=True,
    ),
    "L32 positions not kept": Planted(
        positions_not_kept, by(work_after_moves), pairs_like(both(differing(), in_play), count=6)
    ),
    "L31 thoughts logged": Planted(
        thoughts_logged, by(failing_thoughts), pairs_like(bots_of_both), is_tried=True
    ),
    "L31 thoughts handed on": Planted(
        thoughts_handed_on, by(failing_thoughts), pairs_like(bots_of_both)
    ),
    "L32 bots without pace": Planted(
        no_pace(lambda debt: True), by(answered_at), pairs_like(bots_of_both), is_tried=True
    ),
    "L32 a level without pace": Planted(
        no_pace(lambda debt: debt.level != meta_for(debt.match.game).bot_levels[0]),
        by(answered_at),
        pairs_like(bots_of_both),
    ),
    "L32 bots without pace in set-up": Planted(
        no_pace(lambda debt: debt.match.is_setting_up),
        by(answered_at),
        pairs_like(lambda pair: pair.one.is_setting_up and bool(pair.one.to_act)),
    ),
    "L32 a pace that begins with the answer": Planted(
        pace_by_thought, by(answered_at), pairs_like(bots_of_both)
    ),
    "L18 remarks open while a match is frozen": Planted(
        remarks_while_frozen, after("frozen"), IN_PLAY
    ),
    "L18 remarks open to staff": Planted(remarks_for_staff, after("looked into"), IN_PLAY),
    "L16 seats of those who are shut out": Planted(
        open_seats(is_shut_out), after("shut out"), IN_PLAY
    ),
    "L16 seats that a bot has taken over": Planted(
        open_seats(is_refilled), after("a bot in the seat"), IN_PLAY
    ),
}
