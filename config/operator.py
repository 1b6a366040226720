"""Who runs this site, as its own pages tell visitors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from config.env import Env
from config.version import VERSION

PAGES = ("privacy", "terms", "imprint", "cookies", "accessibility")
"""The pages that an operator can have texts of their own for."""

LANGUAGES = ("en", "ja")
LONGEST_TEXT = 100_000  # bytes


@dataclass(frozen=True)
class Operator:
    """The facts that operators give of themselves and of the site; empty where they give none."""

    site: str = "Jinya"
    name: str = ""
    address: tuple[str, ...] = ()
    """The lines of a postal address."""
    contact: str = ""
    """A mailto: or https: address."""
    language: str = ""
    """The language whose texts decide; empty if both count the same."""
    source: str = ""
    """Where the source of what runs here can be had."""
    log_days: int = 90
    """How long the logs of the servers are kept."""
    reports_errors: bool = False
    """Whether errors are reported to a service of somebody else."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Texts of their own in place of ours, by page and language ("terms.ja")."""
    version: str = VERSION

    @property
    def contact_shown(self) -> str:
        """The contact as people write it."""
        return self.contact.removeprefix("mailto:")


def operator_of(env: Env) -> Operator:
    """Read the operator from the environment; a bad value ends the start with one sentence."""
    language = env.choice("TEXTS_LANGUAGE", "both", ("both", *LANGUAGES))
    return Operator(
        site=env.line("HOUSE_NAME", "Jinya", 40),
        name=env.line("OPERATOR", "", 100),
        address=tuple(
            part.strip()
            for part in env.line("OPERATOR_ADDRESS", "", 300).split("|")
            if part.strip()
        ),
        contact=env.contact("CONTACT"),
        language="" if language == "both" else language,
        source=env.page("SOURCE"),
        log_days=env.whole("LOG_DAYS", 90, 0, 3650),
        reports_errors=bool(env.text("SENTRY_DSN", "")),
        texts=own_texts(env),
    )


def own_texts(env: Env) -> dict[str, str]:
    """The files `<page>.<language>.txt` in the folder that TEXTS names."""
    if not env.text("TEXTS", ""):
        return {}
    folder = env.folder("TEXTS", Path("/"))
    known = {f"{page}.{language}" for page in PAGES for language in LANGUAGES}
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".txt")
        texts = {path.stem: path.read_bytes()[: LONGEST_TEXT + 1].decode() for path in files}
    except (OSError, UnicodeDecodeError) as error:
        raise env.refuse("TEXTS", f"a folder of texts in UTF-8 ({error})") from None
    for name, text in texts.items():
        if name not in known or len(text.encode()) > LONGEST_TEXT or not text.strip():
            expected = (
                "files called like privacy.en.txt with a text of at most"
                f" {LONGEST_TEXT // 1000} kB, and {name}.txt is none"
            )
            raise env.refuse("TEXTS", expected)
    return texts
