"""`python -m tools.rules_library [FOLDER]`: builds the wheel and the JavaScript module of the rules in dist/."""

import subprocess
import sys
from pathlib import Path

from tools.rules_library import javascript

HERE = Path(__file__).resolve().parent


def main(folder: Path) -> None:
    """Builds both in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder.resolve())]
    subprocess.run(words, cwd=HERE, check=True)
    print(javascript.write(folder / "scorekeeper-rules-js"))


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ["dist"]))
