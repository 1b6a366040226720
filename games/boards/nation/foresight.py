"""What an action would do, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from games.boards.nation.words import change, number, signed

if TYPE_CHECKING:
    from engines.nation.viewtypes import ChangeJson, ForecastJson


@dataclass(frozen=True, slots=True)
class Effect:
    """One number that would change."""

    text: str
    gain: str
    """By how much, with its sign; empty for what has no number."""
    tone: str
    """"gain", "loss", or "" for neither."""
    is_own: bool = True
    """Whether it is about the nation of whoever acts."""
    what: str = ""
    """What changes, without the numbers."""


def effects(forecast: ForecastJson, names: Sequence[str]) -> tuple[Effect, ...]:
    """Return what would change, the own nation first, the others by name."""
    found = tuple(
        effect for one, name in _by_nation(forecast, names) for effect in _effects(one, name)
    )
    return found or (Effect(_("no change at once"), "", ""),)


def _effects(one: ChangeJson, name: str) -> Iterator[Effect]:
    is_own = not name
    for what, (before, after) in _numbers(one):
        tone = "gain" if after > before else "loss"
        text = _of(name, change(what, before, after))
        yield Effect(text, signed(after - before), tone, is_own, what)
        name = ""  # once is enough
    if one["fallen"]:
        yield Effect(_of(name, _fallen(one)), "", "loss", is_own, _fallen(one))


class After(NamedTuple):
    """The value that a number would have, and its change."""

    value: str
    gain: str
    tone: str


class Compared(NamedTuple):
    """The values that a nation would have, to stand beside those it has; None where they stay."""

    seat: int
    power: After | None
    military: After | None
    fallen: str


def compared(forecast: ForecastJson) -> tuple[Compared, ...]:
    """Return the nations that would change."""
    return tuple(
        Compared(
            one["seat"],
            _after(*one["power"]),
            _after(*one["military"]),
            _fallen(one) if one["fallen"] else "",
        )
        for one in forecast["changes"]
    )


def _after(before: int, after: int) -> After | None:
    if before == after:
        return None
    return After(number(after), signed(after - before), "gain" if after > before else "loss")


def foretold(forecast: ForecastJson, names: Sequence[str]) -> str:
    """ "power 1,240 → 1,302; military 150 → 210": the own nation first, the others by name."""
    sentences = [_of(name, _(", ").join(_parts(one))) for one, name in _by_nation(forecast, names)]
    return _("; ").join(sentences) or _("no change at once")


def _by_nation(forecast: ForecastJson, names: Sequence[str]) -> Iterator[tuple[ChangeJson, str]]:
    """Yield the changes, the own nation's first, without its name."""
    own = len(names) - 1
    for one in sorted(forecast["changes"], key=lambda one: one["seat"] != own):
        yield one, "" if one["seat"] == own else names[one["seat"]]


def _of(name: str, text: str) -> str:
    return _("%(nation)s: %(changes)s") % {"nation": name, "changes": text} if name else text


def _parts(one: ChangeJson) -> Iterator[str]:
    for what, (before, after) in _numbers(one):
        yield change(what, before, after)
    if one["fallen"]:
        yield _fallen(one)


def _numbers(one: ChangeJson) -> Iterator[tuple[str, tuple[int, int]]]:
    for what, (before, after) in ((_("power"), one["power"]), (_("military"), one["military"])):
        if before != after:
            yield what, (before, after)


def _fallen(one: ChangeJson) -> str:
    return _("%(count)s fall") % {"count": one["fallen"]}
