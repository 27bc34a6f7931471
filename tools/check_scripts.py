"""Checks the scripts in static/js and static/games: ESLint for style, tsc for the types in their JSDoc.

    python -m tools.check_scripts

npm installs the versions locked in tools/js there whenever the lock has changed; they are not part of the application.
If Node or npm is missing, or npm cannot install, the check is skipped with a message; in continuous integration
(CI=true) that is a failure. Exit status: 0 if the checks pass or are skipped, else 1.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
HERE = TOP / "tools" / "js"
INSTALLED = HERE / "node_modules"
STAMP = INSTALLED / ".installed"  # contains the digest of the installed lock
PROGRAMS = INSTALLED / ".bin"
CACHE = INSTALLED / ".cache"
FOLDERS = [folder for folder in ("static/js", "static/games") if (TOP / folder).is_dir()]
CONFIG = ("--config", HERE / "eslint.config.js", "--max-warnings", "0")
CACHED = ("--cache", "--cache-location", CACHE / "eslint.json")
CHECKS: list[list[str | Path]] = [
    [PROGRAMS / "tsc", "-p", HERE],
    [PROGRAMS / "tsc", "-p", HERE / "worker"],
    [PROGRAMS / "eslint", *CONFIG, *CACHED, *FOLDERS],
]


def main() -> int:
    """Installs missing packages, then runs all checks in parallel."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    trouble = f"{' and '.join(missing)} not found" if missing else install()
    if trouble:
        print(f"The scripts are not checked: {trouble}", file=sys.stderr)
        return int(os.environ.get("CI") == "true")
    CACHE.mkdir(exist_ok=True)
    running = [subprocess.Popen(check, cwd=TOP) for check in CHECKS]
    results = [process.wait() for process in running]
    return int(any(results))


def install() -> str | None:
    """Installs the locked versions unless they are installed; returns the reason if that failed."""
    lock = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == lock:
        return None
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    try:
        done = subprocess.run(["npm", "ci", *quiet], cwd=HERE, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        return "npm did not answer in time"
    if done.returncode:
        return "npm cannot install tools/js\n" + "\n".join(done.stderr.splitlines()[:5])
    STAMP.write_text(lock)
    return None


if __name__ == "__main__":
    sys.exit(main())
