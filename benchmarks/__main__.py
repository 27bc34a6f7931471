"""`python -m benchmarks` (`make bench`): runs all benchmarks of this folder, one after the other."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SMALLEST = {  # the benchmarks, each with the options by which it only shows that it runs
    "save_hand": "--rounds 1",
    "way_of_a_hand": "",
    "processor": "--rounds 1",
    "load": "--clients 1 --seconds 0.2 --servers granian",
    "growth": "--match 1 12 --database 1 250",
    "watchers": "--seconds 0.1",
    "page_weight": "",
    "sheet": "--rounds 1 --hands 4",
    "paper": "--sheets 4",
    "start": "--rounds 1",
    "phone": "--rounds 1",
    "club": "--matches 60 --requests 2",
    "pairing": "--entrants 14",
    "evening": "--pairs 4 --rounds 1 --phones 2",
    "wall": "--rounds 1",
    "slips": "--pictures 1",
}


def main() -> None:
    """Runs each benchmark in its own process; continues after a failure and reports it at the end."""
    failed = []
    for name in SMALLEST:
        print(f"\n## {name}\n", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=HERE.parent, check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
