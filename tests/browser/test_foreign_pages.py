"""Behind a network that answers for the server, a phone keeps only what the server itself sent."""

from collections.abc import Iterable
from random import random
from typing import Any

import pytest
from flask import url_for
from werkzeug import Response

from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import ready
from tests.support.matches import TRUCO

pytestmark = pytest.mark.installs

PORTAL = "Log in to the network of this café"
TEXT_OF = "address => fetch(address).then((answer) => answer.text())"
KEPT_TEXT = "address => caches.match(address).then((answer) => answer.text())"
FORGET_THE_VERSION = "script => import(script).then((store) => store.setSetting('pages', ''))"  # to be cached again
A_NEW_VERSION = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing;
  await new Promise((done) => {
    worker.addEventListener("statechange", () => /redundant|activated/.test(worker.state) && done());
  });
}"""


class Portal:
    """A network that answers these paths with its log-in page, as if it came from the server."""

    def __init__(self, site: Site, *paths: str) -> None:
        self.site, self.paths, self.inner = site, paths, site.app.wsgi_app

    def __enter__(self) -> None:
        self.site.app.wsgi_app = self

    def __exit__(self, *_failure: object) -> None:
        self.site.app.wsgi_app = self.inner

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """Calls the application for other paths. The service worker's script is another one each time."""
        if environ["PATH_INFO"] == "/sw.js":
            script = Response.from_app(self.inner, environ | {"HTTP_ACCEPT_ENCODING": ""})
            script.data += f"// {random()}".encode()
            return script(environ, start_response)
        if environ["PATH_INFO"].endswith(self.paths):
            return Response(PORTAL, mimetype="text/html")(environ, start_response)
        return self.inner(environ, start_response)  # type: ignore[no-any-return]


def test_a_network_s_page_is_kept_neither_as_a_file_nor_as_the_offline_page_nor_installed_with_a_new_version(
    site: Site, open_page: OpenPage
) -> None:
    page = ready(open_page(site.start(TRUCO)))
    with site.app.test_request_context():
        file = url_for("static", filename="css/print.css")  # not among the files that the phone has
        script = url_for("static", filename="js/phone/store.js")
    with Portal(site, "print.css"):
        assert page.evaluate(TEXT_OF, file) == PORTAL
    assert PORTAL not in page.evaluate(TEXT_OF, file)

    page.evaluate(FORGET_THE_VERSION, script)
    with Portal(site, "/offline"):
        page.reload()
        ready(page)
        assert PORTAL not in page.evaluate(KEPT_TEXT, f"{site.address}/offline")
        page.evaluate(A_NEW_VERSION)
    assert PORTAL not in page.evaluate(KEPT_TEXT, f"{site.address}/offline")
