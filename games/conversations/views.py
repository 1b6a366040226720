"""The pages of one's conversations, and of one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import own_form, own_page
from accounts.guardians.meeting import may_see
from accounts.models import User
from games.boards.answers import refusal_of
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member, new_key
from games.conversations import selectors, services
from games.conversations.models import LONGEST
from games.notices.services.notifying import mark_messages_read
from games.people.selectors import person_called


@own_page
def messages(request: HttpRequest) -> HttpResponse:
    """With whom one writes."""
    rows = selectors.conversations_of(member(request))
    return render(request, "conversations/list.html", {"rows": rows})


@own_form
def messages_with(request: HttpRequest, name: str) -> HttpResponse:
    """Show the messages with somebody; a POST writes, or answers the first, by ``do``."""
    user, person = member(request), person_called(name)
    if person is None or person.pk == user.pk or not may_see(user, person):
        raise Http404
    if request.method != "POST":
        mark_messages_read(user.pk, person.pk, timezone.now())
        return _page(request, user, person)
    try:
        _do(request, user, person)
    except GamesError as error:
        said = error_sentence(error)
        text = request.POST.get("text", "")[:LONGEST]
        return _page(request, user, person, status=error.status, said=said, text=text)
    return redirect("games:messages-with", person.name)


def _do(request: HttpRequest, user: User, person: User) -> None:
    now, sent = timezone.now(), request.POST
    match sent.get("do"):
        case "accept":
            services.accept(user=user, person=person, now=now)
        case "decline":
            services.decline(user=user, person=person, now=now)
        case _:
            key = sent.get("key", "")[:64] or new_key()
            text = sent.get("text", "")
            services.write(user=user, person=person, text=text, key=key, now=now)


def _page(
    request: HttpRequest, user: User, person: User, *, status: int = 200, **more: str
) -> HttpResponse:
    facts = selectors.conversation_with(user, person)
    row = selectors.between(user.pk, person.pk)
    context = {
        "facts": facts,
        "why_not": refusal_of(lambda: services.check_may_message(user, person, row)),
        "key": new_key(),
        "longest": LONGEST,
        "said": "",
        "text": "",
        "report_url": reverse("games:report-person", args=[person.name]),
        **more,
    }
    return render(request, "conversations/with.html", context, status=status)
