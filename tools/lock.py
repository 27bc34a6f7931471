"""Resolves the newest versions of all packages and writes them with their hashes into `requirements/`.

`runtime.txt` has the application's packages (including all extras), `dev.txt` adds all tools, `build.txt` is what
builds the wheel, and `pip.txt` is pip itself, for machines where Python lacks it. The files contain no address of a
package index, so pip uses the one configured on the machine.
"""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[1]
PROJECT = ("pyproject.toml", "--extra", "mdns", "--extra", "postgresql", "--extra", "redis")
INPUTS = {"build.txt": "hatchling", "pip.txt": "pip"}  # read from stdin for the file name `-`
LOCKS = {
    "runtime.txt": PROJECT,
    "dev.txt": (*PROJECT, "--group", "dev", "--constraint", "requirements/runtime.txt"),
    "build.txt": ("-", "--constraint", "requirements/dev.txt"),
    "pip.txt": ("-",),
}
HEAD = "# Written by `make lock` from pyproject.toml; do not edit.\n"


def lock(name: str, *options: str) -> None:
    """Writes one file of locked versions that is valid on every system and from Python 3.11 on."""
    chosen = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade"),
            *("--universal", "--python-version", "3.11", "--generate-hashes"),
            *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *options),
        ],
        cwd=TOP,
        input=INPUTS.get(name, ""),
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    (TOP / "requirements" / name).write_text(HEAD + chosen, encoding="utf-8")


def main() -> None:
    """Writes all files."""
    for name, options in LOCKS.items():
        lock(name, *options)


if __name__ == "__main__":
    main()
