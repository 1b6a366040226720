"""Staff's side: the queue, a report, the workbenches of a match and a person, the whole site.

All of these stand behind the door of the admin site (`games.moderation.admin`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import switches
from accounts.common.requests import whole_number
from accounts.models import Sanction, User
from accounts.sign_in import limits, second_factor
from games.boards.pictures import picture_svg
from games.boards.refusals import error_sentence
from games.bots.selectors import owed_turns, turns_set_aside
from games.chat.selectors import NoSuchLine, match_of_line
from games.common.exceptions import GamesError
from games.common.requests import member
from games.match.reading.selectors import health_facts, match_by_uid
from games.match.reading.visibility import NoSuchMatch
from games.matchpage.presenters.rulings import ruling_sentence
from games.moderation import conflicts
from games.moderation.categories import CANNED
from games.moderation.models import Appeal, Consent, ModAction, Report
from games.moderation.presenters.cases import present_atoms
from games.moderation.presenters.person import PairText, present_pair, present_person
from games.moderation.presenters.staff import (
    WorkbenchPage,
    changes_of,
    present_queue,
    present_workbench,
)
from games.moderation.presenters.words import action_name, time_text
from games.moderation.selectors.events import linked_in_events
from games.moderation.selectors.links import linked_to, pairs_of, user_named
from games.moderation.selectors.person import person_facts
from games.moderation.selectors.queue import queue_of, report_with_all
from games.moderation.selectors.workbench import workbench_of
from games.moderation.services import (
    appeals,
    consents,
    inquiries,
    people,
    reports,
    reveals,
    rulings,
    sanctions,
    sites,
)
from games.moderation.services.actions import ACTIONS, ActionRequest
from games.moderation.services.log import NotAllowed, Why, check_right

FOR_EVER = "for-ever"
"""How long a sanction holds, where it is not for days."""


def need(request: HttpRequest, right: str) -> User:
    """Return the member of staff, who has that right; raises PermissionDenied, which says why."""
    user = member(request)
    if not user.has_perm(f"moderation.{right}"):
        raise PermissionDenied(error_sentence(NotAllowed()))
    return user


def shown(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page in the frame of the admin site."""
    full = {
        **admin.site.each_context(request),
        "reasons": ModAction.Reason.choices,
        "about": (),
        **context,
    }
    return render(request, f"moderation/admin/{template}.html", full, status=status)


def attempt(request: HttpRequest, act: Callable[[], object], said: str) -> bool:
    """Do it and say so, or say why not; whether it was done."""
    try:
        act()
    except (Sanction.DoesNotExist, Appeal.DoesNotExist, Consent.DoesNotExist) as error:
        raise Http404 from error
    except (Report.DoesNotExist, NoSuchMatch) as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return False
    messages.success(request, said)
    return True


def why_of(request: HttpRequest) -> Why:
    """Return the reason as the form says it."""
    report = Report.objects.filter(pk=number(request.POST.get("report"))).first()
    reason, note = request.POST.get("reason", ""), request.POST.get("note", "")
    return Why(member(request), reason, note, report)


def number(text: str | None) -> int:
    """A whole number; 0 for what is none."""
    return whole_number(text, 9)


# The queue


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Answer with what waits, by room."""
    actor, room = need(request, "work_reports"), request.GET.get("room", "")
    page = present_queue(queue_of(actor, room, timezone.now()), room)
    may_sanction = actor.has_perm("moderation.sanction")
    linked = len(linked_in_events(actor, timezone.now())) if may_sanction else 0
    return shown(request, "queue", {"title": _("Reports"), "queue": page, "linked": linked})


@require_safe
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """One report with everything told, and what can be done with it."""
    actor, now = need(request, "work_reports"), timezone.now()
    found = report_with_all(pk)
    if found is None:
        raise Http404
    _refuse_conflict(lambda: conflicts.check_report(actor, found, now))
    context = {
        "title": _("About %(name)s") % {"name": found.suspect.name},
        "report": found,
        "atoms": present_atoms(found),
        "canned": [(key, *texts) for key, texts in CANNED.items()],
        "outcomes": Report.Outcome.choices,
        "is_mine": found.taken_by_id == actor.pk,
        "may_pass_on": not found.for_seniors and not reports.is_senior(actor),
    }
    return shown(request, "report", context)


@require_POST
def work(request: HttpRequest, pk: int) -> HttpResponse:
    """Take, put off, pass on, note or close a report, by the field ``do``."""
    actor, now, data = need(request, "work_reports"), timezone.now(), request.POST
    do = data.get("do", "")
    acts: dict[str, Callable[[], object]] = {
        "take": lambda: reports.take(report_id=pk, actor=actor, now=now),
        "snooze": lambda: reports.snooze(
            report_id=pk, actor=actor, hours=number(data.get("hours", "24")), now=now
        ),
        "note": lambda: reports.note(report_id=pk, actor=actor, text=data.get("text", ""), now=now),
        "close": lambda: reports.close(
            report_id=pk,
            actor=actor,
            outcome=data.get("outcome", ""),
            answer=reports.Answer(
                data.get("answer", ""),
                data.get("canned", ""),
                "tell" in data,
                data.get("message", ""),
            ),
            now=now,
        ),
        "pass-on": lambda: reports.pass_on(report_id=pk, actor=actor, now=now),
    }
    if do not in acts:
        raise Http404
    if attempt(request, acts[do], _("Done.")) and do in ("snooze", "close", "pass-on"):
        return redirect("admin:moderation_report_changelist")
    back = data.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect(back)  # to where the bar of the case was used
    return redirect("admin:moderation_report_change", pk)


@require_POST
def next_report(request: HttpRequest) -> HttpResponse:
    """Take the most pressing report nobody is at, and go there."""
    actor = need(request, "work_reports")
    taken = reports.take_next(actor=actor, room=request.POST.get("room", ""), now=timezone.now())
    if taken is None:
        messages.info(request, _("Nothing is waiting for you."))
        return redirect("admin:moderation_report_changelist")
    return redirect("admin:moderation_report_change", taken.pk)


# A match


@require_safe
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """The workbench of one match; not of one's own."""
    actor = need(request, "work_reports")
    try:
        found = match_by_uid(uid)
        _refuse_conflict(lambda: conflicts.check_own_match(actor, found))
        facts = workbench_of(uid)
    except NoSuchMatch as error:
        raise Http404 from error
    page = present_workbench(facts, actor)
    people = [player.user for player in facts.players if player.user is not None]
    signs = _signs(actor, people[0], people[1:]) if people else []
    context = {
        "title": page.title,
        "workbench": page,
        "picture": _picture(page),
        "signs": signs,
        "about": [user.pk for user in people],
    }
    return shown(request, "match", context)


def _picture(page: WorkbenchPage) -> str:
    return picture_svg(page.game, page.view, None) if page.view else ""


def asked_of(data: Any) -> ActionRequest:
    """Return what a form wants done with a match."""
    seat = data.get("seat", "")
    return ActionRequest(
        action=data.get("verb", ""),
        text=data.get("text", "")[:500],
        seat=number(seat) if seat else None,
        ply=number(data.get("ply")),
        hours=number(data.get("hours")),
        level=data.get("level", "")[:20],
    )


@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what an action would change, and after a reason do it."""
    need(request, "work_reports")
    asked, now = asked_of(request.POST or request.GET), timezone.now()
    if asked.action not in ACTIONS:
        raise Http404
    actor = need(request, ACTIONS[asked.action].right)
    if request.method == "POST":
        why = why_of(request)
        attempt(request, lambda: rulings.rule(uid=uid, asked=asked, why=why, now=now), _("Done."))
        return redirect("admin:moderation_match", uid)
    try:
        seen = rulings.preview(uid=uid, asked=asked, why=Why(actor, "", ""), now=now)
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("admin:moderation_match", uid)
    context = {
        "title": action_name(asked.action),
        "uid": uid,
        "asked": asked,
        "changes": changes_of(seen.match, seen.before, seen.after),
        "sentence": ruling_sentence(seen.match, seen.ruling),
    }
    return shown(request, "rule", context)


@require_POST
def verify(request: HttpRequest, uid: str) -> HttpResponse:
    """Play the whole match again from its terms and seed, and say what differs."""
    need(request, "halt_matches")
    why, now = why_of(request), timezone.now()
    said = _("Done. What was found stands below.")
    attempt(request, lambda: rulings.verify(uid=uid, why=why, now=now), said)
    return redirect("admin:moderation_match", uid)


@require_POST
def inquiry(request: HttpRequest, uid: str) -> HttpResponse:
    """Take a match off one's own list."""
    actor, now = need(request, "halt_matches"), timezone.now()
    said = _("It is off your list.")
    attempt(request, lambda: inquiries.close_inquiry(uid=uid, actor=actor, now=now), said)
    return redirect("admin:moderation_report_changelist")


@require_POST
def consent(request: HttpRequest, uid: str) -> HttpResponse:
    """Ask a colleague for a consent, or give one, by the field ``do``."""
    need(request, "reveal_matches")
    now, do, action = timezone.now(), request.POST.get("do"), request.POST.get("verb", "")
    if action not in Consent.Action.values:
        raise Http404
    why, pk = why_of(request), number(request.POST.get("consent"))
    if do == "approve":
        attempt(request, lambda: consents.approve(consent_id=pk, why=why, now=now), _("Approved."))
    else:
        said = _("Asked. A colleague has to approve it.")
        attempt(
            request, lambda: consents.ask_consent(uid=uid, action=action, why=why, now=now), said
        )
    return redirect("admin:moderation_match", uid)


@require_POST
def reveal(request: HttpRequest, uid: str) -> HttpResponse:
    """The whole position, once; it stands on this answer and nowhere else."""
    need(request, "reveal_matches")
    why, now = why_of(request), timezone.now()
    try:
        view = reveals.reveal(uid=uid, why=why, now=now)
        game = match_by_uid(uid).game
    except NoSuchMatch as error:
        raise Http404 from error
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("admin:moderation_match", uid)
    context = {
        "title": _("Everything hidden"),
        "uid": uid,
        "picture": picture_svg(game, view, None),
    }
    return shown(request, "reveal", context)


@require_POST
def hide_line(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide a line of talk."""
    need(request, "hide_lines")
    try:
        uid = match_of_line(pk)
    except NoSuchLine as error:
        raise Http404 from error
    why, now = why_of(request), timezone.now()
    attempt(request, lambda: people.hide(line_id=pk, why=why, now=now), _("Hidden."))
    return redirect("admin:moderation_match", uid)


# A person


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """The workbench of one person; ``?with=`` compares it with another account."""
    actor, now = need(request, "work_reports"), timezone.now()
    facts = person_facts(pk, actor, now)
    if facts is None:
        raise Http404
    _refuse_conflict(lambda: conflicts.check_person(actor, facts.person, now))
    if request.method == "POST":
        asked = _ask_again(request, facts.person)
        if asked is not None:
            return asked
        _act_on(request, facts.person)
        return redirect("admin:moderation_person", pk)
    context = {
        "title": facts.person.name,
        "about": [pk],
        "facts": facts,
        "page": present_person(facts),
        "signs": _signs(actor, facts.person, _others(request, actor, facts.person)),
        "in_force": [row.pk for row in facts.sanctions if row.stands(now)],
        "kinds": Sanction.Kind.choices,
        "why_kinds": Sanction.Reason.choices,
    }
    return shown(request, "person", context)


def _others(request: HttpRequest, actor: User, who: User) -> list[User]:
    """Return the accounts to compare with: the one asked for, or those that share something."""
    now, name = timezone.now(), request.GET.get("with", "")
    asked = user_named(name) if name else None
    if name and asked is None:
        messages.error(request, _("Nobody has that name."))
    others = [asked] if asked is not None else linked_to(who, now)
    judged = conflicts.judged_by(actor, others, now)
    return [user for user in others if user != who and user.pk in judged]


def _signs(actor: User, who: User, others: Sequence[User]) -> list[PairText]:
    """Return what accounts share, for those who may sanction for it; no helper's business."""
    if not actor.has_perm("moderation.sanction") or not others:
        return []
    return [present_pair(pair) for pair in pairs_of(who, others, timezone.now())]


def _ask_again(request: HttpRequest, who: User) -> HttpResponse | None:
    """The page that asks once more before something is done for ever; None where it was."""
    data = request.POST
    if "sure" in data:
        return None
    kind = data.get("kind", "")
    for_ever = kind == Sanction.Kind.CLOSE or data.get("term") == FOR_EVER
    name: dict[str, object] = {"name": who.name}
    if data.get("do") == "factor":
        title = _("Turn off two-step sign-in")
        name["count"] = second_factor.count_passkeys(who)
        question = _question_of_factor(name["count"], with_passkeys="passkeys" in data)
    elif data.get("do") == "sanction" and for_ever and kind in sanctions.LASTING:
        title = _("Apply sanction")
        question = _("%(what)s for %(name)s, for ever?")
        name["what"] = str(Sanction.Kind(kind).label)
    else:
        return None
    try:
        check_right(why_of(request), "sanction_long")
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("admin:moderation_person", who.pk)
    kept = [(key, value) for key, value in data.items() if key != "csrfmiddlewaretoken"]
    context = {
        "title": title,
        "question": question % name,
        "fields": kept,
        "note": data.get("note", ""),
    }
    return shown(request, "sure", context)


def _question_of_factor(passkeys: object, *, with_passkeys: bool) -> str:
    if not passkeys:
        return _("Turn off two-step sign-in for %(name)s? Their password alone then signs in.")
    if with_passkeys:
        return _(
            "Turn off two-step sign-in for %(name)s, and delete their passkeys (%(count)d)? "
            "Their password alone then signs in."
        )
    return _(
        "Turn off two-step sign-in for %(name)s? Their passkeys (%(count)d) stay; else "
        "their password alone signs in."
    )


def _act_on(request: HttpRequest, who: User) -> None:
    """Sanction, lift, note, or end the second factor, by the field ``do``."""
    data, now, why = request.POST, timezone.now(), why_of(request)
    days = None if data.get("term") == FOR_EVER else number(data.get("days"))
    limit = sanctions.Limit(data.get("kind", ""), data.get("why", ""), days, data.get("text", ""))
    own = Sanction.objects.filter(user=who)

    def lift() -> None:
        sanctions.lift(sanction=own.get(pk=number(data.get("sanction"))), why=why, now=now)

    acts: dict[str, Callable[[], object]] = {
        "sanction": lambda: sanctions.impose(person=who, limit=limit, why=why, now=now),
        "lift": lift,
        "note": lambda: people.note_on(person=who, text=why.note, actor=why.actor, now=now),
        "factor": lambda: people.reset_factor(
            person=who, with_passkeys="passkeys" in data, why=why, now=now
        ),
    }
    if data.get("do") not in acts:
        raise Http404
    attempt(request, acts[data["do"]], _("Done."))


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """One appeal, and its answer."""
    actor, now = need(request, "sanction"), timezone.now()
    row = Appeal.objects.select_related("sanction__user").filter(pk=pk).first()
    if row is None:
        raise Http404
    _refuse_conflict(lambda: conflicts.check_appeal(actor, row, now))
    if request.method == "POST":
        why, data = why_of(request), request.POST
        outcome, answer = data.get("outcome", ""), data.get("answer", "")
        attempt(
            request,
            lambda: appeals.answer_appeal(
                appeal_id=pk, why=why, outcome=outcome, answer=answer, now=now
            ),
            _("Answered."),
        )
        return redirect("admin:moderation_appeal_change", pk)
    context = {"title": _("Appeal"), "appeal": row, "outcomes": Appeal.Outcome.choices}
    return shown(request, "appeal", context)


# The whole site


@require_http_methods(["GET", "HEAD", "POST"])
def site(request: HttpRequest) -> HttpResponse:
    """Switches for everybody, and time for all."""
    need(request, "switch_site")
    if request.method == "POST":
        _switch(request)
        return redirect("admin:moderation_site")
    health = health_facts()
    context = {
        "title": _("The whole site"),
        "switches": switches.current(),
        "health": health,
        "owed": time_text(health.owed) if health else "",
        "owed_turns": owed_turns(),
        "set_aside": turns_set_aside(),
        "turned_away": limits.guests_turned_away(),
    }
    return shown(request, "site", context)


def _switch(request: HttpRequest) -> None:
    data, now, why = request.POST, timezone.now(), why_of(request)
    sent: dict[str, Any] = {name: name in data for name in switches.Switches._fields}
    sent |= {name: data.get(name, "") for name in ("banner_en", "banner_ja")}
    setting = switches.Switches(**sent)
    hours = number(data.get("hours"))
    if data.get("do") == "sign-up":
        _open_sign_up(request, why, now)
    elif data.get("do") == "time":
        said = _("Every running clock has more time.")
        attempt(request, lambda: sites.give_time_to_all(hours=hours, why=why, now=now), said)
    else:
        attempt(request, lambda: sites.set_switches(setting=setting, why=why, now=now), _("Done."))


def _open_sign_up(request: HttpRequest, why: Why, now: datetime) -> None:
    """Says the code once: of it a digest is kept."""
    accounts = number(request.POST.get("accounts"))
    try:
        code = sites.open_sign_up(accounts=accounts, why=why, now=now)
    except GamesError as error:
        return messages.error(request, error_sentence(error))
    said = _("Sign-up code %(code)s, for %(accounts)d accounts within an hour: %(link)s") % {
        "code": code,
        "accounts": accounts,
        "link": f"{settings.SITE_URL}{reverse('account_signup')}?code={code}",
    }
    return messages.success(request, said)


def _refuse_conflict(check: Callable[[], None]) -> None:
    try:
        check()
    except GamesError as error:
        raise PermissionDenied(error_sentence(error)) from error
