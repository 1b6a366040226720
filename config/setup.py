"""Asks what a site has to know, writes it where its processes read it, and makes the first staff
account. What is there already is the default of each question; files are written after the last.
"""

from __future__ import annotations

import os
import secrets
import smtplib
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from urllib.parse import quote, urlsplit

import django

from accounts.common.mail_errors import why_no_mail
from accounts.management.dialogue import Dialogue, Ended
from config import envfiles, questions
from config.env import BadEnvironment, Env
from config.mail_server import MailServer, mail_server_of
from config.operator import PAGES
from config.questions import Question
from games.endpoints import webpush

PORTS = {"starttls": 587, "tls": 465, "none": 25}
CODE_TRIES = 3
EMAIL_NAMES = ("JINYA_EMAIL_URL", "JINYA_EMAIL_STARTTLS", "JINYA_EMAIL_FROM")
OF_COMPOSE = (
    *("POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD", "BACKUP_PASSWORD"),
    "REDIS_PASSWORD",
)
"""What compose.yaml makes the addresses of database and Redis of."""

SECRET = {
    *("JINYA_SECRET_KEY", "JINYA_STATUS_TOKEN", "JINYA_VAPID_KEY", "JINYA_EMAIL_URL"),
    *("JINYA_DATABASE_URL", "JINYA_REDIS_URL", *OF_COMPOSE),
}
"""What is never shown."""


@dataclass
class Files:
    """The files in which values are kept: several in a folder, or one."""

    folder: Path | None
    file: Path | None
    texts: dict[Path, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = ("backup.env", *envfiles.FILES)
        paths = [self.folder / name for name in names] if self.folder else [self.file]
        for path in filter(None, paths):
            try:
                self.texts[path] = path.read_text()
            except FileNotFoundError:
                self.texts[path] = ""
            except (OSError, UnicodeDecodeError) as error:
                raise Ended(f"{path} cannot be read ({error}). Run this as root?") from None
            for name, value in envfiles.read(self.texts[path]):
                if self.path_of(name) == path:  # backups have a database's address of their own
                    self.values[name] = value

    def path_of(self, name: str) -> Path:
        """Return the file of a value of that name."""
        if self.folder is None:
            assert self.file is not None
            return self.file
        if name in EMAIL_NAMES:
            return self.folder / "mail.env"
        is_of_backups = name.startswith("JINYA_BACKUP_")
        return self.folder / ("backup.env" if is_of_backups else "app.env")

    @property
    def is_of_compose(self) -> bool:
        """True if containers read them, which have their own addresses of database and Redis."""
        return self.file is not None and self.file.name == ".env"


class Setup:
    """The answers, and what becomes of them."""

    def __init__(self, dialogue: Dialogue, files: Files, *, is_dry: bool) -> None:
        self.dialogue = dialogue
        self.files = files
        self.is_dry = is_dry
        self.said: dict[str, str] = {}

    @property
    def new(self) -> dict[str, str]:
        """The answers that differ from the files."""
        old = self.files.values
        return {name: value for name, value in self.said.items() if value != old.get(name, "")}

    def value(self, name: str) -> str:
        """Return the value of *name*, as answered or else as in the files; "" for none."""
        return self.said.get(name, self.files.values.get(name, ""))

    def put(self, name: str, value: str, usual: str = "") -> None:
        """Let *name* be *value*; what holds anyway is not written down."""
        if value == usual and name not in self.files.values:
            self.said.pop(name, None)
        else:
            self.said[name] = value

    # --- questions ---

    def ask_all(self) -> None:
        """Go through everything that files hold."""
        if self.dialogue.is_live:
            self.dialogue.say(
                "Enter keeps what stands in brackets, - empties it, Ctrl-C leaves all as it is.\n"
                f"At the end it is written to {self.files.folder or self.files.file}."
            )
        self.ask_part("The site", questions.NAME)
        self.ask_addresses()
        self.ask_part("Who runs it", *questions.OPERATOR)
        self.ask_part("People and bots", *questions.PEOPLE)
        if not self.files.is_of_compose:
            missing = [one for one in questions.STORES if not self.value(one.variable)]
            self.ask_part("Database and Redis", *missing)
        self.ask_mail()
        lie = () if self.files.is_of_compose else (questions.BACKUPS,)  # compose.yaml says where
        self.ask_part("Backups", *lie, questions.HOOK)
        if Path(self.value("JINYA_BACKUP_HOOK")).name == questions.AWAY_HOOK:
            for question in questions.AWAY:
                self.ask(question)
        self.make_keys()

    def ask_part(self, title: str, *asked: Question) -> None:
        """Ask for some values under a title."""
        if asked:
            self.dialogue.head(title)
        for question in asked:
            self.ask(question)

    def ask(self, question: Question, default: str = "") -> None:
        """Ask for one value."""
        name = question.variable
        answer = self.dialogue.ask(
            name,
            question.text,
            self.value(name) or default or question.usual,
            question.check,
            is_secret=name in SECRET,
        )
        self.put(name, answer, question.usual)

    def ask_addresses(self) -> None:
        """Ask for names and addresses, which go together."""
        hosts, origins = questions.HOSTS.variable, questions.ORIGINS.variable
        before = questions.origins_of(self.value(hosts))
        self.ask(questions.HOSTS)
        now = questions.origins_of(self.value(hosts))
        if self.value(origins) == before:
            self.put(origins, now)
        self.ask(questions.ORIGINS, now)

    def ask_mail(self) -> None:
        """Ask for the mail server until it takes a mail, or nobody wants to try."""
        self.dialogue.head("Mail")
        self.ask_server()
        self.ask(questions.SENDER)
        while not self.try_mail():
            self.ask_server()
            self.ask(questions.SENDER)

    def ask_server(self) -> None:
        """Ask for what JINYA_EMAIL_URL is made of."""
        ask, old = self.dialogue.ask, self.server()
        place = ask(
            "MAIL_SERVER",
            "Which server takes our mails? Its name, or name:port",
            _place(old) if old else "",
            questions.mail_server,
        )
        given = urlsplit(f"//{place}")
        kind = ask(
            "MAIL_ENCRYPTION",
            "How is the way there encrypted? starttls (port 587), tls (465) or none (25)",
            _encryption(old, given.port),
            questions.one_of(*PORTS),
        )
        user, password = self.ask_login(old)
        made = MailServer(
            host=given.hostname or "",
            port=given.port or PORTS[kind],
            user=user,
            password=password,
            is_tls=kind == "tls",
            is_starttls=kind == "starttls",
        )
        if made != old:
            self.put("JINYA_EMAIL_URL", _address_of(made))
            self.put("JINYA_EMAIL_STARTTLS", "no" if kind == "none" else "")

    def ask_login(self, old: MailServer | None) -> tuple[str, str]:
        """Ask for name and password at the mail server; both "" where it wants none."""
        user = self.dialogue.ask("MAIL_NAME", "Your name there", old.user if old else "")
        if not user:
            return "", ""
        kept = old.password if old and old.user == user else ""
        password = self.dialogue.ask("MAIL_PASSWORD", "Your password there", kept, is_secret=True)
        return user, password

    def server(self) -> MailServer | None:
        """The mail server of the values so far, if they name one."""
        try:
            return mail_server_of(Env({name: self.value(name) for name in EMAIL_NAMES}))
        except BadEnvironment:
            return None

    def try_mail(self) -> bool:
        """Send a mail with a code and ask for it; whether there is no more to ask about mail."""
        dialogue, server = self.dialogue, self.server()
        contact = self.value("JINYA_CONTACT")
        is_worth_it = dialogue.is_live and bool(self.new.keys() & set(EMAIL_NAMES))
        to = dialogue.ask(
            "MAIL_TO",
            "To whom shall a mail go, to try it? It holds a code to be typed here",
            contact.removeprefix("mailto:") if is_worth_it and "@" in contact else "",
            questions.address,
        )
        if not to or server is None or self.is_dry:
            return True
        code, at = f"{secrets.randbelow(10**6):06}", f"The server at {server.host}:{server.port}"
        if why := self.refusal(server, to, code):
            if not dialogue.is_live:
                raise Ended(f"{at} {why} Nothing is written.")
            dialogue.say(f"\n{at} {why} Once more, then; - instead of an address sends no mail.")
            return False
        dialogue.say(f"\n{at} took a mail to {to}.")
        if dialogue.is_live:
            self.ask_code(code)
        else:
            dialogue.say("Look whether it arrives: nobody is here to type its code.")
        return True

    def refusal(self, server: MailServer, to: str, code: str) -> str:
        """Send the mail with the code; return why the server has not taken it, "" if it has."""
        sender = self.value("JINYA_EMAIL_FROM")
        try:
            server.send(_test_mail(code, sender, to))
        except (smtplib.SMTPException, OSError, ValueError) as error:
            reason = str(error).strip().split("\n")[0] or type(error).__name__
            return why_no_mail(error, to=to, sender=sender, reason=f"{reason.rstrip('.')}.")
        return ""

    def ask_code(self, code: str) -> None:
        """Ask for the code of the mail, and say whether it has come."""
        for _try in range(CODE_TRIES):
            typed = self.dialogue.ask("", "The code in it; Enter if it does not come")
            if typed == code:
                self.dialogue.say("  It is received: mails arrive.")
                return
            if not typed:
                break
            self.dialogue.say("  That is not the code.")
        self.dialogue.say(
            "  Not received. The values stay; docs/mail.md has what the DNS must say."
        )

    def make_keys(self) -> None:
        """Make what is random, where there is none that can be used."""
        for name, check, make in (
            ("SECRET_KEY", questions.check_secret, lambda: secrets.token_urlsafe(64)),
            ("STATUS_TOKEN", questions.check_token, lambda: secrets.token_urlsafe(24)),
            ("VAPID_KEY", questions.check_vapid, webpush.new_key),
        ):
            variable = f"JINYA_{name}"
            try:
                check(Env({variable: self.value(variable)}))
            except (BadEnvironment, ValueError):
                self.put(variable, make())
        if self.files.is_of_compose:
            for name in OF_COMPOSE:
                self.put(name, self.value(name) or secrets.token_hex(24))

    # --- what becomes of it ---

    def write(self) -> None:
        """Write what is new, or say what would be: each value, and of a secret the name alone."""
        by_file: dict[Path, dict[str, str]] = {}
        for name, value in self.new.items():
            by_file.setdefault(self.files.path_of(name), {})[name] = value
        if not by_file:
            self.dialogue.say("\nThe files hold all of this already: nothing is written.")
        for path, values in by_file.items():
            if not self.is_dry:
                try:
                    envfiles.replace(path, envfiles.changed(self.files.texts[path], values))
                except OSError as error:
                    raise Ended(f"{path} cannot be written ({error.strerror}).") from None
            self.dialogue.say(f"\n{'Would write' if self.is_dry else 'Wrote'} to {path}:")
            for name, value in values.items():
                shown = "(a secret)" if name in SECRET else envfiles.quoted(value) or "(nothing)"
                self.dialogue.say(f"  {name}={shown}")

    def say_what_is_next(self) -> None:
        """Name what this command cannot do."""
        steps = ["bin/jinya doctor --mail-to YOU   until nothing is wrong"]
        if self.files.is_of_compose:
            steps = [
                "docker compose up -d",
                "docker compose exec mail bin/jinya setup   for the first staff account",
                "docker compose exec mail bin/jinya doctor --mail-to YOU   until nothing is wrong",
            ]
        elif self.new and self.files.folder:
            if "JINYA_HOSTS" in self.new:
                steps.insert(0, "deploy/debian/install   so that Caddy knows the names")
            steps.insert(0, "systemctl restart 'jinya-*'")
        elif self.new:
            steps.insert(0, f"set -a; . {self.files.file}; set +a   then start all processes anew")
        self.dialogue.say("\nNext:")
        for step in steps:
            self.dialogue.say(f"  {step}")
        self.dialogue.say("Read what the site says of itself; texts of your own: JINYA_TEXTS.")
        for page in PAGES:
            self.dialogue.say(f"  {self.value('JINYA_ORIGINS').split(',')[0]}/{page}/")


def _address_of(server: MailServer) -> str:
    """Return *server* as JINYA_EMAIL_URL names it."""
    login = f"{quote(server.user, safe='')}:{quote(server.password, safe='')}@"
    scheme = "smtps" if server.is_tls else "smtp"
    return f"{scheme}://{login if server.user else ''}{_place(server)}"


def _place(server: MailServer) -> str:
    name = f"[{server.host}]" if ":" in server.host else server.host
    return f"{name}:{server.port}"


def _encryption(old: MailServer | None, port: int | None) -> str:
    if old is not None and port == old.port:
        return "tls" if old.is_tls else "starttls" if old.is_starttls else "none"
    return {number: kind for kind, number in PORTS.items()}.get(port or 587, "starttls")


def _test_mail(code: str, sender: str, to: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = f"{code} is the code"
    mail["From"], mail["To"] = sender, to
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=sender.strip(">").rpartition("@")[2])
    mail.set_content(f"The site can send mails. Type this where you set it up: {code}\n")
    return mail


def _answers(path: Path) -> dict[str, str]:
    """What a file of answers says. Raises Ended for a name that nothing asks for."""
    try:
        answers = dict(envfiles.read(path.read_text()))
    except (OSError, UnicodeDecodeError) as error:
        raise Ended(f"{path} cannot be read ({error}).") from None
    if unknown := sorted(answers.keys() - set(questions.ALL)):
        raise Ended(f"{path}: nothing asks for {', '.join(unknown)}; --help names all there is.")
    return answers


def _arguments(argv: list[str] | None) -> Namespace:
    parser = ArgumentParser(
        prog="jinya setup",
        description=__doc__,
        epilog="A file of answers may say:\n  " + "\n  ".join(questions.ALL),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--file", help="write all values to this file (.env: that of compose.yaml)")
    parser.add_argument("--answers", metavar="FILE", help="ask nobody: lines NAME=value of a file")
    parser.add_argument("--dry-run", action="store_true", help="say what would be written")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> None:
    """Run the command."""
    given = _arguments(argv)
    here = Path(os.environ.get("JINYA_HERE", ""))  # bin/jinya has left the folder it was called in
    dialogue = Dialogue(_answers(here / given.answers) if given.answers else None)
    if not given.file and not envfiles.FOLDER.is_dir():
        if "JINYA_DATABASE_URL" not in os.environ:
            raise Ended(
                f"There is no {envfiles.FOLDER}: deploy/debian/install makes it. Or name a file by"
                " --file. The site of `jinya play` needs neither."
            )
        dialogue.say("Values come from the environment here: only the database is asked.")
        found(dialogue, os.environ, is_dry=given.dry_run)
        return
    files = Files(None, here / given.file) if given.file else Files(envfiles.FOLDER, None)
    setup = Setup(dialogue, files, is_dry=given.dry_run)
    setup.ask_all()
    setup.write()
    if not files.is_of_compose:
        found(dialogue, {**files.values, **setup.new}, is_dry=given.dry_run)
    setup.say_what_is_next()


def found(dialogue: Dialogue, values: Mapping[str, str], *, is_dry: bool) -> None:
    """Ask what the database holds, as a process with these values."""
    if is_dry:
        dialogue.say("\nThe database is not asked: the first staff account, and who may sign up.")
        return
    os.environ.update(values)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    try:
        django.setup()
    except BadEnvironment as bad:
        raise Ended(f"The site would not start: {bad}") from None
    from games.management import founding  # knows tables: after the settings

    founding.found(dialogue)


if __name__ == "__main__":
    main()
