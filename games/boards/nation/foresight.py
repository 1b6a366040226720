"""What an action would do, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.nation.words import change

if TYPE_CHECKING:
    from engines.nation.viewtypes import ChangeJson, ForecastJson


def foretold(forecast: ForecastJson, names: Sequence[str]) -> str:
    """ "power 1,240 → 1,302; military 150 → 210": the own nation first, the others by name."""
    own = len(names) - 1
    changes = sorted(forecast["changes"], key=lambda one: one["seat"] != own)
    told = [_told(one, "" if one["seat"] == own else names[one["seat"]]) for one in changes]
    return _("; ").join(told) or _("no change at once")


def _told(one: ChangeJson, name: str) -> str:
    parts = _(", ").join(_parts(one))
    return _("%(nation)s: %(changes)s") % {"nation": name, "changes": parts} if name else parts


def _parts(one: ChangeJson) -> Iterator[str]:
    for what, (before, after) in ((_("power"), one["power"]), (_("military"), one["military"])):
        if before != after:
            yield change(what, before, after)
    if one["fallen"]:
        yield _("%(count)s fall") % {"count": one["fallen"]}
