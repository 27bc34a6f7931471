"""The rules as a JavaScript module, in the example page that is built with it."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tools.rules_library import javascript


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    folder = javascript.write(tmp_path / "module")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/example.html"
        server.shutdown()


def test_the_example_page_scores_a_hand_and_says_why_another_is_refused(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.get_by_label("Us").fill("7")
    page.get_by_label("Them").fill("4")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("status")).to_have_text("7 : 4")
    expect(page.get_by_role("listitem")).to_contain_text("TRE-4")
    page.get_by_label("Us").fill("9")
    page.get_by_label("Them").fill("9")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("status")).to_have_text("hand 2, points: These add up to 18 instead of 11 (TRE-4)")
    page.close()
