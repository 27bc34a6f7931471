"""Creates `.venv` and installs the locked Python packages with verified hashes; adds the checkout to its path."""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tools.install.pip_wheel import fetch_pip

TOP = Path(__file__).parents[2]
VENV = TOP / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = TOP / "requirements"
RUNTIME, DEVELOPMENT = "runtime.txt", "dev.txt"  # the second includes the first
OTHER_SYSTEMS = ("'win32'", "!= 'CPython'")
NO_COMPILING = "--no-compile"  # Python compiles modules when they are first imported
QUIETLY = ("--disable-pip-version-check", "--no-input", "--progress-bar=off")
PROGRAM = """#!{python}
from scorekeeper.cli import run

run()
"""


class NotInstalled(Exception):
    """Packages could not be installed; the text is pip's output."""


def is_current(lock: str) -> bool:
    """True if this checkout has installed everything in this file into `.venv`."""
    stamp = _stamp(lock)
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _state(lock)


def has_venv() -> bool:
    """True if `.venv` exists and works: the Python it was created with may have been removed."""
    command = [str(PYTHON), "-c", "import pip"]
    return PYTHON.exists() and subprocess.run(command, capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    """Creates `.venv` with pip, replacing an existing one. Raises NoPip if pip is not available."""
    shutil.rmtree(VENV, ignore_errors=True)
    process = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, check=False)
    if process.returncode == 0:
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], check=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = fetch_pip((LOCKS / "pip.txt").read_text(encoding="utf-8"), Path(folder))
        subprocess.run([PYTHON, wheel / "pip", "install", "--quiet", "--no-index", NO_COMPILING, wheel], check=True)


def wanted(lock: str) -> int:
    """Returns the number of packages in a file that are not installed."""
    there = {folder.stem.lower() for folder in _site_packages().glob("*.dist-info")}
    named: dict[str, set[str]] = {}  # a package may be named with a version for each Python
    for line in (LOCKS / lock).read_text(encoding="utf-8").splitlines():
        package = re.match(r"([\w.-]+)==(\S+)", line)
        if package and not any(marker in line for marker in OTHER_SYSTEMS):
            name = re.sub("[-_.]+", "_", package[1]).lower()
            named.setdefault(name, set()).add(f"{name}-{package[2]}")
    return sum(1 for versions in named.values() if not versions & there)


def install(lock: str, on_progress: Callable[[int], None]) -> None:
    """Installs the packages in a file; calls `on_progress` with the number of packages so far. Raises NotInstalled."""
    words = [str(PYTHON), "-m", "pip", "install", *QUIETLY, NO_COMPILING, "--require-hashes", "--no-deps"]
    with subprocess.Popen(
        [*words, "--requirement", str(LOCKS / lock)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        said = list(_counted(pip.stdout or (), on_progress))
    if pip.returncode:
        raise NotInstalled("".join(said))
    _put_on_path()
    for file in (RUNTIME, DEVELOPMENT) if lock == DEVELOPMENT else (RUNTIME,):
        _stamp(file).write_text(_state(file), encoding="utf-8")


def _counted(lines: Iterable[str], on_progress: Callable[[int], None]) -> Iterator[str]:
    count = 0
    for line in lines:
        if line.startswith("Collecting "):
            count += 1
            on_progress(count)
        yield line


def _put_on_path() -> None:
    """Makes this checkout importable in `.venv` and writes `.venv/bin/scorekeeper`."""
    (_site_packages() / "scorekeeper-checkout.pth").write_text(f"{TOP}\n", encoding="utf-8")
    program = PYTHON.with_name("scorekeeper")
    program.write_text(PROGRAM.format(python=PYTHON), encoding="utf-8")
    program.chmod(0o755)


def _site_packages() -> Path:
    return next(VENV.glob("lib/python3*/site-packages"), VENV)


def _stamp(lock: str) -> Path:
    return VENV / f".installed-{lock}"


def _state(lock: str) -> str:
    """Returns the inputs of an installation, which is repeated if they change."""
    return f"{hashlib.sha256((LOCKS / lock).read_bytes()).hexdigest()} {TOP}\n"
