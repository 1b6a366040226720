"""What is passed on of a match that is over, as browsers of others meet it."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import open_match, sign_in


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Puts a letter on somebody else's site, and tells its address."""
    letters: list[str] = []

    class Letter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = letters[-1].encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Letter)
    Thread(target=server.serve_forever).start()

    def publish(letter: str) -> str:
        letters.append(f"<!doctype html><title>A letter</title><h1>Look</h1>{letter}")
        return f"http://127.0.0.1:{server.server_port}/"

    yield publish
    server.shutdown()
    server.server_close()


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, over: Any) -> Page:
    page = new_visitor(viewport={"width": 1440, "height": 900})
    sign_in(page, site, over.players.get(seat=0).user)
    open_match(page, over)
    return page


def saved(page: Page, link: str) -> tuple[str, bytes]:
    """The name and the bytes of the file behind *link*."""
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_what_is_shared_follows_the_board(ann: Page, over: Any) -> None:
    link = ann.get_by_label("Link", exact=True)
    expect(link).to_have_value(ann.url)
    ann.get_by_role("link", name="North", exact=True).click()
    expect(link).to_have_value(f"{ann.url.partition('?')[0]}?ply=10&as=north")
    name, drawing = saved(ann, "As SVG")
    assert name == f"jinya-gunjin-{over.uid}-10.svg"
    assert drawing.startswith(b"<svg ")
    assert b"#south-U" in drawing


def test_a_picture_can_be_had_in_pixels(ann: Page, over: Any) -> None:
    name, picture = saved(ann, "As PNG")
    assert name == f"jinya-gunjin-{over.uid}.png"
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1440
    assert 1000 < height < 2200
    assert len(set(picture)) == 256
    assert len(picture) > 100_000  # there is something on it


def test_the_code_to_embed_shows_the_board_in_a_foreign_page(
    ann: Page, elsewhere: Any, new_context: Callable[..., BrowserContext]
) -> None:
    ann.get_by_role("link", name="South", exact=True).click()
    expect(ann.get_by_label("Link", exact=True)).to_have_value(re.compile(r"ply=10&as=south$"))
    code = ann.get_by_label("Embed").input_value()
    context = new_context(locale="en")
    page = context.new_page()
    page.goto(elsewhere(code))
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_text("Ann against Bob")
    expect(frame.get_by_text("8 / 9")).to_be_visible()
    expect(frame.locator(".board-picture [href$='#U']").first).to_be_attached()
    frame.get_by_role("link", name="Last move").click()
    expect(frame.get_by_text("9 / 9")).to_be_visible()
    expect(frame.locator(".board-picture [href$='#U']")).to_have_count(0)
    box = frame.locator(".board-picture").bounding_box()
    assert box is not None
    assert box["width"] > 250
    assert page.locator("iframe").evaluate("frame => frame.contentDocument") is None
    with context.expect_page() as opened:
        frame.get_by_role("link", name="The whole match").click()
    expect(opened.value.locator("#match-live")).to_be_attached()
    context.close()


def test_nothing_else_of_the_house_stands_in_a_foreign_page(
    site: Any, over: Any, elsewhere: Any, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    page = context.new_page()
    base = f"{site.url}/matches/{over.uid}"
    page.goto(elsewhere(f'<iframe src="{base}/"></iframe><iframe src="{base}/embed/"></iframe>'))
    whole, board = (page.frame_locator("iframe").nth(number) for number in (0, 1))
    expect(board.locator(".board-picture")).to_be_visible()
    expect(whole.locator("#match-live")).to_have_count(0)
    context.close()
