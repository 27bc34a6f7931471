"""Where the files of each game lie: of ours, and of those that installed packages bring (`games/packages.py`)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

GAMES = Path(__file__).parent / "games"
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_SLUG = 16  # as in the tables of the database
STATIC_FILES = ("entry.js", "match.css")  # that a package may have in `static`


class Place(NamedTuple):
    """The Python package and the folder of a game; `package` and `version` say who brings it, empty for our games.

    A package's templates, static files and translations are in folders of these names below `folder`.
    """

    module: str
    folder: Path
    package: str = ""
    version: str = ""


FROM_PACKAGES: dict[str, Place] = {}  # by slug


def place_of(slug: str) -> Place:
    """Returns where the files of a game are; for an unknown game, where they would be."""
    name = _name(slug)
    return FROM_PACKAGES.get(slug) or Place(f"scorekeeper.games.{name}", GAMES / name)


def _name(slug: str) -> str:
    """Returns the name of a game's folder, as `folder_of` in games/engine/game.py, which this module cannot import."""
    return slug.replace("-", "_")


def sources() -> Iterator[tuple[str, Path]]:
    """Yields the Python files of all games and of what they share, by their paths on phones, below `games/`."""
    for path in sorted(GAMES.rglob("*.py")):
        yield path.relative_to(GAMES).as_posix(), path
    for slug, place in sorted(FROM_PACKAGES.items()):
        for path in sorted(place.folder.glob("*.py")):
            yield f"{_name(slug)}/{path.name}", path


def file_in(part: str, name: str) -> tuple[Path, str] | None:
    """Returns the folder `part` of a package and the rest of a name such as `games/bisca/entry.js`; None for others."""
    top, _, rest = name.partition("/")
    slug, _, rest = rest.partition("/")
    place = FROM_PACKAGES.get(slug) if top == "games" else None
    return (place.folder / part, rest) if place else None


def files_of_packages(part: str, *names: str) -> list[tuple[str, Path]]:
    """Returns the files of these names in the folder `part` of each package, named like `games/bisca/entry.js`."""
    return [
        (f"games/{slug}/{name}", place.folder / part / name)
        for slug, place in sorted(FROM_PACKAGES.items())
        for name in names
        if (place.folder / part / name).is_file()
    ]
