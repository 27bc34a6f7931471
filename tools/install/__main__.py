"""Installs missing packages: `python3 -m tools.install run` (or `check`, `develop`, `tests`).

Prints a line with progress for each step, and nothing if nothing is missing. A package that cannot be installed on this
machine is listed with the command to install it, and is no failure: without Pango everything except printing works, and
tests that cannot run are skipped.
"""

import sys
from collections.abc import Callable
from typing import NamedTuple

OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:  # before code that an older Python cannot parse
    sys.exit("Scorekeeper needs Python 3.11 or newer: `make PYTHON=/path/to/it run` chooses one.")

from tools.install import debian, packages  # noqa: E402
from tools.install.debian import Need  # noqa: E402
from tools.install.pip_wheel import NoPip  # noqa: E402

Tell = Callable[[int], None]


class Purpose(NamedTuple):
    """The purpose of the installation: the Debian packages it needs, and its file of locked versions."""

    needs: tuple[Need, ...]
    lock: str
    without: str


PURPOSES = {
    "run": Purpose(debian.FOR_RUNNING, packages.RUNTIME, "Sheets cannot be printed"),
    "develop": Purpose((), packages.DEVELOPMENT, ""),
    "check": Purpose(debian.FOR_CHECKS, packages.DEVELOPMENT, "Scripts are left unchecked"),
    "tests": Purpose(debian.FOR_TESTS, packages.DEVELOPMENT, "Tests that need more than this machine has are left out"),
}


class Step(NamedTuple):
    """A step of the installation and its description."""

    title: str
    do: Callable[[Tell], None]


def steps(purpose: Purpose, lacking: list[Need], as_root: list[str] | None) -> list[Step]:
    """Returns the necessary steps in order."""
    planned = []
    if lacking and as_root is not None:
        names = ", ".join(debian.names(lacking))
        planned.append(Step(f"Installing Debian's {names}", lambda _tell: _install_debian(lacking, as_root)))
    if packages.is_current(purpose.lock):
        return planned
    if not packages.has_venv():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        planned.append(Step(f"Making .venv with Python {version}", lambda _tell: packages.make_venv()))
    count = packages.wanted(purpose.lock)
    title = f"Installing {count} packages into .venv" if count else "Looking whether all packages are there"
    return [*planned, Step(title, lambda tell: packages.install(purpose.lock, tell))]


def _install_debian(lacking: list[Need], as_root: list[str]) -> None:
    complaint = debian.install(lacking, as_root)
    if complaint is not None:
        print(complaint, file=sys.stderr)


def carry_out(planned: list[Step]) -> None:
    """Runs the steps and prints a line for each; on a terminal the line counts packages."""
    for number, step in enumerate(planned, start=1):
        line = f"[{number}/{len(planned)}] {step.title} …"
        live = sys.stdout.isatty()
        print(line, end="" if live else "\n", flush=True)

        def tell(count: int, line: str = line, live: bool = live) -> None:
            if live:
                print(f"\r{line} {count}", end="", flush=True)

        try:
            step.do(tell)
        finally:
            if live:
                print()


def main(name: str) -> str | None:
    """Installs the packages for a purpose; returns the reason if that was not possible."""
    purpose = PURPOSES[name]
    lacking = debian.missing(purpose.needs)
    try:
        carry_out(steps(purpose, lacking, debian.root_words() if lacking else None))
    except NoPip as why:
        return f"There is no pip ({why}): please run `{debian.command([debian.VENV])}` as root, then try again."
    except KeyboardInterrupt:
        return "Stopped. The next try goes on from here."
    except packages.NotInstalled as said:
        return f"{said}\nThe packages could not be installed; pip says why. Once that is mended, try again."
    still = debian.missing(need for need in lacking if need is not debian.VENV)
    if still:
        print(f"{purpose.without}: `{debian.command(still)}` as root brings what is missing.", flush=True)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
