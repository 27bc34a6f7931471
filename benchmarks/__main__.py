"""`python -m benchmarks` (`make bench`): runs all benchmarks of this folder, one after the other."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MEASUREMENTS = (
    "save_hand",
    "way_of_a_hand",
    "processor",
    "load",
    "growth",
    "watchers",
    "page_weight",
    "sheet",
    "paper",
    "start",
    "phone",
    "club",
    "pairing",
    "evening",
    "wall",
    "slips",
)


def main() -> None:
    """Runs each benchmark in its own process; continues after a failure and reports it at the end."""
    failed = []
    for name in MEASUREMENTS:
        print(f"\n## {name}\n", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=HERE.parent, check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
