"""Static files: versioned addresses, compression, joined style sheets, and a cache of compiled templates on disk."""

import gzip
import hashlib
import mimetypes
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import jinja2
from flask import Flask, Response, current_app, request, send_from_directory
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from rcssmin import cssmin
from rjsmin import jsmin
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from scorekeeper import __version__
from scorekeeper.config import folder
from scorekeeper.game_folders import STATIC_FILES, file_in, files_of_packages
from scorekeeper.signatures import is_signed, keys_of, sign

IMPORT = re.compile(r'^@import "([^"]+)"(?: ([^;]+))?;$', re.MULTILINE)


def joined(file: Path) -> str:
    """Returns the style sheet with its imports inlined.

    A part imported for a medium (`@import "../print.css" print;`) is wrapped in `@media`. A pattern (`@import
    "../../games/*/match.css"`) inlines every matching file, sorted by name, then those of games from packages.
    """

    def part(match: re.Match[str]) -> str:
        text = "".join(joined(part_file) for part_file in _files(file.parent, match[1]))
        return f"@media {match[2]} {{\n{text}}}\n" if match[2] else text

    return IMPORT.sub(part, file.read_text("utf-8"))


def _files(folder: Path, name: str) -> list[Path]:
    if "*" not in name:
        return [folder / name]
    start, _, pattern = name.partition("*")
    of_packages = files_of_packages("static", pattern.lstrip("/"))
    return [*sorted((folder / start).glob("*" + pattern)), *(file for _name, file in of_packages)]


YEAR = 31_536_000  # seconds
MIN_COMPRESSED = 500  # bytes; compressing less saves nothing
COMPRESSED_TYPES = ("text/", "application/j", "application/manifest+json", "application/wasm", "image/svg+xml")
SCRIPTS = ("js/", "games/")
RENAMED = {"js/offline/": "js/phone/"}  # folders by their former name, for open pages of an older version
DEVELOPMENT = "dev"  # the version in debug mode, where files change while the application runs


def version_of(static: Path) -> str:
    """Returns a digest of the names and contents of all static files, as ten hexadecimal digits."""
    digest = hashlib.sha256()
    ours = [(path.relative_to(static).as_posix(), path) for path in sorted(static.rglob("*")) if path.is_file()]
    for name, file in [*ours, *files_of_packages("static", *STATIC_FILES)]:
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Serves the static folder, compresses responses and caches compiled templates on disk."""
    app.config["STATIC_VERSION"] = DEVELOPMENT if app.debug else version_of(folder("static"))
    app.add_url_rule("/static/<version>/<path:filename>", "static", _serve)
    app.url_defaults(_add_version)
    app.after_request(_compress)
    init_template_cache(app)


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "static":
        values.setdefault("version", current_app.config["STATIC_VERSION"])


def _serve(version: str, filename: str) -> Response:
    """Serves a static file: cached for a year under the current version, uncached under any other version."""
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
    for former, folder_now in RENAMED.items():
        if filename.startswith(former):
            filename = folder_now + filename.removeprefix(former)
    if filename.endswith(".css"):
        response = Response(joined(_path_of(filename)), mimetype="text/css")
    else:
        response = send_from_directory(*_folder_and_name(filename))
    response.headers["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1000)
def _content(filename: str, *, compressed: bool) -> bytes:
    """Returns a static file, minified (style sheets and own scripts) and optionally gzipped; cached in memory."""
    path = _path_of(filename)
    if path.suffix == ".css":
        content = cssmin(joined(path)).encode()
    elif filename.startswith(SCRIPTS) and path.suffix == ".js":
        content = jsmin(path.read_text("utf-8")).encode()
    else:
        content = path.read_bytes()
    return gzip.compress(content, 9, mtime=0) if compressed else content


def _path_of(filename: str) -> Path:
    directory, name = _folder_and_name(filename)
    path = safe_join(str(directory), name)
    if path is None or not Path(path).is_file():
        raise NotFound
    return Path(path)


def _folder_and_name(filename: str) -> tuple[Path, str]:
    """Returns the static folder (a package's own for its game's files) and the file's name in it."""
    return file_in("static", filename) or (folder("static"), filename)


def is_static(filename: str) -> bool:
    """True if there is a static file of that name."""
    return Path(*_folder_and_name(filename)).is_file()


def _accepts_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _compress(response: Response) -> Response:
    """Compresses pages and JSON responses if the browser accepts gzip."""
    done = request.endpoint == "static" or response.is_streamed or "Content-Encoding" in response.headers
    if done or response.status_code != 200 or not (response.mimetype or "").startswith(COMPRESSED_TYPES):
        return response
    if request.method != "POST":  # responses to POST are not cached
        response.vary.add("Accept-Encoding")
    page = response.get_data()
    if len(page) >= MIN_COMPRESSED and _accepts_gzip():
        response.set_data(gzip.compress(page, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


END = b"\n"  # separates the signature from the content


def read_signed(file: Path, purpose: str, keys: Sequence[str]) -> bytes | None:
    """Returns the content of a file that `write_signed` wrote for this purpose; None if it is missing or not signed."""
    with suppress(OSError):
        signature, _end, content = file.read_bytes().partition(END)
        if is_signed(purpose, sha256(content).hexdigest(), signature.decode("ascii", "replace"), keys):
            return content
    return None


def write_signed(file: Path, purpose: str, content: bytes, key: str) -> None:
    """Writes a file and its signature, which only the owner can read, in a folder that only the owner can open.

    Renames a temporary file, so that no process ever reads half a file. Does nothing if the folder is unusable.
    """
    signature = sign(purpose, sha256(content).hexdigest(), key).encode()
    with suppress(OSError):
        for folder in (file.parent.parent, file.parent):  # `parents=True` would open the parent to others
            folder.mkdir(mode=0o700, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=file.parent)  # mode 0600
        try:
            with os.fdopen(descriptor, "wb") as written:
                written.write(signature + END + content)
            os.replace(temporary, file)
        except OSError:
            os.unlink(temporary)


def init_template_cache(app: Flask) -> None:
    """Enables the template cache, except in debug mode or if another one is configured."""
    if not app.debug and app.jinja_env.bytecode_cache is None:
        folder = Path(app.instance_path) / "cache" / "templates"
        app.jinja_env.bytecode_cache = TemplateCache(folder, keys_of(app.config))


class TemplateCache(BytecodeCache):
    """Jinja's cache of compiled templates: signed files in a folder that only the owner can read.

    Does nothing if the folder is unusable.
    """

    def __init__(self, folder: Path, keys: Sequence[str]) -> None:
        self.folder = folder
        self.keys = keys

    def load_bytecode(self, bucket: Bucket) -> None:
        """Loads the code from its file, if the file exists and its signature is valid."""
        code = read_signed(self.folder / bucket.key, _purpose(bucket), self.keys)
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Writes the code to its file."""
        write_signed(self.folder / bucket.key, _purpose(bucket), bucket.bytecode_to_string(), self.keys[0])


def _purpose(bucket: Bucket) -> str:
    """Returns the purpose of a cache file's signature: code is valid for its template and these versions only."""
    return f"template {bucket.key} {__version__} {jinja2.__version__}"
