"""Learning, puzzles, and what is done with a match that is over."""

from __future__ import annotations

from tests.kit.offering import offers_of
from tests.walk.board import Board
from tests.walk.browser import Browser, Refused
from tests.walk.people import guest
from tests.walk.steps.games import DUELS, begin
from tests.walk.walking import Walk, step

TEACHING = [meta.slug for meta in DUELS]
HIDDEN = [meta.slug for meta in DUELS if meta.placing is not None]
FILES = (
    "record.json",
    "record.txt",
    "record.txt?form=json",
    "record.txt?form=pgn",
    "board.svg",
    "board.png",
)


@step("a step of each course, and the match at its end with a coach")
def learn(walk: Walk) -> None:
    browser = guest(walk)
    browser.get("/learn/")
    for game in TEACHING:
        browser.get(f"/learn/{game}/")
        browser.follow(rf"/learn/{game}/[\w-]+/$")
        browser.get(browser.page.path, hint=1)
        for _move in range(2):
            offered = offers_of(browser.page.script("offers"))
            if not offered:
                break
            form = browser.page.form(rf"/learn/{game}/", "move")
            browser.send(form, move=offered[0]["action"])
    browser.get("/learn/xiongqi/")
    browser.send(browser.page.form("/learn/xiongqi/", "key"))
    board = Board(walk, browser)
    board.take_turn()
    board.wait_for_turn()


@step("the lesson of the front page, in each game")
def front_page(walk: Walk) -> None:
    for game in (*TEACHING, "nation"):
        browser = guest(walk)
        page = browser.get(f"/start/{game}/")
        offered = page.script(f"{game}-offers") or offers_of(page.script("offers"))
        if not offered:
            raise Refused(f"/start/{game}/ offers no move: {list(page.scripts)}")
        browser.send(page.form(f"/start/{game}/", "key"), move=offered[0]["action"])
        Board(walk, browser).wait_for_turn()


@step("a puzzle of each game, wrong and right, with an opinion of it")
def puzzles(walk: Walk) -> None:
    browser = guest(walk)
    browser.get("/puzzles/")
    browser.get("/puzzles/daily/")
    browser.get("/puzzles/daily/embed/")
    for game in TEACHING:
        browser.get(f"/puzzles/{game}/")
        answer(browser)
        for form in browser.page.forms("/puzzles/", "do", "vote"):
            browser.send(form, press=("do", "vote"), vote="1")
            break


def answer(browser: Browser) -> None:
    """By whatever is first, until it is answered."""
    for _move in range(8):
        offered = offers_of(browser.page.script("offers"))
        if offered:
            browser.send(browser.page.form("/puzzles/", "move"), move=offered[0]["action"])
        elif browser.page.offers("/puzzles/", "say"):
            form = browser.page.form("/puzzles/", "say")
            browser.send(form, say=form.choices["say"][0])
        else:
            return


@step("a match that is over: review, analysis, turning points, opinions, practice, record", 60)
def afterwards(walk: Walk) -> None:
    browser = guest(walk)
    for game in TEACHING:
        board = begin(walk, browser, game)
        for number in range(4):
            board.take_turn(number)
        if board.wait_for_turn():
            board.resign()
        board.look(ply=1)
        for part in (*FILES, "embed/"):
            browser.get(board.url + part)
        if game in HIDDEN:
            browser.get(f"{board.url}commitments.txt")
        look_back(walk, board, game)
    browser.get("/campaign/")


def look_back(walk: Walk, board: Board, game: str) -> None:
    """Everything that is thought of a match afterwards."""
    browser = board.browser
    page = board.look(ply=2)
    if page.offers("/opinion/", "level"):
        browser.send(page.form("/opinion/", "level"))
        walk.until(f"{board.url}: an opinion", lambda: "would have" in board.look(ply=2).text)
    kinds = {"known/": "known", "analysis/": "analysis"}
    for path, name in kinds.items():
        page = browser.get(board.url + path, expect=(200, 404))
        if page.status != 200:
            continue
        for form in page.forms(f"/{name}/"):
            browser.send(form)
            break

        def is_done(path: str = path) -> bool:
            return not any(True for _form in browser.get(board.url + path).forms(f"/{path}"))

        walk.until(f"{board.url}{path}", is_done)
    page = board.look(ply=2)
    if page.offers("/practise/", "level"):
        browser.send(page.form("/practise/", "level"))
        Board(walk, browser).wait_for_turn()


@step("the analysis board, an import, and an analysis that is kept")
def analysis(walk: Walk) -> None:
    browser = guest(walk)
    browser.get("/analysis/xiongqi/")
    browser.send(browser.page.form("/analysis/xiongqi/move/"), move="e3e4")
    browser.send(browser.page.form("/analysis/xiongqi/move/"), move="e6e5")
    assert "e3e4%2Ce6e5" in browser.page.path, browser.page.path
    browser.get("/analysis/xiongqi/", moves="e3e4", weigh="1")
    browser.send(browser.page.form("/analysis/xiongqi/worth/"))
    browser.get("/analysis/xiongqi/")
    form = browser.page.form("/analysis/xiongqi/", "position")
    browser.send(form, moves="1. e3-e4 e6e5! 2. D3D4 {pasted}")
    assert "moves=e3e4" in browser.page.path, browser.page.path
    board = begin(walk, browser, "xiongqi")
    board.take_turn()
    board.wait_for_turn()
    board.resign()
    record = browser.get(f"{board.url}record.txt").text
    browser.get("/analysis/xiongqi/")
    form = browser.page.form("/analysis/xiongqi/", "position")
    browser.send(form, moves=record)
    assert "moves=" in browser.page.path, browser.page.path
