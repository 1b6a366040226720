"""What `bin/jinya setup` asks for, and which answers it takes: those that processes start with."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from accounts.management.dialogue import Refused
from config.env import BadEnvironment, Env
from config.operator import LANGUAGES, own_texts
from games.endpoints import webpush

_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+|[^<>@]*<[^\s<>@]+@[^\s<>@]+>")
_MACHINE = re.compile(r"[\w.:\[\]-]+")


class Question(NamedTuple):
    """One value of the environment, and how it is asked for."""

    name: str
    """Without JINYA_."""
    text: str
    read: Callable[[Env], object]
    """What a process does with it at its start."""
    usual: str = ""
    """What holds where nothing is said."""
    is_needed: bool = False
    """Whether the site does not start without."""
    mend: Callable[[str], str] = str.strip
    """What an answer is taken for."""

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"JINYA_{self.name}"

    def check(self, text: str) -> str:
        """Return the value that *text* stands for. Raises Refused."""
        value = self.mend(text)
        if not value.isprintable():
            raise Refused("This holds signs that cannot be shown.")
        if value or self.is_needed:
            try:
                self.read(Env({self.variable: value}))
            except (BadEnvironment, ValueError) as bad:
                raise Refused(str(bad)) from None
        return value or self.usual


def one_of(*known: str) -> Callable[[str], str]:
    """Return a check that takes these words alone."""

    def check(text: str) -> str:
        if text.lower() not in known:
            raise Refused(f"It is one of: {', '.join(known)}.")
        return text.lower()

    return check


def mail_server(text: str) -> str:
    """A machine, and a port if one is named. Raises Refused."""
    try:
        url = urlsplit(f"//{text}")
        if _MACHINE.fullmatch(text) and url.hostname and url.port != 0:
            return text
    except ValueError:
        pass
    raise Refused("It is the name of a machine like mail.example, or mail.example:587.")


def address(text: str) -> str:
    """An e-mail address, or none. Raises Refused."""
    if text and not (_ADDRESS.fullmatch(text) and text.isprintable()):
        raise Refused("It is one e-mail address like ann@jinya.example.")
    return text


def origins_of(hosts: str) -> str:
    """The addresses of pages at these names."""
    return ",".join(f"https://{host}" for host in hosts.split(",") if host)


def _list(text: str) -> str:
    return ",".join(word.strip() for word in text.split(",") if word.strip())


def _contact(text: str) -> str:
    return f"mailto:{text}" if _ADDRESS.fullmatch(text) and ":" not in text else text


def _matching(text: str, pattern: str, example: str) -> None:
    if not re.fullmatch(pattern, text):
        raise Refused(f"It looks like {example}.")


def _program(env: Env) -> None:
    path = Path(env.text("BACKUP_HOOK"))
    is_here = path.is_file() and os.access(path, os.X_OK)
    if not path.is_absolute() or not (is_here or path.is_relative_to("/hooks")):  # in a container
        raise Refused("It is the absolute path of a program that can be run.")


HOSTS = Question(
    "HOSTS",
    "Under which names do people reach it? Like jinya.example; several with commas",
    lambda env: env.hosts("HOSTS"),
    is_needed=True,
    mend=_list,
)
ORIGINS = Question(
    "ORIGINS",
    "What are its full addresses? The first one stands in mails",
    lambda env: env.origins("ORIGINS"),
    is_needed=True,
    mend=_list,
)
NAME = Question(
    "HOUSE_NAME", "What is the site called?", lambda env: env.line("HOUSE_NAME", "", 40), "Jinya"
)
OPERATOR = (
    Question(
        "OPERATOR",
        "Who runs it? A person or an association; the imprint says so",
        lambda env: env.line("OPERATOR", "", 100),
    ),
    Question(
        "OPERATOR_ADDRESS",
        "Their postal address, its lines separated by |",
        lambda env: env.line("OPERATOR_ADDRESS", "", 300),
    ),
    Question(
        "CONTACT",
        "How do visitors reach them? An e-mail address, or the https address of a page",
        lambda env: env.contact("CONTACT"),
        mend=_contact,
    ),
    Question(
        "SECURITY_CONTACT",
        "Who hears of security holes? An e-mail address, or the https address of a page",
        lambda env: env.contact("SECURITY_CONTACT"),
        mend=_contact,
    ),
    Question(
        "SOURCE",
        "Where can the source of what runs here be had? An https address (AGPL, section 13)",
        lambda env: env.page("SOURCE"),
    ),
    Question(
        "TEXTS_LANGUAGE",
        "Pages are in English and Japanese. Whose legal texts decide? both, en or ja",
        lambda env: env.choice("TEXTS_LANGUAGE", "both", ("both", *LANGUAGES)),
        "both",
    ),
    Question(
        "TEXTS",
        "In which folder are legal texts of your own, if you have some? An absolute path",
        own_texts,
    ),
)
PEOPLE = (
    Question(
        "MINIMUM_AGE",
        "How old must people be to have an account? In years; 0 asks nobody",
        lambda env: env.whole("MINIMUM_AGE", 0, 0, 99),
        "0",
    ),
    Question(
        "POPULATION",
        "Shall bots play each other all the time, so that there is something to watch? yes or no",
        lambda env: env.flag("POPULATION", False),
        "no",
    ),
)
STORES = (
    Question(
        "DATABASE_URL",
        "Where is the database? postgresql://name:password@host:5432/jinya",
        lambda env: env.database("DATABASE_URL", pooled=False),
        is_needed=True,
    ),
    Question(
        "REDIS_URL",
        "Where is Redis? redis://:password@host:6379/0",
        lambda env: env.url("REDIS_URL", ("redis", "rediss"), "redis://:password@host:6379/0"),
        is_needed=True,
    ),
)
SENDER = Question(
    "EMAIL_FROM",
    "From which address do mails come? site@jinya.example, or Jinya <site@jinya.example>",
    lambda env: address(env.text("EMAIL_FROM", expected="an address to send from")),
    is_needed=True,
)
BACKUPS = Question(
    "BACKUPS",
    "In which folder do backups lie, as a web process sees it? An absolute path",
    lambda env: env.folders("BACKUPS"),
    mend=_list,
)
HOOK = Question(
    "BACKUP_HOOK",
    "Which program takes each backup off this machine? The path of deploy/backup-away, say",
    _program,
)
AWAY_HOOK = "backup-away"
AWAY = (
    Question(
        "BACKUP_TO",
        "Where does it take them? A remote of rclone and a folder there, like away:bucket/jinya",
        lambda env: _matching(env.text("BACKUP_TO"), r"[\w.-]+:\S*", "away:bucket/jinya"),
        is_needed=True,
    ),
    Question(
        "BACKUP_KEY",
        "For whose key are they encrypted? age1..., the public half of what age-keygen makes",
        lambda env: _matching(env.text("BACKUP_KEY"), r"age1[0-9a-z]{58}", "age1... (62 signs)"),
        is_needed=True,
    ),
)
"""What `AWAY_HOOK`, which lies in deploy/, wants to know."""
MAIL = ("MAIL_SERVER", "MAIL_ENCRYPTION", "MAIL_NAME", "MAIL_PASSWORD", "MAIL_TO")
"""Of the first four JINYA_EMAIL_URL is made."""
STAFF = ("STAFF_NAME", "STAFF_PASSWORD", "SIGN_UP")
"""What the database holds (games.management.founding)."""

_VALUES = (NAME, HOSTS, ORIGINS, *OPERATOR, *PEOPLE, *STORES, SENDER, BACKUPS, HOOK, *AWAY)
ALL = (*(question.variable for question in _VALUES), *MAIL, *STAFF)
"""What a file of answers may say."""


def check_secret(env: Env) -> None:
    """Refuse a key that processes would not start with."""
    env.secret("SECRET_KEY")


def check_token(env: Env) -> None:
    """Refuse a token that processes would not start with."""
    env.secret("STATUS_TOKEN", 20)


def check_vapid(env: Env) -> None:
    """Refuse what is no key for push messages."""
    webpush.private_key(env.secret("VAPID_KEY", 43))
