"""All of a user's own notes, and those that are looked for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.common.access import own_page
from games.common.requests import member
from games.notes.forms import NotesForm
from games.notes.presenters import note_rows
from games.notes.selectors import find_notes, tags_of


@own_page
def notes(request: HttpRequest) -> HttpResponse:
    """One's notes on every match, narrowed by words and by a tag."""
    form, user_id = NotesForm(request.GET), member(request).pk
    form.is_valid()  # what does not narrow is left out
    asked = form.cleaned_data
    words, tag = asked.get("q", ""), asked.get("tag", "")
    past = find_notes(user_id, words=words, tag=tag, before=asked.get("before"))
    context = {
        "rows": note_rows(past.notes),
        "past": past,
        "words": words,
        "tag": tag,
        "tags": tags_of(user_id),
    }
    return render(request, "notes/notes.html", context)
