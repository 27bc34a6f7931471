"""axe as a file beside the application's pages: a browser compiles it once, which takes as long as to show a page."""

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from werkzeug import Response

ADDRESS = "/axe.js"
LOAD = """(address) => "axe" in window || new Promise((loaded, failed) => {
  const script = Object.assign(document.createElement("script"), { src: address, onload: () => loaded(true) });
  script.addEventListener("error", () => failed(new Error(`no ${address}`)));
  document.head.append(script);
  script.remove();
})"""


class WithAxe:
    """A WSGI middleware that answers for one more address."""

    def __init__(self, app: Any) -> None:
        self._app = app
        headers = {"Cache-Control": "public, max-age=86400, immutable"}
        self._file = Response(Axe().axe_script, mimetype="text/javascript", headers=headers)

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """Calls the application for all others."""
        answer = self._file if environ["PATH_INFO"] == ADDRESS else self._app
        return answer(environ, start_response)  # type: ignore[no-any-return]


def load_axe(page: Page) -> None:
    """Loads axe into a page of the application, unless it is there."""
    page.evaluate(LOAD, ADDRESS)
