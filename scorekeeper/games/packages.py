"""Games of installed packages: entry points of the group `scorekeeper.games`, e.g. `pebbles = "scorekeeper_pebbles"`.

The module of an entry point is a Python package with the files of a game, its templates in `templates/`, script and
style sheet in `static/`, and its translations. All files are checked before it is imported; a game with a fault is
left out.
"""

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from scorekeeper.config import FLAGS
from scorekeeper.game_folders import FROM_PACKAGES, GAMES, LEFT_OUT, LONGEST_SLUG, PACKAGED, SLUG, LeftOut, Place

from .completeness import lacks
from .engine.game import Game, find_game, folder_of
from .source_check import Fault, faults_of

SETTING = "SCOREKEEPER_EXTRA_GAMES"
MOST_GAMES = 20
MOST_FILES, MOST_BYTES = 60, 400_000  # of each game
FILES = re.compile(
    r"[a-z_0-9]+\.py|py\.typed|templates/(claim|entry|fields|icon|rules)\.html|static/(entry\.js|match\.css)"
    r"|translations/[a-z]{2}(_[A-Z]{2})?/LC_MESSAGES/messages\.po"
)
REQUIRED = ("__init__.py", "fields.py", "rules.py")


class Wrong(Exception):
    """Raised for a game that cannot be listed; the text is the reason."""


def load() -> Iterator[Game]:
    """Imports the games of installed packages and yields those without a fault; the others are in LEFT_OUT."""
    for number, point in enumerate(_entry_points()):
        place = Place("", Path(), *((point.dist.name, point.dist.version) if point.dist else ("", "")))
        try:
            if number >= MOST_GAMES:
                raise Wrong(f"more than {MOST_GAMES} games are installed")
            place = place._replace(module=point.value, folder=_folder_of_module(point.value))
            game = imported(point.name, place)
        except Wrong as wrong:
            LEFT_OUT.append(LeftOut(point.name, place.package, place.version, str(wrong)))
        else:
            FROM_PACKAGES[game.slug] = place
            yield game


def leave_out(slug: str, reason: str, games: list[Game]) -> None:
    """Removes a listed game from `games`: something of it cannot be used."""
    place = FROM_PACKAGES.pop(slug)
    LEFT_OUT.append(LeftOut(slug, place.package, place.version, reason))
    games[:] = [game for game in games if game.slug != slug]


def _entry_points() -> list[EntryPoint]:
    if not FLAGS.get(os.environ.get(SETTING, "").lower(), True):
        return []
    return sorted(entry_points(group=PACKAGED), key=lambda point: (point.name, point.value))


def _folder_of_module(module: str) -> Path:
    """Returns the folder of a package, which is not imported for that. Raises Wrong if it is none."""
    if not module.isidentifier():
        raise Wrong(f"its entry point must name a package at the top, such as scorekeeper_pebbles, and not {module}")
    spec = find_spec(module)
    origin = Path(spec.origin) if spec and spec.origin else Path()
    if origin.name != "__init__.py" or not origin.is_file():
        raise Wrong(f"there is no folder {module} with an __init__.py")
    return origin.parent


def imported(slug: str, place: Place) -> Game:
    """Checks the files of a game, then imports it. Raises Wrong."""
    check_slug(slug)
    faults = faults_in(place)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise Wrong(f"{faults[0]}{more}")
    if place.module in sys.modules and not hasattr(sys.modules[place.module], "GAME"):
        raise Wrong("it is being imported, before scorekeeper.games was: import that first")
    try:
        game: Game = import_module(place.module).GAME
        sentences = lacks(game, folder_of(slug))
    except (Exception, SystemExit) as error:
        raise Wrong(f"it cannot be imported: {type(error).__name__}: {error}") from error
    if sentences:
        raise Wrong("; ".join(sentences))
    return game


def check_slug(slug: str) -> None:
    """Raises Wrong if no other game can have this name."""
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        raise Wrong(f"its name must be of at most {LONGEST_SLUG} small letters, digits and single hyphens")
    name = folder_of(slug)
    if find_game(slug) is not None or (GAMES / name).exists() or (GAMES / f"{name}.py").exists():
        raise Wrong("the name is taken")


def faults_in(place: Place) -> list[Fault]:
    """Returns the faults of the files of a game, without importing it."""
    files = sorted(_files(place.folder))
    if len(files) > MOST_FILES:
        return [Fault(place.folder.name, 0, f"has more than {MOST_FILES} files")]
    names = [file.relative_to(place.folder).as_posix() for file in files]
    faults = [Fault(name, 0, "a game must have this file") for name in REQUIRED if name not in names]
    for name, file in zip(names, files, strict=True):
        if not file.resolve().is_relative_to(place.folder.resolve()):
            faults.append(Fault(name, 0, "a link that leaves the package"))
        elif not FILES.fullmatch(name) or not file.is_file():
            faults.append(Fault(name, 0, "a game has no such file"))
    if not faults and sum(file.stat().st_size for file in files) > MOST_BYTES:
        faults.append(Fault(place.folder.name, 0, f"is larger than {MOST_BYTES} bytes"))
    if faults:
        return faults
    styles = [(name, file.read_bytes()) for name, file in zip(names, files, strict=True) if file.suffix == ".css"]
    faults = [Fault(name, 0, "has unequal braces") for name, text in styles if text.count(b"{") != text.count(b"}")]
    return faults + [fault for file in files if file.suffix == ".py" for fault in faults_of(file, place.module)]


def _files(folder: Path) -> Iterator[Path]:
    """Yields the files in a folder, links to folders among them; at most one more than a game may have."""
    found = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in [*names, *links]:
            found += 1
            yield Path(parent, name)
            if found > MOST_FILES:
                return
