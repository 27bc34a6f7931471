"""Choose the newest versions of all packages again and write them, with their hashes, into `requirements/`.

`runtime.txt` is what the application needs (the drivers of PostgreSQL and Redis too), `dev.txt` the same and all tools,
and `pip.txt` pip itself, for machines where Python comes without it. No address of a package index gets into them, so
everybody installs from wherever their own pip is set up to look.
"""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[1]
PROJECT = ("pyproject.toml", "--extra", "postgresql", "--extra", "redis")
LOCKS = {
    "runtime.txt": PROJECT,
    "dev.txt": (*PROJECT, "--group", "dev", "--constraint", "requirements/runtime.txt"),
    "pip.txt": ("-",),
}
HEAD = "# Written by `make lock` from pyproject.toml; do not edit.\n"


def lock(name: str, *options: str) -> None:
    """Write one file of locked versions that holds on every system and from Python 3.11 on."""
    chosen = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade"),
            *("--universal", "--python-version", "3.11", "--generate-hashes"),
            *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *options),
        ],
        cwd=TOP,
        input="pip",  # read where `-` is asked for
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    (TOP / "requirements" / name).write_text(HEAD + chosen, encoding="utf-8")


def main() -> None:
    """Write them all."""
    for name, options in LOCKS.items():
        lock(name, *options)


if __name__ == "__main__":
    main()
