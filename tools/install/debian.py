"""Finds missing programs and libraries, the Debian packages that contain them, and installs those if allowed."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[2]
OLDEST_NODE = 18
SYSTEM_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"  # contains servers, but is not on every user's PATH
PANGO = ("libgobject-2.0.so.0", "libharfbuzz.so.0", "libfontconfig.so.1", "libpango-1.0.so.0", "libpangoft2-1.0.so.0")
APT = ("apt-get", "--quiet", "--option", "DPkg::Lock::Timeout=120")
REASON_LINES = 3  # of a failed apt-get's output


class Need(NamedTuple):
    """Debian packages that may be missing, and a check if their contents are installed.

    `better` is installed instead if Debian has it.
    """

    packages: tuple[str, ...]
    is_there: Callable[[], bool]
    better: str = ""


def loads(*libraries: str) -> bool:
    """True if the system's loader finds all these shared libraries."""
    try:
        for library in libraries:
            ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_pip() -> bool:
    """True if `.venv` has pip, or this Python can install it there."""
    return importlib.util.find_spec("ensurepip") is not None or any(TOP.glob(".venv/lib/*/site-packages/pip"))


def has_node() -> bool:
    """True if there is a Node that is new enough."""
    node = shutil.which("node")
    if node is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = answer.strip().lstrip("v").split(".")[0]
    return major.isdecimal() and int(major) >= OLDEST_NODE


def browser() -> str | None:
    """Returns the browser for the tests: `CHROMIUM`, else Debian's headless shell, which takes half the time."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def has_postgresql() -> bool:
    """True if a PostgreSQL server is available or can be started."""
    installed = any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb")
    return bool(os.environ.get("SCOREKEEPER_TEST_POSTGRESQL") or installed)


SUBSET = "libharfbuzz-subset0"  # without it WeasyPrint works, but the same sheet has different bytes each time
VENV = Need((f"python{sys.version_info.major}.{sys.version_info.minor}-venv",), has_pip)
PRINTING = Need(("libpangoft2-1.0-0", SUBSET), lambda: loads(*PANGO))
SAME_BYTES = Need((SUBSET,), lambda: loads("libharfbuzz-subset.so.0"))
BROWSER = Need(("chromium",), lambda: browser() is not None, better="chromium-headless-shell")
DRIVER = Need(("libatomic1",), lambda: loads("libatomic.so.1"))  # needed by the Node inside Playwright
TRUST = Need(("libnss3-tools",), lambda: shutil.which("certutil") is not None)  # imports authorities into Chromium
PICTURES = Need(("poppler-utils",), lambda: shutil.which("pdftoppm") is not None)
NODE = Need(("nodejs",), has_node)
NPM = Need(("npm",), lambda: shutil.which("npm") is not None)
POSTGRESQL = Need(("postgresql",), has_postgresql)
CURL = Need(("curl",), lambda: shutil.which("curl") is not None)
HAPROXY = Need(("haproxy",), lambda: shutil.which("haproxy", path=SYSTEM_PATH) is not None)

FOR_RUNNING = (VENV, PRINTING)
FOR_TESTS = (*FOR_RUNNING, SAME_BYTES, BROWSER, DRIVER, TRUST, PICTURES, NODE, POSTGRESQL, CURL, HAPROXY)
FOR_CHECKS = (VENV, NODE, NPM)


def missing(needs: Iterable[Need]) -> list[Need]:
    """Returns the needs that this machine lacks."""
    return [need for need in needs if not need.is_there()]


def names(needs: Iterable[Need]) -> list[str]:
    """Returns the Debian packages of these needs, without duplicates."""
    return list(dict.fromkeys(package for need in needs for package in need.packages))


def command(needs: Iterable[Need]) -> str:
    """Returns the command that installs all of these needs."""
    return f"apt-get install {' '.join(names(needs))}"


def root_words() -> list[str] | None:
    """Returns the prefix of a command to run as root; None if that needs a password or apt is missing."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    allowed = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
    return [sudo, "-n"] if sudo and allowed else None


def install(needs: Iterable[Need], as_root: list[str]) -> str | None:
    """Installs the Debian packages; returns apt-get's error output if it failed."""
    # Continue if a third-party source cannot be reached: only the packages matter.
    subprocess.run([*as_root, *APT, "update"], capture_output=True, check=False)
    best = [need._replace(packages=(need.better,)) if _is_known(need.better) else need for need in needs]
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", *APT, "install", "--yes", "--no-install-recommends"]
    done = subprocess.run([*as_root, *quiet, *names(best)], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    return "\n".join((done.stderr or done.stdout).strip().splitlines()[-REASON_LINES:])


def _is_known(package: str) -> bool:
    command_line = ["apt-cache", "show", package]
    return bool(package) and subprocess.run(command_line, capture_output=True, check=False).returncode == 0
