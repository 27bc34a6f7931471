"""A request of granian's asynchronous interface (RSGI) as a WSGI application gets it (PEP 3333)."""

import io
import sys
from typing import Any
from wsgiref.types import WSGIEnvironment

FIXED: WSGIEnvironment = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
BARE = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


def length_of(scope: Any) -> int | None:
    """The bytes of the body as its sender says; None where it comes in pieces."""
    text = scope.headers.get("content-length")
    if text is not None:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 10**15
    return None if scope.headers.get("transfer-encoding") else 0


def client_of(scope: Any) -> str:
    """The address of whoever is connected."""
    return str(scope.client).rpartition(":")[0].strip("[]")


def environ_of(scope: Any, body: bytes) -> WSGIEnvironment:
    """The environment of a request with this body."""
    name, _colon, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **FIXED,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),  # decoded by granian; so PEP 3333 wants text
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": client_of(scope),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
    }
    for header, value in scope.headers.items():
        if "_" in header:
            continue  # it would pass for one with a hyphen, such as a proxy's own
        key = BARE.get(header) or "HTTP_" + header.upper().replace("-", "_")
        between = "; " if header == "cookie" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    if body:
        environ["CONTENT_LENGTH"] = str(len(body))
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ
