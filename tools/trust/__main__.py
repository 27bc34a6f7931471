"""`python -m tools.trust [PART]`: run the parts and write what came out; exit status 1 where anything is not so."""

import argparse
import sys
import time
import traceback
from importlib import import_module

from tools.trust.lines import Line, failed, table
from tools.trust.report import write_report

RAW = argparse.RawDescriptionHelpFormatter
PARTS = {  # in the order of the table
    "durability": "Killed while hands are recorded",
    "concurrency": "Many at one match",
    "machines": "Two machines, one of them killed",
    "pins": "Packages and advisories",
    "long_match": "A match of thousands of hands",
    "siege": "Among people who wish it ill",
    "claims": "What the test suite says",
    "load": "How much one process does",
}


def main() -> int:
    """All parts into docs/trust.md, or one onto the terminal (with `--write` into the page too)."""
    parser = argparse.ArgumentParser(prog="python -m tools.trust", description=__doc__)
    chosen = parser.add_subparsers(dest="part", title="parts (all of them if none is named)")
    for name, title in PARTS.items():
        module = import_module(f"tools.trust.{name}")
        part = chosen.add_parser(name, help=title, description=module.__doc__, formatter_class=RAW)
        part.add_argument("--write", action="store_true", help="into docs/trust.md too, for its last figures")
        module.arguments(part)
    asked = parser.parse_args()
    found = {}
    for name in [asked.part] if asked.part else PARTS:
        print(f"\n## {PARTS[name]}\n", flush=True)
        found[name] = run_part(name, asked if asked.part else parser.parse_args([name]))
        print(table(found[name]), flush=True)
    if not asked.part or asked.write:
        write_report({PARTS[name]: lines for name, lines in found.items()})
    return 1 if failed(line for lines in found.values() for line in lines) else 0


def run_part(name: str, asked: argparse.Namespace) -> list[Line]:
    """Its lines; a part that breaks off has failed, and the others are run all the same."""
    began, lines = time.monotonic(), []
    try:
        for line in import_module(f"tools.trust.{name}").run(asked):
            lines.append(line)
            print(f"{line.what}: {line.figure} {line.verdict}", file=sys.stderr, flush=True)
    except Exception as error:
        traceback.print_exc()
        lines.append(Line(f"{name} broke off", str(error), "that it runs to its end", False))
    lines.append(Line("it took", f"{time.monotonic() - began:.0f} s"))
    return lines


if __name__ == "__main__":
    sys.exit(main())
