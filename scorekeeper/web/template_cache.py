"""Keeps compiled templates on disk, so that the first page after a start need not compile them again.

A file for each template in `cache/templates` of the instance folder. Compiled code is run as it is, so every file is
signed with the secret key, over the versions of Scorekeeper and Jinja too: one that is damaged, of another version or
by somebody else is compiled anew and written over. Jinja itself compares the template's text and Python's version.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import jinja2
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from scorekeeper import __version__
from scorekeeper.signatures import is_signed, keys_of, sign

PURPOSE = "template"
END = b"\n"  # of the signature; the code follows


def init_app(app: Flask) -> None:
    """Use the cache, unless templates are being worked on or there is another one already."""
    if not app.debug and app.jinja_env.bytecode_cache is None:
        folder = Path(app.instance_path) / "cache" / "templates"
        app.jinja_env.bytecode_cache = TemplateCache(folder, keys_of(app.config))


class TemplateCache(BytecodeCache):
    """Compiled templates in a folder of files that only their owner may read; where it cannot be used, it is not."""

    def __init__(self, folder: Path, keys: Sequence[str]) -> None:
        self.folder = folder
        self.keys = keys

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code from its file, if that is there and ours."""
        with suppress(OSError):
            signature, _end, code = (self.folder / bucket.key).read_bytes().partition(END)
            if is_signed(PURPOSE, _signed(bucket, code), signature.decode("ascii", "replace"), self.keys):
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put the code into its file, whole or not at all, whoever else does so at the same time."""
        code = bucket.bytecode_to_string()
        signature = sign(PURPOSE, _signed(bucket, code), self.keys[0]).encode()
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, made = tempfile.mkstemp(dir=self.folder)  # mode 0600
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(signature + END + code)
                os.replace(made, self.folder / bucket.key)
            except OSError:
                os.unlink(made)


def _signed(bucket: Bucket, code: bytes) -> str:
    """What the signature is over."""
    return f"{bucket.key} {__version__} {jinja2.__version__} {sha256(code).hexdigest()}"
