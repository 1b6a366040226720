"""What stands beside the board, in every state a match can be in: measured, in both languages.

The last six moves are in sight with the list scrolled to now, then seats and clocks, then whatever
is asked; all of it fits, and no button sticks out of its panel.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots.models import BotTurn
from games.chat.services import say
from games.coach.services import begin_coached
from games.match.changes import deadlines, ending, pausing, takebacks, turns
from games.match.changes.locking import lock_match
from games.match.models import Match
from games.match.referee import Referee
from games.plans import services as plans
from queues.transactions import writing
from tests.e2e.conftest import NewVisitor
from tests.e2e.test_measured import by_night
from tests.e2e.visits import PHONE, sign_in
from tests.kit.builders import guest, house_was_up, match_between, match_with_bot, person, play
from tests.kit.gungi import CROWDED
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match

LINE = ("e3e4", "e6e5", "d3d4", "d6d5", "a1a2", "a8a7", "f1e2", "f7d7", "a2a1", "a7a8")
DAY = timedelta(days=1)


class Who(NamedTuple):
    """Two people with accounts, and a guest."""

    ann: User
    bob: User
    gus: User


Seen = tuple[Match, User]
"""A match, and who looks at it."""
State = Callable[[Who], Seen]

_numbers = count(1)


def play_with_bot(match: Match, *moves: str) -> None:
    """Play *moves* for whoever is to act, a bot among them."""
    with writing():  # in one transaction, so that no worker plays between two moves
        for number, text in enumerate(moves):
            BotTurn.objects.filter(match=match).delete()
            locked, players = lock_match(uid=match.uid)
            player = next(one for one in players if one.is_to_act)
            move = turns.MoveRequest(text, number // 2 + 1, f"key-both-{number:04}")
            now = timezone.now()
            turns.play_for(locked, players, player, Referee(locked), move=move, now=now)


def guest_after_ten(who: Who) -> Seen:
    user = who.gus
    match = match_with_bot(user)
    play_with_bot(match, *LINE)
    return match, user


def guest_coached(who: Who) -> Seen:
    user = who.gus
    key = f"key-coached-{next(_numbers)}"
    match = begin_coached(user=user, game="xiongqi", key=key, now=timezone.now())
    play_with_bot(match, *LINE[:8])
    return match, user


def guest_over(who: Who) -> Seen:
    match, user = guest_after_ten(who)
    ending.resign(uid=match.uid, user=user, now=timezone.now())
    return match, user


def two(who: Who) -> tuple[Match, User, User]:
    ann, bob = who.ann, who.bob
    match = match_between(ann, bob)
    play(match, *LINE)
    return match, ann, bob


def member_at_play(who: Who) -> Seen:
    match, ann, _bob = two(who)
    return match, ann


def member_first_move(who: Who) -> Seen:
    ann, bob = who.ann, who.bob
    match = match_between(ann, bob)
    play(match, *LINE[:2])
    return match, ann


def takeback_and_chat(who: Who) -> Seen:
    match, ann, bob = two(who)
    takebacks.ask_takeback(uid=match.uid, user=bob, now=timezone.now())
    for number in range(4):
        say(uid=match.uid, user=bob, room="players", text=f"Line {number}", now=timezone.now())
    return match, ann


def planned(who: Who) -> Seen:
    match, _ann, bob = two(who)
    for first in ("a1a2", "e2f1", "d4d5"):
        plans.keep_line(uid=match.uid, user=bob, line=(first, "a8a7"), now=timezone.now())
    return match, bob


def pause_asked(who: Who) -> Seen:
    match, ann, bob = two(who)
    pausing.ask_pause(uid=match.uid, user=bob, days=7, now=timezone.now())
    return match, ann


def pause_and_takeback(who: Who) -> Seen:
    match, user = pause_asked(who)
    takebacks.ask_takeback(uid=match.uid, user=who.bob, now=timezone.now())
    return match, user


def overtime(who: Who) -> Seen:
    now = timezone.now() - 3 * DAY
    ann, bob = who.ann, who.bob
    match = match_between(ann, bob, now=now, time_control="days1")
    play(match, *LINE, now=now)
    house_was_up(now - DAY, now + 100 * DAY)
    for _time in range(2):
        match.refresh_from_db()
        assert match.deadline
        deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + timedelta(hours=1))
    return match, bob


def over(who: Who) -> Seen:
    match, ann, bob = two(who)
    ending.resign(uid=match.uid, user=bob, now=timezone.now())
    return match, ann


def gunjin_over(who: Who) -> Seen:
    ann = who.ann
    return gunjin_match(ann, who.bob, *OCCUPATION), ann


def gunjin_at_play(who: Who) -> Seen:
    ann = who.ann
    return gunjin_match(ann, who.bob, *OCCUPATION[:6]), ann


def doubt(who: Who) -> Seen:
    ann = who.ann
    return seichu_match(ann, who.bob, *FOUL_CAPTURED), ann


def stacks(who: Who) -> Seen:
    ann = who.ann
    match = match_between(ann, who.bob, game="gungi")
    play(match, *CROWDED)
    return match, ann


STATES: tuple[tuple[State, str], ...] = (
    (guest_after_ten, ""),
    (guest_coached, ""),
    (guest_over, ""),
    (guest_over, "?ply=5"),
    (member_at_play, ""),
    (member_at_play, "?ply=3"),
    (member_first_move, ""),
    (takeback_and_chat, ""),
    (planned, ""),
    (pause_asked, ""),
    (pause_and_takeback, ""),
    (overtime, ""),
    (over, ""),
    (over, "?ply=5"),
    (gunjin_over, ""),
    (gunjin_over, "?as=all&ply=3"),
    (gunjin_at_play, ""),
    (doubt, ""),
    (stacks, ""),
)
"""What stands beside the board, and which board is looked back at."""

DESKS = ((1280, 720), (1280, 900), (1366, 657), (1440, 900))
HANDS = ((390, 844), (844, 390))

FAULTS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const isThere = (one) => one.checkVisibility({ visibilityProperty: true });
  const row = document.querySelector(".actions");
  const foot = getComputedStyle(row).position === "fixed" ? box(row).top : innerHeight;
  const list = document.querySelector("#move-list");
  const isInSight = (one) =>
    isThere(one) && box(one).top >= -1 && box(one).bottom <= foot + 1 &&
    (!list.contains(one) ||
      (box(one).top >= box(list).top - 1 && box(one).bottom <= box(list).bottom + 1));
  const found = [];
  const expectInSight = (ones, what) => {
    const hidden = ones.filter((one) => !isInSight(one)).length;
    if (hidden) found.push(`${what}: ${hidden} of ${ones.length} out of sight`);
  };
  const moves = [...list.querySelectorAll("li:not(.more-moves) a")];
  const isPresent = document.querySelector(".match").dataset.present === "yes";
  if (isPresent) expectInSight(moves.slice(-6), "last moves");
  expectInSight([...list.querySelectorAll("[aria-current]")], "the move shown");
  expectInSight([...document.querySelectorAll(".seat-name, .clock")], "seats and clocks");
  const asked = document.querySelector(".check-panel, .time-panel[open]");
  const parts = [...(asked?.querySelectorAll("h2, p, summary, .button") ?? [])].filter(isThere);
  expectInSight(parts.slice(0, 2), "what is asked");
  const asks = document.querySelector(".story-asks");
  const hidden = asks.scrollHeight - asks.clientHeight;
  if (hidden > 1) found.push(`${hidden} px of what is asked out of sight`);
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} too wide`);
  const panels = ".match-story, .story-asks > *, .check-panel, .panel, .moves, .seat, .actions";
  for (const panel of document.querySelectorAll(panels)) {
    const outer = box(panel);
    if (!isThere(panel) || getComputedStyle(panel).display === "contents") continue;
    for (const one of panel.querySelectorAll("button, .button, .step, input, select, summary")) {
      const inner = box(one);
      const scroller = one.closest(".story-asks, .move-list, .knowledge, [popover]");
      const isInner = scroller && scroller !== panel && panel.contains(scroller);
      if (!isThere(one) || inner.width <= 1 || isInner) continue;
      if (inner.left < outer.left - 1 || inner.right > outer.right + 1 ||
          inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)
        found.push(`${panel.className}: ${one.outerHTML.slice(0, 60)} sticks out`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("locale", ["ja", by_night("en")])
@pytest.mark.parametrize(("sizes", "screen"), [(DESKS, {}), (HANDS, PHONE)], ids=["desk", "hand"])
def test_the_last_moves_and_what_is_asked_are_in_sight(
    new_visitor: NewVisitor, site: Any, locale: str, sizes: Any, screen: dict[str, Any]
) -> None:
    page = new_visitor(locale=locale, **screen)
    who = Who(person("Ann"), person("Bob"), guest("Gus"))
    found = []
    for state, look in STATES:
        match, user = state(who)
        sign_in(page, site, user)
        page.goto(f"/matches/{match.uid}/{look}")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
            )
            what = f"{state.__name__}{look} at {width}x{height}"
            found += [f"{what}: {fault}" for fault in page.evaluate(FAULTS)]
    assert found == []
