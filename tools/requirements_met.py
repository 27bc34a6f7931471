"""Say in one plain sentence what this machine lacks, and which Debian package brings it.

`python3 tools/requirements_met.py setup` looks for what Scorekeeper itself needs, `… tests` for what its
tests need besides. Runs before anything is installed, so it uses the standard library only.
Exit status: 0 when all is there, 1 otherwise.
"""

import ctypes
import importlib.util
import shutil
import subprocess
import sys

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 18

# What WeasyPrint loads to write PDFs: shared library → Debian package.
LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}

# What the tests start: Debian package → the programs of which one is enough.
PROGRAMS = {"chromium": ("chromium-headless-shell", "chromium"), "poppler-utils": ("pdftoppm",)}


def missing_for_setup() -> list[str]:
    """Debian packages without which Scorekeeper cannot be set up or cannot print."""
    packages = []
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        packages.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    if sys.platform == "linux":
        packages += [package for library, package in LIBRARIES.items() if not loads(library)]
    return packages


def missing_for_tests() -> list[str]:
    """Debian packages without which some tests could not run."""
    packages = [package for package, programs in PROGRAMS.items() if not any(map(shutil.which, programs))]
    if node_version() < OLDEST_NODE:
        packages.append("nodejs")
    return packages


def loads(library: str) -> bool:
    """Whether the system's loader finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def node_version() -> int:
    """The major version of Node, 0 when there is none."""
    node = shutil.which("node")
    if node is None:
        return 0
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = answer.strip().lstrip("v").split(".")[0]
    return int(major) if major.isdecimal() else 0


def main(purpose: str) -> str | None:
    """What is missing for a purpose, as a sentence; None when nothing is."""
    if sys.version_info < OLDEST_PYTHON:
        return "Scorekeeper needs Python 3.11 or newer: please install Debian's python3.11 (or newer) first."
    packages = missing_for_tests() if purpose == "tests" else missing_for_setup()
    if not packages:
        return None
    needs = "The tests need" if purpose == "tests" else "Scorekeeper needs"
    return f"{needs} something this machine lacks: please run `apt-get install {' '.join(packages)}` as root."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
