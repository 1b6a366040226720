"""An open match page, kept up to date as its script does it (`putRest` in static/js/match.js)."""

from __future__ import annotations

import re

HOLDS = "X-Match-Holds"


def holds_of(page: str) -> str:
    """What a page says it holds."""
    found = re.search(r'data-holds="([^"]*)"', page)
    return found[1] if found else ""


def parts_in(rest: str) -> dict[str, str]:
    """The parts that have come, by name."""
    found, at = {}, rest.index("data-rest>")
    while (part := re.compile(r'<\w+[^>]* data-part="([\w-]+)"').search(rest, at)) is not None:
        at = _end(rest, part.start())
        found[part[1]] = rest[part.start() : at]
    return found


def squares_in(rest: str) -> dict[str, str]:
    """The squares that have come, by name."""
    board = re.search(r'<div id="board".*?</div></div>', rest, re.DOTALL)
    cells = re.findall(r'<div class="cell.*?</div>', board[0] if board else "", re.DOTALL)
    return {re.findall(r'id="sq-(\w+)"', cell)[0]: cell for cell in cells}


def patched(page: str, answer: str) -> str:
    """The page once the answer is in its place."""
    if "data-rest>" not in answer:
        return answer
    for name, part in parts_in(answer).items():
        page = _with_part(page, name, part)
    for name, cell in squares_in(answer).items():
        old = re.search(
            rf'<div class="cell[^>]*><button class="square"[^>]* id="sq-{name}".*?</div>',
            page,
            re.DOTALL,
        )
        assert old, f"there is no square {name}"
        page = page.replace(old[0], cell)
    if '<div id="board"' in answer:
        page = _with_attributes(page, answer, r'<div[^>]* id="board"[^>]*>')
        [press] = re.findall(r'<div id="board"[^>]*data-press="(\w+)"', answer)
        board = page.index('id="board"'), page.index('data-part="hand"')
        squares = re.sub(r'(class="square" type=)"\w+"', rf'\1"{press}"', page[slice(*board)])
        page = page[: board[0]] + squares + page[board[1] :]
    page = _with_attributes(page, answer, r'<div class="match"[^>]*>')
    return _filled_in(page)


def _filled_in(page: str) -> str:
    """What requests carry stands at the root of the page, and is put into their forms."""
    [seat_ply] = re.findall(r' data-seat-ply="(\d+)"', page)
    return re.sub(r'(name="seat_ply") value="\d+"', rf'\1 value="{seat_ply}"', page)


def _end(page: str, start: int) -> int:
    """Where the element ends that begins at *start*."""
    tag, depth = re.split(r"\W", page[start + 1 : start + 20], maxsplit=1)[0], 0
    for found in re.compile(rf"<(/?){tag}\b").finditer(page, start):
        depth += -1 if found[1] else 1
        if depth == 0:
            return page.index(">", found.start()) + 1
    raise AssertionError(tag)


def _with_part(page: str, name: str, part: str) -> str:
    found = re.search(rf'<\w+[^>]* data-part="{name}"', page)
    assert found, f"there is no place for {name}"
    old = page[found.start() : _end(page, found.start())]
    first = re.search(r'data-from="(\d+)"', part)
    if first and int(first[1]) > 1:  # of the list only its end has come
        part = _with_rows(old, part, int(first[1]) - 1)
    return page.replace(old, part)


def _with_rows(old: str, part: str, kept: int) -> str:
    """Rows of a list that is not reversed are put back before those that have come."""
    rows = re.findall(r"<li><span class=\"move-number\">.*?</li>", old, re.DOTALL)[:kept]
    more = part.index("<li", part.index("data-from="))
    return re.sub(r'data-from="\d+"', 'data-from="1"', part[:more] + "".join(rows) + part[more:])


def _with_attributes(page: str, answer: str, tag: str) -> str:
    here, fresh = re.search(tag, page), re.search(tag, answer)
    assert here and fresh
    given = dict(re.findall(r'([\w-]+)="([^"]*)"', fresh[0]))
    changed = re.sub(
        r'([\w-]+)="([^"]*)"', lambda one: f'{one[1]}="{given.get(one[1], one[2])}"', here[0]
    )
    return page.replace(here[0], changed)


def without_what_is_new_each_time(page: str) -> str:
    """The page but for tokens, the names of requests and the moment."""
    page = re.sub(r'(name="(?:csrfmiddlewaretoken|key)") value="[^"]*"', r"\1", page)
    return re.sub(r' data-(?:now|left|key)="[^"]*"', "", page)
