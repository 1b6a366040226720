"""The story of a match of Nation round by round: reasons, battles to play back, and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from django.utils.translation import gettext as _

from games.boards.kit.chronicles import Chronicle
from games.boards.kit.scenes import News
from games.boards.nation.chart import Chart, chart_of
from games.boards.nation.playback import Step, steps_of
from games.boards.nation.story import Deed, Facts, deeds
from games.boards.nation.words import nation_names, number

TEMPLATE = "boards/nation/chronicle.html"


@dataclass(frozen=True, slots=True)
class Told:
    """One action in the log."""

    ply: int
    sign: str
    sentence: str
    reason: str
    gains: str
    steps: tuple[Step, ...]
    """A battle, blow by blow; empty for anything else."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one nation did in one round."""

    seat: int
    name: str
    is_player: bool
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the log."""

    number: int
    turns: tuple[Turn, ...]
    fork: int
    """After which ply the player's turn of it began; -1 before that."""


@dataclass(frozen=True, slots=True)
class NationChronicle:
    """All of it, the newest round first."""

    template: str
    rounds: tuple[Round, ...]
    chart: Chart | None
    ranking: tuple[tuple[int, str, str], ...]
    """Once it is over: place, nation, power."""


def chronicle_of(news: News) -> Chronicle | None:
    """The story of the *news*; None before there is any."""
    began = next((facts for kind, facts in news if kind == "began"), None)
    if began is None:
        return None
    facts = cast("Facts", began)
    names = nation_names(facts["stage"], facts["content"])
    done = deeds(news)
    return NationChronicle(
        template=TEMPLATE,
        rounds=tuple(_rounds(done, names, facts["content"])),
        chart=chart_of(news, names),
        ranking=tuple(_ranking(news, names)),
    )


def _rounds(done: Sequence[Deed], names: Sequence[str], version: int) -> Iterator[Round]:
    found = [(at, list(some)) for at, some in groupby(done, key=lambda deed: deed.round)]
    for at, some in reversed(found):
        yield Round(at, tuple(_turns(some, names, version)), _fork(some, len(names) - 1))


def _fork(done: Sequence[Deed], player: int) -> int:
    own = (deed.ply for deed in done if deed.seat == player and deed.kind != "conceded")
    return next(own, 0) - 1


def _turns(done: Sequence[Deed], names: Sequence[str], version: int) -> Iterator[Turn]:
    for seat, some in groupby(done, key=lambda deed: deed.seat):
        told = tuple(_told(deed, names, version) for deed in some)
        yield Turn(seat, names[seat], seat == len(names) - 1, told)


def _told(deed: Deed, names: Sequence[str], version: int) -> Told:
    gains = (_gain(seat, gain, deed, names) for seat, gain in sorted(deed.gains.items()) if gain)
    return Told(
        ply=deed.ply,
        sign=deed.sign,
        sentence=deed.sentence,
        reason=deed.reason,
        gains=_(", ").join(gains),
        steps=steps_of(deed, names, version) if deed.kind == "battle-began" else (),
    )


def _gain(seat: int, gain: int, deed: Deed, names: Sequence[str]) -> str:
    told = f"{'+' if gain > 0 else '−'}{number(abs(gain))}"
    if seat == deed.seat:
        return told
    return _("%(nation)s %(gain)s") % {"nation": names[seat], "gain": told}


def _ranking(news: News, names: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    ended = next((facts for kind, facts in news if kind == "ended"), None)
    if ended is not None:
        facts = cast("Facts", ended)
        for place, seat in enumerate(facts["ranking"], start=1):
            yield place, names[seat], number(facts["powers"][seat])
