"""The locked packages of `requirements/runtime.txt`: name, version, hashes."""

import re
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]
LOCK = TOP / "requirements" / "runtime.txt"
PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)([^\n]*(?:\n    .*)*)", re.MULTILINE)
HASH = re.compile(r"sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    """A locked package; `hashes` are the SHA-256 of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """The package URL (purl)."""
        return f"pkg:pypi/{re.sub(r'[-_.]+', '-', self.name).lower()}@{self.version}"


def pins(lock: Path = LOCK) -> list[Pin]:
    """Returns all locked packages in the order of the file."""
    matches = PIN.findall(lock.read_text(encoding="utf-8"))
    return [Pin(name, version, tuple(HASH.findall(rest))) for name, version, rest in matches]
