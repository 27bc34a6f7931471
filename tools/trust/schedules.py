"""Phones, their network, the server and the clock, simulated in thousands of orders of events.

    python -m tools.trust schedules --schedules 100000

Each schedule is one match with bad networks, restarts of the server and people who write at the same time, made from
its seed (tests/simulation); the phones run the shipped scripts under Node. Planted faults show that the checks find
faults of these kinds.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.trust.lines import Line

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "tests.simulation")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the number of schedules and the first seed."""
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first schedule; the next ones follow")
    parser.add_argument("--planted", type=int, default=5000, help="schedules until a planted fault is found")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Yields the results of the schedules and of the planted faults."""
    seed = f"--seed={options.seed}"
    yield from played(_output(f"--schedules={options.schedules}", seed, f"--processes={os.cpu_count()}"))
    yield found(_output("--faults", f"--schedules={options.planted}"))


def _output(*options: str) -> str:
    return subprocess.run([*COMMAND, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout


def played(output: str) -> Iterator[Line]:
    """Yields the number of schedules and of failing ones from the output of the simulation."""
    summary = re.search(r"^([\d,]+) schedules, .* ([\d,]+) log lines, (\d+) failed$", output, re.M)
    schedules, lines, failures = summary.groups() if summary else ("0", "0", "1")
    yield Line("schedules of one match (changes in their logs)", f"{schedules} ({lines})", "some", schedules != "0")
    what = "… with a change that was lost, recorded twice, or made over one that its user had not seen, or with phones"
    yield Line(f"{what} that differ at the end", "none" if failures == "0" else failures, "none", failures == "0")


def found(output: str) -> Line:
    """Returns the line about planted faults from the output of `--faults`."""
    schedules = [int(number) for number in re.findall(r": found by schedule (\d+)$", output, re.M)]
    missed = re.findall(r"^(\w+): NOT FOUND$", output, re.M)
    figure = f"{len(schedules)} of {len(schedules) + len(missed)}, within {max(schedules, default=0):,} schedules each"
    is_sound = bool(schedules) and not missed
    return Line("planted faults that are found", ", not ".join([figure, *missed]), "all", is_sound)
