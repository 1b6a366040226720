"""What the form of a match, or of many, has chosen, in one line."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.names import side_name
from games.lobby.forms import BOT, HANDICAP, HERE, LINK, USUAL, GameForm, option_field
from games.match.clocks import controls
from games.match.onlookers import ANYONE, BY_LINK
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.onlookers import onlookers_line


def chosen_line(form: GameForm) -> str:
    """The terms that the form would send, valid or not: "3 days per move · Casual · Any side".

    Vacation, allowed as a rule, is left out.
    """
    counting = [] if _value(form, "opponent") == BOT else [_counting(form)]
    side = [_side(form)] if "side" in form.fields else []
    watching = [_watching(form)] if "onlookers" in form.fields else []
    parts = [_options(form), [_time(form)], counting, side, watching, _start(form)]
    return " · ".join(part for found in parts for part in found)


def _value(form: GameForm, name: str) -> str:
    value = form[name].value() if name in form.fields else ""
    return "" if value is None else str(value)


def _options(form: GameForm) -> list[str]:
    """What is chosen for the game alone, where it is not its first choice."""
    game = _value(form, "game")
    found = []
    for name, option in card_for(game).options.items() if game in form.slugs else ():
        value = _value(form, option_field(game, name))
        if value in option.values and value != next(iter(option.values)):
            found.append(f"{option.label}: {option.values[value]}")
    return found


def _time(form: GameForm) -> str:
    time = _value(form, "time")
    if time not in controls.MENU:
        return str(_named(form, "time"))
    if _value(form, "opponent") == BOT:
        return terms_sentence(time)
    nights, weekends = (bool(form[name].value()) for name in ("nights", "weekends"))
    control = controls.with_time_off(time, nights=nights, vacation=False, weekends=weekends)
    return terms_sentence(control)


def _named(form: GameForm, name: str) -> str:
    """The words of what is chosen in a field; the value itself where it is no choice."""
    value = _value(form, name)
    return next((str(words) for one, words in _flat(form, name) if str(one) == value), value)


def _flat(form: GameForm, name: str) -> list[tuple[object, object]]:
    """The choices of a field, out of their groups."""
    field = form.fields[name]
    groups = [
        (choices if isinstance(choices, list | tuple) else [(one, choices)])
        for one, choices in getattr(field, "choices", ())
    ]
    return [pair for group in groups for pair in group]


def _counting(form: GameForm) -> str:
    rated = _value(form, "rated")
    is_casual = rated == "no" or (rated != "yes" and _value(form, "opponent") == LINK)
    if is_casual:
        return _("Casual")
    return _("Rated") if rated == "yes" else _("Rated where possible")


def _side(form: GameForm) -> str:
    game, side = _value(form, "game"), _value(form, "side")
    if side not in ("0", "1") or game not in form.slugs:
        return _("Any side")
    values = {"side": side_name(game, int(side))}
    if side == "0":
        return _("You play %(side)s and move first") % values
    return _("You play %(side)s and move second") % values


def _watching(form: GameForm) -> str:
    watched = _value(form, "onlookers")
    if watched == USUAL:
        is_private = _value(form, "opponent") == LINK and _value(form, "rated") != "yes"
        watched = BY_LINK if is_private else ANYONE
    return onlookers_line(watched) or _("Anyone may watch")


def _start(form: GameForm) -> list[str]:
    """Where it begins, if not at the game's own start."""
    game = _value(form, "game")
    if _value(form, "opponent") == HERE or game not in form.slugs:
        return []
    named = _value(form, option_field(game, HANDICAP))
    if named in card_for(game).handicaps:
        return [_("Handicap: %(handicap)s") % {"handicap": card_for(game).handicaps[named]}]
    return [_("Begins in a position")] if _value(form, "position") else []
