"""Keeps compiled templates on disk, so that the first page after a start need not compile them again.

A file for each template in `cache/templates` of the instance folder. Compiled code is run as it is, so every file is
signed with the secret key, over the versions of Scorekeeper and Jinja too: one that is damaged, of another version or
by somebody else is compiled anew and written over. Jinja itself compares the template's text and Python's version.
"""

import hmac
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import jinja2
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorekeeper import __version__

DIGEST = "sha256"
SIZE = 32  # bytes of a signature


def init_app(app: Flask) -> None:
    """Use the cache, unless templates are being worked on or there is another one already."""
    if not app.debug and app.jinja_env.bytecode_cache is None:
        folder = Path(app.instance_path) / "cache" / "templates"
        app.jinja_env.bytecode_cache = TemplateCache(folder, str(app.config["SECRET_KEY"]))


class TemplateCache(BytecodeCache):
    """Compiled templates in a folder of files that only their owner may read; where it cannot be used, it is not."""

    def __init__(self, folder: Path, key: str) -> None:
        self.folder = folder
        self.key = key.encode()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code from its file, if that is there and ours."""
        with suppress(OSError):
            kept = (self.folder / bucket.key).read_bytes()
            signature, code = kept[:SIZE], kept[SIZE:]
            if hmac.compare_digest(signature, self._signature(bucket, code)):
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put the code into its file, whole or not at all, whoever else does so at the same time."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, made = tempfile.mkstemp(dir=self.folder)  # mode 0600
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(self._signature(bucket, code) + code)
                os.replace(made, self.folder / bucket.key)
            except OSError:
                os.unlink(made)

    def _signature(self, bucket: Bucket, code: bytes) -> bytes:
        about = f"template {bucket.key} {__version__} {jinja2.__version__} ".encode()
        return hmac.digest(self.key, about + code, DIGEST)
