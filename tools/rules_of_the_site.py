"""Renew docs/rules-of-the-site.md and docs/api.md: `python -m tools.rules_of_the_site`.

Each link in the one is to a name in a file; line numbers and the values of constants are written
from the code, and so is the table of limits in the other. `tests/test_docs.py` fails where they are
old.
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules-of-the-site.md"
PROMISES = ROOT / "docs" / "api.md"
AS_A_PAGE = re.compile(r'as_a_page="(\w+)"')
WHAT = {
    "read": "Whatever is asked with a GET",
    "write": "Whatever changes something, but moves",
    "move": "All that is done at a board of one's own, for each match",
    "export": "All of one's matches in one answer",
    "unknown": "Requests without a token that is good",
    "begin": "What begins a match or offers one",
    "other": "What else changes something",
}
LINK = re.compile(r"\[`([\w.]+)[^`]*`\]\(\.\./([\w/.-]+\.py)(?:#L\d+)?\)")
LIMITS = re.compile(r"(?<=<!-- API_LIMITS -->\n).*?(?=<!-- end -->)", re.DOTALL)
LONGEST = 60
"""Characters of a value; a longer one is left out."""
PERIODS = {"m": "a minute", "h": "an hour", "d": "a day"}
OWNERS = {
    "key": "token",
    "user": "user",
    "ip": "address",
}


def renewed(text: str) -> str:
    """Return *text* with its links and table as the code is now; LookupError for a lost name."""
    return LIMITS.sub(lambda _match: table_of_limits(), LINK.sub(_link, text))


def _link(match: re.Match[str]) -> str:
    name, path = match.groups()
    line, value = found_in(path)[name]
    label = f"{name} = {value}" if value and len(value) <= LONGEST else name
    return f"[`{label}`](../{path}#L{line})"


@cache
def found_in(path: str) -> dict[str, tuple[int, str]]:
    """Return the line and, for a constant, the value of each name at the top of a file, and of
    each member of its classes."""
    found: dict[str, tuple[int, str]] = {}
    for node in ast.parse((ROOT / path).read_text()).body:
        found |= _named(node)
        if isinstance(node, ast.ClassDef):
            inner = [_named(one) for one in node.body]
            found |= {f"{node.name}.{key}": value for one in inner for key, value in one.items()}
    return found


def _named(node: ast.stmt) -> dict[str, tuple[int, str]]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name: (node.lineno, "")}
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return {name: (node.lineno, ast.unparse(value))}
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return {name: (node.lineno, ast.unparse(value))}
    return {}


def table_of_limits() -> str:
    """Return the limits of programs as a table of Markdown."""
    files, settings = (ROOT / "games" / "api" / "routes").glob("*.py"), "config/settings/base.py"
    shared = {name for file in files for name in AS_A_PAGE.findall(file.read_text())}
    own, pages = (
        ast.literal_eval(found_in(settings)[name][1]) for name in ("API_LIMITS", "PLAY_LIMITS")
    )
    rows = ["| `key` | What counts | At most |", "|---|---|---|"]
    for bucket, rates in (own | {name: pages[name] for name in sorted(shared)}).items():
        rows.append(f"| {bucket} | {WHAT[bucket]} | {', '.join(map(_rate, rates.split(',')))} |")
    most = found_in("games/api/connections.py")["MOST_OF_TOKEN"][1]
    rows.append(f"| streams | Connections that wait for news | {most} at once for each token |")
    return "\n".join(rows) + "\n"


def _rate(rate: str) -> str:
    count, period, owner = rate.split("/")
    return f"{count} {PERIODS[period]} for each {OWNERS[owner]}"


if __name__ == "__main__":
    for page in (PAGE, PROMISES):
        page.write_text(renewed(page.read_text()))
