"""`python -m tools.trust [PART]`: runs the parts and reports the results; exit status 1 if a target is missed."""

import argparse
import sys
import time
import traceback
from importlib import import_module

from tools.trust.lines import Line, failed, table
from tools.trust.report import write_report

RAW = argparse.RawDescriptionHelpFormatter
PARTS = {  # in the order of the page
    "durability": "Killed while hands are recorded",
    "concurrency": "Concurrent writes to one match",
    "schedules": "Phones, network and server in one process",
    "machines": "Two machines, one of them killed",
    "pins": "Packages and advisories",
    "long_match": "A match of thousands of hands",
    "siege": "Under attack",
    "memory": "Memory over a day of use",
    "claims": "Claims proved by the test suite",
    "load": "Throughput of one process",
}

SMALLEST = {  # the options by which a part only shows that it runs: its figures say nothing then
    "durability": "--kills 1 --clients 2 --engine sqlite",
    "concurrency": "--clients 2 --writes 2 --engine sqlite",
    "schedules": "--schedules 20 --planted 1",
    "machines": "--kills 1 --phones 2 --limits memory",
    "pins": "",
    "long_match": "--hands 20",
    "siege": "--seconds 0.1 --hands 1 --senders 2 --readers 1 --printers 1",
    "memory": "--hours 1 --tables 1 --hands 1 --polls 1",
    "claims": "--only logs",
    "load": "--clients 1 --seconds 0.2 --servers granian --sheets 4 --match 12 --database 250",
}


def main() -> int:
    """Runs all parts and writes docs/trust.md, or prints one (`--write` also adds it to the page)."""
    parser = argparse.ArgumentParser(prog="python -m tools.trust", description=__doc__)
    chosen = parser.add_subparsers(dest="part", title="parts (all of them if none is named)")
    for name, title in PARTS.items():
        module = import_module(f"tools.trust.{name}")
        part = chosen.add_parser(name, help=title, description=module.__doc__, formatter_class=RAW)
        part.add_argument("--write", action="store_true", help="into docs/trust.md too, for its last figures")
        module.arguments(part)
    options = parser.parse_args()
    parts = {}
    for name in [options.part] if options.part else PARTS:
        print(f"\n## {PARTS[name]}\n", flush=True)
        parts[name] = run_part(name, options if options.part else parser.parse_args([name]))
        print(table(parts[name]), flush=True)
    if not options.part or options.write:
        write_report({PARTS[name]: lines for name, lines in parts.items()})
    return 1 if failed(line for lines in parts.values() for line in lines) else 0


def run_part(name: str, options: argparse.Namespace) -> list[Line]:
    """Returns a part's lines; a part that crashes has failed, and the others still run."""
    began, lines = time.monotonic(), []
    try:
        for line in import_module(f"tools.trust.{name}").run(options):
            lines.append(line)
            print(f"{line.what}: {line.figure} {line.verdict}", file=sys.stderr, flush=True)
    except Exception as error:
        traceback.print_exc()
        lines.append(Line(f"{name} broke off", str(error), "that it runs to its end", False))
    lines.append(Line("it took", f"{time.monotonic() - began:.0f} s"))
    return lines


if __name__ == "__main__":
    sys.exit(main())
