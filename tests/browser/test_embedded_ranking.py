"""The ranking in a frame of a page from another server."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.clubs.tournaments.embedding import allow_embedding
from scorekeeper.store.models import db
from scorekeeper.web.public_address import public_address
from tests.browser.conftest import Picture, Site
from tests.clubs.evenings import a_club
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round


@pytest.fixture
def frame(site: Site) -> str:
    """The address of a ranking that other sites may show."""
    with site.app.test_request_context():
        made = a_tournament(a_club(), 8, name="Autumn cup")
        made.public = "nonce"
        play_round(made)
        allow_embedding(made, True, ACTOR)
        db.session.commit()
        return f"{site.address}/t/{public_address(made).partition('/t/')[2]}/embed"


@pytest.fixture
def elsewhere(frame: str) -> Iterator[str]:
    """The address of another server, whose page has the frame."""
    page = (
        f'<!doctype html><title>Club</title><iframe src="{frame}" title="Ranking" width="100%" height="600"></iframe>'
    )

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Logs nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Club) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("width", [320, 800])
def test_another_site_shows_the_ranking_and_no_cookie_is_set(
    chromium: Browser, elsewhere: str, picture: Picture, width: int
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 640})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(elsewhere)
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("row")).to_have_count(9)
    picture(page, f"embedded-{width}")
    root = inside.locator("html")
    assert root.evaluate("html => html.scrollWidth <= html.clientWidth")
    assert context.cookies() == []
    assert [text for text in said if "favicon" not in text and "404" not in text] == []
    context.close()
