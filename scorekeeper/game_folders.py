"""The folders of all games, built-in ones and those from installed packages (`games/packages.py`)."""

import json
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

GAMES = Path(__file__).parent / "games"
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PACKAGED = "scorekeeper.games"  # the group of entry points that packages of games have
LONGEST_SLUG = 16  # as in the tables of the database
STATIC_FILES = ("entry.js", "match.css")  # that a package may have in `static`


class Place(NamedTuple):
    """The module and folder of a game; `package` and `version` of the distribution with it, empty for built-in games.

    A package's templates, static files and translations are in folders of these names below `folder`.
    """

    module: str
    folder: Path
    package: str = ""
    version: str = ""


class LeftOut(NamedTuple):
    """A game that is not listed: its name, the package that has it, and why it is left out."""

    game: str
    package: str
    version: str
    reason: str

    def __str__(self) -> str:
        return f"{self.game} of the package {self.package} {self.version}: {self.reason}"


FROM_PACKAGES: dict[str, Place] = {}  # by slug
LEFT_OUT: list[LeftOut] = []


def may_have_packages() -> bool:
    """True if an installed package has an entry point for games. Cheap, unlike importing `games.packages`."""
    return any(_may_have_games(folder or ".") for folder in sys.path)


def _may_have_games(folder: str) -> bool:
    """True if a package in this folder of `sys.path` has an entry point of the group."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    return any(PACKAGED.encode() in _content(os.path.join(folder, name, "entry_points.txt")) for name in names)


def _content(file: str) -> bytes:
    try:
        with open(file, "rb") as stream:
            return stream.read()
    except OSError:
        return b""


def place_of(slug: str) -> Place:
    """Returns where the files of a game are; for an unknown game, where they would be."""
    name = _name(slug)
    return FROM_PACKAGES.get(slug) or Place(f"scorekeeper.games.{name}", GAMES / name)


def _name(slug: str) -> str:
    """Returns the name of a game's folder, as `folder_of` in games/engine/game.py, which this module cannot import."""
    return slug.replace("-", "_")


def sources() -> Iterator[tuple[str, Path]]:
    """Yields the Python files of all games and of their shared modules, by their paths on phones, below `games/`."""
    for path in sorted(GAMES.rglob("*.py")):
        yield path.relative_to(GAMES).as_posix(), path
    for slug, place in sorted(FROM_PACKAGES.items()):
        for path in sorted(place.folder.glob("*.py")):
            yield f"{_name(slug)}/{path.name}", path


def file_in(part: str, name: str) -> tuple[Path, str] | None:
    """Splits a name like `games/NAME/entry.js`: returns the package's folder `part` and the rest; None for others."""
    top, _, rest = name.partition("/")
    slug, _, rest = rest.partition("/")
    place = FROM_PACKAGES.get(slug) if top == "games" else None
    return (place.folder / part, rest) if place else None


def files_of_packages(part: str, *names: str) -> list[tuple[str, Path]]:
    """Returns the files of these names in the folder `part` of each package, named like `games/NAME/entry.js`."""
    return [
        (f"games/{slug}/{name}", place.folder / part / name)
        for slug, place in sorted(FROM_PACKAGES.items())
        for name in names
        if (place.folder / part / name).is_file()
    ]


def card_of_the_library(slug: str) -> dict[str, Any]:
    """Returns a card of the library of games on cards."""
    card: dict[str, Any] = json.loads((GAMES / "card" / "cards" / f"{slug}.json").read_text("utf-8"))
    return card


def server_part(slug: str, attribute: str, otherwise: Any = None) -> Any:
    """Returns an attribute of the game's module `server`, loaded when first needed; `otherwise` if it is missing."""
    return getattr(_server_of(slug), attribute, otherwise)


@cache
def _server_of(slug: str) -> ModuleType | None:
    module = place_of(slug).module
    is_there = find_spec(module) and find_spec(f"{module}.server")
    return import_module(f"{module}.server") if is_there else None
