"""Static files at addresses that change with their content (cache busting), and gzip for all answers worth it.

`url_for("static", filename="js/match/match.js")` is `/static/<version>/js/match/match.js`. The version covers the whole
folder, so what a module imports and a style sheet links by relative address is of the same version, and everything is
served as immutable. A page's style sheet (`css/joined/match.css`) is sent with its imports inlined (see
`web.stylesheet`); style sheets and scripts are sent without comments and white space.
"""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request, send_from_directory
from rcssmin import cssmin
from rjsmin import jsmin
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from scorekeeper.config import folder
from scorekeeper.web.stylesheet import joined

YEAR = 31_536_000  # seconds
MIN_COMPRESSED = 500  # bytes; below that gzip gains nothing on the wire
COMPRESSED_TYPES = ("text/", "application/j", "application/manifest+json", "application/wasm", "image/svg+xml")
SCRIPTS = ("js/", "games/")
DEVELOPMENT = "dev"  # the version while files change under the running application


def version_of(static: Path) -> str:
    """A short digest over the names and contents of all files."""
    digest = hashlib.sha256()
    for file in sorted(path for path in static.rglob("*") if path.is_file()):
        digest.update(file.relative_to(static).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Serve the static folder, and compress answers."""
    app.config["STATIC_VERSION"] = DEVELOPMENT if app.debug else version_of(folder("static"))
    app.add_url_rule("/static/<version>/<path:filename>", "static", _serve)
    app.url_defaults(_add_version)
    app.after_request(_compress)


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "static":
        values.setdefault("version", current_app.config["STATIC_VERSION"])


def _serve(version: str, filename: str) -> Response:
    """One file. A page loaded before an update still gets the file as it is now, but may not cache it."""
    if version != current_app.config["STATIC_VERSION"] or version == DEVELOPMENT:
        return _serve_uncached(filename)
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    compressed = kind.startswith(COMPRESSED_TYPES) and _accepts_gzip()
    response = Response(_content(filename, compressed=compressed), mimetype=kind)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    if kind.startswith(COMPRESSED_TYPES):
        response.vary.add("Accept-Encoding")
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _serve_uncached(filename: str) -> Response:
    if filename.endswith(".css"):
        response = Response(joined(_path_of(filename)), mimetype="text/css")
    else:
        response = send_from_directory(folder("static"), filename)
    response.headers["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1000)
def _content(filename: str, *, compressed: bool) -> bytes:
    """A file's content, cached in memory: the whole folder is a few megabytes."""
    path = _path_of(filename)
    if path.suffix == ".css":
        content = cssmin(joined(path)).encode()
    elif filename.startswith(SCRIPTS) and path.suffix == ".js":
        content = jsmin(path.read_text("utf-8")).encode()
    else:
        content = path.read_bytes()
    return gzip.compress(content, 9, mtime=0) if compressed else content


def _path_of(filename: str) -> Path:
    path = safe_join(str(folder("static")), filename)
    if path is None or not Path(path).is_file():
        raise NotFound
    return Path(path)


def _accepts_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _compress(response: Response) -> Response:
    """Compress a page or a JSON answer where the browser accepts gzip."""
    done = request.endpoint == "static" or response.is_streamed or "Content-Encoding" in response.headers
    if done or response.status_code != 200 or not (response.mimetype or "").startswith(COMPRESSED_TYPES):
        return response
    if request.method != "POST":  # no cache stores the answer to one
        response.vary.add("Accept-Encoding")
    page = response.get_data()
    if len(page) >= MIN_COMPRESSED and _accepts_gzip():
        response.set_data(gzip.compress(page, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
