"""`python -m tests.simulation --schedules 100000 --seed 1 --processes 1`: plays schedules and counts them."""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.history import Wrong
from tests.simulation.schedule import hall, play

PROGRESS = 1000  # schedules of one process between two lines about it


def play_some(first: int, count: int, step: int) -> tuple[int, int, str]:
    """Plays the seeds `first`, `first + step`, … until one fails.

    Returns how many it played, the number of lines in their logs, and the trace of the failure.
    """
    lines = 0
    with hall() as shared:
        for number in range(count):
            seed = first + number * step
            try:
                lines += play(shared, seed).lines
            except Wrong as wrong:
                return number, lines, "\n".join([*wrong.args[1], f"seed {seed}: {wrong.args[0]}"])
            if number % PROGRESS == PROGRESS - 1:
                print(f"{number + 1:,} schedules up to seed {seed}, {lines:,} log lines", flush=True)
    return count, lines, ""


def main() -> int:
    """Plays the schedules; prints the trace of a failing seed and returns 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first schedule; the next ones follow")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    began, processes = time.monotonic(), options.processes
    shares = [len(range(place, options.schedules, processes)) for place in range(processes)]
    firsts = [options.seed + place for place in range(processes)]
    if processes == 1:
        results = [play_some(options.seed, options.schedules, 1)]
    else:
        with ProcessPoolExecutor(processes) as pool:
            results = list(pool.map(play_some, firsts, shares, [processes] * processes))
    minutes = (time.monotonic() - began) / 60
    played = sum(result[0] for result in results)
    print(f"{played:,} schedules, {played / minutes:,.0f} a minute, {sum(result[1] for result in results):,} log lines")
    failures = [result[2] for result in results if result[2]]
    print(*failures, sep="\n\n", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
