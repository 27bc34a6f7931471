"""Downloads pip from the package index for a Python without it, e.g. Debian's without python3-venv.

Version and hash are those in `requirements/pip.txt`; `PIP_INDEX_URL` selects another index, as for pip itself.
"""

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

INDEX = "https://pypi.org/simple"
PATIENCE = 60  # seconds


class NoPip(Exception):
    """Pip could not be downloaded; the text is the reason."""


def fetch_pip(locked: str, folder: Path) -> Path:
    """Downloads pip's wheel into this folder; Python can run it directly. `locked` are the lines with its version."""
    version = re.search(r"^pip==(\S+)", locked, re.MULTILINE)
    if version is None:
        raise NoPip("requirements/pip.txt names no version of pip")
    name = f"pip-{version[1]}-py3-none-any.whl"
    page = f"{os.environ.get('PIP_INDEX_URL', INDEX).rstrip('/')}/pip/"
    try:
        link = re.search(rf'href="([^"]*/{re.escape(name)})[#"]', _read(page).decode())
        if link is None:
            raise NoPip(f"{page} has no {name}")
        wheel = _read(urljoin(page, link[1]))
    except OSError as error:
        raise NoPip(str(error)) from error
    if hashlib.sha256(wheel).hexdigest() not in re.findall(r"--hash=sha256:(\w+)", locked):
        raise NoPip(f"{name} is not the one that was locked")
    (folder / name).write_bytes(wheel)
    return folder / name


def _read(address: str) -> bytes:
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 (our own index; the file is checked by its hash)
        content: bytes = answer.read()
        return content
