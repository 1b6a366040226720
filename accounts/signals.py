"""What follows from changes to accounts, wherever they are made."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from allauth.account.signals import user_logged_in as allauth_signed_in
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import mail, sessions, undo
from accounts.devices import remember_device
from accounts.models import SignIn, User


@receiver([post_save, post_delete], sender=EmailAddress)
def keep_verified_address(instance: EmailAddress, **kwargs: Any) -> None:
    """User.email is the confirmed primary address, or empty."""
    own = EmailAddress.objects.filter(user_id=instance.user_id, verified=True)
    address = own.order_by("-primary", "pk").values_list("email", flat=True).first() or ""
    User.objects.filter(pk=instance.user_id).update(email=address)


@receiver(user_logged_in)
def begin_sign_in(request: HttpRequest, user: User, **kwargs: Any) -> None:
    sessions.begin(request, user, timezone.now())


@receiver(allauth_signed_in)
def know_device(request: HttpRequest, response: HttpResponse, user: User, **kwargs: Any) -> None:
    remember_device(request, response, user.pk)


@receiver(user_logged_out)
def end_sign_in(request: HttpRequest, **kwargs: Any) -> None:
    SignIn.objects.filter(session_key=request.session.session_key or "").delete()
    request.signed_out = True  # type: ignore[attr-defined]


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def renew_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A change of the second factor ends the other sign-ins and renames this one."""
    old_key = request.session.session_key
    request.session.cycle_key()
    sessions.follow(old_key, request.session.session_key)
    sessions.end_all(user, except_key=request.session.session_key)


@receiver(email_changed)
def tell_both_addresses(
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    """The old address can take the change back; the new one learns where it is used."""
    if from_email_address is None or not from_email_address.verified:
        return
    old, new = from_email_address.email, to_email_address.email
    context = {"old": old, "new": new, "undo_url": undo.undo_url(user, old, new)}
    mail.write("account/email/email_changed", old, context, user)
    mail.write("account/email/email_is_new", new, {"old": old, "new": new}, user)
