"""Where the first of the staff is made, by whoever reads the log of the site."""

from __future__ import annotations

from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.common.names import TAKEN
from accounts.sign_in.second_factor import picture_of
from games.moderation.forms import FirstStaffForm
from games.moderation.services import founding

SECRET = "first-staff"  # noqa: S105 - where the session keeps it


@sensitive_post_parameters("setup_code", "password", "code")
@login_not_required
@never_cache  # nor the first answer, to who has no session yet
@require_http_methods(["GET", "HEAD", "POST"])
def first_staff(request: HttpRequest) -> HttpResponse:
    """Name, password and second factor of the first operator, and who may sign up."""
    if not settings.SETUP_PAGE or founding.is_founded():
        raise Http404
    now = timezone.now()
    founding.remind(now)
    secret = request.session.get(SECRET) or generate_totp_secret()
    form = FirstStaffForm(
        request.POST if request.method == "POST" else None, secret=secret, now=now
    )
    if form.is_valid():
        given = form.cleaned_data
        founder = founding.Founder(given["username"], given["password"], secret)
        try:
            user, codes = founding.found(founder, now=now)
        except founding.AlreadyFounded:
            raise Http404 from None
        except IntegrityError:
            form.add_error("username", TAKEN)
        else:
            founding.let_sign_up(given["sign_up"], actor=user, now=now)
            request.session.pop(SECRET, None)
            return render(request, "moderation/founded.html", {"unused_codes": codes})
    request.session[SECRET] = secret
    context = {"form": form, "picture": picture_of("operator", secret)}
    return TemplateResponse(request, "moderation/first_staff.html", context)
