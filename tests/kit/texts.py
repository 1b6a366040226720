"""Four hundred texts that somebody may type to do harm or by mishap (B13)."""

from __future__ import annotations

from itertools import product

XSS = [
    before + attack
    for before, attack in product(
        ("", '">', "'>", "</textarea>", "</script>", "--></title>", "javascript:", "\\u003c"),
        (
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg/onload=alert(1)>",
            '<a href="javascript:alert(1)">go</a>',
            "<iframe srcdoc='<b>x</b>'></iframe>",
            "<style>*{display:none}</style>",
            "<b onmouseover=alert(1)>b",
            "<math><mi//xlink:href='data:x'>",
            "<form action=//evil.example><input name=x>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
        ),
    )
]
SQL = [
    start + attack
    for start, attack in product(
        ("'", '"', "1", "%"),
        (
            " OR 1=1 --",
            "; DROP TABLE accounts_user; --",
            " UNION SELECT name, password FROM accounts_user",
            " AND SLEEP(9) --",
            "); DELETE FROM match_match; --",
            " LIKE '%' ESCAPE '!'",
            "||(SELECT version())||'",
            "/**/OR/**/'a'='a",
            " HAVING 1=1#",
            "\\' OR 'x'='x",
        ),
    )
]
TEMPLATE = [
    form % inside
    for form, inside in product(
        ("{{ %s }}", "{%% %s %%}", "${%s}", "#{%s}", "<%%= %s %%>"),
        ("7*7", "settings.SECRET_KEY", "user.password", "include 'base.html'"),
    )
]
PATHS = [
    step * times + goal
    for step, times, goal in product(
        ("../", "..\\", "%2e%2e/", "....//", "/"), (1, 4), ("etc/passwd", ".env")
    )
]
LINES = [
    end + header
    for end, header in product(
        ("\r\n", "\n", "\r", "%0d%0a", "\u2028"),
        ("Set-Cookie: a=b", "Location: //evil.example", "Bcc: all@evil.example", "\r\n<p>"),
    )
]
FORMATS = [
    sign * times
    for sign, times in product(("%s", "%n", "%x", "{0}", "{}", "%(name)s", "%1$s", "{a.b}", "\\x", "%%"), (1, 9))
]  # fmt: skip
SIGNS = [
    *("\u202eevil\u202c", "\u2066x\u2069", "a\u200bb", "a\u200d\u200cb", "\ufeffa", "\u00ad\u00ada"),
    *("👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇯🇵🇺🇳", "✊\ufe0e", "1️⃣", "👨🏿‍🦰", "🧑‍🤝‍🧑"),
    *("Z" + "\u0301" * 40, "e" + "\u0489" * 30, "\u0301" * 20, "ﷺ" * 20, "𒐫" * 10),
    *("\x00", "a\x00b", "\x1b[31mred", "\x07", "\x7f", "\x85"),
    *("x", "。", "　", "\u3000\u3000", "\t\t", "\u2003", "\n\n"),
    *("аdmin", "Ａｄｍｉｎ", "admin", "ADMIN", "ad\u200bmin", "npc", "NPC", "ⅷ", "ﬁne", "ſtaff", "İ", "ß", "ǅ"),
    *("陣屋", "ｼﾞﾝﾔ", "じんや", "ｊｉｎｙａ", "한국어", "العربية", "עברית", "ไทย", "हिन्दी", "Ω≈ç√∫"),
    *("null", "undefined", "NaN", "None", "true", "-0", "1e309", "0x1F", "007", "=1+1", "@SUM(A1)", "+1", "-1"),
    *("x" * 299, "長" * 299, "😀" * 140, "word " * 59),
    *("http://evil.example/?a=1&b=2", "//evil.example", "mailto:a@b.example", "data:text/html,<b>x", "[a](http://e.example)", "![p](//e.example/p.png)"),
]  # fmt: skip

TEXTS = [
    *dict.fromkeys([*XSS, *SQL, *TEMPLATE, *PATHS, *LINES, *FORMATS, *SIGNS]),
    *(f"{a} {b}" for a, b in zip(XSS, SQL * 2, strict=True)),
    *(f"{a}{b}" for a, b in zip(XSS, [*SIGNS, *SIGNS], strict=False)),
]
