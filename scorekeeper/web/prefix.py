"""WSGI middleware: the application under a path of its own, `/cards` say, as SCOREKEEPER_PREFIX chooses it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.utils import redirect

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Prefix:
    """Puts the prefix before every address; a proxy may pass it on or take it off."""

    def __init__(self, wsgi_app: "WSGIApplication", prefix: str) -> None:
        self.wsgi_app = wsgi_app
        self.prefix = prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        if path == self.prefix:  # a phone without a network is served below it only
            return redirect(f"{self.prefix}/", 308)(environ, start_response)
        if path.startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(self.prefix)
        environ["SCRIPT_NAME"] = self.prefix
        return self.wsgi_app(environ, start_response)
