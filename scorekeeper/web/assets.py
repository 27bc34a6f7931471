"""Static files with addresses that change when anything in them does, and answers small enough for a phone.

`url_for("static", filename="js/match/match.js")` is `/static/<version>/js/match/match.js`. The version covers the whole
folder, so what a module imports and a style sheet links by relative address is of the same version, and all may be kept
for ever. A page's style sheet (`css/joined/match.css`) is sent with all of its parts inside, a script (`js/`, `games/`)
without its `/** … */`.
"""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from scorekeeper.config import folder
from scorekeeper.web.script import without_comments
from scorekeeper.web.stylesheet import joined

YEAR = 31_536_000  # seconds
WORTH_PACKING = 500  # bytes; below that gzip gains nothing on the wire
PACKED = ("text/", "application/j", "application/manifest+json", "application/wasm", "image/svg+xml")
JOINED = "css/joined/"
SCRIPTS = ("js/", "games/")
DEVELOPING = "dev"  # the version while files change under the running application


def version_of(static: Path) -> str:
    """A short digest of every file's name and content."""
    digest = hashlib.sha256()
    for file in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(file.relative_to(static).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Serve the static folder, and pack what is worth packing."""
    app.config["STATIC_VERSION"] = DEVELOPING if app.debug else version_of(folder("static"))
    app.add_url_rule("/static/<version>/<path:filename>", "static", _serve)
    app.url_defaults(_add_version)
    app.after_request(_pack)


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "static":
        values.setdefault("version", current_app.config["STATIC_VERSION"])


def _serve(version: str, filename: str) -> Response:
    """One file. A page from before an update still gets what it asks for, but may not keep it."""
    if version != current_app.config["STATIC_VERSION"] or version == DEVELOPING:
        return _serve_as_it_is_now(filename)
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    packed = kind.startswith(PACKED) and _takes_gzip()
    response = Response(_content(filename, packed=packed), mimetype=kind)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    if kind.startswith(PACKED):
        response.vary.add("Accept-Encoding")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _serve_as_it_is_now(filename: str) -> Response:
    if filename.startswith(JOINED):
        response = Response(joined(_path_of(filename)), mimetype="text/css")
    else:
        response = send_from_directory(folder("static"), filename)
    response.headers["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1000)
def _content(filename: str, *, packed: bool) -> bytes:
    """A file's content, kept in memory: the whole folder is a few megabytes."""
    path = _path_of(filename)
    if filename.startswith(JOINED):
        content = joined(path).encode()
    elif filename.startswith(SCRIPTS) and path.suffix == ".js":
        content = without_comments(path.read_text("utf-8")).encode()
    else:
        content = path.read_bytes()
    return gzip.compress(content, 9, mtime=0) if packed else content


def _path_of(filename: str) -> Path:
    path = safe_join(str(folder("static")), filename)
    if path is None or not Path(path).is_file():
        raise NotFound
    return Path(path)


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _pack(response: Response) -> Response:
    """gzip a page or a JSON answer for whoever takes it."""
    done = request.endpoint == "static" or response.is_streamed or "Content-Encoding" in response.headers
    if done or response.status_code != 200 or not (response.mimetype or "").startswith(PACKED):
        return response
    if request.method != "POST":  # no cache keeps the answer to one
        response.vary.add("Accept-Encoding")
    page = response.get_data()
    if len(page) >= WORTH_PACKING and _takes_gzip():
        response.set_data(gzip.compress(page, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
