"""What `bin/jinya setup` asks of the database: the first of the staff, and who may sign up."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from typing import cast, get_args

from allauth.account.adapter import get_adapter
from allauth.mfa.totp.internal.auth import generate_totp_secret, validate_totp_code
from django.core.exceptions import ValidationError
from django.utils import timezone
from qrcode import QRCode

from accounts.management.dialogue import Dialogue, Refused
from accounts.models import User
from accounts.sign_in.second_factor import MFAAdapter
from games.management import doctor
from games.moderation.services import founding


def found(dialogue: Dialogue) -> None:
    """Ask for what is not there yet; say why where the database cannot be asked."""
    (state,) = doctor.database()
    if state.state == "WRONG":
        dialogue.say(f"\nThe database: {state.said}")
        dialogue.say("The first staff account and sign-up wait: run this again once it is there.")
        return
    if founding.is_founded():
        dialogue.say(
            f"\nThere is staff already. Sign-up: {founding.sign_up()}; that and more is changed at"
            " “The whole site” in the admin."
        )
        return
    dialogue.head("The first of the staff")
    name = dialogue.ask("STAFF_NAME", "The name of their account, as others see it", "", _name)
    if not name:
        dialogue.say("No staff account is made. Until there is one, anybody may sign up.")
        return
    founder = founding.Founder(name, _password(dialogue, name), generate_totp_secret())
    how = _sign_up(dialogue)
    _show(dialogue, founder)
    user, codes = founding.found(founder, now=timezone.now())
    dialogue.say("\nThe account is made. For the day the app is gone, ten codes, each good once.")
    dialogue.say("They are not shown again; print them, or keep them with your passwords:\n")
    for code in codes:
        dialogue.say(f"  {code}")
    founding.let_sign_up(how, actor=user, now=timezone.now())
    dialogue.say(f"\nWrote to the database: {user.name}, operator, with a second factor.")
    dialogue.say(f"Wrote to the database: sign-up is {how}.")
    if how != "open":
        dialogue.say(
            "  bin/jinya manage sign_up_code 5   makes a code for five people, for an hour"
        )


def _name(text: str) -> str:
    return text and _checked(lambda: get_adapter().clean_username(text))


def _password(dialogue: Dialogue, name: str) -> str:
    def good(text: str) -> str:
        return _checked(lambda: founding.check_password(name, text)) or text

    while True:
        password = dialogue.ask(
            "STAFF_PASSWORD",
            "Their password: at least 15 characters, several words in a row work well",
            "",
            good,
            is_secret=True,
        )
        if not dialogue.is_live:
            return password
        if dialogue.ask("", "The same once more", "", is_secret=True) == password:
            return password
        dialogue.say("  These were two different ones.")


def _sign_up(dialogue: Dialogue) -> founding.SignUp:
    known = get_args(founding.SignUp)

    def one(text: str) -> str:
        if text.lower() not in known:
            raise Refused(f"It is one of: {', '.join(known)}.")
        return text.lower()

    answer = dialogue.ask(
        "SIGN_UP",
        "Who may sign up? open: anybody; invitation: who has a code of yours, and visitors may\n"
        "play as guests; closed: who has a code of yours, and there are no guests",
        founding.sign_up(),
        one,
    )
    return cast("founding.SignUp", answer)


def _show(dialogue: Dialogue, founder: founding.Founder) -> None:
    """The second factor, until the app has it."""
    address = MFAAdapter().build_totp_url(User(name=founder.name), founder.secret)
    picture = QRCode(border=2)
    picture.add_data(address)
    dialogue.say("\nThe second factor: let an app for one-time codes on your phone read this.")
    picture.print_ascii(sys.stdout, tty=sys.stdout.isatty())
    dialogue.say(f"Or type it there: {address}")

    def shown(text: str) -> str:
        digits = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalnum())
        if not validate_totp_code(founder.secret, digits):
            raise Refused("That is not the code. Wait for the next one; is the phone's time right?")
        return digits

    if dialogue.is_live:
        dialogue.ask("", "The six digits that the app shows now", "", shown)


def _checked(check: Callable[[], str | None]) -> str:
    """What *check* returns, its ValidationError as Refused."""
    try:
        return check() or ""
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
