"""An account for somebody whom a service elsewhere has sent for the first time."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialLogin
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from accounts.common.zones import FALLBACK, is_zone
from accounts.guests import services as guests
from accounts.models import User
from accounts.providers.forms import FirstSignInForm


@transaction.atomic
def make_account(request: HttpRequest, login: SocialLogin, form: FirstSignInForm) -> User:
    """Return the account that *login* opens from now on: a new one, or that of a guest who stays.

    Raises IntegrityError when somebody took the name or the address in the same moment.
    """
    fields, guest = form.cleaned_data, getattr(request, "guest", None)
    if guest is not None:
        request.user = guest  # signed in already, and stays so
        user = guests.claim(
            request,
            guest,
            name=fields["username"],
            password=None,
            zone=fields["time_zone"],
            said_age=form.said_age(),
        )
    else:
        user = User(
            name=fields["username"],
            time_zone=fields["time_zone"] if is_zone(fields["time_zone"]) else FALLBACK,
            language=get_language_from_request(request),
            said_age=form.said_age(),
        )
        user.set_unusable_password()
    login.user = user
    login.email_addresses = []
    login.save(request)
    if address := form.kept_address():
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    login.user = User.objects.get(pk=user.pk)  # with the address, by accounts.signals
    return login.user
