"""How hard a stage is: it is played by chance, by greed, with foresight, and by every plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.core.dice import Dice
from engines.nation.content_types import Content
from engines.nation.library import NEWEST, shipped
from engines.nation.lookahead import Strategist, Watch, lead, never, onward
from engines.nation.moves import TRAIN, Move
from engines.nation.npc import decision_of
from engines.nation.plans import PLANS
from engines.nation.policies import greedy_move, random_move
from engines.nation.progress import stage_start
from engines.nation.world import Snapshot

MATCHES = 40
"""How many random matches are played a stage."""

LOOKING, READING, PRESSING = 90, 20, 6
"""Seconds that are reckoned for a look at a stage, for a hint in it, and for an action."""

Policy = Callable[[Snapshot], Move]


@dataclass(frozen=True)
class Played:
    """A whole match: where the player's turns began, and where it ended."""

    turns: tuple[Snapshot, ...]
    end: Snapshot
    actions: int
    """How many the player took, those that end a turn among them."""

    @property
    def won(self) -> bool:
        """True if the player is first; of equals the other is, which has one more by now."""
        return lead(self.end) > 0

    @property
    def margin(self) -> int:
        """The lead in percent of the strongest rival's power."""
        best = max(nation.power for nation in self.end.nations[:-1])
        return round(100 * lead(self.end) / max(best, 1))

    @property
    def decided(self) -> int:
        """The first round from which on training alone would win; one after the last if none."""
        for here in self.turns:
            if played_on(here, lambda _: TRAIN).won:
                return here.round
        return self.end.terms.rounds + 1


def played_on(now: Snapshot, policy: Policy, watch: Watch = never) -> Played:
    """Return the match from *now* on, the player's seat played by *policy*."""
    turns, actions = list[Snapshot](), 0
    while not now.over:
        watch()
        if now.turn != now.player:
            now = onward(now, decision_of(now).move)
            continue
        if not turns or turns[-1].round < now.round:
            turns.append(now)
        now = onward(now, policy(now))
        actions += 1
    return Played(tuple(turns), now, actions)


@dataclass(frozen=True)
class Row:
    """The findings on one stage."""

    stage: str
    chapter: int
    rounds: int
    rivals: int
    random: int
    greedy: int
    ahead: int
    decided: int
    """The first round in which any of those that win would win by training alone from then on."""
    plans: dict[str, int]
    """By how many percent each plan leads in the end."""
    minutes: int
    """How long it takes, reckoned by the actions of looking ahead."""

    @property
    def cells(self) -> list[str]:
        """The row of the table."""
        winning = [f"{name} {margin:+d}" for name, margin in self.plans.items() if margin > 0]
        return [
            self.stage,
            str(self.rounds),
            str(self.rivals),
            f"{self.random}/{MATCHES}",
            f"{self.greedy:+d} %",
            f"{self.ahead:+d} %",
            str(self.decided),
            str(self.minutes),
            ", ".join(winning) or "none",
        ]

    @property
    def all_plans(self) -> str:
        """Every plan with its lead."""
        return ", ".join(f"{name} {margin:+d}" for name, margin in self.plans.items())


def measured(stage: str, content: Content | None = None, watch: Watch = never) -> Row:
    """Play a stage in every way; *watch* is called before each action, and may raise."""
    content = content or shipped(NEWEST)
    start, terms = stage_start(content, stage), content.stages[stage]
    ahead = played_on(start, Strategist(watch=watch).move, watch)
    greedy = played_on(start, greedy_move, watch)
    plans = {plan.name: played_on(start, Strategist(plan, watch).move, watch) for plan in PLANS}
    return Row(
        stage,
        terms.chapter,
        terms.rounds,
        len(terms.starting) - 1,
        won_by_chance(start, watch),
        _margin(greedy),
        _margin(ahead),
        min(one.decided for one in (ahead, greedy, *plans.values()) if one is ahead or one.won),
        {name: _margin(played) for name, played in plans.items()},
        round((LOOKING + READING * len(terms.hints) + PRESSING * ahead.actions) / 60),
    )


def won_by_chance(start: Snapshot, watch: Watch = never) -> int:
    """Return how many of `MATCHES` random matches are won."""
    return sum(_random_match(start, number, watch).won for number in range(MATCHES))


def _margin(played: Played) -> int:
    """Return the margin, at least one where it is a win, and not above 0 where it is none."""
    return max(played.margin, 1) if played.won else min(played.margin, 0)


def _random_match(start: Snapshot, number: int, watch: Watch = never) -> Played:
    dice = Dice(b"balance", str(number))
    return played_on(start, lambda now: random_move(now, dice), watch)


HEADINGS = [
    "Stage",
    "Rounds",
    "Rivals",
    "Random",
    "Greedy",
    "Ahead",
    "Decided in",
    "Minutes",
    "Plans that win",
]


def table(rows: list[Row]) -> str:
    """Return the rows as a table of Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
