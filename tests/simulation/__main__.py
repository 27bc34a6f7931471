"""Plays schedules and counts them: `python -m tests.simulation --schedules 100000 --seed 1 --processes 1`.

`--faults` instead plants each fault of tests/simulation/faults.py, and counts the schedules until it is found.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.faults import FAULTS, planted
from tests.simulation.history import Wrong
from tests.simulation.schedule import Hall, hall, play

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


def find_faults(first: int, count: int) -> int:
    """Plants each fault and prints which schedule finds it; returns 1 if one is not found in so many, else 0."""
    missed = 0
    with hall() as shared:
        for name in FAULTS:
            with planted(name):
                seed = next((seed for seed in range(first, first + count) if not is_right(shared, seed)), None)
            missed += seed is None
            print(f"{name}: {f'found by schedule {seed}' if seed is not None else 'NOT FOUND'}", flush=True)
    return int(missed > 0)


def is_right(shared: Hall, seed: int) -> bool:
    """True if nothing is wrong in the schedule of a seed."""
    try:
        play(shared, seed)
    except Wrong:
        return False
    return True


def main() -> int:
    """Plays the schedules; prints the trace of a failing seed and returns 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first schedule; the next ones follow")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    if options.faults:
        return find_faults(options.seed, options.schedules)
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
    failures = [result[2] for result in results if result[2]]
    speed, lines = played / minutes, sum(result[1] for result in results)
    print(f"{played:,} schedules, {speed:,.0f} a minute, {lines:,} log lines, {len(failures)} failed")
    print(*failures, sep="\n\n", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
