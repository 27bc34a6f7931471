"""Resolves the newest versions of all packages and writes them with their hashes into `requirements/`.

`runtime.txt` has the application's packages (including all extras), `dev.txt` adds all tools, `build.txt` is what
builds the wheel, and `pip.txt` is pip itself, for machines where Python lacks it. The files contain no address of a
package index, so pip uses the one configured on the machine.

At the end the locked wheels of each of PLATFORMS are downloaded, because packages and images are made without a
compiler. `--check` only does that.
"""

import argparse
import subprocess
import sys
import tempfile
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
PLATFORMS = ("x86_64", "aarch64")
GLIBCS = ("manylinux2014", *(f"manylinux_2_{minor}" for minor in (17, 24, 26, 27, 28)))  # Debian 12 has 2.36
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


def check(platform: str) -> int:
    """Downloads the locked wheels for a platform, with their hashes; returns their number. Exits if one is missing."""
    names = (word for glibc in GLIBCS for word in ("--platform", f"{glibc}_{platform}"))
    abis = (word for abi in ("cp311", "abi3", "none") for word in ("--abi", abi))
    words = (
        "--python-version",
        "3.11",
        "--implementation",
        "cp",
        "--only-binary=:all:",
        "--no-deps",
        "--require-hashes",
    )
    quietly = ("--quiet", "--disable-pip-version-check")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", *quietly, *names, *abis, *words, "--dest", folder]
        lock_file = TOP / "requirements" / "runtime.txt"
        if subprocess.run([*command, "--requirement", lock_file], check=False).returncode:
            raise SystemExit(f"A locked package has no wheel for {platform}.")
        return len(list(Path(folder).iterdir()))


def main() -> None:
    """Writes all files, and checks them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if not parser.parse_args().check:
        for name, options in LOCKS.items():
            lock(name, *options)
    for platform in PLATFORMS:
        print(f"{platform}: {check(platform)} wheels")


if __name__ == "__main__":
    main()
