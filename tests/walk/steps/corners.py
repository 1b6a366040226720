"""What scripts of the pages ask for, and smaller forms."""

from __future__ import annotations

from tests.walk.board import Board
from tests.walk.people import Member, introduce
from tests.walk.steps.games import begin
from tests.walk.walking import Walk, step


def token_in(page_text: str) -> str:
    """The token of a page, as its scripts send it."""
    return page_text.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]


@step("what the scripts of a board ask for")
def scripts(walk: Walk) -> None:
    who = Member(walk)
    browser = who.browser
    board = begin(walk, browser, "gunjin")
    board.look()
    board.place()
    board.take_turn()
    board.wait_for_turn()
    fields = {"csrfmiddlewaretoken": [token_in(board.page.text)]}
    browser.submit(f"{board.url}seen/", fields, expect=204)
    browser.get(f"{board.url}board/")
    browser.get(f"{board.url}knowledge/")
    browser.get(f"{board.url}try/")
    for path in ("/desk/counts/", "/desk/next/", "/favicon.ico", "/healthz", "/readyz"):
        browser.get(path)
    browser.get("/set-ups/")
    form = browser.page.form("/set-ups/gunjin/", "do", "new")
    browser.send(form, press=("do", "new"), expect=(200, 422))
    board.look()
    form = board.page.form("/pieces/", "pieces", "kanji")
    browser.send(form, press=("pieces", "kanji"))


@step("an analysis that is kept and shared; an invitation withdrawn; ties; leaving and staying")
def keeping(walk: Walk) -> None:
    one, other = Member(walk), Member(walk)
    browser = one.browser
    browser.get("/analysis/xiongqi/", moves="e3e4")
    browser.send(browser.page.form("/analyses/", "title"))
    browser.get("/analyses/")
    browser.follow(r"/analyses/[\w-]+/$")
    form = browser.page.form("/analyses/", "do", "share")
    browser.send(form, press=("do", "share"))
    browser.get("/rules/gungi/")
    browser.send(browser.page.form("/play/gungi/"))
    browser.get("/matches/new/", game="xiongqi", opponent="link")
    browser.send(browser.page.form("/matches/new/", "game"), opponent="link", time="relaxed")
    browser.send(browser.page.form("/cancel/"))
    browser.get(f"/people/{other.name}/feed/")
    browser.get("/news/feed/")
    page = browser.get(f"/people/{other.name}/")
    form = page.form("/ties/")
    browser.send(form, press=form.buttons[0] if form.buttons else None)
    mine, _theirs = introduce(one, other)
    mine.take_turn()
    Board(walk, other.browser, mine.url).look()
