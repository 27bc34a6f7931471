"""Finds out quickly if installed packages bring games; only then is `packages` imported, as that takes a while."""

import os
import sys
from typing import Iterable, NamedTuple

from .engine.game import Game

GROUP = "scorekeeper.games"


class LeftOut(NamedTuple):
    """A game that is not listed: its name, the package that brings it, and why it is left out."""

    game: str
    package: str
    version: str
    reason: str

    def __str__(self) -> str:
        return f"{self.game} of the package {self.package} {self.version}: {self.reason}"


LEFT_OUT: list[LeftOut] = []


def installed_games() -> Iterable[Game]:
    """Returns the games of installed packages that can be listed, by name."""
    if not any(_may_have_games(folder or ".") for folder in sys.path):
        return ()
    from .packages import load

    return load()


def _may_have_games(folder: str) -> bool:
    """True if a package in this folder of `sys.path` has an entry point of the group."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    return any(GROUP.encode() in _content(os.path.join(folder, name, "entry_points.txt")) for name in names)


def _content(file: str) -> bytes:
    try:
        with open(file, "rb") as stream:
            return stream.read()
    except OSError:
        return b""
