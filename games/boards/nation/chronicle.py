"""The story of a match of Nation round by round: reasons, battles to play back, and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from django.utils.translation import gettext as _

from games.boards.kit.chronicles import Chronicle
from games.boards.kit.scenes import News
from games.boards.nation.chart import Chart, chart_of
from games.boards.nation.playback import Step, steps_of
from games.boards.nation.story import Action, Facts, actions
from games.boards.nation.words import book_of, nation_names, number, said, signed

TEMPLATE = "boards/nation/chronicle.jinja.html"


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain or loss of one nation."""

    text: str
    tone: str
    """"gain" or "loss"."""


@dataclass(frozen=True, slots=True)
class LoggedHappening:
    """An event that came about by itself."""

    sentence: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action in the log."""

    ply: int
    sign: str
    sentence: str
    reason: str
    gains: tuple[Gain, ...]
    steps: tuple[Step, ...]
    """A battle, blow by blow; empty for anything else."""
    happenings: tuple[LoggedHappening, ...] = ()
    """Events of the stage after it, those foretold, and states that brought power by themselves."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions of one nation in one round."""

    seat: int
    name: str
    is_player: bool
    actions: tuple[LoggedAction, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the log."""

    number: int
    turns: tuple[Turn, ...]
    fork: int
    """After which ply the player's turn of it began; -1 before that."""


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The stages and commands that clearing a stage opens, in words."""

    stages: str
    commands: str


@dataclass(frozen=True, slots=True)
class NationChronicle:
    """All of it, or what came after the rounds that a page holds; the newest round first."""

    template: str
    stage: str
    first: int
    """The number of the first round told."""
    rounds: tuple[Round, ...]
    last_row: tuple[int, int] | None
    lately: tuple[Turn, ...]
    """What the neighbours have done in the round that is played; empty once it is over."""
    chart: Chart
    ranking: tuple[tuple[int, str, str], ...]
    """Once it is over: place, nation, power."""
    medal: str
    """Once it is won: the medal for the lead, or how far it is to the first one."""
    unlocked: Unlocked | None
    """What the player has won with it; None if nothing, or not yet."""


def chronicle_of(news: News, *, after: int = 0, first: int = 1) -> Chronicle | None:
    """Return the story of the *news*, of rounds from the *first* on; None before there is any."""
    began = next((facts for kind, facts in news if kind == "began"), None)
    if began is None:
        return None
    facts = cast("Facts", began)
    names = nation_names(facts["stage"], facts["content"])
    done = actions(news, after=after, first=first)
    rounds = tuple(_rounds(done, names, facts["content"]))
    return NationChronicle(
        template=TEMPLATE,
        stage=facts["stage"],
        first=first,
        rounds=rounds,
        last_row=_last_row(done),
        lately=_lately(news, rounds, first),
        chart=chart_of(news, names, first, _events(facts["stage"], facts["content"])),
        ranking=tuple(_ranking(news, names)),
        medal=_medal(news, facts["stage"], facts["content"], len(names) - 1),
        unlocked=_unlocked(news, facts["stage"], facts["content"], len(names) - 1),
    )


def _events(stage: str, version: int) -> dict[int, str]:
    """Return the names of the events of a stage, by round."""
    named: dict[int, list[str]] = {}
    for event in book_of(version).stages[stage].events.values():
        for at in event.rounds:
            named.setdefault(at, []).append(said(event.entry.name))
    return {at: _(", ").join(names) for at, names in named.items()}


def _rounds(done: Sequence[Action], names: Sequence[str], version: int) -> Iterator[Round]:
    found = [(at, list(some)) for at, some in groupby(done, key=lambda action: action.round)]
    for at, some in reversed(found):
        yield Round(at, tuple(_turns(some, names, version)), _fork(some, len(names) - 1))


def _last_row(done: Sequence[Action]) -> tuple[int, int] | None:
    if not done:
        return None
    last = done[-1].round
    return next(action.ply for action in done if action.round == last) - 1, last


def _lately(news: News, rounds: Sequence[Round], first: int) -> tuple[Turn, ...]:
    begun = (cast("Facts", facts)["round"] for kind, facts in news if kind == "round-began")
    now = max([first, *begun])
    if _ended(news) or not rounds or rounds[0].number != now:
        return ()
    return tuple(turn for turn in rounds[0].turns if not turn.is_player)


def _fork(done: Sequence[Action], player: int) -> int:
    own = (action.ply for action in done if action.seat == player and action.kind != "conceded")
    return next(own, 0) - 1


def _turns(done: Sequence[Action], names: Sequence[str], version: int) -> Iterator[Turn]:
    for seat, some in groupby(done, key=lambda action: action.seat):
        logged = tuple(_logged(action, names, version) for action in some)
        yield Turn(seat, names[seat], seat == len(names) - 1, logged)


def _logged(action: Action, names: Sequence[str], version: int) -> LoggedAction:
    return LoggedAction(
        ply=action.ply,
        sign=action.sign,
        sentence=action.sentence,
        reason=action.reason,
        gains=tuple(_gains(action.gains, action.seat, names)),
        steps=steps_of(action, names, version) if action.kind == "battle-began" else (),
        happenings=tuple(_happenings(action, names)),
    )


def _happenings(action: Action, names: Sequence[str]) -> Iterator[LoggedHappening]:
    for one in action.happenings:
        gains = tuple(_gains(one.gains, one.seat, names))
        if gains or not one.is_quiet:
            yield LoggedHappening(one.sentence, gains)


def _gains(gains: Mapping[int, int], own: int, names: Sequence[str]) -> Iterator[Gain]:
    """Yield whose power changed, and how; the seat *own* needs no name."""
    for seat, gain in sorted(gains.items()):
        if gain:
            text = signed(gain)
            if seat != own:
                text = _("%(nation)s %(gain)s") % {"nation": names[seat], "gain": text}
            yield Gain(text, "gain" if gain > 0 else "loss")


def _ranking(news: News, names: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    ended = _ended(news)
    if ended is not None:
        for place, seat in enumerate(ended["ranking"], start=1):
            yield place, names[seat], number(ended["powers"][seat])


def _ended(news: News) -> Facts | None:
    return next((cast("Facts", facts) for kind, facts in news if kind == "ended"), None)


def _medal(news: News, stage: str, version: int, player: int) -> str:
    ended, leads = _ended(news), book_of(version).stages[stage].medals
    if ended is None or not leads or ended["winners"] != [player]:
        return ""
    if ended["termination"] == "concession":
        return ""
    *rivals, mine = ended["powers"]
    best = max(*rivals, 1)
    lead = 100 * (mine - best) // best
    names = (_("Bronze medal"), _("Silver medal"), _("Gold medal"))
    earned = [name for name, least in zip(names, leads, strict=True) if lead >= least]
    values = {"lead": number(lead), "least": leads[0]}
    if not earned:
        return _("A lead of %(lead)s%%: bronze takes %(least)s%%.") % values
    return _("%(medal)s, for a lead of %(lead)s%%.") % {**values, "medal": earned[-1]}


def _unlocked(news: News, stage: str, version: int, player: int) -> Unlocked | None:
    ended, book = _ended(news), book_of(version)
    if ended is None or player not in ended["winners"]:
        return None
    behind = (one for one in book.stages.values() if stage in one.requires)
    return Unlocked(
        stages=_(", ").join(said(one.name) for one in behind),
        commands=_(", ").join(said(book.commands[one].name) for one in book.stages[stage].unlocks),
    )
