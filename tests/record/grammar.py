"""The grammar of docs/records.md as it stands there, made into regular expressions.

It is written in the notation of the W3C (XML 1.0, part 6), and no name leads back to itself.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "records.md"
_RULE = re.compile(r"^(\w+) +::= (.*(?:\n +.*)*)", re.MULTILINE)
_PART = re.compile(
    r"""(?P<literal>'[^']*'|"[^"]*")
      | (?P<sign>\#x[0-9A-F]+)
      | (?P<signs>\[(?P<others>\^?)(?P<members>[^\]]*)\])
      | (?P<name>\w+)
      | (?P<operator>[()|*+?])
      | (?P<blank>\s+|/\*.*?\*/)""",
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(r"#x([0-9A-F]+)")


@cache
def rules() -> dict[str, str]:
    """What stands behind each name."""
    blocks = re.findall(r"```ebnf\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return {name: text for block in blocks for name, text in _RULE.findall(block)}


@cache
def pattern(name: str) -> str:
    """The regular expression of *name*."""
    text, found, place = rules()[name], list[str](), 0
    while place < len(text):
        part = _PART.match(text, place)
        assert part is not None, text[place:]
        found.append(_made(part))
        place = part.end()
    return f"(?:{''.join(found)})"


def _made(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "literal":
            return f"(?:{re.escape(part[0][1:-1])})"
        case "sign":
            return _sign(part[0])
        case "signs":
            members = _CODE.sub(lambda code: _sign(code[0]), part["members"].replace("\\", r"\\"))
            return f"[{part['others']}{members}]"
        case "name":
            return pattern(part[0])
        case "operator":
            return part[0]
    return ""


def _sign(code: str) -> str:
    return re.escape(chr(int(f"0{code[1:]}", 0)))
