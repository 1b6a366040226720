"""Why an NPC nation decided as it did, in a sentence made from the numbers that decided it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.nation.words import book_of, number, said

THOUSAND = 1000

_FRONTS = {
    "front-toughest": gettext_lazy("It puts whoever has most HP in front before it acts."),
    "front-fiercest": gettext_lazy("It puts the highest attack in front before it acts."),
    "front-strongest": gettext_lazy("It puts the most HP and attack in front before it acts."),
    "front-freshest": gettext_lazy("It puts the least wounded in front before it acts."),
}


def reason_of(facts: Mapping[str, Any], version: int) -> str:
    """Return the sentence for a ``decided`` event."""
    if facts["why"] == "raises-score":
        return _raises(facts, version)
    if facts["why"] in _FRONTS:
        return str(_FRONTS[facts["why"]])
    return f"{_why_done(facts['why'])} {_war_or_not(facts)}"


def _raises(facts: Mapping[str, Any], version: int) -> str:
    move = str(facts["move"]).removeprefix("command:").partition(">")[0]
    best = max(one["score"] for one in facts["table"])
    values = {
        "command": said(book_of(version).commands[move].name),
        "before": number(facts["score"] // THOUSAND),
        "after": number(best // THOUSAND),
        "count": len(facts["table"]),
        "percent": f"{facts['ratio'] / 10:g}",
    }
    return _(
        "%(command)s is the best of %(count)s: worth %(before)s → %(after)s "
        "(military counts %(percent)s%%)."
    ) % values  # fmt: skip


def _why_done(why: str) -> str:
    return {
        "no-actions-left": _("No commands are left."),
        "nothing-open": _("No command can be given."),
        "nothing-better": _("No command is worth giving."),
    }[why]


def _war_or_not(facts: Mapping[str, Any]) -> str:
    power = {
        "military": number(facts["military"]),
        "against": number(facts["against"]),
        "times": f"{facts['war'] / THOUSAND:g}",
    }
    if facts["wants_war"]:
        return (
            _("Military %(military)s against %(against)s: at least %(times)s times, so war.")
            % power
        )
    return (
        _("Military %(military)s against %(against)s: less than %(times)s times, so training.")
        % power
    )
