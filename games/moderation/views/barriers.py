"""Barriers: the form that everybody can send, and staff's page with what waits."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.common.access import public_form
from accounts.sign_in import limits
from games.moderation.forms import BarrierForm
from games.moderation.selectors.queue import open_barriers
from games.moderation.services.barriers import BarrierRequest, answer_barrier, tell_of_barrier
from games.moderation.views.staff import attempt, need, number, shown, why_of


@public_form
def tell(request: HttpRequest) -> HttpResponse:
    """Tell staff what keeps one from using the site; no account is needed."""
    form = BarrierForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "moderation/barrier.html", {"form": form}, status=status)
    limits.spend(request, "barrier")
    tell_of_barrier(BarrierRequest(**form.cleaned_data), timezone.now())
    messages.success(request, _("Thank you. We have your message."))
    return redirect("games:accessibility")


@require_http_methods(["GET", "HEAD", "POST"])
def waiting(request: HttpRequest) -> HttpResponse:
    """The barriers that wait, the oldest first, each with a form for the answer."""
    need(request, "work_reports")
    if request.method == "POST":
        key, answer = number(request.POST.get("key")), request.POST.get("answer", "")
        why, now = why_of(request), timezone.now()
        attempt(
            request,
            lambda: answer_barrier(key=key, why=why, answer=answer, now=now),
            _("Answered."),
        )
        return redirect("admin:moderation_barriers")
    context = {"title": _("Accessibility"), "barriers": open_barriers()}
    return shown(request, "barriers", context)
