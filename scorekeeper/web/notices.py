"""Licences: of the application, of the third-party files that it ships, and of the Python packages that it uses."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from itertools import chain
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorekeeper import __version__
from scorekeeper.config import CHECKOUT, PACKAGE, folder
from scorekeeper.game_folders import FROM_PACKAGES

NAME = "scorekeeper-web"  # the distribution, as in pyproject.toml
LONGEST = 80  # characters of a licence's name; some packages have the licence's whole text in its place
ABOUT = re.compile(r"# (\S+) (\S+)\n.*Licence: ([\w.-]+)", re.DOTALL)  # README.md as written by tools/vendor.py
CLASSIFIER = re.compile(r"License :: (?:OSI Approved :: )?(.+)")


class Notice(NamedTuple):
    """A part and its licence: `licence` is its short name, empty if unknown, `text` all of it, empty for packages."""

    name: str
    version: str
    licence: str
    text: str = ""


@cache
def own_notice() -> Notice:
    """Returns the application's own licence."""
    file = next(path for path in (PACKAGE / "LICENSE", CHECKOUT / "LICENSE") if path.is_file())
    text = file.read_text("utf-8")
    return Notice("Scorekeeper", __version__, text.partition("\n")[0], text)


@cache
def vendored() -> list[Notice]:
    """Returns the third-party files in static/, by the README.md and the licence file in each of their folders."""
    notices = []
    for readme in sorted(folder("static").rglob("README.md")):
        if about := ABOUT.match(readme.read_text("utf-8")):
            (licence,) = readme.parent.glob("LICENSE*")
            notices.append(Notice(about[1], about[2], about[3], licence.read_text("utf-8")))
    return notices


@cache
def packages() -> list[Notice]:
    """Returns the installed packages that the application and its games need, directly or through others, by name."""
    notices: dict[str, Notice] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [*_requirements(), *(Requirement(place.package) for place in FROM_PACKAGES.values())]
    while waiting:
        wanted = waiting.pop()
        key = canonicalize_name(wanted.name)
        if (key, frozenset(wanted.extras)) in seen:
            continue
        seen.add((key, frozenset(wanted.extras)))
        try:
            package = distribution(wanted.name)
        except PackageNotFoundError:  # an option that is not installed, or only used on other systems
            continue
        notices[key] = Notice(package.name, package.version, licence_of(package))
        waiting += _needs(package, wanted.extras)
    return [notices[key] for key in sorted(notices)]


def _requirements() -> Iterator[Requirement]:
    """Yields the application's requirements, optional ones too: of the installed package, else of pyproject.toml."""
    try:
        lines = distribution(NAME).requires or []
    except PackageNotFoundError:
        project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
        lines = list(chain(project["dependencies"], *project["optional-dependencies"].values()))
    yield from map(Requirement, lines)


def _needs(package: Distribution, extras: set[str]) -> Iterator[Requirement]:
    """Yields the requirements of a package with these extras on this system."""
    for need in map(Requirement, package.requires or []):
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield need


def licence_of(package: Distribution) -> str:
    """Returns the short name of a package's licence, as its metadata give it; empty if they do not."""
    fields = package.metadata
    named: str = (fields.get_all("License-Expression") or fields.get_all("License") or [""])[0]
    if named and "\n" not in named and len(named) < LONGEST:
        return named
    classifiers = (CLASSIFIER.fullmatch(each) for each in fields.get_all("Classifier") or [])
    return ", ".join(found[1] for found in classifiers if found)
