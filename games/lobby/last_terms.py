"""What a session remembers of the matches begun in its browser: the terms chosen last."""

from __future__ import annotations

from django.http import HttpRequest

from engines.catalogue import GAMES
from games.lobby.forms import BOT, PERSON, NewMatchForm

KEPT = "new_match"
"""Its name in the session: the last game and opponent, and terms by game and kind of opponent."""

LAST = ("game", "opponent")


def last_chosen(request: HttpRequest) -> dict[str, str]:
    """The game and the opponent chosen last, where any were."""
    kept = request.session.get(KEPT, {})
    return {name: kept[name] for name in LAST if name in kept}


def last_game(request: HttpRequest) -> str:
    """The game chosen last, or the first of the site."""
    return last_chosen(request).get("game", GAMES[0].slug)


def kept_terms(request: HttpRequest, game: str, opponent: str) -> dict[str, str]:
    """The terms chosen last for the game against bots, or against people; empty if none were."""
    terms: dict[str, dict[str, str]] = request.session.get(KEPT, {}).get("terms", {})
    return terms.get(_place(game, opponent), {})


def keep_chosen(request: HttpRequest, form: NewMatchForm) -> None:
    """Remember what a valid form has chosen."""
    data, kept = form.cleaned_data, request.session.get(KEPT, {})
    terms = kept.get("terms", {}) | {_place(data["game"], data["opponent"]): form.kept}
    request.session[KEPT] = {**{name: data[name] for name in LAST}, "terms": terms}


def _place(game: str, opponent: str) -> str:
    return f"{game}.{BOT if opponent == BOT else PERSON}"
