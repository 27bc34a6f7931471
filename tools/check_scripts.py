"""Check the scripts in static/js and static/games: ESLint for their style, tsc for the types in their JSDoc.

    python -m tools.check_scripts

What they are checked with is locked in tools/js and installed there by npm when that lock has changed; nothing of it is
part of the application. Where Node and npm are missing, or npm cannot install, the check is left out with a word
about it; in continuous integration (CI=true) that is a failure. Exit status: 0 when all is well or left out, else 1.
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
STAMP = INSTALLED / ".installed"  # the digest of the lock that was installed
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
    """Install what is missing, then run all checks at once."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    trouble = f"{' and '.join(missing)} not found" if missing else install()
    if trouble:
        print(f"The scripts are not checked: {trouble}", file=sys.stderr)
        return int(os.environ.get("CI") == "true")
    CACHE.mkdir(exist_ok=True)
    running = [subprocess.Popen(check, cwd=TOP) for check in CHECKS]
    results = [each.wait() for each in running]
    return int(any(results))


def install() -> str | None:
    """Install what the lock names, unless it is there; answers why that failed."""
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
