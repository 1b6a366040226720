"""Kept filters of the lobby as links, named by what they choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.urls import reverse

from games.lobby.forms import LobbyForm


@dataclass(frozen=True, slots=True)
class FilterLink:
    """One filter that is kept."""

    url: str
    query: str
    name: str
    is_here: bool
    """Whether the lobby is narrowed by it now."""


def filter_links(queries: Iterable[str], here: str) -> list[FilterLink]:
    """Links to the lobby as it is narrowed by each of *queries*; *here* is the one shown."""
    return [
        FilterLink(f"{reverse('games:lobby')}?{query}", query, name, query == here)
        for query in queries
        if (name := _name_of(query))
    ]


def _name_of(query: str) -> str:
    """What the filter chooses, in the words of the form; "" for what is no filter any more."""
    form = LobbyForm(QueryDict(query))
    if not form.is_valid():
        return ""
    return " · ".join(_words(form, name, value) for name, value in form.chosen().items())


def _words(form: LobbyForm, name: str, value: object) -> str:
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices)[value])  # type: ignore[arg-type]
    return str(field.label)
