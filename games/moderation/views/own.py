"""Players' side: reporting, one's reports and their answers, one's sanctions, an appeal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sanctions import rights
from games.boards.names import game_name
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.conversations.selectors import reported_text
from games.match.reading.visibility import NoSuchMatch
from games.moderation.categories import WITHOUT_MATCH
from games.moderation.forms import AppealForm, ReportForm
from games.moderation.models import Appeal
from games.moderation.presenters.appeals import ACCEPTED, prompt_for, question_at
from games.moderation.presenters.own import people_named, report_lines, sanction_lines
from games.moderation.selectors.own import own_reports, own_sanction, own_sanctions, reportable
from games.moderation.services import appeals
from games.moderation.services.appeals import BadAppeal
from games.moderation.services.reports import Complaint, file_report, report_person
from games.people.selectors import person_called


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, uid: str) -> HttpResponse:
    """Tell the moderators of something at this board; ``?line=`` names a line of the talk."""
    user, now = member(request), timezone.now()
    try:
        about = reportable(uid, user, request.GET.get("line", "")[:16], now)
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        said = {"exception": error_sentence(error)}
        return render(request, "403.html", said, status=error.status)
    form = ReportForm(request.POST or None, offered=about.categories, is_of_line=bool(about.line))
    facts = {"about": about, "people": people_named(about), "game": game_name(about.game)}
    facts["line"] = about.line

    def send(complaint: Complaint) -> None:
        file_report(uid=uid, user=user, complaint=replace(complaint, line=about.line), now=now)

    return _report_form(request, form, facts, send)


@require_http_methods(["GET", "HEAD", "POST"])
def report_of_person(request: HttpRequest, name: str) -> HttpResponse:
    """Tell the moderators of somebody, from their profile, or of a message that ``?message=``
    names."""
    user, person = member(request), person_called(name)
    if person is None or person == user:
        raise Http404
    line = reported_text(user, person, request.GET.get("message", "")[:16])
    offered = ("talk", *WITHOUT_MATCH) if line else WITHOUT_MATCH
    form = ReportForm(request.POST or None, offered=offered, is_of_line=bool(line))

    def send(complaint: Complaint) -> None:
        complaint = replace(complaint, line=line)
        report_person(person=person, user=user, complaint=complaint, now=timezone.now())

    return _report_form(request, form, {"person": person.name, "line": line}, send)


def _report_form(
    request: HttpRequest,
    form: ReportForm,
    facts: dict[str, object],
    send: Callable[[Complaint], None],
) -> HttpResponse:
    """The form of a report; what it is filled in with goes to *send*."""
    context = {**facts, "form": form, "said": ""}
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "moderation/report.html", context, status=status)
    data = form.cleaned_data
    try:
        send(Complaint(data["category"], data["text"], data["seat"]))
    except GamesError as error:
        context["said"] = error_sentence(error)
        return render(request, "moderation/report.html", context, status=error.status)
    messages.success(request, _("Thank you. The moderators have your report."))
    return redirect("games:reports")


@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """Answer with what one has reported, and what came of it."""
    lines = report_lines(own_reports(member(request).pk))
    return render(request, "moderation/reports.html", {"reports": lines})


@require_http_methods(["GET", "HEAD", "POST"])
def sanctions(request: HttpRequest) -> HttpResponse:
    """Answer with one's sanctions, until when and why; POST says that one has read them."""
    user, now = member(request), timezone.now()
    if request.method == "POST":
        rights.acknowledge(user, now)
        return redirect("games:own-sanctions")
    lines = sanction_lines(own_sanctions(user, now))
    context = {
        "in_force": [line for line in lines if line.stands],
        "past": [line for line in lines if not line.stands],
        "is_unread": user.unread_since is not None,
    }
    return render(request, "moderation/sanctions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, name: str) -> HttpResponse:
    """Appeal against one limit, once: three questions, by ``?step=``, lead to the form."""
    user, now = member(request), timezone.now()
    sanction = own_sanction(user, name)
    if sanction is None:
        raise Http404
    step = request.POST.get("ground") or request.GET.get("step", "")
    form = AppealForm(request.POST or None, ground=step)
    form.fields["happened"].label = prompt_for(sanction.reason, step)
    context = {
        "form": form,
        "sanction": sanction,
        "said": "",
        "question": question_at(step),
        "is_accepted": step == ACCEPTED,
        "ground": dict(Appeal.Ground.choices).get(step, ""),
    }
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        if "ground" in form.errors:
            context["said"] = error_sentence(BadAppeal())
        return render(request, "moderation/appeal.html", context, status=status)
    try:
        appeals.appeal(sanction=sanction, user=user, now=now, **form.cleaned_data)
    except GamesError as error:
        context["said"] = error_sentence(error)
        return render(request, "moderation/appeal.html", context, status=error.status)
    messages.success(request, _("Your appeal has been received."))
    return redirect("games:own-sanctions")
