"""Renew docs/rules-of-the-site.md: `python -m tools.rules_of_the_site`.

Each link there is to a name in a file. Line numbers, the values of constants, and the table of the
API's limits are written from the code; `tests/test_docs.py` fails where they are old.
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules-of-the-site.md"
LINK = re.compile(r"\[`([\w.]+)[^`]*`\]\(\.\./([\w/.-]+\.py)(?:#L\d+)?\)")
LIMITS = re.compile(r"(?<=<!-- API_LIMITS -->\n).*?(?=<!-- end -->)", re.DOTALL)
LONGEST = 60
"""Characters of a value; a longer one is left out."""
PERIODS = {"m": "minute", "h": "hour", "d": "day"}
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
    value = found_in("config/settings/base.py")["API_LIMITS"][1]
    rows = ["| Requests | At most |", "|---|---|"]
    for bucket, rates in ast.literal_eval(value).items():
        rows.append(f"| {bucket} | {', '.join(map(_rate, rates.split(',')))} |")
    return "\n".join(rows) + "\n"


def _rate(rate: str) -> str:
    count, period, owner = rate.split("/")
    return f"{count} a {PERIODS[period]} for each {OWNERS[owner]}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text()))
