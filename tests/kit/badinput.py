"""Bad input as data: B1 to B11 for every form of matches.

A case says who sends what to which address of `world`, and what is answered. Bodies are
bytes as they go over the wire, so that nothing helps us to send them well-formed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote_from_bytes, urlencode

FORM = "application/x-www-form-urlencoded"
KEY = "key-of-this-request"
MOVE = {"move": "e3e4", "seat_ply": "1", "key": KEY}
NEW = {"game": "xiongqi", "opponent": "link", "time": "relaxed", "side": "0", "key": KEY}
DRAW = {"do": "offer"}

MOVE_URL, DRAW_URL = "/matches/{running}/move/", "/matches/{running}/draw/"
REMATCH_URL = "/matches/{running}/rematch/"
LESSON_URL, STAGE_URL = "/start/xiongqi/", "/campaign/start/"
LESSON = {"move": "d1c2", "key": KEY}
LOCKED_STAGE = "dragon-throne"
NEW_URL, NOTICES_URL = "/matches/new/", "/notices/"


@dataclass(frozen=True)
class Case:
    """One thing sent that must change nothing."""

    id: str
    url: str
    body: bytes
    status: tuple[int, ...]
    who: str = "south"
    content_type: str = FORM


def encoded(fields: dict[str, str] | list[tuple[str, str]]) -> bytes:
    """A form as a browser would send it."""
    return urlencode(fields).encode()


def raw(fields: dict[str, str], name: str, value: bytes) -> bytes:
    """The form with one value in bytes of our choice, percent-encoded."""
    others = urlencode({key: text for key, text in fields.items() if key != name})
    return f"{others}&{name}={quote_from_bytes(value)}".encode()


# B1: what cannot be parsed

UNPARSEABLE = {
    "empty": b"",
    "blank": b"   \r\n ",
    "nul": b"\x00" * 20,
    "binary": bytes(range(256)),
    "half a percent": b"move=%e&seat_ply=%&key=%zz",
    "only signs": b"&&==&=;&",
    "json": b'{"move": "e3e4", "seat_ply": 1}',
    "half json": b'{"move": "e3',
    "deep json": b"[" * 20_000,
    "xml": b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
    "utf-16": "move=e3e4&seat_ply=1".encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbfmove=e3e4&seat_ply=1&key=abcdefgh",
    "pickle": b"\x80\x04\x95\x00\x00\x00\x00cos\nsystem\n(S'id'\ntR.",
}
CONTENT_TYPES = (
    "application/json",
    "text/plain",
    "application/xml",
    "application/octet-stream",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=no-such-thing",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "x" * 400,
    "multipart/mixed; boundary=x",
    "/",
    "",
    "\u00e9/\u00e9",
)


def unparseable() -> Iterator[Case]:
    for name, body in UNPARSEABLE.items():
        yield Case(f"b1-move-{name}", MOVE_URL, body, (422,))
        yield Case(f"b1-draw-{name}", DRAW_URL, body, (422,))
        yield Case(f"b1-new-{name}", NEW_URL, body, (422,))
    for kind in CONTENT_TYPES:
        body = b'{"move": "e3e4", "seat_ply": 1, "key": "key-of-this-request"}'
        yield Case(f"b1-type-{kind[:50]}", MOVE_URL, body, (400, 415, 422), content_type=kind)
        yield Case(f"b1-new-type-{kind[:50]}", NEW_URL, body, (400, 415, 422), content_type=kind)


# B2: what has the wrong shape

ODD_VALUES: dict[str, bytes] = {
    "empty": b"",
    "blank": b"  ",
    "null": b"null",
    "none": b"None",
    "true": b"true",
    "list": b"[1]",
    "object": b"{}",
    "nul": b"\x00",
    "nul inside": b"e3\x00e4",
    "surrogate": b"\xed\xa0\x80",
    "half utf-8": b"\xc3",
    "overlong": b"\xc0\xaf",
    "wide digits": "１".encode(),
    "arabic digits": "١".encode(),
    "zero": b"0",
    "minus": b"-1",
    "minus zero": b"-0",
    "fraction": b"1.5",
    "exponent": b"1e0",
    "infinity": b"Infinity",
    "nan": b"nan",
    "hex": b"0x1",
    "underscore": b"1_0",
    "2^31": b"2147483648",
    "2^63": b"9223372036854775808",
    "2^64": b"18446744073709551616",
    "10^4 digits": b"9" * 10_000,
    "10^4 letters": b"a" * 10_000,
    "markup": b"<script>alert(1)</script>",
    "template": b"{{7*7}}{%25 debug %25}",
    "format": b"%s%(x)s{0}%n",
    "sql": b"' OR 1=1 --",
    "path": b"../../../../etc/passwd",
    "crlf": b"e3e4\r\nSet-Cookie: a=b",
    "right to left": "\u202ee3e4".encode(),
    "zero width": "e3\u200be4".encode(),
    "emoji": "👩‍👩‍👧‍👦".encode(),
    "zalgo": ("e" + "\u0301" * 300).encode(),
}
HARMLESS = {
    # a number may be written with blanks, in other digits, or as 1.0
    "seat_ply": {"wide digits", "arabic digits"},
    "key": {"true", "list", "object"},
    "do": set(),
    "move": {"right to left", "zero width"},  # signs that nobody sees are left out
}


def odd_fields() -> Iterator[Case]:
    for name in MOVE:
        others = {key: text for key, text in MOVE.items() if key != name}
        yield Case(f"b2-move-without-{name}", MOVE_URL, encoded(others), (422,))
        for odd, value in ODD_VALUES.items():
            if odd in HARMLESS[name] or (name == "key" and odd in LONG_ENOUGH):
                continue
            body = raw(MOVE, name, value)
            yield Case(f"b2-move-{name}-{odd}", MOVE_URL, body, (409, 422))
    for odd, value in ODD_VALUES.items():
        yield Case(f"b2-draw-{odd}", DRAW_URL, raw(DRAW, "do", value), (422,))
        for name in NEW:
            if (name, odd) not in FINE_FOR_NEW and not (name == "key" and odd in LONG_ENOUGH):
                body = raw(NEW, name, value)
                yield Case(f"b2-new-{name}-{odd}", NEW_URL, body, (422,))
    for name in NEW:
        others = {key: text for key, text in NEW.items() if key != name}
        yield Case(f"b2-new-without-{name}", NEW_URL, encoded(others), (422,))


LONG_ENOUGH = {"infinity", "2^31", "2^63", "2^64"}
"""These are good names for a request."""
FINE_FOR_NEW = {("time", "none"), ("side", "zero"), ("side", "minus zero")}


def many_fields() -> Iterator[Case]:
    yield Case("b2-many-fields", MOVE_URL, encoded([(f"f{n}", "") for n in range(201)]), (400,))
    twice = [("move", "e3e4"), ("move", "e3e9"), ("seat_ply", "1"), ("key", KEY)]
    yield Case("b2-two-moves", MOVE_URL, encoded(twice), (422,))
    twice = [*MOVE.items(), ("seat_ply", "7")]
    yield Case("b2-two-numbers", MOVE_URL, encoded(twice), (409,))
    yield Case("b2-two-actions", DRAW_URL, b"do=offer&do=accept", (409,))
    yield Case("b2-list-names", MOVE_URL, b"move[]=e3e4&seat_ply[0]=1&key[a]=abcdefgh", (422,))


# B3 and B4: squares, pieces and moves that are not there

BAD_MOVES = (
    *("i9", "a9a8", "a0a1", "i5h5", "e3", "e3e3", "e3e4e5", "3e4e"),
    *("e3e4 ", " e3e4", "e3\te9", "e3e4=K", "e3e4=E", "e8e9=E", "=E"),
    *("P@e4", "O-O", "pass", "resign", "draw", "0000", "--", "e3,e4", "(4,2)(4,3)"),
    *("a1a9", "a1h8", "d4d5", "e6e5", "a8a7", "e1e3", "c2c9", "a1b1", "e3e5", "e3d3", "b1b8"),
)


def bad_moves() -> Iterator[Case]:
    for text in BAD_MOVES:
        body = encoded({**MOVE, "move": text})
        stripped = text.strip() == "e3e4"
        if not stripped:
            yield Case(f"b3-{text}", MOVE_URL, body, (422,))


# B4 in a game that accepts bluffs: what it refuses all the same, and answers nobody asked for

COVERED_URL, ASKED_URL = "/matches/{covered}/move/", "/matches/{asked}/move/"
NO_BLUFFS = (
    *("a2b2", "b1b1", "a3a4", "d6d5", "a2a3!", "c2c7!", "a2a3!!", "a2a8", "e1e2", "P*a2", "R*a3"),
    *("P*", "*a3", "p*a3", "P*a8", "P*a3!", "P*a3b4", "K*a3", "U*a3", "zP*a3", "Ｐ*a3", "P＊a3"),
    *("accept", "Doubt", "doubt!", "doubt doubt", "ダウト", "setup:PGRN/LKSB", "call-doubt"),
)


def no_bluffs() -> Iterator[Case]:
    for text in NO_BLUFFS:
        body = encoded({**MOVE, "seat_ply": "2", "move": text})
        yield Case(f"b4-bluff-{text}", COVERED_URL, body, (422,))
    for text, who, seat_ply, status in (
        ("a2a3", "south", 4, 422),
        ("P*a3", "south", 4, 422),
        ("doubt", "south", 3, 409),
        ("doubt", "south", 5, 409),
        ("doubt", "north", 3, 409),
        ("accept", "north", 3, 409),
        ("accept", "stranger", 4, 403),
        ("doubt", "visitor", 4, 403),
    ):
        body = encoded({**MOVE, "seat_ply": str(seat_ply), "move": text})
        yield Case(f"b8-answer-{text}-{who}-{seat_ply}", ASKED_URL, body, (status,), who=who)


# B4 again: pieces and kinds to mark that are not there

MARK_URL = "/matches/{hidden}/mark/"
MARK = {"piece": "g4", "kind": "T"}
BAD_PIECES = ("a1", "g3", "G4", "g4 ", "ｇ4", "i9", "g4g4", "0", "__class__", "g4,b4", "U", "?")
BAD_KINDS = ("Q", "t", "TT", "U", "?", "GL", " T", "Ｔ", "0", "tank", "GLMCKJABDPTHESXF")


def bad_marks() -> Iterator[Case]:
    for name in MARK:
        for odd, value in ODD_VALUES.items():
            if (name, odd) != ("kind", "empty"):
                yield Case(f"b2-mark-{name}-{odd}", MARK_URL, raw(MARK, name, value), (422,))
    for piece in BAD_PIECES:
        yield Case(f"b4-mark-{piece}", MARK_URL, encoded({**MARK, "piece": piece}), (422,))
    for kind in BAD_KINDS:
        yield Case(f"b4-mark-as-{kind}", MARK_URL, encoded({**MARK, "kind": kind}), (422,))
    yield Case("b4-mark-nothing", MARK_URL, b"", (422,))
    yield Case("b4-mark-a-list", MARK_URL, b"piece[]=g4&kind[]=T", (422,))
    for name, body in UNPARSEABLE.items():
        yield Case(f"b1-mark-{name}", MARK_URL, body, (422,))
    for place, status in (("running", 422), ("over", 409), ("cancelled", 409), ("open", 409)):
        url = f"/matches/{{{place}}}/mark/"
        yield Case(f"b6-mark-{place}", url, encoded(MARK), (status,))
    for who in ("stranger", "visitor"):
        yield Case(f"b9-mark-{who}", MARK_URL, encoded(MARK), (403,), who=who)
    yield Case("b9-mark-of-the-other", MARK_URL, encoded(MARK), (422,), who="north")
    # South has marked it so already
    yield Case("b11-mark-again", MARK_URL, encoded(MARK), (200,))


# B6: the wrong time

WRONG_TIMES = {
    "stale": ("/matches/{later}/move/", {**MOVE, "move": "d3d4"}, "south", 409),
    "future": (MOVE_URL, {**MOVE, "seat_ply": "2"}, "south", 409),
    "far future": (MOVE_URL, {**MOVE, "seat_ply": "1000000"}, "south", 409),
    "too far": (MOVE_URL, {**MOVE, "seat_ply": "1000001"}, "south", 422),
    "not my turn": (MOVE_URL, {**MOVE, "move": "e6e5"}, "north", 409),
    "over": ("/matches/{over}/move/", {**MOVE, "seat_ply": "3"}, "south", 409),
    "cancelled": ("/matches/{cancelled}/move/", MOVE, "south", 409),
    "not begun": ("/matches/{open}/move/", MOVE, "south", 409),
    "resign over": ("/matches/{over}/resign/", {}, "south", 409),
    "resign cancelled": ("/matches/{cancelled}/resign/", {}, "south", 409),
    "draw over": ("/matches/{over}/draw/", DRAW, "north", 409),
    "draw cancelled": ("/matches/{cancelled}/draw/", DRAW, "north", 409),
    "rematch too early": (REMATCH_URL, {}, "south", 409),
    "rematch of a cancelled match": ("/matches/{cancelled}/rematch/", {}, "south", 409),
}


def wrong_times() -> Iterator[Case]:
    for name, (url, fields, who, status) in WRONG_TIMES.items():
        yield Case(f"b6-{name}", url, encoded(fields), (status,), who=who)


# B8: offers nobody made

OFFERS = {
    "accept nothing": (DRAW_URL, "accept", "south", 409),
    "refuse nothing": (DRAW_URL, "refuse", "south", 409),
    "withdraw nothing": (DRAW_URL, "withdraw", "south", 409),
    "accept my own": ("/matches/{offered}/draw/", "accept", "south", 409),
    "offer twice": ("/matches/{offered}/draw/", "offer", "south", 409),
    "withdraw another's": ("/matches/{offered}/draw/", "withdraw", "north", 409),
    "to a bot": ("/matches/{bot}/draw/", "offer", "south", 409),
    "shouted": (DRAW_URL, "OFFER", "south", 422),
    "blank around it": (DRAW_URL, " offer ", "south", 422),
}


def offers() -> Iterator[Case]:
    for name, (url, do, who, status) in OFFERS.items():
        yield Case(f"b8-{name}", url, encoded({"do": do}), (status,), who=who)


# B9: not entitled, or not there at all

PLACES = ("running", "later", "over", "cancelled", "offered", "bot")


def not_entitled() -> Iterator[Case]:
    for who in ("stranger", "visitor"):
        for place in PLACES:
            for path, fields in (
                ("move", MOVE),
                ("resign", {}),
                ("draw", DRAW),
                ("draw", {"do": "accept"}),
                ("rematch", {}),
            ):
                url = f"/matches/{{{place}}}/{path}/"
                name = f"b9-{who}-{place}-{path}-{fields.get('do', '')}"
                yield Case(name, url, encoded(fields), (403,), who=who)
        for path in ("move", "resign", "draw", "rematch", "seen"):
            url = f"/matches/{{open}}/{path}/"
            yield Case(f"b9-{who}-open-{path}", url, encoded(MOVE), (404, 422), who=who)
    for path in ("move", "resign", "draw", "rematch", "seen", "cancel"):
        url = f"/matches/AAAAAAAAAAAA/{path}/"
        yield Case(f"b9-unknown-{path}", url, encoded({**MOVE, **DRAW}), (404,))
    yield Case("b9-unknown-secret", "/take/AAAAAAAAAAAAAAAAAAAAAA/", b"", (404,))
    yield Case("b9-own-seat", "/take/{open_secret}/", b"", (409,))
    yield Case("b9-taken-seat", "/take/{running_secret}/", b"", (409,), who="stranger")
    # visitors become guests by what they do, and by nothing that is refused
    yield Case("b9-visitor-takes-taken", "/take/{running_secret}/", b"", (409,), who="visitor")
    for name in NEW:
        body = encoded({**NEW, name: "nothing" if name != "key" else "?"})
        yield Case(f"b9-visitor-new-{name}", NEW_URL, body, (422,), who="visitor")
    for name in LESSON:
        body = encoded({**LESSON, name: "?"})
        yield Case(f"b9-visitor-lesson-{name}", LESSON_URL, body, (302,), who="visitor")
    for stage in ("", "nothing", LOCKED_STAGE):
        body = encoded({"stage": stage, "key": KEY})
        for who in ("south", "visitor"):
            yield Case(f"b6-{who}-stage-{stage}", STAGE_URL, body, (302,), who=who)
    yield Case("b9-visitor-notices", NOTICES_URL, b"", (302,), who="visitor")


# B11: repeats


def repeats() -> Iterator[Case]:
    # this very request was accepted before: it is answered as then, and nothing happens
    again = {"move": "e3e4", "seat_ply": "1", "key": "the-first-move"}
    url = "/matches/{later}/move/"
    yield Case("b11-same-again", url, encoded(again), (200,))
    yield Case("b11-other-move", url, encoded({**again, "move": "d3d4"}), (409,))
    yield Case("b11-other-number", url, encoded({**again, "seat_ply": "2"}), (200,))
    yield Case("b11-other-key", url, encoded({**again, "key": "another-key"}), (409,))
    yield Case("b11-of-the-other-seat", url, encoded(again), (409, 422), who="north")


# Set-ups

NOTHING_PLACED = "." * 23
FORTRESS = "ATBDDBTAPCFXXEKPHSLGMJE"
PUT = {"do": "put", "letters": NOTHING_PLACED, "pick": "G", "to": "a3"}
KEEP = {"do": "keep", "letters": FORTRESS}
SETUP_URL = "/matches/{placing}/setup/"
OUTSIDE_URL = "/set-ups/gunjin/"
BAD_REQUESTS = {
    "piece twice": ({"do": "save", "letters": "GG" + "." * 21}, 422),
    "too short": ({"do": "save", "letters": "." * 22}, 422),
    "too long": ({"do": "save", "letters": "." * 24}, 422),
    "small letters": ({"do": "save", "letters": FORTRESS.lower()}, 422),
    "kanji": ({"do": "save", "letters": "軍" * 23}, 422),
    "both sides": ({**PUT, "pick": "a3", "to": "a4"}, 422),
    "from nowhere": ({**PUT, "pick": ""}, 422),
    "two at once": ({**PUT, "pick": "LM"}, 422),
    "of the other": ({**PUT, "pick": "g"}, 422),
    "nothing left": ({**PUT, "letters": "G" + "." * 22}, 422),
    "no army": ({"do": "army:horde", "letters": NOTHING_PLACED}, 409),
    "no formation": ({"do": "load:wall", "letters": NOTHING_PLACED}, 409),
    "forget nothing": ({"do": "forget", "letters": FORTRESS, "name": "wall"}, 409),
    "rename nothing": ({**KEEP, "do": "rename", "name": "wall", "new_name": "w"}, 409),
    "rename to nothing": ({**KEEP, "do": "rename", "name": "wall"}, 422),
    "keep half": ({"do": "keep", "letters": NOTHING_PLACED, "name": "wall"}, 422),
    "keep nameless": (KEEP, 422),
    "keep blank": ({**KEEP, "name": "  "}, 422),
    "long name": ({**KEEP, "name": "w" * 41}, 422),
    "nul in a name": ({**KEEP, "name": "w\0w"}, 422),
    "invisible name": ({**KEEP, "name": "\u200b"}, 422),
    "invisible name after a colon": ({**KEEP, "do": "keep:\u200b"}, 422),
    "long name of a load": ({**KEEP, "do": "load:" + "w" * 41}, 422),
}
BAD_SETUPS = (
    *("setup:", "setup:" + NOTHING_PLACED, "setup:" + FORTRESS[:-1], "setup:" + FORTRESS + "E"),
    *("setup:" + "G" * 23, "setup:" + FORTRESS.lower(), FORTRESS, "SETUP:" + FORTRESS),
    *("setup:setup:" + FORTRESS, "setup: " + FORTRESS, "b3b4", "setup:" + "軍" * 23),
)


def set_ups() -> Iterator[Case]:
    for name, (fields, status) in BAD_REQUESTS.items():
        yield Case(f"b4-setup-{name}", SETUP_URL, encoded(fields), (status,))
        yield Case(f"b4-outside-{name}", OUTSIDE_URL, encoded(fields), (status,))
    for name, body in UNPARSEABLE.items():
        yield Case(f"b1-setup-{name}", SETUP_URL, body, (422,))
        yield Case(f"b1-outside-{name}", OUTSIDE_URL, body, (422,))
    for name in PUT:
        for odd, value in ODD_VALUES.items():
            yield Case(f"b2-setup-{name}-{odd}", SETUP_URL, raw(PUT, name, value), (422,))
    for number, text in enumerate(BAD_SETUPS):
        body = encoded({**MOVE, "move": text})
        yield Case(f"b4-ready-{number}", "/matches/{placing}/move/", body, (422,))
    save = encoded({"do": "save", "letters": NOTHING_PLACED})
    for place in PLACES:
        yield Case(f"b6-setup-{place}", f"/matches/{{{place}}}/setup/", save, (409,))
    yield Case("b6-draw-while-placing", "/matches/{placing}/draw/", encoded(DRAW), (409,))
    for who in ("stranger", "visitor"):
        yield Case(f"b9-{who}-setup", SETUP_URL, save, (403,), who=who)
        yield Case(f"b9-{who}-ready", "/matches/{placing}/move/", encoded(MOVE), (403,), who=who)
    yield Case("b9-visitor-outside", OUTSIDE_URL, save, (302,), who="visitor")
    for game in ("xiongqi", "gungi", "nowhere"):
        yield Case(f"b9-outside-{game}", f"/set-ups/{game}/", save, (404,))
    yield Case("b9-unknown-setup", "/matches/AAAAAAAAAAAA/setup/", save, (404,))


CASES = [
    *unparseable(),
    *odd_fields(),
    *many_fields(),
    *bad_moves(),
    *no_bluffs(),
    *bad_marks(),
    *set_ups(),
    *wrong_times(),
    *offers(),
    *not_entitled(),
    *repeats(),
]
