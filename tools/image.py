"""`python -m tools.image` (`make image`): builds the container image with Podman or Docker, whichever is there.

It is tagged with the version, and has the project's addresses and the commit as labels. `--print` prints the command
only.
"""

import argparse
import shlex
import shutil
import subprocess
from pathlib import Path

from scorekeeper import __version__
from tools import addresses

TOP = Path(__file__).parents[1]
NAME = "scorekeeper"


def main() -> None:
    """Builds the image."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--builder", help="podman or docker")
    parser.add_argument("--name", default=NAME, help="such as registry.example/you/scorekeeper")
    parser.add_argument("--platform", help="such as linux/arm64; another one than this machine's is emulated")
    parser.add_argument("--print", action="store_true", help="only print the command")
    options = parser.parse_args()
    builder = options.builder or next(filter(shutil.which, ("podman", "docker")), None)
    if builder is None:
        raise SystemExit("Install podman or docker first.")
    words = command(builder, options.name, options.platform)
    print(shlex.join(words), flush=True)
    if not options.print:
        raise SystemExit(subprocess.run(words, cwd=TOP, check=False).returncode)


def command(builder: str, name: str, platform: str | None = None) -> list[str]:
    """Returns the command that builds the image; Podman's own format has no health check."""
    labels = {
        **addresses.of_image(addresses.urls()),
        "org.opencontainers.image.version": __version__,
        "org.opencontainers.image.revision": _commit(),
    }
    return [
        *(builder, "build", "--file", "deploy/Containerfile"),
        *(("--format", "docker") if Path(builder).name == "podman" else ()),
        *(("--platform", platform) if platform else ()),
        *(word for label, value in labels.items() if value for word in ("--label", f"{label}={value}")),
        *("--tag", f"{name}:{__version__}", "--tag", f"{name}:latest", "."),
    ]


def _commit() -> str:
    git = subprocess.run(["git", "rev-parse", "HEAD"], cwd=TOP, capture_output=True, text=True, check=False)
    return git.stdout.strip()


if __name__ == "__main__":
    main()
