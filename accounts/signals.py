"""What follows from changes to accounts, wherever they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_changed,
    password_changed,
    password_reset,
    password_set,
    user_signed_up,
)
from allauth.account.signals import user_logged_in as allauth_signed_in
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authentication_failed,
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
)
from allauth.socialaccount.signals import social_account_added
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import mail
from accounts.common import events
from accounts.guests import services as guests
from accounts.models import SignIn, User, WaitingAddress
from accounts.sign_in import passkeys, sessions, shared_marks, tokens, undo_links
from accounts.sign_in.devices import device_name, remember_device
from accounts.sign_in.find_user import user_called

if TYPE_CHECKING:
    from allauth.socialaccount.models import SocialLogin


@receiver([post_save, post_delete], sender=EmailAddress)
def keep_verified_address(instance: EmailAddress, **kwargs: Any) -> None:
    """User.email is the confirmed primary address, or empty."""
    own = EmailAddress.objects.filter(user_id=instance.user_id, verified=True)
    address = own.order_by("-primary", "pk").values_list("email", flat=True).first() or ""
    User.objects.filter(pk=instance.user_id).update(email=address)


@receiver(post_save, sender=EmailAddress)
def note_wait(instance: EmailAddress, created: bool, **kwargs: Any) -> None:
    """From now on the address waits to be confirmed."""
    if created and not instance.verified:
        WaitingAddress.objects.create(address=instance, since=timezone.now())


@receiver(user_logged_in)
def begin_sign_in(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """The guest who signs in to an account of their own brings everything along; not to a child's:
    whom a guest plays, no grown-up has allowed."""
    now = timezone.now()
    sessions.begin(request, user, now)
    shared_marks.note(request, user.pk, now, device=device_name(request))
    events.note("superuser-signed-in" if user.is_superuser else "signed-in", request, user=user.pk)
    guest = getattr(request, "guest", None)
    if guest is not None and guest.pk != user.pk and not user.is_child:
        guests.join(guest, user)


@receiver(allauth_signed_in)
def know_device(request: HttpRequest, response: HttpResponse, user: User, **kwargs: Any) -> None:
    device = remember_device(request, response, user.pk)
    shared_marks.note(request, user.pk, timezone.now(), device=device)


@receiver(user_login_failed)
def note_failure(credentials: dict[str, Any], request: HttpRequest | None, **kwargs: Any) -> None:
    """Note whose account was tried, if it is one; never what was typed."""
    login = credentials.get("username") or credentials.get("email") or ""
    user = user_called(str(login))
    events.note("sign-in-failed", request, user=user.pk if user is not None else None)


@receiver(user_signed_up)
def note_registration(request: HttpRequest, user: User, **kwargs: Any) -> None:
    events.note("registered", request, user=user.pk)
    if user.has_usable_password():
        passkeys.offer(request, user)


@receiver([password_changed, password_set])
def note_new_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    events.note("password-changed", request, user=user.pk)


@receiver(password_reset)
def note_reset_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Whoever had to take an account back by mail does not know who made its tokens."""
    tokens.revoke_all(user)
    events.note("password-reset", request, user=user.pk)


@receiver(authentication_failed)
def note_wrong_code(request: HttpRequest, user: User, **kwargs: Any) -> None:
    events.note("factor-failed", request, user=user.pk)


@receiver([authenticator_added, authenticator_reset])
def note_new_factor(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    events.note("factor-added", request, user=user.pk, what=str(authenticator.type))


@receiver(authenticator_removed)
def note_removed_factor(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    events.note("factor-removed", request, user=user.pk, what=str(authenticator.type))


@receiver(user_logged_out)
def end_sign_in(request: HttpRequest, user: User | None = None, **kwargs: Any) -> None:
    if user is not None:
        events.note("signed-out", request, user=user.pk)
    SignIn.objects.filter(session_key=request.session.session_key or "").delete()
    request.signed_out = True  # type: ignore[attr-defined]


@receiver(social_account_added)
def note_link(request: HttpRequest, sociallogin: SocialLogin, **kwargs: Any) -> None:
    """One more way to sign in ends the other sign-ins, as a factor does."""
    user = cast("User", sociallogin.user)
    events.note("provider-linked", request, user=user.pk)
    sessions.renew(request, user)


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def renew_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A change of the second factor ends the other sign-ins and renames this one."""
    sessions.renew(request, user)


@receiver(email_changed)
def tell_both_addresses(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    """The old address can take the change back; the new one learns where it is used."""
    events.note("address-changed", request, user=user.pk)
    if from_email_address is None or not from_email_address.verified:
        return
    old, new = from_email_address.email, to_email_address.email
    context = {"old": old, "new": new, "undo_url": undo_links.undo_url(user, old)}
    mail.write("account/email/email_changed", old, context, user)
    mail.write("account/email/email_is_new", new, {"old": old, "new": new}, user)
